/** The client: a method for each call, with deadlines, tries and errors, over any transport of connect. */

import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";

import { authorization, type Token } from "./credentials.js";
import { errorOf } from "./errors.js";
import type { Action } from "./gen/pageone/v1/action_pb.js";
import {
  type ApplyActionRequest,
  ApplyActionRequestSchema,
  type ApplyActionResponse,
  type ApplyActionResult,
  type CreateMatchResponse,
  EngineService,
  type SeatActions,
  type Transcript,
  type VerifyTranscriptResponse,
} from "./gen/pageone/v1/engine_service_pb.js";
import { type Rules, RulesSchema } from "./gen/pageone/v1/rules_pb.js";
import { type DescribeRulesResponse, type RuleSet, RulesService } from "./gen/pageone/v1/rules_service_pb.js";
import type { MatchState } from "./gen/pageone/v1/state_pb.js";
import {
  type LegalActions,
  type MatchView,
  type Viewer as ViewerMessage,
  ViewerSchema,
} from "./gen/pageone/v1/view_pb.js";
import { retried } from "./retry.js";
import { resumeGame, type SoloGame, startGame } from "./solo.js";
import { type StrengthName, strengthOf } from "./strength.js";

/** The languages of sentences. */
export type Language = "en" | "ja";
/** Who looks at a match: a seat, from 0, or somebody without a hand. */
export type Viewer = number | "spectator";
/** A preset by its name, or whole rules. */
export type RulesOrName = Rules | string;

/** How every client is made, whatever it speaks. */
export interface CommonOptions {
  /** What sentences are in; `en` by default. */
  readonly language?: Language | undefined;
  /** Who calls; over TLS only, but for a server on this machine. */
  readonly token?: Token | undefined;
  /** Milliseconds for a call with all its tries; 5000 by default. Batches and transcripts get six times as many. */
  readonly timeoutMs?: number | undefined;
}

/** How one call is made. */
export interface CallOptions {
  /** Milliseconds for this call, with all its tries. */
  readonly timeoutMs?: number | undefined;
  /** Gives the call up: it ends with a `CancelledError`. */
  readonly signal?: AbortSignal | undefined;
  /** The language of this call's sentences. */
  readonly language?: Language | undefined;
  /** Further metadata; wins over the client's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a match is made from, apart from rules and seats. */
export interface MatchOptions {
  /** 32 bytes from which every shuffle follows; left out: the server draws one. */
  readonly seed?: Uint8Array | undefined;
  /** What the players add to the seed: at most 8 entries of at most 64 bytes. */
  readonly entropy?: readonly Uint8Array[] | undefined;
  /** The dealer of the first round; left out: drawn from the seed. */
  readonly firstDealer?: number | undefined;
  /** Your name for the match; left out: a random one. */
  readonly matchId?: string | undefined;
  /** For whom to prepare an update. */
  readonly viewers?: readonly Viewer[] | undefined;
}

/** Milliseconds for a call, unless said otherwise. */
export const DEFAULT_TIMEOUT_MS = 5000;
const LONG = 6;
/** What gRPC has digits for; more than a day. */
const LONGEST_TIMEOUT_MS = 99_999_999;

/**
 * Calls a Page One server. Made by `createClient` of `pageone-client` (gRPC-Web) or of `pageone-client/node` (gRPC). Every
 * method ends with an answer, or with a `PageOneError`.
 */
export class Client {
  readonly #transport: Transport;
  readonly #options: CommonOptions;
  readonly #close: () => void;
  #isClosed = false;

  constructor(transport: Transport, options: CommonOptions = {}, close: () => void = () => {}) {
    checkedTimeout(options.timeoutMs);
    this.#transport = transport;
    this.#options = options;
    this.#close = close;
  }

  /** Ends the connections; calls under way, and later ones, end with a `CancelledError`. */
  close(): void {
    this.#isClosed = true;
    this.#close();
  }

  /** Deals the first round of a match for 2 to 8 seats. */
  createMatch(
    rules: RulesOrName,
    seats: number,
    match: MatchOptions = {},
    options?: CallOptions,
  ): Promise<CreateMatchResponse> {
    const { seed, entropy = [], firstDealer, matchId, viewers = [] } = match;
    const request = {
      rules: rulesOf(rules),
      seats,
      entropy: [...entropy],
      viewers: viewers.map(viewerOf),
      ...(seed !== undefined && { seed }),
      ...(firstDealer !== undefined && { firstDealer }),
      ...(matchId !== undefined && { matchId }),
    };
    return this.call(EngineService.method.createMatch, request, options);
  }

  /**
   * The state after `action`, what happened, and an update for each of `viewers`. `state` stays as it is.
   *
   * `RefusedError` when the rules do not allow it, `StaleError` when it was made for another version.
   */
  apply(
    state: MatchState,
    action: Action,
    viewers: readonly Viewer[] = [],
    options?: CallOptions,
  ): Promise<ApplyActionResponse> {
    return this.call(EngineService.method.applyAction, applyRequest(state, action, viewers), options);
  }

  /** Applies many actions to many matches (`applyRequest`), at most 256; answers in their order. */
  async applyAll(requests: readonly ApplyActionRequest[], options?: CallOptions): Promise<ApplyActionResult[]> {
    const request = { requests: [...requests] };
    return (await this.call(EngineService.method.batchApplyActions, request, this.#long(options))).results;
  }

  /** The match as `viewer` may see it, with what it can do. */
  async view(state: MatchState, viewer: Viewer, options?: CallOptions): Promise<MatchView> {
    const response = await this.call(EngineService.method.getView, { state, viewer: viewerOf(viewer) }, options);
    return needed(response.view);
  }

  /** What `seat` can do, and why its other cards cannot be played. */
  async legalActions(state: MatchState, seat: number, options?: CallOptions): Promise<LegalActions> {
    const response = await this.call(EngineService.method.listLegalActions, { state, seat }, options);
    return needed(response.seats[0]?.legal);
  }

  /** What each seat can do, in seat order. */
  async allLegalActions(state: MatchState, options?: CallOptions): Promise<SeatActions[]> {
    return (await this.call(EngineService.method.listLegalActions, { state }, options)).seats;
  }

  /** What a bot would do that sees `view` alone; `undefined`: nothing, or nothing worth doing. */
  async suggest(
    view: MatchView,
    strength: StrengthName = "normal",
    seed: Uint8Array = new Uint8Array(),
    options?: CallOptions,
  ): Promise<Action | undefined> {
    const request = { view, strength: strengthOf(strength), seed };
    return (await this.call(EngineService.method.suggestAction, request, options)).action;
  }

  /** Whether a match written down agrees with its commitment, its actions and `state`. */
  verify(
    transcript: Transcript,
    against: { seedCommitment?: Uint8Array; state?: MatchState } = {},
    options?: CallOptions,
  ): Promise<VerifyTranscriptResponse> {
    return this.call(EngineService.method.verifyTranscript, { transcript, ...against }, this.#long(options));
  }

  /** The presets, in words. */
  async ruleSets(options?: CallOptions): Promise<RuleSet[]> {
    return (await this.call(RulesService.method.listRuleSets, {}, options)).ruleSets;
  }

  /** Rules in words, for `seats` (0: any number), or every fault in them. */
  describeRules(rules: RulesOrName, seats = 0, options?: CallOptions): Promise<DescribeRulesResponse> {
    return this.call(RulesService.method.describeRules, { rules: rulesOf(rules), seats }, options);
  }

  /** Begins a game of one person, in `seat` (0), against `bots` ("normal"): a strength for all, or one for each other seat. */
  async startGame(
    rules: RulesOrName,
    seats: number,
    game: { seat?: number; bots?: StrengthName | readonly StrengthName[] } = {},
    options?: CallOptions,
  ): Promise<SoloGame> {
    const { seat = 0, bots = "normal" } = game;
    const strengths = (typeof bots === "string" ? [bots] : bots).map(strengthOf);
    return startGame(this, { rules: rulesOf(rules), seats, seat, bots: strengths }, options);
  }

  /**
   * Goes on with a game from the ticket that was kept, as bytes or as `SoloGame.ticketText`.
   *
   * `InvalidArgumentError` with reason `TICKET_INVALID`: it is no ticket of this service, or its key is gone.
   */
  resumeGame(ticket: Uint8Array | string, options?: CallOptions): Promise<SoloGame> {
    return resumeGame(this, ticket, options);
  }

  /**
   * Any call of the contract, by its method: `client.call(SoloService.method.getGame, { ticket })`.
   *
   * A `TypeError`, and no call, for a request that is none: a seat that is no number, half a seat.
   */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: CallOptions = {},
  ): Promise<MessageShape<O>> {
    const deadline = performance.now() + (checkedTimeout(options.timeoutMs) ?? this.#timeoutMs);
    const { signal } = options;
    const message = encodable(method.input, request);
    const headers = await this.#headers(options);
    const attempt = () => {
      if (this.#isClosed) {
        throw new ConnectError("the client is closed", Code.Canceled);
      }
      const left = Math.max(1, Math.ceil(deadline - performance.now()));
      return this.#transport.unary(method, signal, left, headers, message);
    };
    try {
      return (await retried(attempt, deadline, signal)).message;
    } catch (thrown) {
      throw errorOf(thrown);
    }
  }

  async #headers(options: CallOptions): Promise<Headers> {
    const headers = new Headers({ "accept-language": options.language ?? this.#options.language ?? "en" });
    if (this.#options.token !== undefined) {
      headers.set("authorization", await authorization(this.#options.token));
    }
    for (const [key, value] of Object.entries(options.headers ?? {})) {
      headers.set(key, value);
    }
    return headers;
  }

  get #timeoutMs(): number {
    return this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  #long(options: CallOptions = {}): CallOptions {
    return { timeoutMs: Math.min(this.#timeoutMs * LONG, LONGEST_TIMEOUT_MS), ...options };
  }
}

/** A request for `Client.applyAll`. */
export function applyRequest(state: MatchState, action: Action, viewers: readonly Viewer[] = []): ApplyActionRequest {
  return create(ApplyActionRequestSchema, { state, action, viewers: viewers.map(viewerOf) });
}

function rulesOf(rules: RulesOrName): Rules {
  return typeof rules === "string" ? create(RulesSchema, { name: rules }) : rules;
}

function viewerOf(viewer: Viewer): ViewerMessage {
  const kind =
    viewer === "spectator" ? ({ case: "spectator", value: {} } as const) : ({ case: "seat", value: viewer } as const);
  return create(ViewerSchema, { kind });
}

/** The message of a request; what the wire has no place for is the caller's mistake, not the server's. */
function encodable<I extends DescMessage>(schema: I, request: MessageInitShape<I>): MessageShape<I> {
  const message = create(schema, request);
  try {
    toBinary(schema, message);
  } catch (thrown) {
    throw new TypeError((thrown as Error).message, { cause: thrown });
  }
  return message;
}

function checkedTimeout(timeoutMs: number | undefined): number | undefined {
  if (timeoutMs !== undefined && !(timeoutMs >= 1 && timeoutMs <= LONGEST_TIMEOUT_MS)) {
    throw new RangeError(`timeoutMs must be 1 to ${LONGEST_TIMEOUT_MS} milliseconds, not ${timeoutMs}`);
  }
  return timeoutMs;
}

/** What the contract says is always there. */
function needed<T>(part: T | undefined): T {
  if (part === undefined) {
    throw errorOf(new Error("the server's answer is not complete"));
  }
  return part;
}
