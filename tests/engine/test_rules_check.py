"""Rules that are refused: every fault at once, each with every field that takes part."""

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pageone_engine import InvalidError, create_match
from pageone_engine.presets import PRESETS, resolved
from pageone_engine.rules import AmericanPageOneRules, DobonRules, PageOneRules, Rules, Specials
from pageone_engine.rules_check import seat_range, validate_rules
from pageone_engine.terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    RoundEnd,
    Scoring,
    SpecialFinish,
)
from pageone_engine.words import LANGUAGES, describe_fault

from tests.engine.strategies import Table, tables, texts, valid_rules

PAGE_ONE = PRESETS["page_one"]
IMOHORI = PRESETS["imohori"]
AMERICAN = PRESETS["american_page_one"]


def put(rules: Any, path: str, value: object) -> Any:  # noqa: ANN401 - any dataclass in Rules
    """The same with another value at a path such as ``game.specials.wild``."""
    name, _, rest = path.partition(".")
    return replace(rules, **{name: put(getattr(rules, name), rest, value) if rest else value})


def changed(rules: Rules, **values: object) -> Rules:
    """Several values put at once, dots in the paths written as ``__``."""
    return reduce(
        lambda so_far, item: put(so_far, item[0].replace("__", "."), item[1]),
        values.items(),
        rules,
    )


def fields(rules: Rules, seats: int = 0) -> list[tuple[str, ...]]:
    """The fields of each fault."""
    return [fault.fields for fault in validate_rules(rules, seats)]


def american(*names: str) -> tuple[str, ...]:
    """Paths inside the American game."""
    return tuple(f"american_page_one.{name}" for name in names)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", range(9))
def test_presets_have_no_fault(name: str, seats: int) -> None:
    """C9: every preset is played by 2 to 8, and asked for any number (0)."""
    if seats != 1:
        assert validate_rules(PRESETS[name], seats) == []
    assert seat_range(PRESETS[name]) == (2, 8)


@given(tables())
def test_valid_rules_make_a_match(table: Table) -> None:
    """C9: rules without a fault can be dealt."""
    rules, seats = table
    assert validate_rules(rules, seats) == []
    state, _ = create_match(rules, seats, bytes(32))
    assert state.match.rules == resolved(rules, seats)


RANGES = [
    ("rounds", 0, 100),
    ("decks", 1, 4),
    ("hand_size", 0, 20),
    ("turn_limit", 1, 10_000),
    *((f"penalties.{name}", 0, 20) for name in ("missed_call", "illegal_play", "table_talk")),
    *((f"penalties.{name}", 0, 20) for name in ("special_finish", "false_call_out")),
    *((f"card_points.{name}", 0, 1000) for name in ("joker", "wild", "action", "court", "ace")),
]


@pytest.mark.parametrize(("path", "low", "high"), RANGES)
@pytest.mark.parametrize("preset", [IMOHORI, AMERICAN], ids=lambda rules: rules.name)
def test_numbers_have_a_range(preset: Rules, path: str, low: int, high: int) -> None:
    """Rules that are refused: both ends are accepted, what lies beyond is one fault."""
    for value in (low, high):
        assert fields(put(preset, path, value)) == []
    for value in (low - 1, high + 1, 2**32 - 1):
        assert fields(put(preset, path, value)) == [(path,)]


ENUMS = [
    (PAGE_ONE, "next_dealer", "next_dealer", 2),
    (PAGE_ONE, "calls.missed", "calls.missed", 2),
    (PAGE_ONE, "scoring", "scoring", 3),
    (PAGE_ONE, "round_end", "round_end", 2),
    (PAGE_ONE, "game.stock_out", "page_one.stock_out", 3),
    *(
        (AMERICAN, f"game.{name}", f"american_page_one.{name}", highest)
        for name, highest in (
            ("evasion", 3),
            ("special_finish", 3),
            ("draw", 3),
            ("starter", 3),
            ("illegal_play", 2),
            ("joker_play", 3),
            ("dobon.dobon_return", 3),
        )
    ),
]


@pytest.mark.parametrize(("rules", "path", "field", "highest"), ENUMS)
def test_enums_are_set_and_known(rules: Rules, path: str, field: str, highest: int) -> None:
    """Rules that are refused: an enum unset, or a number that is none of its values."""
    for value in (0, highest + 1, 77, -1):
        assert fields(put(rules, path, value)) == [(field,)]


def test_the_game_is_chosen() -> None:
    """Rules that are refused: no game is set; both fields could set it."""
    assert fields(replace(PAGE_ONE, game=None)) == [("page_one", "american_page_one")]
    without_hand = changed(AMERICAN, game=None, hand_size=0)
    assert fields(without_hand, 4) == [("page_one", "american_page_one")]


@pytest.mark.parametrize("seats", [-1, 1, 9, 2**32 - 1])
def test_seats_are_two_to_eight(seats: int) -> None:
    """C3: 2 to 8 seats."""
    assert fields(PAGE_ONE, seats) == [("seats",)]


def test_the_pack_has_at_most_255_cards() -> None:
    """C1: decks × 52 and the Jokers make at most 255 cards."""
    assert fields(changed(AMERICAN, decks=4, jokers=47)) == []
    assert fields(changed(AMERICAN, decks=4, jokers=48)) == [("decks", "jokers")]
    assert fields(changed(AMERICAN, decks=1, jokers=203)) == []
    assert fields(changed(AMERICAN, decks=1, jokers=204)) == [("decks", "jokers")]
    assert fields(changed(AMERICAN, decks=1, jokers=2**32 - 1)) == [("decks", "jokers")]
    assert fields(changed(AMERICAN, decks=9, jokers=300)) == [("decks",), ("jokers",)]
    assert fields(changed(AMERICAN, jokers=-1)) == [("jokers",)]


def test_page_one_takes_two_jokers() -> None:
    """Rules that are refused: Jokers in Page One > 2."""
    assert fields(replace(PAGE_ONE, jokers=2)) == []
    assert fields(replace(PAGE_ONE, jokers=3)) == [("jokers", "page_one")]
    assert fields(replace(PAGE_ONE, jokers=204)) == [("decks", "jokers"), ("jokers", "page_one")]


@pytest.mark.parametrize(
    ("rules", "seats", "hand", "fits"),
    [
        (PAGE_ONE, 4, 13, True),
        (PAGE_ONE, 4, 14, False),
        (replace(PAGE_ONE, jokers=0), 4, 13, False),
        (replace(PAGE_ONE, jokers=0), 4, 12, True),
        (replace(AMERICAN, decks=1, jokers=0), 4, 13, False),
        (replace(AMERICAN, decks=1, jokers=0), 3, 17, True),
        (AMERICAN, 6, 18, False),
        (AMERICAN, 8, 13, True),
        (AMERICAN, 8, 14, False),
    ],
)
def test_a_match_that_cannot_be_dealt(rules: Rules, seats: int, hand: int, fits: bool) -> None:
    """C9: American: seats × hand + 1 > pack; Page One: seats × hand ≥ pack."""
    rules = replace(rules, hand_size=hand)
    found = fields(rules, seats)
    assert found == ([] if fits else [("decks", "jokers", "hand_size", "seats")])
    assert (seat_range(rules)[1] >= seats) == fits
    assert fields(rules) == [], "two seats can always be dealt"


@given(valid_rules())
def test_the_range_of_seats_is_what_can_be_dealt(rules: Rules) -> None:
    """C9: exactly the numbers of seats inside the range have no fault."""
    low, high = seat_range(rules)
    dealt = [seats for seats in range(2, 9) if not validate_rules(rules, seats)]
    assert dealt == list(range(low, high + 1))


def test_placement_goes_with_the_last_standing() -> None:
    """C22: PLACEMENT is required by LAST_STANDING and allowed only with it."""
    both = [("round_end", "scoring")]
    assert fields(replace(PAGE_ONE, round_end=RoundEnd.LAST_STANDING)) == both
    assert fields(replace(PAGE_ONE, scoring=Scoring.PLACEMENT)) == both
    assert fields(replace(IMOHORI, scoring=Scoring.CARD_POINTS)) == both
    assert fields(replace(AMERICAN, round_end=RoundEnd.LAST_STANDING, scoring=3)) == []


def test_no_two_powers_on_one_rank() -> None:
    """A14: each rank bears one power at most; each may be absent."""
    assert fields(changed(AMERICAN, game__specials=Specials())) == []
    assert fields(changed(AMERICAN, game__specials__wild=2)) == [american("specials.draw_two", "specials.wild")]
    assert fields(changed(AMERICAN, game__specials=Specials(5, 5, 7, 7, 5))) == [
        american("specials.draw_two", "specials.draw_three", "specials.reverse"),
        american("specials.wild", "specials.skip"),
    ]


@pytest.mark.parametrize("rank", [-1, 14, 2**32 - 1])
def test_a_power_is_on_a_rank(rank: int) -> None:
    """A14: a power's rank is ace to king, or none."""
    assert fields(put(AMERICAN, "game.specials.skip", rank)) == [american("specials.skip")]


def test_joker_play_needs_jokers() -> None:
    """Rules that are refused: joker_play other than ANY_TIME without Jokers."""
    without = replace(AMERICAN, jokers=0)
    assert fields(without) == []
    for joker_play in (JokerPlay.WITHOUT_SUIT, JokerPlay.CHALLENGEABLE):
        assert fields(changed(AMERICAN, game__joker_play=joker_play)) == []
        assert fields(changed(without, game__joker_play=joker_play)) == [("jokers", *american("joker_play"))]


def test_linked_evasion_needs_two_kinds() -> None:
    """A11: EVASION_LINKED with fewer than two of draw two, draw three and Jokers."""
    linked = changed(AMERICAN, game__evasion=Evasion.LINKED)
    fault = (*american("evasion", "specials.draw_two", "specials.draw_three"), "jokers")
    assert fields(replace(linked, jokers=0)) == []
    assert fields(changed(linked, game__specials__draw_two=0)) == []
    assert fields(changed(linked, jokers=0, game__specials__draw_two=0)) == [fault]
    assert fields(changed(linked, game__specials=Specials(wild=8))) == [fault]


def test_until_playable_leaves_no_pass() -> None:
    """A7: pass_without_draw with UNTIL_PLAYABLE."""
    for draw, found in (
        (DrawRule.ONE_PLAYABLE, []),
        (DrawRule.ONE_WAITS, []),
        (DrawRule.UNTIL_PLAYABLE, [american("draw", "pass_without_draw")]),
    ):
        rules = changed(AMERICAN, game__pass_without_draw=True, game__draw=draw)
        assert fields(rules) == found


def test_dobon_options_need_dobon() -> None:
    """A23, A26: on_starter or a return without dobon; the two are two faults."""
    on_starter = american("dobon.enabled", "dobon.on_starter")
    a_return = american("dobon.enabled", "dobon.dobon_return")
    for dobon, found in (
        (DobonRules(), []),
        (DobonRules(on_starter=True), [on_starter]),
        (DobonRules(dobon_return=DobonReturn.LAST_LAID), [a_return]),
        (DobonRules(False, True, DobonReturn.CONTESTED), [on_starter, a_return]),
        (DobonRules(True, True, DobonReturn.CONTESTED), []),
        (DobonRules(True, dobon_return=0), [american("dobon.dobon_return")]),
    ):
        assert fields(put(AMERICAN, "game.dobon", dobon)) == found


def test_a_false_call_out_costs_where_jokers_are_called_out() -> None:
    """A29: WITHOUT_SUIT with WHEN_CALLED_OUT illegal plays and no false_call_out."""
    rules = changed(
        AMERICAN,
        game__joker_play=JokerPlay.WITHOUT_SUIT,
        game__illegal_play=IllegalPlay.WHEN_CALLED_OUT,
    )
    assert fields(rules) == [(*american("joker_play", "illegal_play"), "penalties.false_call_out")]
    assert fields(put(rules, "penalties.false_call_out", 1)) == []
    assert fields(put(rules, "game.illegal_play", IllegalPlay.REJECTED)) == []


def test_a_penalized_finish_costs() -> None:
    """A18: a special finish penalty of 0 with PENALIZED."""
    rules = changed(AMERICAN, game__special_finish=SpecialFinish.PENALIZED)
    assert fields(rules) == []
    assert fields(put(rules, "penalties.special_finish", 0)) == [
        (*american("special_finish"), "penalties.special_finish")
    ]


def test_words_have_at_most_forty_characters() -> None:
    """C12: a call word over 40 characters; characters are counted, not bytes."""
    for path in ("calls.penultimate", "calls.last"):
        assert fields(put(PAGE_ONE, path, "ン" * 40)) == []
        assert fields(put(PAGE_ONE, path, "ン" * 41)) == [(path,)]
        assert fields(put(PAGE_ONE, path, "half a pair \ud83c")) == [(path,)]


def test_the_name_has_at_most_64_bytes() -> None:
    """API.md: `name` has at most 64 bytes."""
    assert fields(replace(PAGE_ONE, name="ン" * 21)) == []
    assert fields(replace(PAGE_ONE, name="ン" * 22)) == [("name",)]
    assert fields(replace(PAGE_ONE, name="x" * 65)) == [("name",)]
    assert fields(replace(PAGE_ONE, name="\udcff")) == [("name",)]


def test_every_fault_is_found_at_once() -> None:
    """Rules that are refused: named with every field that takes part, all faults at once."""
    rules = Rules(
        name="n" * 65,
        rounds=101,
        decks=5,
        turn_limit=0,
        calls=replace(AMERICAN.calls, missed=0, last="w" * 41),
        penalties=replace(AMERICAN.penalties, special_finish=0),
        game=AmericanPageOneRules(
            specials=Specials(2, 2),
            evasion=Evasion.LINKED,
            special_finish=SpecialFinish.PENALIZED,
            draw=DrawRule.UNTIL_PLAYABLE,
            pass_without_draw=True,
            joker_play=JokerPlay.CHALLENGEABLE,
            dobon=DobonRules(False, True, 2),
        ),
    )
    found = fields(rules, 9)
    assert len(found) == len(set(found))
    assert set(found) == {
        ("name",),
        ("rounds",),
        ("decks",),
        ("turn_limit",),
        ("round_end",),
        ("next_dealer",),
        ("calls.missed",),
        ("calls.last",),
        ("scoring",),
        ("seats",),
        american("starter"),
        american("illegal_play"),
        american("specials.draw_two", "specials.draw_three"),
        american("draw", "pass_without_draw"),
        ("jokers", *american("joker_play")),
        american("dobon.enabled", "dobon.on_starter"),
        american("dobon.enabled", "dobon.dobon_return"),
        (*american("special_finish"), "penalties.special_finish"),
    }


def _empty(game: PageOneRules | AmericanPageOneRules | None) -> Rules:
    return Rules(game=game)


@pytest.mark.parametrize("game", [None, PageOneRules(), AmericanPageOneRules()])
def test_empty_rules_are_refused_not_guessed(
    game: PageOneRules | AmericanPageOneRules | None,
) -> None:
    """API.md: a partly filled message is refused, never guessed at."""
    found = {path for paths in fields(_empty(game)) for path in paths}
    assert {"decks", "turn_limit", "round_end", "next_dealer", "calls.missed", "scoring"} <= found


_ANY_NUMBER = st.one_of(st.integers(-1, 6), st.integers(-(2**31), 2**32 - 1))


def _broken() -> st.SearchStrategy[Rules]:
    paths = [path for path, _, _ in RANGES] + ["jokers", "round_end", "next_dealer", "scoring"]
    games = [path for _, path, _, _ in ENUMS if path.startswith("game.") and "stock" not in path]
    games += [f"game.specials.{name}" for name in ("draw_two", "draw_three", "wild", "skip")]

    def build(rules: Rules, numbers: dict[str, int], game_numbers: dict[str, int], word: str) -> Rules:
        for path, value in numbers.items():
            rules = put(rules, path, value)
        if isinstance(rules.game, AmericanPageOneRules):
            for path, value in game_numbers.items():
                rules = put(rules, path, value)
        return replace(rules, calls=replace(rules.calls, last=word))

    return st.builds(
        build,
        valid_rules(),
        st.dictionaries(st.sampled_from(paths), _ANY_NUMBER, max_size=6),
        st.dictionaries(st.sampled_from(games), _ANY_NUMBER, max_size=6),
        texts(60),
    )


@given(_broken(), st.one_of(st.just(0), _ANY_NUMBER))
def test_any_numbers_are_judged(rules: Rules, seats: int) -> None:
    """API.md: whatever a caller sends is judged, in words, and a match is made only of what fits."""
    faults = validate_rules(rules, seats)
    for fault in faults:
        assert fault.fields
        for language in LANGUAGES:
            assert describe_fault(fault, language).strip()
    if faults:
        with pytest.raises(InvalidError):
            create_match(rules, seats or 2, bytes(32))
    else:
        create_match(rules, seats or 2, bytes(32))
