"""The words that are called: ページワン, ストップ, words of the house, and rules without words."""

from __future__ import annotations

from collections.abc import Iterator

from pageone_engine.state import State

from tests.conformance.authoring import RECORDED, Live, Scenario
from tests.conformance.positions import small
from tests.conformance.table import Table, rules_json
from tests.engine.positions import table

_DESCRIBE = "RulesService/DescribeRules"


def scenarios(live: Live) -> Iterator[Scenario]:
    """Words in rules, in views, in sentences; calls that are owed, wrong, or owed no more."""
    yield _presets(live)
    yield _own_words(live)
    yield _wrong(live)


def _holding(held: str, **calls: str) -> State:
    return table([held, "5D 5S 5H", "6C 6S 6H"], top="7H", rules=small(calls=calls) if calls else small())


def _presets(live: Live) -> Scenario:
    one = live.scenario(
        "call words/of the presets", "C12: ページワン with the last card but one, ストップ with the last."
    )
    for name in ("page_one", "only_one", "imohori"):
        request = {"rules": {"name": name}, "seats": 3}
        shape = {"ruleSet": lambda rule_set: {"$some": {"rules": {"$some": {"calls": rule_set["rules"]["calls"]}}}}}
        one.call(_DESCRIBE, request, lambda answer, shape=shape: {"ruleSet": shape["ruleSet"](answer["ruleSet"])})
    table_ = Table.at(one, _holding("9H 9C"))
    table_.act("0 9H !")
    table_.act("1 5H")
    table_.act("2 6H")
    table_.act("0 draw", [])
    return one


def _own_words(live: Live) -> Scenario:
    one = live.scenario("call words/of the house", "C12: any word of at most 40 characters, told as it was given.")
    words = {"penultimate": "あと一枚だよ〜🃏", "last": "上がり！"}
    table_ = Table.at(one, _holding("9H 9C", **words))
    answer = table_.act("0 9H !", [])
    request = {"viewer": {"seat": 0}}
    seen = {"view": {"$some": {"rules": {"$some": {"calls": answer["state"]["rules"]["calls"]}}}}}
    table_.ask("GetView", request, seen)
    rules = rules_json(small(calls=words))
    one.call(_DESCRIBE, {"rules": rules, "seats": 3}, {"ruleSet": {"rules": RECORDED, **_SUMMARY}}, language="ja")
    long = rules_json(small(calls={"last": "あ" * 41}))
    faults = {"faults": [{"fields": ["calls.last"], "description": {"$text": "ja"}}]}
    one.call(_DESCRIBE, {"rules": long}, faults, language="ja")
    return one


_SUMMARY = {"minSeats": RECORDED, "maxSeats": RECORDED, "summary": {"$length": [5, 60]}}


def _wrong(live: Live) -> Scenario:
    one = live.scenario(
        "call words/wrong", "C12: the other call, a call too early, and one where the rules have no word."
    )
    at = Table.at(one, _holding("9H 9C"))
    at.refused("0 9H !!")
    at = Table.at(one, _holding("9H 9C KD"))
    at.refused("0 9H !", ("ja",))
    at = Table.at(one, _holding("9H 9C", penultimate=""))
    at.refused("0 9H !", ("ja",))
    return one
