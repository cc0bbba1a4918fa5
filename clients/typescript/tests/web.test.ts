import assert from "node:assert/strict";
import { test } from "node:test";
import { type ClientOptions, createClient } from "pageone-client";

const SERVER = "https://cards.example";

/** A frame of gRPC-Web: a message (0) or trailers (128). */
function frame(kind: number, body: Uint8Array): number[] {
  return [kind, 0, 0, 0, body.length, ...body];
}

const ANSWER = [...frame(0, new Uint8Array()), ...frame(128, new TextEncoder().encode("grpc-status: 0\r\n"))];

/** A client over a fetch that answers with `answers`, one after the other, and keeps what it was asked. */
function clientWith(answers: (() => Response)[], options: ClientOptions = { baseUrl: SERVER }) {
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(new Request(input, init));
    return (answers[requests.length - 1] ?? answers.at(-1))?.() ?? assert.fail("no answer");
  };
  return { requests, client: createClient({ ...options, fetch }) };
}

function answered(headers: Record<string, string> = {}, body: number[] | ReadableStream = ANSWER): Response {
  const content = body instanceof ReadableStream ? body : Uint8Array.from(body);
  return new Response(content, { headers: { "content-type": "application/grpc-web+proto", ...headers } });
}

function failed(): never {
  throw new TypeError("Failed to fetch");
}

test("a call is gRPC-Web to the service's path below the base URL", async () => {
  const { client, requests } = clientWith([answered], { baseUrl: `${SERVER}/games/` });
  await client.ruleSets();
  assert.equal(requests[0]?.url, `${SERVER}/games/pageone.v1.RulesService/ListRuleSets`);
  assert.equal(requests[0]?.headers.get("content-type"), "application/grpc-web+proto");
  assert.match(requests[0]?.headers.get("grpc-timeout") ?? "", /^(4\d{3}|5000)m$/);
});

test("a network that fails is a server that cannot be reached, and is tried again", async () => {
  const lucky = clientWith([failed, failed, answered]);
  await lucky.client.ruleSets();
  assert.equal(lucky.requests.length, 3);
  const never = clientWith([failed]);
  await assert.rejects(never.client.ruleSets(), { name: "UnavailableError", code: "UNAVAILABLE" });
  assert.equal(never.requests.length, 4);
});

test("a connection that breaks in the middle of an answer is lost, too", async () => {
  const torn = () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Uint8Array.of(0, 0));
        controller.error(new TypeError("network error"));
      },
    });
    return answered({}, body);
  };
  const { client, requests } = clientWith([torn, answered]);
  await client.ruleSets();
  assert.equal(requests.length, 2);
});

test("a status in the headers is read, with its details", async () => {
  // google.rpc.Status with an ErrorInfo: reason STALE_ACTION, metadata version 7.
  const details =
    "CAoSBXN0YWxlGlQKKHR5cGUuZ29vZ2xlYXBpcy5jb20vZ29vZ2xlLnJwYy5FcnJvckluZm8SKAoMU1RBTEVfQUNUSU9OEgpwYWdlb25lLnYxGgwKB3ZlcnNpb24SATc";
  const status = {
    "grpc-status": "10",
    "grpc-message": "%E5%8F%A4%E3%81%84",
    "grpc-status-details-bin": details,
    "x-request-id": "r1",
  };
  const { client } = clientWith([() => answered(status, [])]);
  await assert.rejects(client.ruleSets(), (error: Error & { requestId?: string; staleVersion?: number }) => {
    assert.deepEqual([error.name, error.staleVersion, error.requestId], ["StaleError", 7, "r1"]);
    return true;
  });
});

test("a gateway's own answer is an error as it says", async () => {
  const gateway = (status: number) => () =>
    new Response("<html>", { status, headers: { "content-type": "text/html" } });
  await assert.rejects(clientWith([gateway(503)]).client.ruleSets(), { code: "UNAVAILABLE" });
  await assert.rejects(clientWith([gateway(404)]).client.ruleSets(), { code: "UNIMPLEMENTED" });
  await assert.rejects(clientWith([gateway(401)]).client.ruleSets(), { code: "UNAUTHENTICATED" });
});

test("time that is up ends a call", async () => {
  const never: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    });
  const client = createClient({ baseUrl: SERVER, fetch: never, timeoutMs: 30 });
  await assert.rejects(client.ruleSets(), { name: "DeadlineExceededError" });
});

test("a token is sent in the clear to this machine alone", () => {
  for (const baseUrl of ["https://cards.example", "http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080"]) {
    assert.ok(createClient({ baseUrl, token: "key" }));
  }
  for (const baseUrl of ["http://cards.example", "http://127.0.0.1.example", "http://10.0.0.1"]) {
    assert.ok(createClient({ baseUrl }));
    assert.throws(() => createClient({ baseUrl, token: "key" }), { name: "TypeError", message: /in plaintext/ });
  }
});

test("what is no URL of a server is refused at once", () => {
  for (const baseUrl of ["", "cards.example", "ftp://cards.example", "127.0.0.1:50051"]) {
    assert.throws(() => createClient({ baseUrl }), { name: "TypeError", message: /baseUrl must be a URL/ });
  }
  assert.throws(() => createClient(), { name: "TypeError", message: /baseUrl must be a URL/ });
});
