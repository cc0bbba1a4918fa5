/** Every call to the service, and its errors. Nothing else of the page speaks to the network. */
import { createClient, PageOneError } from 'pageone-client';
import { language } from './app/settings';
import {
  type Action,
  type ActResponse,
  type DescribeRulesResponse,
  type GetGameResponse,
  type RuleSet,
  type Rules,
  SoloService,
  type StartGameRequest,
  type StartGameResponse,
} from './contract';

/** A call that ended without an answer: its code, and the details that the server sent. */
export { PageOneError as ApiError };

const TRANSIENT: ReadonlySet<string> = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED']);

/** Whether the server was not reached, or had no room or time: the same call may be made again. */
export function isTransient(error: unknown): boolean {
  return error instanceof PageOneError && TRANSIENT.has(error.code);
}

/** Whatever was thrown, as an error of a call. */
export function asApiError(thrown: unknown): PageOneError {
  return thrown instanceof PageOneError ? thrown : new PageOneError(String(thrown), { code: 'UNKNOWN' });
}

// Relative to the page: whatever serves it hands these calls on to the service.
const baseUrl = typeof location === 'undefined' ? 'http://127.0.0.1' : new URL('.', location.href).href;
const client = createClient({ baseUrl });
const options = () => ({ language: language.value });

/** The presets, with their fields and in words. */
export function listRuleSets(): Promise<RuleSet[]> {
  return client.ruleSets(options());
}

/** Rules in words for so many seats (0: any number), or all that is wrong with them. */
export function describeRules(rules: Rules, seats: number, signal?: AbortSignal): Promise<DescribeRulesResponse> {
  return client.describeRules(rules, seats, { ...options(), ...(signal && { signal }) });
}

export function startGame(request: StartGameRequest): Promise<StartGameResponse> {
  return client.call(SoloService.method.startGame, request, options());
}

export function getGame(ticket: Uint8Array): Promise<GetGameResponse> {
  return client.call(SoloService.method.getGame, { ticket: ticket as Uint8Array<ArrayBuffer> }, options());
}

/** Does the action, when there is one, and lets the bots go on. */
export function act(ticket: Uint8Array, action?: Action): Promise<ActResponse> {
  const request = { ticket: ticket as Uint8Array<ArrayBuffer>, ...(action && { action }) };
  return client.call(SoloService.method.act, request, options());
}
