"""Answers on their way: a caller that never reads its answers must not fill the memory with them."""

from __future__ import annotations

from time import monotonic

import grpc

from .watchdog import Watchdog


class _Delivery:
    __slots__ = ("context", "given_up", "since", "size")

    def __init__(self, context: grpc.ServicerContext, size: int) -> None:
        self.context = context
        self.size = size
        self.since = monotonic()
        self.given_up = False

    def give_up(self) -> None:
        if not self.given_up:
            self.given_up = True
            self.context.cancel()


class Deliveries:
    """Ends calls whose answers are not taken within ``max_seconds``, and the oldest beyond ``max_bytes`` altogether."""

    def __init__(self, max_seconds: float, max_bytes: int, watchdog: Watchdog) -> None:
        self._max_seconds = max_seconds
        self._max_bytes = max_bytes
        self._watchdog = watchdog
        self._open: dict[_Delivery, int] = {}
        watchdog.looks.append(self._look)

    def __len__(self) -> int:
        return len(self._open)

    def begin(self, context: grpc.ServicerContext, size: int) -> None:
        """An answer of ``size`` bytes is about to be sent."""
        delivery = _Delivery(context, size)
        still_open = self._open
        still_open[delivery] = size

        def over() -> None:
            still_open.pop(delivery, None)

        # The call may be over already; else gRPC says when it is.
        if not context.add_callback(over):
            over()
        elif self._watchdog.asleep:
            self._watchdog.wake()

    def _look(self, now: float) -> bool:
        open_now = list(self._open)
        bytes_beyond = sum([delivery.size for delivery in open_now]) - self._max_bytes
        for delivery in open_now:
            if bytes_beyond <= 0 and delivery.since > now - self._max_seconds:
                break
            bytes_beyond -= delivery.size
            delivery.give_up()
        return bool(open_now)
