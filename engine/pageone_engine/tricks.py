"""Page One: tricks, drawing for the suit, and the table that is taken (section P)."""

from typing import Final

from .actions import Action, Play
from .calls import owed_call
from .cards import JOKER, NONE, ONE, RANK_OF, SUIT_OF, ascending, holds_suit, remove
from .drawing import draw_one
from .events import Event, TableTaken, TrickWon
from .game import GAMES, Game, Listing
from .offers import DRAWS, offers, plain_offers
from .refusals import OK, Refusal
from .rounds import conclude, end_round, start_turn
from .seats import is_active, next_active
from .state import Discard, LastPlay, State, Trick
from .terms import DrawReason, RoundOutcome

_ACE_HIGH: Final = 14
_JOKER_RANK: Final = 15


def trick_of(s: State) -> Trick:
    """The table of a Page One match."""
    table = s.table
    assert type(table) is Trick
    return table


def suit_led(plays: tuple[tuple[int, int], ...]) -> int:
    """The suit of the first card that is not a Joker; 0 while anything may be played (clause P4)."""
    return next((SUIT_OF[card] for _, card in plays if card != JOKER), 0)


def winner_of(plays: tuple[tuple[int, int], ...]) -> int:
    """Whose card is the strongest: a Joker, else the suit led, ace high; of equal cards the first (clause P7)."""
    led = suit_led(plays)

    def strength(play: tuple[int, int]) -> int:
        card = play[1]
        if card == JOKER:
            return _JOKER_RANK
        if SUIT_OF[card] != led:
            return 0
        return _ACE_HIGH if RANK_OF[card] == 1 else RANK_OF[card]

    return max(plays, key=strength)[0]


def _open_round(s: State, events: list[Event]) -> None:
    s.table = Trick(leader=s.dealer)
    start_turn(s, events, s.dealer)


def _drew_past_joker(trick: Trick, hand: bytes) -> bool:
    """The seat sat with a Joker alone and has drawn its one card (clause P9)."""
    return trick.drawn > 0 and len(hand) == 2 and remove(hand, trick.drawn) == ONE[JOKER]


def _follows(led: int, card: int) -> bool:
    return not led or card == JOKER or SUIT_OF[card] == led


def _refuse_play(s: State, action: Play) -> int:
    """Clauses P2 to P4 and P8, for cards in hand."""
    if len(action.cards) > 1:
        return Refusal.SETS_NOT_ALLOWED
    card = action.cards[0]
    if not _follows(suit_led(trick_of(s).plays), card):
        return Refusal.MUST_FOLLOW_SUIT
    if action.suit:
        return Refusal.SUIT_NOT_ALLOWED
    return Refusal.JOKER_CANNOT_FINISH if card == JOKER and len(s.hands[action.seat]) == 1 else OK


def _refuse_draw(s: State, seat: int) -> int:
    """Clauses P5, P6, P9 and P10."""
    trick = trick_of(s)
    hand = s.hands[seat]
    led = suit_led(trick.plays)
    if hand == ONE[JOKER]:
        return OK
    if not led:
        return Refusal.MUST_PLAY
    if holds_suit(hand, led):
        return Refusal.MUST_FOLLOW_SUIT
    if _drew_past_joker(trick, hand):
        return Refusal.MUST_PLAY
    return Refusal.MUST_PLAY if s.match.book.joker_forced and JOKER in hand else OK


def _refuse_pass(s: State, seat: int) -> int:
    return Refusal.CANNOT_PASS


def _refuse_challenge(s: State, seat: int) -> int:
    return Refusal.NOTHING_TO_CHALLENGE


def _lay(s: State, action: Play) -> None:
    trick = trick_of(s)
    trick.plays = (*trick.plays, (action.seat, action.cards[0]))
    trick.drawn = 0
    s.last_play = LastPlay(action.seat, action.cards, call=action.call)


def _draw(s: State, events: list[Event], seat: int) -> None:
    """One card, or what clause P11 says of an empty stock."""
    book = s.match.book
    if s.stock or (book.reshuffles and s.pile):
        trick_of(s).drawn = draw_one(s, events, seat, DrawReason.TURN)
    elif book.reshuffles:
        _run_dry(s, events)
    else:
        _take_table(s, events, seat)


def _run_dry(s: State, events: list[Event]) -> None:
    if s.match.book.first_out:
        end_round(s, events, RoundOutcome.VOID_BLOCKED)
    else:
        conclude(s, events)


def _take_table(s: State, events: list[Event], seat: int) -> None:
    trick = trick_of(s)
    taken = bytes(card for _, card in trick.plays)
    if s.match.book.takes_all:
        taken = s.pile + taken
        s.pile = NONE
    if not taken:
        end_round(s, events, RoundOutcome.VOID_BLOCKED)
        return
    s.hands[seat] = ascending(s.hands[seat] + taken)
    s.table = Trick(leader=seat)
    events.append(TableTaken(seat, taken))
    start_turn(s, events, seat)


def _never(s: State, events: list[Event], seat: int) -> None:
    raise AssertionError("refused in Page One")


def _proceed(s: State, events: list[Event]) -> None:
    """The next seat plays to the trick, or it is complete (clauses P1, P15)."""
    trick = trick_of(s)
    following = next_active(s, trick.plays[-1][0])
    _ask(s, events, following)


def _ask(s: State, events: list[Event], seat: int) -> None:
    trick = trick_of(s)
    if all(player != seat for player, _ in trick.plays):
        trick.drawn = 0
        start_turn(s, events, seat)
        return
    winner = winner_of(trick.plays)
    s.pile += bytes(card for _, card in trick.plays)
    events.append(TrickWon(winner))
    leader = winner if is_active(s, winner) else next_active(s, winner)
    s.table = Trick(leader=leader)
    start_turn(s, events, leader)


def _pay_finish(s: State, events: list[Event]) -> None:
    """Page One's cards have no powers."""


def _vacate(s: State, events: list[Event], seat: int) -> None:
    """The next seat plays instead; it leads when the seat that left was to lead (clause C25)."""
    trick = trick_of(s)
    following = next_active(s, seat)
    if not trick.plays:
        trick.leader = following
    _ask(s, events, following)


def _thin_out(s: State, events: list[Event]) -> None:
    """A seat that leaves while another is to act changes nothing of the trick."""


def _spare(s: State, penalty: bool) -> int:
    """The finished tricks, where they are reshuffled (clauses P11, P13)."""
    return len(s.pile) if s.match.book.reshuffles else 0


def _bare_table(s: State) -> Trick | Discard:
    trick = trick_of(s)
    return Trick(trick.leader, trick.plays)


def _list_last_cards(s: State, seat: int, led: int, actions: list[Action], refused: list[tuple[int, int]]) -> None:
    """The plays of a hand of one or two cards: a call may be owed, and a Joker cannot be the last (clauses C12, P8)."""
    hand = s.hands[seat]
    for card in dict.fromkeys(hand):
        if not _follows(led, card):
            refused.append((card, Refusal.MUST_FOLLOW_SUIT))
        elif card == JOKER and len(hand) == 1:
            refused.append((card, Refusal.JOKER_CANNOT_FINISH))
        else:
            actions += offers(seat, card, owed_call(s, ONE[card], len(hand) - 1))


def _list_turn(s: State, seat: int) -> Listing:
    hand = s.hands[seat]
    led = suit_led(trick_of(s).plays)
    actions: list[Action] = []
    refused: list[tuple[int, int]] = []
    if len(hand) > 2:
        plays = plain_offers(s.match.book, seat)
        for card in dict.fromkeys(hand):
            if not led or SUIT_OF[card] == led or card == JOKER:
                actions += plays[card]
            else:
                refused.append((card, Refusal.MUST_FOLLOW_SUIT))
    else:
        _list_last_cards(s, seat, led, actions, refused)
    if not _refuse_draw(s, seat):
        actions.append(DRAWS[seat])
    return actions, refused


GAMES[Trick] = Game(
    open_round=_open_round,
    refuse_play=_refuse_play,
    refuse_draw=_refuse_draw,
    refuse_pass=_refuse_pass,
    refuse_challenge=_refuse_challenge,
    lay=_lay,
    draw=_draw,
    pass_turn=_never,
    challenge=_never,
    proceed=_proceed,
    pay_finish=_pay_finish,
    vacate=_vacate,
    thin_out=_thin_out,
    spare=_spare,
    bare_table=_bare_table,
    list_turn=_list_turn,
)
