"""Two replicas behind a real Envoy under load: one is stopped, killed, both are restarted, and no caller notices."""

from __future__ import annotations

import signal
import socket
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

import pytest
from pageone.client import channel_options

from tests.envoy import Envoy, envoy

from .bodies import Body, body_of
from .callers import Callers, Seen
from .process import ServerProcess, own_server

IN_FLIGHT = 32
CALLS = 5_000
#: Calls before and after what happens.
SHARE = 1_000


@pytest.fixture(scope="module")
def bodies() -> list[Body]:
    """Real positions of both games; what a host calls most."""
    return [
        body
        for seed in range(6)
        for rules in ("american_page_one", "page_one")
        for body in (
            body_of("ApplyAction", rules, viewers=4, seed=seed),
            body_of("ApplyAction", rules, seed=seed),
            body_of("GetView", rules, seed=seed),
        )
    ]


class Replica:
    """A server on ports of its own, which it has again when it comes back."""

    def __init__(self) -> None:
        self.address, self.health_address = _free_address(), _free_address()
        self.running: ServerProcess | None = None
        self._stack = ExitStack()

    def start(self) -> Replica:
        """Start it, as it is shipped but for its ports."""
        self._stack = ExitStack()
        ports = (f"--address={self.address}", f"--health-address={self.health_address}", "--log-level=warning")
        self.running = self._stack.enter_context(own_server(*ports))
        return self

    def end(self, number: int) -> int:
        """End it by a signal; its exit status."""
        assert self.running is not None
        status = self.running.stop(number)
        self.close()
        return status

    def close(self) -> None:
        """Kill what still runs."""
        self._stack.close()


@contextmanager
def two_replicas() -> Iterator[tuple[Envoy, list[Replica]]]:
    """Two servers as they are shipped, and Envoy as the overlay has it in front."""
    with ExitStack() as stack:
        replicas = [Replica(), Replica()]
        for each in replicas:
            stack.callback(each.close)
            each.start()
        yield stack.enter_context(envoy(replicas)), replicas


def check(seen: Seen, edge: Envoy, calls: Mapping[str, int]) -> None:
    """Nobody was failed, enough was called, and every replica had its part in it."""
    assert not seen.failures, f"{len(seen.failures)} of {seen.answered} failed: {Counter(seen.failures)}"
    assert seen.answered >= CALLS
    assert all(count >= SHARE // 4 for count in calls.values()), calls
    assert edge.process.poll() is None


def requests(edge: Envoy) -> dict[str, int]:
    """How many requests each replica has got."""
    return {address: host.requests for address, host in edge.hosts().items()}


def test_no_call_fails_when_a_replica_is_stopped(bodies: list[Body]) -> None:
    """Must show: SIGTERM of one of two behind Envoy under load, 0 failed calls of 5,000, without a try by callers."""
    with two_replicas() as (edge, replicas), Callers(edge.address, bodies, in_flight=IN_FLIGHT) as callers:
        callers.wait_for(SHARE)
        assert replicas[0].end(signal.SIGTERM) == 0
        calls = requests(edge)
        callers.wait_for(max(SHARE, CALLS - callers.seen.answered))
        check(callers.stop(), edge, calls)
        assert requests(edge)[replicas[0].address] == calls[replicas[0].address]


def test_no_caller_notices_when_a_replica_is_killed(bodies: list[Body]) -> None:
    """Must show: SIGKILL of one of two under load, with the shipped client's policy 0 failures of 5,000 are seen."""
    options = channel_options()
    with (
        two_replicas() as (edge, replicas),
        Callers(edge.address, bodies, in_flight=IN_FLIGHT, options=options) as callers,
    ):
        callers.wait_for(SHARE)
        calls = requests(edge)
        assert replicas[0].end(signal.SIGKILL) == -signal.SIGKILL
        callers.wait_for(max(SHARE, CALLS - callers.seen.answered))
        check(callers.stop(), edge, calls)
        edge.wait_for_healthy(replicas[1])


def test_no_call_fails_when_both_are_restarted_in_turn(bodies: list[Body]) -> None:
    """Must show: a rolling restart of both under load, 0 failed calls, without a try by callers."""
    with two_replicas() as (edge, replicas), Callers(edge.address, bodies, in_flight=IN_FLIGHT) as callers:
        for each in replicas:
            callers.wait_for(SHARE)
            before = requests(edge)[each.address]
            assert each.end(signal.SIGTERM) == 0
            each.start()
            edge.wait_for_healthy(*replicas)
            callers.wait_for(SHARE)
            assert requests(edge)[each.address] > before
        callers.wait_for(max(1, CALLS - callers.seen.answered))
        check(callers.stop(), edge, requests(edge))


def _free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"
