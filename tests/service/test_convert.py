"""Messages and engine objects say the same, there and back, in every position (API.md)."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import get_args

import pytest
from google.protobuf.message import Message
from pageone.v1 import action_pb2, event_pb2, rules_pb2, state_pb2, view_pb2
from pageone_engine import Fault, apply, legal_actions, view
from pageone_engine.actions import (
    Action,
    CallOut,
    Challenge,
    CloseClaims,
    Dobon,
    Draw,
    Leave,
    NameSuit,
    Pass,
    Play,
    StartRound,
    Waive,
)
from pageone_engine.events import Event
from pageone_engine.rules import Rules
from pageone_engine.terms import members
from pageone_service import convert

from tests.service.refusals import TABLES
from tests.service.support import listed, message_of, new_state, walk

ACTIONS: tuple[Action, ...] = (
    Play(1, bytes((1, 53)), 3, 2, 7),
    Play(0, b""),
    Draw(2, 0),
    Pass(3),
    NameSuit(1, 4),
    NameSuit(1, 0),
    CallOut(0, 0, 3),
    Challenge(1),
    Dobon(0, 0),
    Dobon(2, 1, bytes((5, 4))),
    Waive(0),
    Leave(7),
    CloseClaims(),
    StartRound(0, 2**32 - 1),
)


@pytest.mark.parametrize("rules", [rules for rules, _ in TABLES], ids=lambda rules: rules.name)
def test_states_views_and_what_happened_survive_the_wire(rules: Rules) -> None:
    """Issue 2: serialise and parse between any two actions changes nothing."""
    seats = next(seats for each, seats in TABLES if each is rules)
    choice = random.Random(4)
    for seed in range(3):
        for state in walk(new_state(rules, seats, bytes((seed,)) * 32), choice, 80):
            faults: list[Fault] = []
            message = state_pb2.MatchState.FromString(message_of(state).SerializeToString())
            assert convert.read_state(message, "state", faults) == state, faults
            for seat in (*range(seats), None):
                seen = view(state, seat)
                written = view_pb2.MatchView()
                legal = None if seat is None else legal_actions(state, seat)
                convert.put_view(written, seen, legal)
                parsed = view_pb2.MatchView.FromString(written.SerializeToString())
                assert convert.read_view(parsed, "view", faults) == seen, faults
            for action in listed(state)[:1] if state.phase != 4 else []:
                check_events(apply(state, action)[1])


def check_events(events: list[Event]) -> None:
    """Each event's message has what the event has, field by field."""
    for event in events:
        message = event_pb2.Event()
        convert.put_event(message, event)
        assert message.WhichOneof("kind") == event.kind
        part = getattr(message, event.kind)
        for each in fields(event):
            value, written = getattr(event, each.name), getattr(part, each.name)
            if isinstance(value, bytes) and not isinstance(written, bytes):
                assert bytes(written) == value
            elif value is None:
                assert not part.HasField(each.name)
            elif isinstance(value, int | str | bytes):
                assert written == value
            elif isinstance(value, tuple) and value and not isinstance(value[0], int):
                assert len(written) == len(value)


def test_every_kind_of_action_survives_the_wire() -> None:
    """API.md: every kind of the oneof; a version is optional, and 0 is one."""
    assert {type(action) for action in ACTIONS} == set(get_args(Action))
    for action in ACTIONS:
        message = action_pb2.Action()
        convert.put_action(message, action)
        faults: list[Fault] = []
        again = action_pb2.Action.FromString(message.SerializeToString())
        assert convert.read_action(again, "action", faults) == action
        assert not faults


def test_the_engines_numbers_are_the_contracts() -> None:
    """HOUSE.md: the names and numbers of proto and engine are the same."""
    from pageone_engine import terms
    from pageone_engine.refusals import Refusal

    modules = (action_pb2, event_pb2, rules_pb2, state_pb2, view_pb2)
    enums = {name: enum for module in modules for name, enum in module.DESCRIPTOR.enum_types_by_name.items()}
    classes = {name: term for name, term in vars(terms).items() if isinstance(term, type)}
    classes["Refusal"] = Refusal
    checked = 0
    for name, enum in enums.items():
        if name not in classes:
            continue
        prefix = "".join(f"_{letter}" if letter.isupper() else letter for letter in name)[1:].upper()
        numbers = {value.name: value.number for value in enum.values if value.number}
        assert {f"{prefix}_{each}": number for each, number in members(classes[name]).items() if number} == numbers
        checked += 1
    assert checked >= 18


def test_every_field_of_a_state_is_written() -> None:
    """A field that the contract gains must not be forgotten: all are known here."""
    known: dict[type[Message], int] = {
        state_pb2.MatchState: 19,
        state_pb2.SeatState: 4,
        state_pb2.Trick: 3,
        state_pb2.Discard: 5,
        state_pb2.LastPlay: 8,
        state_pb2.Claims: 3,
        state_pb2.DobonClaim: 5,
        view_pb2.MatchView: 19,
        view_pb2.TrickView: 5,
        view_pb2.DiscardView: 6,
    }
    for message, count in known.items():
        assert len(message.DESCRIPTOR.fields) == count, message.DESCRIPTOR.name


def test_rules_are_read_once_and_then_known_by_their_bytes() -> None:
    """SPEED.md: the same bytes give the same object, so that what the engine keeps for it is found."""
    message = message_of(new_state("american_page_one"))
    again = state_pb2.MatchState.FromString(message.SerializeToString())
    faults: list[Fault] = []
    one = convert.read_rules(message.rules, 4, "rules", faults)
    assert one is convert.read_rules(again.rules, 4, "rules", faults)
    assert not faults
    again.rules.hand_size = 20
    assert convert.read_rules(again.rules, 8, "rules", faults) is None
    assert faults


def test_rules_that_strangers_send_fill_no_memory() -> None:
    """What is remembered is bounded in number, and what is large is not remembered at all."""
    from pageone_service.convert import rules as module

    message = rules_pb2.Rules()
    message.CopyFrom(message_of(new_state("page_one")).rules)
    faults: list[Fault] = []
    for number in range(1500):
        message.name = f"house-{number}"
        convert.read_rules(message, 4, "rules", faults)
    message.name = "n" * 5000
    convert.read_rules(message, 4, "rules", faults)
    assert len(module._read) <= 1024
    assert max(len(key) for key, _ in module._read) <= 2048
