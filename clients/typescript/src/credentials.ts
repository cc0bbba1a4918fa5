/** Where the server is, and what a client shows it. */

/** An API key or a JWT, or a function that gives one and is asked before every call: a place to refresh it. */
export type Token = string | (() => string | Promise<string>);

const VISIBLE = /^[\x21-\x7e]+$/;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The server's URL without a slash at its end; a `TypeError` where there is none, or a token would travel for everybody to read. */
export function serverUrl(baseUrl: string | undefined, token: Token | undefined): string {
  const page = globalThis.location?.origin;
  const url = parsedUrl(baseUrl ?? "/", page);
  if (token !== undefined && url.protocol !== "https:" && !LOOPBACK.test(url.hostname)) {
    throw new TypeError(`a token is not sent to ${url.host} in plaintext: baseUrl must begin with https://`);
  }
  return url.href.replace(/\/+$/, "");
}

function parsedUrl(text: string, page: string | undefined): URL {
  try {
    const url = new URL(text, page);
    if (/^https?:$/.test(url.protocol)) {
      return url;
    }
  } catch {
    // Said below, for both.
  }
  throw new TypeError(`baseUrl must be a URL such as https://cards.example, not "${text}"`);
}

/** The header that carries the token. */
export async function authorization(token: Token): Promise<string> {
  const text = typeof token === "string" ? token : await token();
  // fetch would refuse it, too, and show it.
  if (!VISIBLE.test(text)) {
    throw new TypeError("a token is a text of visible ASCII characters, without spaces and line ends");
  }
  return `Bearer ${text}`;
}
