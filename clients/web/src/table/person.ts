/** How the person and the others are called on this table, in the language of the page. */
import { language } from '../app/settings';
import type { Event, MatchView } from '../contract';
import { speaker, tell } from '../game/eventWords';
import { seatOf } from '../game/fold';
import { seatName } from '../game/names';

export function nameOf(view: MatchView, seat: number): string {
  return seatName(seat, seatOf(view), language.value);
}

/** An event as a sentence for the eye or for the ear. */
export function sentence(view: MatchView, event: Event, audience: 'eye' | 'ear'): string {
  const name = (seat: number) => nameOf(view, seat);
  return tell(event, language.value, speaker(language.value, name, seatOf(view), view.rules, audience));
}

/** The other seats, clockwise from the person's left. */
export function others(view: MatchView): number[] {
  const seats = view.seats.length;
  const mine = Math.max(0, seatOf(view));
  return Array.from({ length: seats - 1 }, (_, step) => (mine + step + 1) % seats);
}
