import assert from "node:assert/strict";
import { test } from "node:test";
import { toJson } from "@bufbuild/protobuf";
import { actions, Call, Card, due, Offense, Phase, Suit } from "pageone-client";
import { ActionSchema } from "pageone-client/v1";
import { viewOf } from "./support.js";

test("each kind of action has a function, and seat 0 is a seat", () => {
  const made = [
    actions.play(0, [Card.CLUBS_EIGHT], { suit: Suit.HEARTS, call: Call.PENULTIMATE }),
    actions.draw(1),
    actions.passTurn(1),
    actions.nameSuit(1, Suit.SPADES),
    actions.callOut(0, 2, Offense.MISSED_CALL),
    actions.challenge(1),
    actions.dobon(1, 0, [Card.CLUBS_TWO]),
    actions.waive(1),
    actions.leave(1),
    actions.closeClaims(),
    actions.startRound(),
  ];
  assert.equal(new Set(made.map((action) => action.kind.case)).size, 11);
  assert.deepEqual(made.map((action) => toJson(ActionSchema, action)).slice(0, 5), [
    { play: { cards: ["CARD_CLUBS_EIGHT"], suit: "SUIT_HEARTS", call: "CALL_PENULTIMATE" } },
    { seat: 1, draw: {} },
    { seat: 1, passTurn: {} },
    { seat: 1, nameSuit: { suit: "SUIT_SPADES" } },
    { callOut: { offender: 2, offense: "OFFENSE_MISSED_CALL" } },
  ]);
});

test("who is awaited: the seat to act, the first that may still claim, nobody after a round", () => {
  assert.equal(due(viewOf({ turn: 2 })), 2);
  assert.equal(due(viewOf({ phase: Phase.CLAIMS, claims: { awaited: [0, 3] } })), 0);
  assert.equal(due(viewOf({ phase: Phase.ROUND_OVER })), undefined);
  assert.equal(due(viewOf({ phase: Phase.MATCH_OVER })), undefined);
});
