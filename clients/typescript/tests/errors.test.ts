import assert from "node:assert/strict";
import { test } from "node:test";
import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import * as pageone from "pageone-client";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  LocalizedMessageSchema,
  RetryInfoSchema,
} from "../src/gen/google/rpc/error_details_pb.js";
import { clientOf } from "./support.js";

type Detail<D extends DescMessage = DescMessage> = { desc: D; value: MessageInitShape<D> };

const detail = <D extends DescMessage>(desc: D, value: MessageInitShape<D>): Detail => ({ desc, value }) as Detail;
const info = (reason: string, metadata: Record<string, string> = {}) =>
  detail(ErrorInfoSchema, { reason, domain: "pageone.v1", metadata });

/** What a client makes of a status with these details. */
async function thrown(code: Code, details: Detail[], headers?: HeadersInit): Promise<pageone.PageOneError> {
  const client = clientOf({
    rules: {
      listRuleSets: () => {
        throw new ConnectError("the server's sentence", code, headers, details);
      },
    },
  });
  const error = await client.ruleSets().then(
    () => assert.fail("the call was answered"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof pageone.PageOneError);
  assert.equal(error.message, "the server's sentence");
  return error;
}

test("R1: a refusal has its number, its sentence and its language", async () => {
  const sentence = detail(LocalizedMessageSchema, { locale: "ja", message: "ほかの人の番です。" });
  const error = await thrown(Code.FailedPrecondition, [info("REFUSAL_NOT_YOUR_TURN"), sentence]);
  assert.ok(error instanceof pageone.RefusedError);
  assert.equal(error.refusal, pageone.Refusal.NOT_YOUR_TURN);
  assert.deepEqual([error.code, error.reason], ["FAILED_PRECONDITION", "REFUSAL_NOT_YOUR_TURN"]);
  assert.deepEqual([error.locale, error.localized], ["ja", "ほかの人の番です。"]);
});

test("a refusal of a newer service is known by its reason", async () => {
  for (const reason of ["REFUSAL_MOON_IS_FULL", "REFUSAL_1", "REFUSAL_toString"]) {
    const error = await thrown(Code.FailedPrecondition, [info(reason)]);
    assert.ok(error instanceof pageone.RefusedError);
    assert.deepEqual([error.refusal, error.reason], [pageone.Refusal.UNSPECIFIED, reason]);
    assert.equal(error.localized, "the server's sentence");
  }
});

test("C26: a stale action has the version that the state has, 0 too", async () => {
  const error = await thrown(Code.Aborted, [info("STALE_ACTION", { version: "0" })]);
  assert.ok(error instanceof pageone.StaleError);
  assert.equal(error.staleVersion, 0);
  assert.equal((await thrown(Code.Aborted, [info("STALE_ACTION", { version: "12" })])).staleVersion, 12);
});

test("details that are malformed are left out, and the error is the one that the code says", async () => {
  for (const version of ["abc", "-1", "", "1e3", "99999999999999"]) {
    assert.equal((await thrown(Code.Aborted, [info("STALE_ACTION", { version })])).staleVersion, 0);
  }
  const retry = detail(RetryInfoSchema, { retryDelay: { seconds: -5n } });
  assert.equal((await thrown(Code.ResourceExhausted, [info("RATE_LIMITED"), retry])).retryAfterMs, undefined);
});

test("a malformed request has every fault, in order", async () => {
  const fieldViolations = [
    { field: "seats", description: "must be 2 to 8" },
    { field: "seed", description: "must have 32 bytes" },
  ];
  const error = await thrown(Code.InvalidArgument, [detail(BadRequestSchema, { fieldViolations })]);
  assert.ok(error instanceof pageone.InvalidArgumentError);
  assert.deepEqual(error.faults, fieldViolations);
});

test("too much at once says when to come back", async () => {
  const retry = detail(RetryInfoSchema, { retryDelay: { seconds: 1n, nanos: 250_000_000 } });
  const error = await thrown(Code.ResourceExhausted, [info("RATE_LIMITED"), retry]);
  assert.ok(error instanceof pageone.ResourceExhaustedError);
  assert.equal(error.retryAfterMs, 1250);
});

test("a missing scope is named", async () => {
  const error = await thrown(Code.PermissionDenied, [info("SCOPE_MISSING", { scope: "engine" })]);
  assert.ok(error instanceof pageone.PermissionDeniedError);
  assert.equal(error.scope, "engine");
});

test("every status has its class, and the request's id", async () => {
  const classes = new Map<Code, typeof pageone.PageOneError>([
    [Code.Canceled, pageone.CancelledError],
    [Code.DeadlineExceeded, pageone.DeadlineExceededError],
    [Code.Internal, pageone.InternalError],
    [Code.Unauthenticated, pageone.UnauthenticatedError],
    [Code.Unimplemented, pageone.UnimplementedError],
    [Code.InvalidArgument, pageone.InvalidArgumentError],
    [Code.FailedPrecondition, pageone.RefusedError],
    [Code.Aborted, pageone.StaleError],
    [Code.DataLoss, pageone.PageOneError],
  ]);
  for (const [code, expected] of classes) {
    const error = await thrown(code, [], { "x-request-id": "0123456789abcdef" });
    assert.equal(error.constructor, expected);
    assert.equal(error.name, expected.name);
    assert.equal(error.requestId, "0123456789abcdef");
    assert.equal(error.reason, undefined);
  }
});

test("details that are cut, or of a type that nobody knows, spoil nothing", async () => {
  const client = clientOf({
    rules: {
      listRuleSets: () => {
        const error = new ConnectError("cut", Code.Aborted);
        error.details = [
          { type: "google.rpc.ErrorInfo", value: Uint8Array.of(10, 200) },
          { type: "google.rpc.Unknown", value: Uint8Array.of(1) },
        ];
        throw error;
      },
    },
  });
  await assert.rejects(client.ruleSets(), { name: "StaleError", staleVersion: 0, message: "cut" });
});
