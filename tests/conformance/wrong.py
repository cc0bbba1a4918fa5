"""Scenarios in pairs that differ in one thing: the right one passes, the wrong one must fail in every runner.

``python -m tests.conformance.wrong FOLDER`` writes right.json and wrong.json, for a runner that is being written.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.conformance.patterns import Json
from tests.vectors.make_vectors import pack, seed_of, shuffle_vector

Pair = tuple[str, list[Json], list[Json]]

_SEED: Final = seed_of(40)
_CREATE: Final = "pageone.v1.EngineService/CreateMatch"
_APPLY: Final = "pageone.v1.EngineService/ApplyAction"
#: One character, two units of UTF-16, four bytes of UTF-8.
_ID: Final = "🃏"
_REQUEST: Final[dict[str, Json]] = {
    "rules": {"name": "page_one"},
    "seats": 2,
    "seed": base64.b64encode(_SEED).decode(),
    "firstDealer": 0,
    "matchId": _ID,
}
_DRAW: Final[dict[str, Json]] = {"seat": 0, "draw": {}}


def pairs() -> Iterator[Pair]:
    """Name, right steps, wrong steps."""
    yield from _answers()
    yield from _kept()
    yield from _errors()
    yield from _mistakes()
    yield from _decoded()
    yield from _computed()


def file_of(right: bool) -> dict[str, Json]:
    """All right ones, or all wrong ones, as a file of scenarios."""
    chosen = [(name, good if right else bad) for name, good, bad in pairs()]
    return {
        "format": 1,
        "scenarios": [{"name": f"pairs/{name}", "about": name, "steps": steps} for name, steps in chosen],
    }


def write(folder: Path, right: bool) -> Path:
    """The file, written."""
    path = folder / ("right.json" if right else "wrong.json")
    path.write_text(json.dumps(file_of(right), ensure_ascii=False), encoding="utf-8")
    return path


def _created(pattern: Json, **request: Json) -> Json:
    return {"call": _CREATE, "request": {**_REQUEST, **request}, "expect": {"response": pattern}}


def _state(pattern: Json) -> Json:
    return _created({"$some": {"state": {"$some": pattern}}})


def _answers() -> Iterator[Pair]:
    events = {"cardsDealt": {"$any": True}}
    started: Json = {"turnStarted": {}}
    values: tuple[tuple[str, Json, Json], ...] = (
        ("number", {"round": 1}, {"round": 2}),
        ("number and truth", {"schema": 1}, {"schema": True}),
        ("number and text", {"schema": 1}, {"schema": "1"}),
        ("enum", {"phase": "PHASE_TURN"}, {"phase": "PHASE_CLAIMS"}),
        ("text", {"matchId": _ID}, {"matchId": _ID + " "}),
        ("$any of nothing", {"phase": {"$any": True}}, {"dealer": {"$any": True}}),
        ("$save of nothing", {"phase": {"$save": "x"}}, {"dealer": {"$save": "x"}}),
        ("null of nothing", {"round": 1}, {"dealer": None}),
        ("$some deep inside", {"rules": {"$some": {"jokers": 1}}}, {"rules": {"$some": {"jokers": 2}}}),
        ("$length of a text in characters", {"matchId": {"$length": [1, 1]}}, {"matchId": {"$length": [2, 4]}}),
        ("$length of an array", {"seats": {"$length": [2, 2]}}, {"seats": {"$length": [3, 9]}}),
        ("$length too long", {"seats": {"$length": [0, 2]}}, {"seats": {"$length": [0, 1]}}),
        ("number of elements", {"seats": [{"$any": True}] * 2}, {"seats": [{"$any": True}] * 3}),
        ("fewer elements", {"seats": [{"$any": True}] * 2}, {"seats": [{"$any": True}]}),
        ("an element", {"seats": [{"hand": {"$length": [4, 4]}}] * 2}, {"seats": [{"hand": []}] * 2}),
        ("$text in English", {"phase": {"$text": "en"}}, {"phase": {"$text": "ja"}}),
        ("members that are not expected", {"trick": {}}, {"rules": {}}),
        ("object and array", {"trick": {}}, {"trick": []}),
    )
    for name, right, wrong in values:
        yield name, [_state(right)], [_state(wrong)]
    yield (
        "$in_order",
        [_created({"$some": {"events": {"$in_order": [events, events, started]}}})],
        [_created({"$some": {"events": {"$in_order": [started, events]}}})],
    )
    yield (
        "$in_order, once too often",
        [_created({"$some": {"events": {"$in_order": [started]}}})],
        [_created({"$some": {"events": {"$in_order": [started, started]}}})],
    )
    japanese = {"call": "pageone.v1.RulesService/ListRuleSets", "metadata": {"accept-language": "ja"}, "request": {}}

    def summary(text: Json) -> list[Json]:
        return [{**japanese, "expect": {"response": {"ruleSets": {"$in_order": [{"$some": {"summary": text}}]}}}}]

    first = {"$in_order": [{"$text": "ja"}]}
    yield "$text in Japanese", summary(first), summary({"$in_order": [{"$text": "en"}]})


def _kept() -> Iterator[Pair]:
    keep = _created({"$some": {"state": {"$save": "state"}}}, viewers=[{"seat": 0}])
    view = {"call": "pageone.v1.EngineService/GetView", "request": {"state": {"$use": "state"}, "viewer": {"seat": 0}}}

    def seen(pattern: Json) -> list[Json]:
        return [keep, {**view, "expect": {"response": {"view": {"$some": pattern}}}}]

    yield "$use", seen({"rules": {"$use": "state.rules"}}), seen({"rules": {"$use": "state.trick"}})
    yield (
        "$use of an element",
        seen({"hand": {"$use": "state.seats.0.hand"}}),
        seen({"hand": {"$use": "state.seats.1.hand"}}),
    )
    yield "$use of nothing", seen({"rules": {"$use": "state.rules"}}), seen({"rules": {"$use": "nothing.rules"}})
    some = {"$save_some": {"name": "x", "match": {"round": 1}}}
    other = {"$save_some": {"name": "x", "match": {"round": 2}}}
    yield "$save_some", [_created({"$some": {"state": some}})], [_created({"$some": {"state": other}})]
    yield "a later step", [keep, _state({"round": 1})], [keep, _state({"round": 2})]
    batch = {
        "call": "pageone.v1.EngineService/BatchApplyActions",
        "request": {"requests": {"$repeat": [3, {"state": {"$use": "state"}, "action": _DRAW}]}},
    }

    def results(count: int) -> list[Json]:
        return [keep, {**batch, "expect": {"response": {"results": {"$length": [count, count]}}}}]

    yield "$repeat", results(3), results(2)


def _errors() -> Iterator[Pair]:
    keep = _created({"$some": {"state": {"$save": "state"}}})

    def ended(pattern: Json, language: str = "ja", **action: Json) -> list[Json]:
        request = {"state": {"$use": "state"}, "action": {**_DRAW, **action}}
        metadata = {"accept-language": language}
        return [keep, {"call": _APPLY, "metadata": metadata, "request": request, "expect": {"error": pattern}}]

    refused = {
        "code": "FAILED_PRECONDITION",
        "reason": "REFUSAL_MUST_PLAY",
        "refusal": "REFUSAL_MUST_PLAY",
        "locale": "ja",
        "localized": {"$text": "ja"},
    }
    stale = {"code": "ABORTED", "reason": "STALE_ACTION", "metadata": {"version": "0"}, "staleVersion": 0}
    changes: tuple[dict[str, Json], ...] = (
        {"code": "ABORTED"},
        {"reason": "REFUSAL_NO_MATCH"},
        {"refusal": "REFUSAL_NO_MATCH"},
        {"locale": "en"},
        {"localized": {"$text": "en"}},
        {"staleVersion": 0},
        {"metadata": {}},
        {"faults": []},
    )
    for change in changes:
        yield f"error: {next(iter(change))}", ended(refused), ended({**refused, **change})
    for name in ("refusal", "localized"):
        yield f"error without {name}", ended(refused), ended({key: refused[key] for key in refused if key != name})
    without = {name: value for name, value in stale.items() if name != "staleVersion"}
    yield "error: version 0", ended(stale, version=3), ended(without, version=3)
    yield "error: another version", ended(stale, version=3), ended({**stale, "staleVersion": 1}, version=3)
    yield "error: metadata", ended(stale, version=3), ended({**stale, "metadata": {"version": "1"}}, version=3)
    fault = {"field": "action.seat", "description": {"$text": "en"}}
    malformed = {"code": "INVALID_ARGUMENT", "faults": [fault]}
    yield "error: faults", ended(malformed, seat=9), ended({**malformed, "faults": []}, seat=9)
    other = {**malformed, "faults": [{**fault, "field": "action.version"}]}
    yield "error: field", ended(malformed, seat=9), ended(other, seat=9)
    answered = [_state({"round": 1})]
    yield "an answer that is no error", answered, [{**answered[0], "expect": {"error": {"$any": True}}}]
    wrong = [keep, {**ended(refused)[1], "expect": {"response": {"$any": True}}}]
    yield "an error that is no answer", ended(refused), wrong


def _mistakes() -> Iterator[Pair]:
    """What nobody defined must not pass."""
    right = [_state({"round": 1})]
    yield "an unknown operator", right, [_state({"round": {"$anything": True}})]
    yield "an operator beside a member", right, [_state({"round": 1, "$any": True})]
    yield "an unknown step", right, [{"wait": 1, "expect": {"$any": True}}]
    yield "an unknown name in a request", right, [_created({"$any": True}, nobody=1)]
    unknown = {**right[0], "call": "pageone.v1.EngineService/NoSuchCall", "expect": {"error": {"$any": True}}}
    yield "an unknown call", right, [unknown]
    yield "a pattern in a request", right, [_created({"$any": True}, seats={"$any": True})]


def _decoded() -> Iterator[Pair]:
    def event(data: str, expect: Json) -> list[Json]:
        return [{"decode": "pageone.v1.Event", "bytes": data, "expect": expect}]

    turn = base64.b64encode(bytes.fromhex("d201020803")).decode()
    newer = base64.b64encode(bytes.fromhex("a206020801")).decode()
    right = {"json": {"turnStarted": {"seat": 3}}, "kind": "turn_started"}
    yield "decode: kind", event(turn, right), event(turn, {**right, "kind": "turnStarted"})
    yield "decode: no kind", event(newer, {"kind": None}), event(newer, {"kind": "turn_started"})
    yield "decode: a kind where none is expected", event(turn, right), event(turn, {**right, "kind": None})
    yield "decode: json", event(turn, right), event(turn, {**right, "json": {"turnStarted": {"seat": 2}}})
    yield "decode: json without kind", event(turn, {"json": right["json"]}), event(turn, {"json": {}})
    yield "decode: broken bytes", event(turn, right), event("0gEC", right)


def _computed() -> Iterator[Pair]:
    seed, other = _SEED.hex(), seed_of(41).hex()

    def verify(kind: str, given: Json, expect: Json) -> list[Json]:
        return [{"verify": kind, "input": given, "expect": expect}]

    def pair(kind: str, given: Json, expect: Json, wrong: Json) -> Pair:
        return f"verify: {kind}", verify(kind, given, expect), verify(kind, given, wrong)

    yield pair("commitment", {"seed": seed}, sha256(_SEED).hexdigest(), sha256(b"").hexdigest())
    whole: list[int] = pack(1, 1)
    yield pair("pack", {"decks": 1, "jokers": 1}, whole, whole[:-1])
    shuffled: list[int] = shuffle_vector("", whole, _SEED, [], 0)["shuffled"]
    given = {"cards": whole, "seed": seed, "entropy": [], "shuffles": 0}
    yield pair("shuffle", given, shuffled, [shuffled[1], shuffled[0], *shuffled[2:]])
    yield (
        "verify: another seed",
        verify("shuffle", given, shuffled),
        verify("shuffle", {**given, "seed": other}, shuffled),
    )
    hands = [sorted(shuffled[-1:-8:-2]), sorted(shuffled[-2:-9:-2])]
    dealt = {"hands": hands, "stock": shuffled[:-8]}
    deal = {"cards": shuffled, "seats": 2, "dealer": 1, "handSize": 4}
    yield pair("deal", deal, dealt, {**dealt, "hands": hands[::-1]})
    yield "verify: stock", verify("deal", deal, dealt), verify("deal", deal, {**dealt, "stock": shuffled})
    check = {
        "commitment": sha256(_SEED).hexdigest(),
        "seed": seed,
        "entropy": [],
        "decks": 1,
        "jokers": 1,
        "handSize": 4,
        "seats": 2,
        "dealer": 1,
        "drawn": False,
        "seat": 0,
        "hand": hands[0],
    }
    yield pair("check_first_deal", check, [], ["hand"])
    broken = {**check, "seat": 1}
    yield (
        "verify: a hand of another",
        verify("check_first_deal", broken, ["hand"]),
        verify("check_first_deal", broken, []),
    )
    yield "verify: an unknown function", verify("check_first_deal", check, []), verify("nothing", check, [])

    def cards(text: str, expect: list[int]) -> list[Json]:
        return [{"cards": text, "expect": expect}]

    yield "cards", cards("8C 10H JK", [8, 36, 53]), cards("8C 10H JK", [8, 36, 52])
    yield "cards: fewer", cards("8C", [8]), cards("8C", [])
    yield "cards: not written back equal", cards("8C AD", [8, 14]), cards("8C  AD", [8, 14])


if __name__ == "__main__":
    for each in (True, False):
        print(write(Path(sys.argv[1]), right=each))
