"""A service of several workers as real processes, for tests and soaks: started, looked into, and always ended."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any, TypeVar

import grpc
from pageone import Client, PageOneError, channel_options
from pageone_service.startup import READY

from tests.load import process as server_process
from tests.service.support import message_of, new_state

Found = TypeVar("Found")
START_SECONDS = 90.0
#: Options of a channel with the client's policy; those of a process share connections unless they are told not to.
LONE = [*channel_options(), ("grpc.use_local_subchannel_pool", 1)]


def serve_command(**given: str) -> list[str]:
    """The command line of a server on free ports; each of ``given`` is a flag."""
    return server_process.serve_command(*(f"--{name.replace('_', '-')}={value}" for name, value in given.items()))


def wait_for(find: Callable[[], Found | None], seconds: float = 60) -> Found:
    """What ``find`` finds, asked again and again; fails after ``seconds``."""
    end = time.monotonic() + seconds
    while not (found := find()):
        assert time.monotonic() < end, f"not within {seconds} s: {find}"
        time.sleep(0.02)
    return found


class Workers:
    """A service that is ready; its addresses come from its one line on stdout, all else from its log and /proc."""

    def __init__(self, process: subprocess.Popen[str], log: Path, count: int) -> None:
        self.process = process
        self._count = count
        self.log_path = log
        self._log: dict[str, list[dict[str, Any]]] = {}
        self._log_read = 0
        self.first_scrape: dict[str, float] = {}
        assert process.stdout is not None
        assert select([process.stdout], [], [], START_SECONDS)[0], log.read_text()
        line = process.stdout.readline()
        match = READY.match(line)
        assert match, (line, log.read_text())
        self.address, self.health_address, self.admin_address = match.groups("")

    def log(self, event: str, **facts: object) -> list[dict[str, Any]]:
        """The lines of the log with this event and these facts, so far."""
        with self.log_path.open("rb") as file:
            file.seek(self._log_read)
            whole, newline, _ = file.read().rpartition(b"\n")
        self._log_read += len(whole + newline)
        for text in whole.splitlines():
            if text.startswith(b"{"):
                line = json.loads(text)
                self._log.setdefault(line["event"], []).append(line)
        return [line for line in self._log.get(event, ()) if facts.items() <= line.items()]

    def pids(self) -> dict[int, int]:
        """The process id of the worker in each place, as the last ones that became ready; waits for the log to tell.

        A single process has no workers.
        """

        def told() -> dict[int, int] | None:
            found = {line["worker"]: line["pid"] for line in self.log("worker_ready")}
            return found if len(found) == self._count else None

        return wait_for(told) if self._count > 1 else {}

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
def workers(directory: Path, count: int = 2, *, code: str = "", **settings: str) -> Iterator[Workers]:
    """A service of ``count`` workers on free ports, its log in ``directory``; killed afterwards when it still runs.

    ``code`` is run before anything else in the supervisor's process.
    """
    log = directory / "serve.log"
    given = {"workers": str(count), "drain_seconds": "0.2", "log_level": "debug", **settings}
    command = serve_command(**given)
    if code:
        command[1:3] = ["-c", f"{code}\nfrom pageone_service.cli import main\nmain()"]
    with log.open("w") as stderr:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)
    pids: list[int] = []
    try:
        service = Workers(process, log, count)
        try:
            yield service
        finally:
            pids += service.pids().values()
    finally:
        if process.poll() is None:
            # Its workers end with it, but for those that a test has stopped.
            process.kill()
            for pid in filter(is_running, pids):
                os.kill(pid, signal.SIGKILL)
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


def flaws(before: dict[str, float], after: dict[str, float]) -> list[str]:
    """Series that are gone from one scrape to a later one, and counts that went down; a worker's own may be both."""
    counts = [name for name in before if not name.startswith(("process_", "python_"))]
    gone = [f"{name} is gone" for name in counts if name not in after]
    sums = [name for name in counts if name in after and re.search(r"_(total|count|sum|bucket)\b", name)]
    return gone + [f"{name} went down" for name in sums if after[name] < before[name]]


class Callers:
    """Threads that call with the client's retry policy, each on a connection of its own that is often made anew."""

    def __init__(self, address: str, count: int) -> None:
        self._address = address
        self._state = message_of(new_state())
        self._ended = threading.Event()
        self.answered = 0
        self.errors: list[PageOneError] = []
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._run) for _ in range(count)]

    def _run(self) -> None:
        while not self._ended.is_set():
            with grpc.insecure_channel(self._address, options=LONE) as channel:
                client = Client(timeout=30, channel=channel)
                for _ in range(50):
                    if self._ended.is_set():
                        return
                    self._call(client)

    def _call(self, client: Client) -> None:
        try:
            client.view(self._state, 0)
        except PageOneError as error:
            with self._lock:
                self.errors.append(error)
        else:
            with self._lock:
                self.answered += 1

    def stop(self) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(60)

    def __enter__(self) -> Callers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
