/**
 * The game at the table: the ticket and the view that the service gave last, what of it is shown by now, and the calls that
 * bring it on. One call at a time; a server that is lost is asked again until it returns, with the same ticket, which leads to
 * the same game.
 */
import { clone, create } from '@bufbuild/protobuf';
import { batch, computed, signal } from '@preact/signals';
import { ApiError, act, asApiError, getGame, isTransient, startGame } from '../api';
import { pace } from '../app/settings';
import {
  type Action,
  ActionSchema,
  type Event,
  type HandShown,
  LeaveSchema,
  type MatchView,
  type RoundEnded,
  type StartGameRequest,
  StartGameRequestSchema,
  StartRoundSchema,
} from '../contract';
import { emptyView, Fold, seatOf } from './fold';
import { durationMs } from './pacing';
import {
  type GameRecord,
  loadRecord,
  openingOf,
  RECORD_KEY,
  roundsOf,
  saveRecord,
  storedTicket,
  ticketText,
} from './record';
import { Waiting } from './waiting';

export interface LogEntry {
  /** Counts up as long as the page is open. */
  readonly id: number;
  readonly event: Event;
}

/** Something that the person should know, besides what happened in the game. */
export type Notice =
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'otherTab' };

export type Connection = { readonly lost: false } | { readonly lost: true; readonly attempt: number };

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8_000;

/** The kept game, as far as this tab has brought it. */
export const record = signal<GameRecord | undefined>(loadRecord());
/** What the table shows; undefined before a game is open. */
export const view = signal<MatchView | undefined>(undefined);
export const log = signal<readonly LogEntry[]>([]);
/** The event that is being shown now. */
export const showing = signal<Event | undefined>(undefined);
/** The hand that a challenge has just shown to the person, until it acts again (clause A30). */
export const shownHand = signal<HandShown | undefined>(undefined);
/** A call is on its way. */
export const isCalling = signal(false);
export const connection = signal<Connection>({ lost: false });
export const notice = signal<Notice | undefined>(undefined);
/** The kept ticket does not open any more. */
export const isGone = signal(false);
/** Nothing can be done before this is over: a call, or events that are still shown. */
export const isBusy = computed(() => isCalling.value || showing.value !== undefined);
export const rounds = computed<readonly RoundEnded[]>(() => record.value?.rounds ?? []);
export const hasGame = computed(() => record.value !== undefined);

const waiting = new Waiting();
let entries = 0;
/** Counts the games that were opened: what an earlier one still had to say is not for the next. */
let era = 0;

/** Begins a game. Throws an `ApiError` when the service refuses the request, or cannot be reached. */
export async function start(request: StartGameRequest): Promise<void> {
  const response = await startGame(request);
  if (!response.view) throw new ApiError('an answer without a view', { code: 'INTERNAL' });
  const seat = seatOf(response.view);
  begin();
  keep({
    ticket: response.ticket,
    request: clone(StartGameRequestSchema, request),
    opening: openingOf(response.events, seat),
    events: response.events,
    rounds: roundsOf(response.events),
  });
  const first = response.events[0]?.kind;
  if (first?.case === 'matchStarted') view.value = emptyView(first.value, seat);
  void show(response.events, response.view);
}

/** Opens the kept game, if there is one that is not open yet. Whether there is one. */
export function resume(): boolean {
  if (!record.value) return false;
  if (!view.value && !isCalling.value && !isGone.value) void call(open);
  return true;
}

/** Does an action of the person, when one is given, and lets the game go on. */
export async function perform(kind?: Action['kind']): Promise<void> {
  const seen = view.value;
  if (isBusy.value || !seen) return;
  if (kind) shownHand.value = undefined;
  const action =
    kind &&
    create(ActionSchema, {
      kind,
      version: seen.version,
      ...(kind.case === 'startRound' ? {} : { seat: seatOf(seen) }),
    });
  await call(() => bringOn(action));
}

export const goOn = (): Promise<void> => perform();
export const startRound = (): Promise<void> => perform({ case: 'startRound', value: create(StartRoundSchema) });
export const leave = (): Promise<void> => perform({ case: 'leave', value: create(LeaveSchema) });

/** Gives the kept game up. */
export function forget(): void {
  begin();
  batch(() => {
    record.value = undefined;
    view.value = undefined;
  });
  saveRecord(undefined);
}

/** Shows at once what is still to be shown. */
export function skip(): void {
  hurry = true;
  waiting.end();
}

/** Asks the lost server again, now. */
export function retryNow(): void {
  waiting.end();
}

export function dismiss(): void {
  notice.value = undefined;
}

/** Follows what other tabs do with the game, and the network, from now on. */
export function watchOutside(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== RECORD_KEY) return;
    if (view.value && !isCalling.value) void call(adopt);
    else if (!view.value) record.value = loadRecord();
  });
  window.addEventListener('online', retryNow);
}

let hurry = false;

function begin(): void {
  era += 1;
  waiting.end();
  batch(() => {
    log.value = [];
    showing.value = undefined;
    shownHand.value = undefined;
    notice.value = undefined;
    isGone.value = false;
    connection.value = { lost: false };
  });
}

function keep(next: GameRecord): void {
  record.value = next;
  saveRecord(next);
}

/** Makes one call, alone among all tabs. */
async function call(work: () => Promise<void>): Promise<void> {
  const now = era;
  isCalling.value = true;
  notice.value = undefined;
  try {
    await alone(work);
  } catch (error) {
    // What a game that was given up still had to say is of no interest.
    if (now === era) fail(error);
  } finally {
    isCalling.value = false;
  }
}

function fail(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  if (error.reason === 'TICKET_INVALID') isGone.value = true;
  else notice.value = { kind: error.code === 'FAILED_PRECONDITION' ? 'refused' : 'failed', error };
}

function alone(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(RECORD_KEY, work) : work();
}

/** Sends the action, unless another tab has brought the game on meanwhile. */
async function bringOn(action: Action | undefined): Promise<void> {
  if (await follow()) return;
  const known = record.value;
  if (!known) return;
  const now = era;
  const response = await patiently(() => act(known.ticket, action));
  if (now !== era || !response.view) return;
  keep({
    ...known,
    ticket: response.ticket,
    events: [...known.events, ...response.events],
    rounds: [...known.rounds, ...roundsOf(response.events)],
  });
  void show(response.events, response.view);
}

/** Takes over what another tab has kept. Whether there was something. */
async function follow(): Promise<boolean> {
  const mine = record.value && ticketText(record.value.ticket);
  if (storedTicket() === mine || storedTicket() === undefined) return false;
  await adopt();
  return true;
}

async function adopt(): Promise<void> {
  const kept = loadRecord();
  const mine = record.value && ticketText(record.value.ticket);
  if (kept && ticketText(kept.ticket) === mine) return;
  begin();
  record.value = kept;
  view.value = undefined;
  try {
    await open();
    notice.value = { kind: 'otherTab' };
  } catch (error) {
    fail(error);
  }
}

async function open(): Promise<void> {
  const known = record.value;
  if (!known) return;
  const now = era;
  const response = await patiently(() => getGame(known.ticket));
  if (now !== era) return;
  batch(() => {
    log.value = known.events.map(entry);
    view.value = response.view;
  });
}

/** Makes a call until the server has answered it. */
async function patiently<T>(make: () => Promise<T>): Promise<T> {
  const now = era;
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await make();
      connection.value = { lost: false };
      return answer;
    } catch (error) {
      if (!isTransient(error) || now !== era) {
        connection.value = { lost: false };
        throw error;
      }
      connection.value = { lost: true, attempt };
      const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1));
      // Not all at once when the server returns.
      await waiting.ms(asApiError(error).retryAfterMs ?? backoff * (0.75 + Math.random() / 2));
    }
  }
}

function entry(event: Event): LogEntry {
  entries += 1;
  return { id: entries, event };
}

/** Shows events one after another, and at last the view that they lead to. */
async function show(events: readonly Event[], final: MatchView): Promise<void> {
  const now = era;
  hurry = false;
  const fold = new Fold(view.value ?? final);
  for (const event of events) {
    batch(() => {
      showing.value = event;
      if (event.kind.case === 'handShown' && event.kind.value.cards.length > 0) shownHand.value = event.kind.value;
      log.value = [...log.value, entry(event)];
      view.value = folded(fold, event) ?? view.value;
    });
    const duration = hurry ? 0 : durationMs(event, pace.value);
    if (duration > 0) await waiting.ms(duration);
    if (now !== era) return;
  }
  batch(() => {
    showing.value = undefined;
    view.value = final;
  });
}

/** The view after the event; nothing when it does not fit what is shown, as from a newer service: the final view mends that. */
function folded(fold: Fold, event: Event): MatchView | undefined {
  try {
    return fold.take(event);
  } catch {
    return undefined;
  }
}
