"""What a turn is: matching, naming suits, drawing and passing (A1 to A7)."""

import pytest
from pageone_engine import create_match
from pageone_engine.events import CardsDrawn, CardsPlayed, StarterTurned, TurnPassed, TurnStarted
from pageone_engine.terms import DrawReason, DrawRule, IllegalPlay, Phase, RoundEnd, Scoring

from tests.engine.positions import (
    american,
    cards,
    discard,
    events_of,
    hands_of,
    listed,
    only,
    reasons,
    refused,
    run,
    suit,
    table,
    text_of,
)

LAST_STANDING = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}


def test_one_card_is_turned_and_the_left_of_the_dealer_begins() -> None:
    """A1: after the deal one card is turned, the seat left of the dealer begins and play is clockwise."""
    plain = 0
    for number in range(40):
        state, events = create_match(american(), 4, number.to_bytes(32, "big"), first_dealer=1)
        (starter,) = only(events, StarterTurned)
        if text_of([starter.card])[:-1] not in ("4", "5", "6", "7", "9", "10", "K", "A"):
            continue
        plain += 1
        assert state.pile == bytes([starter.card])
        assert (state.phase, state.turn) == (Phase.TURN, 2)
        assert not discard(state).reversed
        assert discard(state).suit == (starter.card - 1) // 13 + 1
        assert events[-1] == TurnStarted(2)
        assert len(state.stock) == 108 - 4 * 7 - 1
    assert plain > 10


def test_play_goes_clockwise() -> None:
    """A1: after a plain play the next seat clockwise is to act."""
    state = table(["4C 9D 10S", "4D 6H 7S", "5D 5S 5H"], top="4H")
    assert run(state, "0 4C").turn == 1
    assert run(state, "0 4C", "1 4D", "2 5D").turn == 0


@pytest.mark.parametrize("play", ["9D", "4H", "8S =C", "JK =S"])
def test_match_by_suit_rank_wild_or_joker(play: str) -> None:
    """A2: a play matches the suit in force or the top card's rank; the wild rank and Jokers match always."""
    state = table(["4C 4H 9D 8S JK", "5D 5S 5H"], top="9H")
    after = run(state, f"0 {play}")
    assert text_of(after.pile[-1:]) == play.split()[0]
    assert after.turn == 1


def test_no_match() -> None:
    """A2: neither suit nor rank: NO_MATCH."""
    state = table(["4C 10S 9D", "5D 5S 5H"], top="9H")
    assert refused(state, "0 4C") == "NO_MATCH"
    assert refused(state, "0 10S") == "NO_MATCH"
    assert reasons(state, 0) == {"4C": "NO_MATCH", "10S": "NO_MATCH"}


def test_the_suit_in_force_is_not_that_of_the_wild_card() -> None:
    """A2: on a wild card the named suit counts, not its own; its rank does."""
    state = table(["4C 4H 8C 10S", "5D 5S 5H"], top="8C", suit_in_force="H")
    assert refused(state, "0 4C") == "NO_MATCH"
    assert refused(state, "0 4H") == ""
    assert refused(state, "0 8C =C") == ""


def test_a_joker_on_top() -> None:
    """A2: on a Joker whose draw is over only the suit named with it counts, and wild cards and Jokers."""
    state = table(["4C 4H 8D JK 10S", "5D 5S 5H"], top="JK", suit_in_force="S")
    assert reasons(state, 0) == {"4C": "NO_MATCH", "4H": "NO_MATCH"}
    assert refused(state, "0 10S") == ""
    assert refused(state, "0 JK =D") == ""


def test_suit_is_required_with_wild_cards_and_jokers_only() -> None:
    """A3: a wild card or Joker must name a suit, no other card may."""
    state = table(["4H 8S JK 10S", "5D 5S 5H"], top="9H")
    assert refused(state, "0 8S") == "SUIT_REQUIRED"
    assert refused(state, "0 JK") == "SUIT_REQUIRED"
    assert refused(state, "0 4H =H") == "SUIT_NOT_ALLOWED"


def test_the_same_suit_may_be_named() -> None:
    """A3: the suit already in force, or the wild card's own, may be named."""
    state = table(["8S 4H 10S 7S", "5D 5S 5H"], top="9H")
    assert discard(run(state, "0 8S =H")).suit == suit("H")
    assert discard(run(state, "0 8S =S")).suit == suit("S")


def test_a_named_suit_lives_until_another_card_is_played() -> None:
    """A3: draws and passes leave a named suit in force; the next card played ends it."""
    state = table(["8S 4H 10S 7S", "5D 5S 2H", "6H 6D 4D"], top="9H", draws="KC")
    state = run(state, "0 8S =H", "1 draw", "1 pass")
    assert (discard(state).suit, state.turn) == (suit("H"), 2)
    assert refused(state, "2 6D") == "NO_MATCH"
    assert discard(run(state, "2 6H")).suit == suit("H")
    assert discard(run(state, "2 6H", "0 draw", "0 pass", "1 2H")).suit == suit("H")
    assert discard(run(state, "2 6H", "0 draw", "0 pass", "1 draw", "1 pass", "2 6D !")).suit == suit("D")


@pytest.mark.parametrize(
    ("last", "top", "in_force", "expected"),
    [
        ("8D", "5S", "", "D"),
        ("8D =C", "5S", "", "C"),
        ("JK", "5S", "", "S"),
        ("JK", "8C", "H", "H"),
        ("JK =D", "8C", "H", "D"),
    ],
)
def test_a_play_that_empties_the_hand_may_leave_the_suit_out(last: str, top: str, in_force: str, expected: str) -> None:
    """A3: left out with the last card and the round going on: a wild card's own suit, for a Joker the suit
    as it was.
    """
    state = table([last.split()[0], "5D 5H", "6D 6H"], top=top, suit_in_force=in_force, rules=american(**LAST_STANDING))
    state = run(state, f"0 {last} !!")
    assert state.phase == Phase.TURN
    assert state.places == (1, 0, 0)
    assert discard(state).suit == suit(expected)


def test_suit_left_out_with_a_finish_that_fails() -> None:
    """A3: the hand was emptied, but the missed last call is called out: the wild card's own suit is in force."""
    state = run(table(["8D", "5D 5H", "6D 6H"], top="5S"), "0 8D")
    assert discard(state).suit == suit("D")
    state = run(state, "1 out 0 missed")
    assert (state.phase, state.turn, discard(state).suit) == (Phase.TURN, 1, suit("D"))


def test_set_of_wild_cards_left_without_a_suit() -> None:
    """A3, A15: of several wild cards the one that is on top now gives its own suit."""
    rules = american(sets=True, **LAST_STANDING)
    state = run(table(["8D 8C", "5D 5H", "6D 6H"], top="5S", rules=rules), "0 8D 8C !!")
    assert discard(state).suit == suit("C")


def test_a_draw_and_then_that_very_card_or_a_pass() -> None:
    """A4: after the draw of one card only that card may be played, or passed."""
    state = run(table(["4H 9D 10S", "5D 5S 5H"], top="5H", draws="6H"), "0 draw")
    assert state.turn == 0
    assert discard(state).drawn == cards("6H")[0]
    assert refused(state, "0 4H") == "ONLY_DRAWN_CARD"
    assert refused(state, "0 draw") == "ALREADY_DREW"
    assert listed(state, 0) == ["6H", "pass"]
    assert reasons(state, 0) == {"4H": "ONLY_DRAWN_CARD", "9D": "ONLY_DRAWN_CARD", "10S": "ONLY_DRAWN_CARD"}
    assert run(state, "0 6H").turn == 1
    passed = run(state, "0 pass")
    assert passed.turn == 1
    assert discard(passed).drawn == 0
    assert hands_of(passed)[0] == "9D 4H 6H 10S"


def test_one_may_draw_with_a_playable_card() -> None:
    """A4: one may draw while holding a playable card; the drawn card still has to match."""
    state = run(table(["4H 9D 10S", "5D 5S 5H"], top="5H", draws="6C"), "0 draw")
    assert refused(state, "0 6C") == "NO_MATCH"
    assert listed(state, 0) == ["pass"]


def test_the_other_copy_of_the_drawn_card() -> None:
    """A4, C1: equal cards are interchangeable: the copy in hand is the drawn card."""
    state = run(table(["4H 9D 10S", "5D 5S 5H"], top="5H", draws="4H"), "0 draw", "0 4H")
    assert hands_of(state)[0] == "9D 4H 10S"


def test_events_of_a_draw_and_a_pass() -> None:
    """A4: a draw is CardsDrawn for the turn, a pass TurnPassed, and the next seat's turn starts."""
    state = table(["4H 9D 10S", "5D 5S 5H"], top="5H", draws="6C")
    assert events_of(state, "0 draw") == [CardsDrawn(0, DrawReason.TURN, 1, 1, cards("6C"))]
    assert events_of(state, "0 draw", "0 pass")[1:] == [TurnPassed(0), TurnStarted(1)]
    assert events_of(state, "0 4H") == [CardsPlayed(0, cards("4H")), TurnStarted(1)]


def test_pass_without_a_draw() -> None:
    """A5: without a draw one may pass only with `pass_without_draw`."""
    hands = ["4H 9D 10S", "5D 5S 5H"]
    assert refused(table(hands, top="5H"), "0 pass") == "MUST_DRAW_FIRST"
    state = table(hands, top="5H", rules=american(pass_without_draw=True), draws="6C")
    assert run(state, "0 pass").turn == 1
    assert listed(state, 0) == ["4H", "draw", "pass"]
    assert run(state, "0 draw", "0 pass").turn == 1


def test_pass_when_nothing_can_be_drawn() -> None:
    """A5: when stock and pile have nothing to draw one may pass at once, and must not draw."""
    state = table(["4H 9D 10S", "5D 5S 5H", ""], top="5H", stock="", rest=2)
    assert listed(state, 0) == ["4H", "pass"]
    assert refused(state, "0 draw") == "NOTHING_TO_DRAW"
    assert run(state, "0 pass").turn == 1


def test_an_empty_stock_with_a_pile_to_shuffle_is_not_nothing() -> None:
    """A5: while the pile under the top card can be shuffled something can be drawn."""
    state = table(["4H 9D 10S", "5D 5S 5H", ""], top="5H", stock="", pile="4S", rest=2)
    assert refused(state, "0 pass") == "MUST_DRAW_FIRST"
    assert hands_of(run(state, "0 draw"))[0] == "9D 4H 4S 10S"


@pytest.mark.parametrize("illegal_play", [IllegalPlay.REJECTED, IllegalPlay.WHEN_CALLED_OUT])
def test_the_drawn_card_waits(illegal_play: int) -> None:
    """A6: under ONE_WAITS nothing may be played after a draw, not even as an illegal play (A21)."""
    rules = american(draw=DrawRule.ONE_WAITS, illegal_play=illegal_play)
    state = run(table(["4H 9D 10S", "5D 5S 5H"], top="5H", draws="6H", rules=rules), "0 draw")
    for play in ("6H", "4H", "9D"):
        assert refused(state, f"0 {play}") == "DRAWN_CARD_WAITS"
    assert listed(state, 0) == ["pass"]
    assert set(reasons(state, 0).values()) == {"DRAWN_CARD_WAITS"}
    assert refused(state, "0 draw") == "ALREADY_DREW"
    assert refused(run(state, "0 pass", "1 5H", "0 6H"), "1 pass") == "MUST_DRAW_FIRST"


UNTIL = {"draw": DrawRule.UNTIL_PLAYABLE}


def test_until_playable_a_seat_that_can_play_must() -> None:
    """A7: a seat that can play must: neither draw nor pass."""
    state = table(["4H 9D 10S", "5D 5S 5H"], top="5H", rules=american(**UNTIL))
    assert refused(state, "0 draw") == "MUST_PLAY"
    assert refused(state, "0 pass") == "MUST_PLAY"
    assert listed(state, 0) == ["4H"]


def test_until_playable_draws_until_it_can() -> None:
    """A7: a seat that cannot play draws one card a `draw` until it can, and then must play."""
    state = table(["4C 9D 10S", "5D 5S 5H"], top="5H", draws="6C KS 7H", rules=american(**UNTIL))
    assert refused(state, "0 pass") == "MUST_DRAW_FIRST"
    assert listed(state, 0) == ["draw"]
    state = run(state, "0 draw")
    assert refused(state, "0 pass") == "MUST_DRAW_FIRST"
    state = run(state, "0 draw")
    assert listed(state, 0) == ["draw"]
    state = run(state, "0 draw")
    assert listed(state, 0) == ["7H"]
    assert refused(state, "0 draw") == "MUST_PLAY"
    assert refused(state, "0 pass") == "MUST_PLAY"
    assert refused(state, "0 KS") == "NO_MATCH"


def test_until_playable_any_card_may_be_played() -> None:
    """A7: any card that may be played, not only the drawn one: here one that came as a penalty."""
    rules = american(penalties={"table_talk": 1}, **UNTIL)
    state = table(["4C 9D 10S", "5D 5S 5H"], top="5H", draws="6C 7H", rules=rules)
    state = run(state, "0 draw", "1 out 0 talk")
    assert refused(state, "0 draw") == "MUST_PLAY"
    assert refused(state, "0 7H") == ""


def test_until_playable_passes_only_when_nothing_can_be_drawn() -> None:
    """A7: a seat that cannot play may pass when nothing can be drawn."""
    state = table(["4C 9D 10S", "5D 5S 5H", ""], top="5H", stock="6C", rest=2, rules=american(**UNTIL))
    assert refused(state, "0 pass") == "MUST_DRAW_FIRST"
    state = run(state, "0 draw")
    assert listed(state, 0) == ["pass"]
    assert refused(state, "0 draw") == "NOTHING_TO_DRAW"
    assert run(state, "0 pass").turn == 1


def test_until_playable_does_not_apply_to_pending_draws() -> None:
    """A7: on a pending draw one may draw although one could evade, and draws once."""
    state = table(["2C 9D 10S", "5D 5S 5H"], top="2H", pending=2, draws="4C 4D", rules=american(**UNTIL))
    assert listed(state, 0) == ["2C", "draw"]
    assert run(state, "0 draw").turn == 1
