"""When a Joker may be played, and challenges (A29, A30)."""

from typing import Any

import pytest
from pageone_engine import State, validate_rules
from pageone_engine.events import CardsDrawn, ChallengeSettled, HandShown, OffenseCalledOut, TurnStarted
from pageone_engine.terms import DrawReason, Evasion, IllegalPlay, JokerPlay, Offense, Phase, RoundEnd, Scoring

from tests.engine.positions import (
    american,
    choices,
    discard,
    events_of,
    hand,
    kinds,
    only,
    reasons,
    refused,
    run,
    suit,
    table,
    text_of,
)

WITHOUT_SUIT = {"joker_play": JokerPlay.WITHOUT_SUIT}
CHALLENGEABLE = {"joker_play": JokerPlay.CHALLENGEABLE}
OTHERS = ["5D 5S 5H", "6C 6S 6H"]


def joker(cards: str, top: str = "7H", rules: dict[str, Any] = WITHOUT_SUIT, **position: Any) -> State:  # noqa: ANN401
    """Seat 0 of three holds the cards and is to act."""
    return table([cards, *OTHERS], top=top, rules=american(**rules), **position)


def test_a_joker_only_without_the_suit() -> None:
    """A29: a Joker may be played only without a card of the suit in force."""
    assert refused(joker("JK 4H 9C 9D"), "0 JK =S") == "JOKER_WITH_SUIT_IN_HAND"
    assert reasons(joker("JK 4H 9C 9D"), 0)["JK"] == "JOKER_WITH_SUIT_IN_HAND"
    assert refused(joker("JK 4S 9C 9D"), "0 JK =S") == ""


def test_wild_ranks_and_jokers_do_not_count_as_the_suit() -> None:
    """A29: wild ranks and Jokers do not count as cards of the suit; special cards do."""
    assert refused(joker("JK 8H 9C JK"), "0 JK =S") == ""
    assert refused(joker("JK 2H 9C JK"), "0 JK =S") == "JOKER_WITH_SUIT_IN_HAND"
    assert refused(joker("JK 8H 9C JK", rules={**WITHOUT_SUIT, "specials": {"wild": 0}}), "0 JK =S") == (
        "JOKER_WITH_SUIT_IN_HAND"
    )


def test_the_suit_in_force_counts_not_the_top_cards() -> None:
    """A29: it is the suit in force, a named one too; a card of the top card's rank alone does not count."""
    assert refused(joker("JK 4H 9C 9D", top="8S", suit_in_force="H"), "0 JK =S") == "JOKER_WITH_SUIT_IN_HAND"
    assert refused(joker("JK 4S 9C 9D", top="8S", suit_in_force="H"), "0 JK =S") == ""
    assert refused(joker("JK 7S 9C 9D"), "0 JK =S") == ""


def test_a_joker_evades_even_with_the_suit() -> None:
    """A29: except to evade: a Joker on a Joker, or where linked, may be played with the suit in hand."""
    assert refused(joker("JK 4H 9C 9D", top="JK", suit_in_force="H", pending=4), "0 JK =S") == ""
    rules = {**WITHOUT_SUIT, "evasion": Evasion.LINKED}
    assert refused(joker("JK 4H 9C 9D", top="2H", pending=2, rules=rules), "0 JK =S") == ""


def test_the_drawn_joker() -> None:
    """A29, A4: a Joker just drawn may not be played either with the suit in hand."""
    state = run(joker("4H 9C 9D", draws="JK"), "0 draw")
    assert refused(state, "0 JK =S") == "JOKER_WITH_SUIT_IN_HAND"
    assert choices(state, 0) == ["pass"]


CALLED_OUT = {**WITHOUT_SUIT, "illegal_play": IllegalPlay.WHEN_CALLED_OUT, "penalties": {"false_call_out": 1}}


def test_called_out_it_goes_back() -> None:
    """A29, A22: with illegal plays WHEN_CALLED_OUT it is an offense to be called out."""
    state = run(joker("JK 4H 9C 9D", rules=CALLED_OUT), "0 JK =S")
    assert (state.turn, discard(state).pending) == (1, 4)
    state = run(state, "1 out 0 illegal")
    assert (state.turn, discard(state).pending, discard(state).suit) == (1, 0, suit("H"))
    assert len(state.hands[0]) == 6


def test_a_false_call_out_of_a_joker_costs() -> None:
    """A29, C17: calling out a Joker that was rightly played costs the caller; the play stays."""
    state = run(joker("JK 4S 9C 9D", rules=CALLED_OUT), "0 JK =S")
    events = events_of(state, "2 out 0 illegal")
    assert events[0] == OffenseCalledOut(2, 0, Offense.ILLEGAL_PLAY, False)
    state = run(state, "2 out 0 illegal")
    assert (len(state.hands[2]), discard(state).pending, state.turn) == (4, 4, 1)


def test_false_call_out_must_be_set() -> None:
    """A29: WITHOUT_SUIT with illegal plays WHEN_CALLED_OUT and no `false_call_out` is refused."""
    assert validate_rules(american(**{**CALLED_OUT, "penalties": {"false_call_out": 0}})) != []
    assert validate_rules(american(**CALLED_OUT)) == []


def challenged(cards: str, play: str = "JK =S", **position: Any) -> State:  # noqa: ANN401
    """Seat 0 of three has played a Joker that can be challenged."""
    return run(joker(cards, rules=CHALLENGEABLE, **position), f"0 {play}")


def test_a_joker_may_be_played_at_any_time() -> None:
    """A30: CHALLENGEABLE: a Joker may be played with the suit in hand; the next seat may pay, evade or challenge."""
    state = challenged("JK 4H 9C 9D")
    assert choices(state, 1) == ["draw", "challenge"]
    assert choices(state, 2) == []
    assert refused(state, "2 challenge") == "NOT_YOUR_TURN"


def test_guilty() -> None:
    """A30: guilty: the player draws four, Joker and named suit stay, the draw is gone, the challenger takes a normal
    turn.
    """
    state = challenged("JK 4H 9C 9D")
    events = events_of(state, "1 challenge")
    assert kinds(events)[:3] == ["hand_shown", "challenge_settled", "cards_drawn"]
    assert events[0] == HandShown(0, 1, 3, hand("4H 9C 9D"))
    assert events[1] == ChallengeSettled(1, 0, True)
    (drawn,) = only(events, CardsDrawn)
    assert (drawn.seat, drawn.reason, drawn.count, drawn.owed) == (0, DrawReason.CHALLENGE, 4, 4)
    assert events[-1] == TurnStarted(1)
    state = run(state, "1 challenge")
    assert (state.turn, discard(state).pending, discard(state).suit) == (1, 0, suit("S"))
    assert text_of(state.pile[-1:]) == "JK"
    assert len(state.hands[0]) == 7
    assert choices(state, 1) == ["5S", "draw"]
    assert refused(state, "1 challenge") == "NOTHING_TO_CHALLENGE"


def test_not_guilty() -> None:
    """A30: not guilty: the challenger draws two more than it owed, and its turn is over."""
    state = challenged("JK 4S 9C 9D")
    events = events_of(state, "1 challenge")
    assert only(events, ChallengeSettled) == [ChallengeSettled(1, 0, False)]
    (drawn,) = only(events, CardsDrawn)
    assert (drawn.seat, drawn.reason, drawn.count, drawn.owed) == (1, DrawReason.CHALLENGE, 6, 6)
    assert events[-1] == TurnStarted(2)
    state = run(state, "1 challenge")
    assert (state.turn, discard(state).pending, len(state.hands[1]), len(state.hands[0])) == (2, 0, 9, 3)


@pytest.mark.parametrize(
    ("cards", "guilty"),
    [
        ("JK 4H 9C 9D", True),
        ("JK 8H 9C 9D", False),
        ("JK JK 9C 9D", False),
        ("JK 2H 9C 9D", True),
        ("JK 4S 9C 9D", False),
        ("JK 7S 9C 9D", False),
    ],
)
def test_what_counts_as_guilty(cards: str, guilty: bool) -> None:
    """A30: a card of the suit that was in force before it, other than wild ranks and Jokers; not the suit named."""
    assert only(events_of(challenged(cards), "1 challenge"), ChallengeSettled)[0].guilty == guilty


@pytest.mark.parametrize(("in_force", "guilty"), [("D", True), ("C", False)])
def test_a_suit_that_was_named_before(in_force: str, guilty: bool) -> None:
    """A30: the suit before it may itself have been named."""
    state = challenged("JK 4D 9H 9S", top="8C", suit_in_force=in_force)
    assert only(events_of(state, "1 challenge"), ChallengeSettled)[0].guilty == guilty


def test_several_jokers() -> None:
    """A30, A15: the guilty player draws four for each Joker of the play; otherwise two more than was owed."""
    rules = {**CHALLENGEABLE, "sets": True}
    guilty = run(joker("JK JK 4H 9C 9D", rules=rules), "0 JK JK =S")
    assert discard(guilty).pending == 8
    assert only(events_of(guilty, "1 challenge"), CardsDrawn)[0].count == 8
    innocent = run(joker("JK JK 4S 9C 9D", rules=rules), "0 JK JK =S", "1 challenge")
    assert len(innocent.hands[1]) == 3 + 10


def test_a_joker_that_answered_a_draw_cannot_be_challenged() -> None:
    """A30: not a Joker that answered a pending draw."""
    state = table(["JK 4H 9C 9D", "JK 5S 5H", "6C 6S 6H"], top="7H", rules=american(**CHALLENGEABLE))
    state = run(state, "0 JK =S", "1 JK =C")
    assert (state.turn, discard(state).pending) == (2, 8)
    assert refused(state, "2 challenge") == "NOTHING_TO_CHALLENGE"


def test_a_joker_that_answered_illegally_cannot_be_challenged() -> None:
    """A30, A21: not even when it answered a two that it does not evade."""
    rules = {**CHALLENGEABLE, "illegal_play": IllegalPlay.WHEN_CALLED_OUT}
    state = run(joker("JK 4H 9C 9D", top="2H", pending=2, rules=rules), "0 JK =S")
    assert discard(state).pending == 6
    assert refused(state, "1 challenge") == "NOTHING_TO_CHALLENGE"


def test_nothing_to_challenge_elsewhere() -> None:
    """A30: other rules, other cards, a seat that is out or has left."""
    assert refused(run(joker("JK 4S 9C 9D", rules={}), "0 JK =S"), "1 challenge") == "NOTHING_TO_CHALLENGE"
    assert refused(run(joker("2H 4S 9C 9D", rules=CHALLENGEABLE), "0 2H"), "1 challenge") == "NOTHING_TO_CHALLENGE"
    assert refused(joker("JK 4H 9C 9D", rules=CHALLENGEABLE), "0 challenge") == "NOTHING_TO_CHALLENGE"
    assert refused(run(challenged("JK 4H 9C 9D"), "0 leave"), "1 challenge") == "NOTHING_TO_CHALLENGE"
    rules = {**CHALLENGEABLE, "round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
    state = run(joker("JK", rules=rules), "0 JK =S !!")
    assert (state.turn, discard(state).pending) == (1, 4)
    assert refused(state, "1 challenge") == "NOTHING_TO_CHALLENGE"


def test_the_next_seat_of_one_that_left_cannot_challenge() -> None:
    """A30, C25: the seat that owed leaves, the draw is gone: nothing is left to challenge."""
    state = run(challenged("JK 4H 9C 9D"), "1 leave")
    assert (state.turn, discard(state).pending) == (2, 0)
    assert refused(state, "2 challenge") == "NOTHING_TO_CHALLENGE"


def test_the_hand_at_the_challenge_counts() -> None:
    """A30: what counts is the hand as it is at the challenge, penalty cards included."""
    rules = {**CHALLENGEABLE, "penalties": {"table_talk": 1}}
    state = run(joker("JK 4S 9C 9D", rules=rules, draws="KH"), "0 JK =S", "2 out 0 talk")
    assert only(events_of(state, "1 challenge"), ChallengeSettled)[0].guilty


def test_evading_instead_of_challenging() -> None:
    """A30: instead of evading or drawing: after the evasion the first Joker cannot be challenged."""
    state = table(["JK 4H 9C 9D", "JK 5S 5H 5D", "6C 6S 6H"], top="7H", rules=american(**CHALLENGEABLE))
    state = run(state, "0 JK =S")
    assert choices(state, 1) == ["JK =C", "JK =D", "JK =H", "JK =S", "draw", "challenge"]


def test_under_none_a_challenge_goes_as_elsewhere() -> None:
    """A30, A12: EVASION_NONE: guilty, the challenger takes a normal turn; not guilty, six cards and the
    turn is over.
    """
    rules = {**CHALLENGEABLE, "evasion": Evasion.NONE}
    guilty = run(joker("JK 4H 9C 9D", rules=rules), "0 JK =S", "1 challenge")
    assert (guilty.turn, len(guilty.hands[0]), len(guilty.hands[1])) == (1, 7, 3)
    innocent = run(joker("JK 4S 9C 9D", rules=rules), "0 JK =S", "1 challenge")
    assert (innocent.turn, len(innocent.hands[1])) == (2, 9)


def test_a_challenge_is_a_turn_action() -> None:
    """C27, C13: a challenge closes the play's open offenses and counts as a turn action."""
    state = run(joker("JK 4S", rules=CHALLENGEABLE), "0 JK =D")
    turns = state.turns
    state = run(state, "1 challenge")
    assert state.turns == turns + 1
    assert refused(state, "2 out 0 missed") == "NOTHING_TO_CALL_OUT"


def test_the_turn_after_a_guilty_verdict_may_hit_the_limit() -> None:
    """C24: a guilty verdict starts the challenger's turn anew: at the turn limit the round is void."""
    state = run(joker("JK 4H 9C 9D", rules={**CHALLENGEABLE, "turn_limit": 22}), "0 JK =S", "1 challenge")
    assert state.phase == Phase.ROUND_OVER
