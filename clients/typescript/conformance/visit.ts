/**
 * Opens a built site in a real Chromium and prints what it shows, as JSON:
 *
 *     node build/conformance/visit.js --site FOLDER [--origin https://pageone.example] [--screenshot FILE]
 *
 * The site is done when its body has text. `errors` are what the console has of errors, and what nobody caught.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { launched, ORIGIN } from "./chromium.js";

const PATIENCE_MS = 60_000;
const TYPES: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", css: "text/css" };

async function served(page: Page, site: string, origin: string): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    const contentType = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    const body = await readFile(join(site, name)).catch(() => undefined);
    await route.fulfill(body === undefined ? { status: 404 } : { contentType, body });
  });
}

function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (line) => line.type() === "error" && errors.push(line.text()));
  return errors;
}

const { values } = parseArgs({
  options: { site: { type: "string" }, origin: { type: "string", default: ORIGIN }, screenshot: { type: "string" } },
});
if (values.site === undefined) {
  throw new TypeError("--site is needed");
}
const browser = await launched();
try {
  const page = await browser.newPage({ viewport: { width: 720, height: 120 } });
  const errors = errorsOf(page);
  await served(page, values.site, values.origin);
  await page.goto(`${values.origin}/`);
  await page.waitForFunction(() => document.body.textContent.trim() !== "", undefined, { timeout: PATIENCE_MS });
  if (values.screenshot !== undefined) {
    await page.screenshot({ path: values.screenshot });
  }
  console.log(JSON.stringify({ text: await page.textContent("body"), errors }));
} finally {
  await browser.close();
}
