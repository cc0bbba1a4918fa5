"""The counts of several workers as one: each writes files of its own, which outlive it; here they are added up.

A worker's files go by its place among the workers, not by its process: the worker that takes a dead one's place counts
on from there, so that no counter goes down and the files stay as many as there are places.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from .logs import Log
from .startup import CannotStartError

#: Where prometheus_client looks for the directory, when it is imported.
DIRECTORY_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
#: What the names of temporary ones begin with.
TEMPORARY: Final = "pageone-metrics-"
_LOCK: Final = ".lock"
#: As prometheus_client names its files: the kind of metric, a gauge's mode, and the worker's place.
_OURS: Final = re.compile(r"(counter|gauge_[a-z]+|histogram|summary)_[0-9]+\.db")


class Directory:
    """The directory of the files: private and empty at the start. ``path`` empty: a temporary one, gone at the end."""

    def __init__(self, path: str) -> None:
        self._temporary = not path
        try:
            self.path = Path(path or tempfile.mkdtemp(prefix=TEMPORARY))
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(self.path / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for file in self._files():
                file.unlink()
        except OSError as error:
            raise CannotStartError(_refusal(path, error)) from None

    def dead(self, place: int) -> None:
        """The worker in ``place`` has ended: what it was doing counts no more, and what it has done remains."""
        mark_process_dead(place, str(self.path))  # type: ignore[no-untyped-call]

    def mend(self, place: int) -> list[str]:
        """Take away files that the next worker in ``place`` could not go on from; their names."""
        torn = [file for file in self.path.glob(f"*_{place}.db") if not _sound(file)]
        for file in torn:
            file.unlink()
        return [file.name for file in torn]

    def collect(self, report: Callable[[str], object]) -> Iterable[Metric]:
        """All series added up; a file that cannot be read is left out and reported."""
        files = sorted(self._files())
        try:
            return _merged(files)
        except Exception:
            # Looked into one by one in the rare case only: it takes as long again.
            sound = [file for file in files if _sound(file)]
        for file in files:
            if file not in sound:
                report(file.name)
        return _merged(sound)

    def _files(self) -> list[Path]:
        """The files of counts. Another program's are not ours to remove or to read."""
        return [file for file in self.path.iterdir() if _OURS.fullmatch(file.name)]

    def close(self) -> None:
        """Let the directory go."""
        os.close(self._lock)
        if self._temporary:
            shutil.rmtree(self.path, ignore_errors=True)


def _merged(files: list[Path]) -> list[Metric]:
    return list(MultiProcessCollector.merge([str(file) for file in files]))  # type: ignore[no-untyped-call]


def _sound(file: Path) -> bool:
    try:
        _merged([file])
    except Exception:
        return False
    return file.stat().st_size > 0


def _refusal(path: str, error: OSError) -> str:
    reason = "another server counts there" if isinstance(error, BlockingIOError) else error.strerror or "it fails"
    where = f"--metrics-directory={path}" if path else "a temporary directory"
    remedy = 'name one for this server alone with --metrics-directory, or say --admin-address "" to count nothing'
    return f"{where}: cannot count there, {reason}; {remedy}"


class _Workers(Collector):
    """The series of the files, of the supervisor, and of each process."""

    def __init__(
        self,
        directory: Directory,
        log: Log,
        processes: Callable[[], dict[str, int]],
        restarts: Callable[[], dict[str, int]],
        ready: Callable[[], int],
    ) -> None:
        self._directory = directory
        self._log = log
        self._processes = processes
        self._restarts = restarts
        self._ready = ready

    def collect(self) -> Iterator[Metric]:
        yield from self._directory.collect(lambda name: self._log.warning("metrics_file_torn", file=name))
        ready = GaugeMetricFamily("pageone_workers_ready", "Workers that answer calls.")
        ready.add_metric([], self._ready())
        yield ready
        restarts = CounterMetricFamily("pageone_worker_restarts", "Workers started again.", labels=["worker"])
        for worker, count in self._restarts().items():
            restarts.add_metric([worker], count)
        yield restarts
        yield from self._of_processes()

    def _of_processes(self) -> Iterable[Metric]:
        found: dict[str, Metric] = {}
        for worker, pid in self._processes().items():
            for metric in ProcessCollector(pid=partial(int, pid), registry=None).collect():
                whole = found.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                for sample in metric.samples:
                    whole.add_sample(sample.name, {**sample.labels, "worker": worker}, sample.value)
        return found.values()


def text_of(
    directory: Directory,
    log: Log,
    *,
    processes: Callable[[], dict[str, int]],
    restarts: Callable[[], dict[str, int]],
    ready: Callable[[], int],
) -> Callable[[], bytes]:
    """A function that gives everything as Prometheus reads it.

    ``processes``: the process id of each process by name; ``restarts``: how often each worker was started again;
    ``ready``: how many workers answer.
    """
    registry = CollectorRegistry()
    registry.register(_Workers(directory, log, processes, restarts, ready))
    PlatformCollector(registry=registry)
    return lambda: generate_latest(registry)
