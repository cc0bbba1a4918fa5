import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { type MatchView, MatchViewSchema, Offense, Phase } from '../src/contract';
import { momentOf, thinkingSeconds } from '../src/game/moment';

const CALL_OUT = { kind: { case: 'callOut', value: { offender: 1, offense: Offense.MISSED_CALL } } } as const;
const ILLEGAL = { kind: { case: 'callOut', value: { offender: 1, offense: Offense.ILLEGAL_PLAY } } } as const;

function view(changes: Record<string, unknown>): MatchView {
  return create(MatchViewSchema, {
    viewer: { kind: { case: 'seat', value: 0 } },
    phase: Phase.TURN,
    turn: 1,
    seats: [{ cards: 3 }, { cards: 3 }],
    ...changes,
  } as MessageInitShape<typeof MatchViewSchema>);
}

describe('what the match waits for', () => {
  it('is told by phase, turn and what is listed', () => {
    expect(momentOf(view({ turn: 0 }))).toBe('turn');
    expect(momentOf(view({}))).toBe('watch');
    expect(momentOf(view({ legal: { actions: [CALL_OUT] } }))).toBe('callOut');
    expect(momentOf(view({ turn: 0, legal: { actions: [CALL_OUT] } }))).toBe('turn');
    expect(momentOf(view({ phase: Phase.CLAIMS, claims: { level: 1, awaited: [0] } }))).toBe('answer');
    expect(momentOf(view({ phase: Phase.CLAIMS, claims: { level: 1, awaited: [1] } }))).toBe('watch');
    expect(momentOf(view({ phase: Phase.ROUND_OVER }))).toBe('roundOver');
    expect(momentOf(view({ phase: Phase.MATCH_OVER }))).toBe('matchOver');
  });

  it('in the own turn, and after a round, nothing goes on by itself', () => {
    for (const moment of ['turn', 'roundOver', 'matchOver'] as const) {
      expect(thinkingSeconds(view({}), moment, 4)).toBeUndefined();
    }
  });

  it('a person gets the time it chose where a look is worth it, by what everybody sees', () => {
    const few = view({ seats: [{ cards: 3 }, { cards: 1 }], legal: { actions: [CALL_OUT] } });
    expect(thinkingSeconds(few, 'callOut', 4)).toBe(4);
    const many = view({ legal: { actions: [CALL_OUT] } });
    expect(thinkingSeconds(many, 'callOut', 4)).toBeLessThan(1);
    expect(thinkingSeconds(view({ legal: { actions: [ILLEGAL] } }), 'callOut', 8)).toBe(8);
  });

  it('with 0 chosen the game waits for the person, but not where there is nothing to say', () => {
    expect(thinkingSeconds(view({}), 'answer', 0)).toBeUndefined();
    expect(thinkingSeconds(view({ legal: { actions: [CALL_OUT] } }), 'callOut', 0)).toBeUndefined();
    expect(thinkingSeconds(view({}), 'watch', 0)).toBe(0);
  });
});
