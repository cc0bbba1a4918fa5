"""A B A B …: on a noisy machine only what was measured in turns, in one run, can be compared."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import TypeVar

from .contestants import Play

Played = TypeVar("Played", bound=Play)


def interleave(
    runners: Mapping[str, Callable[[float], Played]],
    rounds: int,
    seconds: float,
    tell: Callable[[], None] = lambda: None,
) -> dict[str, list[Played]]:
    """Each runner's plays, one a round; every second round goes the other way about. ``tell`` is called after each."""
    plays: dict[str, list[Played]] = {key: [] for key in runners}
    for at in range(rounds):
        order = list(runners) if at % 2 == 0 else list(runners)[::-1]
        for key in order:
            plays[key].append(runners[key](seconds))
            tell()
    return plays


def median_rate(plays: Sequence[Play]) -> float:
    """Steps a second, the median over the rounds."""
    return median(play.rate for play in plays)


def paired_ratio(ours: Sequence[Play], theirs: Sequence[Play]) -> float:
    """The median over the rounds of our rate through theirs in the same round."""
    return median(own.rate / other.rate for own, other in zip(ours, theirs, strict=True))


def chance_share(plays: Sequence[Play]) -> float:
    """The share of steps that nobody chose."""
    return sum(play.chance for play in plays) / sum(play.steps for play in plays)
