/** How well a bot plays, by a word. */

import { Strength } from "./gen/pageone/v1/engine_service_pb.js";

/** `hard` is not there yet: the server answers UNIMPLEMENTED. */
export type StrengthName = "stand_in" | "easy" | "normal" | "hard";

const STRENGTHS: Readonly<Record<StrengthName, Strength>> = {
  stand_in: Strength.STAND_IN,
  easy: Strength.EASY,
  normal: Strength.NORMAL,
  hard: Strength.HARD,
};

/** The contract's value; a `TypeError` names a word that is none. */
export function strengthOf(name: StrengthName): Strength {
  if (!Object.hasOwn(STRENGTHS, name)) {
    throw new TypeError(`"${name}" is no strength; there are ${Object.keys(STRENGTHS).join(", ")}`);
  }
  return STRENGTHS[name];
}
