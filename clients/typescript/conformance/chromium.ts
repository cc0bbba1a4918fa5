/**
 * Plays scenarios in a page of a real Chromium. The page is one of https://pageone.example, the origin that Envoy's committed
 * configuration allows (k8s/overlays/envoy), so that what a browser may see of an answer is decided as in production (CORS). The
 * page itself comes from this process; every call goes through the browser's own network.
 */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Result, Scenario } from "./player.js";

/** The origin that Envoy's configuration allows. */
export const ORIGIN = "https://pageone.example";
const PAGE = `<!doctype html><meta charset="utf-8"><title>Conformance</title><link rel="icon" href="data:,">`;
const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  // The page's host is a name that does not exist: to the browser a place on the internet, which may not reach for loopback.
  "--disable-features=LocalNetworkAccessChecks",
];
const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A line for each scenario; the exit status: 0 when all have passed, 1 when one has not. */
export async function inChromium(
  address: string,
  scenarios: readonly Scenario[],
  print: (line: string) => void,
): Promise<number> {
  const browser = await launched();
  try {
    const page = await opened(browser);
    let status = 0;
    for (const scenario of scenarios) {
      const text = await page.evaluate(playInPage, JSON.stringify([address, scenario]));
      const result = JSON.parse(text) as Result;
      print(JSON.stringify(result));
      status ||= result.passed ? 0 : 1;
    }
    return status;
  } finally {
    await browser.close();
  }
}

/** There is no Chromium on this machine. */
export class NoChromiumError extends Error {
  constructor() {
    super("Chromium is not installed: make ops-debian, or name it in CHROMIUM");
  }
}

/** Where Chromium is: what `CHROMIUM` says, or the system's. */
export function executable(): string | undefined {
  return process.env["CHROMIUM"] ?? PROGRAMS.find((path) => existsSync(path));
}

/** A headless Chromium. */
export function launched(): Promise<Browser> {
  const executablePath = executable();
  if (executablePath === undefined) {
    throw new NoChromiumError();
  }
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Runs in the page: texts go in and out, since playwright's types do not end on JSON's. */
async function playInPage(text: string): Promise<string> {
  const [address, scenario] = JSON.parse(text) as [string, Scenario];
  return JSON.stringify(await globalThis.playScenario(address, scenario));
}

async function opened(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  const body = await bundled(fileURLToPath(new URL("page.js", import.meta.url)));
  await page.route(`${ORIGIN}/**`, (route) => {
    const isScript = route.request().url().endsWith(".js");
    return route.fulfill(
      isScript ? { contentType: "text/javascript", body } : { contentType: "text/html", body: PAGE },
    );
  });
  await page.goto(`${ORIGIN}/`);
  await page.addScriptTag({ url: `${ORIGIN}/page.js`, type: "module" });
  await page.waitForFunction(() => typeof globalThis.playScenario === "function");
  return page;
}

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  return outputFiles[0]?.text ?? "";
}
