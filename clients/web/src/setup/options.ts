/**
 * Every option of `pageone.v1.Rules`, found in the contract's own description: a field that is added there is an option here,
 * and has a plain field on the page until it gets words of its own (a test asks for them).
 */
import { clone, create, type DescEnum, type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { type Rules, RulesSchema } from '../contract';

export type Value = number | boolean | string;
/** number: a whole one; flag: yes or no; word: a text; choice: a value of an enum; rank: a rank or none. */
export type Kind = 'number' | 'flag' | 'word' | 'choice' | 'rank';

export interface Option {
  /** Where it is in Rules, as faults name it: "american_page_one.dobon.enabled". */
  readonly path: string;
  readonly kind: Kind;
  readonly group: Group;
  /** The values there are, for choices and ranks. */
  readonly values: readonly { readonly name: string; readonly number: number }[];
  /** The messages around the field, outermost first. */
  readonly parents: readonly DescField[];
  readonly field: DescField;
}

/** The parts that options are shown in, in this order, and the beginning of the paths in each; the first that fits counts. */
const PARTS = [
  ['game', 'page_one.'],
  ['specials', 'american_page_one.specials.'],
  ['dobon', 'american_page_one.dobon.'],
  ['play', 'american_page_one.'],
  ['calls', 'calls.'],
  ['penalties', 'penalties.'],
  ['scoring', 'scoring'],
  ['scoring', 'card_points.'],
  ['match', ''],
] as const;
export type Group = (typeof PARTS)[number][0];
export const GROUPS: readonly Group[] = ['match', 'game', 'play', 'specials', 'dobon', 'calls', 'penalties', 'scoring'];

/** The smallest and the largest value of each number, as the service takes it (tests/web compares them). */
export const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  rounds: [0, 100],
  decks: [1, 4],
  jokers: [0, 203],
  hand_size: [0, 20],
  turn_limit: [1, 10_000],
  'penalties.missed_call': [0, 20],
  'penalties.illegal_play': [0, 20],
  'penalties.special_finish': [0, 20],
  'penalties.table_talk': [0, 20],
  'penalties.false_call_out': [0, 20],
  'card_points.joker': [0, 1000],
  'card_points.wild': [0, 1000],
  'card_points.action': [0, 1000],
  'card_points.court': [0, 1000],
  'card_points.ace': [0, 1000],
};
/** Letters that a call may have. */
export const MAX_WORD = 40;

export const OPTIONS: readonly Option[] = [...optionsOf(RulesSchema, '', [])];
const BY_PATH = new Map(OPTIONS.map((option) => [option.path, option]));

export function optionAt(path: string): Option | undefined {
  return BY_PATH.get(path);
}

function* optionsOf(message: DescMessage, prefix: string, parents: readonly DescField[]): Generator<Option> {
  for (const field of message.fields) {
    const path = prefix + field.name;
    if (field.fieldKind === 'message') {
      yield* optionsOf(field.message, `${path}.`, [...parents, field]);
    } else if (path !== 'name') {
      const kind = kindOf(field);
      yield { path, kind, group: groupOf(path), values: valuesOf(field), parents, field };
    }
  }
}

function kindOf(field: DescField): Kind {
  if (field.fieldKind === 'enum') return field.enum.name === 'Rank' ? 'rank' : 'choice';
  if (field.fieldKind === 'scalar' && field.scalar === ScalarType.BOOL) return 'flag';
  if (field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING) return 'word';
  return 'number';
}

/** An enum's values by what is left of their names without the enum's: LINKED of EVASION_LINKED. Only ranks may be unset. */
function valuesOf(field: DescField): Option['values'] {
  if (field.fieldKind !== 'enum') return [];
  const prefix = prefixOf(field.enum);
  const all = field.enum.values.map(({ name, number }) => ({ name: name.slice(prefix.length), number }));
  return field.enum.name === 'Rank' ? all : all.filter(({ number }) => number !== 0);
}

function prefixOf(enumeration: DescEnum): string {
  const unset = enumeration.values.find(({ number }) => number === 0)?.name ?? '';
  return unset.endsWith('UNSPECIFIED') ? unset.slice(0, -'UNSPECIFIED'.length) : '';
}

function groupOf(path: string): Group {
  return PARTS.find(([, beginning]) => path.startsWith(beginning))?.[0] ?? 'match';
}

type Fields = Record<string, unknown>;
type OneOf = { case?: string; value?: Fields };

function inner(message: Fields, parent: DescField): Fields | undefined {
  if (!parent.oneof) return message[parent.localName] as Fields | undefined;
  const chosen = message[parent.oneof.localName] as OneOf;
  return chosen.case === parent.localName ? chosen.value : undefined;
}

/** What rules say of an option; undefined when it belongs to the other game. */
export function valueIn(rules: Rules, option: Option): Value | undefined {
  let message: Fields | undefined = rules as unknown as Fields;
  for (const parent of option.parents) {
    const next: Fields | undefined = inner(message, parent);
    if (!next) return parent.oneof || parent.fieldKind !== 'message' ? undefined : unset(option);
    message = next;
  }
  return message[option.field.localName] as Value;
}

/** What an option is in a message that is absent. */
function unset(option: Option): Value {
  return option.kind === 'flag' ? false : option.kind === 'word' ? '' : 0;
}

/** Rules with one option changed; the message around it is made when it is absent. */
export function withValue(rules: Rules, option: Option, value: Value): Rules {
  const changed = clone(RulesSchema, rules);
  let message = changed as unknown as Fields;
  for (const parent of option.parents) {
    let next = inner(message, parent);
    if (!next) {
      // The other game's option: nothing to change.
      if (parent.oneof || parent.fieldKind !== 'message') return rules;
      next = create(parent.message) as unknown as Fields;
      message[parent.localName] = next;
    }
    message = next;
  }
  message[option.field.localName] = value;
  return changed;
}

/** The options that these rules have. */
export function optionsIn(rules: Rules): Option[] {
  return OPTIONS.filter((option) => valueIn(rules, option) !== undefined);
}

/** The options in which two rules of the same game differ. */
export function differences(rules: Rules, other: Rules): Option[] {
  return optionsIn(rules).filter((option) => valueIn(rules, option) !== valueIn(other, option));
}
