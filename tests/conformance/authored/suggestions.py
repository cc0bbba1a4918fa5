"""SuggestAction: a bot sees a view and nothing else; the same view, strength and seed give the same action."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.authoring import RECORDED, Live, Scenario
from tests.conformance.positions import holding
from tests.conformance.table import Table, state_json
from tests.engine.positions import tricks


def scenarios(live: Live) -> Iterator[Scenario]:
    """For a seat that is to act, one that is not, and one whose answer is awaited."""
    one = live.scenario("suggestions/by a view", "Seat 0 is to act; seat 1 has nothing to do, and gets no action.")
    state = state_json(tricks(["5H", "6H 9C KD", "KH 9D 8S"], ["2 KC"], turn=0, draws="2S"))
    for seat in (0, 1):
        viewer = {"viewer": {"seat": seat}}
        one.call("EngineService/GetView", {"state": state, **viewer}, {"view": {"$save": f"v{seat}"}})
    suggest = "EngineService/SuggestAction"
    for strength in ("STRENGTH_STAND_IN", "STRENGTH_EASY", "STRENGTH_NORMAL"):
        one.call(suggest, {"view": {"$use": "v0"}, "strength": strength, "seed": "AAAA"}, RECORDED)
    one.call(suggest, {"view": {"$use": "v1"}, "strength": "STRENGTH_NORMAL"}, {})
    yield one
    one = live.scenario("suggestions/in claims", "A stand-in waives; NORMAL calls dobon when its hand allows it.")
    rules = {"enabled": True}
    table = Table.at(one, holding("9H KC 7C", others=("4C 5D", "6S KD"), top="5H", rules_dobon=rules))
    table.act("0 9H", [])
    table.ask("GetView", {"viewer": {"seat": 1}}, {"view": {"$save": "v1"}})
    for strength in ("STRENGTH_STAND_IN", "STRENGTH_NORMAL"):
        one.call(suggest, {"view": {"$use": "v1"}, "strength": strength}, RECORDED)
    yield one
