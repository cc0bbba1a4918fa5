"""Leaving in every phase (C25)."""

from typing import Any

import pytest
from pageone_engine import State, awaited, create_match
from pageone_engine.events import MatchEnded, RoundEnded, SeatLeft, SeatWentOut, StarterTurned, TurnStarted
from pageone_engine.terms import DobonReturn, Evasion, IllegalPlay, JokerPlay, Phase, RoundEnd, RoundOutcome, Scoring

from tests.engine.positions import (
    american,
    choices,
    discard,
    events_of,
    hands_of,
    kinds,
    listed,
    only,
    refused,
    run,
    suit,
    table,
    text_of,
)

STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
DOBON: dict[str, Any] = {"dobon": {"enabled": True}}
HANDS = ["9H KC 7C", "4C 5D", "6S 3D", "AC KD 3S"]


def four(hands: list[str] = HANDS, top: str = "5H", rules: dict[str, Any] | None = None, **position: Any) -> State:  # noqa: ANN401
    """Four seats, seat 0 to act."""
    return table(hands, top=top, rules=american(**(rules or {})), **position)


def test_on_its_turn_the_next_seats_turn_starts() -> None:
    """C25: when it was its turn, the next seat's turn starts; its cards stay out of play."""
    state = four()
    assert events_of(state, "0 leave") == [SeatLeft(0), TurnStarted(1)]
    after = run(state, "0 leave")
    assert (after.turn, after.left, hands_of(after)[0]) == (1, (True, False, False, False), "7C KC 9H")
    assert listed(after, 0) == []


def test_out_of_turn_nothing_else_happens() -> None:
    """C25, C24: out of turn no turn starts; the seat to act keeps what it drew."""
    state = run(four(draws="KH"), "0 draw")
    assert events_of(state, "2 leave") == [SeatLeft(2)]
    after = run(state, "2 leave")
    assert (after.turn, discard(after).drawn) == (0, discard(state).drawn)
    assert run(after, "0 KH", "1 draw", "1 pass").turn == 3


def test_the_direction_counts_for_the_next_seat() -> None:
    """C25: the next seat is the next in the direction of play."""
    assert run(four(reverse=True), "0 leave").turn == 3


def test_a_pending_draw_aimed_at_it_is_gone() -> None:
    """C25: a pending draw aimed at it is gone; one aimed at another stays."""
    after = run(four(top="2H", pending=2), "0 leave")
    assert (after.turn, discard(after).pending) == (1, 0)
    after = run(four(top="2H", pending=2), "1 leave")
    assert (after.turn, discard(after).pending) == (0, 2)


def test_twice() -> None:
    """C25, R1: leave twice: SEAT_NOT_PLAYING."""
    assert refused(run(four(), "2 leave"), "2 leave") == "SEAT_NOT_PLAYING"


def test_awaited_it_counts_as_answered() -> None:
    """C25, S2: awaited in CLAIMS it counts as answered and is added to `answered`; the last one closes them."""
    state = run(four(rules=DOBON), "0 9H", "1 waive", "2 leave")
    assert state.claims is not None
    assert state.claims.answered == (1, 2)
    assert tuple(awaited(state)) == (3,)
    state = run(state, "3 leave")
    assert (state.phase, state.turn) == (Phase.TURN, 1)


def test_its_dobon_stands() -> None:
    """C25: a dobon it has called stands, and is placed and scored like any other."""
    state = run(four(rules=DOBON), "0 9H", "1 dobon 0", "1 leave", "2 waive", "3 waive")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (0, 1, 0, 0))
    assert state.scores == (-26, 26 + 26 + 31, -26, -31)


def test_its_own_play_closes_as_if_all_had_waived() -> None:
    """C25: claims about its own play first close as if all had waived; a place so won is kept."""
    rules = {**DOBON, **STANDING}
    state = run(four(hands=["9H", *HANDS[1:]], rules=rules), "0 9H !!", "1 waive")
    after = run(state, "0 leave")
    assert (after.phase, after.places, after.turn) == (Phase.TURN, (1, 0, 0, 0), 1)
    events = events_of(state, "0 leave")
    assert kinds(events).index("seat_went_out") < kinds(events).index("seat_left")


def test_its_own_plays_power_works_first() -> None:
    """C25: they close first, so the play's power works: the next seat owes the two."""
    state = run(four(hands=["2H KC 7C", *HANDS[1:]], rules=DOBON), "0 2H", "0 leave")
    assert (state.turn, discard(state).pending) == (1, 2)


def test_its_own_play_struck() -> None:
    """C25: with a dobon called the claims close through all levels: the dobon stands."""
    rules = {"dobon": {"enabled": True, "dobon_return": DobonReturn.LAST_LAID}, **STANDING}
    state = run(four(rules=rules), "0 9H", "1 dobon 0")
    after = run(state, "0 leave")
    assert (after.phase, after.places, after.turn) == (Phase.TURN, (0, 1, 0, 0), 2)
    assert hands_of(after)[0] == "7C KC 9H"
    assert after.left == (True, False, False, False)


def test_a_round_so_ended_was_over_before_it_left() -> None:
    """C25: the round ends by the claims, then the seat leaves; nothing is scored again."""
    state = run(four(rules=DOBON), "0 9H", "1 dobon 0")
    events = events_of(state, "0 leave")
    assert kinds(events).index("round_ended") < kinds(events).index("seat_left")
    after = run(state, "0 leave")
    assert (after.phase, after.places) == (Phase.ROUND_OVER, (0, 1, 0, 0))
    assert after.left[0]


def test_when_that_ends_the_match_it_has_left_still() -> None:
    """C25: when that ends the match, the seat has left it still."""
    after = run(four(rules={**DOBON, "rounds": 1}), "0 9H", "1 dobon 0", "0 leave")
    assert (after.phase, after.left[0]) == (Phase.MATCH_OVER, True)


def test_its_last_plays_offenses_are_closed() -> None:
    """C25: its own last play's offenses are closed; its `last_play` stays without them."""
    state = run(four(hands=["9H KC", *HANDS[1:]]), "0 9H", "0 leave")
    assert state.last_play is not None
    assert (state.last_play.seat, state.last_play.offenses) == (0, ())
    assert refused(state, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"


def test_leaving_during_a_finish_that_waits() -> None:
    """C25, C14: the player of a finish that waits leaves: closed as if all had waived, it is out with its place."""
    state = run(four(hands=["9H", *HANDS[1:]]), "0 9H")
    after = run(state, "0 leave")
    assert (after.phase, after.places[0], after.left[0]) == (Phase.ROUND_OVER, 1, True)


def starter(rank: str, seats: int = 3, dealer: int = 0, **rules: Any) -> State:  # noqa: ANN401
    """The first deal with a starter of that rank."""
    for number in range(2000):
        state, events = create_match(american(**rules), seats, number.to_bytes(32, "big"), first_dealer=dealer)
        text = text_of([only(events, StarterTurned)[0].card])
        if rank in (text, text[:-1]):
            return state
    raise AssertionError("no such deal")


def test_it_was_to_name_a_starters_suit() -> None:
    """C25: the starter's own suit is in force, of a Joker spades, and its power works."""
    state = starter("8D")
    after = run(state, "0 leave")
    assert (after.turn, discard(after).suit) == (1, suit("D"))
    after = run(starter("JK"), "0 leave")
    assert (after.turn, discard(after).suit, discard(after).pending) == (1, suit("S"), 4)
    after = run(starter("JK", evasion=Evasion.NONE), "0 leave")
    assert (after.turn, discard(after).pending, len(after.hands[1])) == (2, 0, 11)


def test_another_seat_leaves_while_a_suit_is_named() -> None:
    """C25: another seat leaves meanwhile: the dealer still names, and the next active seat begins."""
    state = run(starter("8D"), "1 leave")
    assert (state.turn, discard(state).suit) == (0, 0)
    assert run(state, "0 name H").turn == 2


def test_leaving_in_claims_on_the_starter() -> None:
    """C25: the dealer leaves in claims on its starter: they close, its own suit is in force and its power works."""
    state = starter("JK", dobon={"enabled": True, "on_starter": True})
    assert state.phase == Phase.CLAIMS
    after = run(state, "0 leave")
    assert (after.phase, after.turn, discard(after).suit, discard(after).pending) == (Phase.TURN, 1, suit("S"), 4)


def test_a_seat_that_is_out_keeps_its_place() -> None:
    """C25: a seat that is out keeps its place when it leaves."""
    state = table(["9H", "4C 5D", "6S 3D"], top="5H", rules=american(**STANDING))
    state = run(state, "0 9H !!", "0 leave")
    assert (state.places, state.left, state.turn) == ((1, 0, 0), (True, False, False), 1)


def test_after_a_round_nothing_is_scored_again() -> None:
    """C25: after a round: nothing is scored again, and it is not dealt to in the next."""
    state = run(table(["9H", "4C 5D", "6S 3D"], top="5H", rules=american(rounds=3)), "0 9H !!")
    after = run(state, "1 leave")
    assert (after.scores, after.places, after.phase) == (state.scores, state.places, Phase.ROUND_OVER)
    assert events_of(state, "1 leave") == [SeatLeft(1)]
    assert [len(row) for row in run(after, "0 start").hands] == [7, 0, 7]


def test_under_placement_it_gets_no_place() -> None:
    """C25, C22: otherwise it gets no place and gains nothing; with one active seat left that one is out, too."""
    state = table(["9H KC 7C", "4C 5D", "6S 3D"], top="5H", rules=american(**STANDING))
    after = run(state, "1 leave", "2 leave")
    assert (after.places, after.scores) == ((1, 0, 0), (2, 0, 0))


def test_with_one_active_seat_left_it_wins() -> None:
    """C25, C21: FIRST_OUT: the seat that is left is out and wins what the leavers hold."""
    state = table(["9H KC 7C", "4C 5D", "6S 3D"], top="5H", rules=american(rounds=3))
    state = run(state, "1 leave")
    events = events_of(state, "2 leave")
    assert only(events, SeatWentOut) == [SeatWentOut(0, 1)]
    (ended,) = only(events, RoundEnded)
    assert ended.outcome == RoundOutcome.WON
    assert [result.points for result in ended.results] == [9 + 26, -9, -26]
    assert only(events, TurnStarted) == []
    assert [event.seat for event in only(events, SeatLeft)] == [2]


def test_with_fewer_than_two_seats_the_match_is_over() -> None:
    """C25: with fewer than two seats that have not left the match is over."""
    state = table(["9H KC 7C", "4C 5D"], top="5H", rules=american(rounds=3))
    after = run(state, "0 leave")
    assert (after.phase, after.places) == (Phase.MATCH_OVER, (0, 1))
    assert len(only(events_of(state, "0 leave"), MatchEnded)) == 1
    between = run(table(["9H", "4C 5D"], top="5H", rules=american(rounds=3)), "0 9H !!")
    over = run(between, "0 leave")
    assert (over.phase, over.scores) == (Phase.MATCH_OVER, between.scores)


def test_one_active_but_another_out() -> None:
    """C25: a seat that is out has not left: the round ends, the match goes on."""
    state = run(table(["9H", "4C 5D", "6S 3D"], top="5H", rules=american(**STANDING)), "0 9H !!", "1 leave")
    assert (state.phase, state.places, state.scores) == (Phase.ROUND_OVER, (1, 0, 2), (2, 0, 1))


def test_claims_close_first_when_fewer_than_two_are_active() -> None:
    """C25: claims are open and fewer than two active seats are left: they close first, as if all had waived."""
    state = run(table(["2H KC 7C", "4C 5D"], top="5H", rules=american(**DOBON, rounds=3)), "0 2H")
    after = run(state, "1 leave")
    assert (after.phase, after.places) == (Phase.MATCH_OVER, (1, 0))
    closed = run(state, "0 close", "1 leave")
    assert (after.hands, after.scores, after.pile) == (closed.hands, closed.scores, closed.pile)
    finish = run(table(["9H", "4C 5D"], top="5H", rules=american(**DOBON, rounds=3)), "0 9H !!", "1 leave")
    assert finish.places == (1, 0)


def test_no_void_round_by_the_last_ones_leave() -> None:
    """C25, C24: with one active seat left the round is won, also at the turn limit."""
    state = run(table(["2H KC 7C", "4C 5D"], top="5H", rules=american(turn_limit=21)), "0 draw", "0 leave")
    assert state.places == (0, 1)


def test_a_claimant_leaves_and_one_is_left() -> None:
    """C25: two seats: the claimant leaves; its dobon stands and wins."""
    state = run(
        table(
            ["9H KC 7C", "4C 5D"],
            top="5H",
            rules=american(dobon={"enabled": True, "dobon_return": DobonReturn.LAST_LAID}),
        ),
        "0 9H",
        "1 dobon 0",
    )
    after = run(state, "1 leave")
    assert (after.phase, after.places, after.scores) == (Phase.MATCH_OVER, (0, 1), (-26, 26))


def test_a_restored_draw_meets_the_next_seat_that_is_active() -> None:
    """C25, A22: the seat after the offender has left: the turn is that of the next one."""
    rules = {"illegal_play": IllegalPlay.WHEN_CALLED_OUT}
    state = run(
        four(hands=["9C KC 7C", *HANDS[1:]], top="2H", pending=2, rules=rules), "0 9C", "1 leave", "3 out 0 illegal"
    )
    assert state.turn == 2


@pytest.mark.parametrize("leaver", ["0", "1", "2"])
def test_left_seats_take_no_part_any_more(leaver: str) -> None:
    """C25, R1: any further action of it is refused: SEAT_NOT_PLAYING."""
    state = run(four(), f"{leaver} leave")
    assert refused(state, f"{leaver} draw") == "SEAT_NOT_PLAYING"
    assert refused(state, f"{leaver} out 3 missed") == "SEAT_NOT_PLAYING"


def test_the_player_of_a_challengeable_joker_leaves() -> None:
    """C25, A30: the draw stays owed, but nobody can be challenged."""
    rules = {"joker_play": JokerPlay.CHALLENGEABLE}
    state = run(four(hands=["JK 4H 7C", *HANDS[1:]], rules=rules), "0 JK =C", "0 leave")
    assert (state.turn, discard(state).pending) == (1, 4)
    assert choices(state, 1) == ["draw"]
