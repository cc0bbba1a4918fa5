/** What a game is to be made from, and how it is written into a link or kept for the next visit: both are the same text. */
import { clone, create } from '@bufbuild/protobuf';
import { readItem, writeItem } from '../app/storage';
import {
  type RuleSet,
  type Rules,
  RulesSchema,
  type StartGameRequest,
  StartGameRequestSchema,
  Strength,
} from '../contract';
import { differences, MAX_WORD, type Option, optionAt, type Value, valueIn, withValue } from './options';

export const SETUP_KEY = 'pageone.setup';
export const MIN_SEATS = 2;
export const MAX_SEATS = 8;
/** The strengths that bots can have, and what links call them. */
export const STRENGTHS: readonly (readonly [string, Strength])[] = [
  ['easy', Strength.EASY],
  ['normal', Strength.NORMAL],
  ['stand_in', Strength.STAND_IN],
];

export interface Choice {
  readonly rules: Rules;
  readonly seats: number;
  /** The person's seat, from 0. */
  readonly seat: number;
  /** One for each other seat, in seat order. */
  readonly bots: readonly Strength[];
}

/** What somebody finds who has chosen nothing yet. */
export function usualChoice(presets: readonly RuleSet[]): Choice {
  return ofPreset(presets, 'page_one') ?? { rules: create(RulesSchema), seats: 4, seat: 0, bots: bots(4, []) };
}

/** A preset with the seats of a choice, as far as it can be played with them; undefined: there is none of that name. */
export function ofPreset(presets: readonly RuleSet[], name: string, choice?: Choice): Choice | undefined {
  const found = presets.find((preset) => preset.rules?.name === name);
  if (!found?.rules) return undefined;
  const seats = Math.min(Math.max(choice?.seats ?? 4, found.minSeats), found.maxSeats);
  return withSeats({ seat: 0, bots: [], seats, ...choice, rules: clone(RulesSchema, found.rules) }, seats);
}

/** The choice with another number of seats: bots come and go at the end, and the person stays at the table. */
export function withSeats(choice: Choice, seats: number): Choice {
  return { ...choice, seats, seat: Math.min(choice.seat, seats - 1), bots: bots(seats, choice.bots) };
}

function bots(seats: number, before: readonly Strength[]): Strength[] {
  return Array.from({ length: seats - 1 }, (_, index) => before[index] ?? before.at(-1) ?? Strength.NORMAL);
}

export function requestOf(choice: Choice): StartGameRequest {
  const { rules, seats, seat } = choice;
  const [first] = choice.bots;
  const alike = choice.bots.every((each) => each === first);
  return create(StartGameRequestSchema, {
    rules,
    seats,
    seat,
    bots: alike ? choice.bots.slice(0, 1) : [...choice.bots],
  });
}

/** A choice as the query of a link: a preset's name, the seats, and what differs from the preset. No ticket, no secret. */
export function queryOf(choice: Choice, presets: readonly RuleSet[]): string {
  const query = new URLSearchParams();
  query.set('game', choice.rules.name);
  query.set('seats', `${choice.seats}`);
  query.set('seat', `${choice.seat + 1}`);
  const names = choice.bots.map((bot) => STRENGTHS.find(([, strength]) => strength === bot)?.[0] ?? 'normal');
  query.set('bots', new Set(names).size === 1 ? (names[0] ?? '') : names.join('.'));
  const preset = ofPreset(presets, choice.rules.name)?.rules;
  for (const option of preset ? differences(choice.rules, preset) : []) {
    query.set(option.path, written(option, valueIn(choice.rules, option) ?? 0));
  }
  return query.toString();
}

function written(option: Option, value: Value): string {
  if (option.kind === 'flag') return value ? 'yes' : 'no';
  return option.values.find(({ number }) => number === value)?.name ?? `${value}`;
}

export interface Read {
  readonly choice: Choice;
  /** The names in the query that could not be understood; what they stand for is as it usually is. */
  readonly unknown: readonly string[];
}

/** The choice that a query stands for. Whatever is in it, there is a choice that can be shown. */
export function readQuery(query: URLSearchParams, presets: readonly RuleSet[]): Read {
  const unknown: string[] = [];
  const seats = whole(query.get('seats'), MIN_SEATS, MAX_SEATS);
  if (query.has('seats') && seats === undefined) unknown.push('seats');
  const usual = withSeats(usualChoice(presets), seats ?? 4);
  let choice = ofPreset(presets, query.get('game') ?? '');
  if (!choice) unknown.push('game');
  choice = withSeats(choice ?? usual, seats ?? (choice ?? usual).seats);
  const seat = whole(query.get('seat'), 1, choice.seats);
  if (query.has('seat') && seat === undefined) unknown.push('seat');
  const strengths = (query.get('bots') ?? 'normal')
    .split('.')
    .map((name) => STRENGTHS.find(([word]) => word === name)?.[1]);
  const known = strengths.filter((strength) => strength !== undefined);
  if (known.length !== strengths.length || ![1, choice.seats - 1].includes(known.length)) unknown.push('bots');
  choice = { ...choice, seat: (seat ?? 1) - 1, bots: bots(choice.seats, known) };
  for (const [path, text] of query) {
    if (['game', 'seats', 'seat', 'bots'].includes(path)) continue;
    const option = optionAt(path);
    const value = option && read(option, text);
    if (option && value !== undefined && valueIn(choice.rules, option) !== undefined) {
      choice = { ...choice, rules: withValue(choice.rules, option, value) };
    } else {
      unknown.push(path);
    }
  }
  return { choice, unknown };
}

function read(option: Option, text: string): Value | undefined {
  if (option.kind === 'flag') return text === 'yes' ? true : text === 'no' ? false : undefined;
  if (option.kind === 'word') return [...text].length <= MAX_WORD ? text : undefined;
  if (option.kind === 'number') return whole(text, 0, 1_000_000);
  return option.values.find(({ name }) => name === text)?.number;
}

function whole(text: string | null, low: number, high: number): number | undefined {
  if (text === null || !/^\d{1,7}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= low && number <= high ? number : undefined;
}

/** What was chosen the last time; undefined: nothing, or nothing that can be read. */
export function lastChoice(presets: readonly RuleSet[]): Choice | undefined {
  const text = readItem(SETUP_KEY);
  if (!text) return undefined;
  const { choice, unknown } = readQuery(new URLSearchParams(text), presets);
  return unknown.length ? undefined : choice;
}

export function keepChoice(choice: Choice, presets: readonly RuleSet[]): void {
  writeItem(SETUP_KEY, queryOf(choice, presets));
}
