"""The log (OPERATIONS.md, "Logs"): one line of JSON for each call, and no call fails for it."""

from __future__ import annotations

import io
import json
import re
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from pageone.v1 import engine_service_pb2 as pb
from pageone_service import engine_service, server
from pageone_service.edge import Call, Method
from pageone_service.logs import bind, make_log, unbind

from tests.service.refusals import refused_actions
from tests.service.support import ENGINE, LogLines, Running, action_message, message_of, new_state, running, viewer

TRACE = "0af7651916cd43dd8448eb211c80319c"


def lines_of(form: str = "json", level: str = "debug") -> tuple[Any, io.BytesIO]:
    stream = io.BytesIO()
    return make_log(level, form, stream), stream


def of_calls(one: Running) -> list[dict[str, Any]]:
    """The lines that calls left; some are left by the start."""
    return [line for line in one.log.all() if "request_id" in line]


def test_every_call_leaves_exactly_one_line_whatever_it_ends_with() -> None:
    """The canonical line: method, code, ms, sizes, request id, trace id, match id, refusal."""
    view = pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)).SerializeToString()
    state, action = refused_actions()[1]
    refused = pb.ApplyActionRequest(state=message_of(state), action=action_message(action)).SerializeToString()
    calls = {
        "ok": (ENGINE + "GetView", view, "OK"),
        "refused": (ENGINE + "ApplyAction", refused, "FAILED_PRECONDITION"),
        "malformed": (ENGINE + "GetView", b"\xff", "INVALID_ARGUMENT"),
        "unknown": (ENGINE + "NoSuchCall", b"", "UNIMPLEMENTED"),
    }
    with running() as one:
        for name, (path, data, _) in calls.items():
            one.raw(path, data, (("x-request-id", name), ("traceparent", f"00-{TRACE}-b7ad6b7169203331-01")))
        for name, (path, data, code) in calls.items():
            line = one.log.of(name)
            assert line["event"] == "call"
            assert line["method"] == ("unknown" if name == "unknown" else path)
            assert line["code"] == code
            assert line["ms"] >= 0
            assert line["received"] == len(data)
            assert line["sent"] >= 0
            assert line["trace_id"] == TRACE
            assert line["level"] == "info"
            written = datetime.fromisoformat(line["timestamp"])
            assert timedelta(0) <= datetime.now(UTC) - written < timedelta(minutes=5)
        assert len(of_calls(one)) == len(calls)
        assert one.log.of("ok")["match_id"] == "a-match"
        assert one.log.of("refused")["reason"] == "REFUSAL_NOT_YOUR_TURN"


def test_what_is_logged_within_a_call_has_its_request_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bound to the context: no line of a call has to be told whose it is, and none has another's."""
    logs: list[Any] = []

    def tells(request: Message, call: Call) -> Message:
        logs[0].debug("inside")
        return pb.GetViewResponse()

    monkeypatch.setattr(server, "METHODS", (Method(engine_service.SERVICE, "GetView", pb.GetViewRequest, tells),))
    lines = LogLines()
    with running() as one:
        logs.append(make_log("debug", "json", lines))  # type: ignore[arg-type]
        for name in ("first", "second"):
            one.raw(ENGINE + "GetView", b"", (("x-request-id", name),))
            assert lines.of(name)["event"] == "inside"
    assert [line["request_id"] for line in lines.all()] == ["first", "second"]


def test_the_rest_is_debug() -> None:
    """One line for each call at level info; nothing but what went wrong above it."""
    view = pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)).SerializeToString()
    with running() as one:
        one.raw(ENGINE + "GetView", view)
        one.raw(ENGINE + "GetView", b"\xff")
    assert [(line["event"], line["level"]) for line in of_calls(one)] == [("call", "info")] * 2


def test_an_unforeseen_exception_leaves_a_second_line_with_the_way_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller has the id; the log has the place, and never the exception's text, which may show a hand."""

    def breaks(request: Message, call: Call) -> Message:
        raise RuntimeError("the hand is 17 18 19")

    monkeypatch.setattr(server, "METHODS", (Method(engine_service.SERVICE, "GetView", pb.GetViewRequest, breaks),))
    with running() as one:
        ended = one.ended(ENGINE + "GetView", pb.GetViewRequest(), (("x-request-id", "broken"),))
        assert ended.code is grpc.StatusCode.INTERNAL
        unforeseen, call = of_calls(one)
    assert (unforeseen["event"], unforeseen["level"], unforeseen["error"]) == ("unforeseen", "error", "RuntimeError")
    assert re.fullmatch(r"test_logs\.py:\d+ breaks", unforeseen["where"][-1])
    assert (call["event"], call["code"]) == ("call", "INTERNAL")
    assert unforeseen["request_id"] == call["request_id"] == "broken"
    assert b"17 18" not in one.log.raw_bytes


@pytest.mark.parametrize("level", ["warning", "error"])
def test_levels_leave_lines_out(level: str) -> None:
    """Settings: --log-level."""
    log, stream = lines_of(level=level)
    log.info("call")
    log.error("unforeseen")
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["unforeseen"]


@pytest.mark.parametrize(
    "value",
    [object(), {1, 2}, 1 << 80, "half a pair: \ud800", b"bytes", {1: 2}, float("nan"), {"deep": {"er": object()}}],
    ids=["object", "set", "large number", "half a pair", "bytes", "number as key", "nan", "nested"],
)
def test_a_line_is_json_whatever_it_is_given(value: object) -> None:
    """orjson with repr for what it does not know; what JSON cannot say is shown all the same."""
    log, stream = lines_of()
    log.info("call", value=value, code="OK")
    line = json.loads(stream.getvalue())
    assert (line["event"], line["code"]) == ("call", "OK")
    assert "value" in line


def test_a_value_cannot_forge_a_line() -> None:
    """Line breaks and quotes of a caller stay inside its value."""
    log, stream = lines_of()
    evil = 'x"}\n{"event":"call","code":"OK"}'
    log.info("call", match_id=evil)
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line)["match_id"] == evil


def test_lines_of_many_threads_stay_whole() -> None:
    """A line is one write."""
    log, stream = lines_of()
    start = Barrier(8)

    def write(number: int) -> None:
        start.wait(10)
        for _ in range(50):
            log.info("call", number=number, text="x" * 300)

    threads = [Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    found = [json.loads(line)["number"] for line in stream.getvalue().splitlines()]
    assert sorted(found) == sorted([number for number in range(8) for _ in range(50)])


def test_what_is_bound_is_on_every_line_until_it_is_unbound() -> None:
    """And what a line says itself counts more."""
    log, stream = lines_of()
    token = bind({"request_id": "a", "code": "bound"})
    log.info("call", code="said")
    unbind(token)
    log.info("call")
    first, second = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert (first["request_id"], first["code"]) == ("a", "said")
    assert "request_id" not in second


def test_a_log_that_cannot_be_written_fails_no_call_of_any_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, a closed pipe: answered, refused and unknown calls end as they would."""

    def breaks(request: Message, call: Call) -> Message:
        raise RuntimeError

    broken = Method(engine_service.SERVICE, "ListLegalActions", pb.ListLegalActionsRequest, breaks)
    monkeypatch.setattr(server, "METHODS", (*server.METHODS[:4], broken))
    with running() as one:

        def full(data: object) -> int:
            raise BrokenPipeError

        monkeypatch.setattr(one.log, "write", full)
        one.engine.GetView(pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)))
        ended = {
            path: one.raw(ENGINE + path, b"\xff" if path == "GetView" else b"")
            for path in ("GetView", "ListLegalActions", "NoSuchCall")
        }
    codes = [getattr(end, "code", None) for end in ended.values()]
    assert codes == [grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNIMPLEMENTED]
