/** Whether a match was dealt from the seed that was fixed before it, by the browser's own reckoning (clauses C4 to C9). */
import { checkFirstDeal, commitment, type Disagreement } from 'pageone-client/fairplay';
import type { MatchView } from '../contract';
import { seatOf } from './fold';
import type { Opening } from './record';

export interface Fairness {
  readonly part: Disagreement;
  readonly agrees: boolean;
}

/** What can be said of a match that is over; without its opening only the commitment. */
export function fairness(view: MatchView, opening: Opening | undefined): Fairness[] {
  const { seed, rules } = view;
  if (!opening || !rules) {
    return [{ part: 'commitment', agrees: isSame(commitment(seed), view.seedCommitment) }];
  }
  const wrong = checkFirstDeal({
    commitment: opening.commitment,
    seed,
    decks: rules.decks,
    jokers: rules.jokers,
    handSize: rules.handSize,
    seats: view.seats.length,
    dealer: opening.dealer,
    // SoloService names no first dealer: it follows from the seed (C6).
    drawn: true,
    seat: seatOf(view),
    hand: opening.hand,
  });
  return (['commitment', 'first_dealer', 'hand'] as const).map((part) => ({ part, agrees: !wrong.includes(part) }));
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
