/** What the person has chosen to play, before it is played. */
import { create } from '@bufbuild/protobuf';
import { computed, effect, signal, untracked } from '@preact/signals';
import { isJoker, rankOf, suitOf } from '../cards/cards';
import { namesSuit } from '../cards/powers';
import { Call, type Card, IllegalPlay, type MatchView, PlaySchema, Refusal, Suit } from '../contract';
import { perform, view } from '../game/session';

/** Black and red in turn, so that suits lie apart. */
const SUIT_ORDER: Readonly<Record<Suit, number>> = { 1: 0, 2: 1, 4: 2, 3: 3, 0: 4 };

export function inHandOrder(hand: readonly Card[]): Card[] {
  const place = (card: Card) => SUIT_ORDER[suitOf(card)] * 20 + rankOf(card);
  return [...hand].sort((a, b) => place(a) - place(b));
}

/** The hand in the order in which it is shown. */
export const hand = computed<readonly Card[]>(() => inHandOrder(view.value?.hand ?? []));
/** Places in `hand`, in the order in which the cards will be laid. */
export const chosen = signal<readonly number[]>([]);
export const chosenCards = computed(() => chosen.value.flatMap((place) => hand.value[place] ?? []));
/** The call that will be made with the next play. */
export const call = signal<Call>(Call.UNSPECIFIED);
/** Why the card looked at last cannot be played. */
export const reason = signal<Refusal>(Refusal.UNSPECIFIED);

/** Whether a choice of cards is one that the service lists, in whatever order. */
export function isPlayable(seen: MatchView, cards: readonly Card[]): boolean {
  const wanted = key(cards);
  return seen.legal?.actions.some(({ kind }) => kind.case === 'play' && key(kind.value.cards) === wanted) ?? false;
}

function key(cards: readonly Card[]): string {
  return [...cards].sort((a, b) => a - b).join();
}

/** Why no listed play uses the card; unspecified when one does. */
export function refusalOf(seen: MatchView, card: Card): Refusal {
  return seen.legal?.refused.find((refused) => refused.card === card)?.refusal ?? Refusal.UNSPECIFIED;
}

/** Whether the rules have sets. */
export function hasSets(seen: MatchView): boolean {
  return seen.rules?.game.case === 'americanPageOne' && seen.rules.game.value.sets;
}

const BLUFFS: ReadonlySet<Refusal> = new Set([
  Refusal.NO_MATCH,
  Refusal.MUST_EVADE_OR_DRAW,
  Refusal.ONLY_DRAWN_CARD,
  Refusal.JOKER_WITH_SUIT_IN_HAND,
]);

/** Whether a card that is not listed would be accepted, to be called out by whoever notices (clause A21). */
export function isBluff(seen: MatchView, refusal: Refusal): boolean {
  const game = seen.rules?.game;
  const isFree = game?.case === 'americanPageOne' && game.value.illegalPlay === IllegalPlay.WHEN_CALLED_OUT;
  return isFree && BLUFFS.has(refusal);
}

/** Whether playing these cards asks for a suit. */
export function asksForSuit(seen: MatchView, cards: readonly Card[]): boolean {
  const [first] = cards;
  return first !== undefined && namesSuit(first, seen.rules);
}

/** Lifts a card, or puts it back. With sets, further cards of its rank join it. */
export function choose(place: number): void {
  const seen = view.peek();
  const card = hand.peek()[place];
  if (!seen || card === undefined) return;
  reason.value = refusalOf(seen, card);
  const now = chosen.peek();
  const joins = hasSets(seen) && now.length > 0 && sameRank(card, hand.peek()[now[0] ?? -1]);
  if (now.includes(place)) chosen.value = now.filter((other) => other !== place);
  else chosen.value = joins ? [...now, place] : [place];
}

function sameRank(card: Card, other: Card | undefined): boolean {
  return other !== undefined && isJoker(card) === isJoker(other) && rankOf(card) === rankOf(other);
}

export function putBack(): void {
  chosen.value = [];
  reason.value = Refusal.UNSPECIFIED;
}

export function toggleCall(wanted: Call): void {
  call.value = call.peek() === wanted ? Call.UNSPECIFIED : wanted;
}

/** Plays what is chosen, with the call that is switched on. */
export function playChosen(suit: Suit = Suit.UNSPECIFIED): Promise<void> {
  const play = create(PlaySchema, { cards: chosenCards.peek(), suit, call: call.peek() });
  return perform({ case: 'play', value: play });
}

/** From now on a choice ends with what it was chosen for: another hand, or another turn. */
export function watchChoice(): void {
  let before = '';
  effect(() => {
    const seen = view.value;
    const now = seen ? `${seen.round}/${seen.turn}/${seen.phase}/${seen.hand.join()}` : '';
    if (now === before) return;
    before = now;
    untracked(() => {
      putBack();
      call.value = Call.UNSPECIFIED;
    });
  });
}
