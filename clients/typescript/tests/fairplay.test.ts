import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFirstDeal, commitment, deal, type FirstDeal, firstDealer, pack, shuffle } from "pageone-client/fairplay";

const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
const entropy = [Uint8Array.of(1, 2, 3), new Uint8Array()];

/** What an honest server would have told. */
function honest(): FirstDeal {
  const dealer = firstDealer(4, { seed, entropy });
  const { hands } = deal(shuffle(pack(2, 4), { seed, entropy }, 0), 4, dealer, 7);
  return {
    ...{ seed, entropy, commitment: commitment(seed), decks: 2, jokers: 4, handSize: 7, seats: 4, dealer, drawn: true },
    ...{ seat: 2, hand: hands[2] ?? [] },
  };
}

test("C5: the pack lies ascending, copies side by side, Jokers at the end", () => {
  const cards = pack(2, 3);
  assert.equal(cards.length, 107);
  assert.deepEqual(cards.slice(0, 4), [1, 1, 2, 2]);
  assert.deepEqual(cards.slice(-4), [52, 53, 53, 53]);
});

test("C4: a shuffle keeps the cards, depends on all it is made from, and leaves its argument alone", () => {
  const cards = pack(1, 1);
  const before = [...cards];
  const shuffled = shuffle(cards, { seed, entropy }, 0);
  assert.deepEqual(cards, before);
  assert.deepEqual(
    [...shuffled].sort((a, b) => a - b),
    cards,
  );
  const others = [
    shuffle(cards, { seed, entropy }, 1),
    shuffle(cards, { seed }, 0),
    shuffle(cards, { seed, entropy: [...entropy].reverse() }, 0),
    shuffle(cards, { seed: new Uint8Array(32), entropy }, 0),
  ];
  assert.equal(new Set([shuffled, ...others].map(String)).size, 5);
});

test("C9: cards come from the end, one at a time, the dealer last", () => {
  const { hands, stock } = deal([1, 2, 3, 4, 5, 6, 7], 3, 1, 2);
  assert.deepEqual(hands, [
    [3, 6],
    [2, 5],
    [4, 7],
  ]);
  assert.deepEqual(stock, [1]);
  assert.throws(() => deal([1, 2, 3], 2, 0, 2), { name: "RangeError", message: /3 cards are not enough/ });
});

test("C7, C8: an honest deal agrees, and every lie is found", () => {
  const told = honest();
  assert.deepEqual(checkFirstDeal(told), []);
  assert.deepEqual(checkFirstDeal({ ...told, hand: [...told.hand].reverse() }), []);
  assert.deepEqual(checkFirstDeal({ ...told, commitment: new Uint8Array(32) }), ["commitment"]);
  assert.deepEqual(checkFirstDeal({ ...told, hand: told.hand.slice(1) }), ["hand"]);
  const moved = { ...told, dealer: (told.dealer + 1) % 4 };
  assert.deepEqual(checkFirstDeal(moved), ["first_dealer", "hand"]);
  assert.deepEqual(checkFirstDeal({ ...moved, drawn: false }), ["hand"]);
  assert.deepEqual(checkFirstDeal({ ...told, seed: new Uint8Array(32) })[0], "commitment");
});
