"""Actions that are listed again and again, made once: they are frozen, so the same objects are handed out."""

from functools import cache
from typing import Final

from .actions import CallOut, Challenge, Draw, Pass, Play
from .book import Book, Offers
from .cards import JOKER, ONE, SUITS
from .presets import MAX_SEATS

DRAWS: Final = tuple(Draw(seat) for seat in range(MAX_SEATS))
PASSES: Final = tuple(Pass(seat) for seat in range(MAX_SEATS))
CHALLENGES: Final = tuple(Challenge(seat) for seat in range(MAX_SEATS))

_OFFERS: dict[int, tuple[Play, ...]] = {}
_NO_SUIT = (0,)
_MAY_NAME = (*SUITS, 0)


def offers(seat: int, card: int, call: int, names: bool = False, finishes: bool = False) -> tuple[Play, ...]:
    """The plays of ``card`` with ``call``: one for each suit when it ``names`` one, and without if it ``finishes``."""
    key = ((((seat * 64) + card) * 4 + call) * 2 + names) * 2 + finishes
    plays = _OFFERS.get(key)
    if plays is None:
        suits = (_MAY_NAME if finishes else SUITS) if names else _NO_SUIT
        plays = _OFFERS[key] = tuple(Play(seat, ONE[card], suit, call) for suit in suits)
    return plays


def plain_offers(book: Book, seat: int) -> Offers:
    """For each card code, the plays of it alone that leave cards enough to owe no call."""
    plays = book.offers.get(seat)
    if plays is None:
        plays = book.offers[seat] = tuple(offers(seat, card, 0, book.names_suit[card]) for card in range(JOKER + 1))
    return plays


@cache
def call_outs(seat: int, offender: int, offenses: tuple[int, ...]) -> tuple[CallOut, ...]:
    """``seat`` pointing out each of ``offenses`` of ``offender``."""
    return tuple(CallOut(seat, offender, offense) for offense in offenses)
