"""What the engine set out to reach, and whether the figures of a run do: computed, never written by hand."""

from dataclasses import dataclass
from math import isfinite


@dataclass(frozen=True)
class Goal:
    """A figure and the bound it should keep; ``at_least``: not below, otherwise not above."""

    what: str
    measured: float
    bound: float
    unit: str
    at_least: bool = False

    @property
    def met(self) -> bool:
        """Whether the bound is kept."""
        return self.measured >= self.bound if self.at_least else self.measured <= self.bound

    @property
    def verdict(self) -> str:
        """In words: met, or missed and by how much of the bound."""
        if self.met:
            return "met"
        share = abs(self.measured - self.bound) / self.bound
        assert isfinite(share)
        return f"missed by {share:.0%}"


#: SPEED.md, "Reach" (engine): the bounds, as they stand there.
CLONE_RATIO, COMPILED_RATIO = 0.35, 1.0
PART_BOUNDS = {"apply": 6.0, "legal": 5.0, "view": 12.0}
#: "A step costs the same at action 500 as at action 5": what repeated runs of equal work differ by is allowed.
SAME = 1.1
#: SPEED.md, "Reach" (service): ratios to the echo, to unary calls, of percentiles; seconds, MB, and of two workers.
ECHO_RATIOS = {"ApplyAction": 0.75, "ApplyAction, 4 viewers": 0.45, "GetView": 0.7}
BATCH_RATIO, TAIL_RATIO, FIRST_ANSWER, WORKER_MB, SLOPE_MB = 4.0, 5.0, 1.5, 80.0, 1.0
#: "Plain Page One no slower" than the American game, with the same allowance.
NO_SLOWER = 1 / SAME
