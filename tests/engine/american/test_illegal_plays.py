"""Plays that the table forbids: accepted, called out and taken back (A21, A22)."""

from typing import Any

import pytest
from pageone_engine import State
from pageone_engine.events import (
    CardsDrawn,
    CardsPlayed,
    CardsReturned,
    ClaimsOpened,
    OffenseCalledOut,
    SeatWentOut,
    TurnStarted,
)
from pageone_engine.terms import (
    DrawReason,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    Offense,
    Phase,
    RoundEnd,
    Scoring,
    SpecialFinish,
)

from tests.engine.positions import (
    american,
    cards,
    choices,
    discard,
    events_of,
    hand,
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

WHEN_CALLED_OUT = {"illegal_play": IllegalPlay.WHEN_CALLED_OUT}
HANDS = ["4C QC 2C 9D 10S", "5D 5S 5H", "6C 6S 6H", "7C 7D 7S"]


def four(top: str = "9H", hands: list[str] = HANDS, rules: dict[str, Any] | None = None, **position: Any) -> State:  # noqa: ANN401
    """Four seats, illegal plays are called out."""
    return table(hands, top=top, rules=american(**WHEN_CALLED_OUT, **(rules or {})), **position)


def offenses(state: State) -> tuple[int, ...]:
    """The open offenses of the last play."""
    assert state.last_play is not None
    return state.last_play.offenses


def test_rejected_plays_are_refused() -> None:
    """A21: REJECTED: an illegal play is refused."""
    assert refused(table(HANDS, top="9H"), "0 4C") == "NO_MATCH"


def test_a_card_that_does_not_match_is_accepted() -> None:
    """A21: WHEN_CALLED_OUT: no match is accepted and an open offense that no event tells."""
    state = four()
    assert events_of(state, "0 4C") == [CardsPlayed(0, cards("4C")), TurnStarted(1)]
    after = run(state, "0 4C")
    assert offenses(after) == (Offense.ILLEGAL_PLAY,)
    assert (after.turn, discard(after).suit) == (1, suit("C"))
    assert offenses(run(state, "0 9D")) == ()


def test_illegal_plays_are_not_listed_but_reasoned() -> None:
    """A21, L2, L3: what would be illegal is not listed; the table's own reason is told."""
    state = four()
    assert choices(state, 0) == ["9D", "draw"]
    assert reasons(state, 0) == {"2C": "NO_MATCH", "4C": "NO_MATCH", "QC": "NO_MATCH", "10S": "NO_MATCH"}


def test_the_power_of_an_illegal_play_works() -> None:
    """A21: its power works: a two is owed, a reverse turns."""
    two = run(four(), "0 2C")
    assert (two.turn, discard(two).pending) == (1, 2)
    queen = run(four(), "0 QC")
    assert (queen.turn, discard(queen).reversed) == (3, True)


@pytest.mark.parametrize(
    ("play", "turn", "pending"),
    [("9C", 1, 2), ("3C", 1, 5), ("JK =S", 1, 6), ("8C =S", 1, 2), ("JC", 2, 2), ("QC", 3, 2), ("2C", 1, 4)],
)
def test_an_illegal_play_on_a_pending_draw(play: str, turn: int, pending: int) -> None:
    """A21: not evading: the play adds what its own power adds, and the total passes on."""
    hands = ["9C 3C JK 8C JC QC 2C", *HANDS[1:]]
    after = run(four(top="2H", hands=hands, pending=2), f"0 {play}")
    assert (after.turn, discard(after).pending) == (turn, pending)
    assert offenses(after) == (() if play == "2C" else (Offense.ILLEGAL_PLAY,))


def test_not_the_drawn_card() -> None:
    """A21: after a draw another card is an offense, even one that matches."""
    state = run(four(draws="KC"), "0 draw")
    assert offenses(run(state, "0 9D")) == (Offense.ILLEGAL_PLAY,)
    assert offenses(run(state, "0 KC")) == (Offense.ILLEGAL_PLAY,), "the drawn card does not match"
    matching = run(four(draws="KH"), "0 draw", "0 KH")
    assert offenses(matching) == ()


def test_a_joker_with_the_suit_in_hand() -> None:
    """A21, A29: WITHOUT_SUIT: a Joker with the suit in hand is an offense."""
    rules = {"joker_play": JokerPlay.WITHOUT_SUIT, "penalties": {"false_call_out": 1}}
    state = four(hands=["JK 4H 4C 4D", *HANDS[1:]], rules=rules)
    assert offenses(run(state, "0 JK =S")) == (Offense.ILLEGAL_PLAY,)
    state = four(hands=["JK 4S 4C 4D", *HANDS[1:]], rules=rules)
    assert offenses(run(state, "0 JK =S")) == ()


def test_only_these_four_are_offenses() -> None:
    """A21: everything else is refused as under REJECTED."""
    assert refused(four(), "1 5D") == "NOT_YOUR_TURN"
    assert refused(four(), "0 KC") == "CARD_NOT_IN_HAND"
    assert refused(four(), "0 4C 4D") == "CARD_NOT_IN_HAND"
    assert refused(four(), "0 4C =S") == "SUIT_NOT_ALLOWED"
    assert refused(four(), "0 4C !") == "WRONG_CALL"
    assert refused(four(hands=["8C 4C 9D", *HANDS[1:]], top="2H", pending=2), "0 8C") == "SUIT_REQUIRED"
    assert refused(four(hands=["4C 4D 9D", *HANDS[1:]]), "0 4C 4D") == "SETS_NOT_ALLOWED"
    sets = {"sets": True}
    assert refused(four(hands=["4C 4D 9D", *HANDS[1:]], rules=sets), "0 4C 9D") == "DIFFERENT_RANKS"
    assert (
        refused(run(four(hands=["9C 4D 9D", *HANDS[1:]], rules=sets, draws="9S"), "0 draw"), "0 9S 9C")
        == "ONLY_DRAWN_CARD"
    )
    waits = {"draw": DrawRule.ONE_WAITS}
    assert refused(run(four(rules=waits), "0 draw"), "0 4C") == "DRAWN_CARD_WAITS"
    special = {"special_finish": SpecialFinish.REJECTED}
    assert refused(four(hands=["2C", *HANDS[1:]], rules=special), "0 2C !!") == "SPECIAL_CANNOT_FINISH"


def test_an_illegal_set() -> None:
    """A21, A15: a set whose first card does not match is an illegal play; its powers add up."""
    state = four(hands=["2C 2D 4C KS", *HANDS[1:]], rules={"sets": True})
    after = run(state, "0 2C 2D")
    assert (discard(after).pending, offenses(after)) == (4, (Offense.ILLEGAL_PLAY,))
    back = run(after, "3 out 0 illegal")
    assert (back.turn, discard(back).pending, text_of(back.pile[-1:])) == (1, 0, "9H")


def test_called_out_the_cards_go_back() -> None:
    """A22: the cards go back, the offender draws `illegal_play`, and the turn of the seat after it begins."""
    state = run(four(draws="AC AD"), "0 4C")
    events = events_of(state, "2 out 0 illegal")
    assert events[:2] == [
        OffenseCalledOut(2, 0, Offense.ILLEGAL_PLAY, True),
        CardsReturned(0, cards("4C")),
    ]
    assert events[-2:] == [CardsDrawn(0, DrawReason.PENALTY, 2, 2, cards("AC AD")), TurnStarted(1)]
    after = run(state, "2 out 0 illegal")
    assert after.hands[0] == hand("4C QC 2C 9D 10S AC AD")
    assert (after.turn, discard(after).suit, text_of(after.pile[-1:])) == (1, suit("H"), "9H")
    assert after.last_play is None


def test_a_named_suit_is_restored() -> None:
    """A22: the suit is as before the play, also a named one."""
    state = four(top="8S", suit_in_force="D", hands=["4C QC 2C KH 10S", *HANDS[1:]])
    after = run(state, "0 4C", "1 out 0 illegal")
    assert discard(after).suit == suit("D")


def test_the_direction_is_restored() -> None:
    """A22: the seat after the offender is counted in the restored direction."""
    after = run(four(), "0 QC", "2 out 0 illegal")
    assert (after.turn, discard(after).reversed) == (1, False)
    after = run(four(reverse=True), "0 QC", "2 out 0 illegal")
    assert (after.turn, discard(after).reversed) == (3, True)


def test_a_seat_that_was_jumped_has_its_turn() -> None:
    """A22: an illegal skip is undone: the seat it jumped is to act."""
    hands = ["JC QC 2C 9D 10S", *HANDS[1:]]
    assert run(four(hands=hands), "0 JC").turn == 2
    assert run(four(hands=hands), "0 JC", "1 out 0 illegal").turn == 1


@pytest.mark.parametrize("play", ["9C", "3C", "JK =S", "JC", "QC"])
def test_a_pending_draw_is_restored(play: str) -> None:
    """A22: the seat after the offender meets the restored pending draw, on the restored top card."""
    hands = ["9C 3C JK JC QC 4C", "2S 5S 5H", *HANDS[2:]]
    state = run(four(top="2H", hands=hands, pending=2), f"0 {play}", "3 out 0 illegal")
    assert (state.turn, discard(state).pending, discard(state).suit) == (1, 2, suit("H"))
    assert choices(state, 1) == ["2S", "draw"]
    assert discard(run(state, "1 2S")).pending == 4


def test_a_draw_owed_by_the_play_alone_is_gone() -> None:
    """A22: what the play itself made pending is gone with it."""
    state = run(four(), "0 2C", "1 out 0 illegal")
    assert (state.turn, discard(state).pending) == (1, 0)
    assert refused(state, "1 5H") == ""


def test_none_what_was_drawn_stays_drawn() -> None:
    """A22, A12: EVASION_NONE: what others drew meanwhile stays drawn; the seat after the offender has its turn."""
    state = run(four(rules={"evasion": Evasion.NONE}), "0 2C")
    assert (state.turn, len(state.hands[1])) == (2, 5)
    state = run(state, "2 out 0 illegal")
    assert (state.turn, discard(state).pending, len(state.hands[1])) == (1, 0, 5)
    assert len(state.hands[0]) == 7


NONE_CHALLENGEABLE = {"evasion": Evasion.NONE, "joker_play": JokerPlay.CHALLENGEABLE}


def test_none_what_was_drawn_settles_the_restored_draw() -> None:
    """A22: EVASION_NONE: a waiting draw that an illegal play passed on has been drawn: that settles it."""
    hands = ["JK QC 2C 9D 10S", "9C 5S 5H", "6C 6S 6H", "7C 7D 7S"]
    state = run(four(hands=hands, rules=NONE_CHALLENGEABLE), "0 JK =S", "1 9C")
    assert (state.turn, len(state.hands[2])) == (3, 7)
    state = run(state, "0 out 1 illegal")
    assert (state.turn, discard(state).pending, len(state.hands[2]), len(state.hands[1])) == (2, 0, 7, 5)


def test_none_a_restored_draw_is_drawn_at_once() -> None:
    """A22: EVASION_NONE, in CLAIMS nothing was drawn yet: the seat after the offender draws the restored
    draw at once.
    """
    hands = ["JK QC 2C 9D 10S", "9C", "6C 6S 6H", "7C 7D 7S"]
    state = run(four(hands=hands, rules=NONE_CHALLENGEABLE), "0 JK =S", "1 9C !!")
    assert state.phase == Phase.CLAIMS
    state = run(state, "0 out 1 illegal")
    assert (state.phase, state.turn, discard(state).pending) == (Phase.TURN, 3, 0)
    assert [len(row) for row in state.hands] == [4, 3, 7, 3]


def test_none_in_dobon_claims_a_restored_draw_is_drawn_at_once() -> None:
    """A22, A28: the same for a play that does not finish, when dobon is on."""
    hands = ["JK QC 2C 9D 10S", "9C KC KD", "6C 6S 6H", "7C 7D 7S"]
    rules = {**NONE_CHALLENGEABLE, "dobon": {"enabled": True}}
    state = run(four(hands=hands, rules=rules), "0 JK =S", "0 close", "1 9C", "3 waive", "0 out 1 illegal")
    assert (state.phase, state.turn, discard(state).pending) == (Phase.TURN, 3, 0)
    assert [len(row) for row in state.hands] == [4, 5, 7, 3]


def test_a_restored_draw_cannot_be_challenged() -> None:
    """A22: the Joker under a play that went back cannot be challenged any more; it can be evaded."""
    hands = ["JK QC 2C 9D 10S", "9C 5S 5H", "JK 6S 6H", "7C 7D 7S"]
    state = run(four(hands=hands, rules={"joker_play": JokerPlay.CHALLENGEABLE}), "0 JK =S", "1 9C")
    state = run(state, "0 out 1 illegal")
    assert (state.turn, discard(state).pending, discard(state).suit) == (2, 4, suit("S"))
    assert refused(state, "2 challenge") == "NOTHING_TO_CHALLENGE"
    assert discard(run(state, "2 JK =C")).pending == 8


def test_passes_stay_zero() -> None:
    """A22: `passes` were set back by the play and stay 0."""
    state = table(
        [*HANDS[:3], ""],
        top="9H",
        stock="",
        rest=3,
        passes=2,
        rules=american(**WHEN_CALLED_OUT, penalties={"illegal_play": 0}),
    )
    state = run(state, "0 4C")
    assert discard(state).passes == 0
    state = run(state, "1 out 0 illegal")
    assert (discard(state).passes, state.turn) == (0, 1)
    assert hands_of(state)[0] == "2C 4C QC 9D 10S", "C16: with a penalty of 0 it still goes back"


def test_an_offense_is_closed_by_the_next_turn_action() -> None:
    """A21, C13: once the next turn action is applied nobody can call the play out."""
    state = run(four(draws="KC"), "0 4C", "1 draw")
    assert refused(state, "2 out 0 illegal") == "NOTHING_TO_CALL_OUT"
    state = run(four(), "0 4C", "1 5H")
    assert refused(state, "2 out 0 illegal") == "NOTHING_TO_CALL_OUT"


def test_a_legal_play_is_not_called_out() -> None:
    """A21, C17: a call-out of a legal play is refused where false call-outs cost nothing."""
    assert refused(run(four(), "0 9D"), "1 out 0 illegal") == "NOTHING_TO_CALL_OUT"


def test_play_goes_on_from_an_illegal_top_card() -> None:
    """A10, A21: on a top card without a draw power one evades by A11 alone."""
    hands = ["9C QC KC 9D 10S", "2C 2H JK 5S", "6C 6S 6H", "7C 7D 7S"]
    state = run(four(top="2D", hands=hands, pending=2), "0 9C")
    assert choices(state, 1) == ["draw"]
    assert set(reasons(state, 1).values()) == {"MUST_EVADE_OR_DRAW"}
    state = run(four(top="2D", hands=hands, pending=2, rules={"evasion": Evasion.LINKED}), "0 9C")
    assert choices(state, 1) == ["2C", "JK =C", "JK =D", "JK =H", "JK =S", "draw"]
    assert reasons(state, 1) == {"2H": "MUST_EVADE_OR_DRAW", "5S": "MUST_EVADE_OR_DRAW"}


@pytest.mark.parametrize("last", ["9C", "KC"])
def test_every_finish_waits(last: str) -> None:
    """A22: illegal plays WHEN_CALLED_OUT: every finish waits in CLAIMS, legal or not, so that waiting tells nothing."""
    state = four(hands=[last, *HANDS[1:]])
    events = events_of(state, f"0 {last} !!")
    assert kinds(events) == ["cards_played", "claims_opened"]
    assert events[1] == ClaimsOpened(1, (1, 2, 3))
    waiting = run(state, f"0 {last} !!")
    assert (waiting.phase, waiting.turn, waiting.places) == (Phase.CLAIMS, 0, (0, 0, 0, 0))
    assert listed(waiting, 1) == ["waive", "out 0 missed", "out 0 illegal"]
    assert listed(waiting, 0) == []
    over = run(waiting, "1 waive", "3 waive", "2 waive")
    assert (over.phase, over.places[0]) == (Phase.ROUND_OVER, 1)
    assert only(events_of(waiting, "0 close"), SeatWentOut) == [SeatWentOut(0, 1)]


def test_an_illegal_finish_called_out() -> None:
    """A22, C17: called out in CLAIMS: the cards go back, CLAIMS end and the next turn begins."""
    state = run(four(hands=["KC", *HANDS[1:]]), "0 KC !!", "1 waive")
    state = run(state, "1 out 0 illegal")
    assert (state.phase, state.turn, state.claims) == (Phase.TURN, 1, None)
    assert len(state.hands[0]) == 3
    assert discard(state).suit == suit("H")


def test_illegal_and_without_the_call() -> None:
    """C17: a play that goes back takes its other offenses with it; in the other order each costs its own penalty."""
    state = run(four(hands=["KC", *HANDS[1:]]), "0 KC")
    assert offenses(state) == (Offense.MISSED_CALL, Offense.ILLEGAL_PLAY)
    back = run(state, "1 out 0 illegal")
    assert len(back.hands[0]) == 3
    assert refused(back, "2 out 0 missed") == "NOTHING_TO_CALL_OUT"
    both = run(state, "1 out 0 missed")
    assert (both.phase, len(both.hands[0])) == (Phase.CLAIMS, 2)
    both = run(both, "1 out 0 illegal")
    assert (both.phase, both.turn, len(both.hands[0])) == (Phase.TURN, 1, 5)


def test_an_illegal_finish_that_nobody_calls_out_is_out() -> None:
    """A22, C14: closed without a call-out the seat is out; LAST_STANDING: its power works, on a pending draw too."""
    rules = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
    state = four(top="2H", hands=["3C", *HANDS[1:]], pending=2, rules=rules)
    state = run(state, "0 3C !!", "0 close")
    assert (state.places, state.turn, discard(state).pending) == ((1, 0, 0, 0), 1, 5)


def test_in_claims_the_table_before_the_play_is_restored() -> None:
    """A22, A28: in dobon CLAIMS, too: the play goes back, suit and pending draw as before, and CLAIMS are over."""
    rules = {"dobon": {"enabled": True}}
    state = four(top="2H", hands=["9C 3C JK QC", *HANDS[1:]], pending=2, rules=rules)
    state = run(state, "0 QC", "1 waive", "3 out 0 illegal")
    assert (state.phase, state.turn) == (Phase.TURN, 1)
    assert (discard(state).pending, discard(state).reversed, discard(state).suit) == (2, False, suit("H"))
    assert state.last_play is None


def test_an_illegal_play_of_a_seat_that_left_cannot_be_called_out() -> None:
    """C25, L1: the last play's offenses of a seat that leaves are closed; its play stays."""
    state = run(four(), "0 4C", "0 leave")
    assert refused(state, "1 out 0 illegal") == "NOTHING_TO_CALL_OUT"
    assert text_of(state.pile[-1:]) == "4C"
