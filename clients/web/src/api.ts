/** Every call to the service, and its errors. Nothing else of the page speaks to the network. */
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { language } from './app/settings';
import {
  type Action,
  type ActResponse,
  type DescribeRulesResponse,
  type GetGameResponse,
  type RuleSet,
  type Rules,
  RulesService,
  SoloService,
  type StartGameRequest,
  type StartGameResponse,
} from './contract';

/** A call that ended without an answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** gRPC's code by name, such as FAILED_PRECONDITION. */
    readonly code: string,
    message: string,
    /** ErrorInfo's reason, such as REFUSAL_NO_MATCH or TICKET_INVALID; empty: none. */
    readonly reason = '',
    /** A sentence for the player in the language of the call; empty: none. */
    readonly localized = '',
    /** What is wrong with the request, by field. */
    readonly faults: readonly { field: string; description: string }[] = [],
    /** What the server's log knows the call by; empty: it never got there. */
    readonly requestId = '',
  ) {
    super(message);
  }

  /** Whether the server was not reached, or had no time: the same call may be made again. */
  get isTransient(): boolean {
    return ['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED', 'UNKNOWN'].includes(this.code);
  }
}

const TIMEOUT_MS = 8_000;

// Relative to the page: Envoy serves both.
const transport = createGrpcWebTransport({
  baseUrl: typeof location === 'undefined' ? 'http://127.0.0.1' : new URL('.', location.href).href.replace(/\/$/, ''),
  useBinaryFormat: true,
  defaultTimeoutMs: TIMEOUT_MS,
  interceptors: [
    (next) => (request) => {
      request.header.set('accept-language', language.value);
      return next(request);
    },
  ],
});
const rulesClient = createClient(RulesService, transport);
const soloClient = createClient(SoloService, transport);

function codeName(code: Code): string {
  return Code[code].replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

async function called<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const failure = ConnectError.from(error, Code.Unavailable);
    throw new ApiError(codeName(failure.code), failure.rawMessage);
  }
}

/** The presets, with their fields and in words. */
export async function listRuleSets(): Promise<RuleSet[]> {
  return (await called(rulesClient.listRuleSets({}))).ruleSets;
}

/** Rules in words for so many seats (0: any number), or all that is wrong with them. */
export function describeRules(rules: Rules, seats: number, signal?: AbortSignal): Promise<DescribeRulesResponse> {
  return called(rulesClient.describeRules({ rules, seats }, signal ? { signal } : {}));
}

export function startGame(request: StartGameRequest): Promise<StartGameResponse> {
  return called(soloClient.startGame(request));
}

export function getGame(ticket: Uint8Array): Promise<GetGameResponse> {
  return called(soloClient.getGame({ ticket: ticket as Uint8Array<ArrayBuffer> }));
}

/** Does the action, when there is one, and lets the bots go on. */
export function act(ticket: Uint8Array, action?: Action): Promise<ActResponse> {
  return called(soloClient.act({ ticket: ticket as Uint8Array<ArrayBuffer>, ...(action ? { action } : {}) }));
}
