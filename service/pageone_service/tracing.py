"""OpenTelemetry, where it is wanted: a span for each call, exported as the ``OTEL_*`` variables say.

It comes with the extra ``otel`` (from a checkout: ``pip install ./clients/python '.[otel]'``; the image:
``--build-arg LOCK=otel``) and is off by default; then nothing of it is imported. Spans are sent by OTLP
over HTTP: no second gRPC lives in the process. They carry what the call's line in the log carries: no
tokens, tickets, seeds or hands.
"""

from __future__ import annotations

import logging
import os
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import grpc

from .logs import Log
from .trace_context import TraceContext

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span
    from opentelemetry.util.types import Attributes

SERVICE_NAME: Final = "pageone"
#: How long the last spans may take to be sent when the server stops.
FLUSH_SECONDS: Final = 2.0
#: What a method is called whose name is the caller's to choose (semantic conventions for RPC).
OTHER: Final = "_OTHER"
_EXPORTERS: Final = ("otlp", "console", "none")
_PROTOCOL: Final = "http/protobuf"
#: Codes that are the server's fault (semantic conventions for gRPC, server spans).
_ERRORS: Final = frozenset(
    {
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.UNIMPLEMENTED,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DATA_LOSS,
    }
)
#: Facts of the log line that spans carry, too, and their names there.
_FACTS: Final = {"match_id": "pageone.match_id", "reason": "pageone.reason", "batch": "pageone.batch"}


def is_disabled() -> bool:
    """Whether ``OTEL_SDK_DISABLED`` takes back what the settings ask for."""
    return os.environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"


class TracingError(Exception):
    """Tracing is asked for and cannot be had; the text says why, and what helps."""


class CallSpan:
    """The span of one call, from its beginning until `end`."""

    __slots__ = ("_span",)

    def __init__(self, span: Span) -> None:
        self._span = span

    @property
    def ids(self) -> tuple[str, str]:
        """Trace id and span id in hexadecimal."""
        context = self._span.get_span_context()
        return f"{context.trace_id:032x}", f"{context.span_id:016x}"

    def end(self, code: grpc.StatusCode, request_id: str, facts: dict[str, Any], engine_seconds: float = 0.0) -> None:
        """The call ended with ``code``; ``facts`` are those of its line in the log."""
        span = self._span
        if span.is_recording():
            span.set_attribute("rpc.response.status_code", code.name)
            span.set_attribute("pageone.request_id", request_id)
            span.set_attribute("pageone.engine_seconds", engine_seconds)
            for fact, name in _FACTS.items():
                if fact in facts:
                    span.set_attribute(name, facts[fact])
            if code in _ERRORS:
                self._set_error(code)
        span.end()

    def _set_error(self, code: grpc.StatusCode) -> None:
        from opentelemetry.trace import StatusCode

        self._span.set_attribute("error.type", code.name)
        self._span.set_status(StatusCode.ERROR)


class Tracing:
    """Makes a span for each call; `shutdown` sends what has not been sent yet.

    ``exporter`` replaces the one of the variables (and sends each span at once): for tests.
    """

    def __init__(self, version: str, log: Log, exporter: SpanExporter | None = None) -> None:
        try:
            from opentelemetry import trace
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
        except ImportError:
            raise TracingError(
                "--tracing needs OpenTelemetry, which is not installed; from a checkout: pip install ./clients/python "
                "'.[otel]'; the image: --build-arg LOCK=otel; or leave --tracing out"
            ) from None
        _listen_to_opentelemetry(log)
        self._provider: TracerProvider = TracerProvider(resource=_resource(version), shutdown_on_exit=False)
        if exporter is not None:
            self._provider.add_span_processor(SimpleSpanProcessor(exporter))
        else:
            chosen = _exporter()
            if chosen is not None:
                self._provider.add_span_processor(BatchSpanProcessor(chosen))
        self._tracer = self._provider.get_tracer("pageone_service", version)
        self._trace = trace
        self._kind = trace.SpanKind.SERVER
        self._address: dict[str, str | int] = {}

    def listens_on(self, host: str, port: int) -> None:
        """Spans tell from now on where the server listens."""
        self._address = {"server.address": host, "server.port": port}

    def begin(self, method: str, context: TraceContext | None) -> CallSpan:
        """The span of a call to ``package.Service/Method``, a child of the caller's where it has one."""
        attributes: Attributes = {"rpc.system.name": "grpc", "rpc.method": method, **self._address}
        name = "grpc" if method == OTHER else method
        parent = self._parent(context)
        return CallSpan(self._tracer.start_span(name, context=parent, kind=self._kind, attributes=attributes))

    def _parent(self, context: TraceContext | None) -> Any:  # noqa: ANN401 - the type comes with the extra
        trace = self._trace
        if context is None:
            return trace.set_span_in_context(trace.INVALID_SPAN)
        remote = trace.SpanContext(
            int(context.trace_id, 16),
            int(context.parent_id, 16),
            is_remote=True,
            trace_flags=trace.TraceFlags(context.flags),
            trace_state=trace.TraceState.from_header([context.state] if context.state else []),
        )
        return trace.set_span_in_context(trace.NonRecordingSpan(remote))

    def shutdown(self) -> None:
        """Send what is left, for `FLUSH_SECONDS` at most: a collector that is gone must not keep the process."""
        sending = Thread(target=self._provider.shutdown, name="tracing", daemon=True)
        sending.start()
        sending.join(FLUSH_SECONDS)


def _resource(version: str) -> Any:  # noqa: ANN401 - the type comes with the extra
    """What the spans are of; ``OTEL_SERVICE_NAME`` and ``OTEL_RESOURCE_ATTRIBUTES`` come first."""
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource

    ours = {"service.name": SERVICE_NAME, "service.version": version}
    return Resource.create({**ours, **OTELResourceDetector().detect().attributes})


def _exporter() -> SpanExporter | None:
    """The exporter that ``OTEL_TRACES_EXPORTER`` names; the rest of the variables are its own to read."""
    name = os.environ.get("OTEL_TRACES_EXPORTER") or "otlp"
    if name == "none":
        return None
    if name == "console":
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter

        return ConsoleSpanExporter()
    if name != "otlp":
        raise TracingError(f"OTEL_TRACES_EXPORTER={name}: expects one of {', '.join(_EXPORTERS)}")
    for variable in ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"):
        protocol = os.environ.get(variable) or _PROTOCOL
        if protocol != _PROTOCOL:
            raise TracingError(f"{variable}={protocol}: expects {_PROTOCOL}, the only one there is here")
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter()


class _IntoLog(logging.Handler):
    """What OpenTelemetry has to say (a collector that is gone) as lines of our log."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; the text is cut, and comes without a trace of the stack."""
        write = self._log.error if record.levelno >= logging.ERROR else self._log.warning
        try:
            write("tracing", logger=record.name, message=record.getMessage()[:500])
        except Exception:
            return


def _listen_to_opentelemetry(log: Log) -> None:
    logger = logging.getLogger("opentelemetry")
    for handler in [each for each in logger.handlers if isinstance(each, _IntoLog)]:
        logger.removeHandler(handler)
    logger.addHandler(_IntoLog(log))
    logger.propagate = False
