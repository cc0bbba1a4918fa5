// Writes build/conformance/typescript at the top of the checkout, the program that `make conformance` runs.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../../build/conformance/typescript", import.meta.url));
const script = `#!/bin/sh
exec node "$(dirname "$0")/../../clients/typescript/build/conformance/main.js" "$@"
`;
mkdirSync(dirname(program), { recursive: true });
writeFileSync(program, script);
chmodSync(program, 0o755);
