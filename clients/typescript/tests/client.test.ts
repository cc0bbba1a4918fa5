import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { actions, applyRequest, CancelledError, RETRY, UnavailableError } from "pageone-client";
import {
  type ApplyActionRequest,
  type CreateMatchRequest,
  MatchStateSchema,
  type StartGameRequest,
  Strength,
} from "pageone-client/v1";
import { clientOf, flaky, keptIn, viewOf } from "./support.js";

test("what is left out of a match is left out of its request", async () => {
  const requests: CreateMatchRequest[] = [];
  const client = clientOf({ engine: { createMatch: (request) => keptIn(requests, request, {}) } });
  await client.createMatch("page_one", 3);
  await client.createMatch("page_one", 3, { firstDealer: 0, matchId: "mine", viewers: [0, "spectator"] });
  const [bare, full] = requests;
  assert.deepEqual(
    [bare?.rules?.name, bare?.seats, bare?.firstDealer, bare?.seed.length],
    ["page_one", 3, undefined, 0],
  );
  assert.deepEqual([full?.firstDealer, full?.matchId], [0, "mine"]);
  assert.deepEqual(
    full?.viewers.map(({ kind }) => kind.case),
    ["seat", "spectator"],
  );
});

test("a batch and a transcript get six times the deadline", async () => {
  const deadlines: number[] = [];
  const seen = (_: unknown, context: { timeoutMs(): number | undefined }) => {
    deadlines.push(Math.ceil((context.timeoutMs() ?? 0) / 1000));
    return {};
  };
  const client = clientOf(
    { engine: { batchApplyActions: seen }, rules: { listRuleSets: seen } },
    { timeoutMs: 10_000 },
  );
  await client.applyAll([applyRequest(create(MatchStateSchema), actions.draw(0))]);
  await client.ruleSets();
  await client.ruleSets({ timeoutMs: 3000 });
  assert.deepEqual(deadlines, [60, 10, 3]);
});

test("language and token go with every call, and a function gives a new token each time", async () => {
  const headers: (string | null)[][] = [];
  let asked = 0;
  const client = clientOf(
    {
      rules: {
        listRuleSets: (_, { requestHeader }) => {
          headers.push(["accept-language", "authorization", "traceparent"].map((name) => requestHeader.get(name)));
          return {};
        },
      },
    },
    { language: "ja", token: async () => `key${++asked}` },
  );
  await client.ruleSets();
  await client.ruleSets({ language: "en", headers: { traceparent: "00-1" } });
  assert.deepEqual(headers, [
    ["ja", "Bearer key1", null],
    ["en", "Bearer key2", "00-1"],
  ]);
});

test("a token that is none is never sent and never shown", async () => {
  for (const token of ["", "two words", "secret\n", "ключ"]) {
    const client = clientOf({ rules: { listRuleSets: () => assert.fail("sent") } }, { token });
    await assert.rejects(client.ruleSets(), (error: Error) => {
      assert.equal(error.name, "TypeError");
      assert.ok(!error.message.includes(token) || token === "");
      return true;
    });
  }
});

test("a server that cannot be reached is tried four times", async () => {
  const some = flaky(RETRY.attempts - 1);
  await clientOf(some.services).ruleSets();
  assert.equal(some.calls(), 4);
  const all = flaky(99);
  await assert.rejects(clientOf(all.services).ruleSets(), UnavailableError);
  assert.equal(all.calls(), 4);
});

test("what the server refuses is not tried again", async () => {
  let calls = 0;
  const refusing = () => {
    calls += 1;
    throw new ConnectError("too many", Code.ResourceExhausted);
  };
  await assert.rejects(clientOf({ rules: { listRuleSets: refusing } }).ruleSets(), { code: "RESOURCE_EXHAUSTED" });
  assert.equal(calls, 1);
});

test("pauses double from 0.1 s to 1 s, and chance shortens them", async () => {
  const pauses: number[] = [];
  const timer = mock.method(globalThis, "setTimeout", (run: () => void, pause: number) => {
    // The others are deadlines, of a minute.
    if (pause < RETRY.longestPauseMs) {
      pauses.push(pause);
      queueMicrotask(run);
    }
    return 0;
  });
  const chance = mock.method(Math, "random", () => 0.5);
  try {
    await assert.rejects(clientOf(flaky(99).services, { timeoutMs: 60_000 }).ruleSets(), UnavailableError);
  } finally {
    timer.mock.restore();
    chance.mock.restore();
  }
  assert.deepEqual(pauses, [50, 100, 200]);
});

test("the server's word on when to come back is heeded, also that one should not", async () => {
  const soon = flaky(1, { "grpc-retry-pushback-ms": "1" });
  await clientOf(soon.services).ruleSets();
  assert.equal(soon.calls(), 2);
  const never = flaky(1, { "grpc-retry-pushback-ms": "-1" });
  await assert.rejects(clientOf(never.services).ruleSets(), UnavailableError);
  assert.equal(never.calls(), 1);
});

test("tries end with the deadline", async () => {
  const late = flaky(1, { "grpc-retry-pushback-ms": "60000" });
  await assert.rejects(clientOf(late.services, { timeoutMs: 1000 }).ruleSets(), UnavailableError);
  assert.equal(late.calls(), 1);
});

test("a call can be given up, also between two tries", async () => {
  const early = clientOf({ rules: { listRuleSets: () => assert.fail("sent") } });
  await assert.rejects(early.ruleSets({ signal: AbortSignal.abort() }), CancelledError);
  const stop = new AbortController();
  let calls = 0;
  const listRuleSets = () => {
    calls += 1;
    setTimeout(() => stop.abort(), 10);
    throw new ConnectError("draining", Code.Unavailable, { "grpc-retry-pushback-ms": "4000" });
  };
  await assert.rejects(clientOf({ rules: { listRuleSets } }).ruleSets({ signal: stop.signal }), CancelledError);
  assert.equal(calls, 1);
});

test("a closed client calls nobody", async () => {
  const client = clientOf({ rules: { listRuleSets: () => assert.fail("sent") } });
  client.close();
  await assert.rejects(client.ruleSets(), CancelledError);
});

test("bots have strengths by words: one for all, or one for each", async () => {
  const requests: StartGameRequest[] = [];
  const startGame = (request: StartGameRequest) => {
    requests.push(request);
    return { ticket: Uint8Array.of(1), view: viewOf() };
  };
  const client = clientOf({ solo: { startGame } });
  await client.startGame("page_one", 3);
  await client.startGame("page_one", 3, { seat: 2, bots: ["stand_in", "hard"] });
  assert.deepEqual(
    requests.map(({ seat, bots }) => [seat, bots]),
    [
      [0, [Strength.NORMAL]],
      [2, [Strength.STAND_IN, Strength.HARD]],
    ],
  );
});

test("views and suggestions come without their wrapping", async () => {
  const requests: ApplyActionRequest[] = [];
  const client = clientOf({
    engine: {
      getView: () => ({ view: { round: 2 } }),
      listLegalActions: () => ({ seats: [{ seat: 1, legal: { actions: [actions.draw(1)] } }] }),
      suggestAction: () => ({}),
      applyAction: (request) => keptIn(requests, request, { undoable: true }),
    },
  });
  const state = create(MatchStateSchema);
  assert.equal((await client.view(state, "spectator")).round, 2);
  assert.equal((await client.legalActions(state, 1)).actions.length, 1);
  assert.equal((await client.allLegalActions(state))[0]?.seat, 1);
  assert.equal(await client.suggest(viewOf()), undefined);
  assert.equal((await client.apply(state, actions.draw(0), [1])).undoable, true);
  assert.equal(requests[0]?.viewers.length, 1);
});

test("a request that is none is the caller's mistake: no call, a TypeError that names the field", async () => {
  const client = clientOf({ engine: { createMatch: () => assert.fail("sent") } });
  for (const seats of [-1, 2.5, Number.NaN, 2 ** 32]) {
    await assert.rejects(client.createMatch("page_one", seats), { name: "TypeError", message: /\.seats .*uint32/ });
  }
  const bots = "perfect" as "normal";
  await assert.rejects(client.startGame("page_one", 3, { bots }), {
    name: "TypeError",
    message: '"perfect" is no strength; there are stand_in, easy, normal, hard',
  });
});

test("a deadline is a number of milliseconds that gRPC can carry", async () => {
  const client = clientOf({ rules: { listRuleSets: () => assert.fail("sent") } });
  for (const timeoutMs of [0, -5, Number.NaN, Number.POSITIVE_INFINITY, 100_000_000]) {
    await assert.rejects(client.ruleSets({ timeoutMs }), { name: "RangeError", message: /timeoutMs must be 1 to/ });
    assert.throws(() => clientOf({}, { timeoutMs }), { name: "RangeError" });
  }
  await clientOf({ rules: { listRuleSets: () => ({}) } }, { timeoutMs: 99_999_999 }).ruleSets();
});
