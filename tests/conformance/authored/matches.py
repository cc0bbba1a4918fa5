"""Whole matches of every preset, from a seed to the standings; and what the deal owes to seed, entropy and dealer."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from tests.conformance.authoring import RECORDED, Live, Scenario
from tests.conformance.patterns import Json
from tests.conformance.table import SPECTATOR, Table, viewers

#: After so many actions everybody looks at the table again.
_LOOK: Final = 30
_MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Match:
    """A preset with seats and the number that its seed is made from; ``entropy`` is what the players add."""

    preset: str
    seats: int
    number: int
    about: str
    entropy: tuple[bytes, ...] = ()
    first_dealer: int | None = None

    @property
    def request(self) -> dict[str, Any]:
        """What CreateMatch is asked for."""
        request: dict[str, Any] = {
            "rules": {"name": self.preset},
            "seats": self.seats,
            "seed": encoded(sha256(b"conformance %d" % self.number).digest()),
            "matchId": f"conformance-{self.number}",
        }
        if self.entropy:
            request["entropy"] = [encoded(entry) for entry in self.entropy]
        if self.first_dealer is not None:
            request["firstDealer"] = self.first_dealer
        return request


MATCHES: Final = (
    Match("page_one", 2, 13, "Two seats, two rounds.", (b"salt of seat 0", b"")),
    Match("imohori", 3, 28, "Three seats, three rounds, each to the last one.", first_dealer=0),
    Match("only_one", 2, 28, "Two seats, two rounds, one call.", (b"", b"\xff" * 64)),
    Match("american_page_one", 2, 55, "Two seats, two rounds; calls are forgotten, and called out.", first_dealer=0),
)


def scenarios(live: Live) -> Iterator[Scenario]:
    """Each preset's match, then deals."""
    for match in MATCHES:
        yield _whole(live, match)
    yield _first_dealers(live)
    yield _random(live)


def _whole(live: Live, match: Match) -> Scenario:
    one = live.scenario(f"matches/{match.preset}", match.about)
    table = Table.created(one, match.request, updates=RECORDED)
    phase = ""
    for number in range(_MOST):
        action = _choice(table, number)
        after = _peek(table, action)["phase"]
        looking = number % _LOOK == 0 or after != phase
        table.act(action, viewers(match.seats) if looking else _watching(match.seats, number))
        phase = after
        if phase == "PHASE_MATCH_OVER":
            return one
    raise AssertionError(f"{one.name}: not over after {_MOST} actions")


def play(live: Live, match: Match) -> tuple[list[Json], Json]:
    """The actions of a whole match, and its last state."""
    scenario = _whole(live, match)
    actions = [step["request"]["action"] for step in scenario.steps[1:]]
    return actions, scenario.kept[f"s{len(scenario.steps)}"]


def _watching(seats: int, number: int) -> list[dict[str, Any]]:
    """One viewer after another, so that everybody is asked for in a match, and the file stays small."""
    everybody = viewers(seats)
    return [everybody[number % len(everybody)]]


def _peek(table: Table, action: Json) -> Json:
    """The state that an action would lead to."""
    ended, answer = table.scenario.live.answer("EngineService/ApplyAction", {"state": table.current, "action": action})
    if ended != "response":
        raise AssertionError(f"{table.scenario.name}: {action}: {answer}")
    return answer["state"]


def _choice(table: Table, number: int) -> Json:
    """What is done next: plays before draws, claims where there are any; every second missed call is called out.

    The choice depends on what is listed and on ``number`` alone, not on a bot, which may get better.
    """
    chance = sha256(b"choice %d" % number).digest()
    state = table.current
    if state["phase"] == "PHASE_ROUND_OVER":
        return {"startRound": {}}
    offenses = state.get("lastPlay", {}).get("offenses", [])
    if offenses and chance[0] % 2:
        offender = state["lastPlay"].get("seat", 0)
        return {"seat": (offender + 1) % table.seats, "callOut": {"offender": offender, "offense": offenses[0]}}
    seat = _due(table)
    listed = [action for action in _listed(table, seat) if "callOut" not in action]
    plays = [action for action in listed if "play" in action]
    action = plays[chance[1] % len(plays)] if plays else listed[0]
    if "play" in action and chance[2] % 4 == 0 and "call" in action["play"]:
        action = {**action, "play": {name: value for name, value in action["play"].items() if name != "call"}}
    return {"seat": 0, **action}


def _due(table: Table) -> int:
    """The seat to act, or the first whose answer is awaited."""
    state = table.current
    if state["phase"] == "PHASE_TURN":
        turn: int = state.get("turn", 0)
        return turn
    view = table.scenario.live.answer("EngineService/GetView", {"state": state, "viewer": SPECTATOR})[1]["view"]
    awaited: int = view["claims"]["awaited"][0]
    return awaited


def _listed(table: Table, seat: int) -> list[Json]:
    request = {"state": table.current, "seat": seat}
    answer = table.scenario.live.answer("EngineService/ListLegalActions", request)[1]
    actions: list[Json] = answer["seats"][0]["legal"]["actions"]
    return actions


def _first_dealers(live: Live) -> Scenario:
    one = live.scenario(
        "matches/first dealer", "C6: unset it is drawn from the seed; seat 0 is a dealer like any other."
    )
    request = {key: value for key, value in MATCHES[1].request.items() if key != "firstDealer"}
    for dealer in (None, 0, 1, 2):
        asked = request if dealer is None else {**request, "firstDealer": dealer}
        one.call("EngineService/CreateMatch", asked, _dealt)
    return one


def _dealt(answer: Json) -> Json:
    """Who deals, and who has the first turn."""
    wanted = [event for event in answer["events"] if {"roundStarted", "turnStarted"} & event.keys()]
    dealer = answer["state"].get("dealer")
    state = {"round": 1} if dealer is None else {"round": 1, "dealer": dealer}
    return {"state": {"$some": state}, "events": {"$in_order": wanted}}


def _random(live: Live) -> Scenario:
    one = live.scenario(
        "matches/a random one", "Without a seed and an id the server draws both; nobody knows what is dealt."
    )
    request = {"rules": {"name": "american_page_one"}, "seats": 4, "viewers": [{"seat": 0}, SPECTATOR]}
    hidden = {"$some": {"viewer": {"spectator": {}}, "seedCommitment": {"$length": [44, 44]}, "round": 1}}
    state = {"$some": {"seed": {"$length": [44, 44]}, "matchId": {"$length": [1, 64]}, "schema": 1}}
    updates = [
        {"view": {"$some": {"viewer": {"seat": 0}, "hand": {"$length": [5, 9]}}}, "events": {"$any": True}},
        {"view": hidden, "events": {"$any": True}},
    ]
    one.call("EngineService/CreateMatch", request, {"state": state, "events": {"$any": True}, "updates": updates})
    return one


def encoded(data: bytes) -> str:
    """Bytes as JSON has them."""
    return base64.b64encode(data).decode()
