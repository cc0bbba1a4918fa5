"""Drawing from an empty stock, penalties and who leads when the winner is gone (P9, P11 to P15), by worked examples."""

import pytest
from pageone_engine import Rules
from pageone_engine.events import (
    CardsDrawn,
    RoundEnded,
    SeatWentOut,
    StockReshuffled,
    TableTaken,
    TrickWon,
    TurnStarted,
)
from pageone_engine.terms import MissedCall, Phase, RoundOutcome, StockOut

from tests.engine.positions import (
    cards,
    choices,
    events_of,
    hand,
    hands_of,
    kinds,
    only,
    page_one,
    refused,
    run,
    shuffled,
    trick_of,
    tricks,
)

SILENT = {"penultimate": "", "last": ""}
ALL = page_one(calls=SILENT, stock_out=StockOut.TAKE_ALL)
TRICK = page_one(calls=SILENT, stock_out=StockOut.TAKE_TRICK)
RESHUFFLE = page_one(calls=SILENT, stock_out=StockOut.RESHUFFLE)
IMOHORI = page_one("imohori")
TAKING = [ALL, TRICK]


# P11 TAKE_ALL


def test_take_all() -> None:
    """P11: TAKE_ALL: the seat takes every face-up card, the trick is void, and it leads the next one."""
    state = tricks(["2C 3C", "9C 2S", "8D 9D"], ["0 5H"], turn=1, rules=ALL, stock="", pile="KD QD", rest=2)
    events = events_of(state, "1 draw")
    assert only(events, TableTaken) == [TableTaken(1, cards("KD QD 5H"))]
    assert only(events, TrickWon) == []
    assert only(events, TurnStarted) == [TurnStarted(1)]
    after = run(state, "1 draw")
    assert after.hands[1] == hand("9C 2S KD QD 5H")
    assert (after.pile, after.stock, after.turn, after.phase) == (b"", b"", 1, Phase.TURN)
    assert (trick_of(after).leader, trick_of(after).plays, trick_of(after).drawn) == (1, (), 0)
    assert refused(after, "1 draw") == "MUST_PLAY"
    assert after.turns == state.turns + 1


def test_take_all_keeps_what_it_drew() -> None:
    """P11, P12: what it drew before stays in the hand; drawing the last card of the stock takes nothing yet."""
    state = tricks(["2C 3C", "9C 2S", "8D 9D"], ["0 5H"], turn=1, rules=ALL, stock="4S", pile="KD", rest=2)
    drew = run(state, "1 draw")
    assert (drew.stock, hands_of(drew)[1]) == (b"", "9C 2S 4S")
    assert drew.pile == cards("KD")
    assert len(trick_of(drew).plays) == 1
    assert run(drew, "1 draw").hands[1] == hand("9C 2S 4S KD 5H")


def test_take_all_with_a_joker_on_the_table() -> None:
    """P11: a Joker in the trick is taken, too."""
    state = tricks(["2C 3C", "5H 6H", "9C 2S"], ["0 JK", "1 5D"], turn=2, rules=ALL, stock="", pile="", rest=0)
    events = events_of(state, "2 draw")
    assert only(events, TableTaken) == [TableTaken(2, cards("JK 5D"))]
    assert run(state, "2 draw").hands[2] == hand("9C 2S JK 5D")


def test_take_all_while_a_joker_could_be_played() -> None:
    """P11, P6: who draws past the Joker takes the table all the same."""
    state = tricks(["2C 3C", "9C JK", "8D 9D"], ["0 5H"], turn=1, rules=ALL, stock="", pile="", rest=2)
    assert choices(state, 1) == ["JK", "draw"]
    assert run(state, "1 draw").hands[1] == hand("9C JK 5H")


# P11 TAKE_TRICK


def test_take_trick() -> None:
    """P11: TAKE_TRICK: the trick alone is taken, the finished tricks stay."""
    state = tricks(["2C 3C", "9C 2S", "8D 9D"], ["0 5H"], turn=1, rules=TRICK, stock="", pile="KD QD", rest=2)
    assert only(events_of(state, "1 draw"), TableTaken) == [TableTaken(1, cards("5H"))]
    after = run(state, "1 draw")
    assert after.hands[1] == hand("9C 2S 5H")
    assert (after.pile, after.turn, trick_of(after).leader, trick_of(after).plays) == (cards("KD QD"), 1, 1, ())


# P11, P9: the leader with a Joker alone


def test_a_joker_alone_takes_all_and_leads() -> None:
    """P9, P11: TAKE_ALL: the leader with a Joker alone takes the finished tricks and leads."""
    state = tricks(["JK", "2H 3H"], rules=ALL, stock="", pile="KD QD", rest=1)
    after = run(state, "0 draw")
    assert after.hands[0] == hand("KD QD JK")
    assert (after.turn, after.pile) == (0, b"")
    assert choices(after, 0) == ["QD", "KD", "JK"]


def test_a_joker_alone_follows_and_takes() -> None:
    """P9, P11: a follower with a Joker alone takes the trick and leads anything."""
    for rules in TAKING:
        state = tricks(["2C 3C", "JK", "8D 9D"], ["0 5H"], turn=1, rules=rules, stock="", pile="", rest=2)
        after = run(state, "1 draw")
        assert after.hands[1] == hand("5H JK")
        assert choices(after, 1) == ["5H", "JK"]
        assert refused(after, "1 draw") == "MUST_PLAY"


def test_a_joker_alone_with_the_trick_empty() -> None:
    """P9, P11: TAKE_TRICK: when the trick is empty the round is void, finished tricks or not."""
    for pile in ("", "KD QD"):
        state = tricks(["JK", "2H 3H"], rules=TRICK, stock="", pile=pile, rest=1)
        assert [event.outcome for event in only(events_of(state, "0 draw"), RoundEnded)] == [RoundOutcome.VOID_BLOCKED]
        after = run(state, "0 draw")
        assert (after.hands, after.pile, after.places) == (state.hands, state.pile, (0, 0))


@pytest.mark.parametrize("rules", [ALL, TRICK, RESHUFFLE])
def test_nothing_face_up(rules: Rules) -> None:
    """P11: with nothing face up the round is void: no place, no points."""
    state = tricks(["JK", "2H 3H"], rules=rules, stock="", pile="", rest=1)
    (ended,) = only(events_of(state, "0 draw"), RoundEnded)
    assert ended.outcome == RoundOutcome.VOID_BLOCKED
    assert [(result.place, result.points) for result in ended.results] == [(0, 0), (0, 0)]
    assert run(state, "0 draw").phase == Phase.ROUND_OVER


# P11 RESHUFFLE


def test_reshuffle() -> None:
    """P11, C5: the finished tricks are shuffled into a new stock, the trick stays, and the seat draws, in one turn."""
    state = tricks(["2C 3C", "9C 2S", "8D 9D"], ["0 5H"], turn=1, rules=RESHUFFLE, stock="", pile="KD QD 7D", rest=2)
    mixed = shuffled(cards("KD QD 7D"), shuffles=state.shuffles)
    events = events_of(state, "1 draw")
    assert kinds(events) == ["stock_reshuffled", "cards_drawn"]
    assert only(events, StockReshuffled) == [StockReshuffled(3)]
    assert [event.cards for event in only(events, CardsDrawn)] == [mixed[-1:]]
    after = run(state, "1 draw")
    assert (after.stock, after.pile, after.shuffles) == (mixed[:-1], b"", state.shuffles + 1)
    assert trick_of(after).plays == trick_of(state).plays
    assert trick_of(after).drawn == mixed[-1]
    assert after.turn == 1


def test_the_last_card_of_the_stock_shuffles_nothing() -> None:
    """P12: it happens on the attempt to draw, never before: the last card is drawn, nothing is shuffled."""
    state = tricks(["2C 3C", "9C 2S", "8D 9D"], ["0 5H"], turn=1, rules=RESHUFFLE, stock="4S", pile="KD QD", rest=2)
    after = run(state, "1 draw")
    assert (after.stock, after.pile, after.shuffles) == (b"", cards("KD QD"), state.shuffles)


def test_an_empty_stock_alone_is_nothing() -> None:
    """P12: with an empty stock the play goes on as long as nobody has to draw."""
    state = tricks(["2H 3C", "9H 2S"], ["0 5H"], turn=1, rules=TRICK, stock="", pile="", rest=0)
    assert only(events_of(state, "1 9H"), TrickWon) == [TrickWon(1)]
    assert run(state, "1 9H").phase == Phase.TURN


def test_reshuffle_first_out_void() -> None:
    """P11: RESHUFFLE without finished tricks: FIRST_OUT: the round is void, the trick lies as it lay."""
    state = tricks(["2C 3C", "9C 2S", "8D 9D"], ["0 5H"], turn=1, rules=RESHUFFLE, stock="", pile="", rest=2)
    (ended,) = only(events_of(state, "1 draw"), RoundEnded)
    assert ended.outcome == RoundOutcome.VOID_BLOCKED
    assert trick_of(run(state, "1 draw")).plays == trick_of(state).plays


def test_reshuffle_last_standing_shares_the_last_place() -> None:
    """P11, C19, C22: RESHUFFLE without finished tricks: LAST_STANDING: the active seats share the last place."""
    hands = ["2C 3C", "9C 2S", "8D 9D", ""]
    state = tricks(hands, ["0 5H"], turn=1, rules=IMOHORI, stock="", pile="", rest=2, places=(0, 0, 0, 1))
    events = events_of(state, "1 draw")
    assert only(events, SeatWentOut) == [SeatWentOut(seat, 2) for seat in (0, 1, 2)]
    (ended,) = only(events, RoundEnded)
    assert ended.outcome == RoundOutcome.WON
    assert [(result.place, result.points) for result in ended.results] == [(2, 2), (2, 2), (2, 2), (1, 3)]


def test_the_shared_last_place_without_seats_that_left() -> None:
    """P11, C19, C22: a seat that left in this round has no place, gains nothing, and was dealt in."""
    hands = ["2C 3C", "9C 2S", "8D 9D", "KS"]
    left = (False, False, False, True)
    state = tricks(hands, ["0 5H"], turn=1, rules=IMOHORI, stock="", pile="", rest=2, left=left)
    (ended,) = only(events_of(state, "1 draw"), RoundEnded)
    assert [(result.place, result.points) for result in ended.results] == [(1, 3), (1, 3), (1, 3), (0, 0)]


# P13, P14


@pytest.mark.parametrize("rules", [page_one(), page_one(stock_out=StockOut.TAKE_TRICK)])
def test_penalties_never_take_the_table(rules: Rules) -> None:
    """P13, C16: under TAKE_* a penalty gets what the stock has; the trick and the finished tricks stay."""
    state = tricks(["2C 3C", "9H 2S", "8D 9D"], ["0 5H"], turn=1, rules=rules, stock="4S 5S", pile="KD", rest=2)
    (drawn,) = only(events_of(state, "1 9H"), CardsDrawn)
    assert (drawn.seat, drawn.count, drawn.owed) == (1, 2, 5)
    after = run(state, "1 9H")
    assert after.hands[1] == hand("2S 4S 5S")
    assert after.pile == cards("KD")
    assert [card for _, card in trick_of(after).plays] == list(cards("5H 9H"))


def test_a_penalized_seats_card_can_win() -> None:
    """P14: a penalized seat's card stays in the trick and wins it, also the last card without its call (C14)."""
    for held in ("AH 2S", "AH"):
        state = tricks(["2C 3C 4C", held, "8H 9D 10D"], ["0 5H"], turn=1)
        after = run(state, "1 AH", "2 8H")
        assert (after.turn, trick_of(after).leader) == (1, 1)
        assert len(after.hands[1]) == len(held.split()) - 1 + 5


# P15


def test_the_winner_went_out() -> None:
    """P15: a seat that went out still wins the trick; the next active seat clockwise leads."""
    state = tricks(["2C 3C", "AH", "8H 9D", "7H 10D"], ["0 5H"], turn=1, rules=IMOHORI)
    script = ["1 AH", "2 8H", "3 7H"]
    events = events_of(state, *script)
    assert only(events, SeatWentOut) == [SeatWentOut(1, 1)]
    assert only(events, TrickWon) == [TrickWon(1)]
    after = run(state, *script)
    assert (after.turn, trick_of(after).leader) == (2, 2)


def test_the_winner_went_out_with_the_last_card_of_the_trick() -> None:
    """P15: the last to play wins and goes out in one: the next active seat clockwise leads, past one that is out."""
    places = (1, 0, 0, 0)
    state = tricks(["", "2C 3C", "8D 9D", "AH"], ["1 5H", "2 6H"], turn=3, rules=IMOHORI, places=places)
    events = events_of(state, "3 AH")
    assert only(events, SeatWentOut) == [SeatWentOut(3, 2)]
    assert only(events, TrickWon) == [TrickWon(3)]
    assert (run(state, "3 AH").turn, trick_of(run(state, "3 AH")).leader) == (1, 1)


def test_the_winner_left() -> None:
    """P15: a seat that left still wins with what it played; the next active seat clockwise leads."""
    state = tricks(["2C 3C", "6C 7C", "8H 9D"], ["0 5H", "1 AH"], turn=2, rules=IMOHORI)
    events = events_of(state, "1 leave", "2 8H")
    assert only(events, TrickWon) == [TrickWon(1)]
    assert (run(state, "1 leave", "2 8H").turn, run(state, "1 leave", "2 8H").pile[-3:]) == (2, cards("5H AH 8H"))


def test_seats_out_or_left_do_not_play() -> None:
    """P15: seats that went out or left do not play to the trick: it is complete without them."""
    places = (0, 1, 0, 0, 0)
    left = (False, False, False, True, False)
    hands = ["5H 2C", "", "6H 3C", "9H", "7H 4C"]
    state = tricks(hands, rules=IMOHORI, places=places, left=left)
    events = events_of(state, "0 5H", "2 6H", "4 7H")
    assert [event.seat for event in only(events, TurnStarted)] == [2, 4, 4]
    assert only(events, TrickWon) == [TrickWon(4)]


def test_a_seat_that_played_and_went_out_sets_the_suit() -> None:
    """P15, P4: what a seat played before it went out stays: the leader's last card is followed."""
    state = tricks(["5H", "6H 3C 2D", "9C 2S 3S"], rules=IMOHORI)
    after = run(state, "0 5H")
    assert (after.places, after.turn) == ((1, 0, 0), 1)
    assert refused(after, "1 3C") == "MUST_FOLLOW_SUIT"
    won = run(after, "1 6H")
    assert choices(won, 2) == ["draw"]


def test_a_leave_completes_the_trick() -> None:
    """P15, C25: the last seat of the trick leaves on its turn: the trick is settled and its winner leads."""
    state = tricks(["2C 3C", "6C 7C", "8H 9D"], ["0 5H", "1 AH"], turn=2, rules=IMOHORI)
    events = events_of(state, "2 leave")
    assert only(events, TrickWon) == [TrickWon(1)]
    assert only(events, TurnStarted) == [TurnStarted(1)]
    after = run(state, "2 leave")
    assert (after.turn, trick_of(after).plays, after.hands[2]) == (1, (), hand("8H 9D"))


def test_the_winner_leaves_in_claims_about_its_own_finish() -> None:
    """P15, C25, C14: who leaves while its finish waits is out first, keeps its place and wins the trick."""
    calls = {"penultimate": "", "last": "stop", "missed": MissedCall.WHEN_CALLED_OUT}
    rules = page_one("imohori", calls=calls)
    state = tricks(["2C 3C", "6C 9D", "AH"], ["0 5H", "1 8H"], turn=2, rules=rules)
    waits = run(state, "2 AH")
    assert (waits.phase, waits.turn) == (Phase.CLAIMS, 2)
    events = events_of(waits, "2 leave")
    assert only(events, SeatWentOut) == [SeatWentOut(2, 1)]
    assert only(events, TrickWon) == [TrickWon(2)]
    after = run(waits, "2 leave")
    assert (after.turn, trick_of(after).leader, after.places, after.left) == (0, 0, (0, 0, 1), (False, False, True))
