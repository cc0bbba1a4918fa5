import { create } from '@bufbuild/protobuf';
import { commitment, deal, firstDealer, pack, shuffle } from 'pageone-client/fairplay';
import { describe, expect, it } from 'vitest';
import { MatchViewSchema } from '../src/contract';
import { fairness } from '../src/game/fair';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index * 3);
const dealer = firstDealer(4, { seed });
const { hands } = deal(shuffle(pack(1, 1), { seed }, 0), 4, dealer, 5);
const view = create(MatchViewSchema, {
  viewer: { kind: { case: 'seat', value: 2 } },
  rules: { decks: 1, jokers: 1, handSize: 5 },
  seats: [{}, {}, {}, {}],
  seed,
  seedCommitment: commitment(seed),
});
const opening = { commitment: commitment(seed), dealer, hand: hands[2] ?? [] };

describe('the check of a match that is over', () => {
  it('agrees with a match that was dealt from its seed (C4 to C9)', () => {
    expect(fairness(view, opening)).toEqual([
      { part: 'commitment', agrees: true },
      { part: 'first_dealer', agrees: true },
      { part: 'hand', agrees: true },
    ]);
  });

  it('finds another seed, another dealer, another hand', () => {
    const wrong = (changes: object) => fairness(view, { ...opening, ...changes }).filter(({ agrees }) => !agrees);
    expect(wrong({ commitment: commitment(Uint8Array.of(1)) }).map(({ part }) => part)).toEqual(['commitment']);
    expect(wrong({ dealer: (dealer + 1) % 4 }).map(({ part }) => part)).toContain('first_dealer');
    expect(wrong({ hand: hands[1] ?? [] }).map(({ part }) => part)).toEqual(['hand']);
  });

  it('without what was seen at the start, says so much as can be said', () => {
    expect(fairness(view, undefined)).toEqual([{ part: 'commitment', agrees: true }]);
  });
});
