"""Several cards of one rank at once (A15)."""

import pytest
from pageone_engine.events import CardsPlayed, DirectionReversed, DrawPending, SeatsSkipped, TurnStarted
from pageone_engine.terms import DrawRule, Evasion, RoundEnd, Scoring

from tests.engine.positions import (
    american,
    cards,
    discard,
    events_of,
    hands_of,
    only,
    refused,
    run,
    suit,
    table,
    text_of,
)

SETS = american(sets=True)


def test_sets_only_where_the_rules_have_them() -> None:
    """A15: without `sets` several cards are refused, with it cards of different ranks are."""
    hands = ["5D 5S 6D 9C KC", "4D 4S 4H"]
    assert refused(table(hands, top="7D"), "0 5D 5S") == "SETS_NOT_ALLOWED"
    state = table(hands, top="7D", rules=SETS)
    assert refused(state, "0 5D 6D") == "DIFFERENT_RANKS"
    assert refused(state, "0 5D 5S") == ""


def test_the_first_must_be_legal_and_the_last_becomes_the_top_card() -> None:
    """A15: the first must be legal by itself, the last becomes the top card."""
    state = table(["5D 5S 5C 9C KC", "4D 4S 4H"], top="7D", rules=SETS)
    assert refused(state, "0 5S 5D") == "NO_MATCH"
    after = run(state, "0 5D 5C 5S")
    assert (text_of(after.pile[-3:]), discard(after).suit) == ("5D 5C 5S", suit("S"))
    assert hands_of(after)[0] == "9C KC"


@pytest.mark.parametrize(("row", "owed"), [("2D 2C", 4), ("2D 2C 2S", 6), ("3D 3S", 6), ("JK JK =H", 8)])
def test_draw_powers_add_up(row: str, owed: int) -> None:
    """A15: k twos owe 2k, k threes 3k, k Jokers 4k."""
    state = table(["2D 2C 2S 3D 3S JK JK", "4D 4S 4H"], top="7D", rules=SETS)
    state = run(state, f"0 {row}")
    assert (state.turn, discard(state).pending) == (1, owed)


def test_a_set_evades() -> None:
    """A15, A10: two twos on a pending two pass six on; the first must evade by itself."""
    state = table(["2D 2C 9S KC", "4D 4S 4H"], top="2H", pending=2, rules=SETS)
    assert events_of(state, "0 2D 2C") == [CardsPlayed(0, cards("2D 2C")), DrawPending(1, 6), TurnStarted(1)]
    linked = american(sets=True, evasion=Evasion.LINKED)
    state = table(["3H 3C 9S KC", "4D 4S 4H"], top="2H", pending=2, rules=linked)
    assert refused(state, "0 3C 3H") == "MUST_EVADE_OR_DRAW"
    assert discard(run(state, "0 3H 3C")).pending == 8


@pytest.mark.parametrize(
    ("row", "jumped", "turn"),
    [
        ("JD", (1,), 2),
        ("JD JC", (1, 2), 3),
        ("JD JC JS", (1, 2, 3), 0),
        ("JD JC JS JH", (1, 2, 3, 0), 1),
        ("JD JC JS JH JH", (1, 2, 3, 0, 1), 2),
    ],
)
def test_skips_count_round_the_table(row: str, jumped: tuple[int, ...], turn: int) -> None:
    """A15: k skips jump the next k seats, counting round the table, the player's own seat included."""
    state = table(["JD JC JS JH JH 9C KC", "4D 4S 4H", "5C 5D 5H", "6C 6D 6H"], top="7D", rules=SETS)
    assert only(events_of(state, f"0 {row}"), SeatsSkipped) == [SeatsSkipped(jumped)]
    assert run(state, f"0 {row}").turn == turn


def test_skips_with_two_seats() -> None:
    """A15: two seats: two skips jump the other and oneself."""
    state = table(["JD JC 9C KC", "4D 4S 4H"], top="7D", rules=SETS)
    assert run(state, "0 JD").turn == 0
    assert run(state, "0 JD JC").turn == 1


def test_skips_of_a_seat_that_goes_out() -> None:
    """A15: the player's own seat counts only while it is active."""
    rules = american(sets=True, round_end=RoundEnd.LAST_STANDING, scoring=Scoring.PLACEMENT)
    state = table(["JD JC JS", "4D 4S 4H", "5C 5D 5H"], top="7D", rules=rules)
    assert only(events_of(state, "0 JD JC JS !!"), SeatsSkipped) == [SeatsSkipped((1, 2, 1))]
    assert run(state, "0 JD JC JS !!").turn == 2


@pytest.mark.parametrize(("row", "reverse", "turn"), [("QD", True, 3), ("QD QC", False, 1), ("QD QC QS", True, 3)])
def test_reverses_turn_each(row: str, reverse: bool, turn: int) -> None:
    """A15: k reverses turn the direction k times."""
    state = table(["QD QC QS 9C KC", "4D 4S 4H", "5C 5D 5H", "6C 6D 6H"], top="7D", rules=SETS)
    after = run(state, f"0 {row}")
    assert (discard(after).reversed, after.turn) == (reverse, turn)


@pytest.mark.parametrize("row", ["QD", "QD QC", "QD QC QS", "QD QC QS QH"])
@pytest.mark.parametrize("skips", [True, False])
def test_reverses_with_two_seats(row: str, skips: bool) -> None:
    """A15, A13: two seats: an odd number of reverses jumps the other, an even one does not; without the flag none
    does.
    """
    rules = american(sets=True, two_seat_reverse_skips=skips)
    state = table(["QD QC QS QH 9C KC", "4D 4S 4H"], top="7D", rules=rules)
    odd = len(row.split()) % 2 == 1
    after = run(state, f"0 {row}")
    assert after.turn == (0 if odd and skips else 1)
    assert discard(after).reversed == odd
    told = [event.reversed for event in only(events_of(state, f"0 {row}"), DirectionReversed)]
    assert (told or [False])[-1] == odd


def test_one_suit_is_named_for_all() -> None:
    """A15: several wild cards or Jokers name one suit together, and must name it."""
    state = table(["8D 8C JK JK 9C KC", "4D 4S 4H"], top="7D", rules=SETS)
    assert refused(state, "0 8D 8C") == "SUIT_REQUIRED"
    after = run(state, "0 8D 8C =H")
    assert discard(after).suit == suit("H")
    assert discard(run(state, "0 JK JK =S")).suit == suit("S")


def test_after_a_draw_the_drawn_card_alone() -> None:
    """A15: under ONE_PLAYABLE, after a draw only the drawn card, alone."""
    state = run(table(["5D 5S 9C KC", "4D 4S 4H"], top="7D", draws="5C", rules=SETS), "0 draw")
    assert refused(state, "0 5D 5C") == "ONLY_DRAWN_CARD"
    assert refused(state, "0 5C 5D") == "ONLY_DRAWN_CARD"
    state = run(table(["6D 5S 9C KC", "4D 4S 4H"], top="7D", draws="5D", rules=SETS), "0 draw")
    assert refused(state, "0 5D 5S") == "ONLY_DRAWN_CARD"
    assert refused(state, "0 5D") == ""


def test_sets_after_draws_until_playable() -> None:
    """A15, A7: under UNTIL_PLAYABLE any card that may be played, so a set too."""
    rules = american(sets=True, draw=DrawRule.UNTIL_PLAYABLE)
    state = run(table(["6H 5S 9C KC", "4D 4S 4H"], top="7D", draws="5D", rules=rules), "0 draw")
    assert refused(state, "0 5D 5S") == ""


def test_a_card_cannot_be_in_a_set_twice() -> None:
    """A15, C1: each card of a set must be in the hand: two equal ones only with two copies."""
    state = table(["5D 5S 9C KC", "4D 4S 4H"], top="7D", rules=SETS)
    assert refused(state, "0 5D 5D") == "CARD_NOT_IN_HAND"
    state = table(["5D 5D 9C KC", "4D 4S 4H"], top="7D", rules=SETS)
    assert text_of(run(state, "0 5D 5D").pile[-2:]) == "5D 5D"
