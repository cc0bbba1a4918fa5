"""Threads that know how many calls wait for them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Pool(ThreadPoolExecutor):
    """A thread pool; ``waiting`` are the calls handed to it that no thread has begun."""

    def __init__(self, threads: int, name: str, max_waiting: int) -> None:
        super().__init__(max_workers=threads, thread_name_prefix=name)
        self.name = name
        self.max_waiting = max_waiting
        self.waiting = 0
        self._lock = Lock()

    @property
    def overloaded(self) -> bool:
        """Whether more calls wait than may."""
        return self.waiting > self.max_waiting

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have ``fn`` called by the next thread that is free."""
        with self._lock:
            self.waiting += 1

        def begin() -> T:
            with self._lock:
                self.waiting -= 1
            return fn(*args, **kwargs)

        return super().submit(begin)
