"""Tricks of Page One (P1 to P10, P16) by worked examples."""

from collections.abc import Sequence

import pytest
from pageone_engine import Rules, create_match
from pageone_engine.events import CardsDrawn, TrickWon, TurnStarted
from pageone_engine.terms import DrawReason

from tests.engine.positions import (
    SEED,
    cards,
    choices,
    events_of,
    hand,
    hands_of,
    only,
    page_one,
    reasons,
    refused,
    run,
    trick_of,
    tricks,
)

SILENT = {"penultimate": "", "last": ""}
FREE = page_one(calls=SILENT)
TWO_JOKERS = page_one(calls=SILENT, jokers=2)
FORCED = page_one(calls=SILENT, joker_forced=True)
TALKING = page_one(calls=SILENT, penalties={"table_talk": 1})


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_the_dealer_leads_the_first_trick(seats: int) -> None:
    """P1: the dealer leads the first trick, with any number of seats."""
    for dealer in (0, seats - 1):
        state, events = create_match(page_one(), seats, SEED, first_dealer=dealer)
        assert (state.dealer, state.turn, trick_of(state).leader, trick_of(state).plays) == (dealer, dealer, dealer, ())
        assert only(events, TurnStarted) == [TurnStarted(dealer)]


def test_the_winner_leads_the_next() -> None:
    """P1: the winner of each trick leads; the finished trick goes to the pile."""
    state = tricks(["5H 2C 3C 4C", "9H 2D 3D 4D", "7H 2S 3S 4S"], pile="KD")
    after = run(state, "0 5H", "1 9H", "2 7H")
    assert (after.turn, trick_of(after).leader, trick_of(after).plays) == (1, 1, ())
    assert after.pile == cards("KD 5H 9H 7H")
    assert only(events_of(state, "0 5H", "1 9H", "2 7H"), TrickWon) == [TrickWon(1)]


def test_eight_seats_play_clockwise() -> None:
    """P3: the others follow clockwise from the leader, past the highest seat number; then the trick is over."""
    state = tricks([f"{rank}H {rank}C {rank}D" for rank in "23456789"], turn=6)
    script = [f"{(6 + turn) % 8} {'23456789'[(6 + turn) % 8]}H" for turn in range(8)]
    started = [event.seat for event in only(events_of(state, *script), TurnStarted)]
    assert started == [7, 0, 1, 2, 3, 4, 5, 7]


def test_the_leader_plays_any_card() -> None:
    """P2: the leader plays any card, the Joker too."""
    state = tricks(["5H 9C JK", "2H 3H 4H"])
    assert choices(state, 0) == ["9C", "5H", "JK"]
    assert reasons(state, 0) == {}


def test_following() -> None:
    """P3: the others play a card of the suit led, or a Joker; any other card is MUST_FOLLOW_SUIT."""
    state = tricks(["2C 3C 4C", "6H 9C 2S JK"], ["0 5H"], turn=1)
    assert choices(state, 1) == ["6H", "JK"]
    assert reasons(state, 1) == {"9C": "MUST_FOLLOW_SUIT", "2S": "MUST_FOLLOW_SUIT"}


def test_one_card_each() -> None:
    """P3, R1: of several cards a play is refused, by the leader too; cards in hand are looked at before."""
    state = tricks(["5H 5C 4C", "6H 9C 2S"])
    assert refused(state, "0 5C 5H") == "SETS_NOT_ALLOWED"
    assert refused(state, "0 5C 5S") == "CARD_NOT_IN_HAND"


def test_the_seat_after_a_led_joker_sets_the_suit() -> None:
    """P4: when a Joker is led, the second seat plays what it likes and sets the suit."""
    state = tricks(["2C 3C 4C", "6H 9C 2S", "8H 9S 5D"], ["0 JK"], turn=1)
    assert choices(state, 1) == ["9C", "6H", "2S"]
    assert choices(run(state, "1 2S"), 2) == ["9S"]


def test_two_jokers_led() -> None:
    """P4, P7: after two Jokers the third seat still plays anything and sets the suit; the first Joker wins."""
    state = tricks(["2C 3C 4C", "6H 9C JK", "8H 9S 5D", "KD KS KH"], ["0 JK"], turn=1, rules=TWO_JOKERS)
    after = run(state, "1 JK")
    assert choices(after, 2) == ["5D", "8H", "9S"]
    assert refused(after, "2 draw") == "MUST_PLAY"
    assert choices(run(after, "2 5D"), 3) == ["KD"]
    assert run(after, "2 5D", "3 KD").turn == 0


def test_a_trick_of_jokers_alone() -> None:
    """P4, P7: two seats, two Jokers, no suit at all: of equal cards the first wins."""
    state = tricks(["2C 3C 4C", "6H 9C JK"], ["0 JK"], turn=1, rules=TWO_JOKERS)
    assert only(events_of(state, "1 JK"), TrickWon) == [TrickWon(0)]


def test_drawing_until_it_follows() -> None:
    """P5: without the suit one card for each draw, in the same turn, until the seat holds one; then it may not draw."""
    state = tricks(["2C 3C 4C", "9C 2S 3S"], ["0 5H"], turn=1, draws="4S KD 7H 8H")
    events = events_of(state, "1 draw", "1 draw", "1 draw")
    assert [event.cards for event in only(events, CardsDrawn)] == [cards("4S"), cards("KD"), cards("7H")]
    assert {event.reason for event in only(events, CardsDrawn)} == {DrawReason.TURN}
    assert only(events, TurnStarted) == []
    after = run(state, "1 draw", "1 draw", "1 draw")
    assert (after.turn, after.turns - state.turns, trick_of(after).drawn) == (1, 3, cards("7H")[0])
    assert refused(after, "1 draw") == "MUST_FOLLOW_SUIT"
    assert choices(after, 1) == ["7H"]
    assert trick_of(run(after, "1 7H")).drawn == 0


def test_without_the_suit_nothing_but_draw() -> None:
    """P5: a seat with neither the suit nor a Joker can only draw."""
    state = tricks(["2C 3C 4C", "9C 2S 3S"], ["0 5H"], turn=1)
    assert choices(state, 1) == ["draw"]


def test_with_the_suit_no_draw() -> None:
    """P5: a seat with a card of the suit may not draw, with a Joker in hand neither."""
    state = tricks(["2C 3C 4C", "9C 2H JK"], ["0 5H"], turn=1)
    assert refused(state, "1 draw") == "MUST_FOLLOW_SUIT"


def test_a_joker_need_not_be_played() -> None:
    """P6: without the suit the Joker may be played or drawn past, again and again."""
    state = tricks(["2C 3C 4C", "9C 2S JK"], ["0 5H"], turn=1, draws="4S 7H")
    assert choices(state, 1) == ["JK", "draw"]
    assert choices(run(state, "1 draw"), 1) == ["JK", "draw"]
    assert choices(run(state, "1 draw", "1 draw"), 1) == ["7H", "JK"]


def test_joker_forced() -> None:
    """P6: `joker_forced`: without the suit the Joker must be played; with the suit it still need not be."""
    state = tricks(["2C 3C 4C", "9C 2S JK"], ["0 5H"], turn=1, rules=FORCED)
    assert choices(state, 1) == ["JK"]
    assert refused(state, "1 draw") == "MUST_PLAY"
    follows = tricks(["2C 3C 4C", "9C 2H JK"], ["0 5H"], turn=1, rules=FORCED)
    assert choices(follows, 1) == ["2H", "JK"]
    assert refused(follows, "1 draw") == "MUST_FOLLOW_SUIT"


def test_joker_forced_for_a_joker_just_drawn() -> None:
    """P6: `joker_forced`: a Joker drawn on the way must be played, too."""
    state = tricks(["2C 3C 4C", "9C 2S 3S"], ["0 5H"], turn=1, rules=FORCED, draws="4S JK")
    after = run(state, "1 draw", "1 draw")
    assert choices(after, 1) == ["JK"]
    assert refused(after, "1 draw") == "MUST_PLAY"


@pytest.mark.parametrize(
    ("trick", "last", "winner"),
    [
        (["0 KH", "1 AH"], "QH", 1),
        (["0 2H", "1 3H"], "4H", 2),
        (["0 KH", "1 QH"], "JH", 0),
        (["0 AH", "1 KH"], "JK", 2),
        (["0 AH", "1 JK"], "KH", 1),
        (["0 JK", "1 2C"], "AC", 0),
        (["0 10H", "1 9H"], "JH", 2),
    ],
)
def test_ranks(trick: Sequence[str], last: str, winner: int) -> None:
    """P7: Joker, A, K … 2: the strongest card of the suit wins, a Joker before all."""
    state = tricks(["2D 3D 4D", "5D 6D 7D", f"8D 9D {last}"], trick, turn=2)
    assert only(events_of(state, f"2 {last}"), TrickWon) == [TrickWon(winner)]


def test_of_equal_cards_the_first() -> None:
    """P7: with two decks, of equal cards the first wins."""
    rules = page_one(calls=SILENT, decks=2)
    state = tricks(["2D 3D", "5D 6D", "8D AH"], ["0 3H", "1 AH"], turn=2, rules=rules)
    assert only(events_of(state, "2 AH"), TrickWon) == [TrickWon(1)]


def test_a_joker_cannot_finish() -> None:
    """P8: a Joker cannot be the last card, led, after a led Joker, or followed with."""
    led = tricks(["JK", "2H 3H"], rules=FREE)
    assert refused(led, "0 JK") == "JOKER_CANNOT_FINISH"
    followed = tricks(["2H 3H", "JK"], ["0 5H"], turn=1, rules=FREE)
    assert refused(followed, "1 JK") == "JOKER_CANNOT_FINISH"
    second = tricks(["2H 3H", "JK"], ["0 JK"], turn=1, rules=TWO_JOKERS)
    assert refused(second, "1 JK") == "JOKER_CANNOT_FINISH"
    assert [reasons(state, seat) for state, seat in ((led, 0), (followed, 1), (second, 1))] == [
        {"JK": "JOKER_CANNOT_FINISH"}
    ] * 3


def test_a_joker_as_the_last_but_one() -> None:
    """P8: as the last but one it may be played: the last card then is another."""
    state = tricks(["JK 5C", "2H 3H"], rules=FREE)
    assert hands_of(run(state, "0 JK"))[0] == "5C"


def test_a_joker_alone_leads() -> None:
    """P9, P10: the leader with a Joker alone draws exactly one card, then plays either."""
    state = tricks(["JK", "2H 3H"], rules=FREE, draws="4S 5S")
    assert choices(state, 0) == ["draw"]
    after = run(state, "0 draw")
    assert choices(after, 0) == ["4S", "JK"]
    assert refused(after, "0 draw") == "MUST_PLAY"


def test_a_joker_alone_after_a_led_joker() -> None:
    """P9, P10: the seat after a led Joker, with a Joker alone, draws exactly one card, then plays either."""
    state = tricks(["2H 3H", "JK"], ["0 JK"], turn=1, rules=TWO_JOKERS, draws="4S 5S")
    assert choices(state, 1) == ["draw"]
    after = run(state, "1 draw")
    assert choices(after, 1) == ["4S", "JK"]
    assert refused(after, "1 draw") == "MUST_PLAY"


@pytest.mark.parametrize("rules", [FREE, FORCED])
def test_a_joker_alone_follows(rules: Rules) -> None:
    """P9: a follower's drawn card follows: either; it does not: the Joker; and no second draw in both."""
    follows = run(tricks(["2C 3C", "JK"], ["0 5H"], turn=1, rules=rules, draws="7H 8H"), "1 draw")
    assert choices(follows, 1) == ["7H", "JK"]
    assert refused(follows, "1 draw") == "MUST_FOLLOW_SUIT"
    other = run(tricks(["2C 3C", "JK"], ["0 5H"], turn=1, rules=rules, draws="7S 8H"), "1 draw")
    assert choices(other, 1) == ["JK"]
    assert refused(other, "1 draw") == "MUST_PLAY"
    assert refused(other, "1 7S") == "MUST_FOLLOW_SUIT"
    assert hands_of(run(other, "1 JK"))[1] == "7S"


def test_a_joker_alone_draws_the_other_joker() -> None:
    """P9: the card drawn is the second Joker: one of them is played; no second draw."""
    for trick, turn in (([], 0), (["1 5H"], 0)):
        state = tricks(["JK", "2H 3H"], trick, turn=turn, rules=TWO_JOKERS, draws="JK 4S")
        after = run(state, "0 draw")
        assert choices(after, 0) == ["JK"]
        assert refused(after, "0 draw") == "MUST_PLAY"


def test_a_penalty_after_the_draw_ends_the_clause() -> None:
    """P9: a penalty meanwhile ends the clause for the turn: a follower may draw past the Joker again (P5, P6)."""
    state = tricks(["2C 3C", "JK"], ["0 5H"], turn=1, rules=TALKING, draws="7S 8S 9H")
    after = run(state, "1 draw", "0 out 1 talk")
    assert hands_of(after)[1] == "7S 8S JK"
    assert choices(after, 1) == ["JK", "draw"]
    assert choices(run(after, "1 draw"), 1) == ["9H", "JK"]


def test_a_penalty_before_the_draw() -> None:
    """P9: a penalty before it drew: the Joker is not alone any more: leader P2 and P10, follower P5 and P6."""
    leader = run(tricks(["JK", "2C 3C"], rules=TALKING, draws="7S"), "1 out 0 talk")
    assert choices(leader, 0) == ["7S", "JK"]
    assert refused(leader, "0 draw") == "MUST_PLAY"
    follower = tricks(["2C 3C", "JK"], ["0 5H"], turn=1, rules=TALKING, draws="7S 8S 9S")
    after = run(follower, "0 out 1 talk")
    assert choices(after, 1) == ["JK", "draw"]
    assert choices(run(after, "1 draw", "1 draw"), 1) == ["JK", "draw"]


def test_a_joker_and_another_card_is_no_joker_alone() -> None:
    """P9: a seat that began its turn with the Joker and another card draws as often as it likes (P6)."""
    state = tricks(["2C 3C", "7S JK"], ["0 5H"], turn=1, rules=FREE, draws="8S 9S")
    assert choices(run(state, "1 draw", "1 draw"), 1) == ["JK", "draw"]


def test_who_may_play_anything_does_not_draw() -> None:
    """P10: the leader and the seat after a led Joker do not draw."""
    assert refused(tricks(["5H 6H", "2H 3H"], rules=FREE), "0 draw") == "MUST_PLAY"
    assert refused(tricks(["5H 6H", "2H 3H"], ["0 JK"], turn=1, rules=FREE), "1 draw") == "MUST_PLAY"


def test_there_is_no_pass() -> None:
    """P16, R1: a pass on one's turn is CANNOT_PASS, also after a draw; before the turn has come NOT_YOUR_TURN."""
    state = tricks(["2C 3C", "7S 8S"], ["0 5H"], turn=1, rules=FREE, draws="9S")
    assert refused(state, "1 pass") == "CANNOT_PASS"
    assert refused(run(state, "1 draw"), "1 pass") == "CANNOT_PASS"
    assert refused(state, "0 pass") == "NOT_YOUR_TURN"


def test_illegal_plays_are_refused() -> None:
    """P16: an illegal play is refused and can never be called out."""
    state = tricks(["2C 3C", "7S 8S 9H"], ["0 5H"], turn=1, rules=FREE)
    assert refused(state, "1 7S") == "MUST_FOLLOW_SUIT"
    assert refused(run(state, "1 9H"), "0 out 1 illegal") == "NOTHING_TO_CALL_OUT"
    assert hand("7S 8S") == run(state, "1 9H").hands[1]
