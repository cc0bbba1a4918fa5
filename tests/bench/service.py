"""The service beside an echo server of the same flavour: its threads, options and bytes, a handler that does nothing.

Every contestant has its turns in one run, the servers on one core and h2load on another where there are two; what
h2load calls a success must be an OK by the server's own count.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median

import grpc

from tests.load.bodies import Body, body_of
from tests.load.h2load import Shots, counted, shoot
from tests.load.process import ServerProcess, own_server, started

from .contestants import Play
from .handler import Handler, measure_handler
from .interleave import interleave, median_rate

ECHO, APPLY, WATCHED, VIEW, BATCH = "echo", "ApplyAction", "ApplyAction, 4 viewers", "GetView", "BatchApplyActions"
CLIENTS = 16
SPLIT = ("ApplyAction", "GetView", "ListLegalActions", "SuggestAction", "CreateMatch")
MEMORY_STEPS = 20
ECHO_COMMAND = (sys.executable, "-m", "tests.bench.echo_server")


@dataclass
class Turn(Play):
    """A turn of h2load: calls and seconds, and the processor time that the server took of it."""

    cpu: float = 0.0

    @property
    def micros(self) -> float:
        """Microseconds of processor time for a call."""
        return self.cpu / self.steps * 1e6


@dataclass
class Latency:
    """Milliseconds at half of the highest rate: the median and the 99th percentile, the median of the turns."""

    rate: float
    p50: float
    p99: float


@dataclass
class Split:
    """Where a call's time goes with one caller, microseconds on average: what it waits, and of that what is ours.

    ``handling`` is from the bytes of the request to the bytes of the answer, ``engine`` the rules' part of it.
    """

    method: str
    waited: float
    handling: float
    engine: float


@dataclass
class Memory:
    """MB (a million bytes) that a worker holds: warm, with connections that are idle, and after calls."""

    start: float
    connections: int
    connected: float
    calls: int
    after: float
    #: MB more for 100,000 calls, over the second half of them.
    slope: float

    @property
    def kb_a_connection(self) -> float:
        """What a connection that has made one call and is kept open costs, in kB."""
        return (self.connected - self.start) * 1000 / self.connections


@dataclass
class Service:
    """Everything that is measured of the service."""

    rules: str
    turns: dict[str, list[Turn]]
    splits: list[Split]
    handlers: list[Handler]
    latency: Latency
    start_seconds: float
    memory: Memory


def cores() -> tuple[int | None, int | None]:
    """The core of the servers and the one of h2load; None where there is but one."""
    found = sorted(os.sched_getaffinity(0))
    return (found[0], found[1]) if len(found) > 1 else (None, None)


class Bench:
    """The servers, and every contestant's turn with them; used with ``with``."""

    def __init__(self, rules: str) -> None:
        self._rules = rules
        self._stack = ExitStack()
        self._own_core, self._load_core = cores()

    def __enter__(self) -> Bench:
        self.echo = self._stack.enter_context(started(ECHO_COMMAND, core=self._own_core))
        self.own = self._stack.enter_context(own_server(core=self._own_core))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def runners(self) -> dict[str, Callable[[float], Turn]]:
        """Each contestant's turn of about so many seconds; each turn sends another position."""
        return {
            ECHO: self._runner(self.echo, lambda seed: body_of("ApplyAction", self._rules, seed=seed)),
            APPLY: self._runner(self.own, lambda seed: body_of("ApplyAction", self._rules, seed=seed)),
            WATCHED: self._runner(self.own, lambda seed: body_of("ApplyAction", self._rules, viewers=4, seed=seed)),
            VIEW: self._runner(self.own, lambda seed: body_of("GetView", self._rules, seed=seed)),
            BATCH: self._runner(self.own, lambda seed: body_of("BatchApplyActions", self._rules, seed=seed), clients=2),
        }

    def _runner(
        self, server: ServerProcess, body: Callable[[int], Body], clients: int = CLIENTS
    ) -> Callable[[float], Turn]:
        rate = 0.0
        turn = 0

        def run(seconds: float) -> Turn:
            nonlocal rate, turn
            one = body(turn)
            turn += 1
            if not rate:
                rate = self._shoot(server, one, 8 * clients, clients).rate
            cpu = server.cpu_seconds()
            calls = max(4 * clients, int(rate * seconds))
            found = self._shoot(server, one, calls, clients)
            rate = found.rate
            return Turn(found.steps, found.seconds, cpu=server.cpu_seconds() - cpu)

        return run

    def _shoot(self, server: ServerProcess, body: Body, calls: int, clients: int) -> Turn:
        send = counted if server is self.own else _uncounted
        shots = send(server, body, calls, clients=clients, core=self._load_core)
        return Turn(calls, calls / shots.rate)

    def split(self, method: str, calls: int) -> Split:
        """One caller, one call after another; half as many before, to warm up."""
        body = body_of(method, self._rules)
        counted(self.own, body, calls // 2, clients=1, core=self._load_core)
        names = ("grpc_server_handling_seconds_sum", "pageone_engine_seconds_sum")
        before = [self.own.total(name, method) for name in names]
        shots = counted(self.own, body, calls, clients=1, core=self._load_core)
        handling, engine = (self.own.total(name, method) - old for name, old in zip(names, before, strict=True))
        return Split(method, sum(shots.micros) / calls, handling / calls * 1e6, engine / calls * 1e6)

    def latency(self, rate: float, turns: int, seconds: float) -> Latency:
        """ApplyAction with its bare answer at half of ``rate`` calls a second."""
        half = rate / 2
        found = []
        for seed in range(turns):
            body = body_of("ApplyAction", self._rules, seed=seed)
            calls = max(100, int(half * seconds))
            found.append(counted(self.own, body, calls, clients=4, streams=25, rps=half, core=self._load_core))
        return Latency(
            half, median(one.percentile(0.5) for one in found), median(one.percentile(0.99) for one in found)
        )


def _uncounted(server: ServerProcess, body: Body, requests: int, *, clients: int, core: int | None) -> Shots:
    return shoot(server.address, body, requests, clients=clients, core=core)


def first_answer(times: int) -> float:
    """Seconds from the start of the process to its first answer, the median."""
    return median(_first_answer() for _ in range(times))


def _first_answer() -> float:
    body = body_of("GetView", "page_one")
    began = time.perf_counter()
    with own_server() as server, grpc.insecure_channel(server.address) as channel:
        call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(body.path)
        assert call(body.message, timeout=20)
        return time.perf_counter() - began


def measure_memory(rules: str, connections: int, calls: int, tell: Callable[[], None] = lambda: None) -> Memory:
    """A server of its own: warm, with connections, and after so many calls of four kinds."""
    own_core, load_core = cores()
    share = calls // MEMORY_STEPS
    with own_server(core=own_core) as server:
        bodies = [
            body_of("ApplyAction", rules, viewers=4),
            body_of("GetView", rules),
            body_of("ListLegalActions", rules),
            body_of("SuggestAction", rules),
        ]
        for body in bodies:
            counted(server, body, share, core=load_core)
        start = _mb(server)
        with _connected(server, bodies[1], connections):
            connected = _mb(server)
        held = []
        for at in range(MEMORY_STEPS):
            counted(server, bodies[at % len(bodies)], share, core=load_core)
            held.append(_mb(server))
            tell()
    slope = (held[-1] - held[MEMORY_STEPS // 2 - 1]) / (MEMORY_STEPS // 2 * share) * 100_000
    return Memory(start, connections, connected, MEMORY_STEPS * share, held[-1], slope)


@contextmanager
def _connected(server: ServerProcess, body: Body, connections: int) -> Iterator[None]:
    """Connections that have made a call each and stay."""
    with ExitStack() as stack:
        for _ in range(connections):
            options = [("grpc.use_local_subchannel_pool", 1)]
            channel = stack.enter_context(grpc.insecure_channel(server.address, options=options))
            call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(body.path)
            assert call(body.message, timeout=20)
        yield


def _mb(server: ServerProcess) -> float:
    return server.resident_bytes() / 1e6


def median_cpu(turns: list[Turn]) -> float:
    """Microseconds of processor time for a call, the median over the turns."""
    return median(turn.micros for turn in turns)


def cpu_ratio(ours: list[Turn], echo: list[Turn]) -> float:
    """The median over the rounds of the echo's processor time for a call through ours in the same round."""
    return median(other.micros / own.micros for own, other in zip(ours, echo, strict=True))


@dataclass(frozen=True)
class Plan:
    """How long it takes: rounds and seconds of a turn, calls of other measurements."""

    rules: str = "american_page_one"
    rounds: int = 11
    seconds: float = 1.0
    warm_seconds: float = 0.25
    split_calls: int = 2_000
    handler_positions: int = 6
    latency_turns: int = 5
    starts: int = 5
    connections: int = 500
    calls: int = 200_000

    @property
    def steps(self) -> int:
        """How often `measure_service` tells that it goes on."""
        return 5 * self.rounds + len(SPLIT) + 4 + MEMORY_STEPS


def measure_service(plan: Plan, tell: Callable[[], None] = lambda: None) -> Service:
    """Everything, one after the other."""
    with Bench(plan.rules) as bench:
        runners = bench.runners()
        interleave(runners, 1, plan.warm_seconds)  # warms every one up
        turns = interleave(runners, plan.rounds, plan.seconds, tell)
        splits = []
        for method in SPLIT:
            splits.append(bench.split(method, plan.split_calls))
            tell()
        handlers = [measure_handler(plan.rules, viewers, plan.handler_positions) for viewers in (0, 4)]
        tell()
        latency = bench.latency(median_rate(turns[APPLY]), plan.latency_turns, plan.seconds)
        tell()
    start = first_answer(plan.starts)
    tell()
    memory = measure_memory(plan.rules, plan.connections, plan.calls, tell)
    tell()
    return Service(plan.rules, turns, splits, handlers, latency, start, memory)
