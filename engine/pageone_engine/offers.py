"""Plays of one card, made once: listing hands the same frozen objects out again and again."""

from .actions import Play
from .cards import ONE, SUITS

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
