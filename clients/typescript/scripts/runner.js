// Writes the programs that `make conformance` runs into build/conformance at the top of the checkout: `typescript` plays in
// Node.js, `typescript-chromium` in a page of a browser.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../build/conformance/", import.meta.url));
const main = '"$(dirname "$0")/../../clients/typescript/build/conformance/main.js"';
const programs = { typescript: main, "typescript-chromium": `${main} --browser` };

mkdirSync(folder, { recursive: true });
for (const [name, command] of Object.entries(programs)) {
  writeFileSync(folder + name, `#!/bin/sh\nexec node ${command} "$@"\n`);
  chmodSync(folder + name, 0o755);
}
