/** One person's game against bots: `SoloGame` keeps the ticket, the view and what has just happened. */

import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";

import { leave, startRound } from "./actions.js";
import type { CallOptions } from "./client.js";
import type { Action } from "./gen/pageone/v1/action_pb.js";
import type { Event } from "./gen/pageone/v1/event_pb.js";
import { SoloService, type StartGameRequestSchema } from "./gen/pageone/v1/solo_service_pb.js";
import { Phase } from "./gen/pageone/v1/state_pb.js";
import type { MatchView } from "./gen/pageone/v1/view_pb.js";

/** What a game needs of a client. */
interface Caller {
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options?: CallOptions,
  ): Promise<MessageShape<O>>;
}

/** The parts of an answer that a game keeps. */
interface Answer {
  readonly ticket: Uint8Array;
  readonly view?: MatchView | undefined;
  readonly events: readonly Event[];
}

/**
 * A game of one person against bots, made by `Client.startGame` or `Client.resumeGame`.
 *
 * A call that ends with a `PageOneError` changes nothing. One call at a time: another one while it is under way is an `Error`
 * (`isBusy`), since both would start from the same ticket and one be lost.
 */
export class SoloGame {
  readonly #client: Caller;
  #answer: Answer & { readonly view: MatchView };
  #busy = false;

  constructor(client: Caller, answer: Answer) {
    this.#client = client;
    this.#answer = complete(answer);
  }

  /** The sealed match: keep it, and `Client.resumeGame` goes on from it, on any replica. */
  get ticket(): Uint8Array {
    return this.#answer.ticket;
  }

  /** The ticket as text (base64url), for local storage. */
  get ticketText(): string {
    return base64Encode(this.ticket, "url");
  }

  /** What the person sees. */
  get view(): MatchView {
    return this.#answer.view;
  }

  /** What the last call brought, in order; nothing after a resume. */
  get events(): readonly Event[] {
    return this.#answer.events;
  }

  /** The person's seat. */
  get seat(): number {
    const { kind } = this.view.viewer ?? {};
    return kind?.case === "seat" ? kind.value : 0;
  }

  /** What the person can do now, call-outs included; empty when there is nothing but to go on. */
  get actions(): readonly Action[] {
    return this.view.legal?.actions ?? [];
  }

  /** Whether nothing goes on before the person acts: its turn has come, or its answer is awaited. */
  get isTurn(): boolean {
    const { phase, claims, turn } = this.view;
    if (phase === Phase.CLAIMS) {
      return claims?.awaited.includes(this.seat) ?? false;
    }
    return phase === Phase.TURN && turn === this.seat;
  }

  /** Whether the next round waits to be started. */
  get isRoundOver(): boolean {
    return this.view.phase === Phase.ROUND_OVER;
  }

  /** Whether the match is over. */
  get isOver(): boolean {
    return this.view.phase === Phase.MATCH_OVER;
  }

  /** Whether a call is under way. */
  get isBusy(): boolean {
    return this.#busy;
  }

  /** Does `action`, and lets the bots go on until the person can act again; what happened. */
  act(action: Action, options?: CallOptions): Promise<readonly Event[]> {
    return this.#act(action, options);
  }

  /** Does nothing, and lets the bots go on: after a play that the person may call out, and does not. */
  goOn(options?: CallOptions): Promise<readonly Event[]> {
    return this.#act(undefined, options);
  }

  /** Begins the next round. */
  startRound(options?: CallOptions): Promise<readonly Event[]> {
    return this.#act(startRound(), options);
  }

  /** Leaves the match for good; `goOn` and `startRound` show how the others play it to its end. */
  leave(options?: CallOptions): Promise<readonly Event[]> {
    return this.#act(leave(this.seat), options);
  }

  async #act(action: Action | undefined, options: CallOptions | undefined): Promise<readonly Event[]> {
    if (this.#busy) {
      throw new Error("a call of this game is under way: wait for its end");
    }
    this.#busy = true;
    try {
      const request = { ticket: this.ticket, ...(action && { action }) };
      this.#answer = complete(await this.#client.call(SoloService.method.act, request, options));
    } finally {
      this.#busy = false;
    }
    return this.events;
  }
}

/** See `Client.startGame`. */
export async function startGame(
  client: Caller,
  request: MessageInitShape<typeof StartGameRequestSchema>,
  options?: CallOptions,
): Promise<SoloGame> {
  return new SoloGame(client, await client.call(SoloService.method.startGame, request, options));
}

/** See `Client.resumeGame`. */
export async function resumeGame(
  client: Caller,
  ticket: Uint8Array | string,
  options?: CallOptions,
): Promise<SoloGame> {
  const bytes = typeof ticket === "string" ? ticketBytes(ticket) : ticket;
  const { view } = await client.call(SoloService.method.getGame, { ticket: bytes }, options);
  return new SoloGame(client, { ticket: bytes, view, events: [] });
}

/** Text that is no base64 is no ticket; the server says so of no bytes at all as it does of any others. */
function ticketBytes(text: string): Uint8Array {
  try {
    return base64Decode(text);
  } catch {
    return new Uint8Array();
  }
}

function complete(answer: Answer): Answer & { readonly view: MatchView } {
  const { ticket, view, events } = answer;
  if (view === undefined) {
    throw new Error("the server's answer has no view");
  }
  return { ticket, view, events };
}
