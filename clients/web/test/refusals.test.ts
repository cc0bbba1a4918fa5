import { describe, expect, it } from 'vitest';
import { Refusal } from '../src/contract';
import { REFUSALS, refusalWords } from '../src/game/refusals';

const ALL = Object.values(Refusal).filter((value): value is Refusal => typeof value === 'number');
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

describe('refusals in words', () => {
  it.each(['en', 'ja'] as const)('every reason of the contract has a sentence of its own: %s', (language) => {
    expect(ALL.length).toBeGreaterThan(25);
    const sentences = ALL.map((refusal) => REFUSALS[language][refusal]);
    expect(new Set(sentences).size).toBe(ALL.length);
    for (const sentence of sentences) {
      expect(sentence.length).toBeGreaterThan(3);
      expect(JAPANESE.test(sentence)).toBe(language === 'ja');
    }
  });

  it.each(['en', 'ja'] as const)('a reason that is not known has one, too: %s', (language) => {
    expect(refusalWords(999 as Refusal, language)).toBe(REFUSALS[language][Refusal.UNSPECIFIED]);
  });
});
