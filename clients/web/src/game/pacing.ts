/** How long each thing that happened is shown before the next one. */
import type { Pace } from '../app/settings';
import type { Event } from '../contract';

type Kind = Exclude<Event['kind']['case'], undefined>;

const FACTORS: Readonly<Record<Pace, number>> = { slow: 1.8, normal: 1, fast: 0.4, off: 0 };
const USUAL_MS = 450;
/** A hand that is shown is to be looked at. */
const SHOWN_HAND_MS = 3_000;
/** Milliseconds at the normal pace, where they are not the usual ones. */
const DURATIONS_MS: Readonly<Partial<Record<Kind, number>>> = {
  matchStarted: 0,
  roundStarted: 500,
  cardsDealt: 160,
  starterTurned: 800,
  cardsPlayed: 850,
  cardsDrawn: 600,
  turnStarted: 120,
  claimsOpened: 80,
  claimWaived: 120,
  claimsClosed: 80,
  offenseCalledOut: 1500,
  handShown: 600,
  challengeSettled: 1500,
  dobonCalled: 1600,
  dobonVoided: 1200,
  trickWon: 1000,
  tableTaken: 1000,
  seatWentOut: 1200,
  roundEnded: 700,
  matchEnded: 0,
};

export function durationMs(event: Event, pace: Pace): number {
  const kind = event.kind.case;
  if (kind === undefined) return 0;
  const isShownToMe = kind === 'handShown' && event.kind.value.cards.length > 0;
  return (isShownToMe ? SHOWN_HAND_MS : (DURATIONS_MS[kind] ?? USUAL_MS)) * FACTORS[pace];
}
