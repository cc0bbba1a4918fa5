"""Who is in the round, and who comes next (clause C3)."""

from .state import Discard, State


def is_active(s: State, seat: int) -> bool:
    """Whether a seat is in the round: it has not gone out and has not left."""
    return not s.places[seat] and not s.left[seat]


def active_seats(s: State) -> list[int]:
    """The active seats, ascending."""
    places, left = s.places, s.left
    return [seat for seat in range(len(places)) if not places[seat] and not left[seat]]


def staying_seats(s: State) -> list[int]:
    """The seats that have not left the match, ascending."""
    return [seat for seat, gone in enumerate(s.left) if not gone]


def next_active(s: State, seat: int) -> int:
    """The next active seat after ``seat`` in the direction of play; ``seat`` itself when it alone is active."""
    table = s.table
    step = -1 if type(table) is Discard and table.reversed else 1
    places, left = s.places, s.left
    count = len(places)
    for _ in range(count):
        seat = (seat + step) % count
        if not places[seat] and not left[seat]:
            break
    return seat


def clockwise_from(s: State, seat: int) -> list[int]:
    """All seats clockwise, beginning with ``seat``."""
    count = len(s.places)
    return [(seat + offset) % count for offset in range(count)]


def marked(row: tuple[bool, ...], seat: int) -> tuple[bool, ...]:
    """A row over the seats with ``seat`` set."""
    return (*row[:seat], True, *row[seat + 1 :])


def is_suit_open(s: State) -> bool:
    """Whether a starter's suit is still to be named, before anything else is done (clause A20)."""
    table = s.table
    return type(table) is Discard and not table.suit
