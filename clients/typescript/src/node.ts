/** gRPC as it is, over HTTP/2, for Node.js; needs the package `@connectrpc/connect-node`. */

import { Code, type ConnectError } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

import { Client, type CommonOptions } from "./client.js";
import { serverUrl } from "./credentials.js";
import { causes, withLost } from "./lost.js";

export * from "./index.js";
export { createClient, type NodeClientOptions as ClientOptions };

/** How to speak TLS; texts and bytes are PEM. */
export interface Tls {
  /** The authorities that the server's certificate must be of; left out: those of Node.js. */
  readonly ca?: string | Uint8Array | undefined;
  /** The client's own certificate, with its `key` (mTLS). */
  readonly cert?: string | Uint8Array | undefined;
  /** The key of `cert`. */
  readonly key?: string | Uint8Array | undefined;
  /** The name in the server's certificate, where that is not the URL's host. */
  readonly serverName?: string | undefined;
}

/** How a client of gRPC is made. */
export interface NodeClientOptions extends CommonOptions {
  /** Where the server is: `https://cards.example`; by default `http://127.0.0.1:50051`. */
  readonly baseUrl?: string | undefined;
  /** For `https://` with authorities or a certificate of your own. */
  readonly tls?: Tls | undefined;
}

const DEFAULT_URL = "http://127.0.0.1:50051";
/** The codes of Node.js for a connection that cannot be made, or is gone. */
const LOST = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EPIPE", "ETIMEDOUT", "EAI_AGAIN"],
  ...["ERR_HTTP2_GOAWAY_SESSION", "ERR_HTTP2_INVALID_SESSION", "ERR_HTTP2_SESSION_ERROR"],
]);
/** In the message about a stream that the server did not take: it has no code of its own. */
const REFUSED_STREAM = "NGHTTP2_REFUSED_STREAM";
/** The codes for a server that cannot prove who it is. */
const UNPROVEN = /^(CERT|DEPTH_ZERO|ERR_SSL|ERR_TLS|HOSTNAME|INVALID_CA|SELF_SIGNED|UNABLE_TO)_/;
const KEEPALIVE = { pingIntervalMs: 60_000, pingTimeoutMs: 20_000 };

/** A client that speaks gRPC; end it with `close()`, or an idle connection keeps the process. `TypeError` as in a browser. */
function createClient(options: NodeClientOptions = {}): Client {
  const baseUrl = serverUrl(options.baseUrl ?? DEFAULT_URL, options.token);
  const sessions = new Http2SessionManager(baseUrl, KEEPALIVE, tlsOptions(options.tls));
  const transport = createGrpcTransport({ baseUrl, sessionManager: sessions });
  let isClosed = false;
  const close = () => {
    isClosed = true;
    sessions.abort();
  };
  return new Client(
    withLost(transport, (error) => !isClosed && isLost(error)),
    options,
    close,
  );
}

/** To Node.js the streams of a connection that is gone were cancelled; here nobody did. */
function isLost(error: ConnectError): boolean {
  return error.code === Code.Canceled || causes(error).some(isOfTheConnection);
}

function isOfTheConnection(cause: Error): boolean {
  const code = "code" in cause ? String(cause.code) : "";
  return LOST.has(code) || UNPROVEN.test(code) || cause.message.includes(REFUSED_STREAM);
}

function tlsOptions(tls: Tls = {}): { ca?: Buffer; cert?: Buffer; key?: Buffer; servername?: string } {
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    throw new TypeError("cert and key go together");
  }
  return {
    ...(tls.ca !== undefined && { ca: Buffer.from(tls.ca) }),
    ...(tls.cert !== undefined && { cert: Buffer.from(tls.cert) }),
    ...(tls.key !== undefined && { key: Buffer.from(tls.key) }),
    ...(tls.serverName !== undefined && { servername: tls.serverName }),
  };
}
