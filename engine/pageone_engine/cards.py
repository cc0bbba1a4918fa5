"""Cards as small integers, the wire's own codes, and hands as ascending ``bytes`` of them (clauses C1, C2).

A card is ``13 * (suit - 1) + rank`` (clubs 1 … spades 4, ace 1 … king 13), a Joker is 53. A row of cards (hand, stock,
pile, a play) is a ``bytes`` object: immutable, cheap to copy, and each item is a card's code.
"""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

JOKER: Final = 53
NO_CARD: Final = 0
NONE: Final = b""


class Suit:
    """Suits as the contract numbers them; 0 is "no suit"."""

    UNSPECIFIED: Final = 0
    CLUBS: Final = 1
    DIAMONDS: Final = 2
    HEARTS: Final = 3
    SPADES: Final = 4


SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)

#: Suit of each card code; 0 for a Joker (and for code 0, which is no card).
SUIT_OF: Final[tuple[int, ...]] = (0, *((card - 1) // 13 + 1 for card in range(1, JOKER)), 0)
#: Rank of each card code, ace 1 … king 13; 0 for a Joker.
RANK_OF: Final[tuple[int, ...]] = (0, *((card - 1) % 13 + 1 for card in range(1, JOKER)), 0)
#: Each card as a row of one, so that the hot paths allocate nothing for it.
ONE: Final[tuple[bytes, ...]] = tuple(bytes((card,)) for card in range(JOKER + 1))


def card_of(suit: int, rank: int) -> int:
    """The code of a card: ``suit`` 1 to 4, ``rank`` 1 to 13 (clause C2)."""
    return 13 * (suit - 1) + rank


def own_suit(card: int, joker: int) -> int:
    """The card's own suit, for a Joker the suit ``joker``."""
    return SUIT_OF[card] or joker


def pack_of(decks: int, jokers: int) -> bytes:
    """The whole pack in ascending order: ``decks`` × 52 cards plus ``jokers`` Jokers (clauses C1, C5)."""
    plain = bytes(card for card in range(1, JOKER) for _ in range(decks))
    return plain + ONE[JOKER] * jokers


def ascending(cards: Iterable[int]) -> bytes:
    """The same cards in ascending order."""
    return bytes(sorted(cards))


def add(hand: bytes, card: int) -> bytes:
    """An ascending hand with one card more, still ascending."""
    at = bisect_left(hand, card)
    return hand[:at] + ONE[card] + hand[at:]


def remove(hand: bytes, card: int) -> bytes:
    """A hand with one copy of ``card`` less; ``ValueError`` when it is not there."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def remove_all(hand: bytes, cards: bytes) -> bytes:
    """A hand less one copy for each of ``cards``; ``ValueError`` when one is not there."""
    for card in cards:
        hand = remove(hand, card)
    return hand


def holds(hand: bytes, cards: bytes) -> bool:
    """Whether ``hand`` has every one of ``cards``, copies counted."""
    if len(cards) == 1:
        return cards in hand
    return all(hand.count(card) >= cards.count(card) for card in cards)


def holds_suit(hand: bytes, suit: int) -> bool:
    """Whether an ascending ``hand`` has a card of ``suit`` (1 to 4); a Joker is of no suit."""
    low = 13 * suit - 12
    at = bisect_left(hand, low)
    return at < len(hand) and hand[at] < low + 13
