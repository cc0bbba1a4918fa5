"""The sizes of API.md, measured at their worst over random play."""

from __future__ import annotations

import random

import pytest
from pageone.v1 import view_pb2
from pageone_engine import PRESETS, view
from pageone_service.convert import put_view

from tests.service.support import message_of, new_state, walk

STATE_BYTES = 400
VIEW_BYTES = 600


@pytest.mark.parametrize("name", PRESETS)
def test_four_seat_states_and_views_are_small(name: str) -> None:
    """API.md: a four-seat state of a preset fits in 400 bytes, its view without legal in 600."""
    state_bytes = view_bytes = 0
    choice = random.Random(1)
    for seed in range(4):
        first = new_state(name, 4, bytes((seed,)) * 32)
        first.match.match_id = "a" * 36
        for state in walk(first, choice, 1500):
            state_bytes = max(state_bytes, message_of(state).ByteSize())
            for seat in (0, 1, 2, 3, None):
                message = view_pb2.MatchView()
                put_view(message, view(state, seat), None)
                view_bytes = max(view_bytes, message.ByteSize())
    print(f"{name}: state {state_bytes} bytes, view {view_bytes}")  # pytest -s shows it
    assert state_bytes <= STATE_BYTES
    assert view_bytes <= VIEW_BYTES
