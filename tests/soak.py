"""Many random matches over random rules, every property checked: ``python -m tests.soak``.

Each match follows from its own seed: a failing one is played again by ``--matches 1 --seed`` with the number printed.
Exit code 1 when a property was violated.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from pageone_engine.actions import KINDS
from pageone_engine.refusals import Refusal
from pageone_engine.terms import RoundOutcome, members, name_of
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tests.engine.play import Counts, Player, all_option_values

CHUNK = 200


@dataclass
class Failure:
    """A match in which a property did not hold."""

    seed: int
    what: str
    transcript: str


@dataclass
class Report:
    """What one chunk of matches has shown."""

    counts: Counts = field(default_factory=Counts)
    failures: list[Failure] = field(default_factory=list)


def play_chunk(seeds: range, dear: float) -> Report:
    """Play the matches of ``seeds``; a failure ends its match, not the chunk."""
    report = Report()
    for seed in seeds:
        player = Player(seed, report.counts, dear=dear)
        try:
            player.play()
        except Exception:  # whatever it is, it is a finding
            report.failures.append(Failure(seed, traceback.format_exc(), player.transcript()))
    return report


def chunks(first: int, matches: int) -> Iterator[range]:
    """The seeds in pieces of at most ``CHUNK``."""
    for start in range(first, first + matches, CHUNK):
        yield range(start, min(start + CHUNK, first + matches))


def run(matches: int, first: int, jobs: int, dear: float, console: Console) -> Report:
    """Play ``matches`` matches in ``jobs`` processes, with a progress bar."""
    total = Report()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with (
        Progress(*columns, console=console) as progress,
        ProcessPoolExecutor(jobs) as pool,
    ):
        task = progress.add_task("matches", total=matches)
        waiting = [pool.submit(play_chunk, seeds, dear) for seeds in chunks(first, matches)]
        for done in as_completed(waiting):
            report = done.result()
            total.counts.add(report.counts)
            total.failures += report.failures
            progress.advance(task, report.counts.matches)
            if not console.is_terminal and total.counts.matches % 5000 == 0:
                console.print(f"{total.counts.matches} of {matches}, {len(total.failures)} failed")
            progress.update(task, description=f"matches, {len(total.failures)} failed")
    return total


def show(report: Report, seconds: float, console: Console) -> None:
    """The statistics, and the shortest failing transcripts."""
    counts = report.counts
    console.print(
        f"{counts.matches} matches, {counts.rounds} rounds, {counts.actions} actions accepted, "
        f"{counts.refused} refused in {seconds:.0f} s: {counts.matches / seconds:.0f} matches/s, "
        f"{(counts.actions + counts.refused) / seconds:.0f} actions/s"
    )
    console.print(
        f"{counts.modelled} steps done again by the model of the rules, "
        f"{counts.folded} steps folded for every viewer, {counts.listed} states listed in full, "
        f"{counts.compared} states compared with a hidden twin ({counts.incomparable} had none)"
    )
    _print_counts(console, "rounds ended", RoundOutcome, counts.outcomes)
    _print_counts(console, "refusals", Refusal, counts.refusals)
    table = Table("action", "times", "event", "times ")
    kinds, events = counts.kinds.most_common(), counts.events.most_common()
    for row in range(max(len(kinds), len(events))):
        left = kinds[row] if row < len(kinds) else ("", "")
        right = events[row] if row < len(events) else ("", "")
        table.add_row(left[0], str(left[1]), right[0], str(right[1]))
    console.print(table)
    unseen = [
        *(option for option in all_option_values() if option not in counts.options),
        *(f"REFUSAL_{name}" for name, number in members(Refusal).items() if number and number not in counts.refusals),
        *(kind for kind in KINDS if kind not in counts.kinds),
    ]
    console.print("never reached: " + (", ".join(unseen) or "nothing"))
    for failure in sorted(report.failures, key=lambda failed: len(failed.transcript))[:3]:
        console.rule(f"seed {failure.seed}")
        console.print(failure.what, markup=False)
        console.print(failure.transcript, markup=False)
    console.print(f"violations: {len(report.failures)}")


def _print_counts(console: Console, title: str, term: type, counts: dict[int, int]) -> None:
    told = (f"{name_of(term, number)} {times}" for number, times in sorted(counts.items()))
    console.print(f"{title}: " + ", ".join(told))


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--matches", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--dear", type=float, default=0.01, help="share of states checked in full")
    options = parser.parse_args()
    console = Console()
    started = time.monotonic()
    report = run(options.matches, options.seed, options.jobs, options.dear, console)
    show(report, time.monotonic() - started, console)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
