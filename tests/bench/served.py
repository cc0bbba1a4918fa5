"""Kinds of servers beside each other: turns of calls to each, and a table of what a call costs there."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from tests.load.bodies import Body
from tests.load.h2load import counted
from tests.load.process import ServerProcess

from .interleave import interleave, median_rate, paired_ratio
from .service import Turn

Runner = Callable[[float], Turn]


def runner(server: ServerProcess, body: Body, *, clients: int, **how: object) -> Runner:
    """Turns of about so many seconds of one call; ``how`` goes to `shoot`: ``core``, ``headers``, ``scheme``."""
    rate = 0.0

    def run(seconds: float) -> Turn:
        nonlocal rate
        calls = max(8 * clients, int(rate * seconds))
        before = server.cpu_seconds()
        rate = counted(server, body, calls, clients=clients, **how).rate
        return Turn(calls, calls / rate, cpu=server.cpu_seconds() - before)

    return run


def arguments(program: str, description: str | None) -> argparse.Namespace:
    """What such a measurement is asked for on its command line: ``rounds`` and ``seconds``."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=description)
    parser.add_argument("--rounds", type=int, default=7, help="turns of each (default: 7)")
    parser.add_argument("--seconds", type=float, default=2.0, help="of a turn, about (default: 2)")
    return parser.parse_args()


def in_turns(contestants: Mapping[str, Runner], options: argparse.Namespace) -> dict[str, list[Turn]]:
    """Warm up, then measure."""
    interleave(contestants, 2, options.seconds / 4)
    return interleave(contestants, options.rounds, options.seconds)


def table(
    turns: Mapping[str, Sequence[Turn]], base: str, more: Mapping[str, Mapping[str, str]] | None = None
) -> list[str]:
    """Lines of Markdown: rate and processor time of each, also as ratios to ``base`` in the same round.

    ``more`` has further columns: their titles, and what each contestant has there.
    """
    columns = more or {}
    titles = ["", "calls a second", "ratio", "server's CPU a call", "ratio", *columns]
    lines = [_row(titles), "|---" * len(titles) + "|"]
    for name, played in turns.items():
        rate, ratio = median_rate(played), paired_ratio(played, turns[base])
        cpu = median(own.micros / bare.micros for own, bare in zip(played, turns[base], strict=True))
        cells = [f"{rate:,.0f}", f"{ratio:.2f}", f"{median(turn.micros for turn in played):.0f} µs", f"{cpu:.2f}"]
        lines.append(_row([name, *cells, *(column[name] for column in columns.values())]))
    return lines


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
