"""What is measured of a step: histograms of latencies by kind of call, codes, and how far the driver itself lagged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hdrh.histogram import HdrHistogram

#: Microseconds that a histogram can tell apart, to three digits: from one to ten minutes.
_LOWEST, _HIGHEST, _DIGITS = 1, 600_000_000, 3
#: The driver lags when it sends one call in a hundred later than this after its time, and that matters: seconds.
LAG_ALLOWED = 0.005


class Histogram:
    """Latencies in seconds, kept as HdrHistogram does; can be sent between processes and added up."""

    def __init__(self) -> None:
        self._values = HdrHistogram(_LOWEST, _HIGHEST, _DIGITS)

    def record(self, seconds: float) -> None:
        """Count one."""
        self._values.record_value(min(_HIGHEST, max(_LOWEST, round(seconds * 1e6))))

    def add(self, other: Histogram) -> None:
        """Count another's in."""
        self._values.add(other._values)

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self._values.get_total_count())

    def percentile(self, percent: float) -> float:
        """Seconds within which so many percent were."""
        return float(self._values.get_value_at_percentile(percent)) / 1e6

    @property
    def mean(self) -> float:
        """Seconds, on average."""
        return float(self._values.get_mean_value()) / 1e6

    @property
    def most(self) -> float:
        """The longest, seconds."""
        return float(self._values.get_max_value()) / 1e6 if self.count else 0.0

    def __getstate__(self) -> bytes:
        encoded: bytes = self._values.encode()
        return encoded

    def __setstate__(self, state: bytes) -> None:
        self._values = HdrHistogram.decode(state)


@dataclass
class Figures:
    """What one process, or all together, have seen of one step.

    ``latency`` counts from the time at which a call was to be sent, ``service`` from when it was; ``lag`` is how late
    the driver came to sending. ``held`` calls waited because too many were in flight: their waiting is in ``latency``.
    ``codes`` are by method and code, ``seconds`` has the answers (OK, others) of each second of the step.
    """

    due: int = 0
    held: int = 0
    codes: Counter[tuple[str, str]] = field(default_factory=Counter)
    latency: dict[str, Histogram] = field(default_factory=dict)
    service: Histogram = field(default_factory=Histogram)
    lag: Histogram = field(default_factory=Histogram)
    seconds: Counter[tuple[int, bool]] = field(default_factory=Counter)
    #: Seconds from the first call's time until the last answer.
    lasted: float = 0.0

    def note(self, method: str, code: str, latency: float, service: float, second: int) -> None:
        """Count a call that has ended."""
        self.codes[method, code] += 1
        self.seconds[second, code == "OK"] += 1
        if method not in self.latency:
            self.latency[method] = Histogram()
        self.latency[method].record(latency)
        self.service.record(service)

    def add(self, other: Figures) -> None:
        """Count another process's in."""
        self.due += other.due
        self.held += other.held
        self.codes += other.codes
        self.seconds += other.seconds
        for method, histogram in other.latency.items():
            self.latency.setdefault(method, Histogram()).add(histogram)
        self.service.add(other.service)
        self.lag.add(other.lag)
        self.lasted = max(self.lasted, other.lasted)

    def whole(self) -> Histogram:
        """Latencies of all kinds together."""
        together = Histogram()
        for histogram in self.latency.values():
            together.add(histogram)
        return together

    @property
    def ended(self) -> int:
        """Calls that have ended, well or not."""
        return sum(self.codes.values())

    @property
    def errors(self) -> int:
        """Calls that have not ended with OK."""
        return sum(count for (_, code), count in self.codes.items() if code != "OK")

    def by_code(self) -> dict[str, int]:
        """Calls by their code."""
        found: Counter[str] = Counter()
        for (_, code), count in self.codes.items():
            found[code] += count
        return dict(found.most_common())


@dataclass
class Step:
    """A rate that was asked for, and what came of it; ``rate`` 0: one call after another, as fast as answered."""

    rate: float
    seconds: float
    figures: Figures

    @property
    def answered(self) -> float:
        """Calls answered with OK, a second."""
        return (self.figures.ended - self.figures.errors) / max(self.figures.lasted, self.seconds)

    @property
    def error_share(self) -> float:
        """The share of calls that were not answered with OK."""
        return self.figures.errors / max(1, self.figures.ended)

    @property
    def lagged(self) -> bool:
        """Whether the driver itself was late so often that the latencies are partly its own."""
        return self.figures.lag.percentile(99) > LAG_ALLOWED

    def as_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        figures = self.figures
        return {
            "rate": self.rate,
            "seconds": self.seconds,
            "lasted": figures.lasted,
            "answered_per_second": self.answered,
            "calls": figures.ended,
            "errors": figures.errors,
            "error_share": self.error_share,
            "held": figures.held,
            "codes": figures.by_code(),
            "latency_ms": _percentiles(figures.whole()),
            "latency_ms_from_sending": _percentiles(figures.service),
            "driver_lag_ms": _percentiles(figures.lag),
            "driver_lagged": self.lagged,
            "methods": {
                method: {
                    "calls": histogram.count,
                    "codes": {code: count for (name, code), count in figures.codes.items() if name == method},
                    "latency_ms": _percentiles(histogram),
                }
                for method, histogram in sorted(figures.latency.items())
            },
            "answers_each_second": _each_second(figures.seconds),
        }


PERCENTS = (50.0, 90.0, 99.0, 99.9, 99.99)


def _percentiles(histogram: Histogram) -> dict[str, float]:
    found = {f"p{percent:g}": round(histogram.percentile(percent) * 1e3, 3) for percent in PERCENTS}
    return {**found, "mean": round(histogram.mean * 1e3, 3), "max": round(histogram.most * 1e3, 3)}


def _each_second(seconds: Counter[tuple[int, bool]]) -> list[dict[str, int]]:
    last = max((second for second, _ in seconds), default=-1)
    return [{"ok": seconds[at, True], "other": seconds[at, False]} for at in range(last + 1)]


def together(all_figures: Iterable[Figures]) -> Figures:
    """The figures of all processes as one."""
    whole = Figures()
    for figures in all_figures:
        whole.add(figures)
    return whole
