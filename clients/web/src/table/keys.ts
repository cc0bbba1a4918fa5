/** Letters as keys. Each is shown in the help, and all can be switched off. */
import { letterKeys } from '../app/settings';
import { Call } from '../contract';
import { skip } from '../game/session';
import type { Words } from '../i18n/dictionary';
import { toggleCall } from './choice';
import { dialog } from './dialogs';
import { challengeJoker, drawCard, passTurn, proceed } from './doing';
import { openDialogs } from './pauses';
import type { tableWords } from './words';

type TableWords = ReturnType<typeof tableWords>;
type KeyName = keyof Words<TableWords>['keys'];

interface Key {
  readonly name: KeyName;
  /** How it is called in the help. */
  shown(words: TableWords): string;
  /** The character; nothing: the hand itself takes it. */
  readonly key?: string;
  press?(): void;
}

function letter(name: KeyName, key: string, press: () => void): Key {
  return { name, shown: () => key.toUpperCase(), key, press };
}

/** Presses or focuses what is on the page now. */
function first(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}

export const KEYS: readonly Key[] = [
  { name: 'arrows', shown: (words) => words.arrowKeys },
  { name: 'enter', shown: (words) => words.enterKey },
  { name: 'space', shown: (words) => words.spaceKey },
  letter('hand', 'h', () => first('.hand-card[tabindex="0"]')?.focus()),
  letter('draw', 'd', () => void drawCard()),
  letter('pass', 'p', () => void passTurn()),
  letter('penultimate', '1', () => toggleCall(Call.PENULTIMATE)),
  letter('last', '2', () => toggleCall(Call.LAST)),
  letter('callOut', 'c', () => first('.call-out')?.focus()),
  letter('dobon', 'b', () => first('[data-action="dobon"]')?.click()),
  letter('challenge', 'x', () => void challengeJoker()),
  letter('goOn', 'g', proceed),
  letter('skip', 'f', skip),
  letter('log', 'l', () => {
    dialog.value = 'log';
  }),
  {
    name: 'help',
    shown: () => '?',
    key: '?',
    press: () => {
      dialog.value = 'help';
    },
  },
];

export function onLetter(event: KeyboardEvent): void {
  if (!letterKeys.peek() || openDialogs.peek() > 0) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const found = KEYS.find(({ key }) => key === event.key.toLowerCase());
  if (!found?.press) return;
  event.preventDefault();
  found.press();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;
}
