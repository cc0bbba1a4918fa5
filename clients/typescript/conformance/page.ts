/** What the page of the browser's run loads: plays a scenario against an address. */

import { type Client, createClient } from "pageone-client";
import { play, type Result, type Scenario } from "./player.js";

declare global {
  /** Set by this module, called by chromium.ts. */
  var playScenario: (address: string, scenario: Scenario) => Promise<Result>;
}

const clients = new Map<string, Client>();

globalThis.playScenario = (address, scenario) => {
  const client = clients.get(address) ?? createClient({ baseUrl: address });
  clients.set(address, client);
  return play(client, scenario);
};
