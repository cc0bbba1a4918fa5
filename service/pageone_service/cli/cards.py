"""Cards as people read them: a suit symbol and a rank, red suits in red."""

from collections.abc import Iterable
from typing import Final

from pageone.v1 import card_pb2
from rich.text import Text

SUITS: Final = (
    card_pb2.SUIT_CLUBS,
    card_pb2.SUIT_DIAMONDS,
    card_pb2.SUIT_HEARTS,
    card_pb2.SUIT_SPADES,
)
SUIT_SYMBOLS: Final = ("", "♣", "♦", "♥", "♠")
RANK_NAMES: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER_NAMES: Final = {"en": "Joker", "ja": "ジョーカー"}
SUIT_NAMES: Final = {
    "en": ("", "clubs", "diamonds", "hearts", "spades"),
    "ja": ("", "クラブ", "ダイヤ", "ハート", "スペード"),
}
_RED: Final = r"[♦♥](?:10|[2-9AJQK])?"
_JOKERS: Final = "Joker|ジョーカー"


def card_name(card: int, language: str) -> str:
    """A card's code in the contract as text: ``♠A``, ``♥10``, ``Joker``; 0 is a card face down."""
    if card == 0:
        return "🂠"
    if card == card_pb2.CARD_JOKER:
        return JOKER_NAMES[language]
    return SUIT_SYMBOLS[(card - 1) // 13 + 1] + RANK_NAMES[(card - 1) % 13 + 1]


def card_names(cards: Iterable[int], language: str) -> str:
    """Cards in a row, in their order."""
    return " ".join(card_name(card, language) for card in cards)


def suit_name(suit: int, language: str) -> str:
    """A suit's symbol and name: ``♥ hearts``."""
    return f"{SUIT_SYMBOLS[suit]} {SUIT_NAMES[language][suit]}" if suit else ""


def coloured(line: str, style: str = "") -> Text:
    """A line with its cards coloured as on a table."""
    text = Text(line, style=style)
    text.highlight_regex(_RED, "red")
    text.highlight_regex(_JOKERS, "magenta")
    return text
