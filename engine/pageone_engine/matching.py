"""American Page One: what may be laid on the pile, drawing and passing (clauses A1 to A11, A15, A18, A21, A29)."""

from typing import Final

from .actions import Action, NameSuit, Play
from .book import Book, Power, Row
from .calls import owed_call
from .cards import JOKER, ONE, RANK_OF, SUIT_OF, SUITS, own_suit
from .challenge import holds_plain, settle_challenge
from .claims import open_claims
from .drawing import can_draw, draw_one, draw_owed
from .events import Event, SuitNamed, TurnPassed
from .game import GAMES, Game, Listing
from .offers import CHALLENGES, DRAWS, PASSES, offers, plain_offers
from .powers import arrive, discard_of, forget_pending, is_challengeable, pay_finish, work
from .refusals import OK, Refusal
from .rounds import end_round, start_next_turn
from .seats import active_seats, is_active, next_active
from .sets import set_plays
from .starter import name_for_leaver, turn_starter, work_starter
from .state import Discard, LastPlay, State
from .terms import DrawReason, Offense, Phase, RoundOutcome


def _all_refused(refusal: int) -> Row:
    return tuple((card, refusal) for card in range(JOKER + 1))


_WAITS: Final = _all_refused(Refusal.DRAWN_CARD_WAITS)
_ONLY_DRAWN: Final = _all_refused(Refusal.ONLY_DRAWN_CARD)


def _fits(book: Book, table: Discard, top: int, hand: bytes, card: int) -> int:
    """Whether ``card`` may be laid on ``top``: evasion, match, Joker with the suit (clauses A2, A10, A11, A29)."""
    refusal = _row(book, table, top)[card][1]
    if card == JOKER and book.joker_without_suit and not table.pending and holds_plain(book, hand, table.suit):
        return Refusal.JOKER_WITH_SUIT_IN_HAND
    return refusal


def _row(book: Book, table: Discard, top: int) -> Row:
    """For each card code, what the table alone says to it: made once for each suit, top card and kind of turn."""
    key = (table.pending > 0, table.suit, top)
    row = book.rows.get(key)
    if row is None:
        rule = _evades if table.pending else _matches
        codes = range(1, JOKER + 1)
        row = book.rows[key] = ((0, OK), *((card, rule(book, table.suit, top, card)) for card in codes))
    return row


def _matches(book: Book, suit: int, top: int, card: int) -> int:
    """Clause A2."""
    fits = card == JOKER or SUIT_OF[card] == suit or RANK_OF[card] == RANK_OF[top] or book.power[card] == Power.WILD
    return OK if fits else Refusal.NO_MATCH


def _evades(book: Book, suit: int, top: int, card: int) -> int:
    """Clauses A10 to A12."""
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
    cards = action.cards
    if len(cards) > 1 or discard_of(s).drawn:
        refusal = _refuse_set(s, cards)
        if refusal:
            return refusal
    if not book.illegal_called_out:
        refusal = _refuse_on_table(s, action)
        if refusal:
            return refusal
    if action.suit or book.names_suit[cards[0]]:
        refusal = _refuse_suit(s, action)
        if refusal:
            return refusal
    return _refuse_finish(book, s.hands[action.seat], cards) if book.finish_rejected else OK


def _refuse_set(s: State, cards: bytes) -> int:
    """What is refused whoever may notice: bad sets, cards after a draw that are no offense (clauses A6, A15, A21)."""
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


def _reasons(s: State, seat: int) -> list[tuple[int, int]]:
    """Each distinct card of the hand, and why it cannot legally be played alone; 0: it can."""
    book = s.match.book
    table = discard_of(s)
    hand = s.hands[seat]
    row = _row(book, table, s.pile[-1])
    cards = dict.fromkeys(hand)
    drawn = table.drawn
    if drawn and book.drawn_waits:
        return [_WAITS[card] for card in cards]
    if drawn and book.drawn_only:
        reasons = [row[card] if card == drawn else _ONLY_DRAWN[card] for card in cards]
    else:
        reasons = [row[card] for card in cards]
    if len(hand) == 1 and book.finish_rejected and book.power[hand[0]]:
        reasons = [(card, reason or Refusal.SPECIAL_CANNOT_FINISH) for card, reason in reasons]
    if book.joker_without_suit and reasons[-1] == (JOKER, OK):
        reasons[-1] = (JOKER, _fits(book, table, s.pile[-1], hand, JOKER))
    return reasons


def _can_play(s: State, seat: int) -> bool:
    """Whether any legal play is there: a set is legal only when its first card alone is, which leaves more cards."""
    return any(not reason for _, reason in _reasons(s, seat))


def _refuse_draw(s: State, seat: int, can_play: bool | None = None) -> int:
    """Clauses A4, A7, A9 and A10."""
    table = discard_of(s)
    if table.pending:
        return OK
    if s.match.book.until_playable:
        if _can_play(s, seat) if can_play is None else can_play:
            return Refusal.MUST_PLAY
    elif table.drawn:
        return Refusal.ALREADY_DREW
    return OK if s.stock or _stock_can_grow(s) else Refusal.NOTHING_TO_DRAW


def _refuse_pass(s: State, seat: int, can_play: bool | None = None) -> int:
    """Clauses A4, A5, A7 and A10."""
    table = discard_of(s)
    book = s.match.book
    if table.pending:
        return Refusal.MUST_EVADE_OR_DRAW
    if book.until_playable:
        if _can_play(s, seat) if can_play is None else can_play:
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
    table.suit = action.suit or own_suit(cards[-1], table.suit)
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


def _list_turn(s: State, seat: int) -> Listing:
    table = discard_of(s)
    if not table.suit:
        naming: list[Action] = [NameSuit(seat, suit) for suit in SUITS]
        return naming, [(card, Refusal.WRONG_PHASE) for card in dict.fromkeys(s.hands[seat])]
    reasons = _reasons(s, seat)
    fitting = [card for card, reason in reasons if not reason]
    refused = [pair for pair in reasons if pair[1]]
    book = s.match.book
    if book.sets and not (table.drawn and book.drawn_only):
        actions = set_plays(s, seat, fitting)
        used = {card for play in actions for card in play.cards}
        refused = [pair for pair in refused if pair[0] not in used]
        listed: list[Action] = [*actions]
    else:
        listed = _single_plays(s, seat, fitting)
    if not _refuse_draw(s, seat, bool(fitting)):
        listed.append(DRAWS[seat])
    if not _refuse_pass(s, seat, bool(fitting)):
        listed.append(PASSES[seat])
    if book.challenges and is_challengeable(s):
        listed.append(CHALLENGES[seat])
    return listed, refused


def _single_plays(s: State, seat: int, fitting: list[int]) -> list[Action]:
    book = s.match.book
    left = len(s.hands[seat]) - 1
    actions: list[Action] = []
    if left > 1:
        plays = plain_offers(book, seat)
        for card in fitting:
            actions += plays[card]
        return actions
    for card in fitting:
        actions += offers(seat, card, owed_call(s, ONE[card], left), book.names_suit[card], not left)
    return actions


GAMES[Discard] = Game(
    open_round=_open_round,
    refuse_play=_refuse_play,
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
    list_turn=_list_turn,
)
