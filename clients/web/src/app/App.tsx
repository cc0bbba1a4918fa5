import { useEffect, useRef, useState } from 'preact/hooks';
import { CardDefs } from '../cards/CardFace';
import type { StartGameRequest } from '../contract';
import { rulesName } from '../game/names';
import { hasGame, start, view } from '../game/session';
import { SetupPage } from '../setup/SetupPage';
import { type DialogName, dialog } from '../table/dialogs';
import { GamePage } from '../table/GamePage';
import { tableWords } from '../table/words';
import { Choice } from './Choice';
import { go, route } from './router';
import { LANGUAGES, language, THEMES, theme } from './settings';
import { appWords } from './words';

/** The page: its head, and the setup or the table below it. */
export function App() {
  const words = appWords();
  const { page } = route.value;
  useEffect(() => {
    document.title = words.title;
  }, [words]);
  return (
    <div class={`app app-${page}`}>
      <CardDefs />
      {/* Not a link: the hash is the page's address. Only the focus moves. */}
      <button type="button" class="button skip-link" onClick={() => document.getElementById('main')?.focus()}>
        {words.toTable}
      </button>
      <header class="topbar">
        <h1>
          <svg class="mark" viewBox="0 0 64 64" aria-hidden="true">
            <rect x="12" y="5" width="40" height="54" rx="7" />
            <circle cx="32" cy="32" r="13" />
          </svg>
          {page === 'game' && view.value ? rulesName(view.value.rules, language.value) : words.title}
        </h1>
        <Choice
          label={words.language}
          values={LANGUAGES}
          name={(value) => words.languages[value]}
          of={language}
          hideLabel
        />
        {page === 'setup' ? (
          <Choice label={words.theme} values={THEMES} name={(value) => words.themes[value]} of={theme} hideLabel />
        ) : (
          <GameMenu />
        )}
      </header>
      {page === 'setup' ? (
        <SetupPage onStart={begin} hasGame={hasGame.value} onContinue={() => go('/game')} />
      ) : (
        <GamePage />
      )}
    </div>
  );
}

async function begin(request: StartGameRequest): Promise<void> {
  await start(request);
  go('/game');
}

/** What is beside the game: a list that opens, closed by Escape, a choice, or a look elsewhere. */
function GameMenu() {
  const words = tableWords();
  const app = appWords();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const items: { name: DialogName; text: string }[] = [
    { name: 'log', text: words.log },
    { name: 'scores', text: words.scoresTitle },
    { name: 'rules', text: words.rules },
    { name: 'help', text: words.help },
    { name: 'settings', text: app.settings },
    { name: 'leave', text: words.leave },
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its buttons did not take
    <div
      class="menu"
      ref={box}
      onFocusOut={(event) => {
        if (!box.current?.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        opener.current?.focus();
      }}
    >
      <button
        type="button"
        class="button quiet"
        aria-label={words.help}
        title={words.help}
        onClick={() => open('help')}
      >
        ?
      </button>
      <button
        type="button"
        class="button quiet"
        ref={opener}
        aria-expanded={isOpen}
        aria-controls="game-menu"
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">☰</span>
        <span class="sr-only">{words.menu}</span>
      </button>
      <ul id="game-menu" hidden={!isOpen}>
        {items.map(({ name, text }) => (
          <li key={name}>
            <button
              type="button"
              class="button quiet"
              data-menu={name}
              onClick={() => {
                setOpen(false);
                open(name);
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function open(name: DialogName): void {
  dialog.value = name;
}
