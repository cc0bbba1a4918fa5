import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { language } from '../app/settings';
import { CardFace } from '../cards/CardFace';
import { cardName, cardShort } from '../cards/cards';
import { powerOf } from '../cards/powers';
import { type MatchView, Phase, Refusal } from '../contract';
import { seatOf } from '../game/fold';
import { isBusy } from '../game/session';
import {
  asksForSuit,
  choose,
  chosen,
  chosenCards,
  hand,
  hasSets,
  isPlayable,
  playChosen,
  putBack,
  refusalOf,
} from './choice';
import { tableWords } from './words';

/** How much of a card's width is seen at least: its index, its middle, and enough for a finger. */
const LEAST_SEEN = 0.53;

/** The person's cards. One of them is in the tab order; the arrow keys move among them. */
export function Hand({ view }: { view: MatchView }) {
  const words = tableWords();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [current, setCurrent] = useState(0);
  const cards = hand.value;
  const held = useRef(false);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);

  const last = Math.max(0, cards.length - 1);
  const place = Math.min(current, last);
  const focus = (wanted: number) => {
    const next = Math.max(0, Math.min(last, wanted));
    setCurrent(next);
    box.current?.querySelectorAll<HTMLElement>('.hand-card')[next]?.focus();
  };

  // The card that had the focus may have been played: the next one gets it.
  const shown = cards.join();
  useEffect(() => {
    if (held.current && !box.current?.contains(document.activeElement) && document.activeElement === document.body) {
      box.current?.querySelectorAll<HTMLElement>('.hand-card')[place]?.focus({ preventScroll: true });
    }
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place - perRow,
      ArrowDown: place + perRow,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      focus(to);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      playOrChoose(view, place);
    } else if (event.key === 'Escape') {
      putBack();
    } else if (event.key === ' ') {
      event.preventDefault();
      choose(place);
    }
  };

  const card = width >= 760 ? 92 : width >= 520 ? 78 : 64;
  const perRow = Math.max(1, Math.floor((width - card) / (card * LEAST_SEEN)) + 1);
  const rows = Math.max(1, Math.ceil(cards.length / perRow));
  const inRow = Math.ceil(cards.length / rows);
  const step = inRow > 1 ? Math.min(card + 6, (width - card) / (inRow - 1)) : card;
  const isMine = view.phase === Phase.TURN && view.turn === seatOf(view) && !isBusy.value;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      class="hand"
      role="group"
      aria-label={`${words.yourHand}: ${words.cards(cards.length)}`}
      ref={box}
      data-anchor="hand"
      style={{ '--card-width': `${card}px`, '--step': `${step}px` }}
      onKeyDown={onKeyDown}
      onFocusIn={() => {
        held.current = true;
      }}
      onFocusOut={(event) => {
        if (event.relatedTarget) held.current = false;
      }}
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="hand-row">
          {cards.slice(row * inRow, (row + 1) * inRow).map((_, column) => {
            const index = row * inRow + column;
            return (
              <HandCard
                key={index}
                view={view}
                place={index}
                isCurrent={index === place}
                isMine={isMine}
                onFocus={() => setCurrent(index)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface HandCardProps {
  view: MatchView;
  place: number;
  isCurrent: boolean;
  isMine: boolean;
  onFocus(): void;
}

function HandCard({ view, place, isCurrent, isMine, onFocus }: HandCardProps) {
  const words = tableWords();
  const card = hand.value[place] ?? 0;
  const order = chosen.value.indexOf(place);
  const isChosen = order >= 0;
  const refusal = refusalOf(view, card);
  const isLegal = refusal === Refusal.UNSPECIFIED;
  const drawn = view.table.value?.drawn === card && hand.value.lastIndexOf(card) === place;
  const label = [
    cardName(card, language.value),
    drawn ? words.drawn : '',
    isMine && !isLegal ? words.notNow : '',
    isChosen && chosen.value.length > 1 ? words.layNumber(order + 1) : '',
  ];
  const look = isMine ? (isLegal ? ' legal' : ' refused') : '';
  return (
    <button
      type="button"
      class={`hand-card${look}${isChosen ? ' chosen' : ''}${drawn ? ' drawn' : ''}`}
      data-card={card}
      aria-pressed={isChosen}
      title={cardShort(card)}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onClick={() => {
        if (isChosen && !hasSets(view)) playOrChoose(view, place);
        else choose(place);
      }}
    >
      <CardFace card={card} power={powerOf(card, view.rules)} />
      <span class="sr-only">{label.filter(Boolean).join(', ')}</span>
      {isChosen && chosen.value.length > 1 && (
        <span class="lay-number" aria-hidden="true">
          {order + 1}
        </span>
      )}
    </button>
  );
}

/** Plays the card, or the set it belongs to, when nothing is missing; otherwise lifts it, and the panel asks or says why not. */
function playOrChoose(view: MatchView, place: number): void {
  if (!chosen.peek().includes(place)) choose(place);
  const cards = chosenCards.peek();
  if (isPlayable(view, cards) && !asksForSuit(view, cards)) void playChosen();
}
