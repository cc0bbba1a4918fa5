"""Games against bots: the match in a sealed ticket.

Tickets that stand in the file were sealed with the key in ticket-keys.txt, so that what the server answers to them can
be told: bots leave nothing to chance but what follows from the match's seed.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from unittest import mock

from pageone_engine import PRESETS, create_match
from pageone_engine.state import State
from pageone_engine.terms import Strength
from pageone_service.solo import Game
from pageone_service.ticket_keys import Keyring, line_of, read_keys
from pageone_service.tickets import Tickets

from tests.conformance.authored.matches import encoded
from tests.conformance.authoring import RECORDED, Live, Scenario, Shape
from tests.conformance.patterns import Json
from tests.conformance.positions import holding

TICKET_KEYS: Final = Path(__file__).parents[1] / "ticket-keys.txt"
_ACT: Final = "SoloService/Act"
_GET: Final = "SoloService/GetGame"
_START: Final = "SoloService/StartGame"
_TICKET: Final = {"$use": "ticket"}
_MOST: Final = 60


def scenarios(live: Live) -> Iterator[Scenario]:
    """A game dealt at random, whole games of kept tickets, what only a host may send, and tickets that are none."""
    yield _dealt(live)
    yield _whole(live, "page_one", 3, 0)
    yield _whole(live, "american_page_one", 2, 1)
    yield _windows(live)
    yield _left(live)
    yield _start_faults(live)
    yield _not_its_own(live)
    yield _invalid(live)


def _dealt(live: Live) -> Scenario:
    one = live.scenario(
        "solo/a game that was dealt", "StartGame, GetGame, Act, and Act without an action, from seat 0."
    )
    seen = {
        "viewer": {"seat": 0},
        "phase": "PHASE_TURN",
        "round": 1,
        "hand": {"$length": [4, 4]},
        "rules": {"$any": True},
        "seats": {"$length": [3, 3]},
        "seedCommitment": {"$length": [44, 44]},
    }
    view = {"$save_some": {"name": "view", "match": seen}}
    first = [{"$some": {"matchStarted": {"$any": True}}}, {"roundStarted": {"$any": True}}, {"turnStarted": {}}]
    start = {"rules": {"name": "page_one"}, "seats": 3, "seat": 0, "bots": ["STRENGTH_STAND_IN"]}
    ticket = {"$save": "ticket"}
    one.call(_START, start, {"ticket": ticket, "view": view, "events": {"$in_order": first}})
    one.call(_GET, {"ticket": _TICKET}, {"view": {"$use": "view"}})
    one.call(_ACT, {"ticket": _TICKET}, {"ticket": ticket, "view": {"$use": "view"}})
    action = {"ticket": _TICKET, "action": {"$use": "view.legal.actions.0"}}
    after = {"$save_some": {"name": "after", "match": {"viewer": {"seat": 0}, "version": {"$any": True}}}}
    one.call(_ACT, action, {"ticket": {"$save": "next"}, "view": after, "events": {"$length": [1, 200]}})
    one.call(_GET, {"ticket": {"$use": "next"}}, {"view": {"$use": "after"}})
    one.call(_GET, {"ticket": _TICKET}, {"view": {"$use": "view"}})
    return one


def _whole(live: Live, preset: str, seats: int, seat: int) -> Scenario:
    about = f"Seat {seat} plays a round against bots to its end, and begins the next one."
    one = live.scenario(f"solo/{preset}", about)
    seed = sha256(b"solo " + preset.encode()).digest()
    state, _ = create_match(PRESETS[preset], seats, seed, first_dealer=0, match_id="solo")
    one.call(_GET, {"ticket": sealed(state, seat)}, {"view": RECORDED})
    answer = one.call(_ACT, {"ticket": sealed(state, seat)}, _played)
    for _ in range(_MOST):
        view = answer["view"]
        if view["phase"] == "PHASE_ROUND_OVER":
            one.call(_ACT, {"ticket": _TICKET, "action": {"startRound": {}}}, _played)
            return one
        listed = [action for action in view["legal"]["actions"] if "callOut" not in action]
        mine = view["phase"] == "PHASE_CLAIMS" or view.get("turn", 0) == seat
        request: dict[str, Any] = {"ticket": _TICKET}
        if listed and mine:
            request["action"] = {"seat": seat, **listed[0]}
        answer = one.call(_ACT, request, _played)
    raise AssertionError(f"{one.name}: no end of the round")


def _played(answer: Json) -> Shape:
    """All of an answer, but that a ticket is other bytes each time and the rules are those of the game."""
    ticket = {"$save": "ticket"}
    view = {**answer["view"], "rules": {"$some": {"name": answer["view"]["rules"]["name"]}}}
    return {**answer, "ticket": ticket, "view": view}


def _windows(live: Live) -> Scenario:
    about = "Seat 0 is asked to claim, and may call out what a bot forgot, or go on."
    one = live.scenario("solo/claims and call-outs", about)
    rules = {"enabled": True}
    state = holding("4C 5D", others=["9H KC 7C", "6S KD QH"], top="5H", turn=1, rules_dobon=rules)
    one.call(_ACT, {"ticket": sealed(state, 0, Strength.STAND_IN)}, _played)
    one.call(_ACT, {"ticket": _TICKET, "action": {"seat": 0, "dobon": {"against": 1}}}, _played)
    state = holding("KC KD 4C", others=["9H 9C", "6S 6D 6H"], turn=1)
    one.call(_ACT, {"ticket": sealed(state, 0, Strength.STAND_IN)}, _played)
    missed = {"seat": 0, "callOut": {"offender": 1, "offense": "OFFENSE_MISSED_CALL"}}
    one.fails(_ACT, {"ticket": _TICKET, "action": missed}, language="ja")
    one.call(_ACT, {"ticket": _TICKET}, _played)
    return one


def _left(live: Live) -> Scenario:
    one = live.scenario("solo/seat 0 leaves", "The bots play on; Act without an action shows how.")
    state = holding("KC KD 4C", others=["9H 9C", "6S 6D"])
    one.call(_ACT, {"ticket": sealed(state, 0), "action": {"seat": 0, "leave": {}}}, _played)
    one.call(_ACT, {"ticket": _TICKET}, _played)
    one.fails(_ACT, {"ticket": _TICKET, "action": {"seat": 0, "draw": {}}})
    return one


def _start_faults(live: Live) -> Scenario:
    one = live.scenario("solo/faults of a game", "Rules, seats, seat and bots that are none; every field is named.")
    one.fails(_START, {})
    one.fails(_START, {"rules": {"name": "poker"}, "seats": 9, "seat": 9, "bots": ["STRENGTH_UNSPECIFIED"]})
    four = ["STRENGTH_EASY"] * 4
    one.fails(_START, {"rules": {"name": "page_one"}, "seats": 3, "seat": 3, "bots": four})
    one.fails(_START, {"rules": {"name": "page_one"}, "seats": 3, "bots": ["STRENGTH_EASY", "STRENGTH_HARD"]})
    return one


def _not_its_own(live: Live) -> Scenario:
    about = "HOST_ONLY: what a table's host sends. INVALID_ARGUMENT: another seat's action. Stale and refused as ever."
    one = live.scenario("solo/not for a player", about)
    rules = {"enabled": True}
    waiting = holding("4C 5D", others=["9H KC 7C", "6S KD QH"], top="5H", turn=1, rules_dobon=rules)
    one.call(
        _ACT,
        {"ticket": sealed(waiting, 0, Strength.STAND_IN)},
        {"ticket": {"$save": "ticket"}, "view": {"$any": True}, "events": {"$any": True}},
    )
    refused: tuple[dict[str, Any], ...] = (
        {"closeClaims": {}},
        {"seat": 0, "callOut": {"offender": 1, "offense": "OFFENSE_TABLE_TALK"}},
        {"seat": 1, "waive": {}},
        {"seat": 9, "waive": {}},
        {"seat": 0},
        {"seat": 0, "version": 0, "waive": {}},
    )
    for action in refused:
        one.fails(_ACT, {"ticket": _TICKET, "action": action})
    one.fails(_ACT, {"ticket": _TICKET, "action": {"seat": 0, "draw": {}}}, language="ja")
    return one


def _invalid(live: Live) -> Scenario:
    one = live.scenario("solo/tickets that are none", "TICKET_INVALID for all of them, and nothing about why.")
    good = sealed(holding("KC KD 4C", rules_jokers=0), 0)
    one.call(_GET, {"ticket": good}, {"view": RECORDED})
    data = base64.b64decode(good)
    for altered in (
        b"",
        b"a ticket",
        bytes([*data[:-1], data[-1] ^ 1]),
        bytes([*data[:6], data[6] ^ 1, *data[7:]]),
        bytes([*data[:1], data[1] ^ 1, *data[2:]]),
        bytes(data[:-64]),
        bytes(data) + bytes(64),
    ):
        one.fails(_GET, {"ticket": encoded(altered)})
        one.fails(_ACT, {"ticket": encoded(altered), "action": {"seat": 0, "draw": {}}})
    foreign = read_keys([(line_of(sha256(b"another key").digest()) + "\n").encode()])
    one.fails(_GET, {"ticket": sealed(holding("KC KD 4C"), 0, keys=foreign)})
    return one


def sealed(state: State, seat: int, strength: int = Strength.NORMAL, keys: Keyring | None = None) -> str:
    """A ticket with the published key, the same bytes for the same game."""
    bots = tuple(0 if each == seat else strength for each in range(len(state.hands)))
    keyring = keys or read_keys([TICKET_KEYS.read_bytes()])
    nonce = sha256(repr((state, seat, bots)).encode()).digest()
    with mock.patch.object(os, "urandom", lambda count: nonce[:count]):
        return encoded(Tickets(lambda: keyring).seal(Game(state, seat, bots)))
