/** What holds the clock of a window: an open dialog, a pointer or the keyboard on the panel, a page that nobody looks at. */
import { computed, signal } from '@preact/signals';

export const openDialogs = signal(0);
export const isLookedAt = signal(false);
/** The page itself puts the focus somewhere: nobody has moved there. */
export const isPlacingFocus = signal(false);
const isHidden = signal(typeof document !== 'undefined' && document.hidden);

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    isHidden.value = document.hidden;
  });
}

export const isPaused = computed(() => openDialogs.value > 0 || isLookedAt.value || isHidden.value);
