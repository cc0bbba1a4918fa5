"""The series of /metrics (OPERATIONS.md, "Metrics"): there from the start, bounded, and true."""

from __future__ import annotations

import itertools
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import event_pb2, rules_service_pb2, view_pb2
from pageone_engine import PRESETS, apply
from pageone_engine.actions import KINDS
from pageone_engine.events import RoundEnded, StockReshuffled
from pageone_engine.state import State
from pageone_engine.terms import RoundOutcome
from pageone_service import engine_service, refusing, server
from pageone_service.edge import Call, Method
from pageone_service.metrics import OTHER_RULES, Metrics, code_label
from prometheus_client import CollectorRegistry
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from tests.service.certificates import Authority
from tests.service.refusals import refused_actions
from tests.service.support import (
    ENGINE,
    SEED,
    Running,
    action_message,
    listed,
    message_of,
    new_state,
    preset,
    running,
    settings,
    viewer,
)
from tests.service.tokens import ApiKeyFile

Key = tuple[str, frozenset[tuple[str, str]]]
OURS = ("grpc_", "pageone_")


def samples(metrics: Metrics) -> dict[Key, float]:
    """Every sample by name and labels."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


def total(metrics: Metrics, name: str, **labels: str) -> float:
    """The sum of a name's samples with these labels among theirs."""
    found = [value for (each, has), value in samples(metrics).items() if each == name and labels.items() <= has]
    assert found, (name, labels)
    return sum(found)


def play(one: Running, state: State, choice: random.Random, most: int) -> tuple[State, dict[type, int], int]:
    """Random actions by ApplyAction: the last state, events by type, and how many actions were made."""
    events: dict[type, int] = {}
    made = 0
    while made < most:
        actions = listed(state)
        if not actions:
            break
        action = choice.choice(actions)
        one.engine.ApplyAction(pb.ApplyActionRequest(state=message_of(state), action=action_message(action)))
        state, happened = apply(state, action)
        made += 1
        for event in happened:
            events[type(event)] = events.get(type(event), 0) + 1
    return state, events, made


def everything(one: Running) -> None:
    """Every call, answered and failed; every preset, rules of the house, and paths of the caller's own."""
    choice = random.Random(3)
    house = replace(PRESETS["american_page_one"], name="the caller's to choose")
    for rules in (*PRESETS.values(), house):
        state = new_state(rules)
        state, _, _ = play(one, state, choice, 30)
        message = message_of(state)
        one.engine.CreateMatch(pb.CreateMatchRequest(rules=preset("imohori"), seats=4, seed=SEED, match_id=rules.name))
        view = one.engine.GetView(pb.GetViewRequest(state=message, viewer=viewer(0))).view
        one.engine.ListLegalActions(pb.ListLegalActionsRequest(state=message))
        one.engine.SuggestAction(pb.SuggestActionRequest(view=view, strength=pb.STRENGTH_EASY))
    for state, action in refused_actions().values():
        request = pb.ApplyActionRequest(state=message_of(state), action=action_message(action))
        one.raw(ENGINE + "ApplyAction", request.SerializeToString())
        one.engine.BatchApplyActions(pb.BatchApplyActionsRequest(requests=[request]))
    one.engine.VerifyTranscript(
        pb.VerifyTranscriptRequest(transcript=pb.Transcript(rules=preset("page_one"), seats=2, seed=SEED))
    )
    one.rules.ListRuleSets(rules_service_pb2.ListRuleSetsRequest())
    one.rules.DescribeRules(rules_service_pb2.DescribeRulesRequest(rules=preset("imohori")))
    for path in (ENGINE + "ApplyAction", ENGINE + "NoSuchCall", "/a/b", "/pageone.v1.NoService/Call"):
        one.raw(path, b"\xff", (("x-request-id", "any"), ("traceparent", "any"), ("user-agent-x", "any")))


def test_traffic_makes_no_series_that_was_not_there_from_the_start() -> None:
    """OPERATIONS.md: every series from the start; paths and rules' names, which are the callers', are no labels."""
    with running() as one:
        before = samples(one.server.metrics).keys()
        everything(one)
        found = samples(one.server.metrics)
    ours = {key for key in found if key[0].startswith(OURS)}
    assert ours == {key for key in before if key[0].startswith(OURS)}
    text = repr(ours)
    for told in ("NoSuchCall", "NoService", "the caller's", "a-match"):
        assert told not in text


def test_children_are_bound_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """OPERATIONS.md: a labels() call costs more than the increment: no call makes one."""
    with running() as one:
        looked_up: list[tuple[object, ...]] = []
        real = MetricWrapperBase.labels

        def labels(self: MetricWrapperBase, *values: str) -> MetricWrapperBase:
            looked_up.append((self, values))
            return real(self, *values)

        monkeypatch.setattr(MetricWrapperBase, "labels", labels)
        everything(one)
    assert looked_up == []


def test_every_code_kind_refusal_and_outcome_has_a_series() -> None:
    """OPERATIONS.md: by code; by kind and preset; by reason; by outcome, void rounds among them."""
    found = samples(Metrics("test"))

    def values(name: str, label: str) -> set[str]:
        return {value for each, labels in found if each == name for key, value in labels if key == label}

    with running() as one:
        found |= samples(one.server.metrics)
        methods = {method.name for method in one.server.methods}
    assert values("grpc_server_handled_total", "grpc_code") == {code_label(code) for code in grpc.StatusCode}
    assert values("grpc_server_handled_total", "grpc_method") == {*methods, refusing.UNKNOWN}
    assert values("pageone_engine_seconds_count", "grpc_method") == {*methods, refusing.UNKNOWN}
    assert values("pageone_actions_total", "kind") == set(KINDS)
    assert values("pageone_actions_total", "rules") == {*PRESETS, OTHER_RULES}
    assert values("pageone_refusals_total", "refusal") == {name for name, number in view_pb2.Refusal.items() if number}
    outcomes = {name for name, number in event_pb2.RoundOutcome.items() if number}
    assert values("pageone_rounds_total", "outcome") == outcomes
    assert any("VOID" in outcome for outcome in outcomes)
    pools = {"calls", "slow"}
    for name in ("pageone_calls_shed_total", "pageone_calls_waiting", "pageone_threads"):
        assert values(name, "pool") >= pools


def test_codes_are_written_as_go_grpc_middleware_writes_them() -> None:
    """The convention's names, so that everybody's dashboards work."""
    assert [code_label(code) for code in (grpc.StatusCode.OK, grpc.StatusCode.INVALID_ARGUMENT)] == [
        "OK",
        "InvalidArgument",
    ]
    assert code_label(grpc.StatusCode.DEADLINE_EXCEEDED) == "DeadlineExceeded"


def test_buckets_go_from_half_a_millisecond_to_five_seconds() -> None:
    """OPERATIONS.md: buckets .0005 … 5 s."""
    with running() as one:
        found = samples(one.server.metrics)
    edges = {dict(labels)["le"] for name, labels in found if name == "grpc_server_handling_seconds_bucket"}
    numbers = sorted(float(each) for each in edges)
    assert (numbers[0], numbers[-2], numbers[-1]) == (0.0005, 5.0, float("inf"))
    assert all(b / a <= 2.5 for a, b in itertools.pairwise(numbers[:-1]))


def test_every_family_says_what_it_is() -> None:
    """Prometheus: HELP and TYPE; counters end in _total; no series of creation times, which double all."""
    families = list(text_string_to_metric_families(Metrics("test").text().decode()))
    for family in families:
        assert family.documentation.strip(), family.name
        assert family.type in ("counter", "gauge", "histogram"), family.name
        assert not family.name.endswith("_created")
        if family.type == "counter" and family.name.startswith(OURS):
            assert all(sample.name.endswith("_total") for sample in family.samples)


def test_it_says_what_runs() -> None:
    """OPERATIONS.md: build info."""
    ((_, labels),) = [key for key in samples(Metrics("1.2.3")) if key[0] == "pageone_build_info"]
    told = dict(labels)
    assert told["version"] == "1.2.3"
    assert told["grpcio"] == grpc.__version__
    assert told.keys() == {"version", "python", "grpcio", "protobuf"}


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="process metrics come from /proc")
def test_the_process_and_its_interpreter_are_measured() -> None:
    """Memory, CPU, open files, start; the interpreter; garbage collections."""
    metrics = Metrics("test")
    assert total(metrics, "process_resident_memory_bytes") > 1 << 20
    assert total(metrics, "process_cpu_seconds_total") > 0
    assert total(metrics, "process_open_fds") > 2
    assert total(metrics, "process_max_fds") > 2
    assert 0 < time.time() - total(metrics, "process_start_time_seconds") < 100_000
    assert total(metrics, "python_info") == 1
    assert total(metrics, "python_gc_collections_total") > 0


def test_metrics_can_stand_in_a_registry_of_somebody_elses() -> None:
    """A registry is handed in where several are put together."""
    registry = CollectorRegistry()
    assert Metrics("test", registry).registry is registry
    assert "grpc_server_handled" in {family.name for family in registry.collect()}


def test_the_game_is_counted_as_it_happened() -> None:
    """OPERATIONS.md: actions by kind and preset, rounds by outcome, reshuffles, state bytes."""
    choice = random.Random(5)
    with running() as one:
        metrics = one.server.metrics
        events: dict[type, int] = {}
        actions: dict[str, int] = {}
        for rules, most in (("page_one", 150), ("american_page_one", 300)):
            _, happened, actions[rules] = play(one, new_state(rules), choice, most)
            for kind, count in happened.items():
                events[kind] = events.get(kind, 0) + count
        assert events[RoundEnded]
        assert events[StockReshuffled]
        made = sum(actions.values())
        for rules, count in actions.items():
            assert total(metrics, "pageone_actions_total", rules=rules) == count
        assert total(metrics, "pageone_actions_total") == made
        assert total(metrics, "pageone_rounds_total") == events[RoundEnded]
        assert total(metrics, "pageone_reshuffles_total") == events[StockReshuffled]
        assert total(metrics, "pageone_state_bytes_count") == made
        assert 100 < total(metrics, "pageone_state_bytes_sum") / made < 500


def test_void_rounds_are_counted_by_their_outcome() -> None:
    """OPERATIONS.md: void rounds."""
    metrics = Metrics("test")
    state = new_state("page_one")
    for name, number in event_pb2.RoundOutcome.items():
        if "VOID" in name:
            ended: Any = object.__new__(RoundEnded)
            ended.outcome = number
            metrics.count_match(state.match.rules, [ended])
            assert total(metrics, "pageone_rounds_total", outcome=name) == 1
            assert number in [int(outcome) for outcome in vars(RoundOutcome).values() if isinstance(outcome, int)]


def test_engine_seconds_are_a_part_of_the_calls() -> None:
    """OPERATIONS.md: engine seconds apart from the call's."""
    with running() as one:
        for _ in range(5):
            one.engine.GetView(pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)))
        metrics = one.server.metrics
        engine = total(metrics, "pageone_engine_seconds_sum", grpc_method="GetView")
        assert 0 < engine < total(metrics, "grpc_server_handling_seconds_sum", grpc_method="GetView")
        assert total(metrics, "pageone_engine_seconds_count", grpc_method="GetView") == 5


def eventually(condition: Callable[[], bool]) -> None:
    """Wait until it holds, ten seconds at most."""
    limit = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.01)


@contextmanager
def blocked(monkeypatch: pytest.MonkeyPatch, **changes: object) -> Iterator[tuple[Running, threading.Event]]:
    """A server whose GetView answers once the event is set."""
    release = threading.Event()

    def blocks(request: Message, call: Call) -> Message:
        assert release.wait(20)
        return pb.GetViewResponse()

    monkeypatch.setattr(server, "METHODS", (Method(engine_service.SERVICE, "GetView", pb.GetViewRequest, blocks),))
    with running(**changes) as one:
        try:
            yield one, release
        finally:
            release.set()


def test_calls_in_flight_waiting_and_shed_are_told_while_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """OPERATIONS.md: in flight, shed; those that wait for a thread, and how many threads there are."""
    with blocked(monkeypatch, threads=2, max_waiting=3) as (one, release):
        metrics = one.server.metrics
        futures = [one.engine.GetView.future(pb.GetViewRequest(), timeout=20) for _ in range(2)]
        eventually(lambda: total(metrics, "pageone_calls_in_flight") == 2)
        futures += [one.engine.GetView.future(pb.GetViewRequest(), timeout=20) for _ in range(6)]
        eventually(lambda: total(metrics, "pageone_calls_waiting", pool="calls") == 3)
        eventually(lambda: total(metrics, "pageone_calls_shed_total", pool="calls") == 3)
        assert total(metrics, "pageone_threads", pool="calls") == 2
        assert total(metrics, "pageone_threads", pool="slow") == 2
        release.set()
        ended = [future.exception(timeout=20) for future in futures]
        assert ended.count(None) == 5
        eventually(lambda: total(metrics, "pageone_calls_in_flight") == 0)
        eventually(lambda: total(metrics, "pageone_calls_waiting") == 0)
        assert total(metrics, "grpc_server_handled_total", grpc_code="ResourceExhausted") == 3


def test_whether_calls_should_be_sent_here_is_told() -> None:
    """As health says it: before the start, while serving, while draining."""
    one = server.create_server(settings())
    try:
        assert total(one.metrics, "pageone_serving") == 0
        one.start()
        assert total(one.metrics, "pageone_serving") == 1
        one.drain()
        assert total(one.metrics, "pageone_serving") == 0
    finally:
        one.stop(0)


def test_callers_that_are_too_fast_are_counted_apart_from_overload() -> None:
    """Security: a rate limit for each caller; its refusals are not the server's."""
    with running(rate_per_second=0.001, rate_burst=2) as one:
        for _ in range(5):
            one.raw(ENGINE + "GetView", b"")
        assert total(one.server.metrics, "pageone_calls_rate_limited_total") == 3
        assert total(one.server.metrics, "pageone_calls_shed_total") == 0


def test_files_that_cannot_be_used_are_told_until_they_can(tmp_path: Path) -> None:
    """So that somebody mends them before the next start, which would be refused."""
    keys = ApiKeyFile(tmp_path, host="engine")
    name = 'pageone_files_refused{what="--api-keys-file"}'

    def told(one: Running) -> str:
        found = [line for line in one.server.metrics.text().decode().splitlines() if line.startswith(name)]
        return " ".join(found).removeprefix(name).strip()

    with running(**keys.settings) as one:
        assert told(one) == "0.0"
        good = keys.path.read_text()
        for text, state in (("garbage", "1.0"), ("other garbage", "1.0"), (good, "0.0")):
            keys.path.write_text(text)
            one.server.reload()
            assert told(one) == state
        keys.path.unlink()
        one.server.reload()
        assert told(one) == "1.0"
    with running() as one:
        assert told(one) == ""


def test_the_end_of_the_certificate_is_told_and_follows_a_new_one(tmp_path: Path) -> None:
    """So that somebody hears of it in time; without TLS there is no such series."""
    authority = Authority()
    name = "pageone_certificate_expiry_timestamp_seconds"

    def lasts(days: int) -> dict[str, str]:
        return authority.issue(life=timedelta(days=days)).write(tmp_path)

    with running(**lasts(days=20)) as one:
        told = total(one.server.metrics, name) - time.time()
        assert abs(told - timedelta(days=20).total_seconds()) < 120
        lasts(days=90)
        one.server.reload()
        told = total(one.server.metrics, name) - time.time()
        assert abs(told - timedelta(days=90).total_seconds()) < 120
    with running() as one:
        assert name not in one.server.metrics.text().decode()
