"""Limits of connections and headers, and who is refused when there is no room (OPERATIONS.md, "Server")."""

from __future__ import annotations

import threading
from time import monotonic

import grpc
import pytest
from pageone.v1 import engine_service_pb2 as pb
from pageone_service import engine_service, server
from pageone_service.edge import Call, Method

from tests.hostile.probe import GET_VIEW, view_request
from tests.hostile.wire import Wire, connect
from tests.service.support import ENGINE, Ended, Running, message_of, new_state, running, viewer


def view_message() -> pb.GetViewRequest:
    return pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0))


@pytest.mark.parametrize("name", ["authorization", "x-api-key"])
def test_headers_that_say_who_somebody_is_come_once(service: Running, name: str) -> None:
    """OPERATIONS.md: duplicate security headers are refused, whatever they hold; the same value twice, too."""
    for second in ("other", "one"):
        ended = service.ended(ENGINE + "GetView", view_message(), ((name, "one"), (name, second)))
        assert ended.code is grpc.StatusCode.INVALID_ARGUMENT
        assert ended.info.reason == "DOUBLED_HEADER"
        assert dict(ended.info.metadata) == {"header": name}
        assert "one" not in ended.message.replace("once", "")


def test_other_headers_may_come_twice(service: Running) -> None:
    """A doubled header of no consequence is the caller's to send."""
    service.engine.GetView(view_message(), metadata=(("x-mine", "a"), ("x-mine", "b")))


def test_excess_is_refused_at_once_while_everything_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """OPERATIONS.md: those beyond the limit are refused by who took them, with no thread free; those within it wait."""
    entered, release = threading.Semaphore(0), threading.Event()

    def stuck(request: pb.GetViewRequest, call: Call) -> pb.GetViewResponse:
        entered.release()
        assert release.wait(30)
        return pb.GetViewResponse()

    monkeypatch.setattr(server, "METHODS", (Method(engine_service.SERVICE, "GetView", pb.GetViewRequest, stuck),))
    with running(threads=2, max_waiting=3) as fresh:
        within = [fresh.engine.GetView.future(pb.GetViewRequest(), timeout=30) for _ in range(2)]
        assert entered.acquire(timeout=10)
        assert entered.acquire(timeout=10)
        within += [fresh.engine.GetView.future(pb.GetViewRequest(), timeout=30) for _ in range(3)]
        beyond = [
            fresh.ended(ENGINE + "GetView", pb.GetViewRequest(), (("x-request-id", f"beyond-{number}"),))
            for number in range(5)
        ]
        assert not any(one.done() for one in within)
        for number, ended in enumerate(beyond):
            assert ended.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert ended.info.reason == "TOO_MANY_WAITING"
            assert ended.info.metadata["limit"] == "3"
            assert ended.pushback == "200"
            assert [type(detail).__name__ for detail in ended.details] == ["ErrorInfo", "RetryInfo"]
            assert ended.request_id == f"beyond-{number}"
            assert fresh.log.of(f"beyond-{number}")["reason"] == "TOO_MANY_WAITING"
        release.set()
        assert all(one.result(timeout=30) is not None for one in within)
        fresh.engine.GetView(pb.GetViewRequest())


def test_a_connection_of_age_is_asked_to_come_again() -> None:
    """max_connection_age_seconds: GOAWAY, so that callers spread; the call under way is answered."""
    with running(max_connection_age_seconds=0.5) as fresh, Wire(fresh.server.address) as wire:
        assert wire.call(GET_VIEW, view_request()) == "0"
        assert wire.wait_for(lambda: wire.goaway is not None or wire.closed, 10)


def test_a_connection_without_calls_is_ended() -> None:
    """max_idle_seconds: GOAWAY; a caller that comes again gets a new one."""
    with running(max_idle_seconds=0.5) as fresh, Wire(fresh.server.address) as wire:
        assert wire.call(GET_VIEW, view_request()) == "0"
        assert wire.wait_for(lambda: wire.goaway is not None or wire.closed, 10)


def test_who_does_not_speak_is_cut_off() -> None:
    """handshake_seconds: a connection that does not begin with HTTP/2 is closed."""
    with running(handshake_seconds=0.3) as fresh, connect(fresh.server.address) as silent:
        silent.settimeout(10)
        told = b""
        while more := silent.recv(1 << 16):
            told += more
        assert b"timeout" in told


def test_who_does_not_answer_a_ping_is_cut_off() -> None:
    """keepalive_seconds and keepalive_timeout_seconds: who is gone without a word holds no connection."""
    with running(keepalive_seconds=0.5, keepalive_timeout_seconds=0.5) as fresh, Wire(fresh.server.address) as wire:
        wire.open(GET_VIEW)
        assert wire.goes_deaf(10)


def test_who_pings_too_often_is_cut_off() -> None:
    """min_ping_seconds: after a few pings too many, the connection is ended; fewer are allowed."""
    with running(min_ping_seconds=300.0) as fresh, Wire(fresh.server.address) as wire:
        for _ in range(10):
            wire.ping()
        assert wire.wait_for(lambda: wire.goaway is not None or wire.closed, 10)


def test_a_connection_has_so_many_calls_at_once() -> None:
    """max_streams: told to the caller, whose further calls wait at its side; all are answered."""
    with running(max_streams=2) as fresh:
        futures = [fresh.engine.GetView.future(view_message(), timeout=20) for _ in range(20)]
        assert all(future.result(timeout=20).HasField("view") for future in futures)
        with Wire(fresh.server.address) as wire:
            assert wire.call(GET_VIEW, view_request()) == "0"
            assert wire.max_streams == 2


def test_many_more_calls_than_a_connection_may_have_at_once_are_all_answered() -> None:
    """Four hundred at once on one connection, with the defaults: none is refused, and none lost."""
    with running(max_waiting=1000) as fresh:
        futures = [fresh.engine.GetView.future(view_message(), timeout=30) for _ in range(400)]
        assert all(future.result(timeout=30).HasField("view") for future in futures)


def test_a_deadline_counts_while_the_message_is_waited_for() -> None:
    """A call whose deadline passes before its message is there ends so, and not after max_read_seconds."""
    with running(max_read_seconds=60.0) as fresh, Wire(fresh.server.address) as wire:
        started = monotonic()
        stream = wire.open(GET_VIEW, [("grpc-timeout", "300m"), ("x-request-id", "late-message")])
        assert wire.status(stream, 20) in ("4", "rst 8")
        assert monotonic() - started < 20
        assert fresh.log.of("late-message")["code"] == "DEADLINE_EXCEEDED"


def test_the_server_caps_deadlines(service: Running) -> None:
    """max_call_seconds: a call without a deadline, or with a later one, has the server's (docs/configuration.md)."""
    seen: list[float] = []

    def look(request: pb.GetViewRequest, call: Call) -> pb.GetViewResponse:
        seen.append(call.remaining())
        return pb.GetViewResponse()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "METHODS", (Method(engine_service.SERVICE, "GetView", pb.GetViewRequest, look),))
        with running(max_call_seconds=7.0) as fresh:
            fresh.engine.GetView(pb.GetViewRequest())
            fresh.engine.GetView(pb.GetViewRequest(), timeout=3600)
            fresh.engine.GetView(pb.GetViewRequest(), timeout=5)
    assert 6 < seen[0] <= 7
    assert 6 < seen[1] <= 7
    assert seen[2] < 5.5


def test_a_stream_without_a_message_is_malformed(service: Running) -> None:
    """INVALID_ARGUMENT with a path, as for any other thing that is missing."""

    def nothing() -> object:
        return iter(())

    call: grpc.StreamUnaryMultiCallable[bytes, bytes] = service.channel.stream_unary(ENGINE + "GetView")
    with pytest.raises(grpc.RpcError) as caught:
        call(nothing(), timeout=20)  # type: ignore[arg-type]
    ended = Ended(caught.value)
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT
    assert ended.paths == ["request"]
