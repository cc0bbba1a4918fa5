"""The server as a process: ready line, graceful stop, the same bytes everywhere (OPERATIONS.md)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import rules_service_pb2
from pageone_service.startup import READY

from tests.hostile.probe import GET_VIEW
from tests.hostile.wire import Wire
from tests.service.refusals import refused_actions
from tests.service.support import (
    ENGINE,
    RULES,
    SEED,
    action_message,
    listed,
    message_of,
    new_state,
    preset,
    running,
    viewer,
)

RUN = """
import sys
from pageone_service.server import serve
from pageone_service.settings import load
sys.exit(serve(load(dict(arg.split("=", 1) for arg in sys.argv[1:]), {})))
"""


class Process:
    """A server process that is ready; its addresses come from its one line on stdout."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        self.line = process.stdout.readline()
        match = READY.match(self.line)
        assert match, self.line
        self.address, self.health_address, self.admin_address = match.groups("")

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; the exit status, and what else was printed on stdout."""
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=30)
        return self.process.returncode, rest


@contextmanager
def process(hash_seed: str = "0", **settings: str) -> Iterator[Process]:
    """A server process on free ports, killed afterwards when it still runs."""
    ports = dict.fromkeys(("address", "health_address", "admin_address"), "127.0.0.1:0")
    given = {**ports, "drain_seconds": "0.2", "log_level": "warning", **settings}
    child = subprocess.Popen(
        [sys.executable, "-c", RUN, *(f"{key}={value}" for key, value in given.items())],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    try:
        yield Process(child)
    finally:
        if child.poll() is None:
            child.kill()
        child.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_with_exit_0(number: int) -> None:
    """OPERATIONS.md: health NOT_SERVING, wait, stop, exit 0; one line on stdout, when ready."""
    with process() as one:
        with grpc.insecure_channel(one.health_address) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            assert stub.Check(health_pb2.HealthCheckRequest(), timeout=10).status == 1
        assert one.stop(number) == (0, "")


def test_calls_that_come_while_it_drains_are_answered() -> None:
    """OPERATIONS.md: from the signal until balancers have seen NOT_SERVING, no call is lost."""
    request = pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0))
    with process(drain_seconds="1") as one, grpc.insecure_channel(one.address) as channel:
        get_view = channel.unary_unary(
            ENGINE + "GetView",
            request_serializer=pb.GetViewRequest.SerializeToString,
            response_deserializer=pb.GetViewResponse.FromString,
        )
        get_view(request, timeout=10)
        codes: list[grpc.StatusCode] = []

        def call_until_closed() -> None:
            while True:
                try:
                    get_view(request, timeout=10)
                    codes.append(grpc.StatusCode.OK)
                except grpc.RpcError as error:
                    codes.append(error.code())
                    return

        caller = threading.Thread(target=call_until_closed)
        caller.start()
        with grpc.insecure_channel(one.health_address) as health:
            stub: Any = health_pb2_grpc.HealthStub(health)
            watch = stub.Watch(health_pb2.HealthCheckRequest(), timeout=20)
            assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
            one.process.send_signal(signal.SIGTERM)
            assert next(watch).status == health_pb2.HealthCheckResponse.NOT_SERVING
            get_view(request, timeout=10)
            watch.cancel()
        caller.join(timeout=30)
        assert codes.count(grpc.StatusCode.OK) > 10
        # The first call that is not answered was never taken: it may be tried elsewhere.
        assert codes[-1] in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
        one.process.communicate(timeout=30)
        assert one.process.returncode == 0


def test_a_sighup_ends_nothing() -> None:
    """SIGHUP reads files again; by default it would kill the process."""
    with process() as one:
        one.process.send_signal(signal.SIGHUP)
        assert one.stop() == (0, "")


def test_a_signal_right_after_another_one_is_not_missed() -> None:
    """SIGHUP and SIGTERM together: the kernel gives the second one to any thread, and it counts all the same."""
    with process(drain_seconds="0", threads="16") as one:
        for _ in range(200):
            one.process.send_signal(signal.SIGHUP)
        assert one.stop() == (0, "")


def test_a_file_that_cannot_be_read_again_changes_nothing_and_is_told() -> None:
    """A reload calls all that reads files, whatever another of them raises; never with the exception's text."""
    read: list[str] = []

    def fails() -> None:
        raise ValueError("a secret")

    with running() as one:
        one.server.on_reload("keys", fails)
        one.server.on_reload("certificates", lambda: read.append("certificates"))
        one.server.reload()
        assert read == ["certificates"]
        told = [(line["event"], line["what"]) for line in one.log.all() if "what" in line]
        assert told == [("reload_failed", "keys"), ("reloaded", "certificates")]
        assert b"a secret" not in one.log.raw_bytes


def test_a_second_signal_ends_the_waiting() -> None:
    """A person that presses Ctrl-C twice does not wait for the drain."""
    with process(drain_seconds="300") as one:
        with grpc.insecure_channel(one.health_address) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            watch = stub.Watch(health_pb2.HealthCheckRequest(), timeout=30)
            next(watch)
            one.process.send_signal(signal.SIGINT)
            next(watch)
            watch.cancel()
        assert one.stop(signal.SIGINT) == (0, "")


def test_a_second_signal_ends_the_grace_as_well() -> None:
    """Nor does it wait for a call whose message never comes."""
    with process(drain_seconds="0", grace_seconds="300", max_read_seconds="300") as one, Wire(one.address) as wire:
        wire.open(GET_VIEW)
        one.process.send_signal(signal.SIGTERM)
        # Told to come no more: to h2 whatever follows that on a connection is an error, which closes it.
        assert wire.wait_for(lambda: wire.goaway is not None or wire.closed)
        assert one.stop() == (0, "")


@pytest.mark.parametrize("which", ["address", "health_address", "admin_address"])
def test_a_second_server_on_a_port_fails_clearly(which: str) -> None:
    """OPERATIONS.md: so_reuseport 0: it must not take half of the connections silently."""
    with process() as one:
        given = {"address": "127.0.0.1:0", "health_address": "", "admin_address": ""}
        given[which] = getattr(one, which)
        second = subprocess.run(
            [sys.executable, "-c", RUN, *(f"{key}={value}" for key, value in given.items())],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert second.returncode == 1
        assert second.stdout == ""
        flag = f"--{which.replace('_', '-')}"
        without = "" if which == "address" else f', or {flag} "" to do without'
        # One sentence of our own, without gRPC's lines, worded alike for each of the three.
        assert second.stderr == (
            f"pageone serve: {flag}={given[which]}: cannot listen there, the port is taken; "
            f"say {flag} 127.0.0.1:0 for any free port{without}\n"
        )


@pytest.mark.parametrize(
    ("address", "reason"),
    [("192.0.2.1:0", "this machine has no such address"), ("no-such-host.invalid:0", "there is no such host")],
)
@pytest.mark.parametrize("which", ["address", "health_address", "admin_address"])
def test_an_address_that_is_not_here_fails_clearly(which: str, address: str, reason: str) -> None:
    """Bad input gets a clear error naming field and remedy: also a host that is another machine's, or nobody's."""
    ports = {"address": "127.0.0.1:0", "health_address": "", "admin_address": ""}
    given = {**ports, "insecure": "true", "solo": "false", which: address}
    tried = subprocess.run(
        [sys.executable, "-c", RUN, *(f"{key}={value}" for key, value in given.items())],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (tried.returncode, tried.stdout) == (1, "")
    flag = f"--{which.replace('_', '-')}"
    told = f"pageone serve: {flag}={address}: cannot listen there, {reason}; say {flag} 127.0.0.1:0 for any free port"
    assert tried.stderr.startswith(told)
    assert len(tried.stderr.splitlines()) == 1


def requests() -> Iterator[tuple[str, Message]]:
    """Requests of every call: answered, refused, stale and malformed ones."""
    state = message_of(new_state("american_page_one"))
    action = action_message(listed(new_state("american_page_one"))[0])
    viewers = [viewer(seat) for seat in (0, 1, 2, 3, None)]
    yield (
        ENGINE + "CreateMatch",
        pb.CreateMatchRequest(rules=preset("imohori"), seats=4, seed=SEED, entropy=[b"e"], viewers=viewers),
    )
    yield ENGINE + "CreateMatch", pb.CreateMatchRequest(seats=99, viewers=[viewer(9)] * 9)
    yield ENGINE + "ApplyAction", pb.ApplyActionRequest(state=state, action=action, viewers=viewers)
    for before, refused in refused_actions().values():
        yield ENGINE + "ApplyAction", pb.ApplyActionRequest(state=message_of(before), action=action_message(refused))
    action.version = 9
    stale = pb.ApplyActionRequest(state=state, action=action)
    yield ENGINE + "ApplyAction", stale
    yield ENGINE + "BatchApplyActions", pb.BatchApplyActionsRequest(requests=[stale])
    yield ENGINE + "GetView", pb.GetViewRequest(state=state, viewer=viewer(2))
    yield ENGINE + "ListLegalActions", pb.ListLegalActionsRequest(state=state)
    yield ENGINE + "SuggestAction", pb.SuggestActionRequest(strength=pb.STRENGTH_HARD)
    yield (
        ENGINE + "VerifyTranscript",
        pb.VerifyTranscriptRequest(
            transcript=pb.Transcript(rules=preset("only_one"), seats=3, seed=SEED, actions=[action])
        ),
    )
    yield RULES + "ListRuleSets", rules_service_pb2.ListRuleSetsRequest()
    bad = message_of(new_state("american_page_one"))
    bad.rules.american_page_one.evasion = 77  # type: ignore[assignment]
    bad.seats[1].hand[0] = -1  # type: ignore[call-overload]
    yield RULES + "DescribeRules", rules_service_pb2.DescribeRulesRequest(rules=bad.rules)
    bad.schema = 7
    yield ENGINE + "GetView", pb.GetViewRequest(state=bad, viewer=viewer(0))


def answers(address: str) -> list[tuple[str, bytes]]:
    """How each request is answered: code and sentence, and bytes of the answer or of the details."""
    found = []
    with grpc.insecure_channel(address) as channel:
        for call, request in requests():
            method: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(call)
            try:
                found.append(("OK", method(request.SerializeToString(), timeout=20)))
            except grpc.RpcError as error:
                details = {each.key: each.value for each in error.trailing_metadata() or ()}
                data = details["grpc-status-details-bin"]
                assert isinstance(data, bytes)
                found.append((f"{error.code()} {error.details()}", data))
    return found


def test_the_same_request_gives_the_same_bytes_in_every_process() -> None:
    """API.md: always, on every replica: twice in one process, and in two under other hash seeds."""
    with process("1") as one, process("2") as other:
        first = answers(one.address)
        assert first == answers(one.address)
        assert first == answers(other.address)
    codes = {code.split(" ")[0] for code, _ in first}
    assert codes == {
        "OK",
        "StatusCode.INVALID_ARGUMENT",
        "StatusCode.FAILED_PRECONDITION",
        "StatusCode.ABORTED",
    }


def test_the_other_implementations_of_protobuf_are_refused() -> None:
    """OPERATIONS.md: api_implementation.Type() must be upb: checked at start."""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", RUN, "address=127.0.0.1:0"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python"},
    )
    assert run.returncode == 1
    assert "upb" in run.stderr
