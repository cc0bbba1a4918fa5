"""Run all scenarios in every language there is: ``python -m tests.conformance`` (``make conformance``).

Starts a server and an Envoy on free ports of loopback, plays tests/conformance/scenarios.json with the runner of Python
and with all in build/conformance, native and as gRPC-Web, and prints a table. Writes report.json and report.md
there. Exit status 1 when anything failed, or, with PAGEONE_REQUIRE=all, when a language was not there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from tests import needs
from tests.conformance import report
from tests.conformance.runners import FOLDER, SCENARIOS, TRANSPORTS, Language, Run, Server, languages, run, serving


def main(arguments: list[str]) -> int:
    """Run, print, write."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--verbose", "-v", action="store_true", help="a row for each scenario, not for each group")
    parser.add_argument("--language", action="append", metavar="NAME", help="only this one; may be repeated")
    parser.add_argument("--scenarios", type=Path, default=SCENARIOS, metavar="FILE", help="another file of this format")
    options = parser.parse_args(arguments)
    found = languages()
    unknown = set(options.language or ()) - {language.name for language in found}
    if unknown:
        known = ", ".join(language.name for language in found)
        parser.error(f"--language {', '.join(sorted(unknown))}: there is no such runner; there may be {known}")
    chosen = [language for language in found if not options.language or language.name in options.language]
    missing = [language for language in chosen if not language.command]
    try:
        names = [each["name"] for each in json.loads(options.scenarios.read_text(encoding="utf-8"))["scenarios"]]
    except (OSError, ValueError, LookupError, TypeError) as error:
        parser.error(f"--scenarios {options.scenarios}: not a file of scenarios: {error}")
    with serving() as server:
        there = [language for language in chosen if language.command]
        runs = [
            _run(language, transport, server, options.scenarios, len(names))
            for language in there
            for transport in TRANSPORTS
        ]
    # Where output goes to a file, lines are as long as they are.
    console = Console(width=None if sys.stdout.isatty() else max(100, 24 + 14 * len(runs)))
    report.show(console, runs, names, each=options.verbose)
    for line in report.complaints(runs):
        console.print(f"FAILED {line}", style="bold red", markup=False, highlight=False, soft_wrap=True)
    for line in report.absences(runs, missing):
        console.print(line, style="yellow", markup=False, highlight=False, soft_wrap=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "report.json").write_text(report.as_json(runs, names, missing), encoding="utf-8")
    (FOLDER / "report.md").write_text(report.markdown(runs, names, missing), encoding="utf-8")
    failed = not all(one.good for one in runs) or (needs.REQUIRED and (missing or server.absent))
    return 1 if failed else 0


def _run(language: Language, transport: str, server: Server, file: Path, scenarios: int) -> Run:
    """A run, with its progress on standard error."""
    what = f"{language.name}, {transport}"
    done = run(language, transport, server, file, _progress(what, scenarios))
    passed = sum(result.passed for result in done.results)
    came = done.absent or f"{passed} of {scenarios} passed in {done.seconds:.1f} s" + (
        f"; {done.fault}" * bool(done.fault)
    )
    start = "\r\x1b[K" if os.isatty(2) else ""
    print(f"{start}{what}: {came}", file=sys.stderr, flush=True)
    return done


def _progress(what: str, scenarios: int) -> Callable[[int], None]:
    """On a terminal a line that counts; elsewhere the line at the end is enough."""

    def told(played: int) -> None:
        if os.isatty(2):
            print(f"\r\x1b[K{what}: {played} of {scenarios}", end="", file=sys.stderr, flush=True)

    return told


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
