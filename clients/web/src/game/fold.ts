/**
 * What happened, folded over what was seen: the view after some events, one by one, so that they can be shown one after another.
 *
 * The service's own view follows in any case (`legal` and `version` come only from there); this is how the table looks on the
 * way to it. Events of a kind that this page does not know change nothing.
 */
import { clone, create } from '@bufbuild/protobuf';
import { ascending, isJoker, rankOf, suitOf, without } from '../cards/cards';
import {
  type Card,
  Card as CardEnum,
  ClaimsViewSchema,
  type DiscardView,
  DiscardViewSchema,
  type DobonClaim,
  DobonClaimSchema,
  DrawReason,
  type Event,
  type MatchView,
  MatchViewSchema,
  Phase,
  PlayViewSchema,
  SeatViewSchema,
  Starter,
  StockOut,
  Suit,
  type TrickView,
  TrickViewSchema,
  ViewerSchema,
} from '../contract';

type Kind = Exclude<Event['kind']['case'], undefined>;
type Value<K extends Kind> = Extract<Event['kind'], { case: K }>['value'];
type Folders = { [K in Kind]: (fold: Fold, value: Value<K>) => void };

/** The seat that looks; -1: a spectator. */
export function seatOf(view: MatchView): number {
  return view.viewer?.kind.case === 'seat' ? view.viewer.kind.value : -1;
}

/** The empty table that a match begins with, from its first event. */
export function emptyView(started: Value<'matchStarted'>, seat: number): MatchView {
  const american = started.rules?.game.case === 'americanPageOne';
  return create(MatchViewSchema, {
    matchId: started.matchId,
    viewer: create(ViewerSchema, { kind: { case: 'seat', value: seat } }),
    ...(started.rules ? { rules: started.rules } : {}),
    phase: Phase.TURN,
    seats: Array.from({ length: started.seats }, () => create(SeatViewSchema)),
    table: american
      ? { case: 'discard', value: create(DiscardViewSchema) }
      : { case: 'trick', value: create(TrickViewSchema) },
    seedCommitment: started.seedCommitment,
  });
}

/** A view that events are folded over. It keeps its own copy. */
export class Fold {
  view: MatchView;
  /** Dobons that stand once claims have closed, until their cards are laid on the pile. */
  standing: DobonClaim[] = [];
  struck = 0;

  constructor(view: MatchView) {
    this.view = clone(MatchViewSchema, view);
    delete this.view.legal;
  }

  /** Takes one event in, and gives the view after it, a fresh object. */
  take(event: Event): MatchView {
    this.view = clone(MatchViewSchema, this.view);
    if (settles(this.view, event)) delete this.view.lastPlay;
    const { kind } = event;
    const folder = kind.case && (FOLDERS[kind.case] as ((fold: Fold, value: unknown) => void) | undefined);
    folder?.(this, kind.value);
    return this.view;
  }

  get discard(): DiscardView | undefined {
    return this.view.table.case === 'discard' ? this.view.table.value : undefined;
  }

  get trick(): TrickView | undefined {
    return this.view.table.case === 'trick' ? this.view.table.value : undefined;
  }

  gain(seat: number, count: number, cards: readonly Card[]): void {
    const holder = this.view.seats[seat];
    if (holder) holder.cards += count;
    if (seat === seatOf(this.view)) this.view.hand = ascending([...this.view.hand, ...cards]);
  }

  lose(seat: number, cards: readonly Card[]): void {
    const holder = this.view.seats[seat];
    if (holder) holder.cards -= cards.length;
    if (seat === seatOf(this.view)) this.view.hand = without(this.view.hand, cards);
  }

  endDraw(): void {
    const table = this.view.table.value;
    if (table) {
      table.drew = false;
      table.drawn = CardEnum.UNSPECIFIED;
    }
  }

  isActive(seat: number): boolean {
    const holder = this.view.seats[seat];
    return holder !== undefined && holder.place === 0 && !holder.left;
  }

  nextActive(seat: number): number {
    const seats = this.view.seats.length;
    for (let step = 1; step <= seats; step++) {
      const next = (seat + step) % seats;
      if (this.isActive(next)) return next;
    }
    return seat;
  }

  setTrick(leader: number): void {
    this.view.table = { case: 'trick', value: create(TrickViewSchema, { leader }) };
  }

  answered(seat: number): void {
    const { claims } = this.view;
    if (!claims) return;
    claims.awaited = claims.awaited.filter((other) => other !== seat);
    claims.answered = [...claims.answered, seat].sort((a, b) => a - b);
  }

  /** The top card follows the pile. */
  retop(): void {
    const { discard } = this;
    if (discard) discard.top = this.view.pile.at(-1) ?? CardEnum.UNSPECIFIED;
  }

  /** The standing claimants' hands go on the pile, clockwise from the struck player (clause A27). */
  layDown(): void {
    const seats = this.view.seats.length;
    const away = (claim: DobonClaim) => (claim.seat - this.struck + seats) % seats;
    for (const claim of [...this.standing].sort((a, b) => away(a) - away(b))) {
      this.view.pile = [...this.view.pile, ...claim.cards];
      this.lose(claim.seat, claim.cards);
    }
    this.standing = [];
    this.retop();
  }
}

/** Whether an event can only come of a turn action other than a play, which ends what can be claimed against (clause S1). */
function settles(view: MatchView, event: Event): boolean {
  const { kind } = event;
  switch (kind.case) {
    case 'cardsDrawn': {
      // Under EVASION_NONE a play has it paid at once: nothing was pending before.
      const owed = view.table.case === 'discard' && view.table.value.pending > 0;
      return kind.value.reason === DrawReason.TURN || (kind.value.reason === DrawReason.PENDING && owed);
    }
    case 'suitNamed':
      // The suit of a starter whose dealer has left is named by nobody.
      return view.seats[kind.value.seat]?.left === false;
    case 'turnPassed':
    case 'handShown':
    case 'challengeSettled':
    case 'tableTaken':
      return true;
    default:
      return false;
  }
}

const nothing = () => {};

/** One function for each kind of event: a kind that is missing here does not compile. */
const FOLDERS: Folders = {
  matchStarted: nothing,
  offenseCalledOut: nothing,
  handShown: nothing,
  seatsSkipped: nothing,
  roundStarted(fold, { round, dealer, stock }) {
    const { view } = fold;
    Object.assign(view, { phase: Phase.TURN, round, dealer, stock, hand: [], pile: [] });
    for (const seat of view.seats) {
      seat.cards = 0;
      seat.place = 0;
    }
    delete view.lastPlay;
    delete view.claims;
    if (view.table.case === 'discard') view.table = { case: 'discard', value: create(DiscardViewSchema) };
    else fold.setTrick(dealer);
  },
  cardsDealt(fold, { seat, count, cards }) {
    fold.gain(seat, count, cards);
    fold.view.stock -= count;
  },
  starterTurned(fold, { card }) {
    const { view, discard } = fold;
    view.stock -= 1;
    view.pile = [card];
    const game = view.rules?.game;
    if (!discard || game?.case !== 'americanPageOne') return;
    const wild = !isJoker(card) && rankOf(card) === (game.value.specials?.wild ?? 0);
    const named =
      (game.value.starter === Starter.DEALER && (wild || isJoker(card))) ||
      (game.value.starter === Starter.NEUTRAL && wild);
    discard.top = card;
    discard.suit = named ? Suit.UNSPECIFIED : suitOf(card) || Suit.SPADES;
    if (game.value.dobon?.enabled && game.value.dobon.onStarter) {
      view.lastPlay = create(PlayViewSchema, { seat: view.dealer, cards: [card], starter: true });
    }
  },
  cardsPlayed(fold, { seat, cards, suit, call }) {
    const { view, trick, discard } = fold;
    fold.lose(seat, cards);
    fold.endDraw();
    view.lastPlay = create(PlayViewSchema, {
      seat,
      cards,
      call,
      suitBefore: discard?.suit ?? Suit.UNSPECIFIED,
      reversedBefore: discard?.reversed ?? false,
      pendingBefore: discard?.pending ?? 0,
    });
    if (trick) {
      if (trick.plays.length === 0) trick.leader = seat;
      for (const card of cards) {
        trick.plays.push({ $typeName: 'pageone.v1.TrickPlay', seat, card });
        if (trick.suit === Suit.UNSPECIFIED) trick.suit = suitOf(card);
      }
    }
    if (discard) {
      view.pile = [...view.pile, ...cards];
      discard.suit = suit || suitOf(cards.at(-1) ?? CardEnum.UNSPECIFIED) || discard.suit;
      fold.retop();
    }
  },
  cardsDrawn(fold, { seat, reason, count, cards }) {
    fold.gain(seat, count, cards);
    fold.view.stock -= count;
    const table = fold.view.table.value;
    if (reason === DrawReason.TURN && table) {
      table.drew = true;
      if (seat === seatOf(fold.view)) table.drawn = cards.at(-1) ?? CardEnum.UNSPECIFIED;
    }
    if (reason === DrawReason.PENDING && fold.discard) fold.discard.pending = 0;
  },
  turnPassed(fold) {
    fold.endDraw();
  },
  suitNamed(fold, { suit }) {
    if (fold.discard) fold.discard.suit = suit;
  },
  directionReversed(fold, { reversed }) {
    if (fold.discard) fold.discard.reversed = reversed;
  },
  drawPending(fold, { count }) {
    if (fold.discard) fold.discard.pending = count;
  },
  cardsReturned(fold, { seat, cards }) {
    fold.view.pile = fold.view.pile.slice(0, fold.view.pile.length - cards.length);
    fold.retop();
    fold.gain(seat, cards.length, cards);
    delete fold.view.lastPlay;
  },
  challengeSettled(fold) {
    if (fold.discard) fold.discard.pending = 0;
  },
  claimsOpened(fold, { level, seats }) {
    const { view } = fold;
    view.phase = Phase.CLAIMS;
    view.turn = view.lastPlay?.seat ?? view.turn;
    view.claims = create(ClaimsViewSchema, { level, awaited: seats, dobons: view.claims?.dobons ?? [] });
  },
  dobonCalled(fold, { seat, against, cards }) {
    const { claims } = fold.view;
    if (!claims) return;
    claims.dobons = [
      ...claims.dobons,
      create(DobonClaimSchema, { seat, against, level: claims.level, cards, void: false }),
    ];
    fold.answered(seat);
  },
  dobonVoided(fold, { seat }) {
    for (const claim of fold.view.claims?.dobons ?? []) {
      if (claim.seat === seat) claim.void = true;
    }
  },
  claimWaived(fold, { seat }) {
    fold.answered(seat);
  },
  claimsClosed(fold) {
    const { view } = fold;
    fold.standing = (view.claims?.dobons ?? []).filter((claim) => !claim.void);
    fold.struck = view.turn;
    view.phase = Phase.TURN;
    delete view.claims;
    if (fold.standing.length > 0) delete view.lastPlay;
  },
  trickWon(fold, { seat }) {
    const { view, trick } = fold;
    view.pile = [...view.pile, ...(trick?.plays ?? []).map((play) => play.card)];
    fold.setTrick(fold.isActive(seat) ? seat : fold.nextActive(seat));
  },
  tableTaken(fold, { seat, cards }) {
    const { view } = fold;
    const game = view.rules?.game;
    if (game?.case === 'pageOne' && game.value.stockOut === StockOut.TAKE_ALL) view.pile = [];
    fold.gain(seat, cards.length, cards);
    fold.setTrick(seat);
  },
  stockReshuffled(fold, { stock }) {
    fold.view.pile = fold.view.pile.slice(stock - fold.view.stock);
    fold.view.stock = stock;
  },
  seatWentOut(fold, { seat, place }) {
    const holder = fold.view.seats[seat];
    if (holder) holder.place = place;
    if (fold.standing.length > 0) fold.layDown();
  },
  seatLeft(fold, { seat }) {
    const { view } = fold;
    const holder = view.seats[seat];
    if (holder) holder.left = true;
    if (view.phase === Phase.CLAIMS && view.claims?.awaited.includes(seat)) fold.answered(seat);
    else if (view.phase === Phase.TURN && view.turn === seat) {
      fold.endDraw();
      if (fold.discard) fold.discard.pending = 0;
    }
  },
  turnStarted(fold, { seat }) {
    fold.view.phase = Phase.TURN;
    fold.view.turn = seat;
    fold.endDraw();
    if (fold.trick && fold.trick.plays.length === 0) fold.trick.leader = seat;
  },
  roundEnded(fold, { results }) {
    const { view } = fold;
    view.phase = Phase.ROUND_OVER;
    for (const { seat, hand, place, score } of results) {
      const holder = view.seats[seat];
      if (holder) Object.assign(holder, { cards: hand.length, place, score });
      if (seat === seatOf(view)) view.hand = [...hand];
    }
    delete view.lastPlay;
    delete view.claims;
    fold.endDraw();
    if (fold.discard)
      view.table = { case: 'discard', value: create(DiscardViewSchema, { top: view.pile.at(-1) ?? 0 }) };
  },
  matchEnded(fold, { seed }) {
    fold.view.phase = Phase.MATCH_OVER;
    fold.view.seed = seed;
  },
};
