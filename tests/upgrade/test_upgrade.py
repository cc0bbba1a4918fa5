"""API.md, "States, sizes, versions": the release before this one and this one serve the same matches side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from pageone import Client
from pageone.v1 import state_pb2
from pageone_engine import PRESETS, apply, create_match
from pageone_engine.actions import Action, StartRound
from pageone_engine.state import State
from pageone_engine.terms import Phase

from tests.envoy import envoy
from tests.load.process import ServerProcess, own_server
from tests.service.support import action_message, listed, message_of
from tests.upgrade.previous import extracted, previous_server

MATCHES = 3
MOST = 120


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, ServerProcess, ServerProcess]]:
    """Envoy before one server of each release; its address and the servers, the older one first."""
    folder: Path = tmp_path_factory.mktemp("previous")
    extracted(folder)
    quiet = "--log-level=error"
    with (
        previous_server(folder, quiet) as old,
        own_server(quiet) as new,
        envoy([old, new]) as edge,
    ):
        yield edge.address, old, new


def played(rules: str, number: int) -> Iterator[tuple[State, Action, State]]:
    """The steps of a random match, as this release's engine plays it."""
    choice = random.Random(number)
    state, _ = create_match(PRESETS[rules], 4, choice.randbytes(32), first_dealer=0, match_id=f"{rules}-{number}")
    for _ in range(MOST):
        if state.phase == Phase.MATCH_OVER:
            return
        action = StartRound() if state.phase == Phase.ROUND_OVER else choice.choice(listed(state))
        after, _ = apply(state, action)
        yield state, action, after
        state = after


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_a_match_goes_on_whichever_release_answers(rules: str, both: tuple[str, ServerProcess, ServerProcess]) -> None:
    """Each call goes to either release; each state is the one that the other would have made, byte for byte."""
    address, old, new = both
    before = [server.total("grpc_server_handled_total", "ApplyAction") for server in (old, new)]
    calls = 0
    with Client(address) as client:
        for number in range(MATCHES):
            state: state_pb2.MatchState | None = None
            for at, action, after in played(rules, number):
                state = client.apply(state or message_of(at), action_message(action)).state
                assert state == message_of(after)
                calls += 1
    shares = [
        server.total("grpc_server_handled_total", "ApplyAction") - count
        for server, count in zip((old, new), before, strict=True)
    ]
    assert sum(shares) == calls
    assert min(shares) > calls / 4, "both releases have answered"
