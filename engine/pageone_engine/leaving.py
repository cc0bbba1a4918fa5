"""A seat leaves the match (clause C25)."""

from .calls import with_offenses
from .claims import awaited, close_all, count_as_answered, drop_claims
from .events import Event, SeatLeft
from .game import game_of
from .rounds import conclude, end_match, place
from .seats import active_seats, is_active, marked, staying_seats
from .state import State
from .terms import Phase


def leave(s: State, events: list[Event], seat: int) -> None:
    """``seat``, which has not left, leaves; claims that cannot go on without it close first."""
    if s.phase == Phase.CLAIMS:
        _close_before(s, events, seat)
    in_round = s.phase in (Phase.TURN, Phase.CLAIMS)
    was_active = is_active(s, seat)
    was_awaited = seat in awaited(s)
    s.left = marked(s.left, seat)
    events.append(SeatLeft(seat))
    if in_round:
        _forgive(s, seat)
        if was_active:
            _leave_round(s, events, seat, was_awaited)
    elif s.phase == Phase.ROUND_OVER and len(staying_seats(s)) < 2:
        end_match(s, events)


def _close_before(s: State, events: list[Event], seat: int) -> None:
    """Claims about its own play, or that would leave one active seat behind, close as if all had waived.

    Then an ordinary play has nothing to go on to: the seat left behind wins, its card neither works nor starts a turn.
    """
    assert s.claims is not None
    if s.turn == seat:
        close_all(s, events)
    elif _would_be_alone(s, seat):
        if s.claims.dobons or not s.hands[s.turn]:
            close_all(s, events)
        else:
            drop_claims(s, events)


def _would_be_alone(s: State, seat: int) -> bool:
    return len([other for other in active_seats(s) if other != seat]) < 2


def _forgive(s: State, seat: int) -> None:
    """Nobody can be called out who is not there any more."""
    last = s.last_play
    if last is not None and last.seat == seat and last.offenses:
        s.last_play = with_offenses(last, ())


def _leave_round(s: State, events: list[Event], seat: int, was_awaited: bool) -> None:
    if s.phase == Phase.CLAIMS:
        if was_awaited:
            count_as_answered(s, events, seat)
        return
    sitting = active_seats(s)
    if len(sitting) < 2:
        place(s, events, sitting)
        conclude(s, events)
    elif s.turn == seat:
        game_of(s).vacate(s, events, seat)
    else:
        game_of(s).thin_out(s, events)
