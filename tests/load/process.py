"""Servers as processes: started, asked what they count and use, and ended."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from select import select

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

READY_SECONDS = 30.0
STOP_SECONDS = 30.0
_READY = re.compile(r"ready on (?P<address>\S+)")
_HEALTH = re.compile(r"health on (?P<address>[^\s,)]+)")
_ADMIN = re.compile(r"metrics on (?P<address>http://[^\s,)]+)")
_TICKS = os.sysconf("SC_CLK_TCK")

#: Settings of a server under load: free ports, and no line in the log but warnings.
PORTS = ("--address=127.0.0.1:0", "--health-address=127.0.0.1:0", "--admin-address=127.0.0.1:0")


class ServerProcess:
    """A server in a process of its own: where it listens, and what it has used of the machine."""

    def __init__(self, process: subprocess.Popen[bytes], line: str) -> None:
        self.process = process
        found = _READY.search(line)
        if found is None:
            raise RuntimeError(f"not a line that says where the server listens: {line!r}")
        self.address = found["address"]
        self.health_address = _found(_HEALTH, line)
        self.metrics_url = _found(_ADMIN, line)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid

    def cpu_seconds(self) -> float:
        """Processor time that it and its workers have used, in the kernel and outside."""
        return sum(map(_cpu_seconds, self.pids()))

    def resident_bytes(self) -> int:
        """Memory that the largest of its processes holds (VmRSS)."""
        return max(map(_resident_bytes, self.pids()))

    def pids(self) -> list[int]:
        """Its process id, and those of its workers."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii")
        return [self.pid, *map(int, children.split())]

    def handled(self, method: str = "") -> dict[str, int]:
        """Calls that the server has ended, by code; of one method (its bare name) or of all."""
        counts: dict[str, int] = {}
        for sample in self._samples("grpc_server_handled_total"):
            if method in ("", sample.labels["grpc_method"]):
                code = sample.labels["grpc_code"]
                counts[code] = counts.get(code, 0) + int(sample.value)
        return {code: count for code, count in counts.items() if count}

    def total(self, name: str, method: str) -> float:
        """The sum of a metric's samples with this very name, of one method."""
        return sum(sample.value for sample in self._samples(name) if sample.labels.get("grpc_method") == method)

    def _samples(self, name: str) -> Iterator[Sample]:
        # Reading all of it takes tens of milliseconds.
        lines = [line for line in self.metrics().splitlines() if line.startswith(name + "{")]
        for family in text_string_to_metric_families("\n".join(lines) + "\n"):
            yield from family.samples

    def metrics(self) -> str:
        """Everything that it counts, as Prometheus reads it."""
        with urllib.request.urlopen(self.metrics_url, timeout=10) as answer:
            text: str = answer.read().decode()
        return text

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait; the exit status."""
        self.process.send_signal(number)
        return self.process.wait(STOP_SECONDS)


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _resident_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("the process is gone")


def _found(pattern: re.Pattern[str], line: str) -> str:
    found = pattern.search(line)
    return found["address"] if found else ""


@contextmanager
def started(command: Sequence[str], *, core: int | None = None) -> Iterator[ServerProcess]:
    """A process that says on its first line where it listens; killed afterwards when it still runs.

    ``core``: the one core that it may use.
    """
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        if core is not None:
            os.sched_setaffinity(child.pid, {core})
        yield ServerProcess(child, _first_line(child))
    finally:
        if child.poll() is None:
            child.kill()
        child.communicate(timeout=STOP_SECONDS)


def _first_line(child: subprocess.Popen[bytes]) -> str:
    assert child.stdout is not None
    if not select([child.stdout], [], [], READY_SECONDS)[0]:
        raise RuntimeError(f"{child.args!r} says nothing within {READY_SECONDS:.0f} s")
    line = child.stdout.readline().decode()
    if not line:
        raise RuntimeError(f"{child.args!r} ended with status {child.wait(STOP_SECONDS)}")
    return line


def serve_command(*arguments: str) -> list[str]:
    """The command of a server on free ports; ``arguments`` come after those and win."""
    return [sys.executable, "-m", "pageone_service.cli", "serve", *PORTS, *arguments]


def own_server(*arguments: str, core: int | None = None) -> AbstractContextManager[ServerProcess]:
    """A server of this checkout."""
    return started(serve_command(*arguments), core=core)
