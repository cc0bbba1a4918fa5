"""Measure the engine and the service, beside others and by themselves; writes docs/benchmarks.md.

``python -m tests.bench`` measures both, ``python -m tests.bench service`` or ``engine`` one; the other's part of the
document stays as it is.
"""

import argparse
import re
import shlex
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from pageone_engine import PRESETS
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from .compiled import CompileError, compiled_runners
from .contestants import OURS, PEERS, Play, Runner
from .interleave import interleave
from .machine import Machine, this_machine
from .parts import measure_length, measure_parts
from .report import ENGINE_TITLE, Measured, Section, document, sections, show_sections
from .service import Plan, Service, measure_service
from .service_report import TITLE as SERVICE_TITLE
from .service_report import sections as service_sections
from .sizes import measure_sizes

DOCUMENT = Path(__file__).parents[2] / "docs" / "benchmarks.md"
GAMES = ("american_page_one", "page_one")
COMPILED = "compiled "


def arguments(given: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("engine", "service"), help="measure this alone")
    parser.add_argument("--rounds", type=int, default=21, help="how often each engine has its turn (default: 21)")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn lasts (default: 0.5)")
    parser.add_argument(
        "--positions", type=int, default=4000, help="positions that each part is timed on (default: 4000)"
    )
    parser.add_argument("--passes", type=int, default=9, help="how often they are gone through (default: 9)")
    parser.add_argument("--long-rounds", type=int, default=100, help="rounds of 500 actions to find (default: 100)")
    parser.add_argument(
        "--matches", type=int, default=40, help="matches played for sizes, of each preset (default: 40)"
    )
    parser.add_argument("--compiled", action="store_true", help="compile the engine by mypyc too (some minutes)")
    parser.add_argument("--service-rounds", type=int, default=11, help="turns of each of the service (default: 11)")
    parser.add_argument("--service-seconds", type=float, default=1.0, help="how long such a turn lasts (default: 1)")
    parser.add_argument("--calls", type=int, default=200_000, help="calls while memory is watched (default: 200000)")
    parser.add_argument(
        "--output", type=Path, default=DOCUMENT, help="where the report goes (default: docs/benchmarks.md)"
    )
    return parser.parse_args(given)


def race(options: argparse.Namespace, progress: Progress) -> tuple[dict[str, list[Play]], dict[str, list[Play]]]:
    """Every engine in turns: the plays of the plain ones and of the compiled ones."""
    with ExitStack() as stack:
        runners: dict[str, Runner] = {contestant.key: contestant.start() for contestant in (*OURS, *PEERS)}
        if options.compiled:
            waiting = progress.add_task("compiling the engine", total=None)
            remote = stack.enter_context(compiled_runners())
            progress.remove_task(waiting)
            runners |= {COMPILED + key: runner for key, runner in remote.items()}
        task = progress.add_task("engines in turns", total=(options.rounds + 1) * len(runners))
        interleave(runners, 1, options.seconds / 2, lambda: progress.advance(task))  # warms every one up
        plays = interleave(runners, options.rounds, options.seconds, lambda: progress.advance(task))
    plain = {key: played for key, played in plays.items() if not key.startswith(COMPILED)}
    return plain, {key.removeprefix(COMPILED): played for key, played in plays.items() if key.startswith(COMPILED)}


def measure(options: argparse.Namespace, command: str, progress: Progress) -> Measured:
    """Everything, one after the other."""
    machine = this_machine(command)
    plain, compiled = race(options, progress)
    task = progress.add_task("parts, lengths and sizes", total=2 * len(GAMES) + len(PRESETS))
    parts = []
    for preset in GAMES:
        parts.append(measure_parts(preset, options.positions, options.passes))
        progress.advance(task)
    lengths = []
    for preset in GAMES:
        lengths.append(measure_length(preset, options.long_rounds, options.passes))
        progress.advance(task)
    sizes = []
    for preset in PRESETS:
        sizes.append(measure_sizes(preset, options.matches))
        progress.advance(task)
    return Measured(machine, options.seconds, options.rounds, plain, parts, lengths, sizes, compiled)


def missing(what: str | None) -> str:
    """What is not installed, and what helps; empty when everything is there."""
    engines = [name for name in ("pyspiel", "rlcard") if find_spec(name) is None]
    if what != "service" and engines:
        return f"Not installed: {', '.join(engines)}. Run `make bench`, which installs the extra `bench` first."
    if what != "engine" and which("h2load") is None:
        return "Not installed: h2load, which is in Debian's package nghttp2-client (`make ops-debian`)."
    return ""


def replace_part(whole: str, title: str, text: str) -> str:
    """The document with the part of this title replaced by ``text``, the other parts left as they are."""
    parts = {
        part.partition("\n")[0]: part.strip() + "\n" for part in re.split(r"^# ", whole, flags=re.M) if part.strip()
    }
    parts[title] = text.removeprefix("# ").strip() + "\n"
    return "\n".join("# " + parts[name] for name in (ENGINE_TITLE, SERVICE_TITLE) if name in parts)


def main(given: list[str]) -> int:
    """0 when the report was written; 1 when an engine to compare with, h2load or the compiler is not there."""
    options = arguments(given)
    console = Console()
    if lacking := missing(options.what):
        console.print(lacking, markup=False)
        return 1
    command = "make bench" + (f' ARGS="{shlex.join(given)}"' if given else "")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    found: dict[str, tuple[Machine, list[Section]]] = {}
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            if options.what != "service":
                measured = measure(options, command, progress)
                found[ENGINE_TITLE] = (measured.machine, sections(measured))
            if options.what != "engine":
                machine = this_machine(command)
                found[SERVICE_TITLE] = (machine, service_sections(serve_and_measure(options, progress)))
    except CompileError as error:
        console.print(f"mypyc refuses the engine:\n{error}", markup=False)
        return 1
    output: Path = options.output
    text = output.read_text(encoding="utf-8") if output.exists() else ""
    for title, (machine, parts) in found.items():
        show_sections(machine, parts, console)
        text = replace_part(text, title, document(title, machine, parts))
    output.write_text(text, encoding="utf-8")
    console.print(f"\nWritten to {output.name}")
    return 0


def serve_and_measure(options: argparse.Namespace, progress: Progress) -> Service:
    """The service's figures."""
    plan = Plan(rounds=options.service_rounds, seconds=options.service_seconds, calls=options.calls)
    task = progress.add_task("the service", total=plan.steps)
    return measure_service(plan, lambda: progress.advance(task))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
