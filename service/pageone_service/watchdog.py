"""One thread that looks, many times a second while there is work, after what waits for callers."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import Final, TypeAlias

#: Looks after something, given the monotonic time; whether there is something to look after again soon.
Look: TypeAlias = Callable[[float], bool]
#: Seconds between two looks.
_INTERVAL: Final = 0.005


class Watchdog:
    """Calls every look each few milliseconds while one of them asks for it; else it sleeps until woken.

    ``asleep`` may be read without a lock: whoever brings work does so first, and then wakes a
    watchdog that is asleep.
    """

    def __init__(self) -> None:
        self.looks: list[Look] = []
        self.asleep = False
        self._woken = Event()
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Look from now on."""
        self._thread.start()

    def wake(self) -> None:
        """Look at once, and go on as long as there is work."""
        self._woken.set()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(_INTERVAL):
            if self._look():
                continue
            self._woken.clear()
            self.asleep = True
            # Work that came before `asleep` was seen wakes nobody.
            if not self._look():
                self._woken.wait()
            self.asleep = False

    def _look(self) -> bool:
        now = monotonic()
        found = False
        for look in self.looks:
            found |= look(now)
        return found
