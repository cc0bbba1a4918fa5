import { describe, expect, it } from 'vitest';
import { cardName, cardShort, isJoker, rankOf, suitOf, without } from '../src/cards/cards';
import { Card } from '../src/contract';
import { inHandOrder } from '../src/table/choice';

const ALL = Object.values(Card).filter((value): value is Card => typeof value === 'number' && value > 0);

describe('cards', () => {
  it('a card is 13 * (suit - 1) + rank, a Joker 53 (C2)', () => {
    expect(ALL).toHaveLength(53);
    for (const card of ALL) {
      expect(isJoker(card)).toBe(card === 53);
      if (!isJoker(card)) expect(13 * (suitOf(card) - 1) + rankOf(card)).toBe(card);
    }
  });

  it('every card has a name of its own in both languages', () => {
    for (const language of ['en', 'ja'] as const) {
      expect(new Set(ALL.map((card) => cardName(card, language))).size).toBe(53);
    }
    expect(cardName(Card.HEARTS_EIGHT, 'en')).toBe('8 of hearts');
    expect(cardName(Card.HEARTS_EIGHT, 'ja')).toBe('ハートの8');
    expect(cardName(Card.SPADES_ACE, 'en')).toBe('ace of spades');
    expect(cardName(Card.JOKER, 'ja')).toBe('ジョーカー');
    expect(cardShort(Card.DIAMONDS_TEN)).toBe('♦10');
  });

  it('equal cards are taken out of a hand one by one', () => {
    expect(without([5, 5, 7], [5])).toEqual([5, 7]);
    expect(without([5, 7], [9])).toEqual([5, 7]);
  });

  it('a hand is shown by suit, black and red in turn, Jokers last', () => {
    const hand = [Card.CLUBS_TWO, Card.DIAMONDS_ACE, Card.HEARTS_KING, Card.SPADES_THREE, Card.JOKER, Card.CLUBS_ACE];
    expect(inHandOrder(hand).map(cardShort)).toEqual(['♣A', '♣2', '♦A', '♠3', '♥K', 'Joker']);
  });
});
