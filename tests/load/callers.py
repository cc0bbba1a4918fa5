"""Callers that never rest: so many calls in flight all the time, every answer looked at, every failure kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import grpc

from .bodies import Body

#: Seconds for a call; what has no answer by then has failed.
CALL_SECONDS = 20.0


@dataclass
class Seen:
    """What callers have seen: calls answered, calls that failed and how, and the slowest answer."""

    answered: int = 0
    failures: list[str] = field(default_factory=list)
    slowest: float = 0.0


class Callers:
    """``in_flight`` threads that call ``address`` one after another, over ``channels`` connections; used with ``with``.

    The same body must always bring the same bytes, from whichever replica: another answer is a failure.
    ``options`` are the channels': none means that no caller tries again.
    """

    def __init__(
        self,
        address: str,
        bodies: Sequence[Body],
        *,
        in_flight: int = 24,
        channels: int = 4,
        options: Sequence[tuple[str, str | int]] = (("grpc.enable_retries", 0),),
    ) -> None:
        self.seen = Seen()
        self._bodies = bodies
        self._first: dict[Body, bytes] = {}
        self._changed = threading.Condition()
        self._stopping = False
        # Else channels of one process to one address share a connection.
        own = [[*options, ("grpc.use_local_subchannel_pool", 1)] for _ in range(channels)]
        self._channels = [grpc.insecure_channel(address, options=each) for each in own]
        self._threads = [
            threading.Thread(target=self._call_on, args=(self._channels[at % channels], at), daemon=True)
            for at in range(in_flight)
        ]

    def __enter__(self) -> Callers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> Seen:
        """Let every call end and start no more; what was seen."""
        self._stopping = True
        for thread in self._threads:
            thread.join(CALL_SECONDS + 10)
            assert not thread.is_alive(), "a caller does not come back"
        for channel in self._channels:
            channel.close()
        return self.seen

    def wait_for(self, more: int, seconds: float = 60.0) -> None:
        """Wait until so many more calls have ended; fails after ``seconds``."""
        with self._changed:
            wanted = self._ended() + more
            done = self._changed.wait_for(lambda: self._ended() >= wanted, seconds)
        assert done, f"only {self._ended()} of {wanted} calls ended within {seconds:g} s"

    def _ended(self) -> int:
        return self.seen.answered + len(self.seen.failures)

    def _call_on(self, channel: grpc.Channel, at: int) -> None:
        calls: dict[str, grpc.UnaryUnaryMultiCallable[bytes, bytes]] = {
            body.path: channel.unary_unary(body.path) for body in self._bodies
        }
        while not self._stopping:
            body = self._bodies[at % len(self._bodies)]
            at += 1
            began = time.perf_counter()
            try:
                failure = self._look(body, calls[body.path](body.message, timeout=CALL_SECONDS))
            except grpc.RpcError as error:
                failure = f"{body.method}: {error.code().name}: {error.details()}"
            self._note(failure, time.perf_counter() - began)

    def _look(self, body: Body, answer: bytes) -> str:
        return "" if self._first.setdefault(body, answer) == answer else f"{body.method}: another answer than before"

    def _note(self, failure: str, seconds: float) -> None:
        with self._changed:
            if failure:
                self.seen.failures.append(failure)
            else:
                self.seen.answered += 1
                self.seen.slowest = max(self.seen.slowest, seconds)
            self._changed.notify_all()
