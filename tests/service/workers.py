"""A service of several workers as real processes, for tests and soaks: started, looked into, and always ended."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

Found = TypeVar("Found")
READY = re.compile(r"Page One is ready on (\S+) \(health on (\S+), metrics on http://(\S+)/metrics\)\n")
PORTS = dict.fromkeys(("address", "health_address", "admin_address"), "127.0.0.1:0")


def serve_command(**given: str) -> list[str]:
    """The command line of a server; each of ``given`` is a flag."""
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in {**PORTS, **given}.items()]
    return [sys.executable, "-m", "pageone_service.cli", "serve", *flags]


def wait_for(find: Callable[[], Found | None], seconds: float = 60) -> Found:
    """What ``find`` finds, asked again and again; fails after ``seconds``."""
    end = time.monotonic() + seconds
    while not (found := find()):
        assert time.monotonic() < end, f"not within {seconds} s: {find}"
        time.sleep(0.02)
    return found


class Workers:
    """A service that is ready; its addresses come from its one line on stdout, all else from its log and /proc."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process = process
        self.log_path = log
        assert process.stdout is not None
        line = process.stdout.readline()
        match = READY.fullmatch(line)
        assert match, (line, log.read_text())
        self.address, self.health_address, self.admin_address = match.groups()

    def log(self, event: str, **facts: object) -> list[dict[str, Any]]:
        """The lines of the log with this event and these facts, so far."""
        lines = [json.loads(line) for line in self.log_path.read_text().splitlines() if line.startswith("{")]
        return [line for line in lines if line["event"] == event and facts.items() <= line.items()]

    def pids(self) -> dict[int, int]:
        """The process id of the worker in each place, as the last ones that became ready."""
        return {line["worker"]: line["pid"] for line in self.log("worker_ready")}

    def scrape(self) -> dict[str, float]:
        """Every series with its value."""
        with urllib.request.urlopen(f"http://{self.admin_address}/metrics", timeout=20) as answer:
            text = answer.read().decode()
        pairs = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in pairs}

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; the exit status, and what else was printed on stdout."""
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=60)
        return self.process.returncode, rest


@contextmanager
def workers(directory: Path, count: int = 2, **settings: str) -> Iterator[Workers]:
    """A service of ``count`` workers on free ports, its log in ``directory``; killed afterwards when it still runs."""
    log = directory / "serve.log"
    given = {"workers": str(count), "drain_seconds": "0.2", "log_level": "debug", **settings}
    with log.open("w") as stderr:
        process = subprocess.Popen(serve_command(**given), stdout=subprocess.PIPE, stderr=stderr, text=True)
    try:
        yield Workers(process, log)
    finally:
        # Its workers end with it.
        if process.poll() is None:
            process.kill()
        process.communicate()


def is_running(pid: int) -> bool:
    """Whether a process is there and not merely waited for."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def libraries(pid: int) -> str:
    """The files that a process has in its memory."""
    return Path(f"/proc/{pid}/maps").read_text()


def threads_on(pid: int) -> list[set[int]]:
    """The CPUs that each thread of a process may run on."""
    return [os.sched_getaffinity(int(thread)) for thread in os.listdir(f"/proc/{pid}/task")]
