"""The process above several workers: starts them, starts dead ones again, stops them one after another.

It never imports gRPC: a process that has used gRPC must not fork, and nothing of a call may end the process that all
depend on. Workers are programs of their own (worker.py); the ports are held here and shared by them.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from time import monotonic
from types import FrameType
from typing import Final

from .admin import Admin, admin_at
from .logs import Log, make_log
from .ports import with_port
from .settings import Settings
from .shared_ports import SharedPort
from .signals import STOPPING
from .startup import CannotStartError, say_ready
from .worker_metrics import DIRECTORY_VARIABLE, Directory, text_of
from .worker_process import WorkerProcess

#: A worker that gives no sign of life for so long hangs.
_SILENT_SECONDS: Final = 15.0
#: So long may a worker take until it is ready.
_START_SECONDS: Final = 60.0
#: A worker that dies sooner than this after it was ready has not got well.
_WELL_SECONDS: Final = 5.0
_FIRST_DELAY: Final = 0.5
_LONGEST_DELAY: Final = 30.0
#: What a worker may take beyond its grace to end its process.
_EXIT_SECONDS: Final = 3.0
#: Before a spare is started again that has died.
_SPARE_DELAY: Final = 10.0
_TICK: Final = 1.0
_SECRET_BYTES: Final = 32


def supervise(settings: Settings) -> int:
    """Serve with ``settings.workers`` processes until SIGTERM or SIGINT; the process's exit status.

    As `server.serve` does with one, and with the same line on stdout, when all are ready. Main thread only.
    """
    log = make_log(settings.log_level, settings.log_format)
    with ExitStack() as stack:
        try:
            return Supervisor(settings, log, stack).run()
        except CannotStartError as error:
            print(f"pageone serve: {error}", file=sys.stderr)  # noqa: T201 - it is the answer
            return 1


class Place:
    """A worker's place: the process in it, if any, and when the next one is due."""

    def __init__(self, number: int, cpu: int | None) -> None:
        self.number = number
        self.cpu = cpu
        self.worker: WorkerProcess | None = None
        self.due = 0.0
        self.starts = 0
        self._early_deaths = 0

    @property
    def ready(self) -> bool:
        """Whether its worker answers calls."""
        return self.worker is not None and self.worker.ready_since is not None

    def vacate(self, now: float) -> None:
        """Its worker has ended: the next one is due at once, or later each time when none gets well."""
        assert self.worker is not None
        since = self.worker.ready_since
        self._early_deaths = 0 if since is not None and now - since >= _WELL_SECONDS else self._early_deaths + 1
        self.due = now + delay(self._early_deaths)
        self.worker.close()
        self.worker = None


def delay(early_deaths: int) -> float:
    """Seconds to wait before a worker is started after so many in a row that did not get well."""
    return min(_FIRST_DELAY * 2.0 ** (early_deaths - 2), _LONGEST_DELAY) if early_deaths > 1 else 0.0


class Supervisor:
    """The workers, their ports and their counts; what it holds is let go by ``stack``."""

    def __init__(self, settings: Settings, log: Log, stack: ExitStack) -> None:
        self._log = log
        self._stack = stack
        self._selector = stack.enter_context(selectors.DefaultSelector())
        self._stops = 0
        self._reloads = 0
        self._draining = False
        self._settings = settings
        cpus = _cpus(settings, log)
        self._places = [Place(number, cpus[number % len(cpus)]) for number in range(settings.workers)]
        self._variables: dict[str, str] = {}
        # One key for all: a ticket that one worker sealed is opened by the others, and by those that come after it.
        self._ticket_secret = os.urandom(_SECRET_BYTES)
        # A process that has imported everything: to do so takes long when every CPU is busy.
        self._spare: WorkerProcess | None = None
        self._spare_due = 0.0
        self._directory: Directory | None = None
        self._admin: Admin | None = None
        self._last_step = monotonic()
        self._take_signals()
        self._hold_ports()

    def _take_signals(self) -> None:
        # Each signal writes a byte, so that the loop wakes; what it means is counted by the handler.
        ours, kernels = socket.socketpair()
        for each in (ours, kernels):
            each.setblocking(False)
            self._stack.callback(each.close)
        self._wake = ours
        self._selector.register(ours, selectors.EVENT_READ)
        self._stack.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(kernels.fileno(), warn_on_full_buffer=False))
        for number in (*STOPPING, signal.SIGHUP, signal.SIGCHLD):
            self._stack.callback(signal.signal, number, signal.signal(number, self._take_signal))

    def _take_signal(self, number: int, frame: FrameType | None) -> None:
        if number in STOPPING:
            self._stops += 1
        elif number == signal.SIGHUP:
            self._reloads += 1

    def _hold_ports(self) -> None:
        settings = self._settings
        address = self._hold("--address", settings.address, optional=False)
        health = settings.health_address and self._hold("--health-address", settings.health_address, optional=True)
        self.admin_address = ""
        if settings.admin_address:
            self.admin_address = self._listen_for_admin(settings.admin_address)
        # Workers share the two ports, and have no metrics of their own to show.
        self._shared = replace(settings, address=address, health_address=health, admin_address="")

    def _hold(self, flag: str, address: str, *, optional: bool) -> str:
        port = SharedPort(flag, address, optional=optional)
        self._stack.callback(port.close)
        return port.address

    def _listen_for_admin(self, address: str) -> str:
        self._directory = Directory(self._settings.metrics_directory)
        self._stack.callback(self._directory.close)
        self._variables[DIRECTORY_VARIABLE] = str(self._directory.path)
        text = text_of(
            self._directory,
            self._log,
            processes=self._processes,
            restarts=lambda: {str(place.number): max(0, place.starts - 1) for place in self._places},
            ready=lambda: sum(place.ready for place in self._places),
        )
        self._admin = admin_at(address, text, lambda: self.serving)
        self._stack.callback(self._admin.stop)
        return with_port(address, self._admin.port)

    def _processes(self) -> dict[str, int]:
        named = [(str(place.number), place.worker) for place in self._places] + [("spare", self._spare)]
        return {"supervisor": os.getpid(), **{name: worker.pid for name, worker in named if worker}}

    @property
    def serving(self) -> bool:
        """Whether calls should be sent here."""
        return not self._draining and any(place.ready for place in self._places)

    def run(self) -> int:
        """Serve until told to stop; the exit status."""
        try:
            if self._start():
                self._log.info("workers_ready", workers=len(self._places))
                while not self._stops:
                    self._step(_TICK)
            self._drain()
        finally:
            self._close_spare()
            for place in self._places:
                if place.worker is not None:
                    place.worker.close()
        self._log.info("stopped")
        return 0

    def _start(self) -> bool:
        """Start all workers; whether all are ready, rather than a stop asked for.

        Raises `CannotStartError` when one ends.
        """
        if self._admin is not None:
            self._admin.start()
        for place in self._places:
            self._fill(place)
        while not all(place.ready for place in self._places):
            if self._stops:
                return False
            self._step(_TICK, starting=True)
        say_ready(self._shared.address, self._shared.health_address, self.admin_address)
        return True

    def _fill(self, place: Place) -> None:
        """Start a worker in a place."""
        if self._directory is not None:
            for name in self._directory.mend(place.number):
                self._log.warning("metrics_file_torn", file=name, worker=place.number)
        place.worker = self._spare or WorkerProcess(self._variables)
        self._spare = None
        place.worker.begin(place.number, self._shared, place.cpu, self._ticket_secret)
        place.starts += 1
        self._selector.register(place.worker.up, selectors.EVENT_READ, place)
        self._log.debug("worker_started", worker=place.number, pid=place.worker.pid, cpu=place.cpu)

    def _step(self, seconds: float, *, starting: bool = False) -> None:
        """Take in what happens within ``seconds``, as soon as something does, and do what is due."""
        for key, _ in self._selector.select(max(0.0, seconds)):
            if key.data is None:
                self._wake.recv(4096)
            else:
                self._listen(key.data)
        self._forgive_own_absence()
        if self._reloads:
            self._reloads = 0
            self._tell_all("reload")
        for place in self._places:
            self._look_at(place, starting=starting)
        if not starting and not self._draining:
            self._look_at_spare()

    def _look_at_spare(self) -> None:
        """Have a spare, when all places are taken and it would take no time from a start."""
        now = monotonic()
        if self._spare is not None:
            if self._spare.status is not None:
                self._log.warning("spare_died", pid=self._spare.pid, reason=_how(self._spare.status))
                self._close_spare()
                self._spare_due = now + _SPARE_DELAY
        elif now >= self._spare_due and all(place.ready for place in self._places):
            self._spare = WorkerProcess(self._variables)
            self._log.debug("spare_started", pid=self._spare.pid)

    def _close_spare(self) -> None:
        if self._spare is not None:
            self._spare.close()
            self._spare = None

    def _listen(self, place: Place) -> None:
        worker = place.worker
        assert worker is not None
        was_ready = place.ready
        if not worker.listen():
            self._selector.unregister(worker.up)
        if place.ready and not was_ready:
            self._log.info(
                "worker_ready", worker=place.number, pid=worker.pid, seconds=round(monotonic() - worker.begun, 3)
            )

    def _forgive_own_absence(self) -> None:
        # Stopped and continued all together, nobody has been silent.
        now = monotonic()
        if now - self._last_step > _SILENT_SECONDS / 2:
            for place in self._places:
                if place.worker is not None:
                    place.worker.heard = now
        self._last_step = now

    def _look_at(self, place: Place, *, starting: bool) -> None:
        now = monotonic()
        worker = place.worker
        if worker is None:
            if now >= place.due and not self._draining:
                self._fill(place)
        elif worker.status is not None:
            self._bury(place, worker, starting=starting)
        elif now - worker.heard > (_SILENT_SECONDS if place.ready else _START_SECONDS):
            self._log.error("worker_silent", worker=place.number, pid=worker.pid, seconds=round(now - worker.heard, 1))
            worker.kill()

    def _bury(self, place: Place, worker: WorkerProcess, *, starting: bool) -> None:
        """A worker has ended: make its place free; at the start, that is the end of all."""
        status = worker.status
        worker.listen()
        if worker.up in self._selector.get_map():
            self._selector.unregister(worker.up)
        failed, told = worker.failed, worker.failed or _how(status)
        place.vacate(monotonic())
        if self._directory is not None:
            self._directory.dead(place.number)
        if starting:
            raise CannotStartError(failed or f"worker {place.number} did not start: {told}; its log is above")
        if self._draining:
            self._log.info("worker_stopped", worker=place.number, pid=worker.pid, reason=told)
        else:
            self._log.error(
                "worker_died",
                worker=place.number,
                pid=worker.pid,
                reason=told,
                next_in=round(max(0.0, place.due - monotonic()), 1),
            )

    def _tell_all(self, line: str) -> None:
        for place in self._places:
            if place.worker is not None:
                place.worker.tell(line)

    def _drain(self) -> None:
        """Health says NOT_SERVING everywhere, then the workers stop one after another.

        While one stops the others answer. Together they have ``grace_seconds``: each has its share of it
        before the next begins, and what is left of the whole to end its calls. A further signal hurries.
        """
        seconds = self._settings.drain_seconds if self.serving else 0.0
        self._draining = True
        self._close_spare()
        self._log.info("draining", seconds=seconds)
        self._tell_all("drain")
        hurried = self._hurried_within(seconds, lambda: False)
        grace = 0.0 if hurried else self._settings.grace_seconds
        end = monotonic() + grace
        for place in self._places:
            if place.worker is not None:
                place.worker.tell(f"stop {max(0.0, end - monotonic())}")
                if self._hurried_within(grace / len(self._places), partial(_empty, [place])):
                    grace, end = 0.0, monotonic()
        last = max(0.0, end - monotonic()) + _EXIT_SECONDS
        self._hurried_within(last, partial(_empty, self._places))

    def _hurried_within(self, seconds: float, done: Callable[[], bool]) -> bool:
        """Go on for ``seconds`` or until it is done; whether a further stop was asked for, which ends it, too."""
        stops = self._stops
        end = monotonic() + seconds
        while self._stops == stops and not done() and monotonic() < end:
            self._step(end - monotonic())
        return self._stops != stops


def _empty(places: list[Place]) -> bool:
    return all(place.worker is None for place in places)


def _how(status: int | None) -> str:
    """How a process ended, in words."""
    if status is not None and status < 0:
        return f"killed by {signal.Signals(-status).name}"
    return f"it ended with status {status}"


def _cpus(settings: Settings, log: Log) -> Sequence[int | None]:
    """The CPUs to put workers on; None: wherever the system likes."""
    if not settings.pin_workers:
        return [None]
    if not hasattr(os, "sched_getaffinity"):
        log.debug("not_pinned", reason="this system does not bind processes to CPUs")
        return [None]
    return sorted(os.sched_getaffinity(0))
