/** What the match waits for, as the person at the table sees it. */
import { type Action, type MatchView, Phase } from '../contract';
import { seatOf } from './fold';

export type Moment =
  /** The person's turn has come. */
  | 'turn'
  /** The person's answer is awaited: it may claim, or waive. */
  | 'answer'
  /** The person may call somebody out, and otherwise lets the game go on. */
  | 'callOut'
  /** Nothing is the person's to do: the game goes on by itself. */
  | 'watch'
  | 'roundOver'
  | 'matchOver';

export function momentOf(view: MatchView): Moment {
  const seat = seatOf(view);
  if (view.phase === Phase.MATCH_OVER) return 'matchOver';
  if (view.phase === Phase.ROUND_OVER) return 'roundOver';
  if (view.phase === Phase.CLAIMS && view.claims?.awaited.includes(seat)) return 'answer';
  if (view.phase === Phase.TURN && view.turn === seat) return 'turn';
  return callOuts(view).length > 0 ? 'callOut' : 'watch';
}

export type CallOutAction = Action & { kind: { case: 'callOut' } };

/** The call-outs that are listed for the person, true or not (clause L1). */
export function callOuts(view: MatchView): CallOutAction[] {
  return (view.legal?.actions ?? []).filter((action): action is CallOutAction => action.kind.case === 'callOut');
}

/** Whether an action of this kind is listed. */
export function isListed(view: MatchView, kind: Action['kind']['case']): boolean {
  return view.legal?.actions.some((action) => action.kind.case === kind) ?? false;
}

/** How many seconds the person gets to think before the game goes on; undefined: until it says so. */
export function thinkingSeconds(view: MatchView, moment: Moment, thinking: number): number | undefined {
  if (moment === 'watch') return 0;
  if (moment !== 'callOut' && moment !== 'answer') return undefined;
  if (thinking === 0) return undefined;
  return moment === 'callOut' && !isWorthALook(view) ? QUICK_SECONDS : thinking;
}

const QUICK_SECONDS = 0.6;

/**
 * Whether the last play may be worth a look, by what everybody sees: few cards left, or rules under which any play may be
 * illegal. Other plays can be called out, too, but not for anything that could be right.
 */
function isWorthALook(view: MatchView): boolean {
  const few = callOuts(view).some(({ kind }) => (view.seats[kind.value.offender]?.cards ?? 0) <= 1);
  return few || callOuts(view).some(({ kind }) => kind.value.offense !== 1);
}
