"""The one wrapper round every method: what is true of every call happens here, and nowhere else.

Bytes come in and bytes go out: decoding happens inside, so that whatever a caller sends gets a
status of API.md, is counted and leaves one line in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from time import monotonic, perf_counter
from typing import Any, Final, NamedTuple

import grpc
from google.protobuf.message import DecodeError, Message
from pageone_engine.actions import Action
from pageone_engine.refusals import EngineError, Fault
from pageone_engine.state import View

from . import errors
from .callers import ANY_SCOPE, NOBODY, Caller, Identify, Metadata, anybody
from .convert import SchemaUnknownError
from .deliveries import Deliveries
from .errors import Failure
from .headers import REQUEST_ID_KEY, Headers, read_headers
from .logs import Log, bind, quietly, unbind, where
from .metrics import CallSeries, Metrics
from .pool import Pool
from .rate_limits import RateLimits, bucket_of
from .reading import Handler, read_message
from .refusing import Refuser
from .settings import Settings
from .thinking import Thinkers
from .tracing import CallSpan, Tracing

#: How soon a caller that was shed may come again.
_RETRY_MS: Final = 200


class Stopwatch:
    """Adds up the time spent inside ``with``: ``seconds``."""

    __slots__ = ("_started", "seconds")

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._started = perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds += perf_counter() - self._started


class Rooms(NamedTuple):
    """Where a call is worked on: the pool of its thread, and the processes that think."""

    pool: Pool
    thinkers: Thinkers


class Call:
    """The call that a method answers: who calls, its language, its time, and what is noted of it.

    ``engine`` is the watch for the time that the rules engine takes.
    """

    __slots__ = ("_context", "_deadline", "_rooms", "caller", "engine", "facts", "headers", "metrics")

    def __init__(
        self,
        context: grpc.ServicerContext,
        headers: Headers,
        seconds: float,
        metrics: Metrics,
        rooms: Rooms | None = None,
    ) -> None:
        self._context = context
        self._rooms = rooms
        self._deadline = monotonic() + seconds
        self.caller: Caller = NOBODY
        self.headers = headers
        self.metrics = metrics
        self.engine = Stopwatch()
        self.facts: dict[str, object] = {}

    @property
    def language(self) -> str:
        """ "ja" or "en", as the caller likes."""
        return self.headers.language

    def check(self) -> None:
        """Raise `Failure` when nobody waits for the answer any more; for loops to ask."""
        if monotonic() >= self._deadline:
            raise errors.deadline_passed()
        if not self._context.is_active():
            raise errors.cancelled()

    def think(self, function: str, view: View, seed: bytes) -> Action | None:
        """What the `thinker.Think` named by ``function`` makes of a view; another call is served meanwhile.

        Raises `Failure` when there is no time or too much to think about.
        """
        assert self._rooms is not None
        pool, thinkers = self._rooms
        absence = pool.leave(None)
        try:
            return thinkers.think(function, view, seed, self.remaining, self.check)
        finally:
            pool.come_back(absence, self.remaining())

    def remaining(self) -> float:
        """Seconds that the call has still; at most those of the setting, at least none."""
        return max(self._deadline - monotonic(), 0)

    def ended(self) -> grpc.StatusCode:
        """What a call that ended before its answer ended with, as the caller sees it."""
        late = monotonic() >= self._deadline
        return grpc.StatusCode.DEADLINE_EXCEEDED if late else grpc.StatusCode.CANCELLED

    def note(self, **facts: object) -> None:
        """Put facts on the call's line in the log: no seeds, no hands."""
        self.facts.update(facts)

    def failure(self, error: Exception) -> Failure | None:
        """What the call ends with for an error that callers can cause; None for any other."""
        if isinstance(error, Failure):
            return error
        if isinstance(error, EngineError):
            return errors.failure_of(error, self.language)
        if isinstance(error, SchemaUnknownError):
            return errors.schema_unknown(error.path, error.schema, error.known)
        return None


@dataclass(frozen=True, slots=True)
class Method:
    """A method: ``run`` answers the decoded request; ``slow`` ones have threads of their own.

    ``scopes``: a caller needs one of them; without any, every caller may call it.
    """

    service: str
    name: str
    request: type[Message]
    run: Callable[[Any, Call], Message]
    slow: bool = False
    transcript: bool = False
    scopes: frozenset[str] = ANY_SCOPE

    @property
    def path(self) -> str:
        """The path of its calls."""
        return f"/{self.service}/{self.name}"

    @property
    def full_name(self) -> str:
        """Its name in traces: ``package.Service/Method``."""
        return self.path[1:]


@dataclass(frozen=True, slots=True)
class _Route:
    """What the edge needs for a method's calls."""

    method: Method
    series: CallSeries
    rooms: Rooms
    max_bytes: int


class Edge(grpc.GenericRpcHandler):
    """Answers the calls of all methods; ``pool`` and ``slow_pool`` are the threads they run on.

    ``identify`` finds out who calls, before anything else is done.
    """

    def __init__(
        self,
        methods: Sequence[Method],
        settings: Settings,
        metrics: Metrics,
        log: Log,
        pool: Pool,
        slow_pool: Pool,
        deliveries: Deliveries,
        thinkers: Thinkers,
        identify: Identify = anybody,
        tracing: Tracing | None = None,
    ) -> None:
        self._settings = settings
        self._tracing = tracing
        self._metrics = metrics
        self._log = log
        self._identify = identify
        self._deliveries = deliveries
        self._thinkers = thinkers
        self._rates = RateLimits(settings.rate_per_second, settings.rate_burst)
        routes = [self._route(method, slow_pool if method.slow else pool) for method in methods]
        self._handlers = {
            route.method.path: (
                route.rooms.pool,
                self._handler(route),
                self._shed(route),
            )
            for route in routes
        }

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        """The handler of a call's path; None when it is not ours."""
        found = self._handlers.get(handler_call_details.method)
        if found is None:
            return None
        pool, handler, shed = found
        return shed if pool.full else handler

    def _route(self, method: Method, pool: Pool) -> _Route:
        settings = self._settings
        return _Route(
            method,
            self._metrics.series(method.service, method.name),
            Rooms(pool, self._thinkers),
            settings.max_transcript_bytes if method.transcript else settings.max_request_bytes,
        )

    def _shed(self, route: _Route) -> Handler:
        """The handler of calls for which there is no room."""
        method, pool = route.method, route.rooms.pool
        failure = errors.overloaded(pool.limits.waiting, _RETRY_MS)
        count = self._metrics.shed(pool.name)
        return Refuser(method.path, method.full_name, route.series, failure, self._log, self._tracing, count).handler

    def _handler(self, route: _Route) -> Handler:
        def behavior(messages: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
            return self._serve(route, messages, context)

        # gRPC runs a behavior on this pool rather than on the server's.
        behavior.experimental_thread_pool = route.rooms.pool  # type: ignore[attr-defined]
        # On the wire a stream of one message is a unary call. The difference is ours: a unary handler is entered when
        # the message has come, and a caller that sends none would hold a thread that we know nothing of.
        return grpc.stream_unary_rpc_method_handler(behavior)

    def _serve(self, route: _Route, messages: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
        started = perf_counter()
        series = route.series
        series.started.inc()
        self._metrics.in_flight.inc()
        metadata = context.invocation_metadata()
        headers = read_headers(metadata)
        call = Call(context, headers, self._seconds(context), self._metrics, route.rooms)
        span = self._tracing.begin(route.method.full_name, headers.trace) if self._tracing else None
        data, answer, failure = b"", b"", None
        bound = bind({"request_id": headers.request_id})
        try:
            self._admit(route, call, metadata, context)
            data = read_message(messages, context, route.rooms.pool, call.remaining())
            series.received.inc()
            answer = self._answer(route, call, data)
            series.sent.inc()
        except Exception as error:
            failure = call.failure(error) or self._unforeseen(route.method, headers, error)
        code = failure.code if failure else grpc.StatusCode.OK
        if failure and failure.refusal:
            self._metrics.count_refusal(failure.refusal)
        if not context.is_active():
            code = call.ended()
        seconds = perf_counter() - started
        series.seconds.observe(seconds)
        series.engine.observe(call.engine.seconds)
        series.handled[code].inc()
        self._metrics.in_flight.dec()
        self._write_line(route.method, call, code, failure, seconds, len(data), len(answer), span)
        unbind(bound)
        self._deliveries.begin(context, len(answer))
        return _finish(context, headers, answer, failure)

    def _admit(self, route: _Route, call: Call, metadata: Metadata, context: grpc.ServicerContext) -> None:
        """Refuse what can be refused by its headers, before the message is waited for."""
        headers = call.headers
        limit = self._settings.max_metadata_bytes
        if headers.size > limit:
            raise errors.too_large("the metadata", headers.size, limit)
        if headers.doubled:
            raise errors.doubled_header(headers.doubled)
        try:
            call.caller = self._identify(metadata, context)
        except Failure:
            # Who tries is nobody known: where it comes from is all that there is.
            call.note(peer=context.peer())
            raise
        if not call.caller.may(route.method.scopes):
            raise errors.permission_denied(route.method.scopes)
        if self._rates.rate:
            wait = self._rates.take(bucket_of(call.caller, context))
            if wait:
                self._metrics.rate_limited.inc()
                raise errors.too_fast(self._rates.rate, ceil(wait * 1000))

    def _seconds(self, context: grpc.ServicerContext) -> float:
        # A call without a deadline has one that is centuries away.
        return min(context.time_remaining(), self._settings.max_call_seconds)

    def _answer(self, route: _Route, call: Call, data: bytes) -> bytes:
        call.check()
        method = route.method
        if len(data) > route.max_bytes:
            raise errors.too_large("the request", len(data), route.max_bytes)
        request = method.request()
        try:
            request.ParseFromString(data)
        except DecodeError:
            sentence = f"is not a message {method.request.DESCRIPTOR.full_name}"
            raise errors.malformed([Fault(("request",), "not_a_message", sentence)]) from None
        answer = method.run(request, call).SerializeToString()
        limit = self._settings.max_response_bytes
        if len(answer) > limit:
            raise errors.too_large("the response", len(answer), limit)
        return answer

    def _unforeseen(self, method: Method, headers: Headers, error: Exception) -> Failure:
        """Mask what must not happen: the log has where, the caller has an id to ask about."""
        quietly(
            self._log.error,
            "unforeseen",
            method=method.path,
            request_id=headers.request_id,
            error=type(error).__name__,
            where=where(error),
        )
        return errors.internal(headers.request_id)

    def _write_line(
        self,
        method: Method,
        call: Call,
        code: grpc.StatusCode,
        failure: Failure | None,
        seconds: float,
        received: int,
        sent: int,
        span: CallSpan | None,
    ) -> None:
        headers = call.headers
        facts = call.facts
        if call.caller.name:
            facts["caller"] = call.caller.name
        if failure is not None and failure.reason:
            facts["reason"] = failure.reason
        if span is not None:
            facts["trace_id"], facts["span_id"] = span.ids
            span.end(code, headers.request_id, facts, call.engine.seconds)
        elif headers.trace is not None:
            facts["trace_id"] = headers.trace.trace_id
        quietly(
            self._log.info,
            "call",
            method=method.path,
            code=code.name,
            ms=round(seconds * 1e3, 3),
            engine_ms=round(call.engine.seconds * 1e3, 3),
            received=received,
            sent=sent,
            request_id=headers.request_id,
            **facts,
        )


def _finish(context: grpc.ServicerContext, headers: Headers, answer: bytes, failure: Failure | None) -> bytes:
    """Send the answer, or end the call with the failure's status."""
    metadata: list[tuple[str, str | bytes]] = [(REQUEST_ID_KEY, headers.request_id)]
    if failure is not None:
        context.set_trailing_metadata((*metadata, *failure.metadata()))
        context.abort(failure.code, failure.message)
    context.set_trailing_metadata(tuple(metadata))
    return answer
