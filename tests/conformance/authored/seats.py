"""Seat 0 and unset are two things: what is optional, what is a default, and what is listed for a seat or for all."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.authoring import RECORDED, Live, Scenario
from tests.conformance.positions import holding
from tests.conformance.table import APPLY, SPECTATOR, Table, state_json
from tests.engine.positions import tricks


def scenarios(live: Live) -> Iterator[Scenario]:
    """Of lists, views, actions and call-outs."""
    yield _lists(live)
    yield _views(live)
    yield _actions(live)


def _lists(live: Live) -> Scenario:
    one = live.scenario("seat 0/lists", "ListLegalActions for seat 0 is one list, unset it is one for each seat.")
    state = state_json(tricks(["5H JK", "6H 9C KD", "KH 9D 8S"], ["2 KC"], turn=0))
    for asked in ({"seat": 0}, {"seat": 2}, {}):
        one.call("EngineService/ListLegalActions", {"state": state, **asked}, RECORDED)
    return one


def _views(live: Live) -> Scenario:
    one = live.scenario(
        "seat 0/views", "Of seat 0, another seat and a spectator: each sees its own hand, and no other one."
    )
    state = state_json(tricks(["5H 7C", "6H 9C KD", "KH 9D 8S"], turn=0, leader=0, dealer=0, draws="2S"))
    for viewer in ({"seat": 0}, {"seat": 1}, SPECTATOR):
        one.call("EngineService/GetView", {"state": state, "viewer": viewer}, RECORDED)
    return one


def _actions(live: Live) -> Scenario:
    one = live.scenario(
        "seat 0/actions", "An action whose seat is left out is one of seat 0; a host's action has no seat."
    )
    table = Table.at(one, holding("9H KC 4C", dealer=0, draws="10S"))
    one.call(APPLY, {"state": table.state, "action": {"draw": {}}}, table.answered(events=RECORDED))
    table.act({"passTurn": {}}, [{"seat": 0}])
    table.act({"seat": 1, "play": {"cards": ["CARD_HEARTS_FIVE"]}}, [{"seat": 0}])
    one.fails(APPLY, {"state": table.state, "action": {"seat": 200, "startRound": {}}})
    one.fails(APPLY, {"state": table.state, "action": {"closeClaims": {}}})
    return one
