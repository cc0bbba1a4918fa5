"""traceparent and OpenTelemetry (OPERATIONS.md, "Logs"): spans in memory, and by OTLP over HTTP."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Thread

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span as WireSpan
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import rules_service_pb2, rules_service_pb2_grpc
from pageone_service import server, tracing
from pageone_service.headers import read_headers
from pageone_service.settings import split_address
from pageone_service.startup import CannotStartError
from pageone_service.trace_context import TraceContext, read_trace

from tests.service.refusals import refused_actions
from tests.service.support import ENGINE, Running, action_message, message_of, new_state, preset, running, viewer
from tests.service.workers import workers

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"
HEADER = f"00-{TRACE}-{PARENT}-01"
SECRET_SEED = b"\xa5" * 32


@pytest.mark.parametrize("flags", ["00", "01", "ff"])
def test_a_traceparent_of_the_standard_is_read(flags: str) -> None:
    """W3C Trace Context: ids, flags and the vendors' state."""
    context = read_trace([f"00-{TRACE}-{PARENT}-{flags}"], ["a=1", "b=2"])
    assert context == TraceContext(TRACE, PARENT, int(flags, 16), "a=1,b=2")
    assert context is not None
    assert context.sampled is bool(int(flags, 16) & 1)


def test_a_later_version_may_say_more_and_is_read_as_far_as_it_is_known() -> None:
    """W3C Trace Context, "versioning of traceparent"."""
    for header in (f"cc-{TRACE}-{PARENT}-01", f"cc-{TRACE}-{PARENT}-01-what-the-future-holds"):
        assert read_trace([header]) == TraceContext(TRACE, PARENT, 1, "")


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [HEADER, HEADER],
        [""],
        [f"ff-{TRACE}-{PARENT}-01"],
        [f"00-{'0' * 32}-{PARENT}-01"],
        [f"00-{TRACE}-{'0' * 16}-01"],
        [f"00-{TRACE.upper()}-{PARENT}-01"],
        [f"00-{TRACE}-{PARENT}-01-more"],
        [f"cc-{TRACE}-{PARENT}-01.more"],
        [f"00-{TRACE}-{PARENT}"],
        [f"00-{TRACE}-{PARENT}-1"],
        [f" {HEADER}"],
        [f"{HEADER}\n"],
        [f"00-{TRACE[:-1]}g-{PARENT}-01"],
    ],
)
def test_a_traceparent_that_is_none_is_no_trace(headers: list[str]) -> None:
    """W3C Trace Context: whatever is wrong, the call is answered and begins a trace of its own."""
    assert read_trace(headers) is None
    assert read_headers([("traceparent", header) for header in headers]).trace is None


def test_a_tracestate_that_is_too_long_is_dropped_and_the_trace_kept() -> None:
    """W3C Trace Context: the state's faults are not the parent's."""
    assert read_trace([HEADER], ["a=" + "x" * 600]) == TraceContext(TRACE, PARENT, 1, "")


def test_without_tracing_the_line_has_the_callers_trace_id_and_nothing_of_opentelemetry_is_loaded() -> None:
    """Off by default, and no cost: the packages are not even imported."""
    code = (
        "import sys; from pageone_service.settings import Settings; from pageone_service.server import create_server\n"
        "with create_server(Settings(address='127.0.0.1:0', health_address='', admin_address='')): pass\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout == "[]\n"


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    """Spans of servers made by the test, instead of sending them."""
    exporter = InMemorySpanExporter()
    real = tracing.Tracing
    monkeypatch.setattr(server, "Tracing", lambda version, log: real(version, log, exporter))
    return exporter


def only(exporter: InMemorySpanExporter) -> ReadableSpan:
    """The one span there is."""
    (span,) = exporter.get_finished_spans()
    return span


def get_view(one: Running, *metadata: tuple[str, str]) -> None:
    request = pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0))
    assert isinstance(one.raw(ENGINE + "GetView", request.SerializeToString(), metadata), bytes)


def test_a_call_is_a_span_below_its_callers(memory: InMemorySpanExporter) -> None:
    """Semantic conventions for RPC and gRPC: kind, name, attributes; the parent from traceparent."""
    with running(tracing=True) as one:
        get_view(one, ("traceparent", HEADER), ("tracestate", "vendor=x"), ("x-request-id", "span-1"))
        span = only(memory)
        line = one.log.of("span-1")
        host, port = split_address(one.server.address)
    assert span.name == "pageone.v1.EngineService/GetView"
    assert span.kind is SpanKind.SERVER
    assert span.parent is not None
    assert (f"{span.parent.trace_id:032x}", f"{span.parent.span_id:016x}") == (TRACE, PARENT)
    assert span.parent.is_remote
    assert span.context.trace_state.get("vendor") == "x"
    assert span.status.status_code is StatusCode.UNSET
    attributes = dict(span.attributes or {})
    assert attributes.pop("pageone.engine_seconds", 0)
    assert attributes == {
        "rpc.system.name": "grpc",
        "rpc.method": "pageone.v1.EngineService/GetView",
        "rpc.response.status_code": "OK",
        "server.address": host,
        "server.port": port,
        "pageone.request_id": "span-1",
        "pageone.match_id": "a-match",
    }
    assert line["trace_id"] == TRACE
    assert line["span_id"] == f"{span.context.span_id:016x}"
    assert span.resource.attributes["service.name"] == "pageone"
    assert span.resource.attributes["service.version"]


def test_a_call_without_a_trace_begins_one(memory: InMemorySpanExporter) -> None:
    """The line has the new trace's id."""
    with running(tracing=True) as one:
        get_view(one, ("traceparent", "00-zz"), ("x-request-id", "span-2"))
        span = only(memory)
        assert span.parent is None
        assert one.log.of("span-2")["trace_id"] == f"{span.context.trace_id:032x}"


def test_a_caller_that_does_not_record_is_followed(memory: InMemorySpanExporter) -> None:
    """The SDK's default sampler, parentbased_always_on: no span, and the line is traced all the same."""
    with running(tracing=True) as one:
        get_view(one, ("traceparent", f"00-{TRACE}-{PARENT}-00"), ("x-request-id", "span-3"))
        assert memory.get_finished_spans() == ()
        assert one.log.of("span-3")["trace_id"] == TRACE


def test_spans_tell_errors_as_the_conventions_do(memory: InMemorySpanExporter) -> None:
    """Semantic conventions for gRPC: a refusal is no error of the server's; an unknown method is."""
    with running(tracing=True) as one:
        state, action = refused_actions()[1]
        one.ended(ENGINE + "ApplyAction", pb.ApplyActionRequest(state=message_of(state), action=action_message(action)))
        one.raw("/a.path/ofTheCallersChoice", b"")
    refused, unknown = memory.get_finished_spans()
    assert refused.status.status_code is StatusCode.UNSET
    attributes = refused.attributes or {}
    assert attributes["rpc.response.status_code"] == "FAILED_PRECONDITION"
    assert attributes["pageone.reason"] == "REFUSAL_NOT_YOUR_TURN"
    assert "error.type" not in attributes
    assert (unknown.name, unknown.status.status_code) == ("grpc", StatusCode.ERROR)
    attributes = unknown.attributes or {}
    assert attributes["rpc.method"] == "_OTHER"
    assert attributes["error.type"] == "UNIMPLEMENTED"


def test_spans_have_no_secrets(memory: InMemorySpanExporter) -> None:
    """No tokens, seeds or hands, whatever the call ends with."""
    request = pb.CreateMatchRequest(rules=preset("page_one"), seats=4, seed=SECRET_SEED)
    secret = (("authorization", "Bearer very-secret-token"),)
    with running(tracing=True) as one:
        assert isinstance(one.raw(ENGINE + "CreateMatch", request.SerializeToString(), secret), bytes)
        request.seed = b"wrong-sized-secret-seed"
        one.raw(ENGINE + "CreateMatch", request.SerializeToString(), secret)
    spans = memory.get_finished_spans()
    assert len(spans) == 2
    for span in spans:
        text = span.to_json()
        for told in ("very-secret", "wrong-sized-secret", "a5a5a5a5", "165", "seed"):
            assert told not in text


class Collector:
    """A tiny OTLP receiver on loopback: spans with the headers they came with."""

    def __init__(self, status: int = 200) -> None:
        self.spans: list[WireSpan] = []
        self.resources: list[dict[str, str]] = []
        self.headers: list[Message] = []
        self.changed = Condition()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.receive(self.path, self.headers, body)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_address[1]}"

    def receive(self, path: str, headers: Message, body: bytes) -> None:
        assert path == "/v1/traces"
        request = ExportTraceServiceRequest.FromString(body)
        with self.changed:
            self.headers.append(headers)
            for resource in request.resource_spans:
                self.resources.append({one.key: one.value.string_value for one in resource.resource.attributes})
                self.spans += [span for scope in resource.scope_spans for span in scope.spans]
            self.changed.notify_all()


@contextmanager
def collector(status: int = 200) -> Iterator[Collector]:
    """A running receiver, ended afterwards."""
    one = Collector(status)
    thread = Thread(target=one.http.serve_forever)
    thread.start()
    try:
        yield one
    finally:
        one.http.shutdown()
        one.http.server_close()
        thread.join(10)


def test_spans_reach_a_collector_as_the_variables_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """OTEL_EXPORTER_OTLP_ENDPOINT, _HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_BSP_SCHEDULE_DELAY."""
    with collector() as there:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", there.url)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=cards")
        monkeypatch.setenv("OTEL_SERVICE_NAME", "card-table")
        monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test,service.version=9")
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
        with running(tracing=True) as one:
            get_view(one, ("traceparent", HEADER))
            with there.changed:
                assert there.changed.wait_for(lambda: there.spans, timeout=10)
        assert there.headers[0]["Content-Type"] == "application/x-protobuf"
        assert there.headers[0]["x-tenant"] == "cards"
        resource = there.resources[0]
        assert (resource["service.name"], resource["service.version"]) == ("card-table", "9")
        assert resource["deployment.environment.name"] == "test"
        (span,) = there.spans
        assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, PARENT)
        assert span.kind == WireSpan.SPAN_KIND_SERVER


def test_what_was_not_sent_yet_is_sent_when_the_server_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last spans of a pod are not lost."""
    with collector() as there:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", there.url)
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "60000")
        with running(tracing=True) as one:
            for _ in range(3):
                get_view(one)
            assert there.spans == []
        assert len(there.spans) == 3


def test_a_collector_that_is_gone_does_not_keep_the_server_from_stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time in which a pod has to stop is counted; retries of an export are not in it."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "8")
        monkeypatch.setattr(tracing, "FLUSH_SECONDS", 0.3)
        with running(tracing=True) as one:
            get_view(one)
            started = time.monotonic()
            one.server.stop(0)
            assert time.monotonic() - started < 5


def test_a_collector_that_refuses_fails_no_call_and_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of our own log, without the headers' secrets; calls are answered."""
    with collector(status=400) as there:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", there.url)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=very-secret")
        with running(tracing=True) as one:
            get_view(one)
            log = one.log
        lines = [line for line in log.all() if line["event"] == "tracing"]
        assert lines
        assert lines[0]["level"] == "error"
        assert "400" in lines[0]["message"]
        assert b"very-secret" not in log.raw_bytes


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("OTEL_TRACES_EXPORTER", "zipkin"),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
        ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/json"),
    ],
)
def test_what_cannot_be_had_is_told_at_start(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    """The variable, its value and what is expected."""
    monkeypatch.setenv(variable, value)
    with pytest.raises(CannotStartError) as caught, running(tracing=True):
        pass
    assert f"{variable}={value}: expects" in str(caught.value)


@pytest.mark.parametrize(("variable", "value"), [("OTEL_TRACES_EXPORTER", "none"), ("OTEL_SDK_DISABLED", "true")])
def test_the_variables_can_turn_it_off_again(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    """Standard switches of OpenTelemetry; nothing is sent, and the caller's trace stays on the line."""
    with collector() as there:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", there.url)
        monkeypatch.setenv(variable, value)
        with running(tracing=True) as one:
            get_view(one, ("traceparent", HEADER), ("x-request-id", "off"))
            assert one.log.of("off")["trace_id"] == TRACE
        assert there.spans == []


def test_without_the_extra_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--tracing` where opentelemetry is not installed."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "opentelemetry"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(CannotStartError) as caught, running(tracing=True):
        pass
    assert "from a checkout: pip install ./clients/python '.[otel]'" in str(caught.value)
    assert "the image: --build-arg LOCK=otel" in str(caught.value)


def test_errors_are_those_codes_that_the_conventions_name() -> None:
    """Semantic conventions for gRPC: server spans."""
    assert {code.name for code in tracing._ERRORS} == {
        *("UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS")
    }
    assert all(code in grpc.StatusCode for code in tracing._ERRORS)


def test_each_of_several_workers_sends_its_spans_to_the_last_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Settings: --workers with --tracing, as real processes that are stopped by SIGTERM."""
    with collector() as there:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", there.url)
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "60000")
        monkeypatch.setenv("PAGEONE_TRACING", "true")
        with workers(tmp_path, 2) as one:
            for _ in range(20):
                with grpc.insecure_channel(one.address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
                    rules_service_pb2_grpc.RulesServiceStub(channel).ListRuleSets(
                        rules_service_pb2.ListRuleSetsRequest(), timeout=20
                    )
            assert one.stop() == (0, "")
        assert len(there.spans) == 20
        instances = {resource.get("service.instance.id") for resource in there.resources}
        assert len(there.resources) == len(instances)
