import { language } from '../app/settings';
import { CardBack } from '../cards/CardFace';
import type { MatchView } from '../contract';
import { Phase } from '../contract';
import { BADGES } from '../game/names';
import { showing } from '../game/session';
import { nameOf, others, sentence } from './person';
import { tableWords } from './words';

/** The other players, clockwise from the person's left. */
export function Opponents({ view }: { view: MatchView }) {
  const words = tableWords();
  const seats = others(view);
  return (
    <ul
      class="opponents"
      aria-label={words.opponents}
      data-count={seats.length}
      style={{ '--columns': Math.min(seats.length, 4) }}
    >
      {seats.map((seat) => (
        <SeatItem key={seat} view={view} seat={seat} />
      ))}
    </ul>
  );
}

const DEALING: ReadonlySet<string | undefined> = new Set([
  'matchStarted',
  'roundStarted',
  'cardsDealt',
  'starterTurned',
]);

/** Cards are being dealt: it is nobody's turn yet. */
export function isDealing(): boolean {
  return DEALING.has(showing.value?.kind.case);
}

export function isToAct(view: MatchView, seat: number): boolean {
  if (isDealing()) return false;
  return view.phase === Phase.CLAIMS
    ? (view.claims?.awaited.includes(seat) ?? false)
    : view.phase === Phase.TURN && view.turn === seat;
}

function SeatItem({ view, seat }: { view: MatchView; seat: number }) {
  const words = tableWords();
  const holder = view.seats[seat];
  if (!holder) return null;
  const isOut = holder.place > 0 || holder.left;
  return (
    <li class={`seat${isToAct(view, seat) ? ' acting' : ''}${isOut ? ' out' : ''}`} data-seat={seat}>
      <Badge seat={seat} isAnchor />
      <div class="seat-text">
        <span class="seat-name">
          {nameOf(view, seat)}
          <DealerMark view={view} seat={seat} />
        </span>
        <span class="seat-score">{words.score(holder.score)}</span>
      </div>
      <SeatCards cards={holder.cards} place={holder.place} left={holder.left} />
      {isToAct(view, seat) && <span class="sr-only">{words.toPlay}</span>}
      <Bubble view={view} seat={seat} />
    </li>
  );
}

/** A seat's mark; cards fly to and from it where it is an anchor. */
export function Badge({ seat, isAnchor = false }: { seat: number; isAnchor?: boolean }) {
  return (
    <span class={`badge badge-${seat}`} aria-hidden="true" data-anchor={isAnchor ? `seat-${seat}` : undefined}>
      {BADGES[seat]}
    </span>
  );
}

/** Who dealt; in a game of tricks, who leads. */
export function DealerMark({ view, seat }: { view: MatchView; seat: number }) {
  const words = tableWords();
  if (view.dealer !== seat) return null;
  return (
    <abbr class="dealer" title={words.dealer}>
      <span aria-hidden="true">{language.value === 'ja' ? '親' : 'D'}</span>
      <span class="sr-only">{words.dealer}</span>
    </abbr>
  );
}

function SeatCards({ cards, place, left }: { cards: number; place: number; left: boolean }) {
  const words = tableWords();
  if (left) return <span class="seat-place">{words.left}</span>;
  if (place > 0) return <span class="seat-place">{words.place(place)}</span>;
  return (
    <span class={`seat-cards${cards <= 1 ? ' few' : ''}`}>
      <span class="mini-fan" aria-hidden="true">
        {Array.from({ length: Math.min(cards, 5) }, (_, i) => (
          <span key={i} class="mini-back">
            <CardBack />
          </span>
        ))}
      </span>
      <span class="seat-count">{words.cards(cards)}</span>
    </span>
  );
}

const SPOKEN: ReadonlySet<string | undefined> = new Set([
  'cardsDrawn',
  'turnPassed',
  'offenseCalledOut',
  'dobonCalled',
  'dobonVoided',
  'challengeSettled',
  'seatWentOut',
  'seatLeft',
  'trickWon',
  'tableTaken',
  'handShown',
]);

/** What a seat does at this moment, beside it; a call stays as long as the play that it was made with. */
export function Bubble({ view, seat }: { view: MatchView; seat: number }) {
  const words = tableWords();
  const event = showing.value;
  const kind = event?.kind;
  const actor =
    kind?.case === 'challengeSettled'
      ? kind.value.challenger
      : kind?.case === 'offenseCalledOut'
        ? (kind.value.caller ?? kind.value.offender)
        : kind?.value && 'seat' in kind.value
          ? kind.value.seat
          : -1;
  if (event && SPOKEN.has(kind?.case) && actor === seat) {
    return (
      <span class="bubble" aria-hidden="true">
        {sentence(view, event, 'eye')}
      </span>
    );
  }
  const { lastPlay } = view;
  if (!lastPlay?.call || lastPlay.seat !== seat) return null;
  const word = lastPlay.call === 1 ? view.rules?.calls?.penultimate : view.rules?.calls?.last;
  return (
    <span class="bubble call" aria-hidden="true">
      {words.said(word ?? '')}
    </span>
  );
}
