import { create, fromJson, type JsonValue } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { RuleSetSchema, RulesSchema } from '../../src/contract';
import { type Choice, lastChoice, ofPreset, queryOf, readQuery, requestOf, usualChoice } from '../../src/setup/choice';
import { faultText } from '../../src/setup/faultText';
import {
  GROUPS,
  OPTIONS,
  type Option,
  optionsIn,
  RANGES,
  type Value,
  valueIn,
  withValue,
} from '../../src/setup/options';
import { optionWords } from '../../src/setup/optionWords';

const WRITTEN: JsonValue[] = [
  {
    rules: {
      name: 'page_one',
      decks: 1,
      jokers: 1,
      handSize: 4,
      turnLimit: 3000,
      roundEnd: 'ROUND_END_FIRST_OUT',
      nextDealer: 'NEXT_DEALER_WINNER',
      calls: { penultimate: 'ページワン', last: 'ストップ', missed: 'MISSED_CALL_PENALIZED' },
      penalties: { missedCall: 5 },
      scoring: 'SCORING_CARD_COUNT',
      cardPoints: { joker: 50, wild: 50, action: 20, court: 10, ace: 1 },
      pageOne: { stockOut: 'STOCK_OUT_TAKE_ALL' },
    },
    minSeats: 2,
    maxSeats: 8,
  },
  {
    rules: {
      name: 'american_page_one',
      decks: 2,
      jokers: 4,
      turnLimit: 3000,
      roundEnd: 'ROUND_END_FIRST_OUT',
      nextDealer: 'NEXT_DEALER_ROTATES',
      calls: { penultimate: 'ページワン', last: 'ストップ', missed: 'MISSED_CALL_WHEN_CALLED_OUT' },
      penalties: { missedCall: 2, illegalPlay: 2, specialFinish: 2 },
      scoring: 'SCORING_CARD_POINTS',
      cardPoints: { joker: 50, wild: 50, action: 20, court: 10, ace: 1 },
      americanPageOne: {
        specials: {
          drawTwo: 'RANK_TWO',
          drawThree: 'RANK_THREE',
          wild: 'RANK_EIGHT',
          skip: 'RANK_JACK',
          reverse: 'RANK_QUEEN',
        },
        evasion: 'EVASION_SAME_RANK',
        specialFinish: 'SPECIAL_FINISH_ALLOWED',
        draw: 'DRAW_RULE_ONE_PLAYABLE',
        starter: 'STARTER_DEALER',
        illegalPlay: 'ILLEGAL_PLAY_REJECTED',
        jokerPlay: 'JOKER_PLAY_ANY_TIME',
        dobon: { dobonReturn: 'DOBON_RETURN_OFF' },
        twoSeatReverseSkips: true,
      },
    },
    minSeats: 2,
    maxSeats: 8,
  },
];
const PRESETS = WRITTEN.map((preset) => fromJson(RuleSetSchema, preset));

function preset(name: string): Choice {
  const found = ofPreset(PRESETS, name);
  if (!found) throw new Error(name);
  return found;
}

/** Another value than the option has. */
function another(option: Option, value: Value): Value {
  if (option.kind === 'flag') return !value;
  if (option.kind === 'word') return value === '上がり！&=' ? 'x' : '上がり！&=';
  if (option.kind === 'number') return value === 3 ? 4 : 3;
  return option.values.find(({ number }) => number !== value)?.number ?? 0;
}

const GAMES = ['page_one', 'american_page_one'];
const CASES = GAMES.flatMap((game) =>
  optionsIn(preset(game).rules).map((option) => [game, option.path, option] as const),
);

describe('the options', () => {
  test('are the fields of the contract, each once', () => {
    expect(new Set(OPTIONS.map(({ path }) => path)).size).toBe(OPTIONS.length);
    expect(new Set(CASES.map(([, path]) => path)).size).toBe(OPTIONS.length);
    expect(OPTIONS.map(({ path }) => path)).toContain('american_page_one.dobon.dobon_return');
    expect(OPTIONS.map(({ path }) => path)).not.toContain('name');
  });

  test.each(['en', 'ja'] as const)('have words in %s, and no others have', (language) => {
    const words = optionWords(language);
    expect(Object.keys(words.labels).sort()).toEqual(OPTIONS.map(({ path }) => path).sort());
    const values = OPTIONS.filter(({ kind }) => kind === 'choice').flatMap(({ field, values }) =>
      values.map(({ name }) => `${field.fieldKind === 'enum' ? field.enum.name : ''}.${name}`),
    );
    expect(Object.keys(words.values).sort()).toEqual([...new Set(values)].sort());
    for (const path of Object.keys(words.hints)) expect(words.labels).toHaveProperty([path]);
  });

  test('are all in a part that is shown', () => {
    for (const { group } of OPTIONS) expect(GROUPS).toContain(group);
  });

  test('that are numbers have a range', () => {
    const numbers = OPTIONS.filter(({ kind }) => kind === 'number').map(({ path }) => path);
    expect(Object.keys(RANGES).sort()).toEqual(numbers.sort());
  });

  test.each(CASES)('of %s can be changed: %s', (game, _, option) => {
    const { rules } = preset(game);
    const before = valueIn(rules, option) as Value;
    const changed = withValue(rules, option, another(option, before));
    expect(valueIn(changed, option)).toBe(another(option, before));
    expect(valueIn(rules, option)).toBe(before);
    expect(withValue(changed, option, before)).toEqual(rules);
  });

  test('of the other game have no value and cannot be changed', () => {
    const option = OPTIONS.find(({ path }) => path === 'page_one.joker_forced') as Option;
    const { rules } = preset('american_page_one');
    expect(valueIn(rules, option)).toBeUndefined();
    expect(withValue(rules, option, true)).toBe(rules);
  });

  test('in a message that is absent are unset, and make it', () => {
    const option = OPTIONS.find(({ path }) => path === 'calls.last') as Option;
    const rules = create(RulesSchema);
    expect(valueIn(rules, option)).toBe('');
    expect(withValue(rules, option, 'x').calls?.last).toBe('x');
  });
});

describe('a link', () => {
  test.each(CASES)('of %s keeps %s', (game, _, option) => {
    const choice = preset(game);
    const value = another(option, valueIn(choice.rules, option) as Value);
    const changed = { ...choice, rules: withValue(choice.rules, option, value), seats: 4, seat: 2 };
    const read = readQuery(new URLSearchParams(queryOf(changed, PRESETS)), PRESETS);
    expect(read.unknown).toEqual([]);
    expect(requestOf(read.choice)).toEqual(requestOf(changed));
  });

  test('of a preset is short and has no more than what was chosen', () => {
    expect(queryOf(preset('page_one'), PRESETS)).toBe('game=page_one&seats=4&seat=1&bots=normal');
  });

  test('keeps the strength of each bot', () => {
    const choice = { ...preset('page_one'), bots: [1, 3, 2] };
    const query = queryOf(choice, PRESETS);
    expect(query).toContain('bots=stand_in.normal.easy');
    expect(requestOf(readQuery(new URLSearchParams(query), PRESETS).choice).bots).toEqual([1, 3, 2]);
  });

  test.each([
    ['game=chess', ['game']],
    ['', ['game']],
    ['game=page_one&seats=99', ['seats']],
    ['game=page_one&seats=3&seat=4', ['seat']],
    ['game=page_one&seats=4&bots=normal.easy', ['bots']],
    ['game=page_one&bots=god', ['bots']],
    ['game=page_one&decks=-1', ['decks']],
    ['game=page_one&decks=1e9', ['decks']],
    ['game=page_one&round_end=NEVER', ['round_end']],
    ['game=page_one&round_end=UNSPECIFIED', ['round_end']],
    ['game=page_one&page_one.joker_forced=maybe', ['page_one.joker_forced']],
    ['game=page_one&page_one.joker_forced=constructor', ['page_one.joker_forced']],
    ['game=page_one&american_page_one.sets=yes', ['american_page_one.sets']],
    [`game=page_one&calls.last=${'x'.repeat(41)}`, ['calls.last']],
    ['game=page_one&ticket=AAAA&__proto__=1', ['ticket', '__proto__']],
    ['%E0%A4%A&game=page_one', ['\uFFFD%A']],
  ])('that is wrong (%s) still gives a choice, and names what is wrong', (query, unknown) => {
    const read = readQuery(new URLSearchParams(query), PRESETS);
    expect(read.unknown).toEqual(unknown);
    expect(read.choice.rules.name).toBe('page_one');
    expect(read.choice.bots).toHaveLength(read.choice.seats - 1);
  });
});

test('without a last choice there is none', () => {
  expect(lastChoice(PRESETS)).toBeUndefined();
  expect(usualChoice(PRESETS).rules.name).toBe('page_one');
});

test('faults name fields and values as the page does', () => {
  const told = faultText(
    'Set round_end to ROUND_END_FIRST_OUT, or american_page_one.dobon.enabled; dobon_return stays.',
  );
  expect(told).toBe('Set “A round ends” to “when somebody is out”, or “Dobon”; “Dobon return” stays.');
});
