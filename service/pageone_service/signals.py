"""The signals of an operator: SIGTERM and SIGINT stop the service, SIGHUP makes it read its files again."""

from __future__ import annotations

import signal
import socket
from collections import deque
from collections.abc import Callable
from select import select
from time import monotonic
from types import FrameType
from typing import Final

STOPPING: Final = (signal.SIGTERM, signal.SIGINT)


class Signals:
    """Takes the signals from now on, in their order; made and asked by the main thread.

    The main thread waits for a socket, into which Python writes each signal's number. Waiting for a lock instead can
    miss a signal that follows another one closely: the kernel gives it to any thread, and nothing wakes the main one.
    """

    def __init__(self) -> None:
        self._taken: deque[int] = deque()
        self._numbers, self._writer = socket.socketpair()
        for end in (self._numbers, self._writer):
            end.setblocking(False)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        for each in (*STOPPING, signal.SIGHUP):
            signal.signal(each, _taken_already)

    def wait_for_stop(self, reload: Callable[[], object]) -> None:
        """Return when the service is to stop; call ``reload`` for each SIGHUP until then."""
        while self._next(None) not in STOPPING:
            reload()

    def stops_again(self, seconds: float) -> bool:
        """Whether the service is asked to stop once more within ``seconds``; returns as soon as it is."""
        end = monotonic() + seconds
        while (number := self._next(max(0.0, end - monotonic()))) is not None:
            if number in STOPPING:
                return True
        return False

    def _next(self, seconds: float | None) -> int | None:
        """The next signal; None when there is none within ``seconds``."""
        if not self._taken and select([self._numbers], [], [], seconds)[0]:
            self._taken.extend(self._numbers.recv(4096))
        return self._taken.popleft() if self._taken else None


def _taken_already(number: int, frame: FrameType | None) -> None:
    """Nothing: without a handler of Python's own the number would not be written."""
