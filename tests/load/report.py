"""A run as JSON and as one HTML file that needs nothing else: curves, tables, the verdict."""

from __future__ import annotations

import html
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from tests.bench.machine import Machine

from .figures import PERCENTS, Step
from .slo import Objective, knee

#: Where the percentile curves are read, as the "nines" beyond: 0 is the fastest call, 4 is 99.99 %.
_NINES = [at / 50 for at in range(201)]
_TICKS = {0.0: "0", 0.30103: "50", 1.0: "90", 2.0: "99", 3.0: "99.9", 4.0: "99.99"}
#: Colours that also those tell apart who do not see red and green (Okabe and Ito).
_BLUE, _ORANGE, _GREEN, _RED, _GREY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#777777"


@dataclass
class Run:
    """A whole run: where and how, its steps, what was promised and how that was broken."""

    machine: Machine
    what: dict[str, str]
    steps: list[Step]
    objective: Objective
    slo_rate: float
    faults: list[str]
    server: dict[str, str]


def write(run: Run, folder: Path) -> list[Path]:
    """Write report.html and report.json; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    page, data = folder / "report.html", folder / "report.json"
    page.write_text(as_html(run), encoding="utf-8")
    data.write_text(json.dumps(as_json(run), indent=1) + "\n", encoding="utf-8")
    return [page, data]


def show(run: Run, console: Console) -> None:
    """The steps and the verdict on a terminal."""
    table = Table(title="Milliseconds from the intended time of sending", title_justify="left")
    for at, name in enumerate(("calls/s", "answered", "errors", "p50", "p90", "p99", "p99.9", "driver's lag")):
        table.add_column(name, justify="right" if at else "left")
    for step in run.steps:
        whole = step.figures.whole()
        shown = (f"{whole.percentile(each) * 1e3:,.1f}" for each in PERCENTS[:4])
        table.add_row(f"{step.rate:,.0f}", f"{step.answered:,.0f}", f"{step.figures.errors:,}", *shown, _lag(step))
    console.print(table)
    best = knee(run.objective, run.steps)
    console.print(f"Knee: {best.rate:,.0f} calls/s" if best else "Knee: below the lowest rate", highlight=False)
    if any(step.lagged for step in run.steps):
        console.print("!: the driver itself was late; these latencies are partly its own, not the server's")
    for fault in run.faults:
        console.print(f"Broken: {fault}", markup=False, highlight=False)


def as_json(run: Run) -> dict[str, Any]:
    """Everything, for programs."""
    best = knee(run.objective, run.steps)
    return {
        "machine": run.machine.lines(),
        "run": run.what,
        "server": run.server,
        "slo": {"p99_ms": run.objective.p99_ms, "errors": run.objective.errors, "rate": run.slo_rate},
        "kept": not run.faults,
        "faults": run.faults,
        "knee": best.rate if best else None,
        "steps": [step.as_json() for step in run.steps],
    }


def as_html(run: Run) -> str:
    """The page."""
    best = knee(run.objective, run.steps)
    verdict = "kept" if not run.faults else "broken"
    facts = {**run.what, **run.server}
    parts = [
        "<h1>Page One under load</h1>",
        f"<p class='{verdict}'>The objective (p99 at most {run.objective.p99_ms:g} ms, at most "
        f"{run.objective.errors:.3%} errors, up to {run.slo_rate:,.0f} calls/s) is <b>{verdict}</b>.</p>",
        *(f"<p>{html.escape(fault)}</p>" for fault in run.faults),
        f"<p>The knee: {f'{best.rate:,.0f} calls/s' if best else 'below the lowest rate'} "
        "is the highest rate up to which the objective is kept.</p>",
        _definitions(facts),
        _figure("Latency by percentile, from the intended time of sending", _percentiles, run),
        _figure("Latency by rate", _by_rate, run),
        _figure("Throughput", _throughput, run),
        _figure("Answers each second", _each_second, run),
        "<h2>Steps</h2>",
        _steps_table(run.steps),
        *(_methods(step) for step in run.steps),
        "<h2>Machine</h2>",
        "<ul>",
        *(f"<li>{html.escape(line)}</li>" for line in run.machine.lines()),
        "</ul>",
    ]
    return _PAGE.replace("BODY", "\n".join(parts))


def _definitions(facts: dict[str, str]) -> str:
    rows = "".join(f"<dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd>" for name, value in facts.items())
    return f"<dl>{rows}</dl>"


def _figure(title: str, draw: Callable[[Axes, Run], None], run: Run) -> str:
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "pageone", "font.size": 9}):
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        axes = figure.add_subplot()
        axes.grid(True, alpha=0.3)
        draw(axes, run)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    drawn = out.getvalue()
    return f"<h2>{html.escape(title)}</h2>\n<figure>{drawn[drawn.index('<svg') :]}</figure>"


def _percentiles(axes: Axes, run: Run) -> None:
    shades = mpl.colormaps["viridis"]
    for at, step in enumerate(run.steps):
        whole = step.figures.whole()
        most = min(4.0, _nines_of(whole.count))
        nines = [each for each in _NINES if each <= most]
        values = [whole.percentile(100 * (1 - 10**-each)) * 1e3 for each in nines]
        label = f"{step.rate:,.0f}/s" + (" (driver lagged)" if step.lagged else "")
        axes.plot(nines, values, color=shades(at / max(1, len(run.steps) - 1) * 0.9), label=label)
    axes.axhline(run.objective.p99_ms, color=_GREY, linestyle=":", label="objective of p99")
    _logarithmic(axes)
    axes.set_xticks(list(_TICKS), list(_TICKS.values()))
    axes.set_xlabel("percent of the calls")
    axes.set_ylabel("ms")
    _beside(axes)


def _beside(axes: Axes) -> None:
    """The legend, where it hides nothing."""
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.01, 1.0))


def _logarithmic(axes: Axes) -> None:
    """An upright axis in powers of ten, with numbers as people write them."""
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.yaxis.set_minor_formatter(lambda value, _: f"{value:g}" if f"{value:e}"[0] in "25" else "")


def _nines_of(count: int) -> float:
    """How far a percentile curve of so many calls says anything."""
    return len(str(max(1, count))) - 1.0


def _by_rate(axes: Axes, run: Run) -> None:
    rates = [step.rate for step in run.steps]
    for percent, colour in ((50.0, _GREEN), (99.0, _ORANGE), (99.9, _RED)):
        values = [step.figures.whole().percentile(percent) * 1e3 for step in run.steps]
        axes.plot(rates, values, marker="o", color=colour, label=f"p{percent:g}")
    sent = [step.figures.service.percentile(99) * 1e3 for step in run.steps]
    axes.plot(rates, sent, marker=".", linestyle="--", color=_GREY, label="p99 from the actual sending")
    axes.axhline(run.objective.p99_ms, color=_GREY, linestyle=":", label="objective of p99")
    best = knee(run.objective, run.steps)
    if best:
        axes.axvline(best.rate, color=_BLUE, linestyle=":", label="knee")
    _logarithmic(axes)
    axes.set_xlabel("calls/s asked for")
    axes.set_ylabel("ms")
    _beside(axes)


def _throughput(axes: Axes, run: Run) -> None:
    rates = [step.rate for step in run.steps]
    axes.plot(rates, rates, color=_GREY, linestyle=":", label="asked for")
    axes.plot(rates, [step.answered for step in run.steps], marker="o", color=_BLUE, label="answered with OK")
    codes = sorted({code for step in run.steps for code in step.figures.by_code()} - {"OK"})
    for code, colour in zip(codes, (_RED, _ORANGE, _GREEN, _GREY) * 4, strict=False):
        values = [step.figures.by_code().get(code, 0) / max(step.figures.lasted, step.seconds) for step in run.steps]
        axes.plot(rates, values, marker="x", color=colour, label=code)
    axes.set_xlabel("calls/s asked for")
    axes.set_ylabel("calls/s")
    _beside(axes)


def _each_second(axes: Axes, run: Run) -> None:
    begin = 0
    for step in run.steps:
        seconds = step.figures.seconds
        last = max((second for second, _ in seconds), default=0)
        times = [begin + second for second in range(last + 2)]
        axes.stairs([seconds[at, True] for at in range(last + 1)], times, color=_BLUE)
        if any(seconds[at, False] for at in range(last + 1)):
            axes.stairs([seconds[at, False] for at in range(last + 1)], times, color=_RED)
        axes.plot([begin, begin + step.seconds], [step.rate, step.rate], color=_GREY, linestyle=":")
        begin += last + 2
    axes.set_xlabel("seconds of the run; dotted: asked for; red: errors")
    axes.set_ylabel("answers/s")


def _step_rows(steps: Sequence[Step]) -> tuple[Sequence[str], list[Sequence[str]]]:
    head = (
        "calls/s",
        "answered/s",
        "calls",
        "errors",
        *(f"p{each:g}" for each in PERCENTS),
        "max",
        "lag of the driver, p99",
    )
    rows: list[Sequence[str]] = []
    for step in steps:
        whole = step.figures.whole()
        codes = step.figures.by_code()
        errors = ", ".join(f"{count:,} {code}" for code, count in codes.items() if code != "OK") or "0"
        rows.append(
            (
                f"{step.rate:,.0f}",
                f"{step.answered:,.0f}",
                f"{step.figures.ended:,}",
                errors,
                *(f"{whole.percentile(each) * 1e3:,.2f}" for each in PERCENTS),
                f"{whole.most * 1e3:,.1f}",
                _lag(step),
            )
        )
    return head, rows


def _lag(step: Step) -> str:
    return f"{step.figures.lag.percentile(99) * 1e3:.1f}" + (" !" if step.lagged else "")


def _steps_table(steps: Sequence[Step]) -> str:
    note = (
        "<p>Milliseconds from the time at which a call was to be sent until its answer. A mark ! says that the driver "
        "itself was late with more than one call in a hundred: that step's latencies are partly its own.</p>"
    )
    return _table(*_step_rows(steps)) + note


def _methods(step: Step) -> str:
    rows = []
    for method, histogram in sorted(step.figures.latency.items(), key=lambda pair: -pair[1].count):
        codes = {code: count for (name, code), count in step.figures.codes.items() if name == method}
        errors = ", ".join(f"{count:,} {code}" for code, count in codes.items() if code != "OK") or "0"
        shown = (f"{histogram.percentile(each) * 1e3:,.2f}" for each in PERCENTS)
        rows.append((method, f"{histogram.count:,}", errors, *shown))
    head = ("method", "calls", "errors", *(f"p{each:g}" for each in PERCENTS))
    return f"<details><summary>By method at {step.rate:,.0f} calls/s</summary>{_table(head, rows)}</details>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Page One under load</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem }
figure { margin: 0; overflow-x: auto } figure svg { max-width: 100%; height: auto; background: #fff }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; font-variant-numeric: tabular-nums }
th:first-child, td:first-child { text-align: left }
dl { display: grid; grid-template-columns: max-content auto; gap: .1rem 1rem } dt { color: #666 } dd { margin: 0 }
.kept { border-left: .4rem solid #009E73; padding-left: .8rem }
.broken { border-left: .4rem solid #D55E00; padding-left: .8rem }
summary { cursor: pointer }
</style>
BODY
</html>
"""
