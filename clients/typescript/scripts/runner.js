// Writes the programs that `make conformance` runs into build/conformance at the top of the checkout: `typescript` plays in
// Node.js, `typescript-chromium` in a page of a browser, where there is one.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { executable } from "../build/conformance/chromium.js";

const folder = fileURLToPath(new URL("../../../build/conformance/", import.meta.url));
const main = '"$(dirname "$0")/../../clients/typescript/build/conformance/main.js"';
const programs = { typescript: main, "typescript-chromium": `${main} --browser` };

mkdirSync(folder, { recursive: true });
for (const [name, command] of Object.entries(programs)) {
  if (name === "typescript-chromium" && executable() === undefined) {
    rmSync(folder + name, { force: true });
  } else {
    writeFileSync(folder + name, `#!/bin/sh\nexec node ${command} "$@"\n`);
    chmodSync(folder + name, 0o755);
  }
}
