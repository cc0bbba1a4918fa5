/** Where the focus goes when what had it is gone: those who play by keyboard go on where they were. */
import { isPlacingFocus } from './pauses';

let isByKeyboard = false;

if (typeof document !== 'undefined') {
  document.addEventListener('keydown', () => {
    isByKeyboard = true;
  });
  document.addEventListener('pointerdown', () => {
    isByKeyboard = false;
  });
}

/** In the order in which they are wanted. */
const PLACES = ['.window .primary', '.results .primary', '.hand-card[tabindex="0"]', '#main'] as const;

/** Gives the focus to what comes next, when it is nowhere and the keyboard is in use. */
export function keepFocus(): void {
  if (!isByKeyboard || document.activeElement !== document.body) return;
  const place = PLACES.map((selector) => document.querySelector<HTMLElement>(selector)).find((found) => found !== null);
  isPlacingFocus.value = true;
  place?.focus({ preventScroll: true });
  isPlacingFocus.value = false;
}
