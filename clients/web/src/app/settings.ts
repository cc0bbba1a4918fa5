import { effect, type Signal, signal } from '@preact/signals';
import { readItem, writeItem } from './storage';

export const SETTINGS_KEY = 'pageone.settings';

export const LANGUAGES = ['ja', 'en'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;
/** How fast what happened is shown; off: all at once. */
export const PACES = ['slow', 'normal', 'fast', 'off'] as const;
/** Seconds that a person may think about calling somebody out or claiming; 0: until the person goes on. */
export const THINKING = [2, 4, 8, 0] as const;

export type Language = (typeof LANGUAGES)[number];
export type Theme = (typeof THEMES)[number];
export type Pace = (typeof PACES)[number];
export type Thinking = (typeof THINKING)[number];

type Stored = Partial<Record<'language' | 'theme' | 'pace' | 'thinking' | 'fourColours' | 'letterKeys', unknown>>;

function load(): Stored {
  try {
    const stored: unknown = JSON.parse(readItem(SETTINGS_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

const stored = load();

function chosen<T>(value: unknown, choices: readonly T[], otherwise: T): Signal<T> {
  return signal(choices.find((choice) => choice === value) ?? otherwise);
}

function preferredLanguage(): Language {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return 'en';
}

export const language = chosen(stored.language, LANGUAGES, preferredLanguage());
export const theme = chosen(stored.theme, THEMES, 'auto');
export const pace = chosen(stored.pace, PACES, 'normal');
export const thinking = chosen(stored.thinking, THINKING, 4);
/** Diamonds and clubs in colours of their own. */
export const fourColours = chosen(stored.fourColours, [true, false], false);
/** Single letters as keys for actions (WCAG 2.1.4: they can be switched off). */
export const letterKeys = chosen(stored.letterKeys, [true, false], true);

/** Keeps the settings from now on, and shows language and theme on the page. */
export function applySettings(): void {
  effect(() => {
    const root = document.documentElement;
    root.lang = language.value;
    root.dataset.theme = theme.value;
    root.dataset.suits = fourColours.value ? 'four' : 'two';
    writeItem(
      SETTINGS_KEY,
      JSON.stringify({
        language: language.value,
        theme: theme.value,
        pace: pace.value,
        thinking: thinking.value,
        fourColours: fourColours.value,
        letterKeys: letterKeys.value,
      }),
    );
  });
}
