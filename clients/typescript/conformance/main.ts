/**
 * The runner of TypeScript (tests/conformance/README.md, "The runner"):
 *
 *     build/conformance/typescript --scenarios FILE --address http://HOST:PORT --transport native|grpc-web [--browser]
 *
 * With --browser, which needs Chromium, the scenarios are played in a page instead of in Node.js.
 */

import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Client, createClient } from "pageone-client";
import { createClient as createNodeClient } from "pageone-client/node";
import { inChromium, NoChromiumError } from "./chromium.js";
import { FORMAT, play, type Scenario } from "./player.js";

const FAILED = 1;
const CANNOT = 2;
const NO_SUCH_TRANSPORT = 3;

class CannotRunError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function main(): Promise<number> {
  const { scenarios, address, transport, browser } = options();
  const file = await loaded(scenarios);
  if (browser) {
    return inChromium(address, file, printed);
  }
  const client = clientOf(transport, address);
  try {
    let status = 0;
    for (const scenario of file) {
      const result = await play(client, scenario);
      printed(JSON.stringify(result));
      status ||= result.passed ? 0 : FAILED;
    }
    return status;
  } finally {
    client.close();
  }
}

function printed(line: string): void {
  process.stdout.write(`${line}\n`);
}

function options(): { scenarios: string; address: string; transport: string; browser: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        scenarios: { type: "string" },
        address: { type: "string" },
        transport: { type: "string", default: "native" },
        browser: { type: "boolean", default: false },
      },
    });
    const { scenarios, address, transport, browser } = values;
    if (scenarios === undefined || address === undefined) {
      throw new TypeError("--scenarios and --address are needed");
    }
    if (browser && transport !== "grpc-web") {
      throw new CannotRunError("a browser speaks no gRPC but --transport grpc-web", NO_SUCH_TRANSPORT);
    }
    return { scenarios, address, transport, browser };
  } catch (thrown) {
    throw thrown instanceof CannotRunError ? thrown : new CannotRunError((thrown as Error).message, CANNOT);
  }
}

function clientOf(transport: string, address: string): Client {
  switch (transport) {
    case "native":
      return createNodeClient({ baseUrl: address });
    case "grpc-web":
      return createClient({ baseUrl: address });
    default:
      throw new CannotRunError(`no transport ${transport}: there are native and grpc-web`, NO_SUCH_TRANSPORT);
  }
}

async function loaded(path: string): Promise<Scenario[]> {
  let file: { format?: unknown; scenarios: Scenario[] };
  try {
    file = JSON.parse(await readFile(path, "utf8"));
  } catch (thrown) {
    throw new CannotRunError(`--scenarios: ${(thrown as Error).message}`, CANNOT);
  }
  if (file.format !== FORMAT) {
    throw new CannotRunError(`--scenarios: format ${file.format} is not ${FORMAT}, which this runner plays`, CANNOT);
  }
  return file.scenarios;
}

try {
  process.exitCode = await main();
} catch (thrown) {
  const error = thrown as Error;
  const isKnown = error instanceof CannotRunError || error instanceof NoChromiumError;
  process.stderr.write(`${isKnown ? error.message : (error.stack ?? error.message)}\n`);
  process.exitCode = error instanceof CannotRunError ? error.status : isKnown ? NO_SUCH_TRANSPORT : CANNOT;
}
