"""RulesService: presets and any rules in words, or every fault in them (API.md)."""

from __future__ import annotations

import pytest
from pageone.v1 import engine_service_pb2, rules_pb2
from pageone.v1 import rules_service_pb2 as pb
from pageone_engine import PRESETS
from pageone_engine.words import describe
from pageone_service.languages import negotiated

from tests.service.support import SEED, Running, preset


def language(header: str) -> tuple[tuple[str, str], ...]:
    return (("accept-language", header),)


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_list_rule_sets_gives_every_preset_in_words(service: Running, tongue: str) -> None:
    """API.md: the presets, in the language asked for, with the seats they can be played by."""
    answer = service.rules.ListRuleSets(pb.ListRuleSetsRequest(), metadata=language(tongue))
    assert [one.rules.name for one in answer.rule_sets] == list(PRESETS)
    for one in answer.rule_sets:
        assert list(one.summary) == describe(PRESETS[one.rules.name], 0, tongue)
        assert (one.min_seats, one.max_seats) == (2, 8)
        created = service.engine.CreateMatch(engine_service_pb2.CreateMatchRequest(rules=one.rules, seats=4, seed=SEED))
        named = service.engine.CreateMatch(
            engine_service_pb2.CreateMatchRequest(rules=preset(one.rules.name), seats=4, seed=SEED)
        )
        assert created == named


def test_describe_rules_resolves_zeros_for_the_seats(service: Running) -> None:
    """C10, API.md: complete, zeros resolved as far as seats allows."""
    request = pb.DescribeRulesRequest(rules=preset("american_page_one"), seats=5)
    whole = service.rules.DescribeRules(request).rule_set
    assert (whole.rules.rounds, whole.rules.hand_size) == (5, 6)
    request.seats = 0
    open_ended = service.rules.DescribeRules(request).rule_set
    assert (open_ended.rules.rounds, open_ended.rules.hand_size) == (0, 0)
    assert open_ended.summary != whole.summary


def test_describe_rules_makes_the_words_from_the_fields(service: Running) -> None:
    """Issue 2: a house's own rules are described, too: the words it calls are in the lines."""
    rules = service.rules.DescribeRules(pb.DescribeRulesRequest(rules=preset("page_one"))).rule_set.rules
    rules.name = "our_house"
    rules.calls.penultimate = "ノームサイ"
    answer = service.rules.DescribeRules(pb.DescribeRulesRequest(rules=rules), metadata=language("ja"))
    assert not answer.faults
    assert any("ノームサイ" in line for line in answer.rule_set.summary)


def test_describe_rules_names_every_fault_in_both_languages(service: Running) -> None:
    """RULES.md "Rules that are refused": every field that takes part, all at once; no rule set."""
    rules = service.rules.DescribeRules(pb.DescribeRulesRequest(rules=preset("american_page_one"))).rule_set.rules
    rules.american_page_one.evasion = 77  # type: ignore[assignment]
    rules.american_page_one.specials.skip = rules.american_page_one.specials.wild
    rules.round_end = rules_pb2.ROUND_END_LAST_STANDING
    rules.penalties.missed_call = 21
    sentences = []
    for tongue in ("en", "ja"):
        answer = service.rules.DescribeRules(pb.DescribeRulesRequest(rules=rules), metadata=language(tongue))
        assert not answer.HasField("rule_set")
        fields = [set(fault.fields) for fault in answer.faults]
        for wanted in (
            {"american_page_one.evasion"},
            {"american_page_one.specials.skip", "american_page_one.specials.wild"},
            {"round_end", "scoring"},
            {"penalties.missed_call"},
        ):
            assert wanted in fields
        sentences.append([fault.description for fault in answer.faults])
    assert all(one != other for one, other in zip(*sentences, strict=True))


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_describe_rules_never_guesses_at_a_partly_filled_message(service: Running, tongue: str) -> None:
    """API.md: what is absent is named; a name alone that is no preset's, too."""
    partly = pb.DescribeRulesRequest(rules=rules_pb2.Rules(name="page_one", jokers=2))
    answer = service.rules.DescribeRules(partly, metadata=language(tongue))
    named = {field for fault in answer.faults for field in fault.fields}
    assert {"calls", "penalties", "card_points"} <= named
    assert all(fault.description for fault in answer.faults)
    unknown = pb.DescribeRulesRequest(rules=preset("poker"))
    answer = service.rules.DescribeRules(unknown, metadata=language(tongue))
    assert [list(fault.fields) for fault in answer.faults] == [["name"]]
    assert all("page_one" in fault.description for fault in answer.faults)


def test_an_absent_dobon_means_off_and_is_written_so(service: Running) -> None:
    """RULES.md: an absent `dobon` means off, and is written so into the state."""
    rules = service.rules.DescribeRules(pb.DescribeRulesRequest(rules=preset("american_page_one"))).rule_set.rules
    rules.american_page_one.ClearField("dobon")
    answer = service.rules.DescribeRules(pb.DescribeRulesRequest(rules=rules))
    dobon = answer.rule_set.rules.american_page_one.dobon
    assert (dobon.enabled, dobon.dobon_return) == (False, rules_pb2.DOBON_RETURN_OFF)


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP", "ja"),
        ("JA", "ja"),
        ("en-GB,ja;q=0.5", "en"),
        ("ja;q=0.4,en;q=0.8", "en"),
        ("fr,ja;q=0.1", "ja"),
        ("fr", "en"),
        ("*", "en"),
        ("ja;q=0", "en"),
        ("ja;q=bad", "en"),
        ("ja;q=nan", "en"),
        ("de;q=1,*;q=0.1,ja;q=0.2", "ja"),
        (",;,;q=1,", "en"),
        ("x" * 100_000, "en"),
    ],
)
def test_the_language_is_negotiated_by_quality(header: str, chosen: str) -> None:
    """Issue 2: accept-language with q values; English when it likes none of ours."""
    assert negotiated(header) == chosen
