"""Every random thing of a match, as a function of seed and entropy alone (clauses C4 to C8)."""

from collections.abc import Sequence
from hashlib import shake_256
from typing import Final

from .cards import ascending

SEED_BYTES: Final = 32
MAX_ENTROPY: Final = 8
MAX_ENTROPY_BYTES: Final = 64

_SHUFFLE: Final = b"pageone.v1.shuffle"
_DEALER: Final = b"pageone.v1.dealer"
_FIRST_READ: Final = 512


class Stream:
    """The output of SHAKE-256 over a label, a seed, entropy entries and a count, read byte by byte (clause C4)."""

    def __init__(self, label: bytes, seed: bytes, entropy: Sequence[bytes] = (), count: int = 0) -> None:
        parts = [label, seed]
        for entry in entropy:
            parts += (len(entry).to_bytes(4, "big"), entry)
        parts.append(count.to_bytes(4, "big"))
        self._shake = shake_256(b"".join(parts))
        self._bytes = self._shake.digest(_FIRST_READ)
        self._at = 0

    def below(self, bound: int) -> int:
        """An even draw from ``range(bound)``, ``bound`` 1 to 256: bytes past the last whole multiple are dropped."""
        limit = 256 - 256 % bound
        while True:
            if self._at == len(self._bytes):
                self._bytes = self._shake.digest(2 * len(self._bytes))
            byte = self._bytes[self._at]
            self._at += 1
            if byte < limit:
                return byte % bound


def shuffle(cards: bytes, seed: bytes, entropy: Sequence[bytes], shuffles: int) -> bytes:
    """``cards`` (at most 255) in a random order; ``shuffles``: how many shuffles were made before (clauses C4, C5)."""
    stream = Stream(_SHUFFLE, seed, entropy, shuffles)
    order = bytearray(ascending(cards))
    for i in range(len(order) - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return bytes(order)


def first_dealer(seed: bytes, entropy: Sequence[bytes], seats: int) -> int:
    """The dealer of the first round when none is given (clause C6)."""
    return Stream(_DEALER, seed, entropy).below(seats)
