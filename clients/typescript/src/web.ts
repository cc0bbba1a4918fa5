/** gRPC-Web by fetch: for browsers, and wherever else fetch is. Something that translates has to stand before the server: Envoy. */

import { Code, ConnectError } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

import { Client, type CommonOptions } from "./client.js";
import { serverUrl } from "./credentials.js";

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
  const fetch = reached(options.fetch ?? ((...request) => globalThis.fetch(...request)));
  return new Client(createGrpcWebTransport({ baseUrl, fetch }), options);
}

/** A fetch whose network errors say what they are: the server cannot be reached. */
function reached(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (...request) => {
    try {
      return await fetch(...request);
    } catch (thrown) {
      // The platforms' sentences differ, and none of them helps.
      throw thrown instanceof TypeError
        ? new ConnectError("the server cannot be reached", Code.Unavailable, undefined, undefined, thrown)
        : thrown;
    }
  };
}
