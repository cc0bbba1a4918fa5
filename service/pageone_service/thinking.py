"""Thinking, out of the way of what serves: in processes of their own, few, lower in priority, and for a bounded time.

A thread that thinks in Python holds the interpreter's lock for milliseconds at a time; two of them make
a call of one millisecond take twenty. A process of its own costs a call nothing but processor time that
nobody else wants. It is started when it is first needed; whoever has no strength that thinks has none.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from queue import Empty, SimpleQueue
from select import select
from threading import Lock
from time import monotonic
from typing import Final, TypeAlias

from pageone_engine.actions import Action
from pageone_engine.state import View

from . import errors
from .thinker import LENGTH, Job, Thought, packed

#: Raises when nobody waits for the answer any more.
Check: TypeAlias = Callable[[], None]
#: How often, in seconds, who waits for a thought looks whether somebody still waits for the answer.
_LOOK: Final = 0.05
#: Seconds that a thinker may take beyond those of its job; then it is ended.
_SLACK: Final = 1.0
#: Kept of a call's time for everything else: the first start of a process, and sending the answer.
_KEPT: Final = 0.1
#: Seconds that a process may take to be ready.
_START_SECONDS: Final = 20.0
_STOP_SECONDS: Final = 5.0


class ThinkerError(Exception):
    """A thinker broke down over a job; the text names the exception, without its words."""


class _ThinkerDiedError(Exception):
    """The process ended, or did not answer in time and was ended."""


class _Thinker:
    """A process, started for its first job and again for the next one after its end."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def do(self, function: str, view: View, seed: bytes, seconds: Callable[[], float], check: Check) -> Thought:
        """Have a job done within the seconds that there are when the process is ready.

        What ``check`` raises when nobody waits any more ends the process, and comes through.
        """
        process = self._process
        try:
            if process is None or process.poll() is not None:
                process = self._process = self._start()
                _answer_of(process, monotonic() + _START_SECONDS, check)
            until = monotonic() + seconds()
            _send(process, Job(function, view, seed, until))
            thought = _answer_of(process, until + _SLACK, check)
        except BaseException:
            # It is in the middle of something that nobody wants, or it is broken.
            self.stop()
            raise
        assert isinstance(thought, Thought)
        return thought

    def stop(self) -> None:
        """End the process; it has nothing to lose."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate(timeout=_STOP_SECONDS)

    def _start(self) -> subprocess.Popen[bytes]:
        # Not by -m: what a module that is run holds is not what others import by its name.
        command = [sys.executable, "-c", "from pageone_service.thinker import run; run()"]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


def _send(process: subprocess.Popen[bytes], job: Job) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(packed(job))
    except OSError:
        raise _ThinkerDiedError from None


def _answer_of(process: subprocess.Popen[bytes], until: float, check: Check) -> object:
    """What the process says next; it dies when it says nothing ``until`` then."""
    assert process.stdout is not None
    received = b""
    length = LENGTH
    while len(received) < length:
        if select([process.stdout], [], [], _LOOK)[0]:
            more = os.read(process.stdout.fileno(), 1 << 16)
            if not more:
                raise _ThinkerDiedError
            received += more
            if len(received) >= LENGTH:
                length = LENGTH + int.from_bytes(received[:LENGTH], "big")
        elif monotonic() > until:
            raise _ThinkerDiedError
        else:
            check()
    answer: object = pickle.loads(received[LENGTH:])
    return answer


class Thinkers:
    """``count`` processes that think, ``most`` jobs at once for them, ``max_seconds`` for one at most."""

    def __init__(self, count: int, most: int, max_seconds: float) -> None:
        self._count = count
        self._most = most
        self._max_seconds = max_seconds
        self._all = [_Thinker() for _ in range(count)]
        self._idle: SimpleQueue[_Thinker] = SimpleQueue()
        for thinker in self._all:
            self._idle.put(thinker)
        self._jobs = 0
        self._lock = Lock()

    @property
    def jobs(self) -> int:
        """Jobs that are being done or wait."""
        return self._jobs

    def think(
        self, function: str, view: View, seed: bytes, remaining: Callable[[], float], check: Check
    ) -> Action | None:
        """What the `Think` named by ``function`` makes of a view, within the ``remaining`` seconds of a call.

        Raises `Failure` when too many think already, when the time is up, and when the thinker died
        twice; what ``check`` raises; and `ThinkerError`.
        """
        with self._lock:
            if self._jobs >= self._most:
                raise errors.too_many_thinking(self._most, round(self._max_seconds * 1000))
            self._jobs += 1
        try:
            return self._think(function, view, seed, remaining, check)
        finally:
            with self._lock:
                self._jobs -= 1

    def stop(self) -> None:
        """End the processes."""
        for thinker in self._all:
            thinker.stop()

    def _think(
        self, function: str, view: View, seed: bytes, remaining: Callable[[], float], check: Check
    ) -> Action | None:
        def seconds() -> float:
            # All who wait are to have their turn within their time: the more they are, the shorter each thinks.
            return min(self._max_seconds, (remaining() - _KEPT) / max(1.0, self._jobs / self._count))

        for _ in range(2):
            thinker = self._idle_one(remaining, check)
            try:
                thought = thinker.do(function, view, seed, seconds, check)
            except _ThinkerDiedError:
                continue
            finally:
                self._idle.put(thinker)
            if thought.error:
                raise ThinkerError(thought.error)
            return thought.action
        raise errors.thinker_died()

    def _idle_one(self, remaining: Callable[[], float], check: Check) -> _Thinker:
        while True:
            check()
            try:
                return self._idle.get(timeout=min(_LOOK, remaining()))
            except Empty:
                continue
