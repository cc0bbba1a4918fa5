import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError, isTransient, listRuleSets } from '../api';
import { route } from '../app/router';
import { language } from '../app/settings';
import type { RuleSet, StartGameRequest } from '../contract';
import { type Choice, keepChoice, lastChoice, ofPreset, queryOf, readQuery, requestOf, usualChoice } from './choice';
import { type Description, useDescription } from './describing';
import { faultText } from './faultText';
import { HouseRules } from './HouseRules';
import { differences, type Option, optionAt, type Value, withValue } from './options';
import { optionWords } from './optionWords';
import { Seats } from './Seats';
import { ShareLink } from './ShareLink';
import './setup.css';
import { setupWords } from './words';

export interface SetupProps {
  /** Starts the game and goes to the table. Rejects with an `ApiError` when the service refuses the request. */
  onStart(request: StartGameRequest): Promise<void>;
  /** Whether a game is kept that can be gone on with. */
  hasGame: boolean;
  /** Goes on with it. */
  onContinue(): void;
}

/** What came with the address of the page. */
interface Link {
  /** Names in it that nobody understood. */
  readonly unknown: readonly string[];
}

export function SetupPage({ onStart, hasGame, onContinue }: SetupProps) {
  const words = setupWords();
  const [attempt, setAttempt] = useState(0);
  const presets = usePresets(attempt);
  const { choice, setChoice, link } = useChoice(presets.list);
  return (
    <main id="main" class="setup" tabIndex={-1}>
      <h2>{words.heading}</h2>
      {hasGame && (
        <button type="button" class="button continue" onClick={onContinue}>
          {words.goOn}
        </button>
      )}
      {presets.error && !presets.list.length && <Lost error={presets.error} onAgain={() => setAttempt(attempt + 1)} />}
      {link && <FromLink link={link} />}
      {choice && <Form {...{ choice, setChoice, onStart, attempt, setAttempt }} presets={presets.list} />}
    </main>
  );
}

/** The presets, asked for once more when the language changes; what is known stays when the service cannot be reached. */
function usePresets(attempt: number): { list: readonly RuleSet[]; error: ApiError | undefined } {
  const [found, setFound] = useState<{ list: readonly RuleSet[]; error: ApiError | undefined }>({
    list: [],
    error: undefined,
  });
  useEffect(() => {
    let wanted = true;
    listRuleSets().then(
      (list) => wanted && setFound({ list, error: undefined }),
      (error) => wanted && setFound((before) => ({ ...before, error: asApiError(error) })),
    );
    return () => {
      wanted = false;
    };
  }, [attempt]);
  return found;
}

/** What is chosen: at first what the address says, or else what was chosen the last time. */
function useChoice(presets: readonly RuleSet[]) {
  const [choice, setState] = useState<Choice>();
  const [link, setLink] = useState<Link>();
  const { query } = route.value;
  const text = query.toString();
  useEffect(() => {
    if (!presets.length) return;
    if (text) {
      const read = readQuery(query, presets);
      setState(read.choice);
      setLink({ unknown: read.unknown });
    } else {
      setState((before) => before ?? lastChoice(presets) ?? usualChoice(presets));
    }
  }, [presets, text]);
  const setChoice = (next: Choice) => {
    setState(next);
    setLink(undefined);
    keepChoice(next, presets);
    // What the address said is no longer what is on the page.
    if (location.hash.includes('?')) history.replaceState(null, '', '#/');
  };
  return { choice, setChoice, link };
}

function FromLink({ link }: { link: Link }) {
  const words = setupWords();
  const { labels } = optionWords();
  if (!link.unknown.length) {
    return (
      <p class="message" role="status">
        {words.fromLink}
      </p>
    );
  }
  const named = { ...labels, ...words.linkParts };
  const names = link.unknown.map((name) => (Object.hasOwn(named, name) && named[name]) || name.slice(0, 40));
  return (
    <p class="message fault" role="alert">
      {link.unknown.includes('game') ? words.badLinkWhole : `${words.badLink} ${names.slice(0, 8).join(', ')}`}
    </p>
  );
}

interface FormProps {
  choice: Choice;
  setChoice(choice: Choice): void;
  presets: readonly RuleSet[];
  onStart: SetupProps['onStart'];
  attempt: number;
  setAttempt(attempt: number): void;
}

function Form({ choice, setChoice, presets, onStart, attempt, setAttempt }: FormProps) {
  const words = setupWords();
  const description = useDescription(choice.rules, choice.seats, attempt);
  const { meanings, noteChange, forget } = useMeanings(description);
  const usual = useMemo(() => ofPreset(presets, choice.rules.name)?.rules, [presets, choice.rules.name]);
  const [starting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<ApiError>();
  const form = useRef<HTMLFormElement>(null);
  const own = usual ? differences(choice.rules, usual).length : 0;

  const choose = (name: string) => {
    const next = ofPreset(presets, name, choice);
    if (!next) return;
    forget();
    setChoice(next);
  };
  const change = (option: Option, value: Value) => {
    noteChange(option.path);
    setChoice({ ...choice, rules: withValue(choice.rules, option, value) });
  };
  const start = async (event: Event) => {
    event.preventDefault();
    if (starting) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) {
      wrong.focus();
      return;
    }
    setStarting(true);
    setRefusal(undefined);
    keepChoice(choice, presets);
    try {
      await onStart(requestOf(choice));
    } catch (error) {
      setRefusal(asApiError(error));
    } finally {
      setStarting(false);
    }
  };

  return (
    <form class="setup-form" ref={form} onSubmit={start} noValidate>
      <div class="choices">
        <fieldset class="presets">
          <legend>{words.game}</legend>
          {presets.map((preset) => {
            const name = preset.rules?.name ?? '';
            const [title, about] = words.games[name] ?? [name, ''];
            return (
              <label key={name} class="preset">
                <input
                  type="radio"
                  name="game"
                  value={name}
                  checked={choice.rules.name === name}
                  onChange={() => choose(name)}
                />
                <span class="preset-title">{title}</span>
                <span class="preset-about">{about}</span>
              </label>
            );
          })}
        </fieldset>
        <Seats choice={choice} onChange={setChoice} />
        <HouseRules
          rules={choice.rules}
          usual={usual}
          faults={description.faults}
          meanings={meanings}
          onChange={change}
        />
        {own > 0 && (
          <p class="own-rules">
            <span>{words.changed(own)}</span>
            <button type="button" class="button" onClick={() => choose(choice.rules.name)}>
              {words.asPreset}
            </button>
          </p>
        )}
        <ShareLink query={queryOf(choice, presets)} />
      </div>
      <InWords description={description} seats={choice.seats} onAgain={() => setAttempt(attempt + 1)} />
      <div class="start">
        {refusal && <Refused error={refusal} />}
        <button type="submit" class="button primary" aria-disabled={starting || description.faults.length > 0}>
          {starting ? words.starting : words.start}
        </button>
      </div>
    </form>
  );
}

/** The lines that the last change of each option brought into the rules' words, as long as they still stand there. */
function useMeanings(description: Description) {
  const [told, setTold] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const edited = useRef<{ path: string; before: ReadonlySet<string>; language: string }>();
  useEffect(() => {
    const edit = edited.current;
    if (!edit || !description.isCurrent || !description.ruleSet) return;
    edited.current = undefined;
    if (edit.language !== language.value) return;
    const lines = description.summary.filter((line) => !edit.before.has(line));
    setTold((before) => new Map(before).set(edit.path, lines));
  }, [description]);
  const standing = new Set(description.summary);
  const meanings = new Map([...told].map(([path, lines]) => [path, lines.filter((line) => standing.has(line))]));
  return {
    meanings,
    noteChange: (path: string) => {
      if (edited.current?.path !== path) {
        edited.current = { path, before: new Set(description.summary), language: language.value };
      }
    },
    forget: () => {
      edited.current = undefined;
      setTold(new Map());
    },
  };
}

/** The rules in words, or every fault in them. */
function InWords(props: { description: Description; seats: number; onAgain(): void }) {
  const words = setupWords();
  const { description } = props;
  const { labels } = optionWords();
  const { ruleSet } = description;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section class="in-words" tabIndex={0} aria-labelledby="in-words" aria-busy={!description.isCurrent}>
      <h3 id="in-words">{words.inWords}</h3>
      {description.error && <Lost error={description.error} onAgain={props.onAgain} />}
      {!description.rules && !description.error && <p>{words.asking}</p>}
      <div role="status" class="faults">
        {description.faults.length > 0 && (
          <>
            <p class="fault">{words.notPlayable}</p>
            <ul>
              {description.faults.map((fault) => (
                <li key={fault.description}>
                  <span>{faultText(fault.description)}</span>{' '}
                  {fault.fields
                    .filter((path) => optionAt(path))
                    .map((path) => (
                      <button type="button" class="button quiet" key={path} onClick={() => focusOption(path)}>
                        {labels[path] ?? path}
                      </button>
                    ))}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {ruleSet && (
        <ul class="summary">
          {description.summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function focusOption(path: string): void {
  const field = document.getElementById(`option-${path.replaceAll('.', '-')}`);
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

function Lost({ error, onAgain }: { error: ApiError; onAgain(): void }) {
  const words = setupWords();
  return (
    <p class="message fault" role="alert">
      {isTransient(error) ? words.lost : error.localized || error.message}{' '}
      <button type="button" class="button" onClick={onAgain}>
        {words.again}
      </button>
    </p>
  );
}

function Refused({ error }: { error: ApiError }) {
  const words = setupWords();
  return (
    <div class="message fault" role="alert">
      <p>
        {words.refused} {isTransient(error) ? words.lost : error.localized || error.message}
      </p>
      {error.faults && error.faults.length > 0 && (
        <ul>
          {error.faults.map((fault) => (
            <li key={fault.field + fault.description}>{faultText(fault.description)}</li>
          ))}
        </ul>
      )}
      <p class="notes">{[error.code, error.reason].filter(Boolean).join(' · ')}</p>
    </div>
  );
}
