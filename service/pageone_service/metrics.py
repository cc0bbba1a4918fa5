"""What is counted: every call by the names of go-grpc-middleware, and the game itself.

Every series is there from the start, with zeros. Children are bound once: looking one up costs more
than counting.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from importlib import metadata
from typing import Final

import google.protobuf
import grpc
from pageone.v1 import event_pb2, view_pb2
from pageone_engine.actions import KINDS, Action
from pageone_engine.events import Event, RoundEnded, StockReshuffled
from pageone_engine.presets import PRESETS
from pageone_engine.rules import Rules
from pageone_engine.state import State
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_ENGINE_BUCKETS: Final = (0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.005, 0.05)
_BYTES_BUCKETS: Final = (100, 200, 300, 400, 500, 600, 800, 1000, 1500)
#: The label of rules that are no preset: their names are the hosts' to choose.
OTHER_RULES: Final = "other"


def code_label(code: grpc.StatusCode) -> str:
    """A status code as go-grpc-middleware writes it: ``InvalidArgument``, ``OK``."""
    if code is grpc.StatusCode.OK:
        return "OK"
    return "".join(part.capitalize() for part in code.name.split("_"))


class CallSeries:
    """The series of one method."""

    __slots__ = ("engine", "handled", "received", "seconds", "sent", "started")

    def __init__(self, metrics: Metrics, service: str, method: str) -> None:
        labels = ("unary", service, method)
        self.started = metrics.started.labels(*labels)
        self.received = metrics.received.labels(*labels)
        self.sent = metrics.sent.labels(*labels)
        self.seconds = metrics.seconds.labels(*labels)
        self.engine = metrics.engine_seconds.labels(method)
        self.handled = {code: metrics.handled.labels(*labels, code_label(code)) for code in grpc.StatusCode}


class Metrics:
    """All series of one server, in ``registry`` (one of their own where none is given)."""

    def __init__(self, version: str, registry: CollectorRegistry | None = None) -> None:
        # When a series was made tells nobody anything and doubles their number.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry() if registry is None else registry
        call = ["grpc_type", "grpc_service", "grpc_method"]
        self.started = self._counter("grpc_server_started_total", "Calls begun.", call)
        self.handled = self._counter("grpc_server_handled_total", "Calls ended, by code.", [*call, "grpc_code"])
        self.received = self._counter("grpc_server_msg_received_total", "Requests read.", call)
        self.sent = self._counter("grpc_server_msg_sent_total", "Responses sent.", call)
        self.seconds = self._histogram("grpc_server_handling_seconds", "How long calls took.", call, _BUCKETS)
        self.engine_seconds = self._histogram(
            "pageone_engine_seconds",
            "How long the rules engine took of a call.",
            ["grpc_method"],
            _ENGINE_BUCKETS,
        )
        self.in_flight = Gauge(
            "pageone_calls_in_flight",
            "Calls being answered.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._waiting = self._pool_gauge("pageone_calls_waiting", "Calls that no thread has begun.")
        self._threads = self._pool_gauge("pageone_threads", "Threads that serve calls.")
        self._shed = self._counter("pageone_calls_shed_total", "Calls refused because too many waited.", ["pool"])
        self._files_refused = Gauge(
            "pageone_files_refused",
            "1 while files cannot be used as they are, and what they held before stays in use.",
            ["what"],
            registry=self.registry,
            multiprocess_mode="livemax",
        )
        self.rate_limited = Counter(
            "pageone_calls_rate_limited_total",
            "Calls refused because their caller makes too many.",
            registry=self.registry,
        )
        self.serving = Gauge(
            "pageone_serving",
            "1 while health tells that calls should be sent here, else 0; the sum over workers.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._make_game()
        self._make_solo()
        self._make_build(version)
        self._make_process()

    def _counter(self, name: str, text: str, labels: Sequence[str]) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def _histogram(self, name: str, text: str, labels: Sequence[str], buckets: Sequence[float]) -> Histogram:
        return Histogram(name, text, labels, buckets=buckets, registry=self.registry)

    def _pool_gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, ["pool"], registry=self.registry, multiprocess_mode="livesum")

    def _make_game(self) -> None:
        actions = self._counter("pageone_actions_total", "Actions applied.", ["kind", "rules"])
        self._actions = {
            (kind, rules): actions.labels(kind, rules) for kind in KINDS for rules in (*PRESETS, OTHER_RULES)
        }
        refusals = self._counter("pageone_refusals_total", "Actions refused.", ["refusal"])
        self._refusals: dict[int, Counter] = {
            number: refusals.labels(name) for name, number in view_pb2.Refusal.items() if number
        }
        rounds = self._counter("pageone_rounds_total", "Rounds ended; VOID_ outcomes are void rounds.", ["outcome"])
        self._rounds: dict[int, Counter] = {
            number: rounds.labels(name) for name, number in event_pb2.RoundOutcome.items() if number
        }
        self._reshuffles = Counter("pageone_reshuffles_total", "Stocks made anew.", registry=self.registry)
        matches = self._counter("pageone_matches_total", "Matches created.", ["rules"])
        self._matches = {rules: matches.labels(rules) for rules in (*PRESETS, OTHER_RULES)}
        self.state_bytes = Histogram(
            "pageone_state_bytes",
            "Size of the states sent.",
            buckets=_BYTES_BUCKETS,
            registry=self.registry,
        )

    def _make_solo(self) -> None:
        registry = self.registry
        self.solo_games = Counter("pageone_solo_games_total", "Games of SoloService begun.", registry=registry)
        self.bots_actions = Counter(
            "pageone_solo_bots_actions_total",
            "Actions that bots made in games of SoloService.",
            registry=registry,
        )
        # Many at once: replicas do not share their keys.
        self.refused_tickets = Counter(
            "pageone_tickets_refused_total",
            "Tickets that no key opened.",
            registry=registry,
        )

    def _make_build(self, version: str) -> None:
        build = Gauge(
            "pageone_build_info",
            "1; what runs.",
            ["version", "python", "grpcio", "protobuf"],
            registry=self.registry,
            multiprocess_mode="livemax",
        )
        versions = (platform.python_version(), grpc.__version__, google.protobuf.__version__)
        build.labels(version, *versions).set(1)

    def _make_process(self) -> None:
        """Memory, CPU, open files and start of the process; the interpreter, and its garbage collector."""
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    def series(self, service: str, method: str) -> CallSeries:
        """The series of a method, all of them made."""
        return CallSeries(self, service, method)

    def pool(self, pool: str, threads: int) -> Gauge:
        """The series of a pool with its number of threads; the gauge of the calls that wait for one."""
        self._threads.labels(pool).set(threads)
        return self._waiting.labels(pool)

    def certificate_expiry(self) -> Gauge:
        """The series of the certificate's end, which only a server with a certificate has."""
        return Gauge(
            "pageone_certificate_expiry_timestamp_seconds",
            "When the certificate in use expires.",
            registry=self.registry,
            multiprocess_mode="livemin",
        )

    def files_refused(self, what: str) -> Gauge:
        """The series of files, by their flags, that are read again while the server runs."""
        return self._files_refused.labels(what)

    def shed(self, pool: str) -> Counter:
        """The series of the calls refused for a pool."""
        return self._shed.labels(pool)

    def count_match(self, rules: Rules, events: Iterable[Event]) -> None:
        """A match was created."""
        self._matches[_rules_label(rules)].inc()
        self._count_events(events)

    def count_action(self, state: State, action: Action, events: Iterable[Event]) -> None:
        """An action was applied."""
        self._actions[action.kind, _rules_label(state.match.rules)].inc()
        self._count_events(events)

    def count_refusal(self, refusal: int) -> None:
        """An action was refused."""
        self._refusals[refusal].inc()

    def _count_events(self, events: Iterable[Event]) -> None:
        for event in events:
            if type(event) is RoundEnded:
                self._rounds[event.outcome].inc()
            elif type(event) is StockReshuffled:
                self._reshuffles.inc()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


def _rules_label(rules: Rules) -> str:
    """The preset's name where the name is a preset's: house rules go by names without end."""
    return rules.name if rules.name in PRESETS else OTHER_RULES


def package_version() -> str:
    """The version of the installed package; "unknown" in a checkout that is not installed."""
    try:
        return metadata.version("pageone-service")
    except metadata.PackageNotFoundError:
        return "unknown"
