"""Going out: powers of the last card, special cards as the last one, and play after somebody is out (A16 to A18,
C19).
"""

from typing import Any

import pytest
from pageone_engine import State
from pageone_engine.events import (
    CardsDrawn,
    CardsPlayed,
    DrawPending,
    OffenseCalledOut,
    RoundEnded,
    SeatWentOut,
    TurnStarted,
)
from pageone_engine.terms import (
    Call,
    DrawReason,
    Evasion,
    IllegalPlay,
    JokerPlay,
    Phase,
    RoundEnd,
    RoundOutcome,
    Scoring,
    SpecialFinish,
)

from tests.engine.positions import (
    american,
    cards,
    choices,
    discard,
    events_of,
    hands_of,
    kinds,
    listed,
    only,
    reasons,
    refused,
    run,
    suit,
    table,
    text_of,
)

STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}


def last_card(row: str, hands: tuple[str, ...] = ("5D 5S 5H", "6C 6S 6H"), top: str = "7H", **rules: Any) -> State:  # noqa: ANN401
    """Seat 0 holds ``row`` alone and is to act."""
    return table([row, *hands], top=top, rules=american(**rules))


def test_first_out_ends_the_round_at_once() -> None:
    """C19, A16: FIRST_OUT: the round ends at once; events tell the play, who is out and the result."""
    state = last_card("9H")
    events = events_of(state, "0 9H !!")
    assert kinds(events) == ["cards_played", "seat_went_out", "round_ended"]
    assert events[0] == CardsPlayed(0, cards("9H"), 0, Call.LAST)
    assert events[1] == SeatWentOut(0, 1)
    (ended,) = only(events, RoundEnded)
    assert ended.outcome == RoundOutcome.WON
    assert [result.place for result in ended.results] == [1, 0, 0]
    after = run(state, "0 9H !!")
    assert (after.phase, after.places, after.last_play, after.claims) == (Phase.ROUND_OVER, (1, 0, 0), None, None)


@pytest.mark.parametrize("row", ["2H", "3H", "JH", "QH", "JK =S", "8S =D", "2H 2H"])
def test_when_the_round_ends_the_power_is_not_executed(row: str) -> None:
    """A16: FIRST_OUT: no draw, skip, reverse or named suit of the last card works."""
    state = last_card(row.split(" =")[0], sets=True)
    events = events_of(state, f"0 {row} !!")
    assert kinds(events) == ["cards_played", "seat_went_out", "round_ended"]
    after = run(state, f"0 {row} !!")
    assert [len(row) for row in after.hands] == [0, 3, 3]


def test_none_pays_a_finishing_draw_card_before_scoring() -> None:
    """A16: EVASION_NONE: a finishing draw card is paid by the next seat before scoring."""
    state = table(
        ["2H", "5D 5S 5H", "6C 6S 6H"], top="7H", draws="KC QC", rules=american(evasion=Evasion.NONE), reverse=True
    )
    events = events_of(state, "0 2H !!")
    assert events[0].kind == "cards_played"
    assert events[-1].kind == "round_ended"
    assert only(events, CardsDrawn) == [CardsDrawn(2, DrawReason.PENDING, 2, 2, cards("KC QC"))]
    (ended,) = only(events, RoundEnded)
    assert [result.points for result in ended.results] == [15 + 18 + 10 + 20, -15, -(18 + 10 + 20)]


def test_none_pays_for_a_joker_that_could_have_been_challenged() -> None:
    """A16, A30: a Joker that goes out cannot be challenged: its four cards are drawn before scoring."""
    state = last_card("JK", evasion=Evasion.NONE, joker_play=JokerPlay.CHALLENGEABLE)
    after = run(state, "0 JK !!")
    assert after.phase == Phase.ROUND_OVER
    assert [len(row) for row in after.hands] == [0, 7, 3]


def test_none_pays_what_was_pending_too() -> None:
    """A16: with what was pending: an illegal two on a Joker's four, as the last card and not called out."""
    rules: dict[str, Any] = {
        "evasion": Evasion.NONE,
        "joker_play": JokerPlay.CHALLENGEABLE,
        "illegal_play": IllegalPlay.WHEN_CALLED_OUT,
    }
    state = table(["JK 9C 9D", "2S", "6C 6S 6H"], top="7H", rules=american(**rules))
    state = run(state, "0 JK =S", "1 2S !!", "0 waive", "2 waive")
    assert state.phase == Phase.ROUND_OVER
    assert [len(row) for row in state.hands] == [2, 0, 9]


def test_none_pays_when_it_ends_a_last_standing_round() -> None:
    """A16: also when it ends a LAST_STANDING round: the last seat draws, then takes the last place."""
    rules = american(evasion=Evasion.NONE, **STANDING)
    after = run(table(["3H", "5D 5S 5H"], top="7H", rules=rules), "0 3H !!")
    assert (after.phase, after.places) == (Phase.ROUND_OVER, (1, 2))
    assert len(after.hands[1]) == 6
    same_rank = run(last_card("3H", hands=("5D 5S 5H",), **STANDING), "0 3H !!")
    assert (same_rank.phase, len(same_rank.hands[1])) == (Phase.ROUND_OVER, 3)


def test_last_standing_the_power_works() -> None:
    """A17: LAST_STANDING: the last card's power works while the round goes on."""
    hands = ("5D 5S 5H", "6C 6S 6H", "7C 7D 7S")
    two = run(last_card("2H", hands=hands, **STANDING), "0 2H !!")
    assert (two.turn, discard(two).pending, two.places) == (1, 2, (1, 0, 0, 0))
    assert run(last_card("JH", hands=hands, **STANDING), "0 JH !!").turn == 2
    reversing = run(last_card("QH", hands=hands, **STANDING), "0 QH !!")
    assert (reversing.turn, discard(reversing).reversed) == (3, True)
    joker = run(last_card("JK", hands=hands, **STANDING), "0 JK =C !!")
    assert (discard(joker).pending, discard(joker).suit) == (4, suit("C"))


def test_events_of_a_finish_that_goes_on() -> None:
    """A17, C19: LAST_STANDING: play, out at its place, then the power and the next turn."""
    state = last_card("2H", **STANDING)
    assert events_of(state, "0 2H !!") == [
        CardsPlayed(0, cards("2H"), 0, Call.LAST),
        SeatWentOut(0, 1),
        DrawPending(1, 2),
        TurnStarted(1),
    ]


def test_last_standing_places() -> None:
    """C19: places in the order of going out; with one active seat left the round ends and it takes the last place."""
    state = table(["9H", "9C", "6C 6S 6H"], top="7H", rules=american(**STANDING))
    state = run(state, "0 9H !!")
    assert (state.places, state.phase, state.turn) == ((1, 0, 0), Phase.TURN, 1)
    events = events_of(state, "1 9C !!")
    assert only(events, SeatWentOut) == [SeatWentOut(1, 2), SeatWentOut(2, 3)]
    state = run(state, "1 9C !!")
    assert (state.places, state.phase) == ((1, 2, 3), Phase.ROUND_OVER)
    assert state.scores == (2, 1, 0)
    assert hands_of(state)[2] == "6C 6H 6S"


@pytest.mark.parametrize("special", ["2H", "3H", "JH", "QH", "8S =S", "JK =S"])
def test_a_special_card_as_the_last_one_is_penalized(special: str) -> None:
    """A18: PENALIZED: the card stays, the penalty is drawn, the seat is not out and no call is owed."""
    state = last_card(special.split()[0], special_finish=SpecialFinish.PENALIZED, penalties={"special_finish": 3})
    assert refused(state, f"0 {special} !!") == "WRONG_CALL"
    after = run(state, f"0 {special}")
    assert text_of(after.pile[-1:]) == special.split()[0]
    assert (len(after.hands[0]), after.places, after.phase) == (3, (0, 0, 0), Phase.TURN)
    events = events_of(state, f"0 {special}")
    assert [(event.seat, event.reason, event.count) for event in only(events, CardsDrawn)] == [
        (0, DrawReason.PENALTY, 3)
    ]
    assert only(events, OffenseCalledOut) == []


def test_the_power_of_a_penalized_special_card_works() -> None:
    """A18: its power works."""
    rules: dict[str, Any] = {"special_finish": SpecialFinish.PENALIZED}
    assert run(last_card("JH", **rules), "0 JH").turn == 2
    assert run(last_card("QH", **rules), "0 QH").turn == 2
    two = run(last_card("2H", **rules), "0 2H")
    assert (two.turn, discard(two).pending) == (1, 2)
    assert discard(run(last_card("8S", **rules), "0 8S")).suit == suit("S"), "A3: left out: its own suit"
    assert discard(run(last_card("JK", **rules), "0 JK")).suit == suit("H"), "A3: left out: the suit as it was"


def test_events_of_a_penalized_special_card() -> None:
    """A18, C16: the penalty is drawn before the power works."""
    state = table(["2H", "5D 5S 5H"], top="7H", draws="KC QC", rules=american(special_finish=SpecialFinish.PENALIZED))
    assert events_of(state, "0 2H") == [
        CardsPlayed(0, cards("2H")),
        CardsDrawn(0, DrawReason.PENALTY, 2, 2, cards("KC QC")),
        DrawPending(1, 2),
        TurnStarted(1),
    ]


def test_an_ordinary_card_as_the_last_one_is_not_special() -> None:
    """A18, A14: only cards with a power are special; one whose power is off is not."""
    rules: dict[str, Any] = {"special_finish": SpecialFinish.PENALIZED}
    assert run(last_card("9H", **rules), "0 9H !!").places[0] == 1
    assert run(last_card("JH", specials={"skip": 0}, **rules), "0 JH !!").places[0] == 1
    state = last_card("JH", specials={"skip": 0}, special_finish=SpecialFinish.REJECTED)
    assert refused(state, "0 JH !!") == ""


def test_a_penalized_special_finish_stands_when_no_card_can_be_drawn() -> None:
    """A18, C15: not one penalty card can be drawn: the finish stands, and still no call is owed."""
    rules = american(special_finish=SpecialFinish.PENALIZED, illegal_play=IllegalPlay.WHEN_CALLED_OUT)
    state = table(["JH", "5D 5S 5H", ""], top="7H", stock="", rest=2, rules=rules)
    assert refused(state, "0 JH !!") == "WRONG_CALL"
    assert only(events_of(state, "0 JH"), CardsDrawn) == [CardsDrawn(0, DrawReason.PENALTY, 0, 2)]
    assert refused(run(state, "0 JH"), "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    after = run(state, "0 JH", "0 close")
    assert (after.phase, after.places) == (Phase.ROUND_OVER, (1, 0, 0))


@pytest.mark.parametrize("special", ["2H", "3H", "JH", "QH", "8S =S", "8S", "JK =S", "JK"])
def test_a_special_card_as_the_last_one_is_rejected(special: str) -> None:
    """A18: REJECTED: refused, and the reason is told for the card."""
    state = last_card(special.split()[0], special_finish=SpecialFinish.REJECTED)
    assert refused(state, f"0 {special} !!") == "SPECIAL_CANNOT_FINISH"
    assert refused(state, f"0 {special}") == "SPECIAL_CANNOT_FINISH"
    assert choices(state, 0) == ["draw"]
    assert reasons(state, 0) == {special.split()[0]: "SPECIAL_CANNOT_FINISH"}


def test_rejected_sets_of_special_cards() -> None:
    """A18, A15: several special cards cannot be the last ones together; one of them can go first."""
    state = last_card("JH JC", special_finish=SpecialFinish.REJECTED, sets=True)
    assert refused(state, "0 JH JC !!") == "SPECIAL_CANNOT_FINISH"
    assert refused(state, "0 JH !") == ""


def test_allowed_special_cards_owe_the_last_call() -> None:
    """A18, C12: ALLOWED: a special card goes out like any other and owes the call."""
    state = last_card("JH")
    assert listed(state, 0) == ["JH !!", "draw"]
    assert run(state, "0 JH !!").places == (1, 0, 0)


def test_a_set_of_the_last_cards_owes_the_last_call_alone() -> None:
    """C12: a play that goes out by several cards owes only the last call."""
    state = last_card("9H 9C", sets=True)
    assert refused(state, "0 9H 9C !") == "WRONG_CALL"
    assert run(state, "0 9H 9C !!").places == (1, 0, 0)
