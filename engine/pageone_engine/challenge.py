"""American Page One: doubting a Joker (clause A30)."""

from typing import Final

from .book import Book, Power
from .cards import SUIT_OF
from .drawing import draw_owed
from .events import ChallengeSettled, Event, HandShown
from .powers import discard_of, forget_pending
from .rounds import start_next_turn, start_turn
from .state import State
from .terms import DrawReason

#: Cards drawn for a doubt without ground, besides what was owed.
_DOUBT: Final = 2


def holds_plain(book: Book, hand: bytes, suit: int) -> bool:
    """Whether a hand has a card of ``suit`` other than wild ranks and Jokers (clauses A29, A30)."""
    return any(SUIT_OF[card] == suit and book.power[card] != Power.WILD for card in hand)


def settle_challenge(s: State, events: list[Event], challenger: int) -> None:
    """Show the hand, judge it, and let the wrong one draw; ``is_challengeable`` holds."""
    last = s.last_play
    assert last is not None
    s.last_play = None
    book = s.match.book
    hand = s.hands[last.seat]
    guilty = holds_plain(book, hand, last.suit_before)
    events.append(HandShown(last.seat, challenger, len(hand), hand))
    events.append(ChallengeSettled(challenger, last.seat, guilty))
    if guilty:
        draw_owed(s, events, last.seat, book.draws[last.cards[-1]] * len(last.cards), DrawReason.CHALLENGE)
        forget_pending(s, events, challenger)
        start_turn(s, events, challenger)
        return
    table = discard_of(s)
    draw_owed(s, events, challenger, table.pending + _DOUBT, DrawReason.CHALLENGE)
    table.pending = 0
    start_next_turn(s, events)
