/** What a lost connection is called. */

import { Code, ConnectError, type Transport } from "@connectrpc/connect";

const LOST = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ERR_HTTP2_GOAWAY_SESSION",
  "ERR_HTTP2_INVALID_SESSION",
  "ERR_HTTP2_SESSION_ERROR",
  "ERR_HTTP2_STREAM_CANCEL",
]);

/** A transport whose lost connections are UNAVAILABLE, as they are to gRPC, so that a call is tried again. */
export function unavailableWhereLost(transport: Transport): Transport {
  return {
    stream: transport.stream.bind(transport),
    async unary(...call) {
      try {
        return await transport.unary(...call);
      } catch (thrown) {
        const error = ConnectError.from(thrown);
        throw isLost(error)
          ? new ConnectError(error.rawMessage, Code.Unavailable, error.metadata, undefined, error)
          : error;
      }
    },
  };
}

function isLost(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ("code" in each && LOST.has(String(each.code))) {
      return true;
    }
  }
  return false;
}
