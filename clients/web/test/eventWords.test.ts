import { create, fromBinary } from '@bufbuild/protobuf';
import { base64Decode } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import {
  ActResponseSchema,
  Call,
  Card,
  DrawReason,
  type Event,
  EventSchema,
  Offense,
  RoundOutcome,
  RulesSchema,
} from '../src/contract';
import { speaker, TELLERS, tell } from '../src/game/eventWords';
import { seatName } from '../src/game/names';
import folds from './data/folds.json?raw';

const LANGUAGES = ['en', 'ja'] as const;
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;
const rules = create(RulesSchema, { name: 'page_one', calls: { penultimate: 'ページワン', last: 'ストップ' } });

function words(event: Event, language: 'en' | 'ja', audience: 'eye' | 'ear' = 'eye'): string {
  return tell(
    event,
    language,
    speaker(language, (seat) => seatName(seat, 0, language), 0, rules, audience),
  );
}

function event(kind: Event['kind']): Event {
  return create(EventSchema, { kind });
}

const recorded: Event[] = (
  JSON.parse(folds) as {
    matches: { stretches: { steps: string[] }[] }[];
  }
).matches.flatMap(({ stretches }) =>
  stretches.flatMap(({ steps }) => steps.flatMap((step) => fromBinary(ActResponseSchema, base64Decode(step)).events)),
);

describe('events in words', () => {
  const kinds = EventSchema.oneofs[0]?.fields.map(({ localName }) => localName) ?? [];

  it.each(LANGUAGES)('every kind of the contract has its words: %s', (language) => {
    expect(kinds.length).toBeGreaterThan(20);
    expect(Object.keys(TELLERS[language]).sort()).toEqual([...kinds].sort());
  });

  it.each(LANGUAGES)('every event of recorded matches has a whole sentence: %s', (language) => {
    for (const each of recorded) {
      const text = words(each, language);
      expect(text).not.toBe('');
      expect(text).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  it('English has no Japanese in it but the words of the rules, and the other way round', () => {
    for (const each of recorded) {
      if (each.kind.case === 'cardsPlayed' && each.kind.value.call) continue;
      expect(words(each, 'en')).not.toMatch(JAPANESE);
      expect(words(each, 'ja', 'ear')).toMatch(JAPANESE);
    }
  });

  it('cards are symbols for the eye and words for the ear', () => {
    const played = event({
      case: 'cardsPlayed',
      value: {
        $typeName: 'pageone.v1.CardsPlayed',
        seat: 1,
        cards: [Card.HEARTS_EIGHT],
        suit: 4,
        call: Call.PENULTIMATE,
      },
    });
    expect(words(played, 'en')).toBe('Natsu played ♥8 and named spades: “ページワン!”');
    expect(words(played, 'ja')).toBe('なつが♥8を出し、スペードを指定しました「ページワン！」');
    expect(words(played, 'en', 'ear')).toBe('Natsu played 8 of hearts and named spades: “ページワン!”');
    expect(words(played, 'ja', 'ear')).toContain('ハートの8');
  });

  it.each(LANGUAGES)('every reason to draw, offense and outcome has words of its own: %s', (language) => {
    const values = (of: object) =>
      Object.values(of).filter((value): value is number => typeof value === 'number' && value > 0);
    const draws = values(DrawReason).map((reason) =>
      words(
        event({
          case: 'cardsDrawn',
          value: { $typeName: 'pageone.v1.CardsDrawn', seat: 1, reason, count: 2, owed: 3, cards: [] },
        }),
        language,
      ),
    );
    const offenses = values(Offense).map((offense) =>
      words(
        event({
          case: 'offenseCalledOut',
          value: { $typeName: 'pageone.v1.OffenseCalledOut', caller: 2, offender: 1, offense, upheld: true },
        }),
        language,
      ),
    );
    const outcomes = values(RoundOutcome).map((outcome) =>
      words(
        event({ case: 'roundEnded', value: { $typeName: 'pageone.v1.RoundEnded', outcome, results: [] } }),
        language,
      ),
    );
    for (const texts of [draws, offenses, outcomes]) expect(new Set(texts).size).toBe(texts.length);
  });

  it.each(LANGUAGES)('a kind that is not known says nothing: %s', (language) => {
    expect(words(fromBinary(EventSchema, Uint8Array.of(0x9a, 0x06, 0x00)), language)).toBe('');
  });

  it.each(LANGUAGES)('values that are not known still make a sentence: %s', (language) => {
    const text = words(
      event({
        case: 'cardsDrawn',
        value: { $typeName: 'pageone.v1.CardsDrawn', seat: 9, reason: 77 as DrawReason, count: 1, owed: 1, cards: [] },
      }),
      language,
    );
    expect(text).not.toMatch(/undefined/);
    expect(text).not.toBe('');
  });
});
