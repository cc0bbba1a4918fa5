import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { actions, type Event, Phase, RefusedError } from "pageone-client";
import { type Action, type ActRequest, EventSchema, type MatchView } from "pageone-client/v1";
import { clientOf, viewOf } from "./support.js";

/** A game whose server answers each Act with what `next` gives. */
async function gameWith(next: (request: ActRequest) => MatchView, first: MatchView = viewOf()) {
  const sent: (Action | undefined)[] = [];
  const events: Event[] = [create(EventSchema, { kind: { case: "turnStarted", value: { seat: 1 } } })];
  const client = clientOf({
    solo: {
      startGame: () => ({ ticket: Uint8Array.of(0), view: first, events }),
      getGame: ({ ticket }) => ({ view: viewOf({ version: ticket.length }) }),
      act: (request) => {
        sent.push(request.action);
        return { ticket: Uint8Array.of((request.ticket[0] ?? 0) + 1), view: next(request), events: [] };
      },
    },
  });
  return { client, sent, game: await client.startGame("page_one", 3, { seat: 1 }) };
}

test("a game keeps ticket, view and events of the last call", async () => {
  const { game, sent } = await gameWith(() => viewOf({ phase: Phase.ROUND_OVER }));
  assert.deepEqual([game.seat, game.isTurn, game.isRoundOver, game.isOver], [1, true, false, false]);
  assert.equal(game.events[0]?.kind.case, "turnStarted");
  assert.deepEqual(await game.act(actions.draw(1)), []);
  assert.deepEqual([...game.ticket], [1]);
  assert.deepEqual([game.isTurn, game.isRoundOver], [false, true]);
  await game.startRound();
  await game.goOn();
  await game.leave();
  assert.deepEqual(
    sent.map((action) => action?.kind.case),
    ["draw", "startRound", undefined, "leave"],
  );
  assert.equal(sent[3]?.seat, 1);
});

test("whose answer is awaited: the turn's, or in claims those who have not answered", async () => {
  const views = [
    viewOf({ turn: 0 }),
    viewOf({ phase: Phase.CLAIMS, turn: 1, claims: { awaited: [0] } }),
    viewOf({ phase: Phase.CLAIMS, turn: 0, claims: { awaited: [0, 1] } }),
    viewOf({ phase: Phase.MATCH_OVER }),
  ];
  const { game } = await gameWith(() => views.shift() ?? assert.fail("no more"));
  const seen: boolean[][] = [];
  while (!game.isOver) {
    await game.goOn();
    seen.push([game.isTurn, game.isOver]);
  }
  assert.deepEqual(seen, [
    [false, false],
    [false, false],
    [true, false],
    [false, true],
  ]);
});

test("a call that fails changes nothing", async () => {
  const { game } = await gameWith(() => {
    throw new ConnectError("not now", Code.FailedPrecondition);
  });
  const { view, ticket, events } = game;
  await assert.rejects(game.act(actions.draw(1)), RefusedError);
  assert.deepEqual([game.view === view, game.ticket === ticket, game.events === events], [true, true, true]);
  assert.equal(game.isBusy, false);
});

test("one call at a time: a second one would fork the match", async () => {
  const { game, sent } = await gameWith(() => viewOf());
  const first = game.act(actions.draw(1));
  assert.equal(game.isBusy, true);
  await assert.rejects(game.goOn(), /under way/);
  await first;
  assert.equal(game.isBusy, false);
  assert.equal(sent.length, 1);
});

test("a game goes on from its ticket, as bytes or as text", async () => {
  const { client, game } = await gameWith(() => viewOf());
  assert.equal(game.ticketText, "AA");
  const ticket = Uint8Array.from({ length: 64 }, (_, i) => 255 - i);
  const resumed = await client.resumeGame(ticket);
  assert.deepEqual([resumed.view.version, resumed.events.length], [64, 0]);
  assert.match(resumed.ticketText, /^[\w-]+$/);
  assert.deepEqual((await client.resumeGame(resumed.ticketText)).ticket, ticket);
});

test("text that is no ticket is the server's to refuse", async () => {
  const { client } = await gameWith(() => viewOf());
  assert.equal((await client.resumeGame("not a ticket!")).view.version, 0);
});
