"""How long everybody has; the times of a host."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pageone.v1 import state_pb2


def now_ms() -> int:
    """Milliseconds since 1970, by the clock that all processes have: keep it synchronized (NTP)."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds until the host acts in place of who has not.

    ``turn``: a stand-in plays. ``claims``: what is awaited counts as waived. ``pause``: the next round begins.
    ``promise``: who has not sent its promise or its entropy loses the seat. ``empty``: a table that does not fill is
    given up. ``keep``: a match that is over is forgotten.
    """

    turn: float = 60.0
    claims: float = 15.0
    pause: float = 8.0
    promise: float = 60.0
    empty: float = 3_600.0
    keep: float = 7 * 86_400.0

    def of(self, phase: state_pb2.Phase.ValueType) -> float:
        """The seconds of a phase of the match."""
        return {
            state_pb2.PHASE_TURN: self.turn,
            state_pb2.PHASE_CLAIMS: self.claims,
            state_pb2.PHASE_ROUND_OVER: self.pause,
        }.get(phase, self.keep)


def after(seconds: float) -> int:
    """The deadline in ``seconds`` from now."""
    return now_ms() + round(seconds * 1000)
