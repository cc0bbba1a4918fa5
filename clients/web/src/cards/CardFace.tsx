/** Cards as pictures of our own: a large index for small screens, one large suit, emblems for the courts, waves on the back. */
import type { JSX } from 'preact';
import { Card, Suit } from '../contract';
import { isJoker, rankOf, rankText, suitOf } from './cards';
import type { Power } from './powers';
import './cards.css';

/** Each suit in a box of 100 by 100. */
const SUIT_PATHS: Readonly<Record<number, string>> = {
  [Suit.CLUBS]:
    'M30 25a20 20 0 1 0 40 0a20 20 0 1 0-40 0ZM6 57a20 20 0 1 0 40 0a20 20 0 1 0-40 0ZM54 57a20 20 0 1 0 40 0a20 20 0 1 0-40 0ZM41 34v26h18V34ZM46 56c0 18-3 30-14 38H68c-11-8-14-20-14-38Z',
  [Suit.DIAMONDS]: 'M50 4Q64 30 86 50Q64 70 50 96Q36 70 14 50Q36 30 50 4Z',
  [Suit.HEARTS]:
    'M50 93C22 68 7 52 7 32C7 18 17 8 30 8C39 8 46 13 50 21C54 13 61 8 70 8C83 8 93 18 93 32C93 52 78 68 50 93Z',
  [Suit.SPADES]:
    'M50 5C60 26 91 40 91 62C91 75 81 82 71 82C64 82 57 79 53.5 74C54 84 57 90 65 95H35C43 90 46 84 46.5 74C43 79 36 82 29 82C19 82 9 75 9 62C9 40 40 26 50 5Z',
};

/** Emblems of jack (a helmet with a crescent), queen (a folding fan) and king (a crown), in a box of 60 by 40. */
const EMBLEMS: Readonly<Record<number, JSX.Element>> = {
  11: (
    <g>
      <path d="M12 30C12 14 22 10 30 10S48 14 48 30Z" fill="none" />
      <path d="M6 36C16 29 44 29 54 36" fill="none" />
      <path d="M12 2C14 14 22 18 30 18S46 14 48 2C42 9 36 11 30 11S18 9 12 2Z" />
    </g>
  ),
  12: (
    <g>
      <path d="M30 38L4 14C18 0 42 0 56 14Z" fill="none" />
      <path d="M30 38L16 6M30 38V3M30 38L44 6" fill="none" />
      <path d="M30 38L21.5 30.200C26 25 34 25 38.5 30.200Z" />
    </g>
  ),
  13: (
    <g>
      <path d="M8 36L4 10L18 22L30 4L42 22L56 10L52 36Z" fill="none" />
      <path d="M9 36H51V30H9Z" />
      <circle cx="30" cy="4" r="3" />
      <circle cx="4" cy="10" r="3" />
      <circle cx="56" cy="10" r="3" />
    </g>
  ),
};

const POWER_TEXTS: Readonly<Record<Power, string>> = {
  drawTwo: '+2',
  drawThree: '+3',
  joker: '+4',
  wild: '',
  skip: '',
  reverse: '',
};

/** A suit alone. */
export function SuitMark({ suit, class: className = '' }: { suit: Suit; class?: string }) {
  return (
    <svg class={`suit-mark suit-${suit} ${className}`} viewBox="0 0 100 100" aria-hidden="true">
      <path d={SUIT_PATHS[suit] ?? ''} />
    </svg>
  );
}

/** A card face up, with a mark of the power that it has in these rules; or, for no card, face down. */
export function CardFace({ card, power }: { card: Card; power?: Power | undefined }) {
  if (card === Card.UNSPECIFIED) return <CardBack />;
  return (
    <svg class={`card-face suit-${suitOf(card)}`} viewBox="0 0 100 140" aria-hidden="true">
      <rect class="card-paper" x="1" y="1" width="98" height="138" rx="9" />
      {isJoker(card) ? <JokerArt /> : <SuitArt card={card} />}
      {power && <PowerMark power={power} />}
    </svg>
  );
}

function SuitArt({ card }: { card: Card }) {
  const rank = rankOf(card);
  const path = SUIT_PATHS[suitOf(card)];
  const emblem = EMBLEMS[rank];
  return (
    <>
      <text
        class="card-rank"
        x="22"
        y="41"
        {...(rank === 10 ? { textLength: 37, lengthAdjust: 'spacingAndGlyphs' } : {})}
      >
        {rankText(card)}
      </text>
      <path d={path} transform="translate(8 49) scale(.28)" />
      {emblem && (
        <g class="card-emblem" transform="translate(36 44) scale(.95)">
          {emblem}
        </g>
      )}
      <path d={path} transform={emblem ? 'translate(42 84) scale(.48)' : 'translate(35 72) scale(.58)'} />
    </>
  );
}

function JokerArt() {
  return (
    <>
      <path
        class="card-star"
        d="M22 8l4.7 9.6 10.6 1.5-7.7 7.5 1.8 10.500L22 32.100l-9.4 5 1.8-10.5-7.7-7.5 10.6-1.500z"
      />
      <text class="card-joker" transform="translate(17 47) rotate(90)">
        JOKER
      </text>
      <g class="card-emblem" transform="translate(43 66) scale(.82)">
        <path
          class="card-star"
          d="M4 44C4 24 0 14-2 6C10 8 18 16 22 26C22 14 25 6 28 0C31 6 34 14 34 26C38 16 46 8 58 6C56 14 52 24 52 44Z"
        />
        <path d="M2 44H54V52H2Z" />
        <circle cx="-2" cy="6" r="5" />
        <circle cx="28" cy="0" r="5" />
        <circle cx="58" cy="6" r="5" />
      </g>
    </>
  );
}

function PowerMark({ power }: { power: Power }) {
  return (
    <g class="card-power" transform="translate(78 20)">
      <circle r="15" />
      {POWER_TEXTS[power] && (
        <text y="6.5" text-anchor="middle">
          {POWER_TEXTS[power]}
        </text>
      )}
      {power === 'skip' && <path class="line" d="M-8 5A9 9 0 0 1 7 0M8-7V2H-1" />}
      {power === 'reverse' && <path class="line" d="M-7-4H5L1-8M7 4H-5L-1 8" />}
      {power === 'wild' && (
        <g>
          <path class="suit-3" d={SUIT_PATHS[Suit.HEARTS]} transform="translate(-10 -10) scale(.095)" />
          <path class="suit-4" d={SUIT_PATHS[Suit.SPADES]} transform="translate(.5 -10) scale(.095)" />
          <path class="suit-1" d={SUIT_PATHS[Suit.CLUBS]} transform="translate(-10 .5) scale(.095)" />
          <path class="suit-2" d={SUIT_PATHS[Suit.DIAMONDS]} transform="translate(.5 .5) scale(.095)" />
        </g>
      )}
    </g>
  );
}

/** A card face down: waves (seigaiha). */
export function CardBack() {
  return (
    <svg class="card-face card-back" viewBox="0 0 100 140" aria-hidden="true">
      <rect class="card-paper" x="1" y="1" width="98" height="138" rx="9" />
      <rect class="card-weave" x="8" y="8" width="84" height="124" rx="5" />
      <rect x="8" y="8" width="84" height="124" rx="5" fill="url(#seigaiha)" />
    </svg>
  );
}

/** What cards refer to; once on the page. */
export function CardDefs() {
  const wave = (x: number, y: number) => (
    <g transform={`translate(${x} ${y})`}>
      {[12, 8.5, 5, 1.5].map((r) => (
        <circle key={r} r={r} />
      ))}
    </g>
  );
  return (
    <svg class="card-defs" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id="seigaiha" width="24" height="12" patternUnits="userSpaceOnUse">
          <g class="card-waves">{[wave(0, 0), wave(24, 0), wave(12, 6), wave(0, 12), wave(24, 12), wave(12, 18)]}</g>
        </pattern>
      </defs>
    </svg>
  );
}
