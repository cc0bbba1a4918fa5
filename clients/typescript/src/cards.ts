/** Cards: their suits and ranks, and as text for people, `8C 10H QS AD`, with `JK` for a Joker. */

import { Card, type Rank, type Suit } from "./gen/pageone/v1/card_pb.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = "CDHS";
const JOKER = "JK";

/** Whether a number is the code of a card (C2); a newer service may know others. */
export function isCard(code: number): code is Card {
  return Number.isInteger(code) && code >= Card.CLUBS_ACE && code <= Card.JOKER;
}

/** The suit of a card; 0 (`Suit.UNSPECIFIED`) for a Joker and for what is no card. */
export function suitOf(card: Card): Suit {
  return isCard(card) && card !== Card.JOKER ? Math.ceil(card / RANKS.length) : 0;
}

/** The rank of a card; 0 (`Rank.UNSPECIFIED`) for a Joker and for what is no card. */
export function rankOf(card: Card): Rank {
  return isCard(card) && card !== Card.JOKER ? ((card - 1) % RANKS.length) + 1 : 0;
}

/** The card of a suit and a rank, neither of them 0. */
export function cardOf(suit: Suit, rank: Rank): Card {
  return RANKS.length * (suit - 1) + rank;
}

/** One card: `10H`; `??` for what is no card. */
export function cardText(card: Card): string {
  if (card === Card.JOKER) {
    return JOKER;
  }
  return isCard(card) ? `${RANKS[rankOf(card) - 1]}${SUITS[suitOf(card) - 1]}` : "??";
}

/** Cards with spaces between: `8C 10H JK`. */
export function cardsText(cards: Iterable<Card>): string {
  return Array.from(cards, cardText).join(" ");
}

/** Cards from text such as `8c 10h jk`; a `SyntaxError` names the word that is no card. */
export function parseCards(text: string): Card[] {
  return text.split(/\s+/).filter(Boolean).map(parseCard);
}

function parseCard(word: string): Card {
  const name = word.toUpperCase();
  const rank = RANKS.indexOf(name.slice(0, -1)) + 1;
  const suit = SUITS.indexOf(name.slice(-1)) + 1;
  if (name !== JOKER && !(rank && suit)) {
    throw new SyntaxError(`"${word}" is no card; write rank and suit, such as 10H, or JK`);
  }
  return name === JOKER ? Card.JOKER : cardOf(suit, rank);
}
