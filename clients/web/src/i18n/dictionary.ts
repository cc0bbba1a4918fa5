import { type Language, language } from '../app/settings';

/** The shape of a dictionary: the same keys, a text for a text, a function of the same values for a function. */
export type Words<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : Words<T[K]>;
};

/**
 * Words in both languages: a key that is missing in one of them, or is none of the other's, does not compile.
 * The function that comes back gives the words of the language chosen now, and subscribes whoever reads it while rendering.
 */
export function dictionary<T>(en: T, ja: Words<NoInfer<T>>): (of?: Language) => Words<T> {
  return (of = language.value) => (of === 'ja' ? ja : (en as Words<T>));
}

/** "1 card", "2 cards". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** A number with a real minus sign. */
export function minus(number: number): string {
  return `${number}`.replace('-', '−');
}
