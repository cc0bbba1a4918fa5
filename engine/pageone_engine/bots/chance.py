"""What a bot leaves to chance: a stream of its own for each decision, so that the same question has the same answer."""

from typing import Final

from ..shuffle import Stream
from ..state import View

_LABEL: Final = b"pageone.v1.bots"
_FINE: Final = 256


class Chance:
    """Draws keyed by seed, match id, version and seat; nothing is hashed before the first draw."""

    def __init__(self, view: View, seed: bytes) -> None:
        self._view = view
        self._seed = seed
        self._stream: Stream | None = None

    def below(self, bound: int) -> int:
        """An even draw from ``range(bound)``; ``bound`` from 1 to 65536."""
        if bound <= _FINE:
            return self._draw(bound)
        return (self._draw(_FINE) * _FINE + self._draw(_FINE)) * bound // (_FINE * _FINE)

    def share(self) -> float:
        """An even draw from 0 to 1, 1 excluded, in steps of 1/256."""
        return self._draw(_FINE) / _FINE

    def happens(self, odds: float) -> bool:
        """True with probability ``odds`` (0 to 1); the certain ones cost no draw."""
        return odds >= 1 or (odds > 0 and self.share() < odds)

    def _draw(self, bound: int) -> int:
        if self._stream is None:
            view = self._view
            entropy = (view.match_id.encode(), bytes((view.viewer or 0,)))
            self._stream = Stream(_LABEL, self._seed, entropy, view.version)
        return self._stream.below(bound)
