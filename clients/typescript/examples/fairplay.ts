import type { MatchView } from "pageone-client";
import { checkFirstDeal, type Disagreement } from "pageone-client/fairplay";

/** `first`: the view when the match began; `last`: when it was over. */
export function checked(first: MatchView, last: MatchView, seat: number, entropy: Uint8Array[]): Disagreement[] {
  const { decks = 0, jokers = 0, handSize = 0 } = first.rules ?? {};
  const { dealer, hand, seedCommitment: commitment, seats } = first;
  const told = { commitment, dealer, hand, seat, seats: seats.length, decks, jokers, handSize };
  return checkFirstDeal({ ...told, seed: last.seed, entropy, drawn: true });
}
