/** Plays scenarios (tests/conformance/README.md) through this package; the same in Node.js and in a browser. */

import { type DescMessage, type DescMethodUnary, fromBinary, fromJson, toJson } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { type Client, cardsText, PageOneError, parseCards, Refusal } from "pageone-client";
import * as fairplay from "pageone-client/fairplay";
import {
  ActResponseSchema,
  EngineService,
  EventSchema,
  MatchViewSchema,
  RulesService,
  SoloService,
} from "pageone-client/v1";
import { fill, type Json, type JsonObject, type Kept, match, PatternError } from "./patterns.js";

/** The format of the file that this runner plays. */
export const FORMAT = 1;
const DEFAULT_TIMEOUT_MS = 30_000;

/** A scenario of the file. */
export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** What a scenario came to: a line of the runner's output. */
export interface Result {
  readonly scenario: string;
  readonly passed: boolean;
  readonly message: string;
}

interface Call {
  readonly call: string;
  readonly metadata?: Record<string, string>;
  readonly timeoutMs?: number;
  readonly request: Json;
  readonly expect: JsonObject;
}
interface Decode {
  readonly decode: string;
  readonly bytes: string;
  readonly expect: JsonObject;
}
interface Verify {
  readonly verify: string;
  readonly input: Input;
  readonly expect: Json;
}
interface Cards {
  readonly cards: string;
  readonly expect: Json;
}
type Step = Call | Decode | Verify | Cards;

/** What the functions of fair play take; which of them, the format says. */
interface Input {
  readonly commitment: string;
  readonly seed: string;
  readonly entropy: readonly string[];
  readonly decks: number;
  readonly jokers: number;
  readonly cards: readonly number[];
  readonly shuffles: number;
  readonly handSize: number;
  readonly seats: number;
  readonly dealer: number;
  readonly drawn: boolean;
  readonly seat: number;
  readonly hand: readonly number[];
}

const METHODS: ReadonlyMap<string, DescMethodUnary> = new Map(
  [EngineService, RulesService, SoloService].flatMap((service) =>
    service.methods.map((method) => [`${service.typeName}/${method.name}`, method as DescMethodUnary] as const),
  ),
);
const DECODED: ReadonlyMap<string, DescMessage> = new Map(
  [EventSchema, MatchViewSchema, ActResponseSchema].map((schema) => [schema.typeName, schema]),
);
const VERIFIED: ReadonlyMap<string, (input: Input) => Json> = new Map<string, (input: Input) => Json>([
  ["commitment", ({ seed }) => hex(fairplay.commitment(bytes(seed)))],
  ["pack", ({ decks, jokers }) => fairplay.pack(decks, jokers)],
  ["shuffle", (input) => fairplay.shuffle(input.cards, seedOf(input), input.shuffles)],
  ["first_dealer", (input) => fairplay.firstDealer(input.seats, seedOf(input))],
  ["deal", ({ cards, seats, dealer, handSize }) => ({ ...fairplay.deal(cards, seats, dealer, handSize) })],
  [
    "check_first_deal",
    ({ seed, entropy, commitment, ...facts }) =>
      fairplay.checkFirstDeal({ ...facts, ...seedOf({ seed, entropy }), commitment: bytes(commitment) }),
  ],
]);

/** Plays one scenario: `message` says what is wrong at the first step that fails. */
export async function play(client: Client, scenario: Scenario): Promise<Result> {
  const kept = new Map<string, Json>();
  for (const [number, step] of scenario.steps.entries()) {
    try {
      for (const [name, value] of await played(client, step, kept)) {
        kept.set(name, value);
      }
    } catch (thrown) {
      const message = `step ${number}: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
      return { scenario: scenario.name, passed: false, message };
    }
  }
  return { scenario: scenario.name, passed: true, message: "" };
}

async function played(client: Client, step: Step, kept: Kept): Promise<Map<string, Json>> {
  if ("call" in step) {
    return match(step.expect, await called(client, step, kept), kept);
  }
  if ("decode" in step) {
    const decoded = decodedOf(step);
    const asked = Object.keys(step.expect).map((name) => [name, decoded[name] ?? null]);
    return match(step.expect, Object.fromEntries(asked), kept);
  }
  if ("verify" in step) {
    return match(step.expect, known(VERIFIED, step.verify)(step.input), kept, "result");
  }
  if ("cards" in step) {
    const cards = parseCards(step.cards);
    return match({ cards: step.expect, text: step.cards }, { cards, text: cardsText(cards) }, kept);
  }
  throw new PatternError(`no step: ${Object.keys(step)}`);
}

async function called(client: Client, step: Call, kept: Kept): Promise<Json> {
  const method = known(METHODS, step.call);
  const request = fromJson(method.input, fill(step.request, kept));
  const options = { headers: step.metadata, timeoutMs: step.timeoutMs ?? DEFAULT_TIMEOUT_MS };
  try {
    return { response: toJson(method.output, await client.call(method, request, options)) as Json };
  } catch (thrown) {
    if (thrown instanceof PageOneError) {
      return { error: errorJson(thrown) };
    }
    throw thrown;
  }
}

/** The members of an error that are set. */
function errorJson(error: PageOneError): JsonObject {
  const { code, reason, metadata, refusal, staleVersion, locale, localized, faults, retryAfterMs } = error;
  const all = {
    code,
    reason,
    metadata: metadata && { ...metadata },
    refusal: refusal ? `REFUSAL_${Refusal[refusal]}` : undefined,
    staleVersion,
    locale,
    localized: locale === undefined ? undefined : localized,
    faults: faults?.length ? faults.map((fault) => ({ ...fault })) : undefined,
    retryAfterMs,
  };
  return JSON.parse(JSON.stringify(all)) as JsonObject;
}

function decodedOf(step: Decode): JsonObject {
  const schema = known(DECODED, step.decode);
  const message = fromBinary(schema, base64Decode(step.bytes)) as { kind?: { case?: string | undefined } };
  const field = schema.fields.find(({ localName }) => localName === message.kind?.case);
  return { json: toJson(schema, message as never) as Json, kind: field?.name ?? null };
}

function known<T>(all: ReadonlyMap<string, T>, name: string): T {
  const one = all.get(name);
  if (one === undefined) {
    throw new PatternError(`"${name}" is none of ${[...all.keys()].join(", ")}`);
  }
  return one;
}

function seedOf({ seed, entropy }: Pick<Input, "seed" | "entropy">): { seed: Uint8Array; entropy: Uint8Array[] } {
  return { seed: bytes(seed), entropy: entropy.map(bytes) };
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(value: Uint8Array): string {
  return Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
