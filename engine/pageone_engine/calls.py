"""Calls owed with the last but one and the last card, and what a play costs at once (clauses C12 to C16, A18)."""

from dataclasses import replace

from .actions import Play
from .drawing import penalize
from .events import Event, OffenseCalledOut
from .refusals import OK, Refusal
from .state import LastPlay, State
from .terms import Offense


def owed_call(s: State, cards: bytes, left: int) -> int:
    """The call owed by a play of ``cards`` that leaves ``left`` cards; 0: none (clauses C12, A18)."""
    book = s.match.book
    if left > 1 or (left == 0 and book.finish_penalized and book.power[cards[-1]]):
        return 0
    return book.owed_calls[left]


def refuse_call(s: State, action: Play) -> int:
    """A call made must be owed; that one may be forgotten is not asked here (clause C12)."""
    left = len(s.hands[action.seat]) - len(action.cards)
    return OK if action.call == owed_call(s, action.cards, left) else Refusal.WRONG_CALL


def with_offense(last: LastPlay, offense: int) -> LastPlay:
    """The play with one open offense more."""
    return with_offenses(last, tuple(sorted((*last.offenses, offense))))


def with_offenses(last: LastPlay, offenses: tuple[int, ...]) -> LastPlay:
    """The play with these open offenses."""
    return replace(last, offenses=offenses)


def settle_call(s: State, events: list[Event], action: Play) -> None:
    """Of a play that leaves one card or none: a missed call is paid or stays open, a special last card is paid for.

    Clauses C13 to C16 and A18.
    """
    book = s.match.book
    seat = action.seat
    left = len(s.hands[seat])
    owed = owed_call(s, action.cards, left)
    if owed != action.call and book.missed_costs:
        if book.missed_penalized:
            events.append(OffenseCalledOut(None, seat, Offense.MISSED_CALL, True))
            penalize(s, events, seat, book.penalties.missed_call)
        elif s.last_play:
            s.last_play = with_offense(s.last_play, Offense.MISSED_CALL)
    if left == 0 and book.finish_penalized and book.power[action.cards[-1]]:
        penalize(s, events, seat, book.penalties.special_finish)
