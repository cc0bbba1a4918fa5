import type { StartGameRequest } from '../contract';

export interface SetupProps {
  /** Starts the game and goes to the table. Rejects with an `ApiError` when the service refuses the request. */
  onStart(request: StartGameRequest): Promise<void>;
  /** Whether a game is kept that can be gone on with. */
  hasGame: boolean;
  /** Goes on with it. */
  onContinue(): void;
}

export function SetupPage(_: SetupProps) {
  return <main id="main" />;
}
