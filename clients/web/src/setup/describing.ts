import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError, describeRules } from '../api';
import { language } from '../app/settings';
import type { RuleFault, RuleSet, Rules } from '../contract';

/** What the service says of rules: their words, or their faults; what it said last stays while it is asked anew. */
export interface Description {
  readonly summary: readonly string[];
  readonly faults: readonly RuleFault[];
  readonly ruleSet: RuleSet | undefined;
  /** The rules that this is about; undefined: nothing is known yet. */
  readonly rules: Rules | undefined;
  readonly isCurrent: boolean;
  readonly error: ApiError | undefined;
}

/** Milliseconds that somebody who types is waited for. */
const PAUSE = 120;
const NOTHING: Description = {
  summary: [],
  faults: [],
  ruleSet: undefined,
  rules: undefined,
  isCurrent: false,
  error: undefined,
};

/** Asks for the rules in words whenever they, the seats or the language change; `attempt` asks once more. */
export function useDescription(rules: Rules | undefined, seats: number, attempt: number): Description {
  const [description, setDescription] = useState(NOTHING);
  const spoken = language.value;
  useEffect(() => {
    if (!rules) return;
    const abort = new AbortController();
    setDescription((before) => ({ ...before, isCurrent: false }));
    const timer = setTimeout(async () => {
      try {
        const { faults, ruleSet } = await describeRules(rules, seats, abort.signal);
        const summary = ruleSet?.summary ?? [];
        if (!abort.signal.aborted)
          setDescription({ summary, faults, ruleSet, rules, isCurrent: true, error: undefined });
      } catch (error) {
        if (abort.signal.aborted) return;
        const failure = asApiError(error);
        setDescription((before) => ({ ...before, isCurrent: false, error: failure }));
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [rules, seats, spoken, attempt]);
  return description;
}
