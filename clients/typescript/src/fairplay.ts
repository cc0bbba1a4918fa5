/**
 * Checking a match without asking the server that dealt it (C4 to C9).
 *
 * When a match begins, the hash of its seed is published; when it is over, the seed is. With it and what the players added,
 * everybody can compute what was dealt. Nothing here calls anybody.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { shake256 } from "@noble/hashes/sha3.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import { Card } from "./gen/pageone/v1/card_pb.js";

const SHUFFLE = utf8ToBytes("pageone.v1.shuffle");
const DEALER = utf8ToBytes("pageone.v1.dealer");
const COPIES_FROM = Card.CLUBS_ACE;
const COPIES_TO = Card.SPADES_KING;

/** What a shuffle depends on: the seed (32 bytes) and what the players added, in order (C4). */
export interface Seed {
  /** 32 bytes; secret until the match is over. */
  readonly seed: Uint8Array;
  /** At most 8 entries of at most 64 bytes. */
  readonly entropy?: readonly Uint8Array[] | undefined;
}

/** What lies where after a deal (C9). */
export interface Deal {
  /** A hand for each seat, ascending. */
  readonly hands: Card[][];
  /** The rest; the next card to be drawn is the last. */
  readonly stock: Card[];
}

/** What a seat was told of the first deal, and what was revealed in the end. */
export interface FirstDeal extends Seed {
  /** The hash of the seed, published when the match began. */
  readonly commitment: Uint8Array;
  /** `Rules.decks`. */
  readonly decks: number;
  /** `Rules.jokers`. */
  readonly jokers: number;
  /** `Rules.hand_size`, as in a view: not 0. */
  readonly handSize: number;
  /** Seats, 2 to 8. */
  readonly seats: number;
  /** The dealer of the first round. */
  readonly dealer: number;
  /** Whether nobody named the dealer, so that it follows from the seed. */
  readonly drawn: boolean;
  /** The seat whose hand is checked. */
  readonly seat: number;
  /** The hand that it was dealt, in any order. */
  readonly hand: readonly Card[];
}

/** What can disagree in a first deal. */
export type Disagreement = "commitment" | "first_dealer" | "hand";

/** The hash that is published when a match begins: SHA-256 of the seed (C7). */
export function commitment(seed: Uint8Array): Uint8Array {
  return sha256(seed);
}

/** The pack before its first shuffle: ascending, copies side by side, Jokers at the end (C1, C5). */
export function pack(decks: number, jokers: number): Card[] {
  const cards: Card[] = [];
  for (let card = COPIES_FROM; card <= COPIES_TO; card++) {
    cards.push(...Array<Card>(decks).fill(card));
  }
  return cards.concat(Array<Card>(jokers).fill(Card.JOKER));
}

/** The cards, at most 256, in the order of a match's shuffle; `shuffles`: how many it had before (C4, C5). */
export function shuffle(cards: readonly Card[], { seed, entropy = [] }: Seed, shuffles: number): Card[] {
  const order = ascending(cards);
  const below = draws(SHUFFLE, seed, entropy, shuffles);
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j] as Card, order[i] as Card];
  }
  return order;
}

/** The dealer of the first round, where nobody named one (C6). */
export function firstDealer(seats: number, { seed, entropy = [] }: Seed): number {
  return draws(DEALER, seed, entropy, 0)(seats);
}

/** Deals a shuffled pack to `seats`, of whom nobody has left, from the seat after the dealer on (C9). */
export function deal(shuffled: readonly Card[], seats: number, dealer: number, handSize: number): Deal {
  const stock = [...shuffled];
  const hands = Array.from({ length: seats }, (): Card[] => []);
  for (let i = 1; i <= seats * handSize; i++) {
    const card = stock.pop();
    if (card === undefined) {
      throw new RangeError(`${shuffled.length} cards are not enough for ${seats} hands of ${handSize}`);
    }
    hands[(dealer + i) % seats]?.push(card);
  }
  return { hands: hands.map(ascending), stock };
}

/** What of a first deal does not agree with its seed; empty: it was dealt as the rules say. */
export function checkFirstDeal(first: FirstDeal): Disagreement[] {
  const { seats, dealer, handSize, seat } = first;
  const dealt = deal(shuffle(pack(first.decks, first.jokers), first, 0), seats, dealer, handSize);
  const agrees: Record<Disagreement, boolean> = {
    commitment: equal(first.commitment, commitment(first.seed)),
    first_dealer: !first.drawn || dealer === firstDealer(seats, first),
    hand: equal(ascending(first.hand), dealt.hands[seat] ?? []),
  };
  return (["commitment", "first_dealer", "hand"] as const).filter((part) => !agrees[part]);
}

/** Even draws below a bound, 1 to 256, from one stream: bytes past the last whole multiple of the bound are dropped (C4). */
function draws(label: Uint8Array, seed: Uint8Array, entropy: readonly Uint8Array[], count: number) {
  const parts = [label, seed, ...entropy.flatMap((entry) => [number(entry.length), entry]), number(count)];
  const stream = shake256.create({}).update(concatBytes(...parts));
  return (bound: number): number => {
    for (;;) {
      const byte = stream.xof(1)[0] as number;
      if (byte < 256 - (256 % bound)) {
        return byte % bound;
      }
    }
  };
}

/** Four bytes, big-endian. */
function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function ascending(cards: readonly Card[]): Card[] {
  return [...cards].sort((a, b) => a - b);
}

function equal(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  return one.length === other.length && Array.from(one).every((value, i) => value === other[i]);
}
