import { useEffect } from 'preact/hooks';
import type { StartGameRequest } from '../contract';
import { SetupPage } from '../setup/SetupPage';
import { go, route } from './router';
import { LANGUAGES, language, THEMES, theme } from './settings';
import { appWords } from './words';

/** The page: its head, and the setup or the table below it. */
export function App() {
  const words = appWords();
  useEffect(() => {
    document.title = words.title;
  }, [words]);
  return (
    <div class="app">
      <a class="button skip-link" href="#main">
        {words.toTable}
      </a>
      <header class="topbar">
        <h1>{words.title}</h1>
        <Choice label={words.language} values={LANGUAGES} names={words.languages} of={language} />
        <Choice label={words.theme} values={THEMES} names={words.themes} of={theme} />
      </header>
      {route.value.page === 'setup' ? (
        <SetupPage onStart={start} hasGame={false} onContinue={() => go('/game')} />
      ) : (
        <main id="main" />
      )}
    </div>
  );
}

async function start(_: StartGameRequest): Promise<void> {
  go('/game');
}

function Choice<T extends string>(props: {
  label: string;
  values: readonly T[];
  names: Record<T, string>;
  of: { value: T };
}) {
  return (
    <label>
      <span class="sr-only">{props.label}</span>
      <select
        value={props.of.value}
        onChange={(event) => {
          props.of.value = event.currentTarget.value as T;
        }}
      >
        {props.values.map((value) => (
          <option key={value} value={value}>
            {props.names[value]}
          </option>
        ))}
      </select>
    </label>
  );
}
