/** What the person's buttons and keys do. */
import { create } from '@bufbuild/protobuf';
import {
  type Card,
  ChallengeSchema,
  DobonSchema,
  DrawSchema,
  NameSuitSchema,
  PassSchema,
  type Suit,
  WaiveSchema,
} from '../contract';
import { type CallOutAction, momentOf } from '../game/moment';
import { goOn, isBusy, perform, skip, startRound, view } from '../game/session';

export const drawCard = (): Promise<void> => perform({ case: 'draw', value: create(DrawSchema) });
export const passTurn = (): Promise<void> => perform({ case: 'passTurn', value: create(PassSchema) });
export const challengeJoker = (): Promise<void> => perform({ case: 'challenge', value: create(ChallengeSchema) });
export const waiveClaim = (): Promise<void> => perform({ case: 'waive', value: create(WaiveSchema) });
export const nameStarter = (suit: Suit): Promise<void> =>
  perform({ case: 'nameSuit', value: create(NameSuitSchema, { suit }) });
export const callDobon = (against: number, cards: readonly Card[] = []): Promise<void> =>
  perform({ case: 'dobon', value: create(DobonSchema, { against, cards: [...cards] }) });
export const callOut = (action: CallOutAction): Promise<void> => perform(action.kind);

/** Lets the game go on, whatever it waits for that is not the person's turn. */
export function proceed(): void {
  const seen = view.peek();
  if (!seen) return;
  const moment = momentOf(seen);
  if (isBusy.peek()) skip();
  else if (moment === 'answer') void waiveClaim();
  else if (moment === 'roundOver') void startRound();
  else if (moment === 'callOut' || moment === 'watch') void goOn();
}
