"""How fast each caller may call: a bucket of tokens for each, and never more than so many buckets."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from time import monotonic
from typing import Final

import grpc

from .callers import ANONYMOUS, Caller

#: Callers that are remembered; of the others each begins with a full bucket. A few MB at most.
_MOST: Final = 10_000


class RateLimits:
    """Each caller may make ``rate`` calls a second in the long run, and ``burst`` at once; rate 0: any number."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        # For each caller the time at which its bucket is full again: all that has to be remembered.
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, name: str) -> float:
        """Take a token out of a caller's bucket: 0; or the seconds until there is one, when there is none."""
        if not self.rate:
            return 0
        now = monotonic()
        a_token = 1 / self.rate
        with self._lock:
            full_at = max(self._full_at.pop(name, now), now) + a_token
            wait = full_at - now - self.burst * a_token
            refused = wait > 1e-9
            self._full_at[name] = full_at - a_token if refused else full_at
            if len(self._full_at) > _MOST:
                # Who has called least lately: its bucket is the fullest, as a rule.
                self._full_at.popitem(last=False)
        return wait if refused else 0


def bucket_of(caller: Caller, context: grpc.ServicerContext) -> str:
    """Whose bucket a call draws on: the caller's; where nobody is authenticated, that of the address it comes from."""
    if caller is not ANONYMOUS:
        return f"caller:{caller.name}"
    peer = context.peer()
    return peer.rpartition(":")[0] if peer.startswith("ip") else peer
