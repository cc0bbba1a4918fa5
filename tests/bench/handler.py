"""What a handler's own time is made of: the edge and what it calls, in this process, without gRPC.

Processor time of one thread, so that others on the machine disturb it little: the least of several passes over the same
call, the mean over positions.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import mean
from typing import Any

import grpc
from pageone.v1 import engine_service_pb2 as pb
from pageone_engine import apply
from pageone_service import engine_service
from pageone_service.convert import put_events, put_state, read_action, read_state
from pageone_service.deliveries import Deliveries
from pageone_service.edge import Call, Edge
from pageone_service.headers import read_headers
from pageone_service.logs import make_log
from pageone_service.metrics import Metrics
from pageone_service.pool import Pool
from pageone_service.settings import Settings
from pageone_service.thinking import Thinkers
from pageone_service.watchdog import Watchdog

from tests.load.bodies import Body, body_of

_METADATA = (("user-agent", "a client"),)


class _Context:
    """A call as gRPC shows it, that costs nothing."""

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return _METADATA

    def time_remaining(self) -> float:
        return 1e9

    def is_active(self) -> bool:
        return True

    def peer(self) -> str:
        return "ipv4:127.0.0.1:1"

    def set_trailing_metadata(self, metadata: object) -> None:
        return

    def cancel(self) -> None:
        return

    def add_callback(self, callback: Callable[[], None]) -> bool:
        callback()
        return True


class _Details(grpc.HandlerCallDetails):
    def __init__(self, path: str) -> None:
        self.method = path
        self.invocation_metadata = ()


class _Sink(io.RawIOBase):
    """A log that nobody reads."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        return len(data)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Handler:
    """Microseconds of ApplyAction by part, for so many viewers."""

    viewers: int
    parts: dict[str, float]


def measure_handler(rules: str, viewers: int, positions: int = 6, passes: int = 9, calls: int = 200) -> Handler:
    """The whole handler, and its parts by themselves."""
    found: dict[str, list[float]] = {}
    with_log, without_log = _edge("info"), _edge("warning")
    for seed in range(positions):
        body = body_of("ApplyAction", rules, viewers=viewers, seed=seed)
        for name, call in _calls(body, with_log, without_log).items():
            found.setdefault(name, []).append(_cost(call, passes, calls))
    each = {name: mean(values) for name, values in found.items()}
    whole, quiet = each.pop("whole"), each.pop("without its line in the log")
    method, parse = each.pop("method"), each.pop("parse")
    known = sum(each.values())
    parts = {
        "the whole handler": whole,
        "its line in the log": whole - quiet,
        "headers, admission, deadlines, metrics": quiet - method - parse,
        "parsing the request's bytes": parse,
        **each,
        "viewers' updates and the rest of the method": method - known,
    }
    return Handler(viewers, parts)


def _edge(level: str) -> Callable[[Body], object]:
    watchdog = Watchdog()
    pool = Pool(1, "bench", watchdog)
    sink: Any = _Sink()
    edge = Edge(
        engine_service.METHODS,
        Settings(),
        Metrics("bench"),
        make_log(level, "json", sink),
        pool,
        pool,
        Deliveries(10.0, 1 << 20, watchdog),
        Thinkers(1, 1, 1.0),
    )
    context: Any = _Context()
    handlers: dict[str, Any] = {}

    def answer(body: Body) -> object:
        if body.path not in handlers:
            handlers[body.path] = edge.service(_Details(body.path))
        return handlers[body.path].stream_unary(iter((body.message,)), context)

    return answer


def _calls(
    body: Body, with_log: Callable[[Body], object], without_log: Callable[[Body], object]
) -> dict[str, Callable[[], object]]:
    request = pb.ApplyActionRequest.FromString(body.message)
    state, action = read_state(request.state, "state", []), read_action(request.action, "action", [])
    assert state is not None
    assert action is not None
    after, events = apply(state, action)
    context: Any = _Context()
    call = Call(context, read_headers(_METADATA), 10.0, Metrics("bench"))

    def write_state() -> object:
        message = pb.ApplyActionResponse()
        put_state(message.state, after)
        put_events(message.events, events)
        return message

    return {
        "whole": lambda: with_log(body),
        "without its line in the log": lambda: without_log(body),
        "method": lambda: engine_service.apply_action(request, call).SerializeToString(),
        "parse": lambda: pb.ApplyActionRequest.FromString(body.message),
        "message to State, validated": lambda: read_state(request.state, "state", []),
        "the rules": lambda: apply(state, action),
        "State and events to messages": write_state,
    }


def _cost(call: Callable[[], object], passes: int, calls: int) -> float:
    return min(_passes(call, passes, calls))


def _passes(call: Callable[[], object], passes: int, calls: int) -> Iterator[float]:
    for _ in range(passes):
        began = time.thread_time()
        for _ in range(calls):
            call()
        yield (time.thread_time() - began) / calls * 1e6
