import type { Language } from '../app/settings';
import { Card, Suit } from '../contract';

/** The four suits, in the order of the cards' numbers (clause C2). */
export const SUITS = [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES] as const;
export type RealSuit = (typeof SUITS)[number];

export const SUIT_SYMBOLS: Readonly<Record<Suit, string>> = {
  [Suit.UNSPECIFIED]: '',
  [Suit.CLUBS]: '♣',
  [Suit.DIAMONDS]: '♦',
  [Suit.HEARTS]: '♥',
  [Suit.SPADES]: '♠',
};

const SUIT_NAMES: Readonly<Record<Language, Readonly<Record<Suit, string>>>> = {
  en: { 0: 'no suit', 1: 'clubs', 2: 'diamonds', 3: 'hearts', 4: 'spades' },
  ja: { 0: '指定なし', 1: 'クラブ', 2: 'ダイヤ', 3: 'ハート', 4: 'スペード' },
};
const RANKS = ['', 'A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const;
/** Ranks that a voice should say as words. */
const SPOKEN: Readonly<Record<string, string>> = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' };

export function isJoker(card: Card): boolean {
  return card === Card.JOKER;
}

/** The suit; unspecified for a Joker and for no card. */
export function suitOf(card: Card): Suit {
  return card < 1 || card >= Card.JOKER ? Suit.UNSPECIFIED : ((Math.floor((card - 1) / 13) + 1) as Suit);
}

/** 1 (ace) to 13 (king); 0 for a Joker and for no card. */
export function rankOf(card: Card): number {
  return card < 1 || card >= Card.JOKER ? 0 : ((card - 1) % 13) + 1;
}

/** `A`, `2` … `K`; empty for a Joker. */
export function rankText(card: Card): string {
  return RANKS[rankOf(card)] ?? '';
}

/** `♥8`, `Joker`: short, for the eye. */
export function cardShort(card: Card): string {
  return isJoker(card) ? 'Joker' : `${SUIT_SYMBOLS[suitOf(card)]}${rankText(card)}`;
}

/** `8 of hearts`, `ハートの8`: for the ear. */
export function cardName(card: Card, language: Language): string {
  if (isJoker(card)) return language === 'ja' ? 'ジョーカー' : 'Joker';
  const rank = rankText(card);
  const suit = suitName(suitOf(card), language);
  return language === 'ja' ? `${suit}の${rank}` : `${SPOKEN[rank] ?? rank} of ${suit}`;
}

export function suitName(suit: Suit, language: Language): string {
  return SUIT_NAMES[language][suit] ?? '';
}

/** Several cards for the ear. */
export function cardNames(cards: readonly Card[], language: Language): string {
  return cards.map((card) => cardName(card, language)).join(language === 'ja' ? '、' : ', ');
}

/** What is left of a hand when these cards are taken out of it; a card that is not in it is passed over. */
export function without(hand: readonly Card[], cards: readonly Card[]): Card[] {
  const rest = [...hand];
  for (const card of cards) {
    const place = rest.indexOf(card);
    if (place >= 0) rest.splice(place, 1);
  }
  return rest;
}

/** Ascending by number, as the service keeps hands. */
export function ascending(cards: readonly Card[]): Card[] {
  return [...cards].sort((a, b) => a - b);
}
