"""grpc.health.v1.Health, written so that telling a status never waits for anybody who watches it.

The servicer of grpcio-health-checking sends to every watcher while it holds the lock that a watcher's end needs: a
watcher that hangs up at the moment when a status changes, or one that does not read, stops the thread that changes it
for ever, and with it the drain on SIGTERM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Condition
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2

from .pool import Pool
from .reading import unary_handler

SERVICE: Final = "grpc.health.v1.Health"
#: More who watch at once are refused; each of them has a thread.
MAX_WATCHERS: Final = 64
#: How long a caller may take to ask, and an answer to be begun.
SECONDS: Final = 5.0
_RESPONSE: Final = health_pb2.HealthCheckResponse
#: List is newer than the stubs' types.
_LISTED: Final[Any] = health_pb2
#: The oldest release of the stubs that we allow has no List.
CAN_LIST: Final = hasattr(health_pb2, "HealthListRequest")
_Handler = Any  # the types of grpc know no handler whose kind is chosen at run time


class HealthService:
    """The statuses of services by name, for callers who ask (Check, List) and who watch (Watch)."""

    def __init__(self) -> None:
        self._statuses: dict[str, int] = {}
        self._changed = Condition()
        self._watchers = 0
        self._watching = ThreadPoolExecutor(MAX_WATCHERS + 1, "health-watch")

    def set(self, statuses: Mapping[str, int]) -> None:
        """Change the statuses of the services named; waits for nobody."""
        with self._changed:
            self._statuses.update(statuses)
            self._changed.notify_all()

    def handler(self, pool: Pool) -> grpc.GenericRpcHandler:
        """What a gRPC server answers health calls with; who asks (Check, List) is answered on ``pool``."""
        handlers = {
            "Check": unary_handler(self._check, health_pb2.HealthCheckRequest, pool, SECONDS),
            "Watch": self._watch_handler(),
        }
        if CAN_LIST:
            handlers["List"] = unary_handler(self._list, _LISTED.HealthListRequest, pool, SECONDS)
        return grpc.method_handlers_generic_handler(SERVICE, handlers)

    def _watch_handler(self) -> _Handler:
        def watch(
            request: health_pb2.HealthCheckRequest, context: grpc.ServicerContext
        ) -> Iterator[health_pb2.HealthCheckResponse]:
            return self._watch(request, context)

        # Who watches takes no thread from who asks.
        watch.experimental_thread_pool = self._watching  # type: ignore[attr-defined]
        return _handler(grpc.unary_stream_rpc_method_handler, watch, health_pb2.HealthCheckRequest)

    def _check(
        self, request: health_pb2.HealthCheckRequest, context: grpc.ServicerContext
    ) -> health_pb2.HealthCheckResponse:
        status = self._statuses.get(request.service)
        if status is None:
            context.abort(grpc.StatusCode.NOT_FOUND, "no such service" + ("; List names them all" if CAN_LIST else ""))
        return _response(status)

    def _list(self, request: object, _: grpc.ServicerContext) -> object:
        with self._changed:
            statuses = dict(self._statuses)
        return _LISTED.HealthListResponse(statuses={name: _response(status) for name, status in statuses.items()})

    def _watch(
        self, request: health_pb2.HealthCheckRequest, context: grpc.ServicerContext
    ) -> Iterator[health_pb2.HealthCheckResponse]:
        """The service's status now and after each change; of a service that is not known, SERVICE_UNKNOWN."""
        with self._changed:
            admitted = self._watchers < MAX_WATCHERS
            self._watchers += admitted
        if not admitted:
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{MAX_WATCHERS} watch already; ask by Check")
        try:
            if context.add_callback(self._wake):
                yield from self._statuses_of(request.service, context)
        finally:
            with self._changed:
                self._watchers -= 1

    def _statuses_of(self, service: str, context: grpc.ServicerContext) -> Iterator[health_pb2.HealthCheckResponse]:
        told: int | None = None
        while context.is_active():
            with self._changed:
                while self._status(service) == told and context.is_active():
                    self._changed.wait()
                told = self._status(service)
            if context.is_active():
                yield _response(told)

    def _status(self, service: str) -> int:
        return self._statuses.get(service, _RESPONSE.SERVICE_UNKNOWN)

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()


def _response(status: int) -> health_pb2.HealthCheckResponse:
    return health_pb2.HealthCheckResponse(status=status)


def _handler(kind: Callable[..., _Handler], behavior: Callable[..., object], request: Any) -> _Handler:  # noqa: ANN401
    return kind(behavior, request_deserializer=request.FromString, response_serializer=_serialized)


def _serialized(message: Any) -> bytes:  # noqa: ANN401 - of any kind of message
    return bytes(message.SerializeToString())
