"""Hostile callers, in small sizes: whatever they do, others are served and health answers (issue: Must show).

The full sizes, with figures, are ``make soak-service``.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pageone_service.startup import READY

from tests.hostile import attacks
from tests.hostile.attacks import Attack
from tests.hostile.probe import GET_VIEW, Probe, health_probe, service_probe, view_request
from tests.hostile.wire import Wire, framed
from tests.load.process import ServerProcess, own_server, serve_command
from tests.service.support import ENGINE, running


@pytest.fixture(scope="module")
def victim() -> Iterator[ServerProcess]:
    """A server in a process of its own; its limits are the defaults, but for how long it waits for messages."""
    with own_server("--log-level=warning", "--max-read-seconds=2", "--max-write-seconds=2") as server:
        yield server


@pytest.fixture(scope="module")
def others(victim: ServerProcess) -> Iterator[tuple[Probe, Probe]]:
    """Whoever calls the service and asks for its health meanwhile."""
    with service_probe(victim.address) as service, health_probe(victim.health_address) as health:
        yield service, health


ATTACKS: list[tuple[Attack, int, set[str]]] = [
    (attacks.truncated_streams, 25, {"3"}),
    (attacks.streams_without_messages, 20, {"3"}),
    (attacks.silent_connections, 60, set()),
    (attacks.pings, 300, {"cut off"}),
    (attacks.rapid_resets, 200, {"broken off", "GOAWAY"}),
    (attacks.gzip_bombs, 64, {"8"}),
    (attacks.large_headers, 100, {"8"}),
    (attacks.doubled_authorization, 3, {"3"}),
    (attacks.two_messages, 5, {"0"}),
    (attacks.garbage, 9, set()),
    # 1: the server has ended them; rst 7: gRPC did, before the server knew of them.
    (attacks.header_only_streams, 50, {"1", "rst 7"}),
]


@pytest.mark.parametrize(("attack", "size", "heard"), ATTACKS, ids=[one[0].__name__ for one in ATTACKS])
def test_others_are_served_meanwhile(
    victim: ServerProcess, others: tuple[Probe, Probe], attack: Attack, size: int, heard: set[str]
) -> None:
    """During each attack ten more answers of the service and of health come, none fails, and attackers are refused."""
    service, health = others
    with attack(victim.address, size) as outcome:
        service.wait_for(10)
        health.wait_for(10)
    assert set(outcome) <= heard, outcome
    assert service.answers.failed == []
    assert health.answers.failed == []


def test_attacks_leave_no_memory_behind(victim: ServerProcess, others: tuple[Probe, Probe]) -> None:
    """A third round of all attacks takes no more memory than the second has left, but for a little."""
    held = []
    for _ in range(3):
        for attack, size, _heard in ATTACKS:
            with attack(victim.address, size):
                others[0].wait_for(2)
        held.append(victim.resident_bytes() >> 20)
    assert held[2] - held[1] < 16, held


def test_a_gzip_bomb_is_never_unpacked_as_a_whole(victim: ServerProcess) -> None:
    """A message of half a GiB, packed into half a MiB: the most that the process ever held grows by a few MiB."""
    before = _most_held(victim)
    with attacks.gzip_bombs(victim.address, 512) as heard:
        assert heard == {"8": 4}
    assert _most_held(victim) - before < 64


def _most_held(server: ServerProcess) -> int:
    """MiB that the process has held at most so far."""
    for line in Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) >> 10
    raise AssertionError("no VmHWM")


def test_health_has_threads_left_for_who_asks(victim: ServerProcess, others: tuple[Probe, Probe]) -> None:
    """Header-only streams at health's own port, more than it has threads: health answers."""
    with attacks.header_only_health(victim.health_address, 30):
        others[1].wait_for(10)
    assert others[1].answers.failed == []


def test_a_message_that_never_comes_ends_its_call() -> None:
    """The call is cancelled after max_read_seconds, counted and logged so, and its thread is gone."""
    with running(threads=1, max_read_seconds=0.3) as fresh, Wire(fresh.server.address) as wire:
        streams = [wire.open(GET_VIEW, [("x-request-id", f"silent-{number}")]) for number in range(3)]
        assert [wire.status(stream, 10) for stream in streams] == ["1"] * 3
        line = fresh.log.of("silent-2")
        assert (line["code"], line["reason"]) == ("CANCELLED", "NO_MESSAGE")
        assert wire.call(GET_VIEW, view_request()) == "0"


def test_a_late_message_is_answered() -> None:
    """A call whose message comes after others have taken its thread's place takes a place again."""
    with running(threads=1) as fresh, Wire(fresh.server.address) as wire, Wire(fresh.server.address) as other:
        late = [wire.open(GET_VIEW) for _ in range(3)]
        for _ in range(20):
            assert other.call(GET_VIEW, view_request()) == "0"
        for stream in late:
            wire.send(stream, framed(view_request()), end=True)
        assert [wire.status(stream) for stream in late] == ["0"] * 3
        pool = fresh.server._pools[0]
        assert other.call(GET_VIEW, view_request()) == "0"
        assert pool.absent == 0


def test_more_late_messages_than_threads_end_the_oldest() -> None:
    """max_reading bounds the threads; beyond it the oldest calls are cancelled and others are served."""
    with running(threads=1, max_reading=3) as fresh, Wire(fresh.server.address) as wire:
        streams = [wire.open(GET_VIEW) for _ in range(12)]
        with Wire(fresh.server.address) as other:
            assert other.call(GET_VIEW, view_request()) == "0"
        assert wire.status(streams[0], 10) == "1"
        assert wire.status(streams[1], 10) == "1"
        assert streams[-1] not in wire.statuses
        assert fresh.server._pools[0].absent <= 3


def test_answers_that_nobody_reads_are_given_up() -> None:
    """A caller with a window of nothing: its calls are ended after max_write_seconds, and their answers are freed."""
    with running(max_write_seconds=0.3) as fresh, Wire(fresh.server.address, reads=False) as wire:
        streams = [wire.open(GET_VIEW) for _ in range(5)]
        for stream in streams:
            wire.send(stream, framed(view_request()), end=True)
        assert [wire.status(stream, 10) for stream in streams] == ["1"] * 5
        assert wire.data == {}
        with Wire(fresh.server.address) as other:
            assert other.call(GET_VIEW, view_request()) == "0"
            # Only what is under way is kept: this call's own answer, at most.
            assert len(fresh.server._deliveries) <= 1


def test_too_many_unread_bytes_end_the_oldest_calls() -> None:
    """max_unsent_bytes: the oldest unread answers go, before their time is over."""
    with running(max_unsent_bytes=1 << 20) as fresh, Wire(fresh.server.address, reads=False) as wire:
        body = attacks.large_request()
        for _ in range(20):
            wire.send(wire.open(ENGINE + "BatchApplyActions"), body, end=True)
        # All together they have several times as much as may lie there.
        assert wire.wait_for(lambda: len(wire.statuses) >= 4, 20)
        assert set(wire.statuses.values()) == {"1"}
        assert fresh.server.settings.max_write_seconds > 20


def test_streams_of_reflection_take_no_thread_of_calls(victim: ServerProcess, others: tuple[Probe, Probe]) -> None:
    """Reflection's streams last as long as callers like: they have threads of their own."""
    with attacks.header_only_streams(
        victim.address, 20, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
    ):
        others[0].wait_for(10)
    assert others[0].answers.failed == []


def test_headers_that_grpc_cannot_read_leave_no_lines() -> None:
    """Logs: the log has the service's own lines; how many others there are is not the callers' to choose."""
    with subprocess.Popen(serve_command("--no-solo"), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        try:
            assert child.stdout is not None
            found = READY.match(child.stdout.readline().decode())
            assert found is not None
            with Wire(found[1]) as wire:
                bad = [wire.open(GET_VIEW, [("grpc-timeout", text)], end=True) for text in ("x", "-1S", "")]
                assert all(wire.status(stream, 20) for stream in bad)
                assert wire.call(GET_VIEW, view_request()) == "0"
            child.terminate()
            _, written = child.communicate(timeout=30)
        finally:
            child.kill()
    lines = written.decode().splitlines()
    assert lines
    assert all(json.loads(line)["event"] for line in lines)
