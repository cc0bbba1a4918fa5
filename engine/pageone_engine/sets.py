"""American Page One: every choice of several cards of one rank (clauses A15, L1)."""

from collections.abc import Iterator, Sequence
from itertools import product

from .actions import Play
from .calls import owed_call
from .cards import RANK_OF, SUITS
from .state import State


def set_plays(s: State, seat: int, fitting: Sequence[int]) -> list[Play]:
    """Every play of one or more cards of a rank when single cards that fit are ``fitting`` (ascending)."""
    book = s.match.book
    hand = s.hands[seat]
    actions: list[Play] = []
    for rank in dict.fromkeys(RANK_OF[card] for card in fitting):
        group = bytes(card for card in hand if RANK_OF[card] == rank)
        for cards in _orders(group, fitting):
            left = len(hand) - len(cards)
            if not left and book.finish_rejected and book.power[cards[-1]]:
                continue
            call = owed_call(s, cards, left)
            suits: tuple[int, ...] = (0,)
            if book.names_suit[cards[-1]]:
                suits = (*SUITS, 0) if not left else SUITS
            actions += [Play(seat, cards, suit, call) for suit in suits]
    return actions


def _orders(group: bytes, fitting: Sequence[int]) -> Iterator[bytes]:
    """Rows of cards from ``group``: each choice with each last card, the first the lowest that fits (clause L1)."""
    kinds = list(dict.fromkeys(group))
    for counts in product(*(range(group.count(card) + 1) for card in kinds)):
        for last, count in zip(kinds, counts, strict=True):
            if not count:
                continue
            rest = b"".join(
                bytes((card,)) * (number - (card == last)) for card, number in zip(kinds, counts, strict=True)
            )
            if not rest:
                if last in fitting:
                    yield bytes((last,))
                continue
            first = next((card for card in rest if card in fitting), None)
            if first is not None:
                at = rest.index(first)
                yield bytes((first,)) + rest[:at] + rest[at + 1 :] + bytes((last,))
