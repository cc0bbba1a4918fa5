"""American Page One: what the cards do, and who comes next (clauses A10 to A17)."""

from .book import Power
from .cards import JOKER
from .drawing import draw_owed
from .events import DirectionReversed, DrawPending, Event, SeatsSkipped
from .rounds import start_turn
from .seats import active_seats, is_active, next_active
from .state import Discard, State
from .terms import DrawReason


def discard_of(s: State) -> Discard:
    """The table of an American Page One match."""
    table = s.table
    assert type(table) is Discard
    return table


def work(s: State, events: list[Event], player: int, cards: bytes) -> None:
    """The power of ``cards`` that ``player`` (maybe out by now) laid, then the next turn (clauses A10, A13, A15)."""
    book = s.match.book
    power = book.power[cards[-1]]
    skips = 0
    if power == Power.DRAW:
        discard_of(s).pending += book.draws[cards[-1]] * len(cards)
    elif power == Power.SKIP:
        skips = len(cards)
    elif power == Power.REVERSE and len(cards) % 2:
        skips = _reverse(s, events, player)
    arrive(s, events, _jump(s, events, player, skips) if skips else next_active(s, player))


def _reverse(s: State, events: list[Event], player: int) -> int:
    """Turn the direction; how many seats are jumped as well (clause A13)."""
    table = discard_of(s)
    table.reversed = not table.reversed
    events.append(DirectionReversed(table.reversed))
    alone = s.match.book.two_seat_reverse_skips and is_active(s, player) and len(active_seats(s)) == 2
    return 1 if alone else 0


def _jump(s: State, events: list[Event], player: int, skips: int) -> int:
    """The seat to act when ``skips`` seats after ``player`` are jumped, counting round the table (clause A15)."""
    seat = next_active(s, player)
    jumped = []
    for _ in range(skips):
        jumped.append(seat)
        seat = next_active(s, seat)
    events.append(SeatsSkipped(tuple(jumped)))
    return seat


def arrive(s: State, events: list[Event], seat: int) -> None:
    """The turn comes to ``seat``, which owes what is pending, or draws it at once (clauses A10, A12)."""
    table = discard_of(s)
    if table.pending:
        if s.match.book.evasion_none and not is_challengeable(s):
            draw_owed(s, events, seat, table.pending, DrawReason.PENDING)
            table.pending = 0
            seat = next_active(s, seat)
        else:
            events.append(DrawPending(seat, table.pending))
    start_turn(s, events, seat)


def forget_pending(s: State, events: list[Event], seat: int) -> None:
    """Nobody owes cards any more; told to those who still see a pending draw."""
    table = discard_of(s)
    if table.pending:
        table.pending = 0
        events.append(DrawPending(seat, 0))


def is_challengeable(s: State) -> bool:
    """Whether the pending draw is that of a Joker that may be doubted (clause A30)."""
    last = s.last_play
    return (
        s.match.book.challenges
        and last is not None
        and discard_of(s).pending > 0
        and last.cards[-1] == JOKER
        and not last.starter
        and not last.pending_before
        and is_active(s, last.seat)
    )


def pay_finish(s: State, events: list[Event]) -> None:
    """EVASION_NONE: a draw card that ended the round is paid, with what was pending, before scoring (clause A16)."""
    book = s.match.book
    last = s.last_play
    if last is None or not book.evasion_none or not book.draws[last.cards[-1]]:
        return
    owed = discard_of(s).pending + book.draws[last.cards[-1]] * len(last.cards)
    draw_owed(s, events, next_active(s, last.seat), owed, DrawReason.PENDING)
