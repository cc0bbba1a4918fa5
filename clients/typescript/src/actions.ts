/** Actions, a function for each kind, and whose turn it is to make one. */

import { create } from "@bufbuild/protobuf";

import { type Action, ActionSchema, type Call, type Offense } from "./gen/pageone/v1/action_pb.js";
import type { Card, Suit } from "./gen/pageone/v1/card_pb.js";
import { Phase } from "./gen/pageone/v1/state_pb.js";
import type { MatchView } from "./gen/pageone/v1/view_pb.js";

/** Lay `cards`, bottom first; name `suit` with a wild card or a Joker; make the `call` that is owed. */
export function play(seat: number, cards: readonly Card[], also: { suit?: Suit; call?: Call } = {}): Action {
  return create(ActionSchema, { seat, kind: { case: "play", value: { ...also, cards: [...cards] } } });
}

/** Draw a card, or all that is pending. */
export function draw(seat: number): Action {
  return create(ActionSchema, { seat, kind: { case: "draw", value: {} } });
}

/** End the turn without a play. */
export function passTurn(seat: number): Action {
  return create(ActionSchema, { seat, kind: { case: "passTurn", value: {} } });
}

/** Name the suit of a starter. */
export function nameSuit(seat: number, suit: Suit): Action {
  return create(ActionSchema, { seat, kind: { case: "nameSuit", value: { suit } } });
}

/** Point out an offense of another seat. */
export function callOut(seat: number, offender: number, offense: Offense): Action {
  return create(ActionSchema, { seat, kind: { case: "callOut", value: { offender, offense } } });
}

/** Doubt the Joker just played. */
export function challenge(seat: number): Action {
  return create(ActionSchema, { seat, kind: { case: "challenge", value: {} } });
}

/** Lay the whole hand down against a seat, in the order of `cards` (empty: ascending). */
export function dobon(seat: number, against: number, cards: readonly Card[] = []): Action {
  return create(ActionSchema, { seat, kind: { case: "dobon", value: { against, cards: [...cards] } } });
}

/** Claim nothing. */
export function waive(seat: number): Action {
  return create(ActionSchema, { seat, kind: { case: "waive", value: {} } });
}

/** Leave the match. */
export function leave(seat: number): Action {
  return create(ActionSchema, { seat, kind: { case: "leave", value: {} } });
}

/** The host ends the waiting for claims. */
export function closeClaims(): Action {
  return create(ActionSchema, { kind: { case: "closeClaims", value: {} } });
}

/** The host starts the next round. */
export function startRound(): Action {
  return create(ActionSchema, { kind: { case: "startRound", value: {} } });
}

/** The seat whose action is waited for, of several awaited claims the first; `undefined` after a round. */
export function due(view: MatchView): number | undefined {
  switch (view.phase) {
    case Phase.TURN:
      return view.turn;
    case Phase.CLAIMS:
      return view.claims?.awaited[0];
    default:
      return undefined;
  }
}
