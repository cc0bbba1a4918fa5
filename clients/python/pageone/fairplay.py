"""Was the deal fair? Checked here, by the player, without asking the server that dealt (clauses C4 to C9).

A host publishes the commitment when the match begins and reveals the seed when it is over. With the seed and the
entropy that the players brought, everything that was random in the match can be computed again::

    from pageone import fairplay

    faults = fairplay.check_first_deal(
        commitment=view.seed_commitment, seed=view.seed, entropy=entropy, decks=rules.decks, jokers=rules.jokers,
        hand_size=rules.hand_size, seats=len(view.seats), dealer=dealer, drawn=True, seat=0, hand=hand,
    )

This module needs the standard library alone. Cards are the contract's numbers (`pageone.Card`): 1 to 52, and 53 for a
Joker. Arguments outside their ranges raise `ValueError`, which names the argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256, shake_256
from typing import Final, Literal, NamedTuple

SEED_BYTES: Final = 32
MAX_ENTROPY: Final = 8
MAX_ENTROPY_BYTES: Final = 64
MAX_CARDS: Final = 255

Disagreement = Literal["commitment", "first_dealer", "hand"]

_SHUFFLE: Final = b"pageone.v1.shuffle"
_DEALER: Final = b"pageone.v1.dealer"
_JOKER: Final = 53
_FIRST_READ: Final = 512


class Deal(NamedTuple):
    """What a deal leaves: each seat's hand, ascending, in seat order; and the stock, its next card at the end."""

    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]


def commitment(seed: bytes) -> bytes:
    """What is published of a ``seed`` (32 bytes) when the match begins: its SHA-256 (C7)."""
    return sha256(_checked_seed(seed)).digest()


def pack(decks: int, jokers: int) -> tuple[int, ...]:
    """The whole pack before the first shuffle: ascending, all copies of a card together, Jokers last (C1, C5).

    ``decks`` 1 to 4, ``jokers`` 0 to 203, at most 255 cards.
    """
    _in_range("decks", decks, 1, 4)
    _in_range("jokers", jokers, 0, MAX_CARDS - 52 * decks)
    return (*(card for card in range(1, _JOKER) for _ in range(decks)), *([_JOKER] * jokers))


def shuffle(cards: Iterable[int], seed: bytes, entropy: Sequence[bytes] = (), shuffles: int = 0) -> tuple[int, ...]:
    """``cards`` (at most 255) as they lie after a shuffle; the last is the next one dealt (C4, C5).

    ``entropy``: at most 8 entries of at most 64 bytes, in the match's order. ``shuffles``: how many shuffles the match
    had made before, 0 for the first deal. The order in which ``cards`` are given does not count.
    """
    order = sorted(cards)
    if order and not (order[0] >= 1 and order[-1] <= _JOKER):
        raise ValueError("cards are numbers from 1 to 53")
    if len(order) > MAX_CARDS:
        raise ValueError(f"cards: {len(order)}, at most {MAX_CARDS}")
    _in_range("shuffles", shuffles, 0, 2**32 - 1)
    stream = _stream(_SHUFFLE, seed, entropy, shuffles)
    for at in range(len(order) - 1, 0, -1):
        other = _draw(stream, at + 1)
        order[at], order[other] = order[other], order[at]
    return tuple(order)


def first_dealer(seats: int, seed: bytes, entropy: Sequence[bytes] = ()) -> int:
    """The dealer of the first round of a match of 2 to 8 ``seats`` whose creator named none (C6)."""
    _in_range("seats", seats, 2, 8)
    return _draw(_stream(_DEALER, seed, entropy, 0), seats)


def deal(cards: Sequence[int], seats: int, dealer: int, hand_size: int) -> Deal:
    """Shuffled ``cards`` dealt one at a time from their end, beginning with the seat after the ``dealer`` (C9).

    ``seats`` 2 to 8, ``dealer`` below it, ``hand_size`` 1 to 20 for each. Every seat is dealt to: nobody has left.
    """
    _in_range("seats", seats, 2, 8)
    _in_range("dealer", dealer, 0, seats - 1)
    _in_range("hand_size", hand_size, 1, 20)
    count = seats * hand_size
    if count > len(cards):
        raise ValueError(f"hand_size: {seats} seats times {hand_size} are more than {len(cards)} cards")
    dealt = tuple(reversed(cards))[:count]
    hands = [tuple(sorted(dealt[(seat - dealer - 1) % seats :: seats])) for seat in range(seats)]
    return Deal(tuple(hands), tuple(cards[: len(cards) - count]))


def check_first_deal(
    *,
    commitment: bytes,
    seed: bytes,
    entropy: Sequence[bytes] = (),
    decks: int,
    jokers: int,
    hand_size: int,
    seats: int,
    dealer: int,
    drawn: bool,
    seat: int,
    hand: Iterable[int],
) -> list[Disagreement]:
    """What of a match's first deal does not agree with the revealed ``seed``; empty: all does (C4 to C9).

    ``commitment`` as published before (C7); ``decks``, ``jokers``, ``hand_size`` of the match's rules, zeros resolved;
    ``dealer`` of the first round, ``drawn`` when it must follow from the seed, because nobody named one (C6);
    ``hand``: what ``seat`` was dealt, in any order (C9).
    """
    _in_range("seat", seat, 0, seats - 1)
    shuffled = shuffle(pack(decks, jokers), seed, entropy)
    agrees: dict[Disagreement, bool] = {
        "commitment": sha256(seed).digest() == commitment,
        "first_dealer": not drawn or first_dealer(seats, seed, entropy) == dealer,
        "hand": deal(shuffled, seats, dealer, hand_size).hands[seat] == tuple(sorted(hand)),
    }
    return [name for name, good in agrees.items() if not good]


def _stream(label: bytes, seed: bytes, entropy: Sequence[bytes], count: int) -> Iterator[int]:
    if len(entropy) > MAX_ENTROPY or any(len(entry) > MAX_ENTROPY_BYTES for entry in entropy):
        raise ValueError(f"entropy has at most {MAX_ENTROPY} entries of at most {MAX_ENTROPY_BYTES} bytes")
    framed = b"".join(len(entry).to_bytes(4, "big") + entry for entry in entropy)
    shake = shake_256(label + _checked_seed(seed) + framed + count.to_bytes(4, "big"))
    at, length = 0, _FIRST_READ
    while True:
        # SHAKE has no end: a longer digest begins with the shorter one.
        yield from shake.digest(length)[at:]
        at, length = length, 2 * length


def _draw(stream: Iterator[int], bound: int) -> int:
    """An even draw below ``bound``: bytes past the last whole multiple of it are dropped (C4)."""
    limit = 256 - 256 % bound
    return next(byte for byte in stream if byte < limit) % bound


def _checked_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def _in_range(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} is {low} to {high}, not {value}")
