"""Everything a call can end with but a refusal: code, reason, metadata, faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.conformance.authored.matches import encoded
from tests.conformance.authoring import Live, Scenario, error_shape
from tests.conformance.patterns import Json
from tests.conformance.table import APPLY, SPECTATOR, Table

_SEED: Final = encoded(bytes(range(32)))
_CREATE: Final[dict[str, Any]] = {
    "rules": {"name": "page_one"},
    "seats": 3,
    "seed": _SEED,
    "matchId": "errors",
    "firstDealer": 0,
}
_STATE: Final = {"$use": "s1"}
#: Milliseconds in which 256 actions are applied by no server.
_TOO_SHORT: Final = 3


def scenarios(live: Live) -> Iterator[Scenario]:
    """Malformed, stale, unknown, not there yet, too large, too late, and batches of all sorts."""
    yield _create_faults(live)
    yield _apply_faults(live)
    yield _action_faults(live)
    yield _state_faults(live)
    yield _schema(live)
    yield _stale(live)
    yield _strengths(live)
    yield _batch(live)
    yield _too_many(live)
    yield _too_large(live)
    yield _too_late(live)


def _begun(live: Live, name: str, about: str) -> tuple[Scenario, Table]:
    """A match of Page One in which seat 0 leads; its state is ``s1``."""
    one = live.scenario(f"errors/{name}", about)
    table = Table(one, 3, None)
    one.call("EngineService/CreateMatch", _CREATE, {"state": {"$save": "s1"}, "events": {"$any": True}})
    table.state = _STATE
    return one, table


def _create_faults(live: Live) -> Scenario:
    one = live.scenario(
        "errors/faults of a match", "Every field at fault is named at once, in the request's own paths."
    )
    method = "EngineService/CreateMatch"
    one.fails(method, {})
    one.fails(method, {"rules": {"name": "poker"}, "seats": 1, "seed": "AAAA", "firstDealer": 8})
    one.fails(method, {**_CREATE, "firstDealer": 3, "viewers": [{"seat": 0}, {"seat": 3}, {}]})
    one.fails(method, {**_CREATE, "rules": {"name": "page_one", "jokers": 1}})
    entropy = [encoded(bytes(65)), *[""] * 8]
    one.fails(method, {**_CREATE, "matchId": "あ" * 22, "entropy": entropy})
    return one


def _apply_faults(live: Live) -> Scenario:
    one, _ = _begun(live, "several faults", "Of action and viewers; in Japanese as in English the paths are the same.")
    request = {"state": _STATE, "action": {"seat": 7, "play": {"cards": [99], "suit": 9}}, "viewers": [{"seat": 3}, {}]}
    one.fails(APPLY, request)
    one.fails(APPLY, request, error_shape("ja", faults="en"), language="ja")
    one.fails(APPLY, {})
    one.fails(APPLY, {"state": _STATE})
    one.fails("EngineService/GetView", {"state": _STATE})
    one.fails("EngineService/GetView", {"state": _STATE, "viewer": {}})
    one.fails("EngineService/ListLegalActions", {"state": _STATE, "seat": 3})
    return one


def _action_faults(live: Live) -> Scenario:
    one, _ = _begun(live, "malformed actions", "R2: form comes before version, phase and turn.")
    for action in (
        {"seat": 0},
        {"seat": 3, "draw": {}},
        {"seat": 0, "version": 77, "play": {"cards": ["CARD_UNSPECIFIED"]}},
        {"seat": 0, "play": {"cards": ["CARD_CLUBS_ACE", 77]}},
        {"seat": 0, "play": {"cards": ["CARD_CLUBS_ACE"], "call": 9}},
        {"seat": 0, "callOut": {"offender": 1}},
        {"seat": 0, "callOut": {"offender": 9, "offense": "OFFENSE_MISSED_CALL"}},
        {"seat": 0, "dobon": {"against": 3}},
        {"seat": 0, "nameSuit": {"suit": 9}},
    ):
        one.fails(APPLY, {"state": _STATE, "action": action})
    return one


def _state_faults(live: Live) -> Scenario:
    one = live.scenario("errors/malformed states", "A state is checked before it is used; every fault is named.")
    one.fails("EngineService/GetView", {"state": {"schema": 1}, "viewer": {"seat": 0}})
    one.fails("EngineService/GetView", {"viewer": SPECTATOR})
    one.fails(
        "EngineService/ListLegalActions",
        {
            "state": {
                "schema": 1,
                "rules": {"name": "page_one"},
                "seats": [{"hand": [53, 1]}, {}],
                "phase": 9,
                "trick": {},
            }
        },
    )
    return one


def _schema(live: Live) -> Scenario:
    one = live.scenario(
        "errors/schema unknown", "A state of a schema that nobody knows yet, or of none: SCHEMA_UNKNOWN."
    )
    for state in ({"schema": 2}, {}, {"schema": 4294967295, "matchId": "from the future"}):
        one.fails("EngineService/GetView", {"state": state, "viewer": {"seat": 0}})
    return one


def _stale(live: Live) -> Scenario:
    one, table = _begun(
        live, "stale", "C26: ABORTED with the version of the state, which is 0 first; 0 is a version, too."
    )
    for action in ({"seat": 0, "version": 1, "draw": {}}, {"seat": 1, "version": 4294967295, "draw": {}}):
        one.fails(APPLY, {"state": _STATE, "action": action})
    # Version 0 is the state's own: the action is refused for what it is.
    one.fails(APPLY, {"state": _STATE, "action": {"seat": 1, "version": 0, "draw": {}}})
    first = table.ask("ListLegalActions", {"seat": 0}, {"seats": {"$save": "seats"}})["seats"][0]["legal"]["actions"][0]
    play = {"seat": 0, "version": 0, "play": first["play"]}
    one.call(
        APPLY, {"state": _STATE, "action": play}, {"state": {"$save": "s2"}, "events": {"$any": True}, "undoable": True}
    )
    one.fails(APPLY, {"state": {"$use": "s2"}, "action": play})
    one.fails(APPLY, {"state": {"$use": "s2"}, "action": {"seat": 0, "version": 0, "leave": {}}})
    return one


def _strengths(live: Live) -> Scenario:
    one, table = _begun(live, "strengths", "STRENGTH_HARD is not there yet: UNIMPLEMENTED; none at all is malformed.")
    table.ask("GetView", {"viewer": {"seat": 0}}, {"view": {"$save": "view"}})
    suggest = "EngineService/SuggestAction"
    one.fails(suggest, {"view": {"$use": "view"}, "strength": "STRENGTH_HARD"})
    one.fails(suggest, {"view": {"$use": "view"}})
    one.fails(suggest, {"view": {"$use": "view"}, "strength": 77})
    one.fails(suggest, {"strength": "STRENGTH_EASY"})
    table.ask("GetView", {"viewer": SPECTATOR}, {"view": {"$save": "seen"}})
    one.fails(suggest, {"view": {"$use": "seen"}, "strength": "STRENGTH_EASY"})
    start = {"rules": {"name": "page_one"}, "seats": 2, "bots": ["STRENGTH_HARD"]}
    one.fails("SoloService/StartGame", start)
    return one


def _batch(live: Live) -> Scenario:
    one, table = _begun(live, "a batch", "Each for itself: applied, refused, malformed, stale, of an unknown schema.")
    first = table.ask("ListLegalActions", {"seat": 0}, {"seats": {"$save": "seats"}})["seats"][0]["legal"]["actions"][0]
    action = {"$use": "seats.0.legal.actions.0"}
    requests = [
        {"state": _STATE, "action": action, "viewers": [{"seat": 0}]},
        {"state": _STATE, "action": {"seat": 0, "draw": {}}},
        {"state": _STATE, "action": {"seat": 0, "play": {"cards": [77]}}},
        {"state": _STATE, "action": {"seat": 0, "version": 9, "draw": {}}},
        {"state": {"schema": 9}, "action": {"seat": 0, "draw": {}}},
        {},
    ]
    if "play" not in first:
        raise AssertionError("the first action is a play")
    one.call("EngineService/BatchApplyActions", {"requests": requests}, _results)
    one.call("EngineService/BatchApplyActions", {}, {})
    return one


def _results(answer: Json) -> Json:
    """What each came to; messages are for people, and may change."""

    def of(result: Json) -> Json:
        if "error" in result:
            return {"error": {**result["error"], "message": {"$text": "en"}}}
        events = result["response"]["events"]
        return {"response": {"$some": {"events": events, "state": {"$some": {"version": 1}}}}}

    return {"results": [of(result) for result in answer["results"]]}


def _too_many(live: Live) -> Scenario:
    one, _ = _begun(live, "257 actions", "A batch has at most 256.")
    batch = {"requests": {"$repeat": [257, {"state": _STATE, "action": {"seat": 0, "draw": {}}}]}}
    one.fails("EngineService/BatchApplyActions", batch)
    return one


def _too_large(live: Live) -> Scenario:
    one, _ = _begun(
        live, "too large", "More than a MiB: RESOURCE_EXHAUSTED with size and limit; to try again is no help."
    )
    batch = {"requests": {"$repeat": [6000, {"state": _STATE, "action": {"seat": 0, "draw": {}}}]}}
    one.fails("EngineService/BatchApplyActions", batch)
    return one


def _too_late(live: Live) -> Scenario:
    one, _ = _begun(live, "too late", "The deadline passes before 256 actions are applied: DEADLINE_EXCEEDED.")
    action = {"seat": 0, "leave": {}}
    everybody = [{"seat": 0}, {"seat": 1}, {"seat": 2}, SPECTATOR]
    batch = {"requests": {"$repeat": [256, {"state": _STATE, "action": action, "viewers": everybody}]}}
    one.gives_up("EngineService/BatchApplyActions", batch, _TOO_SHORT)
    return one
