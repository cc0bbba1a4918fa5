import { language } from '../app/settings';
import { CardBack, CardFace, SuitMark } from '../cards/CardFace';
import { cardName, rankText, suitName } from '../cards/cards';
import { powerOf } from '../cards/powers';
import { type DiscardView, type MatchView, Suit, type TrickView } from '../contract';
import { drawCard } from './doing';
import { nameOf } from './person';
import { tableWords } from './words';

/** The middle of the table: stock, and what lies face up. */
export function Centre({ view }: { view: MatchView }) {
  const words = tableWords();
  return (
    <section class="centre" aria-label={words.table}>
      <Stock view={view} />
      {view.table.case === 'discard' && <Discard view={view} discard={view.table.value} />}
      {view.table.case === 'trick' && <Trick view={view} trick={view.table.value} />}
    </section>
  );
}

function Stock({ view }: { view: MatchView }) {
  const words = tableWords();
  return (
    <div class="stock">
      <button
        type="button"
        class={`stock-cards${view.stock > 0 ? '' : ' empty'}`}
        data-anchor="stock"
        aria-label={`${words.stockOf(view.stock)}. ${words.draw}`}
        onClick={() => drawCard()}
      >
        {view.stock > 0 ? <CardBack /> : <span class="card-gap" />}
      </button>
      <span class="pile-note" aria-hidden="true">
        {words.stock} {view.stock}
      </span>
    </div>
  );
}

/** Small turns, so that a pile looks like one. */
const TILTS = [-4, 3, -1.5, 5, -2.5, 1.5] as const;
const SHOWN = 3;

function Discard({ view, discard }: { view: MatchView; discard: DiscardView }) {
  const words = tableWords();
  const newest = Math.max(1, view.lastPlay?.cards.length ?? 1);
  const from = Math.max(0, view.pile.length - newest - SHOWN + 1);
  const lang = language.value;
  const suit = discard.suit ? words.suitInForce(suitName(discard.suit, lang)) : words.noSuit;
  return (
    <>
      <div
        class="pile"
        data-anchor="pile"
        role="img"
        aria-label={discard.top ? words.topCard(cardName(discard.top, lang)) : words.pile}
      >
        {view.pile.slice(from).map((card, index) => {
          const place = from + index;
          const fresh = place - (view.pile.length - newest);
          return (
            <span
              key={place}
              class="pile-card"
              data-landing={fresh >= 0 ? fresh : undefined}
              style={{ '--tilt': `${TILTS[place % TILTS.length]}deg`, '--fan': Math.max(0, fresh), '--fans': newest }}
            >
              <CardFace card={card} power={powerOf(card, view.rules)} />
            </span>
          );
        })}
      </div>
      <div class="in-force">
        <span class={`chip suit-chip${discard.suit ? '' : ' none'}`} role="img" aria-label={suit} title={suit}>
          {discard.suit ? <SuitMark suit={discard.suit} /> : '?'}
        </span>
        {discard.pending > 0 && (
          <span class="chip pending" role="img" aria-label={words.pending(discard.pending)}>
            +{discard.pending}
          </span>
        )}
        <Direction reversed={discard.reversed} />
      </div>
    </>
  );
}

export function Direction({ reversed }: { reversed: boolean }) {
  const words = tableWords();
  const text = reversed ? words.counterClockwise : words.clockwise;
  return (
    <span class="chip direction" role="img" aria-label={text} title={text}>
      <svg viewBox="0 0 24 24" aria-hidden="true" class={reversed ? 'reversed' : ''}>
        <path d="M4.500 14A8 8 0 1 1 12 20M4.500 14l-2.500-4M4.500 14l4.200-2" />
      </svg>
    </span>
  );
}

function Trick({ view, trick }: { view: MatchView; trick: TrickView }) {
  const words = tableWords();
  const lang = language.value;
  return (
    <>
      <ol
        class="trick"
        data-anchor="pile"
        data-plays={trick.plays.length > 3 ? 'long' : 'short'}
        aria-label={words.trick}
      >
        {trick.plays.length === 0 && <li class="trick-empty">{words.emptyTrick}</li>}
        {trick.plays.map(({ seat, card }, index) => (
          <li key={`${index}-${card}`} class="trick-play">
            <span
              class="trick-card"
              role="img"
              aria-label={cardName(card, lang)}
              data-landing={index === trick.plays.length - 1 ? 0 : undefined}
            >
              <CardFace card={card} />
            </span>
            <span class="trick-name">{nameOf(view, seat)}</span>
          </li>
        ))}
      </ol>
      <div class="in-force">
        {trick.suit !== Suit.UNSPECIFIED && (
          <span class="chip suit-chip" role="img" aria-label={words.suitLed(suitName(trick.suit, lang))}>
            <SuitMark suit={trick.suit} />
          </span>
        )}
        <span class="pile-note">{words.pileOf(view.pile.length)}</span>
      </div>
    </>
  );
}

/** The rank of the top card where it matters. */
export function topRank(view: MatchView): string {
  return view.table.case === 'discard' ? rankText(view.table.value.top) : '';
}
