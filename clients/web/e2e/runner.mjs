/**
 * A Chromium that does what it is told, a line of JSON on stdin for each command: `{"do": "click", "selector": "#start"}`.
 * Each is answered by a line on stdout: `{"value": ...}`, or `{"error": "..."}`. tests/web/chromium.py is at the other end.
 *
 * It runs one page at a time, in a browser context of its own (`open`), and keeps what that page wrote to the console and
 * every call that it made to the service, as bytes.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

/** Milliseconds that a command may take. */
const PATIENCE = 20_000;
// Nothing but the page is to be fetched, and tests run as root, too.
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A page to fill local storage from. With an icon, or the browser would ask for one, at a time of its own. */
const EMPTY = '<title>empty</title><link rel="icon" href="data:,">';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf-8');

const browser = await chromium.launch({ executablePath: process.argv[2], args: SWITCHES });
let context;
let page;
let problems = [];
let calls = [];
let pending = new Set();
/** Calls of this page that were answered. */
let answered = 0;

/** Notes a call to the service once its answer is there. */
function note(response) {
  const request = response.request();
  if (!new URL(request.url()).pathname.includes('/pageone.v1.')) return;
  const noted = (async () => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    calls.push({
      method: new URL(request.url()).pathname.split('/').at(-1),
      status: response.status(),
      headers: response.headers(),
      request: (request.postDataBuffer() ?? Buffer.alloc(0)).toString('base64'),
      answer: body.toString('base64'),
    });
    answered += 1;
  })();
  pending.add(noted);
  noted.finally(() => pending.delete(noted));
}

const commands = {
  /** A new page: `storage` is what local storage has, `options` are a browser context's. */
  async open({ url, storage = {}, options = {} }) {
    await context?.close();
    problems = [];
    calls = [];
    pending = new Set();
    answered = 0;
    context = await browser.newContext({ ...options });
    context.setDefaultTimeout(PATIENCE);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
    page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`exception: ${error.stack ?? error.message}`));
    page.on('response', note);
    // Not by an init script, which would run again at every reload.
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: EMPTY }));
    await page.goto(url);
    await page.evaluate((items) => {
      for (const [key, text] of Object.entries(items)) localStorage.setItem(key, text);
    }, storage);
    await page.unroute('**/*');
    await page.goto('about:blank');
    await page.goto(url);
  },
  goto: ({ url }) => page.goto(url).then(() => null),
  reload: () => page.reload().then(() => null),
  click: ({ selector, force = false, at }) =>
    page
      .locator(selector)
      .first()
      .click({ force, ...(at ? { position: at } : {}) }),
  press: ({ key }) => page.keyboard.press(key),
  fill: ({ selector, text }) => page.locator(selector).first().fill(text),
  select: ({ selector, value }) =>
    page
      .locator(selector)
      .first()
      .selectOption(value)
      .then(() => null),
  check: ({ selector, on }) => page.locator(selector).first().setChecked(on),
  answered: () => answered,
  /** Waits until more calls than so many were answered. */
  async waitForAnswer({ after }) {
    const end = Date.now() + PATIENCE;
    while (answered <= after) {
      if (Date.now() > end) throw new Error(`after ${PATIENCE} ms no call was answered`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },
  /** Waits until an expression of the page is true; it may use `arg`. The page's policy lets nothing of it be evaluated there. */
  async wait(given) {
    const end = Date.now() + PATIENCE;
    while (!(await commands.evaluate(given))) {
      if (Date.now() > end) throw new Error(`after ${PATIENCE} ms not yet: ${given.expression} ${given.arg ?? ''}`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  },
  evaluate: ({ expression, arg = null }) => page.evaluate(`((arg) => (${expression}))(${JSON.stringify(arg)})`),
  scheme: ({ scheme }) => page.emulateMedia({ colorScheme: scheme }),
  viewport: ({ width, height }) => page.setViewportSize({ width, height }),
  offline: ({ on }) => context.setOffline(on),
  screenshot: ({ path, full = false }) =>
    page.screenshot({ path, fullPage: full, animations: 'disabled' }).then(() => null),
  /** What is hard to use on the page as it is now: rules of WCAG 2.2 A and AA, and axe's best practices. */
  async axe() {
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
    const { violations } = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any, all, none }) => {
        const told = [...any, ...all, ...none].map(({ message }) => message).join('; ');
        return `${id}: ${html.slice(0, 200)}: ${told}`;
      }),
    );
  },
  /** What the page has complained of since the last time. */
  problems: () => problems.splice(0),
  /** The calls that the page made since the last time. */
  async calls() {
    await Promise.all(pending);
    return calls.splice(0);
  },
  close: () =>
    context?.close().then(() => {
      context = undefined;
    }),
};

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
say({ value: browser.version() });
for await (const line of createInterface({ input: process.stdin })) {
  const { do: name, ...given } = JSON.parse(line);
  try {
    say({ value: (await commands[name](given)) ?? null });
  } catch (error) {
    say({ error: String(error?.message ?? error) });
  }
}
await browser.close();
