/** Trying again: every call is a pure function of its request (StartGame deals another game that nobody has seen yet). */

import { Code, ConnectError } from "@connectrpc/connect";

/** How often, and after which pauses, a call is tried whose server cannot be reached. */
export const RETRY = { attempts: 4, firstPauseMs: 100, longestPauseMs: 1000, factor: 2 } as const;

const PUSHBACK = "grpc-retry-pushback-ms";

/** Runs `attempt`, again after a pause while the server cannot be reached, within `deadlineMs` (of `performance.now()`) at most. */
export async function retried<T>(
  attempt: () => T | Promise<T>,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (thrown) {
      const pause = made < RETRY.attempts ? pauseAfter(ConnectError.from(thrown), made) : undefined;
      if (pause === undefined || performance.now() + pause >= deadlineMs) {
        throw thrown;
      }
      await sleep(pause, signal);
    }
  }
}

/** Milliseconds to wait after the try with this number, from 1; `undefined` where another one does not help. */
function pauseAfter(error: ConnectError, made: number): number | undefined {
  if (error.code !== Code.Unavailable) {
    return undefined;
  }
  const pushback = error.metadata.get(PUSHBACK);
  if (pushback !== null) {
    // The server's own word: how long, or something that is no such number, which means not at all.
    return /^\d+$/.test(pushback) ? Number(pushback) : undefined;
  }
  return Math.random() * Math.min(RETRY.firstPauseMs * RETRY.factor ** (made - 1), RETRY.longestPauseMs);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      signal?.aborted ? reject(new ConnectError("given up", Code.Canceled)) : resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) {
      done();
    }
  });
}
