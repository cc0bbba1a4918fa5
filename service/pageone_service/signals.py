"""The signals of an operator: SIGTERM and SIGINT stop the service, SIGHUP makes it read its files again."""

from __future__ import annotations

import signal
from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import monotonic
from types import FrameType
from typing import Final

STOPPING: Final = (signal.SIGTERM, signal.SIGINT)


class Signals:
    """Takes the signals from now on, in their order; made and asked by the main thread."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[int] = SimpleQueue()
        for each in (*STOPPING, signal.SIGHUP):
            signal.signal(each, self._take)

    def _take(self, number: int, frame: FrameType | None) -> None:
        self._queue.put(number)

    def wait_for_stop(self, reload: Callable[[], object]) -> None:
        """Return when the service is to stop; call ``reload`` for each SIGHUP until then."""
        while self._queue.get() not in STOPPING:
            reload()

    def stops_again(self, seconds: float) -> bool:
        """Whether the service is asked to stop once more within ``seconds``; returns as soon as it is."""
        end = monotonic() + seconds
        while True:
            try:
                if self._queue.get(timeout=max(0.0, end - monotonic())) in STOPPING:
                    return True
            except Empty:
                return False
