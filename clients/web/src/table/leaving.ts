/** From one game to the next. */
import { ApiError } from '../api';
import { go } from '../app/router';
import { forget, notice, record, start } from '../game/session';

/** Another game with the same rules, seats and bots. */
export async function again(): Promise<void> {
  const request = record.peek()?.request;
  if (!request) return another();
  try {
    await start(request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notice.value = { kind: 'failed', error };
  }
}

/** To the setup; the game that was is given up. */
export function another(): void {
  forget();
  go('/');
}
