"""What came of the runs: a table for the terminal, one in Markdown, and JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tests.conformance.runners import Language, Played, Run


def group_of(scenario: str) -> str:
    """The part of a scenario's name before the slash."""
    return scenario.partition("/")[0]


def groups(names: Sequence[str]) -> list[str]:
    """The groups, in the order of the file."""
    return list(dict.fromkeys(map(group_of, names)))


def _title(run: Run) -> str:
    return f"{run.language} {run.transport}"


def shown(runs: Sequence[Run]) -> list[Run]:
    """Runs that have a column: those that played."""
    return [run for run in runs if run.results or run.fault]


def _cell(run: Run, results: Sequence[Played]) -> tuple[str, bool]:
    """So many of so many, and whether that is good."""
    mine = [result for result in run.results if any(result.scenario == each.scenario for each in results)]
    passed = sum(result.passed for result in mine)
    return f"{passed}/{len(results)}", passed == len(results)


def rows(runs: Sequence[Run], names: Sequence[str], *, each: bool) -> list[tuple[str, list[tuple[str, bool]]]]:
    """A row for each group, or for ``each`` scenario, and one for all."""
    columns = shown(runs)
    wanted = [Played(name, True) for name in names]
    if each:
        found = [(one.scenario, [_verdict(run, one.scenario) for run in columns]) for one in wanted]
    else:
        found = [
            (group, [_cell(run, [one for one in wanted if group_of(one.scenario) == group]) for run in columns])
            for group in groups(names)
        ]
    return [*found, ("all", [_cell(run, wanted) for run in columns])]


def _verdict(run: Run, scenario: str) -> tuple[str, bool]:
    for result in run.results:
        if result.scenario == scenario:
            return ("pass", True) if result.passed else ("FAIL", False)
    return "-", False


def show(console: Console, runs: Sequence[Run], names: Sequence[str], *, each: bool) -> None:
    """The table."""
    table = Table(title=f"{len(names)} scenarios", title_justify="left")
    table.add_column("scenario" if each else "group")
    for run in shown(runs):
        table.add_column(f"{run.language}\n{run.transport}", justify="right")
    found = rows(runs, names, each=each)
    for name, cells in found[:-1]:
        table.add_row(escape(name), *(_coloured(*cell) for cell in cells))
    table.add_section()
    table.add_row("all", *(_coloured(*cell) for cell in found[-1][1]))
    table.add_row("seconds", *(f"{run.seconds:.1f}" for run in shown(runs)))
    console.print(table)


def _coloured(text: str, good: bool) -> str:
    return f"[green]{text}[/]" if good else f"[bold red]{text}[/]"


def complaints(runs: Sequence[Run]) -> list[str]:
    """A line for everything that failed."""
    lines = []
    for run in runs:
        if run.fault:
            lines.append(f"{_title(run)}: {run.fault}")
        lines += [f"{_title(run)}: {result.scenario}: {result.message}" for result in run.failures]
    return lines


def absences(runs: Sequence[Run], missing: Sequence[Language]) -> list[str]:
    """A line for everything that was not there, and how to get it."""
    lines = [f"{language.name} was not there: {language.remedy}" for language in missing]
    return lines + [f"{_title(run)} was not run: {run.absent}" for run in runs if run.absent and not run.fault]


def markdown(runs: Sequence[Run], names: Sequence[str], missing: Sequence[Language]) -> str:
    """The table by groups, what failed, and what was not there."""
    columns = shown(runs)
    lines = ["| group | " + " | ".join(map(_title, columns)) + " |", "|---|" + "---:|" * len(columns)]
    for name, cells in rows(runs, names, each=False):
        lines.append(f"| {name} | " + " | ".join(text if good else f"**{text}**" for text, good in cells) + " |")
    notes = [*complaints(runs), *absences(runs, missing)]
    return "\n".join([*lines, "", *(f"- {note}" for note in notes)]).rstrip() + "\n"


def as_json(runs: Sequence[Run], names: Sequence[str], missing: Sequence[Language]) -> str:
    """Everything, for programs."""
    entries: list[dict[str, Any]] = [
        {
            "language": run.language,
            "transport": run.transport,
            "passed": run.good and not run.absent,
            "seconds": round(run.seconds, 3),
            "fault": run.fault,
            "absent": run.absent,
            "results": [
                {"scenario": result.scenario, "passed": result.passed, "message": result.message}
                for result in run.results
            ],
        }
        for run in runs
    ]
    absent = [{"language": language.name, "remedy": language.remedy} for language in missing]
    return (
        json.dumps({"scenarios": list(names), "runs": entries, "missing": absent}, ensure_ascii=False, indent=1) + "\n"
    )
