"""The id of a match that its host gave none."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence


def match_id(seed: bytes, entropy: Sequence[bytes]) -> str:
    """An id that tells nothing of the seed, and is the same for the same seed and entropy.

    So that only a call without a seed is random, and a host may retry any other.
    """
    digest = hashlib.sha256(b"pageone.v1.match_id" + seed)
    for entry in entropy:
        digest.update(len(entry).to_bytes(4, "big") + entry)
    return str(uuid.UUID(bytes=digest.digest()[:16], version=5))
