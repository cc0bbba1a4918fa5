"""A worker: one of several processes that share the service's ports, started and told by a supervisor.

``python -m pageone_service.worker``, with the lines of `worker_process` on stdin. It imports all that it needs first; a
spare then waits until a place is free.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any, Final, NamedTuple

from .settings import Settings
from .worker_process import ALIVE_SECONDS

#: Of a worker that nobody tells anything.
_EXIT_ALONE: Final = 2


class Task(NamedTuple):
    """What a worker is told first."""

    place: int
    cpu: int | None
    settings: Settings
    ticket_secret: bytes


class Link:
    """The two pipes to the supervisor, out of the way of whatever prints or reads."""

    def __init__(self) -> None:
        # Copies are not inherited, so that no process of ours keeps the supervisor waiting for the end of the worker.
        self._down = os.fdopen(os.dup(0), "rb")
        self._up = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)
        self._ended = Event()

    def task(self) -> Task | None:
        """What to be; None when nobody says, as to a spare that is not needed any more."""
        line = self._down.readline()
        if not line:
            return None
        try:
            told = json.loads(line)
            settings = Settings(**told["settings"])
            return Task(told["place"], told["cpu"], settings, bytes.fromhex(told["ticket_secret"]))
        except (ValueError, KeyError, TypeError):
            print("this is a part of `pageone serve --workers N`, which starts it", file=sys.stderr)  # noqa: T201
            return None

    def commands(self) -> Iterator[tuple[str, str]]:
        """Commands with what follows them, until the supervisor is gone."""
        for line in self._down:
            command, _, rest = line.decode().strip().partition(" ")
            yield command, rest

    def say(self, **facts: object) -> None:
        """Tell the supervisor; when it is gone, `commands` ends."""
        try:
            os.write(self._up, json.dumps(facts).encode() + b"\n")
        except OSError:
            return

    def keep_saying_alive(self) -> None:
        """Give signs of life from a thread until `end`."""

        def beat() -> None:
            while not self._ended.wait(ALIVE_SECONDS):
                self.say(alive=True)

        Thread(target=beat, name="alive", daemon=True).start()

    def end(self) -> None:
        """No more signs of life."""
        self._ended.set()


def main() -> int:
    """Serve until told to stop or until the supervisor is gone; the process's exit status."""
    # A signal for the whole group is the supervisor's to act on: it stops its workers one after another.
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    link = Link()
    # What takes the time of a start.
    from . import server  # noqa: F401

    task = link.task()
    if task is None:
        return _EXIT_ALONE
    _count_as(task.place)
    return _serve(task, link)


def _pin(cpu: int | None) -> None:
    # Threads that wander between CPUs take up to twice the time: the interpreter's lock goes with them.
    if cpu is not None:
        os.sched_setaffinity(0, {cpu})


def _count_as(place: int) -> None:
    """Have this process's counts go by its place (worker_metrics), when there are files for them."""
    from prometheus_client import values

    if values.ValueClass is not values.MutexValue:
        values.ValueClass = values.MultiProcessValue(lambda: place)  # type: ignore[no-untyped-call]


def _serve(task: Task, link: Link) -> int:
    from .logs import make_log
    from .server import create_server
    from .settings import SettingsError
    from .startup import CannotStartError
    from .worker_metrics import DIRECTORY_VARIABLE, TEMPORARY

    # Before gRPC makes its threads, which inherit it.
    _pin(task.cpu)
    settings = task.settings
    log: Any = make_log(settings.log_level, settings.log_format).bind(worker=task.place)
    try:
        server = create_server(settings, log, shared=True, ticket_secret=task.ticket_secret)
    except (SettingsError, CannotStartError) as error:
        link.say(failed=str(error))
        return 1
    server.start()
    link.say(ready=[server.address, server.health_address])
    link.keep_saying_alive()
    for command, rest in link.commands():
        if command == "drain":
            server.drain()
        elif command == "reload":
            server.reload()
        elif command == "stop":
            server.stop(float(rest))
            link.end()
            return 0
    log.error("supervisor_gone", hint="its workers end with it")
    server.stop()
    directory = os.environ.get(DIRECTORY_VARIABLE, "")
    if not settings.metrics_directory and os.path.basename(directory).startswith(TEMPORARY):
        # The supervisor would have removed what it made for a time; the other workers do not mind.
        shutil.rmtree(directory, ignore_errors=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
