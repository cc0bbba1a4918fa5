// Two real browsers open a table, sit down and play a match by the page's buttons, whatever happens to the hosts.
//
//   node browsers.mjs MODULES CHROMIUM URL RULES FOLDER
//
// MODULES is the folder whose node_modules has playwright-core, FOLDER gets a picture of either browser. Says on stdout,
// a JSON line each time the match has gone on, where the browsers are; the last line is what they saw in the whole.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [modules, chromiumPath, url, rules, folder] = process.argv.slice(2);
const { chromium } = createRequire(join(resolve(modules), "package.json"))("playwright-core");
const PATIENCE = 60_000;
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const known = (page) =>
  page.evaluate(() => ({
    host: pageone.host,
    version: pageone.version,
    phase: pageone.view?.phase ?? "",
    acknowledged: pageone.acknowledged,
    pending: pageone.pending,
    connections: pageone.connections,
    checked: pageone.checked,
    commitment: pageone.view?.seedCommitment ?? "",
    you: pageone.table?.you ?? null,
  }));

async function sit(page, table, name) {
  await page.goto(`${url}/?table=${table}`);
  await page.fill("#name", name);
  await page.click("#sit");
  await page.waitForFunction(() => pageone.table?.you !== null && pageone.table !== null);
}

// A play if one is offered, else whatever is; an accusation never.
async function act(page) {
  const clicked = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll("#actions button:enabled")].filter((b) => b.dataset.kind !== "callOut");
    const plays = buttons.filter((b) => b.dataset.kind === "play");
    const some = plays.length ? plays : buttons;
    const chosen = some[Math.floor(Math.random() * some.length)];
    chosen?.click();
    return Boolean(chosen);
  });
  return clicked;
}

async function play(pages) {
  const until = Date.now() + 2 * PATIENCE;
  let last = -1;
  for (;;) {
    const seen = await Promise.all(pages.map(known));
    if (seen.every((one) => one.phase === "PHASE_MATCH_OVER" && one.pending === null && one.checked !== null)) return seen;
    const version = Math.max(...seen.map((one) => one.version));
    if (version > last) say({ version, hosts: seen.map((one) => one.host) });
    last = Math.max(last, version);
    if (Date.now() > until) throw new Error(`the match is not over in time: ${JSON.stringify(seen)}`);
    if (!(await Promise.all(pages.map(act))).some(Boolean)) await pages[0].waitForTimeout(10);
  }
}

const browser = await chromium.launch({ executablePath: chromiumPath, args: FLAGS });
try {
  const errors = [];
  const pages = await Promise.all(
    ["en-GB", "ja-JP"].map(async (locale) => {
      const page = await (await browser.newContext({ locale })).newPage();
      page.setDefaultTimeout(PATIENCE);
      page.on("pageerror", (error) => errors.push(String(error)));
      return page;
    }),
  );
  await pages[0].goto(`${url}/`);
  await pages[0].click("summary");
  await pages[0].fill("#house", rules);
  await pages[0].fill("#count", "2");
  await pages[0].click("#open");
  await pages[0].waitForURL("**/?table=*");
  const table = new URL(pages[0].url()).searchParams.get("table");
  await sit(pages[0], table, "Alice");
  await sit(pages[1], table, "花子");
  await Promise.all(pages.map((page) => page.waitForFunction(() => pageone.view !== null)));
  // The load balancer decides who is where; a new connection is another choice.
  for (let tries = 0; tries < 20; tries += 1) {
    const [first, second] = await Promise.all(pages.map((page) => page.evaluate(() => pageone.host)));
    if (first !== second) break;
    await pages[1].reload();
    await pages[1].waitForFunction(() => pageone.view !== null && !pageone.lost);
  }
  const seen = await play(pages);
  const texts = await Promise.all(pages.map((page) => page.textContent("body")));
  await Promise.all(pages.map((page, number) => page.screenshot({ path: join(folder, `browser-${number}.png`), fullPage: true })));
  say({ over: true, table, seen, errors, fair: texts.map((text) => text.includes("Checked here") || text.includes("一致しています")) });
} finally {
  await browser.close();
}
