"""American Page One: what may be laid on the pile, drawing and passing (clauses A1 to A11, A15, A18, A21, A29)."""

from .actions import Action, Challenge, Draw, NameSuit, Pass, Play
from .book import Book, Power
from .calls import owed_call
from .cards import JOKER, NONE, ONE, RANK_OF, SUIT_OF, SUITS
from .challenge import holds_plain, settle_challenge
from .claims import open_claims
from .drawing import can_draw, draw_one, draw_owed
from .events import Event, SuitNamed, TurnPassed
from .game import GAMES, Game
from .powers import arrive, discard_of, forget_pending, is_challengeable, pay_finish, work
from .refusals import OK, Refusal
from .rounds import end_round, start_next_turn
from .seats import active_seats, is_active, next_active
from .sets import set_plays
from .starter import name_for_leaver, turn_starter, work_starter
from .state import Discard, LastPlay, State
from .terms import DrawReason, Offense, Phase, RoundOutcome

# One frozen play is made once for each seat, card, suit and call: listing hands them out again and again.
_SINGLES: dict[int, Play] = {}


def single_play(seat: int, card: int, suit: int, call: int) -> Play:
    """The play of one card."""
    key = ((seat * 54 + card) * 5 + suit) * 3 + call
    play = _SINGLES.get(key)
    if play is None:
        play = _SINGLES[key] = Play(seat, ONE[card], suit, call)
    return play


def _fits(book: Book, table: Discard, top: int, hand: bytes, card: int) -> int:
    """Whether ``card`` may be laid on ``top``: evasion, match, Joker with the suit (clauses A2, A10, A11, A29)."""
    if table.pending:
        return _evades(book, table.suit, top, card)
    if card == JOKER:
        return (
            Refusal.JOKER_WITH_SUIT_IN_HAND if book.joker_without_suit and holds_plain(book, hand, table.suit) else OK
        )
    if SUIT_OF[card] == table.suit or RANK_OF[card] == RANK_OF[top] or book.power[card] == Power.WILD:
        return OK
    return Refusal.NO_MATCH


def _evades(book: Book, suit: int, top: int, card: int) -> int:
    if not book.draws[card] or book.evasion_none:
        return Refusal.MUST_EVADE_OR_DRAW
    same = book.draws[top] > 0 and RANK_OF[card] == RANK_OF[top]
    linked = book.linked and (card == JOKER or SUIT_OF[card] == suit)
    return OK if same or linked else Refusal.MUST_EVADE_OR_DRAW


def _refuse_on_table(s: State, action: Play) -> int:
    """The table's objections that an illegal play called out is about (clauses A2, A4, A10, A21, A29)."""
    book = s.match.book
    table = discard_of(s)
    cards = action.cards
    if table.drawn and book.drawn_only and cards != ONE[table.drawn]:
        return Refusal.ONLY_DRAWN_CARD
    return _fits(book, table, s.pile[-1], s.hands[action.seat], cards[0])


def _refuse_play(s: State, action: Play) -> int:
    book = s.match.book
    return (
        _refuse_set(s, action.cards)
        or (not book.illegal_called_out and _refuse_on_table(s, action))
        or _refuse_suit(s, action)
        or _refuse_finish(book, s.hands[action.seat], action.cards)
    )


def _refuse_card(s: State, seat: int, card: int) -> int:
    hand = s.hands[seat]
    alone = Play(seat, ONE[card])
    return _refuse_set(s, alone.cards) or _refuse_on_table(s, alone) or _refuse_finish(s.match.book, hand, alone.cards)


def _refuse_set(s: State, cards: bytes) -> int:
    """What is refused whoever may notice: bad sets, and cards after a draw that are no offense (clauses A6, A15, A21)."""
    book = s.match.book
    if len(cards) > 1:
        if not book.sets:
            return Refusal.SETS_NOT_ALLOWED
        if any(RANK_OF[card] != RANK_OF[cards[0]] for card in cards):
            return Refusal.DIFFERENT_RANKS
    if discard_of(s).drawn:
        if book.drawn_waits:
            return Refusal.DRAWN_CARD_WAITS
        if book.drawn_only and len(cards) > 1:
            return Refusal.ONLY_DRAWN_CARD
    return OK


def _refuse_suit(s: State, action: Play) -> int:
    """A wild card or Joker names a suit, unless it empties the hand; no other card may (clause A3)."""
    if not s.match.book.names_suit[action.cards[0]]:
        return Refusal.SUIT_NOT_ALLOWED if action.suit else OK
    empties = len(action.cards) == len(s.hands[action.seat])
    return OK if action.suit or empties else Refusal.SUIT_REQUIRED


def _refuse_finish(book: Book, hand: bytes, cards: bytes) -> int:
    """Clause A18."""
    if book.finish_rejected and len(cards) == len(hand) and book.power[cards[-1]]:
        return Refusal.SPECIAL_CANNOT_FINISH
    return OK


def _can_play(s: State, seat: int) -> bool:
    """Whether any legal play is there: a set is legal only when its first card is by itself, and that leaves more cards."""
    book = s.match.book
    table = discard_of(s)
    top = s.pile[-1]
    hand = s.hands[seat]
    return any(
        not _fits(book, table, top, hand, card) and not _refuse_finish(book, hand, ONE[card])
        for card in dict.fromkeys(hand)
    )


def _refuse_draw(s: State, seat: int) -> int:
    """Clauses A4, A7, A9 and A10."""
    table = discard_of(s)
    if table.pending:
        return OK
    if s.match.book.until_playable:
        if _can_play(s, seat):
            return Refusal.MUST_PLAY
    elif table.drawn:
        return Refusal.ALREADY_DREW
    return OK if s.stock or _stock_can_grow(s) else Refusal.NOTHING_TO_DRAW


def _refuse_pass(s: State, seat: int) -> int:
    """Clauses A4, A5, A7 and A10."""
    table = discard_of(s)
    book = s.match.book
    if table.pending:
        return Refusal.MUST_EVADE_OR_DRAW
    if book.until_playable:
        if _can_play(s, seat):
            return Refusal.MUST_PLAY
    elif table.drawn or book.pass_without_draw:
        return OK
    return Refusal.MUST_DRAW_FIRST if s.stock or _stock_can_grow(s) else OK


def _stock_can_grow(s: State) -> bool:
    """A turn action other than a play settles the last one, so all but the top card may be shuffled (clause A8, S1)."""
    return len(s.pile) > 1


def _refuse_challenge(s: State, seat: int) -> int:
    return OK if is_challengeable(s) else Refusal.NOTHING_TO_CHALLENGE


def _lay(s: State, action: Play) -> None:
    """Cards to the pile and the suit into force; direction and pending draw wait for the power (clauses A3, S2)."""
    book = s.match.book
    table = discard_of(s)
    cards = action.cards
    offenses: tuple[int, ...] = ()
    # The hand has given the cards already; that changes none of the table's objections.
    if book.illegal_called_out and _refuse_on_table(s, action):
        offenses = (Offense.ILLEGAL_PLAY,)
    s.last_play = LastPlay(action.seat, cards, offenses, table.suit, table.reversed, table.pending, call=action.call)
    s.pile += cards
    table.suit = action.suit or book.own_suit(cards[-1], table.suit)
    table.drawn = 0
    table.passes = 0


def _draw(s: State, events: list[Event], seat: int) -> None:
    """All that is pending, which ends the turn, or one card (clauses A4, A7, A10)."""
    table = discard_of(s)
    table.passes = 0
    if table.pending:
        draw_owed(s, events, seat, table.pending, DrawReason.PENDING)
        table.pending = 0
        start_next_turn(s, events)
    else:
        table.drawn = draw_one(s, events, seat, DrawReason.TURN)


def _pass_turn(s: State, events: list[Event], seat: int) -> None:
    table = discard_of(s)
    if not can_draw(s):
        table.passes += 1
    table.drawn = 0
    events.append(TurnPassed(seat))
    start_next_turn(s, events)


def _open_round(s: State, events: list[Event]) -> None:
    turn_starter(s, events)
    if s.last_play:
        open_claims(s, events)
    else:
        work_starter(s, events)


def _proceed(s: State, events: list[Event]) -> None:
    last = s.last_play
    assert last is not None
    if last.starter:
        work_starter(s, events)
    else:
        work(s, events, last.seat, last.cards)


def _vacate(s: State, events: list[Event], seat: int) -> None:
    """The turn goes on to the next seat; what was aimed at the one that left is gone (clause C25)."""
    table = discard_of(s)
    table.drawn = 0
    if table.suit:
        following = next_active(s, seat)
        forget_pending(s, events, following)
        arrive(s, events, following)
        return
    events.append(SuitNamed(seat, name_for_leaver(s, events, seat)))
    work(s, events, seat, ONE[s.pile[-1]])


def _thin_out(s: State, events: list[Event]) -> None:
    """Those who are left may all have passed in vain already (clause A9)."""
    passes = discard_of(s).passes
    if passes and passes >= len(active_seats(s)):
        end_round(s, events, RoundOutcome.VOID_BLOCKED)


def _spare(s: State, penalty: bool) -> int:
    """All of the pile but what must stay (clause A8)."""
    last = s.last_play
    kept = 1
    if last is not None:
        book = s.match.book
        unsettled = s.phase == Phase.CLAIMS and book.dobon
        if unsettled or (book.illegal_called_out and is_active(s, last.seat)):
            kept = len(last.cards) + 1
        elif penalty:
            kept = len(last.cards)
    return len(s.pile) - kept


def _bare_table(s: State) -> Discard:
    return Discard()


def _turn_actions(s: State, seat: int) -> list[Action]:
    table = discard_of(s)
    if not table.suit:
        return [NameSuit(seat, suit) for suit in SUITS]
    actions = _plays(s, seat)
    if not _refuse_draw(s, seat):
        actions.append(Draw(seat))
    if not _refuse_pass(s, seat):
        actions.append(Pass(seat))
    if table.pending and is_challengeable(s):
        actions.append(Challenge(seat))
    return actions


def _plays(s: State, seat: int) -> list[Action]:
    book = s.match.book
    table = discard_of(s)
    hand = s.hands[seat]
    if table.drawn and not book.until_playable:
        candidates = NONE if book.drawn_waits else ONE[table.drawn]
    else:
        candidates = hand
    top = s.pile[-1]
    fitting = [card for card in dict.fromkeys(candidates) if not _fits(book, table, top, hand, card)]
    if book.sets and not (table.drawn and book.drawn_only):
        return set_plays(s, seat, fitting)
    actions: list[Action] = []
    left = len(hand) - 1
    for card in fitting:
        if left == 0 and book.finish_rejected and book.power[card]:
            continue
        call = owed_call(s, ONE[card], left) if left < 2 else 0
        if book.names_suit[card]:
            actions += [single_play(seat, card, suit, call) for suit in SUITS]
            if not left:
                actions.append(single_play(seat, card, 0, call))
        else:
            actions.append(single_play(seat, card, 0, call))
    return actions


GAMES[Discard] = Game(
    open_round=_open_round,
    refuse_play=_refuse_play,
    refuse_card=_refuse_card,
    refuse_draw=_refuse_draw,
    refuse_pass=_refuse_pass,
    refuse_challenge=_refuse_challenge,
    lay=_lay,
    draw=_draw,
    pass_turn=_pass_turn,
    challenge=settle_challenge,
    proceed=_proceed,
    pay_finish=pay_finish,
    vacate=_vacate,
    thin_out=_thin_out,
    spare=_spare,
    bare_table=_bare_table,
    turn_actions=_turn_actions,
)
