// Removes folders of this package that the next step writes anew: node scripts/clean.js dist build
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

for (const name of process.argv.slice(2)) {
  rmSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), { recursive: true, force: true });
}
