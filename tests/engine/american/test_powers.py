"""Cards with powers: draws owed, handed on and paid, skips, reverses, and where powers sit (A10 to A14)."""

import pytest
from pageone_engine import State, validate_rules
from pageone_engine.events import (
    CardsDrawn,
    CardsPlayed,
    DirectionReversed,
    DrawPending,
    SeatsSkipped,
    SuitNamed,
    TurnStarted,
)
from pageone_engine.terms import DrawReason, Evasion, JokerPlay, Phase, RoundEnd, Scoring

from tests.engine.positions import (
    american,
    cards,
    choices,
    discard,
    events_of,
    hands_of,
    only,
    reasons,
    refused,
    run,
    suit,
    table,
)

LINKED = american(evasion=Evasion.LINKED)
NONE = american(evasion=Evasion.NONE)
NONE_CHALLENGEABLE = american(evasion=Evasion.NONE, joker_play=JokerPlay.CHALLENGEABLE)
LAST_STANDING = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}


@pytest.mark.parametrize(("play", "owed"), [("2H", 2), ("3H", 3), ("JK =S", 4)])
def test_the_next_seat_owes_cards_and_its_turn(play: str, owed: int) -> None:
    """A10: draw two, draw three and Joker: the next seat owes 2, 3, 4 cards and its turn."""
    state = table(["2H 3H JK 9C", "5D 5S 5H", "6D 6S 6H"], top="7H")
    state = run(state, f"0 {play}")
    assert (state.turn, discard(state).pending) == (1, owed)
    assert choices(state, 1) == ["draw"]
    state = run(state, "1 draw")
    assert len(state.hands[1]) == 3 + owed
    assert (state.turn, discard(state).pending) == (2, 0)


def test_events_of_a_draw_owed_and_paid() -> None:
    """A10: events in order: the play, what is owed by whom, the turn; then all of it drawn at once and the
    next turn.
    """
    state = table(["2H 3H JK 9C", "5D 5S 5H", "6D 6S 6H"], top="7H", draws="AC AD AH AS")
    assert events_of(state, "0 2H") == [CardsPlayed(0, cards("2H")), DrawPending(1, 2), TurnStarted(1)]
    assert events_of(state, "0 JK =S", "1 draw") == [
        CardsPlayed(0, cards("JK"), suit("S")),
        DrawPending(1, 4),
        TurnStarted(1),
        CardsDrawn(1, DrawReason.PENDING, 4, 4, cards("AC AD AH AS")),
        TurnStarted(2),
    ]


def test_a_stack_is_handed_on_and_paid() -> None:
    """A10: a card of the same rank evades; its number is added and the total passes on until somebody pays."""
    state = table(["2H 9C 9D", "2S 5S 5H", "2C 6S 6H", "7C 7D 7S"], top="7H")
    state = run(state, "0 2H", "1 2S", "2 2C")
    assert (state.turn, discard(state).pending) == (3, 6)
    state = run(state, "3 draw")
    assert [len(row) for row in state.hands] == [2, 2, 2, 9]
    assert (state.turn, discard(state).pending, discard(state).suit) == (0, 0, suit("C"))
    assert refused(state, "0 9C !") == "", "a paid draw is over: one plays on the top card as usual"


def test_threes_and_jokers_stack_too() -> None:
    """A10: a three on a three, a Joker on a Joker."""
    state = table(["3H JK 9D", "3S JK 5H 5C", "6C 6S 6H"], top="7H")
    assert discard(run(state, "0 3H", "1 3S")).pending == 6
    state = run(state, "0 JK =S", "1 JK =D")
    assert (discard(state).pending, discard(state).suit) == (8, suit("D"))
    assert refused(state, "2 pass") == "MUST_EVADE_OR_DRAW"


def test_nothing_else_may_be_played_on_a_pending_draw() -> None:
    """A10: SAME_RANK: no other card evades, not of the suit, no other draw card, no wild card; one may not pass
    either.
    """
    state = table(["3H JK 8H 9H 2D 4C", "5D 5S 5H"], top="2H", pending=2, rules=american(pass_without_draw=True))
    for play in ("3H", "JK =S", "8H =S", "9H", "4C"):
        assert refused(state, f"0 {play}") == "MUST_EVADE_OR_DRAW"
    assert refused(state, "0 pass") == "MUST_EVADE_OR_DRAW"
    assert choices(state, 0) == ["2D", "draw"]
    assert set(reasons(state, 0).values()) == {"MUST_EVADE_OR_DRAW"}


def test_a_two_does_not_evade_a_joker() -> None:
    """A10: SAME_RANK: a Joker is evaded by a Joker alone, even by a two of the named suit."""
    state = table(["2S JK 8H", "5D 5S 5H"], top="JK", suit_in_force="S", pending=4)
    assert refused(state, "0 2S") == "MUST_EVADE_OR_DRAW"
    assert refused(state, "0 JK =S") == ""


def test_linked_by_the_suit_in_force() -> None:
    """A11: LINKED: a draw two or three also evades when it is of the suit in force, a Joker always."""
    state = table(["3H 3C 2C JK 9H 8H QH", "5D 5S 5H"], top="2H", pending=2, rules=LINKED)
    assert discard(run(state, "0 3H")).pending == 5
    assert discard(run(state, "0 2C")).pending == 4
    assert discard(run(state, "0 JK =C")).pending == 6
    for play in ("3C", "9H", "8H =H", "QH"):
        assert refused(state, f"0 {play}") == "MUST_EVADE_OR_DRAW"


def test_linked_by_the_suit_named_with_a_joker() -> None:
    """A11, A3: the suit in force is the one named with the Joker: draw cards of that suit evade it."""
    state = table(["2H 9C 9D", "JK 5S 5H", "3D 2S 2D 6H", "2D 3D 3C 7S"], top="7H", rules=LINKED)
    state = run(state, "0 2H", "1 JK =D")
    assert (discard(state).pending, discard(state).suit) == (6, suit("D"))
    assert refused(state, "2 2S") == "MUST_EVADE_OR_DRAW"
    state = run(state, "2 3D")
    assert discard(state).pending == 9
    assert choices(state, 3) == ["3C", "2D", "3D", "draw"], "by suit, by rank, by both"
    assert discard(run(state, "3 3C")).pending == 12


def test_a_joker_always_evades_when_linked() -> None:
    """A11: a Joker evades whatever is on top; SAME_RANK lets it evade a Joker alone (A10)."""
    hands = ["JK 9C 4C", "5D 5S 5H"]
    assert refused(table(hands, top="3S", pending=3, rules=LINKED), "0 JK =C") == ""
    assert refused(table(hands, top="3S", pending=3), "0 JK =C") == "MUST_EVADE_OR_DRAW"


def test_none_draws_at_once() -> None:
    """A12: NONE: the next seat draws at once without a choice, and the seat after it is to act."""
    state = table(["2H 9C 9D", "2S 5S 5H", "6C 6S 6H"], top="7H", draws="AC AD", rules=NONE)
    assert events_of(state, "0 2H") == [
        CardsPlayed(0, cards("2H")),
        CardsDrawn(1, DrawReason.PENDING, 2, 2, cards("AC AD")),
        TurnStarted(2),
    ]
    state = run(state, "0 2H")
    assert (state.turn, discard(state).pending) == (2, 0)
    assert hands_of(state)[1] == "AC AD 5H 2S 5S"


def test_none_draws_a_jokers_cards_at_once_when_it_cannot_be_challenged() -> None:
    """A12: NONE with Jokers ANY_TIME: four cards at once; two seats: the player acts again."""
    state = run(table(["JK 9C 9D", "2S 5S 5H"], top="7H", rules=NONE), "0 JK =C")
    assert (state.turn, discard(state).pending, len(state.hands[1])) == (0, 0, 7)
    assert discard(state).suit == suit("C")


def waits() -> State:
    """Seat 0 has played a Joker that can be challenged, under NONE."""
    state = table(["JK 9C 9D", "JK 2S 5S 5H", "6C 6S 6H"], top="7H", rules=NONE_CHALLENGEABLE)
    return run(state, "0 JK =C")


def test_none_waits_where_a_joker_can_be_challenged() -> None:
    """A12, A30: under NONE a Joker that can be challenged waits: draw or challenge, no evasion; a two does not wait."""
    state = waits()
    assert (state.turn, discard(state).pending) == (1, 4)
    assert choices(state, 1) == ["draw", "challenge"]
    assert refused(state, "1 JK =C") == "MUST_EVADE_OR_DRAW"
    paid = run(state, "1 draw")
    assert (paid.turn, len(paid.hands[1])) == (2, 8)
    two = run(table(["2H 9C 9D", "2S 5S 5H", "6C 6S 6H"], top="7H", rules=NONE_CHALLENGEABLE), "0 2H")
    assert (two.turn, len(two.hands[1])) == (2, 5)


def test_a_draw_that_waits_stays_when_the_jokers_player_leaves() -> None:
    """A12: it stays a draw of its seat's turn when the Joker's player leaves; there is nobody to challenge."""
    state = run(waits(), "0 leave")
    assert (state.turn, discard(state).pending) == (1, 4)
    assert refused(state, "1 challenge") == "NOTHING_TO_CHALLENGE"
    assert choices(state, 1) == ["draw"]
    state = run(state, "1 draw")
    assert (state.turn, len(state.hands[1])) == (2, 8)


def test_none_a_joker_of_a_seat_that_is_out_cannot_be_challenged() -> None:
    """A12, A30: the Joker's player is out: nothing can be challenged, so the next seat draws at once."""
    rules = american(evasion=Evasion.NONE, joker_play=JokerPlay.CHALLENGEABLE, **LAST_STANDING)
    state = run(table(["JK", "2S 5S 5H", "6C 6S 6H"], top="7H", rules=rules), "0 JK =C !!")
    assert (state.turn, discard(state).pending, len(state.hands[1])) == (2, 0, 7)


def test_skip() -> None:
    """A13: skip: the next seat is jumped."""
    state = table(["JH 9C 9D", "5D 5S 5H", "6C 6S 6H", "7C 7D 7S"], top="7H")
    assert events_of(state, "0 JH") == [CardsPlayed(0, cards("JH")), SeatsSkipped((1,)), TurnStarted(2)]
    assert run(state, "0 JH").turn == 2
    backwards = table(["JH 9C 9D", "5D 5S 5H", "6C 6S 6H", "7C 7D 7S"], top="7H", reverse=True)
    assert run(backwards, "0 JH").turn == 2
    two = table(["JH 9C 9D", "5D 5S 5H"], top="7H")
    assert run(two, "0 JH").turn == 0


def test_reverse() -> None:
    """A13: reverse: the direction turns, and turns back."""
    state = table(["QH 9C 9D", "5D 5S 5H", "6C 6S 6H", "QC QD 7S"], top="7H")
    assert events_of(state, "0 QH") == [CardsPlayed(0, cards("QH")), DirectionReversed(True), TurnStarted(3)]
    state = run(state, "0 QH")
    assert (state.turn, discard(state).reversed) == (3, True)
    state = run(state, "3 QC")
    assert (state.turn, discard(state).reversed) == (0, False)


@pytest.mark.parametrize(("skips", "turn"), [(True, 0), (False, 1)])
def test_reverse_with_two_active_seats(skips: bool, turn: int) -> None:
    """A13: with two active seats the other is jumped as well, with `two_seat_reverse_skips`; the direction turns
    anyhow.
    """
    rules = american(two_seat_reverse_skips=skips)
    two = run(table(["QH 9C 9D", "5D 5S 5H"], top="7H", rules=rules), "0 QH")
    assert (two.turn, discard(two).reversed) == (turn, True)
    left = (False, False, True)
    three = run(table(["QH 9C 9D", "5D 5S 5H", "6C"], top="7H", rules=rules, left=left, dealer=0), "0 QH")
    assert (three.turn, discard(three).reversed) == (turn, True)


def test_events_of_a_reverse_with_two_seats() -> None:
    """A13: the turn of the direction, then the seat jumped."""
    state = table(["QH 9C 9D", "5D 5S 5H"], top="7H")
    assert events_of(state, "0 QH")[1:] == [DirectionReversed(True), SeatsSkipped((1,)), TurnStarted(0)]


def test_reverse_of_a_seat_that_goes_out_with_it() -> None:
    """A13: two are active after the play, but the player is not among them: nobody is jumped."""
    state = table(["QH", "5D 5S 5H", "6C 6S 6H"], top="7H", rules=american(**LAST_STANDING))
    events = events_of(state, "0 QH !!")
    assert only(events, SeatsSkipped) == []
    assert events[-1] == TurnStarted(2)


def test_powers_sit_where_the_rules_put_them() -> None:
    """A14: powers moved to other ranks work there, and their old ranks are ordinary."""
    rules = american(specials={"skip": 1, "reverse": 9, "draw_two": 7, "draw_three": 13, "wild": 10})
    hands = ["AH 9H 7H KH 10C JH QH 2H 3H 8H", "5D 5S 5H", "6C 6S 6H", "4C 4D 4S"]
    state = table(hands, top="5H", rules=rules)
    assert run(state, "0 AH").turn == 2
    assert run(state, "0 9H").turn == 3
    assert discard(run(state, "0 7H")).pending == 2
    assert discard(run(state, "0 KH")).pending == 3
    assert discard(run(state, "0 10C =S")).suit == suit("S")
    for plain in ("JH", "QH", "2H", "3H", "8H"):
        after = run(state, f"0 {plain}")
        assert (after.turn, discard(after).pending, discard(after).reversed) == (1, 0, False)


def test_a_power_may_be_absent() -> None:
    """A14: 0 takes a power away; without a wild rank an eight matches like any card and names no suit."""
    rules = american(specials={"skip": 0, "reverse": 0, "draw_two": 0, "draw_three": 0, "wild": 0})
    state = table(["JH QH 2H 3H 8H 8C", "5D 5S 5H", "6C 6S 6H"], top="5H", rules=rules)
    assert refused(state, "0 8C =H") == "NO_MATCH"
    assert refused(state, "0 8H =H") == "SUIT_NOT_ALLOWED"
    for plain in ("JH", "QH", "2H", "3H", "8H"):
        after = run(state, f"0 {plain}")
        assert (after.turn, discard(after).pending, discard(after).reversed) == (1, 0, False)


def test_no_two_powers_on_one_rank() -> None:
    """A14: two powers on one rank are refused, both fields named; none at all is fine."""
    (fault,) = validate_rules(american(specials={"skip": 12}))
    assert set(fault.fields) == {"american_page_one.specials.skip", "american_page_one.specials.reverse"}
    assert validate_rules(american(specials={"skip": 0, "reverse": 0, "wild": 0})) == []


def test_without_jokers_in_the_pack() -> None:
    """A14: without Jokers no rule may speak of how they are played."""
    assert validate_rules(american(jokers=0)) == []
    assert validate_rules(american(jokers=0, joker_play=JokerPlay.CHALLENGEABLE)) != []
    state = run(table(["2H 9C 9D", "2S 5S 5H"], top="7H", rules=american(jokers=0)), "0 2H")
    assert (state.phase, discard(state).pending) == (Phase.TURN, 2)


def test_a_named_suit_is_told_with_the_play() -> None:
    """A3: the suit named is part of the play; no further event tells it."""
    state = table(["8H 9C 9D", "2S 5S 5H"], top="7H")
    events = events_of(state, "0 8H =C")
    assert events == [CardsPlayed(0, cards("8H"), suit("C")), TurnStarted(1)]
    assert only(events, SuitNamed) == []
