"""README.md, "Patterns": each operator takes what it must and refuses what it must not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.patterns import MismatchError, PatternError, fill, match

KEPT = {"n": 1, "match": {"seats": [{"hand": ["CARD_JOKER"]}, {}], "none": None}}
IN_ORDER = {"$in_order": [{"a": 1}, {"$some": {"b": 2}}]}

#: A pattern, what it takes, and what it refuses.
CASES: list[tuple[Any, list[Any], list[Any]]] = [
    (1, [1, 1.0], [2, True, "1", None, [1], {}]),
    (0, [0], [False, None, "", [], {}]),
    (True, [True], [False, 1, "true", None]),
    (False, [False], [True, 0, None, ""]),
    (None, [None], [0, False, "", [], {}]),
    ("a", ["a"], ["", "A", "ab", ["a"], None]),
    ([], [[]], [[1], {}, None, ""]),
    ([1, 2], [[1, 2]], [[2, 1], [1], [1, 2, 3], [1, 3], "12", None]),
    ({}, [{}], [{"a": 1}, [], None, ""]),
    ({"a": 1}, [{"a": 1}], [{}, {"a": 2}, {"b": 1}, {"a": 1, "b": 1}, {"a": None}, [1]]),
    (
        {"a": {"b": [0]}},
        [{"a": {"b": [0]}}],
        [{"a": {"b": [False]}}, {"a": {"b": []}}, {"a": {}}, {"a": {"b": [0, 0]}}],
    ),
    ({"$any": True}, [0, None, "", [], {}, "x"], []),
    ({"a": {"$any": True}}, [{"a": 0}, {"a": None}], [{}, {"b": 0}, {"a": 0, "b": 0}]),
    ({"$save": "x"}, [0, None, {}, [1]], []),
    ({"a": {"$save": "x"}}, [{"a": 0}], [{}, {"b": 0}]),
    ({"$use": "n"}, [1], [True, 2, "1", {}, None]),
    ({"$use": "match.seats.0"}, [{"hand": ["CARD_JOKER"]}], [{}, {"hand": []}, {"hand": ["CARD_JOKER"], "drawn": 1}]),
    ({"$use": "match.seats.0.hand.0"}, ["CARD_JOKER"], ["CARD_CLUBS_ACE", ["CARD_JOKER"]]),
    ({"$use": "match.none"}, [None], [0, False, ""]),
    ({"$some": {"a": 1}}, [{"a": 1}, {"a": 1, "b": 2}], [{}, {"b": 1}, {"a": 2}, {"a": True}, [1], None, "a"]),
    ({"$some": {"a": {"b": 1}}}, [{"a": {"b": 1}, "c": 0}], [{"a": {"b": 1, "c": 0}}, {"a": {}}]),
    ({"$some": {}}, [{}, {"a": 1}], [[], None, 0, ""]),
    (
        {"$save_some": {"name": "x", "match": {"a": 1}}},
        [{"a": 1}, {"a": 1, "b": 2}],
        [{}, {"b": 1}, {"a": 2}, None, [1]],
    ),
    (
        IN_ORDER,
        [[{"a": 1}, {"b": 2}], [0, {"a": 1}, 0, {"b": 2, "c": 3}, 0]],
        [[], [{"a": 1}], [{"b": 2}, {"a": 1}], [{"a": 1, "x": 0}, {"b": 2}], {"a": 1}, None],
    ),
    ({"$in_order": [1, 1]}, [[1, 1], [1, 0, 1]], [[1], [1, 0], []]),
    ({"$in_order": []}, [[], [1]], [None, {}, "a"]),
    ({"$text": "ja"}, ["ページ", "手札", "A です", "々一"], ["", "Page One", "♣A", "１２", None, 1, ["手札"]]),
    ({"$text": "en"}, ["Page One", "♣A", " "], ["", "ページ", "one 手札", "ひ", None, 1, ["a"]]),
    ({"$length": [2, 3]}, ["ab", "abc", [1, 2], [1, 2, 3]], ["a", "abcd", [], [1], [1] * 4, None, 2, {"a": 1, "b": 2}]),
    ({"$length": [0, 0]}, ["", []], ["a", [0], None, 0, {}]),
]


@pytest.mark.parametrize(("pattern", "taken", "refused"), CASES, ids=[str(number) for number in range(len(CASES))])
def test_a_pattern_takes_and_refuses(pattern: Any, taken: list[Any], refused: list[Any]) -> None:  # noqa: ANN401
    """Both directions, by itself and deep inside an answer."""
    for value in taken:
        match(pattern, value, KEPT)
        match({"a": [0, pattern]}, {"a": [0, value]}, KEPT)
    for value in refused:
        with pytest.raises(MismatchError):
            match(pattern, value, KEPT)
        with pytest.raises(MismatchError, match=r"^response\.a\[1\]"):
            match({"a": [0, pattern]}, {"a": [0, value]}, KEPT, "response")


def test_every_operator_is_tried() -> None:
    """No operator without a case, so none can take everything unseen."""
    text = str(CASES)
    for name in ("any", "save", "use", "some", "save_some", "in_order", "text", "length"):
        assert f"'${name}'" in text


def test_what_is_kept() -> None:
    """$save and $save_some keep the whole value, under names that do not hide what was kept before."""
    pattern = {"a": {"$save": "one"}, "b": {"$save_some": {"name": "two", "match": {"c": 1}}}}
    assert match(pattern, {"a": [0], "b": {"c": 1, "d": 2}}, KEPT) == {"one": [0], "two": {"c": 1, "d": 2}}


@pytest.mark.parametrize(
    "pattern",
    [
        {"$anything": True},
        {"$any": False},
        {"$any": True, "a": 1},
        {"a": 1, "$some": {}},
        {"$use": "nobody"},
        {"$use": "match.seats.2"},
        {"$use": "match.seats.first"},
        {"$use": "n.a"},
        {"$text": "fr"},
        {"$repeat": [1, 1]},
    ],
)
def test_a_pattern_that_is_written_wrong_is_no_match(pattern: dict[str, Any]) -> None:
    """What nobody defined is an error, not a match."""
    with pytest.raises(PatternError):
        match(pattern, {"a": 1}, KEPT)


def test_requests_are_filled() -> None:
    """$use and $repeat, anywhere in a request."""
    request = {
        "state": {"$use": "match.seats.1"},
        "list": {"$repeat": [3, {"x": [{"$use": "n"}]}]},
        "y": [{"$use": "n"}],
    }
    assert fill(request, KEPT) == {"state": {}, "list": [{"x": [1]}] * 3, "y": [1]}


@pytest.mark.parametrize(
    "request_", [{"$use": "nobody"}, {"$any": True}, {"$save": "x"}, {"$repeat": 3}, [{"$some": {}}]]
)
def test_a_request_that_is_written_wrong_is_not_sent(request_: Any) -> None:  # noqa: ANN401
    """Operators of patterns ask, they do not tell."""
    with pytest.raises(PatternError):
        fill(request_, KEPT)


def test_messages_tell_the_place() -> None:
    """A failure tells path, wanted and got."""
    with pytest.raises(MismatchError, match=r"^r\.a\[1\]\.b: wanted 2, got 3$"):
        match({"a": [0, {"b": 2}]}, {"a": [0, {"b": 3}]}, {}, "r")
    with pytest.raises(MismatchError, match=r"^r\.c: wanted nothing, got 0$"):
        match({}, {"c": 0}, {}, "r")
    with pytest.raises(MismatchError, match=r"^r\.c: wanted 0, got nothing$"):
        match({"c": 0}, {}, {}, "r")
