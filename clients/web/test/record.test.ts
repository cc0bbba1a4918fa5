import { create, equals } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { EventSchema, type RoundEnded, RoundEndedSchema, StartGameRequestSchema } from '../src/contract';
import { decodeRecord, encodeRecord, type GameRecord, openingOf } from '../src/game/record';

const dealt = (seat: number, cards: number[]) =>
  create(EventSchema, { kind: { case: 'cardsDealt', value: { seat, count: 3, cards } } });
const EVENTS = [
  create(EventSchema, { kind: { case: 'matchStarted', value: { seats: 3, seedCommitment: Uint8Array.of(7, 8) } } }),
  create(EventSchema, { kind: { case: 'roundStarted', value: { round: 1, dealer: 2, stock: 53 } } }),
  dealt(0, []),
  dealt(1, [4, 9, 53]),
  dealt(2, []),
];
const RECORD: GameRecord = {
  ticket: Uint8Array.of(1, 2, 255),
  request: create(StartGameRequestSchema, { rules: { name: 'imohori' }, seats: 3, seat: 1, bots: [3] }),
  opening: openingOf(EVENTS, 1),
  events: EVENTS,
  rounds: [create(RoundEndedSchema, { outcome: 1, results: [{ seat: 0, points: -5, score: -5 }] })],
};

describe('the kept game', () => {
  it('is the same after it was written and read', () => {
    const read = decodeRecord(encodeRecord(RECORD));
    expect(read?.ticket).toEqual(RECORD.ticket);
    expect(equals(StartGameRequestSchema, read?.request ?? create(StartGameRequestSchema), RECORD.request)).toBe(true);
    expect(read?.opening).toEqual(RECORD.opening);
    expect(read?.events.map((event) => event.kind)).toEqual(EVENTS.map((event) => event.kind));
    const [round] = read?.rounds ?? [];
    expect(equals(RoundEndedSchema, round as RoundEnded, RECORD.rounds[0] as RoundEnded)).toBe(true);
  });

  it('knows what the person saw at the beginning: commitment, dealer, its own hand', () => {
    expect(RECORD.opening).toEqual({ commitment: Uint8Array.of(7, 8), dealer: 2, hand: [4, 9, 53] });
    expect(openingOf(EVENTS.slice(1), 1)).toBeUndefined();
  });

  it('forgets the oldest events, not the newest', () => {
    const many = { ...RECORD, events: Array.from({ length: 1000 }, (_, seat) => dealt(seat, [])) };
    const kept = decodeRecord(encodeRecord(many))?.events ?? [];
    expect(kept.length).toBeLessThan(1000);
    expect(kept.at(-1)?.kind.value).toMatchObject({ seat: 999 });
  });

  it.each([null, '', 'x', '{}', '{"format":1}', '{"format":2,"ticket":"AQ=="}', '{"format":1,"ticket":"!"}', '[]'])(
    'is none where the text is no record: %s',
    (text) => {
      expect(decodeRecord(text)).toBeUndefined();
    },
  );
});
