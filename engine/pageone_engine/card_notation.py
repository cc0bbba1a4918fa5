"""Cards and suits as text: ``8C 10H QS AD JK``, rank and suit, ``JK`` a Joker; and back."""

from typing import Final

from .cards import JOKER, NO_CARD, RANK_OF, SUIT_OF, SUITS, card_of
from .refusals import EngineError
from .terms import name_of

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_WORDS: Final = ("no suit", "clubs", "diamonds", "hearts", "spades")
_LETTERS: Final = "CDHS"
_SYMBOLS: Final = "♣♦♥♠"
_OUTLINES: Final = "♧♢♡♤"
#: Asks for a symbol's coloured or plain picture; says nothing about the card.
_PICTURES: Final = {0xFE0E: None, 0xFE0F: None}


class NotationError(EngineError, ValueError):
    """Text that is no card, action or transcript; ``line`` is counted from 1, when there are lines.

    The message names what could not be read and how it is written.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.message = message
        self.line = line


def _text_of(card: int) -> str:
    if card == NO_CARD:
        return "??"
    if card == JOKER:
        return "JK"
    return RANKS[RANK_OF[card] - 1] + _LETTERS[SUIT_OF[card] - 1]


_TEXTS: Final = tuple(_text_of(card) for card in range(JOKER + 1))
_SUITS_READ: Final[dict[str, int]] = {
    spelling: suit
    for suit in SUITS
    for spelling in (
        SUIT_WORDS[suit],
        SUIT_WORDS[suit][:-1],
        _LETTERS[suit - 1].lower(),
        _SYMBOLS[suit - 1],
        _OUTLINES[suit - 1],
    )
}
_CARDS_READ: Final[dict[str, int]] = {
    "jk": JOKER,
    "joker": JOKER,
    **{
        rank.lower() + spelling: card_of(suit, at)
        for at, rank in enumerate(RANKS, 1)
        for spelling, suit in _SUITS_READ.items()
        if len(spelling) == 1
    },
}


def card_text(card: int) -> str:
    """A card's text; ``??`` for code 0 (a card not known), ``#n`` for a number that is no card."""
    return _TEXTS[card] if 0 <= card < len(_TEXTS) else f"#{card}"


def cards_text(cards: bytes) -> str:
    """The cards' texts in their order, with spaces; empty for none."""
    return " ".join([card_text(card) for card in cards])


def parse_card(text: str) -> int:
    """The code of one card; letters of either case, suits also as ♣ ♦ ♥ ♠; ``NotationError``."""
    card = _CARDS_READ.get(text.strip().translate(_PICTURES).lower())
    if card is None:
        raise NotationError(f"{shown(text)} is no card; write rank and suit, such as 8C, 10H, QS, AD, or JK")
    return card


def parse_cards(text: str) -> bytes:
    """The codes of cards with spaces between them; none in empty text; ``NotationError``."""
    return bytes([parse_card(part) for part in text.split()])


def suit_text(suit: int) -> str:
    """A suit's word, "no suit" for 0; a number that is no suit as it is."""
    return SUIT_WORDS[suit] if 0 <= suit < len(SUIT_WORDS) else str(suit)


def parse_suit(text: str) -> int:
    """A suit from its word, first letter or symbol; 0 for "no suit"; ``NotationError``."""
    spelling = " ".join(text.lower().translate(_PICTURES).split())
    suit = 0 if spelling == SUIT_WORDS[0] else _SUITS_READ.get(spelling)
    if suit is None:
        raise NotationError(f"{shown(text)} is no suit; write clubs, diamonds, hearts, spades or no suit")
    return suit


def term_text(term: type, value: int) -> str:
    """A value of an enum in small words: ``missed call``; a number without a name as it is."""
    return name_of(term, value).lower().replace("_", " ")


def shown(text: str, most: int = 40) -> str:
    """Text that could not be read, quoted and cut for a message."""
    text = text.strip()
    return repr(text if len(text) <= most else text[:most] + "…")
