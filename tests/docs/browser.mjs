// Reads the site in a real browser: node browser.mjs MODULES CHROMIUM URL. Prints one line of JSON: what was asked of other
// hosts, what the console complained about, and what a reader sees.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [modules, executablePath, url] = process.argv.slice(2);
const { chromium } = createRequire(join(resolve(modules), 'package.json'))('playwright-core');
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

const browser = await chromium.launch({ executablePath, args });
const seen = { elsewhere: [], complaints: [], headings: [], found: {}, overflow: [] };
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  page.on('request', (request) => { if (!request.url().startsWith(url)) seen.elsewhere.push(request.url()); });
  page.on('console', (message) => { if (message.type() === 'error') seen.complaints.push(message.text()); });
  page.on('pageerror', (error) => seen.complaints.push(String(error)));

  for (const path of ['index.html', 'start.html', 'api.html', 'clients/python.html', 'ja/index.html']) {
    await page.goto(`${url}/${path}`, { waitUntil: 'networkidle' });
    seen.headings.push(await page.locator('article h1').first().innerText());
  }
  for (const query of ['ドボン', 'compare-and-set']) {
    await page.goto(`${url}/index.html`, { waitUntil: 'networkidle' });
    await page.click('.md-search__input');
    await page.keyboard.insertText(query);
    await page.keyboard.press('End'); // an input method, too, ends with a key
    const first = page.locator('.md-search-result__link').first();
    await first.waitFor();
    seen.found[query] = await first.getAttribute('href');
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['index.html', 'api.html', 'rules.html', 'ja/index.html']) {
    await page.goto(`${url}/${path}`, { waitUntil: 'networkidle' });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    if (wide) seen.overflow.push(path);
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));
