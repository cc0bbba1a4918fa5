"""Nobody alone decides the deal, and everybody can check it afterwards.

1. The host draws a seed when it opens a table, keeps it, and publishes its SHA-256: the commitment (C7). From now on it
   cannot choose another seed.
2. When all sit, each player draws 32 random bytes, its entropy, and sends their SHA-256: a promise. The host shows all
   promises to all.
3. Only when every promise is public, each player sends the entropy itself. So nobody, not even together with the host,
   can fit its entropy to another's.
4. The deal follows from the seed and the entropy in seat order (C4). Commitment, promises and entropy stay public, the
   seed is in everybody's view when the match is over: each player computes the deal again (`faults_of`).

Who does not answer in time loses the seat, and the table begins again with another seed. So a player who conspires with
the host can make all begin again, which everybody sees, but cannot choose what will be dealt then.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256

from pageone import fairplay
from pageone.v1 import engine_service_pb2, rules_pb2

#: Bytes of a player's entropy.
ENTROPY_BYTES = 32


def draw_seed() -> bytes:
    """A seed that nobody knows and that is never used twice."""
    return secrets.token_bytes(fairplay.SEED_BYTES)


def draw_entropy() -> bytes:
    """What a player adds to the seed."""
    return secrets.token_bytes(ENTROPY_BYTES)


def promise(entropy: bytes) -> bytes:
    """What a player sends before its entropy."""
    return sha256(entropy).digest()


@dataclass(slots=True)
class Witness:
    """What a player has seen itself, and so need not believe anybody: to be filled while the match begins.

    ``promises`` are all seats' as they were shown before this player sent its entropy; ``hand`` is what it was dealt.
    """

    seat: int
    entropy: bytes
    commitment: bytes = b""
    promises: tuple[bytes, ...] = ()
    hand: tuple[int, ...] = ()


def faults_of(
    witness: Witness, transcript: engine_service_pb2.Transcript, rules: rules_pb2.Rules, seed: bytes
) -> list[str]:
    """What does not agree in a match that is over, a word for each; empty: the deal was fair.

    ``transcript`` is the host's, ``rules`` (complete) and ``seed`` are of the player's own last view.
    """
    found = []
    if transcript.seed != seed:
        found.append("seed")
    if tuple(map(promise, transcript.entropy)) != witness.promises:
        found.append("promises")
    if transcript.entropy[witness.seat] != witness.entropy:
        found.append("own_entropy")
    return found + list(
        fairplay.check_first_deal(
            commitment=witness.commitment,
            seed=seed,
            entropy=transcript.entropy,
            decks=rules.decks,
            jokers=rules.jokers,
            hand_size=rules.hand_size,
            seats=transcript.seats,
            dealer=transcript.first_dealer,
            drawn=True,
            seat=witness.seat,
            hand=witness.hand,
        )
    )
