"""Rules, faults and refusals in words: complete, made from the fields, in two languages."""

import re
import string
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from pageone_engine import terms
from pageone_engine.cards import Suit
from pageone_engine.fault_words import fault_in_english
from pageone_engine.presets import PRESETS
from pageone_engine.refusals import Fault, Refusal
from pageone_engine.rules import DobonRules, Rules, Specials
from pageone_engine.rules_check import validate_rules
from pageone_engine.rules_words import statements
from pageone_engine.terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    NextDealer,
    RoundEnd,
    Scoring,
    SpecialFinish,
    Starter,
    StockOut,
    members,
)
from pageone_engine.words import (
    LANGUAGES,
    describe,
    describe_fault,
    rank_word,
    refusal_text,
    word,
)
from pageone_engine.words_en import ENGLISH
from pageone_engine.words_ja import JAPANESE

from tests.engine.strategies import Table, tables
from tests.engine.test_rules_check import changed, put

PAGE_ONE = PRESETS["page_one"]
IMOHORI = PRESETS["imohori"]
AMERICAN = PRESETS["american_page_one"]
PLACES = replace(AMERICAN, round_end=RoundEnd.LAST_STANDING, scoring=Scoring.PLACEMENT)
DOBON = put(AMERICAN, "game.dobon", DobonRules(True, False, DobonReturn.OFF))
CALLED_OUT = put(AMERICAN, "game.illegal_play", IllegalPlay.WHEN_CALLED_OUT)
PLAIN = changed(AMERICAN, jokers=0, game__specials=Specials())
ON_FINISH = changed(AMERICAN, game__special_finish=SpecialFinish.PENALIZED)
POINTS = replace(PAGE_ONE, scoring=Scoring.CARD_POINTS)

#: Rules, one field of them, and another value for it.
CHANGES: list[tuple[Rules, str, Any]] = [
    (PAGE_ONE, "rounds", 5),
    (PAGE_ONE, "decks", 2),
    (PAGE_ONE, "jokers", 0),
    (PAGE_ONE, "jokers", 2),
    (AMERICAN, "jokers", 0),
    (PAGE_ONE, "hand_size", 5),
    (AMERICAN, "hand_size", 7),
    (PAGE_ONE, "turn_limit", 500),
    (PAGE_ONE, "next_dealer", NextDealer.ROTATES),
    (PAGE_ONE, "scoring", Scoring.CARD_POINTS),
    (PAGE_ONE, "calls.penultimate", "ページバン"),
    (PAGE_ONE, "calls.penultimate", ""),
    (PAGE_ONE, "calls.last", "ノームサイ"),
    (PAGE_ONE, "calls.last", ""),
    (PAGE_ONE, "calls.missed", MissedCall.WHEN_CALLED_OUT),
    (PAGE_ONE, "penalties.missed_call", 1),
    (PAGE_ONE, "penalties.missed_call", 0),
    (PAGE_ONE, "penalties.table_talk", 1),
    (AMERICAN, "penalties.false_call_out", 1),
    (PAGE_ONE, "game.joker_forced", True),
    *((PAGE_ONE, "game.stock_out", value) for value in (StockOut.TAKE_TRICK, StockOut.RESHUFFLE)),
    *((POINTS, f"card_points.{name}", 7) for name in ("joker", "court", "ace")),
    *((AMERICAN, f"card_points.{name}", 7) for name in ("joker", "wild", "action", "court", "ace")),
    *(
        (AMERICAN, f"game.specials.{name}", rank)
        for name in ("draw_two", "draw_three", "wild", "skip", "reverse")
        for rank in (0, 9)
    ),
    (AMERICAN, "game.evasion", Evasion.LINKED),
    (AMERICAN, "game.evasion", Evasion.NONE),
    (AMERICAN, "game.sets", True),
    (AMERICAN, "game.special_finish", SpecialFinish.PENALIZED),
    (AMERICAN, "game.special_finish", SpecialFinish.REJECTED),
    (ON_FINISH, "penalties.special_finish", 5),
    (AMERICAN, "game.draw", DrawRule.ONE_WAITS),
    (AMERICAN, "game.draw", DrawRule.UNTIL_PLAYABLE),
    (AMERICAN, "game.pass_without_draw", True),
    (AMERICAN, "game.starter", Starter.NEUTRAL),
    (AMERICAN, "game.starter", Starter.PLAIN),
    (AMERICAN, "game.illegal_play", IllegalPlay.WHEN_CALLED_OUT),
    (CALLED_OUT, "penalties.illegal_play", 5),
    (CALLED_OUT, "penalties.illegal_play", 0),
    (AMERICAN, "game.joker_play", JokerPlay.WITHOUT_SUIT),
    (AMERICAN, "game.joker_play", JokerPlay.CHALLENGEABLE),
    (AMERICAN, "game.dobon", DobonRules(True)),
    (DOBON, "game.dobon.on_starter", True),
    (DOBON, "game.dobon.dobon_return", DobonReturn.LAST_LAID),
    (DOBON, "game.dobon.dobon_return", DobonReturn.CONTESTED),
    (AMERICAN, "game.two_seat_reverse_skips", False),
]

#: A field, and rules under which it changes nothing.
IRRELEVANT: list[tuple[Rules, str, Any]] = [
    (PAGE_ONE, "name", "the house of the rising sun"),
    (replace(PAGE_ONE, rounds=1), "next_dealer", NextDealer.ROTATES),
    (PAGE_ONE, "card_points.joker", 7),
    (POINTS, "card_points.wild", 7),
    (PAGE_ONE, "penalties.illegal_play", 7),
    (PAGE_ONE, "penalties.false_call_out", 7),
    (IMOHORI, "calls.missed", MissedCall.WHEN_CALLED_OUT),
    (IMOHORI, "penalties.missed_call", 7),
    (replace(PAGE_ONE, jokers=0), "game.joker_forced", True),
    (put(AMERICAN, "penalties.missed_call", 0), "penalties.false_call_out", 7),
    (changed(AMERICAN, calls__penultimate="", calls__last=""), "penalties.false_call_out", 7),
    (AMERICAN, "penalties.special_finish", 7),
    (AMERICAN, "penalties.illegal_play", 7),
    (PLAIN, "game.evasion", Evasion.NONE),
    (PLAIN, "game.special_finish", SpecialFinish.REJECTED),
    (PLAIN, "game.starter", Starter.PLAIN),
    (PLAIN, "game.two_seat_reverse_skips", False),
    (PLACES, "card_points.ace", 7),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rules", "path", "value"), CHANGES)
def test_every_field_that_matters_is_told(rules: Rules, path: str, value: object, language: str) -> None:
    """RulesService: rules in words are complete; another value of a field reads otherwise."""
    other = put(rules, path, value)
    assert validate_rules(rules) == validate_rules(other) == []
    assert describe(rules, 0, language) != describe(other, 0, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_round_is_told(language: str) -> None:
    """C19, C22: FIRST_OUT and LAST_STANDING, which bring their scoring along, read otherwise."""
    assert describe(AMERICAN, 4, language) != describe(PLACES, 4, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rules", "path", "value"), IRRELEVANT)
def test_what_changes_nothing_is_not_told(rules: Rules, path: str, value: object, language: str) -> None:
    """RulesService: made from the fields, never from the name; what can never count is left out."""
    assert describe(rules, 0, language) == describe(put(rules, path, value), 0, language)


def test_page_one_in_english() -> None:
    """Section P: the preset says its hand, its calls with their penalty and its scoring."""
    lines = describe(PAGE_ONE, 4, "en")
    for line in (
        "For 4 seats.",
        "1 deck of 52 cards with 1 Joker, 53 cards altogether.",
        "Each seat is dealt 4 cards.",
        "A match is 4 rounds.",
        "Whoever plays down to one card calls “ページワン”.",
        "A forgotten call costs 5 cards at once, and with the last card one is not out.",
        "The winner gains what the others hold; the others lose nothing.",
    ):
        assert line in lines


def test_american_page_one_in_japanese() -> None:
    """Section A: the preset's hand goes by seats, its powers and points by rank."""
    lines = describe(AMERICAN, 0, "ja")
    for line in (
        "52枚のトランプ2組にジョーカー4枚を加えた108枚を使います。",
        "2人から4人のとき、手札は1人7枚です。",
        "5人のとき、手札は1人6枚です。",
        "6人から8人のとき、手札は1人5枚です。",
        "J：次の人を飛ばします。",
        "手札に残ったカードの点数：ジョーカーは50点、8は50点、2・3・J・Qは20点、Kは10点、Aは1点、ほかは数字のとおり。",
    ):
        assert line in lines


def test_powers_that_are_moved_change_what_cards_count() -> None:
    """C20: a power that is switched off or moved makes its old rank an ordinary card."""
    moved = put(AMERICAN, "game.specials", Specials(draw_two=1, wild=13, reverse=9))
    assert (
        "Cards left in hand count: Joker = 50; K = 50; A, 9 = 20; J, Q = 10; every other card its number."
        in describe(moved, 4, "en")
    )


ONE_OF_MANY = re.compile(r"\b1 (cards|decks|Jokers|rounds|seats|turn actions)\b")
MANY_OF_ONE = re.compile(r"\b(?!1 )\d+ (card|deck|Joker|round|seat|turn action)\b")


@given(tables())
def test_any_house_rules_can_be_told(table: Table) -> None:
    """RulesService: a house's own rules too, a line each, in good English and Japanese."""
    rules, seats = table
    for count in (0, seats):
        lines = describe(rules, count, "en"), describe(rules, count, "ja")
        assert len(lines[0]) == len(lines[1])
        for line in (*lines[0], *lines[1]):
            assert line.isprintable()
            assert line.strip() == line != ""
        words = [rules.calls.penultimate, rules.calls.last]
        told = [line for line in lines[0] if not any(text and text in line for text in words)]
        assert not [line for line in told if ONE_OF_MANY.search(line) or MANY_OF_ONE.search(line)]


def test_words_of_a_house_cannot_break_a_line() -> None:
    """C12: a call word is free text; control characters in it stay out of the lines."""
    rules = replace(PAGE_ONE, calls=replace(PAGE_ONE.calls, last="{penalty}\n\x1b[2J\u2028"))
    line = next(line for line in describe(rules, 4, "en") if "last card calls" in line)
    assert line == "Whoever plays the last card calls “{penalty}��[2J�”."


def test_every_line_can_be_said() -> None:
    """RulesService: no sentence in the tables is dead, and none is missing."""
    house = changed(
        PLACES,
        rounds=1,
        game__sets=True,
        game__evasion=Evasion.LINKED,
        game__dobon=DobonRules(True, True, DobonReturn.CONTESTED),
    )
    variants = [rules for rules, _, _ in CHANGES] + [put(*change) for change in CHANGES]
    variants += [
        *PRESETS.values(),
        house,
        PLAIN,
        replace(house, jokers=0),
        replace(PAGE_ONE, jokers=0, game=IMOHORI.game),
        changed(AMERICAN, jokers=0, game__starter=Starter.NEUTRAL),
        changed(PAGE_ONE, calls__last="", penalties__missed_call=1),
        changed(AMERICAN, calls__last=""),
        changed(AMERICAN, game__evasion=Evasion.NONE, game__joker_play=JokerPlay.CHALLENGEABLE),
    ]
    said = {item.key for rules in variants for n in (0, 4) for item in statements(rules, n)}
    assert said | {"count.price"} == set(ENGLISH.lines)


def _places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_say_the_same() -> None:
    """The same faults, refusals, terms and lines, with the same values in them."""
    assert ENGLISH.fields.keys() == JAPANESE.fields.keys()
    for english, japanese in ((ENGLISH.lines, JAPANESE.lines), (ENGLISH.faults, JAPANESE.faults)):
        assert english.keys() == japanese.keys()
        for key, sentence in english.items():
            assert _places(sentence) >= _places(japanese[key]), key
            assert _places(sentence) - {"cards"} <= _places(japanese[key]), key
    for name, values in ENGLISH.terms.items():
        assert values.keys() == JAPANESE.terms[name].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_told(language: str) -> None:
    """R1: each of the 27 refusals has a sentence of its own that says what to do instead."""
    refusals = [value for value in members(Refusal).values() if value]
    texts = [refusal_text(refusal, language) for refusal in refusals]
    assert len(refusals) == len(set(texts)) == 27
    assert all(text.endswith("." if language == "en" else "。") for text in texts)


def test_every_term_has_a_name() -> None:
    """Every value of every enum has a word in both languages."""
    enums = [term for term in vars(terms).values() if isinstance(term, type) and members(term)] + [Suit]
    assert len(enums) >= 19
    for term in enums:
        for value in members(term).values():
            for language in LANGUAGES:
                told = word(term, value, language)
                assert told
                assert "_" not in told
    assert [word(Suit, suit, "ja") for suit in (1, 2, 3, 4)] == [
        "クラブ",
        "ダイヤ",
        "ハート",
        "スペード",
    ]
    assert [rank_word(rank, "en") for rank in (0, 1, 10, 13)] == ["Joker", "A", "10", "K"]
    assert word(Suit, 77, "en") == "77"


def test_faults_are_told_in_both_languages() -> None:
    """API.md: a fault has a sentence that names the remedy; paths may have a prefix."""
    fault = validate_rules(replace(PAGE_ONE, decks=9))[0]
    assert fault.description == describe_fault(fault, "en")
    assert fault.description == "The number of decks must be from 1 to 4; it is 9."
    assert describe_fault(fault, "ja") == "デッキ数は1から4までです（現在9）。"
    prefixed = Fault(("rules.decks",), fault.code, fault.description, fault.values)
    assert describe_fault(prefixed, "ja") == describe_fault(fault, "ja")


def test_a_shared_rank_is_named() -> None:
    """A14: the fault names the rank as it stands on the card."""
    fault = validate_rules(put(AMERICAN, "game.specials.skip", 12))[0]
    assert "several sit on Q" in describe_fault(fault, "en")
    assert "Qに複数あります" in describe_fault(fault, "ja")


def test_faults_without_words_say_what_they_are() -> None:
    """A fault of another check keeps its own sentence."""
    for fault in (
        Fault(("seats[2].hand[0]",), "not_a_rule", "must be 1 to 53"),
        Fault(("seed",), "out_of_range", "must be 0 to 3", {"low": 0, "high": 3}),
    ):
        for language in LANGUAGES:
            assert describe_fault(fault, language) == fault.description


def test_one_game_has_to_be_chosen() -> None:
    """Rules that are refused: the game unset is told in a sentence, too."""
    text = fault_in_english("game_unset", ("page_one", "american_page_one"), {})
    assert text == "One game must be chosen: page_one or american_page_one."


@pytest.mark.parametrize("language", ["", "fr", "EN", "ja-JP"])
def test_other_languages_are_refused(language: str) -> None:
    """Two languages are known; the error names them."""
    with pytest.raises(ValueError, match="choose one of ja, en"):
        describe(PAGE_ONE, 4, language)
    with pytest.raises(ValueError, match="choose one of ja, en"):
        refusal_text(Refusal.NO_MATCH, language)
