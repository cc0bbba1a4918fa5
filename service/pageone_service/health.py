"""grpc.health.v1 on a port of its own: answered while the service is saturated, and plaintext.

With it channelz, where it is asked for: what gRPC knows of its connections and calls.

Kubernetes' gRPC probes speak no TLS, and a probe that waits behind calls restarts what works.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import grpc
from grpc_channelz.v1 import channelz
from grpc_health.v1 import health_pb2

from .health_service import SECONDS, HealthService
from .pool import Limits, Pool
from .watchdog import Watchdog

#: Asked whether the process lives; it does also while it drains.
LIVENESS: Final = "liveness"
_SERVING: Final = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING: Final = health_pb2.HealthCheckResponse.NOT_SERVING
_THREADS: Final = 2
_LIMITS: Final = Limits(waiting=1000, absent=16, absent_seconds=SECONDS)


class Health:
    """Health of the whole ("") and of each service, and ``liveness``; ``shared``: see `Server`."""

    def __init__(self, services: Iterable[str], *, shared: bool = False, with_channelz: bool = False) -> None:
        self._names = ("", *services)
        # Whoever asks and then sends nothing takes no thread from the others.
        self._watchdog = Watchdog()
        self._pool = Pool(_THREADS, "health", self._watchdog, _LIMITS)
        others = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="health-others")
        self._service = HealthService()
        options = [("grpc.so_reuseport", int(shared)), ("grpc.max_receive_message_length", 4096)]
        self.server = grpc.server(others, options=options)
        self.server.add_generic_rpc_handlers((self._service.handler(self._pool),))
        if with_channelz:
            channelz.add_channelz_servicer(self.server)
        self._service.set({LIVENESS: _SERVING})
        self.set_serving(False)

    def start(self) -> None:
        """Answer from now on."""
        self._watchdog.start()
        self._pool.start()
        self.server.start()

    def stop(self) -> None:
        """Answer no more; the port is free then."""
        self.server.stop(0).wait()
        self._pool.shutdown(wait=False)
        self._watchdog.stop()

    def set_serving(self, serving: bool) -> None:
        """Say to those who ask, and to those who watch, whether to send calls here."""
        self._service.set(dict.fromkeys(self._names, _SERVING if serving else _NOT_SERVING))
