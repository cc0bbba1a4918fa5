"""Threads that serve calls, and do not count while they wait for a caller.

gRPC hands a call to a thread before its message has come. A caller that sends headers and nothing
else would hold that thread for as long as it likes; a few such callers, and nobody is served. So a
thread that waits for a caller for longer than a moment gives its place to another one, and takes a
place again, in its turn, when the message is there. The number that serve at once stays the same.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread, current_thread
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar

from .watchdog import Watchdog

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds that a thread may wait for its caller before another serves in its place. A message mostly
#: comes together with its headers; when it does not because this process is busy, more threads would
#: only make it busier: so it is so many times as long as messages have taken lately, within bounds.
_PATIENCE: Final = 4.0
_PATIENCE_BOUNDS: Final = (0.005, 0.05)
#: Seconds before the call is ended, when there are as many threads as there may be.
_LONG: Final = 0.5
#: Threads started at once to read ahead, when no thread's message comes.
_AHEAD: Final = 16
#: How much of what is usual one message makes up.
_WEIGHT: Final = 0.02


@dataclass(frozen=True, slots=True)
class Limits:
    """``waiting`` calls may wait for a thread, ``absent`` more threads for callers, ``absent_seconds`` at most."""

    waiting: int = 256
    absent: int = 256
    absent_seconds: float = 10.0


class Absence:
    """A thread's waiting for its caller, or for another process; ``given_up`` when the watchdog has ended it."""

    __slots__ = ("_cancel", "given_up", "since", "worker")

    def __init__(self, worker: Thread, cancel: Callable[[], object] | None) -> None:
        self.worker = worker
        self._cancel = cancel
        self.since = monotonic()
        self.given_up = False

    @property
    def may_be_ended(self) -> bool:
        """Whether the watchdog may end it, and has not."""
        return self._cancel is not None and not self.given_up

    def give_up(self) -> None:
        """Cancel the call, which brings its thread back."""
        cancel = self._cancel
        if cancel is not None and not self.given_up:
            self.given_up = True
            cancel()

    def over(self) -> None:
        """What was waited for is there; from now on the thread waits for a place alone, which ends nobody's call."""
        self._cancel = None


class _Return:
    """Asks for a place; the thread that takes it from the queue goes, and leaves its own."""

    __slots__ = ("_settled", "_taken")

    def __init__(self) -> None:
        self._settled = Lock()
        self._taken = Event()

    def give(self) -> bool:
        """Give a place; False when it is not wanted any more."""
        given = self._settled.acquire(blocking=False)
        if given:
            self._taken.set()
        return given

    def wait(self, seconds: float) -> bool:
        """Whether a place was given within ``seconds``."""
        return self._taken.wait(seconds) or not self._settled.acquire(blocking=False)


class _Worker(Thread):
    """A thread of a pool; ``placed`` while it is one of those that serve.

    One that begins without a place takes one call, when there is one, waits for its message, and asks
    for a place then.
    """

    def __init__(self, pool: Pool, *, placed: bool = True) -> None:
        super().__init__(name=pool.name, daemon=True)
        self.placed = placed
        self._queue = pool.queue

    def run(self) -> None:
        """Take calls in the order in which they came."""
        if self.placed or not self._queue.empty():
            self._take()
        while self.placed:
            self._take()

    def _take(self) -> None:
        queue = self._queue
        try:
            task = queue.get(block=self.placed)
        except Empty:
            return
        if task is None:
            queue.put(None)
            self.placed = False
        elif type(task) is not _Return:
            task()
        elif self.placed:
            self.placed = not task.give()
        else:
            queue.put(task)


class Pool(ThreadPoolExecutor):
    """``threads`` threads; gRPC takes only a `ThreadPoolExecutor`, none of whose own threads are ever started.

    ``queue`` holds what no thread has begun.
    """

    def __init__(self, threads: int, name: str, watchdog: Watchdog, limits: Limits | None = None) -> None:
        super().__init__(max_workers=1)
        self.name = name
        self.threads = threads
        self.limits = limits or Limits()
        self.queue: SimpleQueue[Any] = SimpleQueue()
        # Who takes an absence out of here has the say over it: taking is atomic. The oldest is first.
        self._absent: dict[Absence, bool] = {}
        self._replaced: dict[Absence, bool] = {}
        # Seconds that a message took lately, about: threads may overwrite each other's.
        self._usual = 0.0
        self._watchdog = watchdog
        watchdog.looks.append(self._look)

    @property
    def waiting(self) -> int:
        """Calls that no thread has begun."""
        return self.queue.qsize()

    @property
    def full(self) -> bool:
        """Whether no more calls may wait."""
        return self.queue.qsize() >= self.limits.waiting

    @property
    def absent(self) -> int:
        """Threads that wait for callers and have given up their places."""
        return len(self._replaced)

    def start(self) -> None:
        """Start the threads."""
        for _ in range(self.threads):
            _Worker(self).start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have ``fn`` called by the next thread that is free."""
        future: Future[T] = Future()
        self.queue.put(lambda: _settle(future, fn, *args, **kwargs))
        if self._watchdog.asleep:
            self._watchdog.wake()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Have the threads end when everything that waits is done; nothing waits for them."""
        self.queue.put(None)

    def leave(self, cancel: Callable[[], object] | None) -> Absence:
        """Say that this thread waits for its caller; ``cancel`` ends the waiting, from any thread.

        None for what ends by itself, and is bounded in number elsewhere.
        """
        worker = current_thread()
        absence = Absence(worker, cancel)
        placed = not isinstance(worker, _Worker) or worker.placed
        (self._absent if placed else self._replaced)[absence] = True
        return absence

    def come_back(self, absence: Absence, seconds: float) -> None:
        """Say that the waiting is over; take a place among those that serve, within ``seconds``, if it was given away.

        Zero seconds are for what needs no place: a call that ends here.
        """
        if seconds > 0 and absence.may_be_ended:
            self._usual += (monotonic() - absence.since - self._usual) * _WEIGHT
        if self._absent.pop(absence, None) is not None:
            return
        absence.over()
        worker = absence.worker
        assert isinstance(worker, _Worker)
        worker.placed = False
        try:
            if seconds > 0:
                asked = _Return()
                self.queue.put(asked)
                worker.placed = asked.wait(seconds)
        finally:
            self._replaced.pop(absence, None)

    def _look(self, now: float) -> bool:
        absences = list(self._absent)
        if self.queue.qsize() or len(absences) >= self.threads:
            since = now - _within(_PATIENCE_BOUNDS, _PATIENCE * self._usual)
            late = [absence for absence in absences if absence.since <= since]
            self._replace(late, now)
            if len(late) >= self.threads:
                self._read_ahead()
        for absence in (*self._replaced, *absences):
            if absence.since <= now - self.limits.absent_seconds:
                absence.give_up()
        return bool(absences or self._replaced or self.queue.qsize())

    def _read_ahead(self) -> None:
        """Let more of the calls that wait wait for their messages: those whose message is there are found sooner."""
        room = self.limits.absent - len(self._replaced)
        for _ in range(min(room, self.queue.qsize(), _AHEAD)):
            _Worker(self, placed=False).start()

    def _replace(self, absences: list[Absence], now: float) -> None:
        """Start threads in place of those that wait, as many as there may be; for the rest the oldest have to go."""
        replaced = list(self._replaced)
        room = self.limits.absent - len(replaced)
        for absence in absences[:room]:
            self._replaced[absence] = True
            if self._absent.pop(absence, None) is None:
                self._replaced.pop(absence, None)
            else:
                _Worker(self).start()
        # The oldest are the least likely to get their messages still. Their threads are gone by the next look; when
        # they are not, this process is behind with what has come from the network, their messages perhaps among it.
        missed = sum(absence.given_up for absence in replaced)
        late = [absence for absence in replaced if absence.may_be_ended and absence.since <= now - _LONG]
        for absence in late[: max(0, min(len(absences) - room, self.threads - missed))]:
            absence.give_up()


class Inline(ThreadPoolExecutor):
    """Calls what it is given at once, in the thread that gives it: for answers that take no time and must not wait."""

    def __init__(self) -> None:
        super().__init__(max_workers=1)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn`` now."""
        future: Future[T] = Future()
        _settle(future, fn, *args, **kwargs)
        return future


def _within(bounds: tuple[float, float], value: float) -> float:
    return min(max(value, bounds[0]), bounds[1])


def _settle(future: Future[T], fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> None:
    try:
        result = fn(*args, **kwargs)
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
