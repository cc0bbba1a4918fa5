"""What a seat can tell from its view: who is near the end, and which cards it has not seen."""

from functools import cached_property
from typing import Final

from ..book import Book
from ..cards import JOKER, RANK_OF
from ..seats import active_seats, next_active
from ..state import State, Trick

#: How near a seat is to going out, by its cards: about the chance that its next turns end the round.
_THREAT: Final = (1.0, 0.5, 0.3, 0.2, 0.14, 0.1, 0.07, 0.05)
_FAR: Final = 0.03


def threat_of(cards: int) -> float:
    """The threat, 0 to 1, of a seat with so many cards."""
    return _THREAT[cards] if cards < len(_THREAT) else _FAR


class Outlook:
    """One seat's knowledge: ``state`` is what :func:`~pageone_engine.view.state_of` makes of its view."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.book: Book = state.match.book
        self.hand = state.hands[seat]
        #: What a game's own judgement has worked out once for this view.
        self.memo: dict[int, object] = {}

    @cached_property
    def rivals(self) -> list[int]:
        """The other active seats, ascending."""
        return [seat for seat in active_seats(self.state) if seat != self.seat]

    @cached_property
    def ring(self) -> list[int]:
        """The active seats in the direction of play, the next one first, this one last."""
        ring = [next_active(self.state, self.seat)]
        while ring[-1] != self.seat:
            ring.append(next_active(self.state, ring[-1]))
        return ring

    def cards_of(self, seat: int) -> int:
        """How many cards a seat holds."""
        return len(self.state.hands[seat])

    @cached_property
    def danger(self) -> float:
        """How soon the round may end for this seat, 0 to 1: the nearest rival's threat; 0 while others play on."""
        if not self.book.first_out:
            return 0.0
        return max((threat_of(self.cards_of(seat)) for seat in self.rivals), default=0.0)

    def hurt(self, seat: int) -> float:
        """What a card more in a rival's hand is worth to this seat, in cards: more when it is about to go out."""
        rivals = max(len(self.rivals), 1)
        return (1.0 + threat_of(self.cards_of(seat)) * (rivals - 1)) / rivals

    @cached_property
    def unseen(self) -> list[int]:
        """How many copies of each card code are neither in the hand nor face up; at code 0 their sum."""
        counts = [0] * (JOKER + 1)
        for card in self.book.pack:
            counts[card] += 1
        for card in self._seen():
            counts[card] -= 1
        counts[0] = 0
        # A hand made by hand may hold more copies than its pack.
        counts = [max(count, 0) for count in counts]
        counts[0] = sum(counts)
        return counts

    def _seen(self) -> bytes:
        state = self.state
        table = state.table
        trick = bytes(card for _, card in table.plays) if type(table) is Trick else b""
        return self.hand + state.pile + trick

    @cached_property
    def unseen_ranks(self) -> list[int]:
        """The unseen cards by rank; Jokers at 0."""
        counts = [0] * 14
        for card in range(1, JOKER + 1):
            counts[RANK_OF[card]] += self.unseen[card]
        return counts
