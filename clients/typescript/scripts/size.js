// What the client adds to a page: bundles minimal pages with esbuild, minified, and prints their sizes in bytes.
//
//     npm run size              a table
//     npm run --silent size -- --json

import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Pages by what they use of the package; nothing else of it should be in their bundles. */
const PAGES = {
  "a game against bots": `
    import { createClient } from "pageone-client";
    export const game = await createClient().startGame("page_one", 4);`,
  "fair play alone": `
    import { checkFirstDeal } from "pageone-client/fairplay";
    export const check = checkFirstDeal;`,
  "cards alone": `
    import { cardsText, parseCards } from "pageone-client";
    export const text = cardsText(parseCards("8C 10H JK"));`,
};

async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
  });
  return outputFiles[0].contents;
}

function sizes(code) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    minified: code.length,
    gzip: gzipSync(code, { level: 9 }).length,
    brotli: brotliCompressSync(code, { params: quality }).length,
  };
}

const report = {};
for (const [page, contents] of Object.entries(PAGES)) {
  report[page] = sizes(await bundled(contents));
}
if (process.argv.includes("--json")) {
  process.stdout.write(`${JSON.stringify(report)}\n`);
} else {
  console.table(report);
}
