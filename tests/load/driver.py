"""The driver: several processes that send together, a step after another, and what they saw together."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from .figures import Figures, Step, together
from .worker import Games, Order, Target, work

#: From a step's order to its first call: all processes have heard of it by then.
_HEAD_START = 0.3
#: For spawning, importing, connecting and dealing.
_READY_SECONDS = 120.0
_MARGIN_SECONDS = 30.0


class DriverError(Exception):
    """The driver could not do its work; the text says why."""


@dataclass
class _Process:
    process: BaseProcess
    pipe: Connection


class Driver:
    """Processes that are ready to send; made by `driving`."""

    def __init__(self, processes: list[_Process], timeout: float) -> None:
        self._processes = processes
        self._timeout = timeout

    def step(
        self,
        rate: float,
        seconds: float,
        *,
        poisson: bool = True,
        callers: int = 16,
        tell: Callable[[int], None] = lambda _: None,
    ) -> Step:
        """Send ``rate`` calls a second for so long; ``tell`` hears how many more have ended. Rate 0: ``callers``."""
        count = len(self._processes)
        begin = time.monotonic() + _HEAD_START
        for at, one in enumerate(self._processes):
            share = callers // count + (at < callers % count)
            one.pipe.send(Order(rate / count, seconds, begin, poisson, max(1, share)))
        patience = seconds + self._timeout + _MARGIN_SECONDS
        return Step(rate, seconds, together(self._done(patience, tell)))

    def _done(self, patience: float, tell: Callable[[int], None]) -> Iterator[Figures]:
        for one in self._processes:
            yield _answer(one, "done", patience, tell)


@contextmanager
def driving(target: Target, games: Games, processes: int) -> Iterator[Driver]:
    """So many processes, connected and with matches dealt; ended when this is left. Raises `DriverError`."""
    context = multiprocessing.get_context("spawn")
    made: list[_Process] = []
    try:
        for number in range(processes):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, target, games, number), daemon=True)
            process.start()
            theirs.close()
            made.append(_Process(process, ours))
        for one in made:
            _answer(one, "ready", _READY_SECONDS, lambda _: None)
        yield Driver(made, target.timeout)
    finally:
        _end(made)


def _answer(one: _Process, wanted: str, patience: float, tell: Callable[[int], None]) -> Any:  # noqa: ANN401 - by kind
    until = time.monotonic() + patience
    while True:
        if not one.pipe.poll(max(0.0, until - time.monotonic())):
            raise DriverError(f"a process of the driver is not {wanted} after {patience:.0f} s")
        try:
            kind, value = one.pipe.recv()
        except EOFError:
            raise DriverError("a process of the driver has ended") from None
        if kind == "failed":
            raise DriverError(value)
        if kind == wanted:
            return value
        tell(value)


def _end(made: Sequence[_Process]) -> None:
    for one in made:
        try:
            one.pipe.send(None)
        except OSError:
            continue  # it is gone already
        finally:
            one.pipe.close()
    for one in made:
        one.process.join(5)
        if one.process.is_alive():
            one.process.kill()
            one.process.join(5)
