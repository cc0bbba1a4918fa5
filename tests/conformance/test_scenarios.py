"""scenarios.json is what its authors and the server make of it, and well formed (README.md, "The file")."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from pageone.v1 import (
    action_pb2,
    card_pb2,
    engine_service_pb2,
    event_pb2,
    rules_pb2,
    rules_service_pb2,
    solo_service_pb2,
    state_pb2,
    view_pb2,
)

from tests.conformance import record

LOADED: Final[dict[str, Any]] = json.loads(record.FILE.read_text(encoding="utf-8"))
CONTRACT: Final = (
    *(action_pb2, card_pb2, event_pb2, rules_pb2, state_pb2, view_pb2),
    *(engine_service_pb2, rules_service_pb2, solo_service_pb2),
)
#: Of each kind of step: the members it has, and those it may have.
STEPS: Final = {
    "call": ({"request", "expect"}, {"metadata", "timeoutMs"}),
    "decode": ({"bytes", "expect"}, set()),
    "verify": ({"input", "expect"}, set()),
    "cards": ({"expect"}, set()),
}
#: What GitHub shows without ado, and what a person may scroll through.
MOST_BYTES: Final = 1_500_000


@pytest.fixture(scope="module")
def recorded() -> str:
    return record.record()


def test_recording_again_changes_nothing(recorded: str) -> None:
    """The file is current, and the server answers the same each time."""
    assert record.FILE.read_text(encoding="utf-8") == recorded, "python -m tests.conformance.record"


def test_the_file_has_the_format_that_is_promised() -> None:
    """Format 1, scenarios with names of their own, steps with known members alone."""
    assert set(LOADED) == {"format", "scenarios"}
    assert LOADED["format"] == 1
    names = [scenario["name"] for scenario in LOADED["scenarios"]]
    assert len(set(names)) == len(names)
    for scenario in LOADED["scenarios"]:
        assert set(scenario) == {"name", "about", "steps"}
        group, slash, what = scenario["name"].partition("/")
        assert all((group, slash, what, scenario["about"], scenario["steps"])), scenario["name"]
        for step in scenario["steps"]:
            (kind,) = STEPS.keys() & step.keys()
            needed, allowed = STEPS[kind]
            assert {kind} | needed <= set(step) <= {kind} | needed | allowed, scenario["name"]


def test_nothing_is_kept_where_runners_may_differ() -> None:
    """README.md, "Patterns": not inside $in_order, and not used in the same step."""
    for scenario in LOADED["scenarios"]:
        for step in scenario["steps"]:
            for patterns in _values(step["expect"], "$in_order"):
                assert not {*_values(patterns, "$save"), *map(str, _values(patterns, "$save_some"))}, scenario["name"]
            kept = {
                *_values(step["expect"], "$save"),
                *(each["name"] for each in _values(step["expect"], "$save_some")),
            }
            used = {path.partition(".")[0] for path in _values(step["expect"], "$use")}
            assert not kept & used - _kept_before(scenario, step), scenario["name"]


def test_the_file_can_be_read_by_people() -> None:
    """Below 1.5 MB, in lines."""
    assert record.FILE.stat().st_size < MOST_BYTES


def test_everything_of_the_contract_is_shown() -> None:
    """Each call, each field, each value of each enum stands in the file, asked for or answered."""
    shown = {*_words(LOADED)}
    missing: list[str] = []
    for module in CONTRACT:
        file = module.DESCRIPTOR
        for service in file.services_by_name.values():
            missing += [method.name for method in service.methods if f"{service.full_name}/{method.name}" not in shown]
        for message in file.message_types_by_name.values():
            missing += [each.full_name for each in message.fields if each.json_name not in shown]
        for enum in file.enum_types_by_name.values():
            missing += [value.name for value in enum.values if value.number and value.name not in shown]
    assert not missing


def _words(value: Any) -> Iterator[str]:  # noqa: ANN401
    """Every name and every text, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for element in value:
            yield from _words(element)
    elif isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from _words(member)


def _kept_before(scenario: dict[str, Any], step: dict[str, Any]) -> set[str]:
    before = scenario["steps"][: scenario["steps"].index(step)]
    saved = {name for each in before for name in _values(each["expect"], "$save")}
    return saved | {entry["name"] for each in before for entry in _values(each["expect"], "$save_some")}


def _values(value: Any, name: str) -> Iterator[Any]:  # noqa: ANN401
    """Every operand of an operator, however deep."""
    if isinstance(value, list):
        for element in value:
            yield from _values(element, name)
    elif isinstance(value, dict):
        for key, member in value.items():
            if key == name:
                yield member
            yield from _values(member, name)
