/** gRPC-Web by fetch: for browsers, and wherever else fetch is. Something that translates has to stand before the server: Envoy. */

import { createGrpcWebTransport } from "@connectrpc/connect-web";

import { Client, type CommonOptions } from "./client.js";
import { serverUrl } from "./credentials.js";
import { causes, withLost } from "./lost.js";

/** How a client of gRPC-Web is made. */
export interface ClientOptions extends CommonOptions {
  /** Where the service is served as gRPC-Web: `https://cards.example`; in a page by default the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** Instead of the platform's own fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A client that speaks gRPC-Web; `TypeError` for a URL or a token that cannot be used. */
export function createClient(options: ClientOptions = {}): Client {
  const baseUrl = serverUrl(options.baseUrl, options.token);
  const transport = createGrpcWebTransport({ baseUrl, ...(options.fetch && { fetch: options.fetch }) });
  // What fetch and the reading of a body throw where the network fails.
  return new Client(
    withLost(transport, (error) => causes(error).some((cause) => cause instanceof TypeError)),
    options,
  );
}
