import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseRoute } from '../src/app/router';
import { Card, IllegalPlay, type MatchView, MatchViewSchema, Refusal } from '../src/contract';
import { view } from '../src/game/session';
import {
  asksForSuit,
  choose,
  chosen,
  chosenCards,
  hand,
  isBluff,
  isPlayable,
  putBack,
  reason,
  refusalOf,
} from '../src/table/choice';

const play = (...cards: Card[]) => ({ kind: { case: 'play', value: { cards } } }) as const;

function table(american: Record<string, unknown>): MatchView {
  return create(MatchViewSchema, {
    viewer: { kind: { case: 'seat', value: 0 } },
    rules: {
      game: { case: 'americanPageOne', value: { specials: { wild: 8 }, ...american } },
    },
    hand: [Card.CLUBS_SIX, Card.DIAMONDS_SIX, Card.HEARTS_EIGHT, Card.SPADES_KING, Card.JOKER],
    legal: {
      actions: [play(Card.CLUBS_SIX), play(Card.CLUBS_SIX, Card.DIAMONDS_SIX), play(Card.HEARTS_EIGHT)],
      refused: [{ card: Card.SPADES_KING, refusal: Refusal.NO_MATCH }],
    },
  } as MessageInitShape<typeof MatchViewSchema>);
}

const place = (card: Card) => hand.value.indexOf(card);

describe('what the person has chosen', () => {
  beforeEach(() => {
    putBack();
    view.value = table({ sets: true });
  });

  it('is one card, or with sets several of one rank, in the order chosen (A15)', () => {
    choose(place(Card.DIAMONDS_SIX));
    choose(place(Card.CLUBS_SIX));
    expect(chosenCards.value).toEqual([Card.DIAMONDS_SIX, Card.CLUBS_SIX]);
    choose(place(Card.HEARTS_EIGHT));
    expect(chosenCards.value).toEqual([Card.HEARTS_EIGHT]);
    choose(place(Card.HEARTS_EIGHT));
    expect(chosen.value).toEqual([]);
  });

  it('without sets is never more than one', () => {
    view.value = table({ sets: false });
    choose(place(Card.CLUBS_SIX));
    choose(place(Card.DIAMONDS_SIX));
    expect(chosenCards.value).toEqual([Card.DIAMONDS_SIX]);
  });

  it('tells why a refused card is refused (L3)', () => {
    choose(place(Card.SPADES_KING));
    expect(reason.value).toBe(Refusal.NO_MATCH);
    choose(place(Card.CLUBS_SIX));
    expect(reason.value).toBe(Refusal.UNSPECIFIED);
  });

  it('is playable as it is listed, in whatever order (L1, L2)', () => {
    const seen = table({ sets: true });
    expect(isPlayable(seen, [Card.CLUBS_SIX])).toBe(true);
    expect(isPlayable(seen, [Card.DIAMONDS_SIX, Card.CLUBS_SIX])).toBe(true);
    expect(isPlayable(seen, [Card.DIAMONDS_SIX])).toBe(false);
    expect(refusalOf(seen, Card.DIAMONDS_SIX)).toBe(Refusal.UNSPECIFIED);
  });

  it('asks for a suit with the wild rank and with a Joker alone (A3)', () => {
    const seen = table({});
    expect(asksForSuit(seen, [Card.HEARTS_EIGHT])).toBe(true);
    expect(asksForSuit(seen, [Card.JOKER])).toBe(true);
    expect(asksForSuit(seen, [Card.CLUBS_SIX])).toBe(false);
    expect(asksForSuit(seen, [])).toBe(false);
  });

  it('may be tried against the table only where others have to notice (A21)', () => {
    expect(isBluff(table({ illegalPlay: IllegalPlay.REJECTED }), Refusal.NO_MATCH)).toBe(false);
    const free = table({ illegalPlay: IllegalPlay.WHEN_CALLED_OUT });
    expect(isBluff(free, Refusal.NO_MATCH)).toBe(true);
    expect(isBluff(free, Refusal.DRAWN_CARD_WAITS)).toBe(false);
    expect(isBluff(free, Refusal.NOT_YOUR_TURN)).toBe(false);
  });
});

describe('addresses', () => {
  it('a page is the path in the hash, and what follows a question mark is its own', () => {
    expect(parseRoute('')).toMatchObject({ page: 'setup' });
    expect(parseRoute('#/')).toMatchObject({ page: 'setup' });
    expect(parseRoute('#/game')).toMatchObject({ page: 'game' });
    expect(parseRoute('#/?calls.last=stop?').query.get('calls.last')).toBe('stop?');
    expect(parseRoute('#/nowhere')).toMatchObject({ page: 'setup' });
    expect(parseRoute('#/?rules=a&seats=3').query.get('seats')).toBe('3');
  });
});
