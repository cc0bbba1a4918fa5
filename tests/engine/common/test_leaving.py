"""Leaving (C25), at every place of a trick and in every phase."""

from typing import Any

import pytest
from pageone_engine import State, awaited
from pageone_engine.events import (
    ClaimsClosed,
    ClaimWaived,
    MatchEnded,
    RoundEnded,
    SeatLeft,
    SeatWentOut,
    Standing,
    TrickWon,
    TurnStarted,
)
from pageone_engine.terms import MissedCall, Phase, RoundOutcome

from tests.engine.positions import cards, events_of, hand, kinds, listed, only, page_one, refused, run, trick_of, tricks

POINTED_OUT: dict[str, Any] = {"calls": {"missed": MissedCall.WHEN_CALLED_OUT}}
STOP: dict[str, Any] = {"calls": {"last": "stop", "missed": MissedCall.WHEN_CALLED_OUT}}
HANDS = ["5H 6H 7C", "8H 9H 10C", "JH QH KC", "2H 3H 4C"]


def four(trick: tuple[str, ...] = (), turn: int = 0, hands: list[str] = HANDS, **position: Any) -> State:  # noqa: ANN401
    """Four seats, ``turn`` to act."""
    return tricks(hands, trick, turn=turn, **position)


def test_the_leader_before_it_led() -> None:
    """C25: when it was to lead a trick, the next active seat is its leader, and its turn starts."""
    events = events_of(four(), "0 leave")
    assert events == [SeatLeft(0), TurnStarted(1)]
    after = run(four(), "0 leave")
    assert (after.turn, trick_of(after).leader, after.left) == (1, 1, (True, False, False, False))
    assert after.hands[0] == hand("5H 6H 7C")
    assert refused(after, "1 10C") == ""


def test_the_leader_before_it_led_with_seats_out() -> None:
    """C25: the next active seat leads, not one that is out."""
    state = four(hands=["5H 6H", "", "JH QH", "2H 3H"], places=(0, 1, 0, 0), rules=page_one("imohori"))
    after = run(state, "0 leave")
    assert (after.turn, trick_of(after).leader) == (2, 2)


def test_the_leader_after_it_led() -> None:
    """C25, P15: what it played stays and sets the suit; it can win, and then the next active seat leads."""
    state = four(("0 AH",), turn=1)
    assert events_of(state, "0 leave") == [SeatLeft(0)]
    after = run(state, "0 leave")
    assert (after.turn, trick_of(after).plays, trick_of(after).leader) == (1, ((0, cards("AH")[0]),), 0)
    assert refused(after, "1 10C") == "MUST_FOLLOW_SUIT"
    events = events_of(after, "1 8H", "2 JH", "3 2H")
    assert only(events, TrickWon) == [TrickWon(0)]
    assert only(events, TurnStarted)[-1] == TurnStarted(1)
    assert trick_of(run(after, "1 8H", "2 JH", "3 2H")).leader == 1


def test_a_follower_on_its_turn() -> None:
    """C25: on its turn: the next seat's turn starts, which follows the same trick."""
    state = four(("0 AH",), turn=1)
    assert events_of(state, "1 leave") == [SeatLeft(1), TurnStarted(2)]
    after = run(state, "1 leave", "2 JH", "3 2H")
    assert (after.pile, after.turn) == (cards("AH JH 2H"), 0)


def test_the_last_to_play_completes_the_trick_by_leaving() -> None:
    """C25, P15: the trick is complete without it: it is won and its winner leads."""
    state = four(("0 4H", "1 AH", "2 10H"), turn=3)
    events = events_of(state, "3 leave")
    assert events == [SeatLeft(3), TrickWon(1), TurnStarted(1)]
    after = run(state, "3 leave")
    assert (after.pile, after.turn, trick_of(after).plays) == (cards("4H AH 10H"), 1, ())


def test_one_that_has_still_to_play_leaves_out_of_turn() -> None:
    """C25, C24: no turn starts; the trick ends with the last that is still to play."""
    state = four(("0 4H", "1 AH"), turn=2)
    assert events_of(state, "3 leave") == [SeatLeft(3)]
    assert only(events_of(state, "3 leave", "2 JH"), TrickWon) == [TrickWon(1)]


def test_the_winner_so_far_leaves() -> None:
    """P15, C25: a winner that left: the next active seat clockwise leads."""
    after = run(four(("0 4H", "1 AH"), turn=2), "1 leave", "2 JH", "3 2H")
    assert after.turn == 2


def test_out_of_turn_the_acting_seat_keeps_its_turn() -> None:
    """C25: the drawn card of the seat to act is still its drawn card."""
    state = tricks(["6H 7H", "2C 3C", "9S 10S"], ["0 5H"], turn=1, draws="2S")
    drawn = run(state, "1 draw")
    after = run(drawn, "2 leave")
    assert (after.turn, after.table) == (1, drawn.table)


def test_after_a_draw() -> None:
    """C25, S1: a seat that drew in its turn leaves with the card; the next seat has not drawn."""
    state = tricks(["6H 7H", "2C 3C", "9S 10S"], ["0 5H"], turn=1, draws="2S")
    after = run(state, "1 draw", "1 leave")
    assert (trick_of(after).drawn, after.turn, after.hands[1]) == (0, 2, hand("2C 3C 2S"))


def test_twice_and_when_all_is_over() -> None:
    """C25, R1: leave twice: SEAT_NOT_PLAYING; in MATCH_OVER: WRONG_PHASE, whoever asks."""
    assert refused(run(four(), "2 leave"), "2 leave") == "SEAT_NOT_PLAYING"
    over = run(tricks(["5H", "6H 7H"]), "0 leave")
    assert over.phase == Phase.MATCH_OVER
    assert refused(over, "1 leave") == "WRONG_PHASE"
    assert refused(over, "0 leave") == "WRONG_PHASE"


def test_of_the_last_two() -> None:
    """C25: with one active seat left that seat is out too and wins; with one that has not left the match is over."""
    for leaver, other in ((0, 1), (1, 0)):
        events = events_of(tricks(["5H 6H", "7H 8H 9H"]), f"{leaver} leave")
        assert kinds(events) == ["seat_left", "seat_went_out", "round_ended", "match_ended"]
        assert only(events, SeatWentOut) == [SeatWentOut(other, 1)]
        result = only(events, RoundEnded)[0]
        assert result.outcome == RoundOutcome.WON
        assert result.results[other].points == len([5, 6] if leaver == 0 else [7, 8, 9])
        assert result.results[leaver].points == 0


def test_of_the_last_two_after_others_left() -> None:
    """C25: three leave one after the other; the fourth wins what they hold."""
    events = events_of(four(), "1 leave", "0 leave", "3 leave")
    assert only(events, SeatWentOut) == [SeatWentOut(2, 1)]
    assert only(events, RoundEnded)[0].results[2].points == 9
    assert only(events, MatchEnded)[0].standings[0] == Standing(1, 2, 9)


def test_of_the_last_two_while_others_are_out() -> None:
    """C25, C19: those that are out have not left: the round ends, the match goes on."""
    state = four(hands=["5H 6H", "", "", "2H 3H"], places=(0, 2, 1, 0), rules=page_one("imohori"))
    events = events_of(state, "3 leave")
    assert kinds(events) == ["seat_left", "seat_went_out", "round_ended"]
    assert only(events, SeatWentOut) == [SeatWentOut(0, 3)]
    assert [(r.place, r.points) for r in only(events, RoundEnded)[0].results] == [(3, 1), (2, 2), (1, 3), (0, 0)]
    assert run(state, "3 leave").phase == Phase.ROUND_OVER


def test_a_seat_that_is_out_keeps_its_place() -> None:
    """C25: it keeps its place, is scored, and is not dealt to again."""
    state = four(hands=["5H 6H", "", "JH QH", "2H"], turn=3, places=(0, 1, 0, 0), rules=page_one("imohori"))
    assert events_of(state, "1 leave") == [SeatLeft(1)]
    after = run(state, "1 leave")
    assert (after.places, after.turn) == ((0, 1, 0, 0), 3)
    over = run(after, "3 2H", "2 leave")
    assert over.scores == (1, 3, 0, 2)
    assert run(over, "0 start").hands[1] == b""


def test_during_others_claims_it_counts_as_answered() -> None:
    """C25, S2: awaited in CLAIMS it is added to `answered`; the last one awaited closes them."""
    state = run(four(hands=["9C", *HANDS[1:]], rules=page_one(**POINTED_OUT)), "0 9C")
    events = events_of(state, "2 leave")
    assert events == [SeatLeft(2)]
    after = run(state, "2 leave")
    assert after.claims is not None
    assert (after.claims.answered, tuple(awaited(after))) == ((2,), (1, 3))
    events = events_of(after, "1 waive", "3 leave")
    assert only(events, SeatWentOut) == [SeatWentOut(0, 1)]
    assert only(events, RoundEnded)[0].results[0].points == 9


def test_after_its_waive_it_is_not_added_again() -> None:
    """C25, S2: a seat that has waived is in `answered` already."""
    state = run(four(hands=["9C", *HANDS[1:]], rules=page_one(**POINTED_OUT)), "0 9C", "2 waive", "2 leave")
    assert state.claims is not None
    assert state.claims.answered == (2,)
    assert tuple(awaited(state)) == (1, 3)


def test_claims_about_its_own_play_first_out() -> None:
    """C25: they close as if all had waived; the place so won is kept; the round was over before it left."""
    state = run(four(hands=["9C", *HANDS[1:]], rules=page_one(**POINTED_OUT)), "0 9C", "1 waive")
    events = events_of(state, "0 leave")
    assert kinds(events) == ["claims_closed", "seat_went_out", "round_ended", "seat_left"]
    after = run(state, "0 leave")
    assert (after.phase, after.places, after.left) == (Phase.ROUND_OVER, (1, 0, 0, 0), (True, False, False, False))
    assert after.scores == (9, 0, 0, 0)
    assert run(after, "0 start").dealer == 1


def test_claims_about_its_own_play_in_the_last_round() -> None:
    """C25: when that round ends the match, the seat has left it still."""
    state = four(hands=["9C", *HANDS[1:]], rules=page_one(rounds=1, **POINTED_OUT))
    state = run(state, "0 9C")
    events = events_of(state, "0 leave")
    assert sorted(kinds(events)) == sorted(
        ["claims_closed", "seat_went_out", "round_ended", "match_ended", "seat_left"]
    )
    after = run(state, "0 leave")
    assert (after.phase, after.left[0], after.places[0], after.scores[0]) == (Phase.MATCH_OVER, True, 1, 9)


def test_claims_about_its_own_play_last_standing() -> None:
    """C25: the place is kept, the round goes on with the next seat's turn."""
    state = run(four(hands=["9C", *HANDS[1:]], rules=page_one("imohori", **STOP)), "0 9C")
    events = events_of(state, "0 leave")
    assert only(events, SeatWentOut) == [SeatWentOut(0, 1)]
    assert kinds(events)[0] == "claims_closed"
    assert "seat_left" in kinds(events)
    assert only(events, TurnStarted) == [TurnStarted(1)]
    after = run(state, "0 leave")
    assert (after.phase, after.turn, after.places, after.left[0]) == (Phase.TURN, 1, (1, 0, 0, 0), True)
    assert refused(after, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"


def test_claims_close_first_when_one_would_be_left() -> None:
    """C25: of two active seats the awaited one leaves: claims close as if waived, the player is out by its play."""
    state = run(tricks(["9C", "8H 9H"], rules=page_one(**POINTED_OUT)), "0 9C")
    events = events_of(state, "1 leave")
    assert only(events, SeatWentOut) == [SeatWentOut(0, 1)]
    assert len(only(events, RoundEnded)) == 1
    assert only(events, ClaimsClosed) == [ClaimsClosed()]
    after = run(state, "1 leave")
    assert (after.phase, after.scores, after.left) == (Phase.MATCH_OVER, (2, 0), (False, True))


def test_an_out_seat_leaves_during_claims() -> None:
    """C25: a seat that is out is not awaited: nothing changes."""
    state = four(hands=["9C", "", *HANDS[2:]], places=(0, 1, 0, 0), rules=page_one("imohori", **STOP))
    state = run(state, "0 9C")
    assert events_of(state, "1 leave") == [SeatLeft(1)]
    after = run(state, "1 leave")
    assert after.claims == state.claims
    assert only(events_of(after, "2 waive", "3 waive"), ClaimWaived) == [ClaimWaived(2), ClaimWaived(3)]


def test_its_own_offenses_are_closed() -> None:
    """C25, L1: its last play stays, without offenses; it can no more be called out."""
    state = run(four(hands=["5H 9C", *HANDS[1:]], rules=page_one(**POINTED_OUT)), "0 9C")
    after = run(state, "0 leave")
    assert after.last_play is not None
    assert (after.last_play.seat, after.last_play.cards, after.last_play.offenses) == (0, cards("9C"), ())
    assert refused(after, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert "out 0 missed" not in listed(after, 1)
    assert trick_of(after).plays == ((0, cards("9C")[0]),)


def test_after_the_round_nothing_is_scored_again() -> None:
    """C25: in ROUND_OVER a leave changes neither places nor scores."""
    over = run(four(hands=["9C", *HANDS[1:]]), "0 9C !!")
    for seat in range(4):
        assert events_of(over, f"{seat} leave") == [SeatLeft(seat)]
        after = run(over, f"{seat} leave")
        assert (after.phase, after.places, after.scores) == (Phase.ROUND_OVER, over.places, over.scores)


def test_after_the_round_the_last_but_one_leaves() -> None:
    """C25, C7: with fewer than two seats that have not left the match is over: standings and the seed."""
    over = run(four(hands=["9C", *HANDS[1:]]), "0 9C !!", "1 leave", "2 leave")
    assert over.phase == Phase.ROUND_OVER
    events = events_of(over, "0 leave")
    assert kinds(events) == ["seat_left", "match_ended"]
    assert only(events, MatchEnded)[0].standings[0] == Standing(1, 0, 9)
    after = run(over, "0 leave")
    assert (after.phase, after.places, after.scores) == (Phase.MATCH_OVER, over.places, over.scores)


def test_the_dealer_leaves() -> None:
    """C25: a seat that stays out for the match is not dealt to, leads nothing and deals nothing."""
    over = run(four(hands=["9C", *HANDS[1:]], dealer=0), "0 9C !!", "0 leave")
    after = run(over, "0 start")
    assert (after.dealer, after.turn, [len(row) for row in after.hands]) == (1, 1, [0, 4, 4, 4])
    assert refused(after, "0 leave") == "SEAT_NOT_PLAYING"


@pytest.mark.parametrize("line", ["0 5H", "0 draw", "0 pass", "0 waive", "0 out 1 missed", "0 challenge", "0 leave"])
def test_a_seat_that_left_does_nothing(line: str) -> None:
    """C25, R1: any action by a seat that has left is refused; of another phase WRONG_PHASE first."""
    after = run(four(), "0 leave")
    assert refused(after, line) == ("WRONG_PHASE" if line == "0 waive" else "SEAT_NOT_PLAYING")


def test_leaving_needs_no_turn_for_eight() -> None:
    """C25: of eight, six leave in any order; the seventh's leave ends the round and the match."""
    state = tricks([f"{rank}H {rank}C" for rank in range(2, 10)], turn=4)
    for seat in (4, 0, 7, 5, 2, 1):
        state = run(state, f"{seat} leave")
        assert state.phase == Phase.TURN
    assert state.turn == 6
    after = run(state, "3 leave")
    assert (after.phase, after.places[6], after.scores[6]) == (Phase.MATCH_OVER, 1, 14)
