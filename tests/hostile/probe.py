"""Whoever means well, meanwhile: calls the service and asks for its health, and notes how long that takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event, Thread
from time import monotonic, perf_counter
from types import TracebackType

import grpc
from grpc_health.v1 import health_pb2
from pageone.v1 import engine_service_pb2 as pb

from tests.service.support import ENGINE, message_of, new_state, viewer

GET_VIEW = ENGINE + "GetView"
CHECK = "/grpc.health.v1.Health/Check"
#: Longer than any answer may take.
_TIMEOUT = 20.0
#: Each probe asks this often, in seconds between an answer and the next question.
_PAUSE = 0.01


def view_request() -> bytes:
    """A request of GetView in bytes."""
    return pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)).SerializeToString()


@dataclass
class Answers:
    """How long each answer took, in seconds, and how the others ended."""

    seconds: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Milliseconds within which ``share`` (0 to 1) of the answers came."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else float("inf")


class Probe:
    """Asks one method over a connection of its own, again and again, inside ``with``."""

    def __init__(self, address: str, path: str, request: bytes, expected: bytes = b"") -> None:
        self.answers = Answers()
        self._address = address
        self._path = path
        self._request = request
        self._expected = expected
        self._stopped = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Probe:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._thread.join(_TIMEOUT * 2)

    def wait_for(self, count: int, seconds: float = 60.0) -> None:
        """Wait until ``count`` more answers have come, or failures."""
        until = monotonic() + seconds
        enough = self._count() + count
        while self._count() < enough and monotonic() < until:
            self._stopped.wait(_PAUSE)

    def _count(self) -> int:
        return len(self.answers.seconds) + len(self.answers.failed)

    def _run(self) -> None:
        with grpc.insecure_channel(self._address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(self._path)
            while not self._stopped.is_set():
                started = perf_counter()
                try:
                    answer = call(self._request, timeout=_TIMEOUT)
                except grpc.RpcError as error:
                    self.answers.failed.append(f"{error.code().name}: {error.details()}")
                else:
                    self.answers.seconds.append(perf_counter() - started)
                    if self._expected and answer != self._expected:
                        self.answers.failed.append(f"answered {answer!r}")
                self._stopped.wait(_PAUSE)


def service_probe(address: str) -> Probe:
    """Calls GetView."""
    return Probe(address, GET_VIEW, view_request())


def health_probe(address: str) -> Probe:
    """Asks for health, which must be SERVING."""
    serving = health_pb2.HealthCheckResponse(status=health_pb2.HealthCheckResponse.SERVING)
    return Probe(address, CHECK, b"", serving.SerializeToString())
