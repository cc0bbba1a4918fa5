import assert from "node:assert/strict";
import { test } from "node:test";
import { Card, cardOf, cardsText, cardText, isCard, parseCards, Rank, rankOf, Suit, suitOf } from "pageone-client";

const ALL = Array.from({ length: 53 }, (_, i): Card => i + 1);

test("C2: a card is written as rank and suit, and read back as the same", () => {
  assert.equal(cardsText([Card.CLUBS_EIGHT, Card.HEARTS_TEN, Card.SPADES_QUEEN, Card.JOKER]), "8C 10H QS JK");
  assert.deepEqual(parseCards(" 8c  10h\nqS jk "), [8, 36, 51, 53]);
  assert.deepEqual(parseCards(cardsText(ALL)), ALL);
  assert.equal(new Set(ALL.map(cardText)).size, 53);
  assert.deepEqual(parseCards(""), []);
});

test("a word that is no card is named", () => {
  for (const word of ["1C", "JKC", "10", "H10", "C", "QX", "??"]) {
    assert.throws(
      () => parseCards(`8C ${word}`),
      (error: Error) => error instanceof SyntaxError && error.message.startsWith(`"${word}" is no card`),
    );
  }
});

test("C2: suit and rank make the card, and a Joker has neither", () => {
  for (const card of ALL.slice(0, -1)) {
    assert.equal(cardOf(suitOf(card), rankOf(card)), card);
  }
  assert.deepEqual([suitOf(Card.SPADES_KING), rankOf(Card.SPADES_KING)], [Suit.SPADES, Rank.KING]);
  assert.deepEqual([suitOf(Card.CLUBS_ACE), rankOf(Card.CLUBS_ACE)], [Suit.CLUBS, Rank.ACE]);
  assert.deepEqual([suitOf(Card.JOKER), rankOf(Card.JOKER)], [0, 0]);
});

test("a code of a newer service is no card that this client knows", () => {
  assert.deepEqual([0, 54, 1.5, -1].map(isCard), [false, false, false, false]);
  assert.equal(cardText(54 as Card), "??");
});
