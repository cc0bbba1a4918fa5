/** What a lost connection is called. */

import { Code, ConnectError, type Transport } from "@connectrpc/connect";

/**
 * A transport whose lost connections are UNAVAILABLE, as they are to gRPC, so that a call is tried again. `isLost` knows them;
 * it is asked of errors alone that no server sent and that the caller did not wish for.
 */
export function withLost(transport: Transport, isLost: (error: ConnectError) => boolean): Transport {
  return {
    stream: transport.stream.bind(transport),
    async unary(method, signal, ...call) {
      try {
        return await transport.unary(method, signal, ...call);
      } catch (thrown) {
        const error = ConnectError.from(thrown);
        const isOurs = !signal?.aborted && !error.metadata.has("content-type");
        throw isOurs && isLost(error) ? unavailable(error) : error;
      }
    },
  };
}

function unavailable(error: ConnectError): ConnectError {
  const message = `the server cannot be reached: ${error.rawMessage}`;
  return new ConnectError(message, Code.Unavailable, error.metadata, undefined, error);
}

/** What an error came from, from the nearest to the first. */
export function causes(error: Error): Error[] {
  return error.cause instanceof Error ? [error.cause, ...causes(error.cause)] : [];
}
