import assert from "node:assert/strict";
import { constants, createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { createClient } from "pageone-client/node";
import { RulesService } from "pageone-client/v1";

/** A real server of HTTP/2: what `first` does to the first `times` streams, then the service. */
async function serving(
  context: TestContext,
  first: (stream: ServerHttp2Stream, socket: Socket) => void = () => {},
  times = 0,
): Promise<{ baseUrl: string; calls: () => number; hangUp: () => void }> {
  let calls = 0;
  const sockets = new Set<Socket>();
  const answer = connectNodeAdapter({
    routes: (router) => router.service(RulesService, { listRuleSets: () => ({ ruleSets: [{ minSeats: 2 }] }) }),
  });
  const server: Http2Server = createServer((request, response) => {
    calls += 1;
    const socket = [...sockets].at(-1);
    if (calls > times) {
      answer(request, response);
    } else if (socket) {
      request.stream.on("error", () => {});
      first(request.stream, socket);
    }
  });
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
  server.on("sessionError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hangUp = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  context.after(() => {
    server.close();
    hangUp();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls, hangUp };
}

const LOSSES: Readonly<Record<string, (stream: ServerHttp2Stream, socket: Socket) => void>> = {
  "a connection that is closed": (_, socket) => socket.destroy(),
  "a connection that is reset": (_, socket) => socket.resetAndDestroy(),
  "a stream that is not taken": (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
  "an answer that is cut": (stream, socket) => {
    stream.respond({ ":status": 200, "content-type": "application/grpc" });
    stream.write(Uint8Array.of(0, 0, 0), () => socket.destroy());
  },
};

for (const [name, loss] of Object.entries(LOSSES)) {
  test(`${name} is tried again`, async (context) => {
    const server = await serving(context, loss, 2);
    const client = createClient({ baseUrl: server.baseUrl });
    context.after(() => client.close());
    assert.equal((await client.ruleSets())[0]?.minSeats, 2);
    assert.equal(server.calls(), 3);
  });
}

test("a connection that ended between two calls is made anew", async (context) => {
  const server = await serving(context);
  const client = createClient({ baseUrl: server.baseUrl });
  context.after(() => client.close());
  for (let i = 0; i < 3; i++) {
    await client.ruleSets();
    server.hangUp();
  }
  assert.equal(server.calls(), 3);
});

test("nobody listens: UNAVAILABLE, after all tries", async () => {
  const client = createClient({ baseUrl: "http://127.0.0.1:1" });
  await assert.rejects(client.ruleSets(), { name: "UnavailableError" });
});

test("a server's own fault is not tried again", async (context) => {
  const server = await serving(context, (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), 9);
  const client = createClient({ baseUrl: server.baseUrl });
  context.after(() => client.close());
  await assert.rejects(client.ruleSets(), { name: "InternalError" });
  assert.equal(server.calls(), 1);
});

test("a call given up is CANCELLED, and not tried again", async (context) => {
  const stop = new AbortController();
  const server = await serving(context, () => stop.abort(), 9);
  const client = createClient({ baseUrl: server.baseUrl });
  context.after(() => client.close());
  await assert.rejects(client.ruleSets({ signal: stop.signal }), { name: "CancelledError" });
  assert.equal(server.calls(), 1);
});

test("closing ends calls under way, and later ones", async (context) => {
  let close = () => {};
  const server = await serving(context, () => close(), 9);
  const client = createClient({ baseUrl: server.baseUrl });
  close = () => client.close();
  await assert.rejects(client.ruleSets(), { name: "CancelledError" });
  await assert.rejects(client.ruleSets(), { name: "CancelledError" });
  assert.equal(server.calls(), 1);
});

test("time that is up ends a call", async (context) => {
  const server = await serving(context, () => {}, 9);
  const client = createClient({ baseUrl: server.baseUrl, timeoutMs: 100 });
  context.after(() => client.close());
  await assert.rejects(client.ruleSets(), { name: "DeadlineExceededError" });
});

test("a certificate has its key, and a token TLS", () => {
  const baseUrl = "https://cards.example";
  assert.throws(() => createClient({ baseUrl, tls: { cert: "x" } }), { message: "cert and key go together" });
  assert.throws(() => createClient({ baseUrl: "http://cards.example", token: "k" }), { message: /in plaintext/ });
});
