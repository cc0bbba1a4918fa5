"""What a service promises (service level objectives), and whether the figures of a run keep it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .figures import Step

#: A step keeps its rate when at least this share of it was answered with OK in its time.
KEPT = 0.97


@dataclass(frozen=True)
class Objective:
    """The 99th percentile of the latency, ms, from the intended time; the share of calls that may fail."""

    p99_ms: float
    errors: float

    def faults(self, step: Step) -> list[str]:
        """How a step breaks it, a sentence each."""
        found = []
        p99 = step.figures.whole().percentile(99) * 1e3
        if p99 > self.p99_ms:
            found.append(f"at {step.rate:,.0f} calls/s p99 is {p99:,.1f} ms, more than {self.p99_ms:g} ms")
        if step.error_share > self.errors:
            codes = ", ".join(f"{count:,} {code}" for code, count in step.figures.by_code().items() if code != "OK")
            found.append(
                f"at {step.rate:,.0f} calls/s {step.error_share:.3%} of the calls failed ({codes}), "
                f"more than {self.errors:.3%}"
            )
        due = step.figures.due / step.seconds
        if step.answered < KEPT * due:
            found.append(f"of {due:,.0f} calls/s only {step.answered:,.0f} were answered")
        return found


def broken(objective: Objective, steps: Sequence[Step], most: float) -> list[str]:
    """How the steps of at most ``most`` calls a second break the objective."""
    return [fault for step in steps if step.rate <= most for fault in objective.faults(step)]


def knee(objective: Objective, steps: Sequence[Step]) -> Step | None:
    """The last step, going up, up to which the objective is kept; None when the first one breaks it."""
    last = None
    for step in sorted(steps, key=lambda one: one.rate):
        if objective.faults(step):
            break
        last = step
    return last
