/**
 * The game that is kept in the browser: the sealed ticket, and what happened so far in the form of the contract, so that a
 * reload, another language or another tab shows the same. One item of local storage, written as a whole.
 */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import { readItem, writeItem } from '../app/storage';
import {
  ActResponseSchema,
  type Card,
  type Event,
  type RoundEnded,
  RoundEndedSchema,
  type StartGameRequest,
  StartGameRequestSchema,
} from '../contract';

export const RECORD_KEY = 'pageone.game';
const FORMAT = 1;
/** Events that are kept at most; older ones are forgotten. */
const MOST_EVENTS = 400;

/** What the person saw when the match began, to be held against the seed when it is over (clauses C4 to C9). */
export interface Opening {
  readonly commitment: Uint8Array;
  readonly dealer: number;
  readonly hand: readonly Card[];
}

export interface GameRecord {
  readonly ticket: Uint8Array;
  /** What the game was started with, to play the same again. */
  readonly request: StartGameRequest;
  readonly opening: Opening | undefined;
  readonly events: readonly Event[];
  /** How each round ended so far. */
  readonly rounds: readonly RoundEnded[];
}

export function saveRecord(record: GameRecord | undefined): void {
  writeItem(RECORD_KEY, record ? encodeRecord(record) : null);
}

export function loadRecord(): GameRecord | undefined {
  return decodeRecord(readItem(RECORD_KEY));
}

/** The ticket that is kept now, as it is written; another tab may have brought it further. */
export function storedTicket(): string | undefined {
  return ticketOf(readItem(RECORD_KEY));
}

export function ticketText(ticket: Uint8Array): string {
  return base64Encode(ticket);
}

export function encodeRecord({ ticket, request, opening, events, rounds }: GameRecord): string {
  const kept = create(ActResponseSchema, { events: events.slice(-MOST_EVENTS) });
  return JSON.stringify({
    format: FORMAT,
    ticket: base64Encode(ticket),
    request: base64Encode(toBinary(StartGameRequestSchema, request)),
    opening: opening && {
      commitment: base64Encode(opening.commitment),
      dealer: opening.dealer,
      hand: opening.hand,
    },
    events: base64Encode(toBinary(ActResponseSchema, kept)),
    rounds: rounds.map((round) => base64Encode(toBinary(RoundEndedSchema, round))),
  });
}

/** Nothing for what is no record: written by another release, or by somebody else. */
export function decodeRecord(text: string | null): GameRecord | undefined {
  try {
    const kept = JSON.parse(text ?? 'null');
    if (kept?.format !== FORMAT) return undefined;
    const { opening } = kept;
    return {
      ticket: base64Decode(kept.ticket),
      request: fromBinary(StartGameRequestSchema, base64Decode(kept.request)),
      opening: opening && {
        commitment: base64Decode(opening.commitment),
        dealer: Number(opening.dealer),
        hand: [...opening.hand].map(Number),
      },
      events: fromBinary(ActResponseSchema, base64Decode(kept.events)).events,
      rounds: [...kept.rounds].map((round: string) => fromBinary(RoundEndedSchema, base64Decode(round))),
    };
  } catch {
    return undefined;
  }
}

function ticketOf(text: string | null): string | undefined {
  try {
    const ticket: unknown = JSON.parse(text ?? 'null')?.ticket;
    return typeof ticket === 'string' ? ticket : undefined;
  } catch {
    return undefined;
  }
}

/** What a match's first events showed of its beginning; nothing when they are not the first. */
export function openingOf(events: readonly Event[], seat: number): Opening | undefined {
  let commitment: Uint8Array | undefined;
  let dealer = -1;
  for (const { kind } of events) {
    if (kind.case === 'matchStarted') commitment = kind.value.seedCommitment;
    if (kind.case === 'roundStarted') dealer = kind.value.dealer;
    if (kind.case === 'cardsDealt' && kind.value.seat === seat) {
      return commitment && { commitment, dealer, hand: kind.value.cards };
    }
  }
  return undefined;
}

/** How rounds ended, of all that is told by these events. */
export function roundsOf(events: readonly Event[]): RoundEnded[] {
  return events.flatMap(({ kind }) => (kind.case === 'roundEnded' ? [kind.value] : []));
}
