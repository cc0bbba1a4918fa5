"""Load a Page One server with the traffic of real games, and say up to which rate it keeps its promises.

Calls are sent at their times whatever becomes of the others (open loop), by several processes; latencies count from
the time at which a call was to be sent. Without --address a server is started, and --rates is found out: what it can
answer at most is measured first, then steps from a tenth of that to a little more. The report is one HTML file, with
JSON beside it.

  python -m tests.load                                        five minutes, a server of its own
  python -m tests.load --quick                                half a minute
  python -m tests.load --address 10.0.0.7:8080 --rates 100,200,400 --slo-p99-ms 20
  python -m tests.load --mix GetView=3,ApplyAction=1 --serve-flag=--threads=8
  python -m tests.load --solo --token-file token --ca ca.pem --address edge.example:443

Exit status: 0 the objective is kept, 1 it is not, 2 the run was not possible.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from pageone_engine import PRESETS
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from .traffic import KINDS


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    where = parser.add_argument_group("the server")
    where.add_argument("--address", action="append", help="HOST:PORT, may be repeated; default: a server of its own")
    where.add_argument("--ca", type=Path, metavar="FILE", help="PEM of the authority to trust: TLS is used")
    where.add_argument("--token-file", type=Path, metavar="FILE", help="a bearer token to send")
    where.add_argument(
        "--serve-flag", action="append", default=[], metavar="FLAG", help="of `pageone serve` for the own server"
    )
    where.add_argument("--retries", action="store_true", help="try again as the Python client does (default: no)")
    where.add_argument("--timeout", type=_positive, default=10.0, help="seconds for a call (default: 10)")
    games = parser.add_argument_group("the games")
    games.add_argument("--mix", type=_mix, help="weights, such as ApplyAction=60,GetView=20; of " + ", ".join(KINDS))
    games.add_argument("--solo", action="store_true", help="games against bots (SoloService) rather than a host's")
    games.add_argument(
        "--rules", type=_rules, default=("american_page_one", "page_one"), help="presets (default: both games)"
    )
    games.add_argument("--seats", type=int, choices=range(2, 9), default=4, metavar="2..8", help="default: 4")
    games.add_argument("--batch", type=_count, default=16, help="actions in a BatchApplyActions (default: 16)")
    games.add_argument("--tables", type=_count, default=64, help="matches of each process at first (default: 64)")
    games.add_argument("--seed", type=int, default=0, help="what is played follows from it (default: 0)")
    rate = parser.add_argument_group("the rates")
    rate.add_argument("--rates", type=_rates, help="calls a second, one step each: 100,200,400 (default: found out)")
    rate.add_argument("--step-seconds", type=_positive, help="of a step (default: 26; with --quick 1)")
    rate.add_argument("--arrivals", choices=("poisson", "fixed"), default="poisson", help="(default: poisson)")
    rate.add_argument("--quick", action="store_true", help="short steps: does it run at all?")
    rate.add_argument("--processes", type=_count, default=2, help="that send (default: 2)")
    rate.add_argument("--connections", type=_count, default=4, help="of each process (default: 4)")
    rate.add_argument("--in-flight", type=_count, default=500, help="calls of each process at most (default: 500)")
    slo = parser.add_argument_group("the objective")
    slo.add_argument("--slo-p99-ms", type=_positive, default=50.0, help="99th percentile, ms (default: 50)")
    slo.add_argument("--slo-errors", type=_share, default=0.0, help="share of calls that may fail (default: 0)")
    slo.add_argument(
        "--slo-rate", type=_positive, help="for steps of at most so many calls/s (default: all, or half the highest)"
    )
    parser.add_argument("--output", type=Path, default=Path("build/load"), help="folder (default: build/load)")
    return parser.parse_args(given)


def _positive(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError("expects a number above 0")
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("expects a whole number from 1 on")
    return value


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError("expects a share from 0 to 1")
    return value


def _rates(text: str) -> tuple[float, ...]:
    return tuple(_positive(each) for each in text.split(","))


def _rules(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    unknown = sorted(set(names) - set(PRESETS))
    if unknown:
        raise argparse.ArgumentTypeError(f"no presets: {', '.join(unknown)}; there are {', '.join(PRESETS)}")
    return names


def _mix(text: str) -> dict[str, float]:
    found = {}
    for part in text.split(","):
        name, _, weight = part.partition("=")
        if name not in KINDS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(KINDS)}")
        found[name] = _positive(weight or "1")
    return found


class _Bars:
    """A bar for the whole run, which moves with the clock and tells the rate of the moment."""

    def __init__(self, progress: Progress, seconds: float) -> None:
        self._progress = progress
        self._task = progress.add_task("starting", total=seconds)
        self._done = 0.0

    @contextmanager
    def stage(self, name: str, seconds: float) -> Iterator[Callable[[int], None]]:
        """A part of the run: what it yields hears how many more calls have ended."""
        began = time.monotonic()
        ended = 0

        def tell(more: int) -> None:
            nonlocal ended
            ended += more
            passed = time.monotonic() - began
            words = f"{name}: {ended / max(0.1, passed):,.0f} answers/s"
            self._progress.update(self._task, description=words, completed=self._done + min(passed, seconds))

        tell(0)
        yield tell
        self._done += seconds
        self._progress.update(self._task, completed=self._done)


def main(given: Sequence[str]) -> int:
    """Run, report, and answer with the exit status."""
    options = arguments(given)
    console = Console()
    modules = {"hdrhistogram": "hdrh", "matplotlib": "matplotlib"}
    if lacking := [name for name, module in modules.items() if find_spec(module) is None]:
        console.print(f"Not installed: {', '.join(lacking)}. Run `make load-tools`.", markup=False)
        return 2
    # After that check: they import what may be missing.
    from . import plan, report
    from .driver import DriverError

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            run = plan.load(options, shlex.join(given), _Bars(progress, plan.seconds(options)).stage)
    except (DriverError, OSError, RuntimeError) as error:
        console.print(f"The run was not possible: {error}", markup=False)
        return 2
    report.show(run, console)
    for path in report.write(run, options.output):
        console.print(f"Written: {path}", markup=False)
    return 1 if run.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
