/** Patterns: what an answer must be, as JSON (tests/conformance/README.md, "Patterns"). */

/** JSON, as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
/** An object of JSON. */
export interface JsonObject {
  [name: string]: Json;
}
/** What steps have kept, by name. */
export type Kept = ReadonlyMap<string, Json>;

/** A pattern or a request that is written wrong, or a name that nothing was kept under. */
export class PatternError extends Error {}

/** An answer that is not what it must be. */
export class MismatchError extends Error {
  constructor(path: string, wanted: string, got: string) {
    super(`${path}: wanted ${wanted}, got ${got}`);
  }
}

type Operator = (operand: Json, value: Json, path: string) => void;

const JAPANESE = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/;
const LANGUAGES: ReadonlyMap<Json, (text: string) => boolean> = new Map([
  ["ja", (text: string) => JAPANESE.test(text)],
  ["en", (text: string) => text !== "" && !JAPANESE.test(text)],
]);
const SHOWN = 300;

/** What the pattern keeps of `value`, by name; a `MismatchError` at the first place where they differ. */
export function match(pattern: Json, value: Json, kept: Kept, path = ""): Map<string, Json> {
  const matching = new Matching(kept);
  matching.match(pattern, value, path);
  return matching.saved;
}

/** A request with `$use` replaced by what was kept, and `$repeat` by so many copies. */
export function fill(request: Json, kept: Kept): Json {
  if (Array.isArray(request)) {
    return request.map((element) => fill(element, kept));
  }
  if (!isObject(request)) {
    return request;
  }
  const operator = operatorOf(request);
  if (operator === undefined) {
    return Object.fromEntries(Object.entries(request).map(([name, member]) => [name, fill(member, kept)]));
  }
  const operand = request[operator];
  if (operator === "$use" && typeof operand === "string") {
    return used(operand, kept);
  }
  if (operator === "$repeat" && Array.isArray(operand) && operand.length === 2 && typeof operand[0] === "number") {
    return Array<Json>(operand[0]).fill(fill(operand[1] as Json, kept));
  }
  throw new PatternError(`${operator} cannot be in a request`);
}

/** The kept value at a dotted path: `match.state.seats.0.hand`. */
function used(path: string, kept: Kept): Json {
  const [name = "", ...steps] = path.split(".");
  const missing = new PatternError(`nothing was kept under "${path}"`);
  let value = kept.get(name);
  for (const step of steps) {
    if (Array.isArray(value)) {
      value = value[Number(step)];
    } else {
      value = value !== undefined && isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    }
  }
  if (value === undefined) {
    throw missing;
  }
  return value;
}

/** The operator that an object is; `undefined` for one that must be equal. */
function operatorOf(value: JsonObject): string | undefined {
  const names = Object.keys(value);
  const operator = names.find((name) => name.startsWith("$"));
  if (operator !== undefined && names.length > 1) {
    throw new PatternError(`${operator} is not alone in its object`);
  }
  return operator;
}

/** One comparison: what was kept before it, and what it keeps. */
class Matching {
  readonly saved = new Map<string, Json>();
  readonly #kept: Kept;
  readonly #operators: ReadonlyMap<string, Operator>;

  constructor(kept: Kept) {
    this.#kept = kept;
    this.#operators = new Map<string, Operator>([
      ["$any", (operand) => this.#any(operand)],
      ["$save", (name, value) => this.saved.set(String(name), value)],
      ["$use", (name, value, path) => this.#use(String(name), value, path)],
      ["$some", (members, value, path) => this.#some(asObject(members), value, path)],
      ["$save_some", (operand, value, path) => this.#saveSome(asObject(operand), value, path)],
      ["$in_order", (patterns, value, path) => this.#inOrder(asArray(patterns), value, path)],
      ["$text", (language, value, path) => this.#text(language, value, path)],
      ["$length", (bounds, value, path) => this.#length(asArray(bounds), value, path)],
    ]);
  }

  match(pattern: Json, value: Json, path: string): void {
    const operator = isObject(pattern) ? operatorOf(pattern) : undefined;
    if (isObject(pattern) && operator !== undefined) {
      const check = this.#operators.get(operator);
      if (check === undefined) {
        throw new PatternError(`${operator} is no operator of a pattern`);
      }
      check(pattern[operator] as Json, value, path);
    } else if (isObject(pattern) && isObject(value)) {
      this.#some(pattern, value, path);
      const extra = Object.keys(value).find((name) => !Object.hasOwn(pattern, name));
      if (extra !== undefined) {
        throw new MismatchError(`${path}.${extra}`, "nothing", shown(value[extra] as Json));
      }
    } else if (Array.isArray(pattern) && Array.isArray(value)) {
      this.#elements(pattern, value, path);
    } else if (pattern !== value) {
      throw new MismatchError(path, shown(pattern), shown(value));
    }
  }

  #elements(patterns: Json[], values: Json[], path: string): void {
    if (patterns.length !== values.length) {
      throw new MismatchError(path, `${patterns.length} elements`, `${values.length}: ${shown(values)}`);
    }
    patterns.forEach((pattern, i) => {
      this.match(pattern, values[i] as Json, `${path}[${i}]`);
    });
  }

  #any(operand: Json): void {
    if (operand !== true) {
      throw new PatternError('$any is written {"$any": true}');
    }
  }

  #use(name: string, value: Json, path: string): void {
    const wanted = used(name, this.#kept);
    if (!isEqual(wanted, value)) {
      throw new MismatchError(path, `${name} = ${shown(wanted)}`, shown(value));
    }
  }

  #some(members: JsonObject, value: Json, path: string): void {
    if (!isObject(value)) {
      throw new MismatchError(path, "an object", shown(value));
    }
    for (const [name, pattern] of Object.entries(members)) {
      if (!Object.hasOwn(value, name)) {
        throw new MismatchError(`${path}.${name}`, shown(pattern), "nothing");
      }
      this.match(pattern, value[name] as Json, `${path}.${name}`);
    }
  }

  #saveSome(operand: JsonObject, value: Json, path: string): void {
    this.#some(asObject(operand["match"] ?? null), value, path);
    this.saved.set(String(operand["name"]), value);
  }

  #inOrder(patterns: Json[], value: Json, path: string): void {
    if (!Array.isArray(value)) {
      throw new MismatchError(path, "an array", shown(value));
    }
    let from = 0;
    patterns.forEach((pattern, number) => {
      const found = value.slice(from).findIndex((element) => this.#matches(pattern, element));
      if (found < 0) {
        throw new MismatchError(path, `in this order, as number ${number}, ${shown(pattern)}`, shown(value));
      }
      from += found + 1;
    });
  }

  #matches(pattern: Json, value: Json): boolean {
    try {
      this.match(pattern, value, "");
    } catch (thrown) {
      if (thrown instanceof MismatchError) {
        return false;
      }
      throw thrown;
    }
    return true;
  }

  #text(language: Json, value: Json, path: string): void {
    const isIn = LANGUAGES.get(language);
    if (isIn === undefined) {
      throw new PatternError(`$text knows ja and en, not ${shown(language)}`);
    }
    if (typeof value !== "string" || !isIn(value)) {
      throw new MismatchError(path, `a text in ${language}`, shown(value));
    }
  }

  #length([low, high]: Json[], value: Json, path: string): void {
    if (typeof low !== "number" || typeof high !== "number") {
      throw new PatternError('$length is written {"$length": [min, max]}');
    }
    // Characters are code points, not the halves that a string's length counts.
    const length = typeof value === "string" || Array.isArray(value) ? [...value].length : -1;
    if (length < low || length > high) {
      throw new MismatchError(path, `${low} to ${high} characters or elements`, shown(value));
    }
  }
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asObject(value: Json): JsonObject {
  if (!isObject(value)) {
    throw new PatternError(`not an object: ${shown(value)}`);
  }
  return value;
}

function asArray(value: Json): Json[] {
  if (!Array.isArray(value)) {
    throw new PatternError(`not an array: ${shown(value)}`);
  }
  return value;
}

function isEqual(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, i) => isEqual(element, other[i] as Json));
  }
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && isEqual(one[name] as Json, other[name] as Json))
    );
  }
  return one === other;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}
