"""The one wrapper round every method: what is true of every call happens here, and nowhere else.

Bytes come in and bytes go out: decoding happens inside, so that whatever a caller sends gets a
status of API.md, is counted and leaves one line in the log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from secrets import token_hex
from time import monotonic, perf_counter
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

import grpc
from google.protobuf.message import DecodeError, Message
from pageone_engine.refusals import EngineError, Fault

from . import errors
from .callers import ANY_SCOPE, NOBODY, Caller, Identify, Metadata, anybody
from .convert import SchemaUnknownError
from .errors import Failure
from .languages import negotiated
from .logs import Log, bind, unbind, where
from .metrics import CallSeries, Metrics
from .pool import Pool
from .settings import Settings
from .trace_context import TRACE_PARENT_KEY, TRACE_STATE_KEY, TraceContext, read_trace
from .tracing import OTHER, CallSpan, Tracing

REQUEST_ID_KEY: Final = "x-request-id"
_SANE_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
_Handler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"
#: How soon a caller that was shed may come again.
_RETRY_MS: Final = 200
#: The label of every path that is not ours: paths are the callers' to choose.
UNKNOWN: Final = "unknown"


class Headers(NamedTuple):
    """What a call's headers say, as far as we listen."""

    request_id: str
    language: str
    trace: TraceContext | None
    size: int


def read_headers(metadata: Metadata) -> Headers:
    """Headers of a call; a request id that is absent, doubled or not sane is made."""
    request_ids: list[str] = []
    parents: list[str] = []
    states: list[str] = []
    language = ""
    size = 0
    for key, value in metadata:
        size += len(key) + len(value)
        if key == REQUEST_ID_KEY:
            request_ids.append(str(value))
        elif key == "accept-language":
            language = str(value)
        elif key == TRACE_PARENT_KEY:
            parents.append(str(value))
        elif key == TRACE_STATE_KEY:
            states.append(str(value))
    trace = read_trace(parents, states) if parents else None
    sane = len(request_ids) == 1 and _SANE_ID.fullmatch(request_ids[0])
    return Headers(request_ids[0] if sane else token_hex(8), negotiated(language), trace, size)


class Stopwatch:
    """Adds up the time spent inside ``with``: ``seconds``."""

    __slots__ = ("_started", "seconds")

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._started = perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds += perf_counter() - self._started


class Call:
    """The call that a method answers: who calls, its language, its time, and what is noted of it.

    ``engine`` is the watch for the time that the rules engine takes.
    """

    __slots__ = ("_context", "_deadline", "caller", "engine", "facts", "headers", "metrics")

    def __init__(self, context: grpc.ServicerContext, headers: Headers, seconds: float, metrics: Metrics) -> None:
        self._context = context
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
        identify: Identify = anybody,
        tracing: Tracing | None = None,
    ) -> None:
        self._settings = settings
        self._tracing = tracing
        self._metrics = metrics
        self._log = log
        self._identify = identify
        self._handlers = {method.path: self._handler(method, slow_pool if method.slow else pool) for method in methods}

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> _Handler | None:
        """The handler of a call's path; None when it is not ours."""
        return self._handlers.get(handler_call_details.method)

    def _handler(self, method: Method, pool: Pool) -> _Handler:
        series = self._metrics.series(method.service, method.name)
        shed = self._metrics.shed(pool.name)
        limit = self._settings.max_transcript_bytes if method.transcript else self._settings.max_request_bytes

        def admit(headers: Headers, data: bytes) -> None:
            if pool.overloaded:
                shed.inc()
                raise errors.overloaded(pool.max_waiting, _RETRY_MS)
            if headers.size > self._settings.max_metadata_bytes:
                raise errors.too_large("the metadata", headers.size, self._settings.max_metadata_bytes)
            if len(data) > limit:
                raise errors.too_large("the request", len(data), limit)

        def behavior(data: bytes, context: grpc.ServicerContext) -> bytes:
            return self._serve(method, series, admit, data, context)

        # gRPC runs a behavior on this pool rather than on the server's.
        behavior.experimental_thread_pool = pool  # type: ignore[attr-defined]
        return grpc.unary_unary_rpc_method_handler(behavior)

    def _serve(
        self,
        method: Method,
        series: CallSeries,
        admit: Callable[[Headers, bytes], None],
        data: bytes,
        context: grpc.ServicerContext,
    ) -> bytes:
        started = perf_counter()
        series.started.inc()
        self._metrics.in_flight.inc()
        metadata = context.invocation_metadata()
        headers = read_headers(metadata)
        call = Call(context, headers, self._seconds(context), self._metrics)
        span = self._tracing.begin(method.full_name, headers.trace) if self._tracing else None
        answer, failure = b"", None
        bound = bind({"request_id": headers.request_id})
        try:
            call.caller = self._identify(metadata, context)
            if not call.caller.may(method.scopes):
                raise errors.permission_denied(method.scopes)
            admit(headers, data)
            series.received.inc()
            answer = self._answer(method, call, data)
            series.sent.inc()
        except Exception as error:
            failure = call.failure(error) or self._unforeseen(method, headers, error)
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
        self._write_line(method, call, code, failure, seconds, len(data), len(answer), span)
        unbind(bound)
        return _finish(context, headers, answer, failure)

    def _seconds(self, context: grpc.ServicerContext) -> float:
        # A call without a deadline has one that is centuries away.
        return min(context.time_remaining(), self._settings.max_call_seconds)

    def _answer(self, method: Method, call: Call, data: bytes) -> bytes:
        call.check()
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
        _quietly(
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
        _quietly(
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


class UnknownMethods(grpc.GenericRpcHandler):
    """Answers the calls that nothing else answers, counted under one label."""

    def __init__(self, metrics: Metrics, log: Log, tracing: Tracing | None = None) -> None:
        self._series = metrics.series(UNKNOWN, UNKNOWN)
        self._log = log
        self._tracing = tracing
        self._handler: _Handler = grpc.stream_stream_rpc_method_handler(self._refuse)

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> _Handler:
        """The handler of any path."""
        return self._handler

    def _refuse(self, _: Iterator[bytes], context: grpc.ServicerContext) -> NoReturn:
        started = perf_counter()
        self._series.started.inc()
        headers = read_headers(context.invocation_metadata())
        code = grpc.StatusCode.UNIMPLEMENTED
        facts: dict[str, object] = {}
        if self._tracing is not None:
            span = self._tracing.begin(OTHER, headers.trace)
            facts["trace_id"], facts["span_id"] = span.ids
            span.end(code, headers.request_id, facts)
        elif headers.trace is not None:
            facts["trace_id"] = headers.trace.trace_id
        seconds = perf_counter() - started
        self._series.seconds.observe(seconds)
        self._series.handled[code].inc()
        _quietly(
            self._log.info,
            "call",
            method=UNKNOWN,
            code=code.name,
            ms=round(seconds * 1e3, 3),
            received=0,
            sent=0,
            request_id=headers.request_id,
            **facts,
        )
        context.set_trailing_metadata(((REQUEST_ID_KEY, headers.request_id),))
        context.abort(code, "this server has no such method")


def _finish(context: grpc.ServicerContext, headers: Headers, answer: bytes, failure: Failure | None) -> bytes:
    """Send the answer, or end the call with the failure's status."""
    metadata: list[tuple[str, str | bytes]] = [(REQUEST_ID_KEY, headers.request_id)]
    if failure is not None:
        context.set_trailing_metadata((*metadata, *failure.metadata()))
        context.abort(failure.code, failure.message)
    context.set_trailing_metadata(tuple(metadata))
    return answer


def _quietly(write: Callable[..., object], event: str, **facts: object) -> None:
    """Log; a log that cannot be written fails no call."""
    try:
        write(event, **facts)
    except Exception:
        return
