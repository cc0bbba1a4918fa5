"""Rules in words, and their faults: RulesService in Japanese and in English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pageone_engine.terms import DrawRule, Evasion

from tests.conformance.authoring import Live, Scenario
from tests.conformance.patterns import Json
from tests.conformance.positions import small
from tests.conformance.table import rules_json

_DESCRIBE: Final = "RulesService/DescribeRules"
_POWERS: Final = ("drawTwo", "drawThree", "wild", "skip", "reverse")


def scenarios(live: Live) -> Iterator[Scenario]:
    """Presets, rules of a house, faults, and requests that are malformed."""
    yield _list(live)
    yield _describe(live)
    yield _faults(live)
    yield _malformed(live)


def _worded(rule_set: Json, language: str) -> Json:
    """Sentences by their language; those that tell a call word, which is Japanese in both, as they are."""
    calls = rule_set["rules"].get("calls", {})
    words = [calls[name] for name in ("penultimate", "last") if name in calls]
    summary = [line if any(word in line for word in words) else {"$text": language} for line in rule_set["summary"]]
    return {**rule_set, "summary": summary}


def _list(live: Live) -> Scenario:
    one = live.scenario(
        "rules/presets", "In the same order, whole, with seats and a summary in the language asked for."
    )
    for language in ("ja", "en"):

        def shape(answer: Json, language: str = language) -> Json:
            return {"ruleSets": [_short(_worded(each, language), language) for each in answer["ruleSets"]]}

        one.call("RulesService/ListRuleSets", {}, shape, language=language)
    one.call("RulesService/ListRuleSets", {}, {"ruleSets": {"$length": [4, 4]}}, language="fr, ja;q=0.5, *;q=0.1")
    return one


def _short(rule_set: Json, language: str) -> Json:
    """The rules as a whole once; in the other language by their names."""
    if language == "ja":
        return rule_set
    return {**rule_set, "rules": {"$some": {"name": rule_set["rules"]["name"]}}}


def _describe(live: Live) -> Scenario:
    one = live.scenario(
        "rules/described", "Zeros are resolved for the seats, and only then; summaries in both languages."
    )
    for language, seats in (("ja", 8), ("en", 2), ("ja", 0)):

        def shape(answer: Json, language: str = language) -> Json:
            rules = answer["ruleSet"]["rules"]
            numbers = {name: rules[name] for name in ("name", "rounds", "handSize") if name in rules}
            return {"ruleSet": {**_worded(answer["ruleSet"], language), "rules": {"$some": numbers}}}

        one.call(_DESCRIBE, {"rules": {"name": "american_page_one"}, "seats": seats}, shape, language=language)
    for powers in (("ACE", "FOUR", "FIVE", "SIX", "SEVEN"), ("NINE", "TEN", "KING", "UNSPECIFIED", "UNSPECIFIED")):
        rules = rules_json(small())
        specials = {name: f"RANK_{rank}" for name, rank in zip(_POWERS, powers, strict=True)}
        rules["americanPageOne"] = {**rules["americanPageOne"], "specials": specials}
        one.call(_DESCRIBE, {"rules": rules}, _specials)
    return one


def _specials(answer: Json) -> Json:
    """Which rank bears which power; none is left out."""
    rules = answer["ruleSet"]["rules"]
    game = {"americanPageOne": {"$some": {"specials": rules["americanPageOne"]["specials"]}}}
    return {"ruleSet": {"$some": {"rules": {"$some": game}}}}


def _faulty() -> dict[str, Any]:
    rules = rules_json(small(evasion=Evasion.LINKED, draw=DrawRule.UNTIL_PLAYABLE, pass_without_draw=True))
    specials = {"drawTwo": "RANK_TWO", "drawThree": "RANK_TWO", "wild": "RANK_TWO"}
    rules["americanPageOne"] = {**rules["americanPageOne"], "specials": specials}
    return {**rules, "decks": 9, "scoring": "SCORING_PLACEMENT", "calls": {**rules["calls"], "last": "あ" * 41}}


def _faults(live: Live) -> Scenario:
    one = live.scenario("rules/faults", "Faults of rules are an answer, all at once, with every field that takes part.")
    for language in ("ja", "en"):

        def shape(answer: Json, language: str = language) -> Json:
            return {"faults": [{**fault, "description": {"$text": language}} for fault in answer["faults"]]}

        one.call(_DESCRIBE, {"rules": _faulty(), "seats": 3}, shape, language=language)
    return one


def _malformed(live: Live) -> Scenario:
    one = live.scenario(
        "rules/malformed", "No rules, an unknown value, seats that nobody can sit in: INVALID_ARGUMENT."
    )
    one.fails(_DESCRIBE, {})
    one.fails(_DESCRIBE, {"rules": {"name": "page_one"}, "seats": 9})
    one.fails(_DESCRIBE, {"rules": {"name": "page_one", "scoring": 77}, "seats": 1})
    return one
