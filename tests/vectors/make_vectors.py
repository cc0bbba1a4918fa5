"""Makes ``shuffle.json``: known answers for clauses C4 to C7, from an implementation of its own.

It imports nothing of the engine and is written from the clauses alone, so that the engine (and any
other language's client) can be held against it::

    python tests/vectors/make_vectors.py            # writes shuffle.json beside itself
    python tests/vectors/make_vectors.py --check    # fails when the file is not what it makes
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TARGET = Path(__file__).with_name("shuffle.json")
NOTE = (
    "Clauses C4 to C7. Bytes are hexadecimal, cards the contract's codes (13 * (suit - 1) + rank,"
    " Joker 53). shuffle: `cards` in ascending order before, `shuffled` after; the last card is the"
    " next one dealt. `rejected` counts the bytes that had to be dropped."
)


def key_stream(label: bytes, seed: bytes, entropy: list[bytes], count: int) -> Iterator[int]:
    """C4: SHAKE-256 over label, seed, each entry behind its length, and the count."""
    message = bytearray(label + seed)
    for entry in entropy:
        message += len(entry).to_bytes(4, "big") + entry
    message += count.to_bytes(4, "big")
    # Far more than any shuffle of 255 cards reads; a generator would have to start over.
    yield from hashlib.shake_256(message).digest(65_536)


class Drawer:
    """Even draws below a bound, and how many bytes were dropped for them."""

    def __init__(self, stream: Iterator[int]) -> None:
        self.stream = stream
        self.rejected = 0

    def below(self, bound: int) -> int:
        for byte in self.stream:
            if byte < 256 - 256 % bound:
                return byte % bound
            self.rejected += 1
        raise RuntimeError("the stream has come to its end")


def shuffle_vector(name: str, cards: list[int], seed: bytes, entropy: list[bytes], shuffles: int) -> dict[str, Any]:
    """Fisher-Yates from the end (C4) over the cards in ascending order (C5)."""
    order = sorted(cards)
    drawer = Drawer(key_stream(b"pageone.v1.shuffle", seed, entropy, shuffles))
    position = len(order) - 1
    while position >= 1:
        other = drawer.below(position + 1)
        order[position], order[other] = order[other], order[position]
        position -= 1
    return {
        "name": name,
        "cards": sorted(cards),
        "seed": seed.hex(),
        "entropy": [entry.hex() for entry in entropy],
        "shuffles": shuffles,
        "shuffled": order,
        "rejected": drawer.rejected,
    }


def dealer_vector(seats: int, seed: bytes, entropy: list[bytes]) -> dict[str, Any]:
    """C6: one draw below the number of seats, the shuffle count 0."""
    drawer = Drawer(key_stream(b"pageone.v1.dealer", seed, entropy, 0))
    dealer = drawer.below(seats)
    return {
        "seats": seats,
        "seed": seed.hex(),
        "entropy": [entry.hex() for entry in entropy],
        "first_dealer": dealer,
        "rejected": drawer.rejected,
    }


def pack(decks: int, jokers: int) -> list[int]:
    """C5: ascending, all copies of a card together, Jokers last."""
    return [card for card in range(1, 53) for _ in range(decks)] + [53] * jokers


def seed_of(number: int) -> bytes:
    """A seed that looks like one, the same for ever."""
    return hashlib.sha256(b"vector %d" % number).digest()


def shuffles() -> list[dict[str, Any]]:
    """Packs of every size, entropy of every kind, later shuffles, parts of a pack."""
    zero, ones = bytes(32), bytes([255] * 32)
    most = [bytes([at]) * 64 for at in range(8)]
    vectors = [
        shuffle_vector("page_one, seed of zeros", pack(1, 1), zero, [], 0),
        shuffle_vector("page_one, seed of ones", pack(1, 1), ones, [], 0),
        shuffle_vector("no Joker", pack(1, 0), seed_of(1), [], 0),
        shuffle_vector("american_page_one", pack(2, 4), seed_of(2), [], 0),
        shuffle_vector("three decks", pack(3, 6), seed_of(3), [], 0),
        shuffle_vector("the largest pack", pack(4, 47), seed_of(4), [], 0),
        shuffle_vector("second shuffle", pack(1, 1), zero, [], 1),
        shuffle_vector("shuffle 256", pack(1, 1), zero, [], 256),
        shuffle_vector("the last count", pack(1, 1), zero, [], 2**32 - 1),
        shuffle_vector("one entropy entry", pack(1, 1), zero, [b"\x01"], 0),
        shuffle_vector("an empty entropy entry", pack(1, 1), zero, [b""], 0),
        shuffle_vector("entries in one order", pack(1, 1), zero, [b"ab", b"c"], 0),
        shuffle_vector("the same bytes, cut elsewhere", pack(1, 1), zero, [b"a", b"bc"], 0),
        shuffle_vector("entries in the other order", pack(1, 1), zero, [b"c", b"ab"], 0),
        shuffle_vector("the most entropy", pack(2, 4), seed_of(5), most, 7),
        shuffle_vector("no card", [], zero, [], 0),
        shuffle_vector("one card", [53], zero, [], 0),
        shuffle_vector("two cards", [1, 52], zero, [], 0),
        shuffle_vector("a pile put back", [40, 3, 3, 53, 17, 29, 1, 52, 8], seed_of(6), [], 3),
    ]
    return [*vectors, _most_rejected()]


def _most_rejected() -> dict[str, Any]:
    """Of many seeds the one that drops the most bytes: the rejection is what ports get wrong."""
    candidates = (
        shuffle_vector("many bytes dropped", pack(2, 4), seed_of(number), [], 0) for number in range(100, 500)
    )
    return max(candidates, key=lambda vector: (vector["rejected"], vector["seed"]))


def dealers() -> list[dict[str, Any]]:
    """Every number of seats, and for those that do not divide 256 a draw that was dropped."""
    vectors = [
        dealer_vector(seats, seed_of(number), entropy)
        for seats in range(2, 9)
        for number, entropy in ((10, []), (11, [b"salt"]), (12, [b"", b"\xff" * 64]))
    ]
    for seats in (3, 5, 6, 7):
        tried = (dealer_vector(seats, seed_of(number), []) for number in range(1000, 5000))
        vectors.append(next(vector for vector in tried if vector["rejected"]))
    return vectors


def commitments() -> list[dict[str, str]]:
    """C7: SHA-256 of the seed."""
    seeds = [bytes(32), bytes([255] * 32), bytes(range(32)), seed_of(20)]
    return [{"seed": seed.hex(), "commitment": hashlib.sha256(seed).hexdigest()} for seed in seeds]


def text() -> str:
    """The file's content: one vector a line, so that a change shows in a review."""
    parts: dict[str, list[Any]] = {
        "shuffle": shuffles(),
        "first_dealer": dealers(),
        "commitment": commitments(),
    }
    lines = ["{", f'  "note": {json.dumps(NOTE)},']
    for name, vectors in parts.items():
        rows = ",\n".join("    " + json.dumps(vector) for vector in vectors)
        lines += [f'  "{name}": [', rows, "  ]" if name == "commitment" else "  ],"]
    return "\n".join([*lines, "}", ""])


def main(arguments: list[str]) -> int:
    """Write the file, or with ``--check`` compare it."""
    if "--check" in arguments:
        return 0 if TARGET.read_text(encoding="utf-8") == text() else 1
    TARGET.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
