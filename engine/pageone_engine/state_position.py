"""A state under examination: what every check of how its fields fit together asks."""

from .book import Book
from .state import State
from .state_form import Faults


class Position:
    """A state under examination, and what the checks ask again and again."""

    __slots__ = ("active", "book", "drew", "faults", "known", "s")

    def __init__(self, faults: Faults, s: State, known: bool, drew: bool) -> None:
        self.faults = faults
        self.s = s
        self.book: Book = s.match.book
        self.known = known
        self.drew = drew
        places, left = s.places, s.left
        self.active = [seat for seat in range(len(places)) if not places[seat] and not left[seat]]

    def hand(self, seat: int) -> str:
        """The path of a hand."""
        return f"seats[{seat}].hand" if self.known else f"seats[{seat}].cards"
