"""Draw monitoring/grafana/dashboard.json as a picture, with what a Prometheus answers to its queries.

Grafana itself cannot be had as a package, so this stands in for a screenshot: the same panels in the same
places, the same queries, the same thresholds. Run by `make dashboard-picture`, in an environment of its own.
"""

from __future__ import annotations

import argparse
import json
import math
import urllib.parse
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from PIL import Image

from tools.dashboard import Panel, Query, legend, panels

_BACKGROUND: Final = "#111217"
_PANEL: Final = "#181b1f"
_EDGE: Final = "#2b2f36"
_TEXT: Final = "#ccccdc"
_FAINT: Final = "#7b8087"
_NAMED: Final = {"green": "#73bf69", "orange": "#ff9830", "red": "#f2495c", "blue": "#5794f2"}
_COLORS: Final = (
    *("#73bf69", "#f2cc0c", "#5794f2", "#ff9830", "#f2495c", "#b877d9", "#8ab8ff", "#ffb357"),
    *("#96d98d", "#ca95e5", "#37872d", "#e0b400", "#c4162a", "#1f60c4", "#8f3bb8", "#fa6400"),
)
#: Inches of a step of the grid.
_STEP_X: Final = 0.68
_STEP_Y: Final = 0.34
_MARGIN: Final = 0.12
_MOST_NAMES: Final = 10


@dataclass(frozen=True)
class Series:
    """A line: its name, its labels, and a value (or nan) for each point of time."""

    name: str
    labels: dict[str, str]
    values: list[float]


class Source:
    """Asks a Prometheus for the last ``seconds`` in steps of ``step`` seconds."""

    def __init__(self, url: str, end: float, seconds: float, step: float) -> None:
        self._url = url
        self._step = step
        self._start = end - seconds
        self.times = [self._start + number * step for number in range(int(seconds / step) + 1)]

    def __call__(self, query: Query) -> list[Series]:
        """The series of a query; points where it has none are nan."""
        parameters = {
            "query": query.expression,
            "start": str(self.times[0]),
            "end": str(self.times[-1]),
            "step": str(self._step),
        }
        address = f"{self._url}/api/v1/query_range?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(address, timeout=60) as answer:
            found = json.load(answer)["data"]["result"]
        return [self._series(query, one) for one in found]

    def _series(self, query: Query, found: dict[str, Any]) -> Series:
        labels = found["metric"]
        points = {round((float(time) - self._start) / self._step): float(value) for time, value in found["values"]}
        name = legend(query.legend, labels) or ", ".join(labels.values())
        return Series(name, labels, [points.get(number, math.nan) for number in range(len(self.times))])


def number(value: float, unit: str, digits: int | None = None) -> str:
    """A value as Grafana writes it in this unit."""
    if math.isnan(value):
        return "no data"
    if unit == "percentunit":
        return f"{value * 100:.{2 if digits is None else digits}f} %"
    if unit == "s":
        scale, name = next((s, n) for s, n in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")) if value >= s or n == "µs")
        return f"{value / scale:.3g} {name}"
    if unit == "bytes":
        for size, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
            if value >= size:
                return f"{value / size:.3g} {name}"
        return f"{value:.3g} B"
    text = f"{value:.3g}" if digits is None else f"{value:.{digits}f}"
    return f"{text}/s" if unit == "reqps" else text


def draw(source: Source, drawn: Sequence[Panel]) -> Figure:
    """The whole dashboard."""
    height = max(panel.y + panel.height for panel in drawn)
    size = (24 * _STEP_X + 2 * _MARGIN, height * _STEP_Y + 2 * _MARGIN)
    figure = Figure(figsize=size, dpi=100, facecolor=_BACKGROUND)
    for panel in drawn:
        left = _MARGIN + panel.x * _STEP_X
        top = size[1] - _MARGIN - panel.y * _STEP_Y
        box = (left, top - panel.height * _STEP_Y, panel.width * _STEP_X, panel.height * _STEP_Y)
        if panel.kind == "row":
            text = f"▾ {panel.title}"
            figure.text(box[0] / size[0], (box[1] + 0.1) / size[1], text, color=_TEXT, fontsize=10, fontweight="bold")
        else:
            _frame(figure, size, box, panel.title)
            _KINDS[panel.kind](figure, size, box, panel, source)
    return figure


_Box = tuple[float, float, float, float]
_Size = tuple[float, float]


def _frame(figure: Figure, size: _Size, box: _Box, title: str) -> None:
    gap = 0.05
    axes = _axes(figure, size, (box[0] + gap, box[1] + gap, box[2] - 2 * gap, box[3] - 2 * gap))
    axes.set_facecolor(_PANEL)
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_color(_EDGE)
    figure.text((box[0] + 0.17) / size[0], (box[1] + box[3] - 0.27) / size[1], title, color=_TEXT, fontsize=9)


def _axes(figure: Figure, size: _Size, box: _Box) -> Axes:
    return figure.add_axes((box[0] / size[0], box[1] / size[1], box[2] / size[0], box[3] / size[1]))


def _plot(figure: Figure, size: _Size, box: _Box, bottom: float, left: float = 0.72) -> Axes:
    axes = _axes(figure, size, (box[0] + left, box[1] + bottom, box[2] - left - 0.2, box[3] - bottom - 0.4))
    axes.set_facecolor(_PANEL)
    axes.tick_params(colors=_FAINT, labelsize=7, length=0)
    axes.grid(color=_EDGE, linewidth=0.6)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return axes


def _clock(axes: Axes, times: Sequence[float]) -> None:
    axes.set_xlim(0, times[-1] - times[0])
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 3, 6, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda second, _: f"{int(second) // 60}:{int(second) % 60:02d}"))


def _stat(figure: Figure, size: _Size, box: _Box, panel: Panel, source: Source) -> None:
    found = source(panel.queries[0])
    x, y = (box[0] + box[2] / 2) / size[0], (box[1] + box[3] * 0.5) / size[1]
    if panel.options["textMode"] == "name":
        text = ", ".join(one.name for one in found)
        figure.text(x, y, text, color=_NAMED["blue"], fontsize=17, ha="center", va="center", fontweight="bold")
        return
    values = found[0].values if found else [math.nan]
    value = next((each for each in reversed(values) if not math.isnan(each)), math.nan)
    color = _NAMED["blue"]
    for step in panel.field["thresholds"]["steps"]:
        if step["value"] is None or value >= step["value"]:
            color = _NAMED[step["color"]]
    axes = _axes(figure, size, (box[0] + 0.07, box[1] + 0.07, box[2] - 0.14, box[3] * 0.27))
    axes.fill_between(range(len(values)), values, color=color, alpha=0.16, linewidth=0)
    axes.plot(values, color=color, linewidth=0.9, alpha=0.7)
    axes.set_axis_off()
    axes.margins(0, 0.05)
    axes.set_ylim(bottom=0)
    text = number(value, panel.unit, panel.field.get("decimals"))
    figure.text(x, y, text, color=color, fontsize=18, ha="center", va="center", fontweight="bold")


def _timeseries(figure: Figure, size: _Size, box: _Box, panel: Panel, source: Source) -> None:
    found = [series for query in panel.queries for series in source(query)]
    custom = panel.field["custom"]
    rank: Callable[[Series], float] = lambda series: -sum(v for v in series.values if not math.isnan(v))  # noqa: E731
    found.sort(key=rank)
    axes = _plot(figure, size, box, 0.82)
    seconds = [time - source.times[0] for time in source.times]
    colors = [_COLORS[place % len(_COLORS)] for place in range(len(found))]
    if custom["stacking"]["mode"] == "normal":
        whole = [[0.0 if math.isnan(v) else v for v in series.values] for series in found]
        axes.stackplot(seconds, whole, colors=colors, alpha=0.55, linewidth=0)
        base = [0.0] * len(seconds)
        for values, color in zip(whole, colors, strict=True):
            base = [a + b for a, b in zip(base, values, strict=True)]
            axes.plot(seconds, base, color=color, linewidth=0.9)
    else:
        for series, color in zip(found, colors, strict=True):
            axes.plot(seconds, series.values, color=color, linewidth=1.2)
            if len(found) <= 3:
                axes.fill_between(seconds, series.values, color=color, alpha=0.07, linewidth=0)
    if custom["scaleDistribution"]["type"] == "log":
        axes.set_yscale("log")
        axes.minorticks_off()
    else:
        axes.set_ylim(bottom=0)
        if axes.get_ylim()[1] < 1e-3:
            axes.set_ylim(0, 1)
        axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value, panel.unit)))
    _clock(axes, source.times)
    _names(figure, size, box, [series.name for series in found], colors)


def _names(figure: Figure, size: _Size, box: _Box, names: Sequence[str], colors: Sequence[str]) -> None:
    """Up to two lines of names below a panel; those beyond are counted."""
    x, y = box[0] + 0.2, box[1] + 0.36
    for place, (name, color) in enumerate(zip(names, colors, strict=True)):
        short = _shorter(name)
        width = 0.3 + 0.068 * len(short)
        if x + width > box[0] + box[2] - 0.1:
            x, y = box[0] + 0.2, y - 0.2
        if y < box[1] + 0.1 or place >= _MOST_NAMES:
            corner = (box[0] + box[2] - 0.15) / size[0], (box[1] + 0.16) / size[1]
            figure.text(*corner, "…", color=_FAINT, fontsize=7, ha="right")
            return
        figure.text(x / size[0], y / size[1], "▬", color=color, fontsize=7, va="center")
        figure.text((x + 0.17) / size[0], y / size[1], short, color=_FAINT, fontsize=6.8, va="center")
        x += width


def _shorter(name: str) -> str:
    for prefix in ("REFUSAL_", "ROUND_OUTCOME_"):
        name = name.removeprefix(prefix)
    return name


def _heatmap(figure: Figure, size: _Size, box: _Box, panel: Panel, source: Source) -> None:
    found = sorted(source(panel.queries[0]), key=lambda series: float(series.labels["le"]))
    below = [0.0] * len(source.times)
    exponent = panel.options["color"]["exponent"]
    cells = []
    for series in found:
        values = [0.0 if math.isnan(v) else v for v in series.values]
        cells.append([max(0.0, v - b) ** exponent for v, b in zip(values, below, strict=True)])
        below = values
    axes = _plot(figure, size, box, 0.36)
    axes.grid(visible=False)
    seconds = [time - source.times[0] for time in source.times]
    scheme = LinearSegmentedColormap.from_list("calls", [_PANEL, "#7a3300", "#ff7f0e", "#ffe0b8"])
    axes.pcolormesh(seconds, range(len(cells)), cells, cmap=scheme, shading="nearest")
    axes.set_yticks(range(0, len(found), 2))
    edges = [float(series.labels["le"]) for series in found[::2]]
    axes.set_yticklabels(["more" if math.isinf(edge) else number(edge, "s") for edge in edges])
    _clock(axes, source.times)


_KINDS: Final[dict[str, Callable[[Figure, _Size, _Box, Panel, Source], None]]] = {
    "stat": _stat,
    "timeseries": _timeseries,
    "heatmap": _heatmap,
}


def main() -> None:
    """Draw the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prometheus", required=True, metavar="URL")
    parser.add_argument("--end", required=True, type=float, help="seconds since 1970")
    parser.add_argument("--seconds", type=float, default=240.0, help="how long before the end it begins")
    parser.add_argument("--interval", default="15s", help="for $__rate_interval")
    parser.add_argument("--output", required=True, type=Path)
    given = parser.parse_args()
    source = Source(given.prometheus, given.end, given.seconds, max(1.0, given.seconds / 200))
    variables = {"__rate_interval": given.interval, "job": ".*", "instance": ".*"}
    draw(source, list(panels(variables))).savefig(given.output, facecolor=_BACKGROUND)
    # A third of the size, and nobody sees it.
    Image.open(given.output).convert("RGB").quantize(256).save(given.output, optimize=True)


if __name__ == "__main__":
    main()
