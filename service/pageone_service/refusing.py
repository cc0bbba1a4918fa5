"""Calls that are refused unseen: for want of room, or because no method is theirs.

Nothing is waited for, neither a message nor a thread: whoever took the call from the network answers,
so that a refusal is quick when everything else is slow.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Final, NoReturn

import grpc
from prometheus_client import Counter

from .errors import Failure
from .headers import REQUEST_ID_KEY, read_headers
from .logs import Log, quietly
from .metrics import CallSeries, Metrics
from .pool import Inline
from .reading import Handler
from .tracing import OTHER, Tracing

#: The label of every path that is not ours: paths are the callers' to choose.
UNKNOWN: Final = "unknown"
_INLINE: Final = Inline()


class Refuser:
    """Ends every call with the same ``failure``; ``handler`` is gRPC's.

    ``method`` is its name in the log and ``span`` in traces; ``count`` is counted up beside the
    method's ``series``.
    """

    def __init__(
        self,
        method: str,
        span: str,
        series: CallSeries,
        failure: Failure,
        log: Log,
        tracing: Tracing | None,
        count: Counter | None = None,
    ) -> None:
        self._method = method
        self._span = span
        self._series = series
        self._failure = failure
        self._details = tuple(failure.metadata())
        self._facts = {"reason": failure.reason} if failure.reason else {}
        self._log = log
        self._tracing = tracing
        self._count = count

        def refuse(messages: Iterator[bytes], context: grpc.ServicerContext) -> NoReturn:
            self._refuse(context)

        refuse.experimental_thread_pool = _INLINE  # type: ignore[attr-defined]
        self.handler: Handler = grpc.stream_unary_rpc_method_handler(refuse)

    def _refuse(self, context: grpc.ServicerContext) -> NoReturn:
        started = perf_counter()
        series, failure = self._series, self._failure
        series.started.inc()
        if self._count is not None:
            self._count.inc()
        headers = read_headers(context.invocation_metadata())
        facts: dict[str, object] = dict(self._facts)
        if self._tracing is not None:
            span = self._tracing.begin(self._span, headers.trace)
            facts["trace_id"], facts["span_id"] = span.ids
            span.end(failure.code, headers.request_id, facts)
        elif headers.trace is not None:
            facts["trace_id"] = headers.trace.trace_id
        seconds = perf_counter() - started
        series.seconds.observe(seconds)
        series.handled[failure.code].inc()
        quietly(
            self._log.info,
            "call",
            method=self._method,
            code=failure.code.name,
            ms=round(seconds * 1e3, 3),
            received=0,
            sent=0,
            request_id=headers.request_id,
            **facts,
        )
        context.set_trailing_metadata(((REQUEST_ID_KEY, headers.request_id), *self._details))
        context.abort(failure.code, failure.message)


class UnknownMethods(grpc.GenericRpcHandler):
    """Answers the calls that nothing else answers, counted under one label."""

    def __init__(self, metrics: Metrics, log: Log, tracing: Tracing | None = None) -> None:
        failure = Failure(grpc.StatusCode.UNIMPLEMENTED, "this server has no such method")
        self._handler = Refuser(UNKNOWN, OTHER, metrics.series(UNKNOWN, UNKNOWN), failure, log, tracing).handler

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler:
        """The handler of any path."""
        return self._handler
