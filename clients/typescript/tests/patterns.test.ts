import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, type Json, type Kept, MismatchError, match, PatternError } from "../conformance/patterns.js";

const KEPT: Kept = new Map<string, Json>([["match", { state: { hand: [8, 36] }, seat: 0 }]]);

const MATCHES: readonly (readonly [Json, Json])[] = [
  [
    { a: 1, b: [true, null] },
    { b: [true, null], a: 1 },
  ],
  [{ $any: true }, null],
  [{ $some: { a: { $any: true } } }, { a: 0, b: 1 }],
  [{ $in_order: [1, 3] }, [1, 2, 3]],
  [{ $text: "ja" }, "the word ページ"],
  [{ $text: "en" }, "a sentence"],
  [{ $length: [1, 1] }, "𠮟"],
  [{ $length: [0, 2] }, []],
  [{ $use: "match.state.hand.1" }, 36],
  [{ $use: "match.state" }, { hand: [8, 36] }],
  [{ $use: "match.seat" }, 0],
];
const MISMATCHES: readonly (readonly [Json, Json])[] = [
  [1, true],
  [0, null],
  ["1", 1],
  [[1, 2], [1]],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: null }, {}],
  [{}, []],
  [{ a: { $any: true } }, {}],
  [{ $some: { toString: { $any: true } } }, {}],
  [{ $in_order: [3, 1] }, [1, 2, 3]],
  [{ $in_order: [1, 1] }, [1]],
  [{ $text: "ja" }, "no kana"],
  [{ $text: "en" }, "漢字"],
  [{ $text: "en" }, ""],
  [{ $length: [1, 2] }, ""],
  [{ $length: [0, 9] }, 3],
  [{ $use: "match.state.hand" }, [8, 36, 1]],
];
const WRITTEN_WRONG: readonly Json[] = [
  { $any: false },
  { $any: true, b: 1 },
  { $anything: true },
  { $text: "fr" },
  { $use: "nothing" },
  { $use: "match.state.hand.2" },
];

test("a pattern matches what it says", () => {
  for (const [pattern, value] of MATCHES) {
    assert.doesNotThrow(() => match(pattern, value, KEPT), JSON.stringify([pattern, value]));
  }
});

test("and nothing else, and tells where", () => {
  for (const [pattern, value] of MISMATCHES) {
    assert.throws(() => match(pattern, value, KEPT), MismatchError, JSON.stringify([pattern, value]));
  }
  assert.throws(() => match({ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, KEPT), { message: ".a[0].b: wanted 1, got 2" });
});

test("a pattern that is written wrong is no match", () => {
  for (const pattern of WRITTEN_WRONG) {
    assert.throws(() => match(pattern, "text", KEPT), PatternError, JSON.stringify(pattern));
  }
});

test("what is kept is there for later requests", () => {
  const saved = match(
    { a: { $save: "one" }, b: { $save_some: { name: "two", match: { c: 1 } } } },
    { a: 7, b: { c: 1, d: 2 } },
    KEPT,
  );
  assert.deepEqual(
    [...saved],
    [
      ["one", 7],
      ["two", { c: 1, d: 2 }],
    ],
  );
  assert.deepEqual(fill({ seat: { $use: "one" }, all: [{ $repeat: [2, { $use: "two.d" }] }] }, saved), {
    seat: 7,
    all: [[2, 2]],
  });
  assert.throws(() => fill({ $any: true }, saved), PatternError);
});
