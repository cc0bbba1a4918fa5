"""The service's bench: its arithmetic, that it runs, and that each part of the document keeps its place."""

from __future__ import annotations

import os

import pytest

from tests import needs
from tests.bench.__main__ import replace_part
from tests.bench.machine import Machine
from tests.bench.report import document
from tests.bench.service import (
    APPLY,
    BATCH,
    ECHO,
    Memory,
    Plan,
    Turn,
    cpu_ratio,
    measure_service,
    median_cpu,
)
from tests.bench.service_report import TITLE, batch_ratio, goals, sections

MACHINE = Machine("a processor", 2, 0.0, "a system", "a Python", {}, "a day", "make bench")


def test_processor_time_is_compared_within_a_round() -> None:
    echo = [Turn(100, 1.0, cpu=0.01), Turn(100, 1.0, cpu=0.02)]
    ours = [Turn(100, 1.0, cpu=0.02), Turn(100, 1.0, cpu=0.05)]
    assert median_cpu(echo) == pytest.approx(150)
    assert cpu_ratio(ours, echo) == pytest.approx(0.45)


def test_a_batch_counts_as_its_actions() -> None:
    """SPEED.md: BatchApplyActions of 256 against the actions a second of unary calls."""
    assert batch_ratio({APPLY: [Turn(100, 1.0)], BATCH: [Turn(2, 1.0)]}) == pytest.approx(256 / 50)


def test_memory_of_a_connection_is_what_is_more_with_them() -> None:
    memory = Memory(start=60.0, connections=100, connected=62.0, calls=1, after=62.0, slope=0.0)
    assert memory.kb_a_connection == pytest.approx(20)


def test_every_figure_of_the_service_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """SPEED.md, Reach: each figure has a row and a verdict that is computed."""
    folder = os.path.dirname(needs.program("h2load"))
    monkeypatch.setenv("PATH", folder + os.pathsep + os.environ["PATH"])
    told: list[int] = []
    plan = Plan(
        rounds=1,
        seconds=0.05,
        warm_seconds=0.01,
        split_calls=20,
        handler_positions=1,
        latency_turns=1,
        starts=1,
        connections=4,
        calls=400,
    )
    service = measure_service(plan, lambda: told.append(1))
    assert len(told) == plan.steps
    assert all(turn.rate > 0 for turns in service.turns.values() for turn in turns)
    assert service.turns[ECHO][0].rate > service.turns[BATCH][0].rate
    for one in service.splits:
        assert 0 < one.engine < one.handling < one.waited, one
    for handler in service.handlers:
        whole, *parts = handler.parts.values()
        assert sum(parts) == pytest.approx(whole)
        assert handler.parts["message to State, validated"] > handler.parts["the rules"] > 0
    assert 0 < service.latency.p50 <= service.latency.p99
    assert 0.1 < service.start_seconds < 20
    assert 20 < service.memory.start < 200
    text = document(TITLE, MACHINE, sections(service))
    for goal in goals(service):
        assert f"| {goal.what} |" in text
        assert goal.verdict in text


def test_a_part_of_the_document_is_replaced_and_the_other_kept() -> None:
    engine, service = (
        "# Benchmarks of the engine\n\nold\n",
        "# Benchmarks of the service\n\nkept\n\n## Below\n\nso is this\n",
    )
    both = replace_part(replace_part("", "Benchmarks of the service", service), "Benchmarks of the engine", engine)
    assert both == engine + "\n" + service
    new = replace_part(both, "Benchmarks of the engine", "# Benchmarks of the engine\n\nnew\n")
    assert new == "# Benchmarks of the engine\n\nnew\n\n" + service
