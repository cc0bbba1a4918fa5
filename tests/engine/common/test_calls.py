"""Calls, penalties and calling out (C12 to C18), as they show in tricks."""

from typing import Any

import pytest
from pageone_engine import State, awaited, create_match
from pageone_engine.events import (
    CardsDrawn,
    CardsPlayed,
    ClaimsClosed,
    ClaimsOpened,
    ClaimWaived,
    OffenseCalledOut,
    RoundEnded,
    SeatWentOut,
    StockReshuffled,
    TrickWon,
    TurnStarted,
)
from pageone_engine.terms import Call, DrawReason, MissedCall, Offense, Phase

from tests.engine.positions import (
    SEED,
    cards,
    choices,
    events_of,
    hand,
    kinds,
    listed,
    only,
    page_one,
    refused,
    run,
    text_of,
    trick_of,
    tricks,
)

POINTED_OUT: dict[str, Any] = {"calls": {"missed": MissedCall.WHEN_CALLED_OUT}}
MISSED = Offense.MISSED_CALL
OTHERS = ["7H 8H 9H", "2C 3C 4C", "2D 3D 4D"]


def leading(held: str, preset: str = "page_one", *, others: list[str] = OTHERS, **changes: Any) -> State:  # noqa: ANN401
    """Seat 0 of four leads; ``changes`` of the rules, but ``draws``, ``stock``, ``pile``, ``rest`` and the like."""
    of_position = {"draws", "stock", "pile", "rest", "trick", "turn", "places", "left", "scores"}
    position = {name: changes.pop(name) for name in of_position & set(changes)}
    return tricks([held, *others], rules=page_one(preset, **changes), **position)


def penalty(seat: int, count: int, owed: int, drawn: str) -> CardsDrawn:
    """Penalty cards drawn, in the order drawn."""
    return CardsDrawn(seat, DrawReason.PENALTY, count, owed, cards(drawn))


def same_draw(event: CardsDrawn, expected: CardsDrawn) -> bool:
    """Whether they tell the same, the order of the cards apart."""
    return (event.seat, event.reason, event.count, event.owed, sorted(event.cards)) == (
        expected.seat,
        expected.reason,
        expected.count,
        expected.owed,
        sorted(expected.cards),
    )


# C12


def test_calls_that_are_owed() -> None:
    """C12: a play that leaves one card owes the penultimate call, one that leaves none the last call."""
    state = leading("5H 9C")
    assert only(events_of(state, "0 9C !"), CardsPlayed) == [CardsPlayed(0, cards("9C"), 0, Call.PENULTIMATE)]
    assert only(events_of(state, "0 9C !"), OffenseCalledOut) == []
    assert only(events_of(leading("9C"), "0 9C !!"), CardsPlayed) == [CardsPlayed(0, cards("9C"), 0, Call.LAST)]


@pytest.mark.parametrize(
    ("preset", "held", "line"),
    [
        ("page_one", "5H 6H 9C", "0 9C !"),
        ("page_one", "5H 6H 9C", "0 9C !!"),
        ("page_one", "5H 9C", "0 9C !!"),
        ("page_one", "9C", "0 9C !"),
        ("imohori", "5H 9C", "0 9C !"),
        ("imohori", "9C", "0 9C !!"),
        ("only_one", "9C", "0 9C !!"),
        ("only_one", "9C", "0 9C !"),
        ("only_one", "5H 9C", "0 9C !!"),
    ],
)
def test_a_call_that_is_not_owed(preset: str, held: str, line: str) -> None:
    """C12: a call that this play does not owe is refused; none is owed without a word for it."""
    assert refused(leading(held, preset), line) == "WRONG_CALL"
    assert refused(leading(held, preset), line.rstrip(" !")) == ""


def test_only_one_owes_only_the_penultimate() -> None:
    """C12: only_one has one word: the last card goes without a call, without a penalty."""
    events = events_of(leading("9C", "only_one"), "0 9C")
    assert kinds(events)[:2] == ["cards_played", "seat_went_out"]
    assert kinds(events_of(leading("5H 9C", "only_one"), "0 9C"))[1:3] == ["offense_called_out", "cards_drawn"]


def test_imohori_owes_none() -> None:
    """C12: imohori has no words: neither play draws a penalty."""
    assert kinds(events_of(leading("5H 9C", "imohori"), "0 9C")) == ["cards_played", "turn_started"]
    assert kinds(events_of(leading("9C", "imohori"), "0 9C")) == ["cards_played", "seat_went_out", "turn_started"]


def test_a_call_counts_for_its_play_alone() -> None:
    """C12: after a penalty or a draw the same seat owes the call again at its next last card but one."""
    state = tricks(["5H 9C", "2C 3C 6C"], draws="2H 3H 4H KC QC")
    state = run(state, "0 9C !", "1 6C", "0 5H")
    assert state.phase == Phase.TURN
    assert len(state.hands[0]) == 5


@pytest.mark.parametrize("missed", [MissedCall.PENALIZED, MissedCall.WHEN_CALLED_OUT])
def test_the_call_made_is_kept(missed: int) -> None:
    """C12, S1: `call` of the last play is the call that was made, 0 when it was missed."""
    rules: dict[str, Any] = {"calls": {"missed": missed}}
    for line, call in (("0 9C !", Call.PENULTIMATE), ("0 9C", 0)):
        last = run(leading("5H 9C", **rules), line).last_play
        assert last is not None
        assert (last.seat, last.cards, last.call) == (0, cards("9C"), call)


# C13


def test_penalized_in_the_same_step() -> None:
    """C13: PENALIZED: the penalty is drawn in the same step, and the next seat's turn starts."""
    state = leading("5H 9C", draws="2S 3S 4S 5S 6S 7S")
    events = events_of(state, "0 9C")
    assert kinds(events) == ["cards_played", "offense_called_out", "cards_drawn", "turn_started"]
    assert events[1] == OffenseCalledOut(None, 0, MISSED, True)
    assert same_draw(only(events, CardsDrawn)[0], penalty(0, 5, 5, "2S 3S 4S 5S 6S"))
    after = run(state, "0 9C")
    assert after.hands[0] == hand("5H 2S 3S 4S 5S 6S")
    assert (after.turn, trick_of(after).plays) == (1, ((0, cards("9C")[0]),))


def test_an_open_offense() -> None:
    """C13: WHEN_CALLED_OUT: nothing is drawn; the state knows it, no view does."""
    state = run(leading("5H 9C", **POINTED_OUT), "0 9C")
    assert kinds(events_of(leading("5H 9C", **POINTED_OUT), "0 9C")) == ["cards_played", "turn_started"]
    assert state.last_play is not None
    assert state.last_play.offenses == (MISSED,)
    made = run(leading("5H 9C", **POINTED_OUT), "0 9C !")
    assert made.last_play is not None
    assert made.last_play.offenses == ()


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_called_out_by_any_other_seat(seat: int) -> None:
    """C13, C17: any other seat may call it out; once, then there is nothing."""
    state = run(leading("5H 9C", draws="2S 3S 4S 5S 6S", **POINTED_OUT), "0 9C")
    line = f"{seat} out 0 missed"
    events = events_of(state, line)
    assert events[0] == OffenseCalledOut(seat, 0, MISSED, True)
    assert same_draw(only(events, CardsDrawn)[0], penalty(0, 5, 5, "2S 3S 4S 5S 6S"))
    assert kinds(events) == ["offense_called_out", "cards_drawn"]
    after = run(state, line)
    assert (after.turn, after.phase, after.turns) == (1, Phase.TURN, state.turns)
    assert refused(after, line) == "NOTHING_TO_CALL_OUT"


def test_open_until_the_next_turn_action() -> None:
    """C13: a play or a draw of the next seat closes it; a waived or refused action does not."""
    state = run(leading("5H 9C", others=["7C 8H 9H", *OTHERS[1:]], **POINTED_OUT), "0 9C")
    assert refused(state, "2 draw") == "NOT_YOUR_TURN"
    assert refused(state, "1 out 0 missed") == ""
    assert refused(run(state, "1 7C"), "2 out 0 missed") == "NOTHING_TO_CALL_OUT"
    state = run(leading("5H 9S", **POINTED_OUT), "0 9S")
    assert refused(run(state, "1 draw"), "2 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert refused(run(state, "3 leave"), "2 out 0 missed") == ""


# C14


def test_penalized_last_call() -> None:
    """C14: PENALIZED: the card stays played, the penalty is drawn, the seat is not out."""
    state = leading("9C", draws="2S 3S 4S 5S 6S")
    events = events_of(state, "0 9C")
    assert kinds(events) == ["cards_played", "offense_called_out", "cards_drawn", "turn_started"]
    after = run(state, "0 9C")
    assert (after.places, after.hands[0]) == ((0, 0, 0, 0), hand("2S 3S 4S 5S 6S"))
    assert trick_of(after).plays == ((0, cards("9C")[0]),)


def finishing(held: str = "9C", **others: Any) -> State:  # noqa: ANN401
    """Seat 0 led its last card and said nothing: CLAIMS."""
    return run(leading(held, **{**POINTED_OUT, **others}), f"0 {held}")


def test_a_finish_without_the_last_call_waits() -> None:
    """C14, S2: WHEN_CALLED_OUT: CLAIMS of level 1; awaited are the other active seats; turn is the player."""
    events = events_of(leading("9C", **POINTED_OUT), "0 9C")
    assert kinds(events) == ["cards_played", "claims_opened"]
    assert only(events, ClaimsOpened) == [ClaimsOpened(1, (1, 2, 3))]
    state = finishing()
    assert (state.phase, state.turn, state.places) == (Phase.CLAIMS, 0, (0, 0, 0, 0))
    assert tuple(awaited(state)) == (1, 2, 3)
    assert state.claims is not None
    assert (state.claims.level, state.claims.answered, state.claims.dobons) == (1, (), ())


def test_a_finish_with_the_last_call_does_not_wait() -> None:
    """C14: in Page One only a finish without the call waits."""
    events = events_of(leading("9C", **POINTED_OUT), "0 9C !!")
    assert kinds(events) == ["cards_played", "seat_went_out", "round_ended"]


def test_closed_without_a_call_out_it_is_out() -> None:
    """C14: all waive, or the host closes: it is out; a finish that stands wipes its offenses."""
    state = finishing()
    events = events_of(state, "2 waive", "1 waive", "3 waive")
    assert only(events, ClaimWaived) == [ClaimWaived(2), ClaimWaived(1), ClaimWaived(3)]
    assert kinds(events)[-3:] == ["claims_closed", "seat_went_out", "round_ended"]
    events = events_of(state, "0 close")
    assert kinds(events)[-3:] == ["claims_closed", "seat_went_out", "round_ended"]
    standing = finishing("9C", preset="imohori", calls={"last": "stop", "missed": MissedCall.WHEN_CALLED_OUT})
    after = run(standing, "0 close")
    assert (after.places, after.turn, after.phase) == ((1, 0, 0, 0), 1, Phase.TURN)
    assert refused(after, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert "out 0 missed" not in listed(after, 1)


def test_called_out_it_is_not_out() -> None:
    """C14, C17: called out the penalty is drawn, CLAIMS end at once and play goes on: the next seat's turn starts."""
    state = finishing(draws="2S 3S 4S 5S 6S")
    events = events_of(state, "2 out 0 missed")
    assert kinds(events) == ["offense_called_out", "cards_drawn", "claims_closed", "turn_started"]
    after = run(state, "2 out 0 missed")
    assert (after.phase, after.turn, after.places) == (Phase.TURN, 1, (0, 0, 0, 0))
    assert after.hands[0] == hand("2S 3S 4S 5S 6S")
    assert after.claims is None


def test_a_call_out_may_follow_ones_own_waive() -> None:
    """C14: a call-out may follow one's own waive while CLAIMS last."""
    state = run(finishing(), "2 waive")
    assert tuple(awaited(state)) == (1, 3)
    assert "out 0 missed" in listed(state, 2)
    assert "waive" not in listed(state, 2)
    assert refused(state, "2 out 0 missed") == ""


def test_the_player_itself_is_not_awaited() -> None:
    """C14, R1: the player may neither waive nor call itself out."""
    state = finishing()
    assert refused(state, "0 waive") == "WRONG_PHASE"
    assert refused(state, "0 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert refused(run(state, "1 waive"), "1 waive") == "ALREADY_ANSWERED"
    assert listed(state, 0) == []


def test_a_finish_that_completes_a_trick() -> None:
    """C14, C17: called out, the trick is settled as after any play and its winner leads."""
    rules = page_one(**POINTED_OUT)
    state = tricks(["5H 6H", "7H 8H", "9H"], ["0 2H", "1 3H"], turn=2, rules=rules, draws="2S 3S 4S 5S 6S")
    events = events_of(state, "2 9H", "0 out 2 missed")
    assert kinds(events)[-3:] == ["claims_closed", "trick_won", "turn_started"]
    assert only(events, TrickWon) == [TrickWon(2)]
    assert only(events, TurnStarted) == [TurnStarted(2)]
    after = run(state, "2 9H", "0 out 2 missed")
    assert after.pile == cards("2H 3H 9H")
    assert (trick_of(after).leader, trick_of(after).plays) == (2, ())


def test_awaited_are_active_seats_only() -> None:
    """C14: a seat that is out or has left is not awaited."""
    rules = page_one("imohori", calls={"last": "stop", "missed": MissedCall.WHEN_CALLED_OUT})
    hands = ["9C", "7H 8H", "", "2D 3D", "2C 3C"]
    state = tricks(hands, rules=rules, places=(0, 0, 1, 0, 0), left=(False, False, False, False, True))
    state = run(state, "0 9C")
    assert tuple(awaited(state)) == (1, 3)
    assert refused(state, "2 waive") == "SEAT_NOT_PLAYING"
    assert refused(state, "4 waive") == "SEAT_NOT_PLAYING"


# C15


def test_when_nothing_can_be_drawn_the_finish_stands() -> None:
    """C15: PENALIZED, no stock, TAKE_ALL: not one card can be drawn: the finish stands."""
    state = leading("9C", stock="", rest=3, pile="KS QS")
    events = events_of(state, "0 9C")
    assert only(events, SeatWentOut) == [SeatWentOut(0, 1)]
    assert only(events, RoundEnded) != []
    drawn = only(events, CardsDrawn)
    assert [(event.count, event.owed) for event in drawn] == [(0, 5)]


def test_one_card_is_enough() -> None:
    """C15, C16: one penalty card is drawn, four are forgiven: the seat is not out."""
    state = leading("9C", stock="6S", rest=3)
    events = events_of(state, "0 9C")
    assert same_draw(only(events, CardsDrawn)[0], penalty(0, 1, 5, "6S"))
    assert run(state, "0 9C").places == (0, 0, 0, 0)


def test_called_out_but_nothing_can_be_drawn() -> None:
    """C15, C17: the call-out is upheld, nothing is drawn, the finish stands."""
    state = finishing(stock="", rest=3)
    events = events_of(state, "1 out 0 missed")
    assert events[0] == OffenseCalledOut(1, 0, MISSED, True)
    assert [(event.count, event.owed) for event in only(events, CardsDrawn)] == [(0, 5)]
    assert only(events, SeatWentOut) == [SeatWentOut(0, 1)]


# C16


def test_no_penalty_no_offense() -> None:
    """C16: a missed call whose penalty is 0 is no offense: no draw, no CLAIMS, nothing to call out."""
    events = events_of(leading("5H 9C", penalties={"missed_call": 0}), "0 9C")
    assert kinds(events) == ["cards_played", "turn_started"]
    rules = {**POINTED_OUT, "penalties": {"missed_call": 0}}
    state = run(leading("5H 9C", **rules), "0 9C")
    assert state.last_play is not None
    assert state.last_play.offenses == ()
    assert refused(state, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert "out 0 missed" not in listed(state, 1)
    assert kinds(events_of(leading("9C", **rules), "0 9C")) == ["cards_played", "seat_went_out", "round_ended"]


def test_what_cannot_be_drawn_is_forgiven() -> None:
    """C16, P13: under TAKE_ALL a penalty never takes the table nor the finished tricks."""
    state = leading("5H 9C", stock="6S 7S", rest=3, pile="KS QS")
    events = events_of(state, "0 9C")
    assert same_draw(only(events, CardsDrawn)[0], penalty(0, 2, 5, "6S 7S"))
    after = run(state, "0 9C")
    assert (after.stock, after.hands[0]) == (b"", hand("5H 6S 7S"))
    assert after.pile.endswith(cards("KS QS"))
    assert run(after, "1 leave").hands[0] == hand("5H 6S 7S")


def test_a_penalty_after_a_reshuffle() -> None:
    """C16: where the game reshuffles, the finished tricks become stock in the middle of a penalty."""
    state = leading("5H 9C", "only_one", stock="6S 7S", rest=3, pile="KS QS JS 10S")
    events = events_of(state, "0 9C")
    assert kinds(events) == [
        "cards_played",
        "offense_called_out",
        "cards_drawn",
        "stock_reshuffled",
        "cards_drawn",
        "turn_started",
    ]
    assert [(event.count, event.owed) for event in only(events, CardsDrawn)] == [(2, 2), (3, 3)]
    assert only(events, StockReshuffled) == [StockReshuffled(4)]
    assert len(run(state, "0 9C").stock) == 1


def test_never_from_the_trick_it_completes() -> None:
    """C16: the penalty is drawn when the play is made, before the trick it completes is finished."""
    state = tricks(
        ["5H 6H 7H", "8H 9H 10H", "3H 4C"], ["0 2H", "1 JH"], turn=2, rules=page_one("only_one"), stock="", rest=0
    )
    events = events_of(state, "2 3H")
    assert [(event.count, event.owed) for event in only(events, CardsDrawn)] == [(0, 5)]
    assert only(events, StockReshuffled) == []
    after = run(state, "2 3H")
    assert (after.hands[2], after.pile) == (hand("4C"), cards("2H JH 3H"))


def test_a_later_call_out_may_use_the_finished_trick() -> None:
    """C16: a call-out's penalty, later, may use the trick that the play completed."""
    rules = page_one("only_one", calls={"missed": MissedCall.WHEN_CALLED_OUT})
    state = tricks(["5H 6H 7H", "8H 9H 10H", "3H 4C"], ["0 2H", "1 JH"], turn=2, rules=rules, stock="", rest=0)
    after = run(state, "2 3H", "0 out 2 missed")
    assert after.hands[2] == hand("4C 2H JH 3H")
    assert (after.stock, after.pile, after.turn) == (b"", b"", 1)


def test_never_from_the_trick_on_the_table() -> None:
    """C16, P11: a penalty leaves the trick on the table where it is."""
    state = leading("5H 9C", "only_one", stock="", rest=3, pile="KS")
    after = run(state, "0 9C")
    assert after.hands[0] == hand("5H KS")
    assert trick_of(after).plays == ((0, cards("9C")[0]),)


def test_a_penalty_changes_no_turn() -> None:
    """C16: turn, trick and the card just drawn are untouched by table talk's penalty."""
    rules = page_one(penalties={"table_talk": 2})
    state = tricks(["6H 7H 8H", "2C 3C", "9S 10S"], ["0 5H"], turn=1, rules=rules, draws="2S AH KC QC")
    state = run(state, "1 draw")
    after = run(state, "0 out 1 talk")
    assert (after.turn, after.table, after.turns) == (1, state.table, state.turns)
    assert after.hands[1] == hand("2C 3C 2S AH KC")


# C17


def test_a_call_out_by_a_seat_that_is_out_or_left() -> None:
    """C17: any seat that has not left may call out, also one that is out."""
    rules = page_one("only_one", calls={"missed": MissedCall.WHEN_CALLED_OUT})
    state = tricks(
        ["5H 9C", "", "2C 3C 4C", "2D 3D 4D"], rules=rules, places=(0, 1, 0, 0), left=(False, False, False, True)
    )
    state = run(state, "0 9C")
    assert listed(state, 1) == ["out 0 missed"]
    assert listed(state, 3) == []
    assert refused(state, "3 out 0 missed") == "SEAT_NOT_PLAYING"
    assert events_of(state, "1 out 0 missed")[0] == OffenseCalledOut(1, 0, MISSED, True)


def test_a_false_call_out_is_refused_without_a_penalty() -> None:
    """C17: not upheld: refused, with `false_call_out` 0."""
    state = run(leading("5H 9C", **POINTED_OUT), "0 9C !")
    assert "out 0 missed" in listed(state, 1)
    assert refused(state, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"


FALSE: dict[str, Any] = {**POINTED_OUT, "penalties": {"false_call_out": 2}}


def test_a_false_call_out_costs_the_caller() -> None:
    """C17: with `false_call_out` > 0 one that L1 lists is accepted, and the caller draws."""
    state = run(leading("5H 9C", draws="2S 3S", **FALSE), "0 9C !")
    events = events_of(state, "3 out 0 missed")
    assert kinds(events) == ["offense_called_out", "cards_drawn"]
    assert events[0] == OffenseCalledOut(3, 0, MISSED, False)
    assert same_draw(only(events, CardsDrawn)[0], penalty(3, 2, 2, "2S 3S"))
    after = run(state, "3 out 0 missed")
    assert (after.turn, after.turns, after.hands[0]) == (1, state.turns, state.hands[0])


def test_a_false_call_out_of_any_play() -> None:
    """C17, L1: it is listed for every play, whatever it left in hand, so it may be made falsely of any."""
    state = run(leading("5H 6H 7C 9C", draws="2S 3S", **FALSE), "0 9C")
    assert "out 0 missed" in listed(state, 2)
    assert events_of(state, "2 out 0 missed")[0] == OffenseCalledOut(2, 0, MISSED, False)


def test_what_is_not_listed_is_no_false_call_out() -> None:
    """C17: what L1 does not list is refused all the same: another seat's, no play yet, an illegal play in Page One."""
    state = run(leading("5H 9C", **FALSE), "0 9C")
    assert refused(state, "1 out 2 missed") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "1 out 0 illegal") == "NOTHING_TO_CALL_OUT"
    assert refused(leading("5H 9C", **FALSE), "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    penalized = run(leading("5H 9C", penalties={"false_call_out": 2}), "0 9C !")
    assert refused(penalized, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"


def test_a_false_call_out_while_a_card_can_be_drawn() -> None:
    """C17: only while a card can be drawn, from the stock or after a reshuffle."""
    state = run(leading("5H 9C", stock="", rest=3, pile="KS", **FALSE), "0 9C !")
    assert refused(state, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    again = run(leading("5H 9C", preset="only_one", stock="", rest=3, pile="KS", **FALSE), "0 9C !")
    events = events_of(again, "1 out 0 missed")
    assert kinds(events) == ["offense_called_out", "stock_reshuffled", "cards_drawn"]
    assert [(event.count, event.owed) for event in only(events, CardsDrawn)] == [(1, 2)]


def test_a_false_call_out_by_a_seat_that_is_out() -> None:
    """C17: only an active seat with cards makes a false call-out: one that is out is refused."""
    rules = page_one("only_one", calls={"missed": MissedCall.WHEN_CALLED_OUT}, penalties={"false_call_out": 2})
    state = tricks(["5H 9C", "", "2C 3C 4C"], rules=rules, places=(0, 1, 0))
    state = run(state, "0 9C !")
    assert "out 0 missed" in listed(state, 1)
    assert refused(state, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "2 out 0 missed") == ""


# C18


TALK: dict[str, Any] = {"penalties": {"table_talk": 1}}


def test_table_talk() -> None:
    """C18: with a penalty set a call-out of it is always upheld, against anybody, in anybody's turn."""
    state = leading("5H 9C", draws="2S 3S", **TALK)
    for seat, offender in ((1, 0), (0, 3), (2, 1)):
        events = events_of(state, f"{seat} out {offender} talk")
        assert kinds(events) == ["offense_called_out", "cards_drawn"]
        assert events[0] == OffenseCalledOut(seat, offender, Offense.TABLE_TALK, True)
        assert same_draw(only(events, CardsDrawn)[0], penalty(offender, 1, 1, "2S"))
    assert len(run(state, "1 out 0 talk", "1 out 0 talk", "2 out 0 talk").hands[0]) == 5
    assert refused(state, "1 out 1 talk") == "NOTHING_TO_CALL_OUT"


def test_table_talk_without_a_penalty() -> None:
    """C18: without a penalty there is no such offense."""
    assert refused(leading("5H 9C"), "1 out 0 talk") == "NOTHING_TO_CALL_OUT"


def test_table_talk_in_claims() -> None:
    """C18: in CLAIMS too, but not against a seat without cards; it changes no claims."""
    state = finishing(**TALK)
    assert refused(state, "1 out 0 talk") == "NOTHING_TO_CALL_OUT"
    events = events_of(state, "1 out 2 talk")
    assert kinds(events) == ["offense_called_out", "cards_drawn"]
    after = run(state, "1 out 2 talk")
    assert (after.phase, after.claims, after.last_play) == (Phase.CLAIMS, state.claims, state.last_play)
    assert len(after.hands[2]) == 4


def test_table_talk_against_a_seat_that_is_out_or_left() -> None:
    """C18: only against an active seat; a seat that is out may point it out."""
    rules = page_one("imohori", penalties={"table_talk": 1})
    state = tricks(
        ["5H 9C", "", "2C 3C 4C", "2D 3D"], rules=rules, places=(0, 1, 0, 0), left=(False, False, False, True)
    )
    assert refused(state, "0 out 1 talk") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "0 out 3 talk") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "1 out 2 talk") == ""
    assert refused(state, "3 out 2 talk") == "SEAT_NOT_PLAYING"


def test_table_talk_after_the_round() -> None:
    """C18, R1: after the round it is too late."""
    state = run(leading("9C", **TALK), "0 9C !!")
    assert refused(state, "1 out 2 talk") == "WRONG_PHASE"


def test_table_talk_is_not_listed() -> None:
    """C18, L2: it is accepted though not listed."""
    state = leading("5H 9C", **TALK)
    assert all("talk" not in line for seat in range(4) for line in listed(state, seat))
    assert choices(state, 1) == []


def test_table_talk_with_an_empty_stock() -> None:
    """C18, C16: still upheld when nothing can be drawn: 0 of 1."""
    state = leading("5H 9C", stock="", rest=3, **TALK)
    events = events_of(state, "1 out 0 talk")
    assert [(event.count, event.owed) for event in only(events, CardsDrawn)] == [(0, 1)]
    assert text_of(run(state, "1 out 0 talk").hands[0]) == "9C 5H"


def test_the_presets_calls() -> None:
    """C12: the words of the presets are as given: two, none, one."""
    words = {
        name: (page_one(name).calls.penultimate, page_one(name).calls.last)
        for name in ("page_one", "imohori", "only_one")
    }
    assert words == {"page_one": ("ページワン", "ストップ"), "imohori": ("", ""), "only_one": ("オンリーワン", "")}
    assert create_match(page_one(), 2, SEED)[0].match.rules.penalties.missed_call == 5


def test_claims_close_once() -> None:
    """C14: the claims close with one event, however they close."""
    state = finishing()
    assert only(events_of(state, "1 waive", "2 waive", "3 waive"), ClaimsClosed) == [ClaimsClosed()]
    assert only(events_of(state, "1 waive", "0 close"), ClaimsClosed) == [ClaimsClosed()]
