"""Calls owed and missed, penalties, and call-outs, as American Page One shows them (C12 to C18)."""

from typing import Any

import pytest
from pageone_engine import State
from pageone_engine.events import CardsDrawn, CardsPlayed, ClaimsOpened, OffenseCalledOut, SeatWentOut, TurnStarted
from pageone_engine.terms import (
    Call,
    DrawReason,
    Evasion,
    IllegalPlay,
    MissedCall,
    Offense,
    Phase,
    RoundEnd,
    Scoring,
    SpecialFinish,
)

from tests.engine.positions import (
    american,
    cards,
    discard,
    events_of,
    hands_of,
    kinds,
    listed,
    only,
    refused,
    run,
    table,
    text_of,
)

PENALIZED: dict[str, Any] = {"calls": {"missed": MissedCall.PENALIZED}}
STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
ILLEGAL: dict[str, Any] = {"illegal_play": IllegalPlay.WHEN_CALLED_OUT}
OTHERS = ["5D 5S 5H", "6C 6S 6H"]


def holding(held: str, rules: dict[str, Any] | None = None, **position: Any) -> State:  # noqa: ANN401
    """Seat 0 of three holds the cards, on the 7H; by default missed calls are called out."""
    return table([held, *OTHERS], top="7H", rules=american(**(rules or {})), **position)


def offenses(state: State) -> tuple[int, ...]:
    """The open offenses of the last play."""
    return state.last_play.offenses if state.last_play else ()


def test_the_penultimate_call() -> None:
    """C12: a play that leaves one card owes the penultimate call; a call that is not owed is WRONG_CALL."""
    state = holding("9H KC")
    assert listed(state, 0) == ["9H !", "draw"]
    assert events_of(state, "0 9H !")[0] == CardsPlayed(0, cards("9H"), 0, Call.PENULTIMATE)
    assert refused(state, "0 9H !!") == "WRONG_CALL"
    assert refused(holding("9H KC 4C"), "0 9H !") == "WRONG_CALL"
    assert refused(holding("9H KC 4C"), "0 9H !!") == "WRONG_CALL"


def test_the_last_call() -> None:
    """C12: a play that leaves none owes the last call, not the penultimate one."""
    state = holding("9H")
    assert listed(state, 0) == ["9H !!", "draw"]
    assert refused(state, "0 9H !") == "WRONG_CALL"
    assert run(state, "0 9H !!").places == (1, 0, 0)


def test_calls_of_sets() -> None:
    """C12: what the whole play leaves counts; going out by several cards owes only the last call."""
    sets = {"sets": True}
    assert "9H 9C !" in listed(holding("9H 9C KC", sets), 0)
    assert "9H 9C !!" in listed(holding("9H 9C", sets), 0)
    assert refused(holding("9H 9C", sets), "0 9H 9C !") == "WRONG_CALL"
    assert refused(holding("9H 9C KC", sets), "0 9H !") == "WRONG_CALL"


@pytest.mark.parametrize("missed", [MissedCall.PENALIZED, MissedCall.WHEN_CALLED_OUT])
def test_without_a_word_nothing_is_owed(missed: int) -> None:
    """C12: a call is owed only when the rules name a word for it."""
    words = {"calls": {"penultimate": "", "missed": missed}}
    state = holding("9H KC", words)
    assert refused(state, "0 9H !") == "WRONG_CALL"
    after = run(state, "0 9H")
    assert (offenses(after), len(after.hands[0])) == ((), 1)
    assert refused(holding("9H", words), "0 9H !!") == ""
    silent = {"calls": {"last": "", "missed": missed}}
    assert refused(holding("9H", silent), "0 9H !!") == "WRONG_CALL"
    assert run(holding("9H", silent), "0 9H").places == (1, 0, 0)


def test_a_call_counts_for_its_play_alone() -> None:
    """C12: one that called and had to draw owes the call again with the next play that leaves one card."""
    state = run(holding("9H KC", draws="AD AS KH"), "0 9H !", "1 draw", "1 pass", "2 draw", "2 pass", "0 draw")
    assert listed(state, 0) == ["KH !", "pass"]
    assert offenses(run(state, "0 KH")) == (Offense.MISSED_CALL,)


def test_a_missed_call_penalized() -> None:
    """C13: PENALIZED: it costs its penalty in the same step; the events tell who penalized: nobody."""
    state = holding("9H KC", PENALIZED, draws="AD AS")
    assert events_of(state, "0 9H") == [
        CardsPlayed(0, cards("9H")),
        OffenseCalledOut(None, 0, Offense.MISSED_CALL, True),
        CardsDrawn(0, DrawReason.PENALTY, 2, 2, cards("AD AS")),
        TurnStarted(1),
    ]
    after = run(state, "0 9H")
    assert (hands_of(after)[0], offenses(after), after.turn) == ("KC AD AS", (), 1)


def test_a_missed_call_is_an_open_offense() -> None:
    """C13: WHEN_CALLED_OUT: an open offense at which nothing in the events hints."""
    state = holding("9H KC")
    assert events_of(state, "0 9H") == [CardsPlayed(0, cards("9H")), TurnStarted(1)]
    assert offenses(run(state, "0 9H")) == (Offense.MISSED_CALL,)
    assert offenses(run(state, "0 9H !")) == ()


def test_called_out_until_the_next_turn_action() -> None:
    """C13, C17: any other seat may call it out, once, until the next turn action is applied."""
    state = run(holding("9H KC", draws="AD AS"), "0 9H")
    for caller in (1, 2):
        assert events_of(state, f"{caller} out 0 missed") == [
            OffenseCalledOut(caller, 0, Offense.MISSED_CALL, True),
            CardsDrawn(0, DrawReason.PENALTY, 2, 2, cards("AD AS")),
        ]
    called = run(state, "2 out 0 missed")
    assert (called.turn, called.phase, hands_of(called)[0]) == (1, Phase.TURN, "KC AD AS")
    assert called.last_play is not None, "the play itself stays"
    assert refused(called, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert refused(run(state, "1 draw"), "2 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert refused(run(state, "1 5H"), "2 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "0 out 0 missed") == "NOTHING_TO_CALL_OUT"


def test_a_finish_without_the_call_penalized() -> None:
    """C14: PENALIZED: the cards stay played, the penalty is drawn, the seat is not out."""
    after = run(holding("9H", PENALIZED), "0 9H")
    assert (after.phase, after.turn, after.places, len(after.hands[0])) == (Phase.TURN, 1, (0, 0, 0), 2)
    assert text_of(after.pile[-1:]) == "9H"


def test_the_power_of_a_finish_that_fails() -> None:
    """C14, C16: the seat is not out, its play stays, so its power works after the penalty was drawn."""
    assert kinds(events_of(holding("2H", PENALIZED), "0 2H")) == [
        "cards_played",
        "offense_called_out",
        "cards_drawn",
        "draw_pending",
        "turn_started",
    ]


def test_a_finish_without_the_call_waits() -> None:
    """C14: WHEN_CALLED_OUT: the phase is CLAIMS, the other active seats are awaited; with the call it does not wait."""
    state = holding("9H")
    assert events_of(state, "0 9H") == [CardsPlayed(0, cards("9H")), ClaimsOpened(1, (1, 2))]
    waiting = run(state, "0 9H")
    assert (waiting.phase, waiting.turn, waiting.places) == (Phase.CLAIMS, 0, (0, 0, 0))
    assert listed(waiting, 1) == ["waive", "out 0 missed"]
    assert run(state, "0 9H !!").phase == Phase.ROUND_OVER


def test_called_out_in_claims() -> None:
    """C14, C17: called out, the penalty is drawn, the seat is not out, CLAIMS end at once and play goes on."""
    state = run(holding("9H", draws="AD AS"), "0 9H", "1 waive")
    events = events_of(state, "1 out 0 missed")
    assert kinds(events) == ["offense_called_out", "cards_drawn", "claims_closed", "turn_started"]
    after = run(state, "1 out 0 missed")
    assert (after.phase, after.turn, after.places, hands_of(after)[0]) == (Phase.TURN, 1, (0, 0, 0), "AD AS")


def test_after_the_call_out_the_power_works() -> None:
    """C17: then play goes on as after any play: its power works."""
    after = run(holding("2H"), "0 2H", "2 out 0 missed")
    assert (after.turn, discard(after).pending, len(after.hands[0])) == (1, 2, 2)


def test_closed_without_a_call_out_it_is_out() -> None:
    """C14: closed without a call-out the seat is out, by answers or by the host; its offenses are wiped."""
    for lines in (("1 waive", "2 waive"), ("0 close",)):
        after = run(holding("9H", STANDING), "0 9H", *lines)
        assert (after.phase, after.places, after.turn) == (Phase.TURN, (1, 0, 0), 1)
        assert refused(after, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
        assert offenses(after) == ()


def test_with_dobon_on_all_answer() -> None:
    """C17: dobon is on: after an upheld call-out of the missed call the others still answer."""
    after = run(holding("9H", {"dobon": {"enabled": True}}), "0 9H", "1 out 0 missed")
    assert after.phase == Phase.CLAIMS
    after = run(after, "1 waive", "2 waive")
    assert (after.phase, after.turn, after.places, len(after.hands[0])) == (Phase.TURN, 1, (0, 0, 0), 2)


def test_with_illegal_plays_called_out_all_answer() -> None:
    """C17: illegal plays WHEN_CALLED_OUT: CLAIMS go on after the missed call was called out; then the seat
    has cards.
    """
    after = run(holding("9H", ILLEGAL), "0 9H", "1 out 0 missed")
    assert after.phase == Phase.CLAIMS
    after = run(after, "0 close")
    assert (after.phase, after.turn, after.places, len(after.hands[0])) == (Phase.TURN, 1, (0, 0, 0), 2)


def test_a_finish_stands_when_no_card_can_be_drawn() -> None:
    """C15: not one penalty card can be drawn: the finish stands."""
    rules: dict[str, Any] = {**ILLEGAL, **PENALIZED}
    state = table(["9H", "5D 5S", ""], top="7H", stock="", rest=2, rules=american(**rules))
    after = run(state, "0 9H")
    assert (after.phase, after.hands[0]) == (Phase.CLAIMS, b"")
    assert only(events_of(state, "0 9H"), CardsDrawn) == [CardsDrawn(0, DrawReason.PENALTY, 0, 2)]
    assert run(after, "0 close").places == (1, 0, 0)


def test_a_called_out_finish_stands_when_no_card_can_be_drawn() -> None:
    """C15, C17: upheld, nothing drawn: the finish stands at the close; no second penalty for it."""
    state = table(["9H", "5D 5S", ""], top="7H", stock="", rest=2, rules=american(**ILLEGAL))
    state = run(state, "0 9H", "1 out 0 missed")
    assert (state.phase, state.hands[0]) == (Phase.CLAIMS, b"")
    assert refused(state, "2 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert run(state, "1 waive", "2 waive").places == (1, 0, 0)


def test_one_card_for_a_penalty_of_two() -> None:
    """C15, C16: one card is enough for not being out; what cannot be drawn is forgiven."""
    state = table(["9H", "5D 5S", ""], top="7H", stock="AD", rest=2, rules=american(**ILLEGAL, **PENALIZED))
    after = run(state, "0 9H")
    assert (hands_of(after)[0], after.phase, after.turn) == ("AD", Phase.TURN, 1)
    assert only(events_of(state, "0 9H"), CardsDrawn) == [CardsDrawn(0, DrawReason.PENALTY, 1, 2, cards("AD"))]


@pytest.mark.parametrize("mode", [PENALIZED, {}])
def test_a_missed_call_with_penalty_zero_is_no_offense(mode: dict[str, Any]) -> None:
    """C16: a missed call whose penalty is 0 is no offense: a finish does not wait, nothing is listed."""
    rules = {**mode, "penalties": {"missed_call": 0}}
    state = run(holding("9H KC", rules), "0 9H")
    assert (offenses(state), len(state.hands[0])) == ((), 1)
    assert refused(state, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert "out 0 missed" not in listed(state, 1)
    assert run(holding("9H", rules), "0 9H").places == (1, 0, 0)


def test_a_penalty_changes_no_turn() -> None:
    """C16: a penalty changes no turn, suit, direction or pending draw."""
    rules = {"penalties": {"table_talk": 3}}
    hands = ["9H KC 4C", *OTHERS]
    state = table(hands, top="2H", rules=american(**rules), pending=2, reverse=True, turn=1)
    after = run(state, "0 out 1 talk", "2 out 0 talk")
    assert (after.turn, discard(after)) == (1, discard(state))
    assert [len(row) for row in after.hands] == [6, 6, 3]


def test_a_penalty_during_a_turn_is_not_its_draw() -> None:
    """C16, A4: a penalty card is not the card drawn in the turn: one may still draw, and plays the drawn card alone."""
    rules = {"penalties": {"table_talk": 1}}
    state = run(holding("9H KC 4C", rules, draws="KH QH AH"), "1 out 0 talk")
    assert refused(state, "0 KH") == ""
    state = run(state, "0 draw", "1 out 0 talk")
    assert refused(state, "0 AH") == "ONLY_DRAWN_CARD"
    assert refused(state, "0 QH") == ""


def test_penalties_are_drawn_before_claims_open() -> None:
    """C16: they are drawn when the play is made, before claims open and before the power works."""
    rules = {**PENALIZED, "dobon": {"enabled": True}, "evasion": Evasion.NONE}
    state = holding("2H KC", rules)
    assert kinds(events_of(state, "0 2H")) == ["cards_played", "offense_called_out", "cards_drawn", "claims_opened"]


def test_penalties_never_from_the_cards_of_the_play() -> None:
    """C16: never from the cards of the play itself."""
    state = table(["9H KC", "5D 5S", ""], top="7H", stock="", rest=2, rules=american(**PENALIZED))
    after = run(state, "0 9H")
    assert (text_of(after.pile), hands_of(after)[0]) == ("9H", "KC 7H")


def test_two_offenses_of_one_play() -> None:
    """C17: upheld: the penalty, once for each offense."""
    state = run(holding("9C KC", ILLEGAL), "0 9C")
    assert offenses(state) == (Offense.MISSED_CALL, Offense.ILLEGAL_PLAY)
    state = run(state, "1 out 0 missed")
    assert (len(state.hands[0]), offenses(state)) == (3, (Offense.ILLEGAL_PLAY,))
    state = run(state, "1 out 0 illegal")
    assert (len(state.hands[0]), state.turn) == (6, 1)


def test_a_seat_that_is_out_may_call_out() -> None:
    """C17: any seat that has not left may call out, also one that is out; one that left may not."""
    places, left = (0, 0, 0, 1), (False, False, True, False)
    rules = american(**STANDING)
    state = table(["9H KC", *OTHERS, ""], top="7H", rules=rules, places=places, left=left, dealer=0)
    state = run(state, "0 9H")
    assert listed(state, 3) == ["out 0 missed"]
    assert refused(state, "3 out 0 missed") == ""
    assert listed(state, 2) == []
    assert refused(state, "2 out 0 missed") == "SEAT_NOT_PLAYING"


FALSE = {"penalties": {"false_call_out": 2}}


def test_a_call_out_that_is_not_upheld_is_refused() -> None:
    """C17: not upheld: refused where `false_call_out` is 0."""
    state = run(holding("9H KC"), "0 9H !")
    assert "out 0 missed" in listed(state, 1)
    assert refused(state, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"


def test_a_false_call_out_costs() -> None:
    """C17: with `false_call_out` one that is listed is accepted, and the caller draws; play is as before."""
    state = run(holding("9H KC", FALSE, draws="AD AS"), "0 9H !")
    assert events_of(state, "2 out 0 missed") == [
        OffenseCalledOut(2, 0, Offense.MISSED_CALL, False),
        CardsDrawn(2, DrawReason.PENALTY, 2, 2, cards("AD AS")),
    ]
    after = run(state, "2 out 0 missed")
    assert (after.turn, after.last_play) == (1, state.last_play)
    assert refused(after, "2 out 0 missed") == "", "again, at its own cost"


def test_only_what_is_listed_can_be_called_out_falsely() -> None:
    """C17, L1: a call-out that is not listed is refused whatever it would cost."""
    state = run(holding("9H KC", FALSE), "0 9H !")
    assert refused(state, "1 out 0 illegal") == "NOTHING_TO_CALL_OUT", "illegal plays are REJECTED"
    assert refused(state, "0 out 1 missed") == "NOTHING_TO_CALL_OUT", "not the last play"
    assert refused(state, "1 out 1 missed") == "NOTHING_TO_CALL_OUT"
    assert refused(run(state, "1 draw"), "2 out 0 missed") == "NOTHING_TO_CALL_OUT"


def test_a_seat_that_is_out_cannot_call_out_falsely() -> None:
    """C17: a false call-out is accepted from an active seat with cards alone."""
    rules = american(**STANDING, **FALSE)
    state = table(["9H KC", *OTHERS, ""], top="7H", rules=rules, places=(0, 0, 0, 1))
    state = run(state, "0 9H !")
    assert refused(state, "3 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "2 out 0 missed") == ""


def test_a_false_call_out_needs_a_card_to_draw() -> None:
    """C17: accepted while a card can be drawn, from the stock or after a reshuffle."""
    rules = american(**FALSE)
    blocked = run(
        table(["9H KC", "5D 5S", ""], top="7H", stock="", rest=2, rules=american(**FALSE, **ILLEGAL)), "0 9H !"
    )
    assert refused(blocked, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    refilled = run(table(["9H KC", "5D 5S", ""], top="7H", stock="", rest=2, rules=rules), "0 9H !", "1 out 0 missed")
    assert hands_of(refilled)[1] == "5D 7H 5S"


TALK = {"penalties": {"table_talk": 1}}


def test_table_talk_is_always_upheld() -> None:
    """C18: with a penalty set, a call-out of table talk is upheld, as often as the host says so; it is not listed
    (L2).
    """
    state = holding("9H KC 4C", TALK, draws="AD")
    assert not any("talk" in line for line in listed(state, 1))
    assert events_of(state, "1 out 2 talk") == [
        OffenseCalledOut(1, 2, Offense.TABLE_TALK, True),
        CardsDrawn(2, DrawReason.PENALTY, 1, 1, cards("AD")),
    ]
    assert len(run(state, "1 out 2 talk", "0 out 2 talk").hands[2]) == 5
    assert refused(holding("9H KC 4C"), "1 out 2 talk") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "1 out 1 talk") == "NOTHING_TO_CALL_OUT"


def test_table_talk_needs_an_active_seat_with_cards() -> None:
    """C18: only against an active seat with at least one card."""
    rules = american(**STANDING, **TALK)
    left = (False, False, True, False)
    state = table(["9H KC 4C", *OTHERS, ""], top="7H", rules=rules, places=(0, 0, 0, 1), left=left, dealer=0)
    assert refused(state, "0 out 3 talk") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "0 out 2 talk") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "3 out 0 talk") == ""
    waiting = run(holding("9H", TALK), "0 9H")
    assert refused(waiting, "1 out 0 talk") == "NOTHING_TO_CALL_OUT", "its hand is empty"
    assert refused(waiting, "0 out 1 talk") == ""


def test_table_talk_against_a_claimant() -> None:
    """C18: not against a seat that has called dobon on the play that is claimed against."""
    rules = {**TALK, "dobon": {"enabled": True}}
    state = table(["9H KC 7C", "4C 5D", "6S 4D"], top="5H", rules=american(**rules))
    state = run(state, "0 9H", "1 dobon 0")
    assert refused(state, "2 out 1 talk") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "1 out 2 talk") == ""
    assert refused(state, "1 out 0 talk") == ""


def test_table_talk_after_the_round() -> None:
    """C18, R1: in TURN and CLAIMS alone: after the round a call-out is of another phase."""
    state = run(holding("9H", TALK), "0 9H !!")
    assert refused(state, "1 out 2 talk") == "WRONG_PHASE"


def test_a_special_finish_owes_no_call() -> None:
    """A18, C12: a penalized special finish owes no call, so none is missed."""
    rules = {"special_finish": SpecialFinish.PENALIZED, **PENALIZED}
    after = run(holding("JH", rules), "0 JH")
    assert (len(after.hands[0]), offenses(after)) == (2, ())


def test_finish_events_after_claims() -> None:
    """C14: the seat goes out when the claims are closed."""
    events = events_of(holding("9H"), "0 9H", "1 waive", "2 waive")
    assert kinds(events) == [
        "cards_played",
        "claims_opened",
        "claim_waived",
        "claim_waived",
        "claims_closed",
        "seat_went_out",
        "round_ended",
    ]
    assert only(events, SeatWentOut) == [SeatWentOut(0, 1)]
