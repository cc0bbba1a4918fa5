"""Cards as text for people: rank and suit, ``8C 10H QS AD``, and ``JK`` for a Joker; and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .v1 import card_pb2

_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_SUITS: Final = "CDHS"
_TEXTS: Final[dict[int, str]] = {
    13 * suit + rank + 1: name + letter for suit, letter in enumerate(_SUITS) for rank, name in enumerate(_RANKS)
} | {int(card_pb2.CARD_JOKER): "JK"}
_CODES: Final = {text: code for code, text in _TEXTS.items()}


def card_text(card: int) -> str:
    """One card: ``10H``; ``??`` for what is no card."""
    return _TEXTS.get(card, "??")


def cards_text(cards: Iterable[int]) -> str:
    """Cards with spaces between: ``8C 10H JK``."""
    return " ".join(map(card_text, cards))


def parse_cards(text: str) -> list[card_pb2.Card.ValueType]:
    """Cards from text such as ``8c 10H jk``; ``ValueError`` names the word that is no card."""
    cards = []
    for word in text.upper().split():
        if word not in _CODES:
            raise ValueError(f"{word!r} is no card; write rank and suit, such as 10H, or JK")
        cards.append(card_pb2.Card.ValueType(_CODES[word]))
    return cards
