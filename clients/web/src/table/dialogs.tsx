import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { describeRules } from '../api';
import { Choice } from '../app/Choice';
import { Dialog } from '../app/Dialog';
import {
  fourColours,
  LANGUAGES,
  language,
  letterKeys,
  PACES,
  pace,
  THEMES,
  THINKING,
  theme,
  thinking,
} from '../app/settings';
import { appWords } from '../app/words';
import type { MatchView } from '../contract';
import { rulesName } from '../game/names';
import { leave, view as viewSignal } from '../game/session';
import { KEYS } from './keys';
import { LogList } from './Log';
import { another } from './leaving';
import { ScoreTable } from './Results';
import { tableWords } from './words';

export type DialogName = 'help' | 'settings' | 'rules' | 'scores' | 'log' | 'leave';

/** The dialog that is open. */
export const dialog = signal<DialogName | undefined>(undefined);
const close = () => {
  dialog.value = undefined;
};

export function Dialogs() {
  const seen = viewSignal.value;
  switch (dialog.value) {
    case 'settings':
      return <SettingsDialog />;
    case 'help':
      return <HelpDialog />;
    case 'rules':
      return seen ? <RulesDialog view={seen} /> : null;
    case 'scores':
      return seen ? <ScoresDialog view={seen} /> : null;
    case 'log':
      return seen ? <LogDialog view={seen} /> : null;
    case 'leave':
      return <LeaveDialog />;
    default:
      return null;
  }
}

function SettingsDialog() {
  const app = appWords();
  const words = tableWords();
  return (
    <Dialog title={app.settings} onClose={close}>
      <div class="fields">
        <Choice label={app.language} values={LANGUAGES} name={(value) => app.languages[value]} of={language} />
        <Choice label={app.theme} values={THEMES} name={(value) => app.themes[value]} of={theme} />
        <Choice label={words.pace} values={PACES} name={(value) => words.paces[value]} of={pace} />
        <Choice label={words.thinking} values={THINKING} name={words.thinkings} of={thinking} />
        <Check label={words.fourColours} of={fourColours} />
        <Check label={words.letterKeys} of={letterKeys} />
      </div>
    </Dialog>
  );
}

function Check(props: { label: string; of: { value: boolean } }) {
  return (
    <label class="check-field">
      <input
        type="checkbox"
        checked={props.of.value}
        onChange={(event) => {
          props.of.value = event.currentTarget.checked;
        }}
      />
      {props.label}
    </label>
  );
}

function HelpDialog() {
  const words = tableWords();
  return (
    <Dialog title={words.help} onClose={close}>
      <p>{words.helpPlay}</p>
      <h3>{words.helpKeys}</h3>
      <dl class="keys">
        {KEYS.map(({ name, shown }) => (
          <div key={name}>
            <dt>
              <kbd>{shown(words)}</kbd>
            </dt>
            <dd>{words.keys[name]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function RulesDialog({ view }: { view: MatchView }) {
  const words = tableWords();
  const [lines, setLines] = useState<readonly string[]>();
  const [hasFailed, setFailed] = useState(false);
  const { rules, seats } = view;
  const lang = language.value;
  useEffect(() => {
    const given = new AbortController();
    if (!rules) return;
    describeRules(rules, seats.length, given.signal).then(
      ({ ruleSet }) => setLines(ruleSet?.summary ?? []),
      () => setFailed(!given.signal.aborted),
    );
    return () => given.abort();
    // The words come in the language of the call.
  }, [rules, seats.length, lang]);
  return (
    <Dialog title={`${words.rules}: ${rulesName(rules, lang)}`} onClose={close}>
      {hasFailed && <p role="alert">{words.rulesFailed}</p>}
      <ul class="rules-lines">
        {lines?.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  );
}

function ScoresDialog({ view }: { view: MatchView }) {
  const words = tableWords();
  return (
    <Dialog title={words.scoresTitle} onClose={close}>
      <ScoreTable view={view} />
    </Dialog>
  );
}

function LogDialog({ view }: { view: MatchView }) {
  const words = tableWords();
  return (
    <Dialog title={words.log} onClose={close} class="log-dialog">
      <LogList view={view} />
    </Dialog>
  );
}

function LeaveDialog() {
  const words = tableWords();
  return (
    <Dialog title={words.leave} onClose={close}>
      <p>{words.leaveLead}</p>
      <div class="dialog-actions">
        <button type="button" class="button primary" onClick={close}>
          {words.stay}
        </button>
        <button
          type="button"
          class="button"
          data-action="leave"
          onClick={() => {
            close();
            void leave();
          }}
        >
          {words.leaveWatch}
        </button>
        <button
          type="button"
          class="button"
          data-action="give-up"
          onClick={() => {
            close();
            another();
          }}
        >
          {words.giveUp}
        </button>
      </div>
    </Dialog>
  );
}
