"""Rounds, the next dealer and the standings (C10, C11), going out and scores (C19 to C23), void rounds (C24)."""

from typing import Any

import pytest
from pageone_engine import State, create_match, standings
from pageone_engine.events import (
    MatchEnded,
    RoundEnded,
    RoundStarted,
    SeatResult,
    SeatWentOut,
    Standing,
    StockReshuffled,
    TableTaken,
    TurnStarted,
)
from pageone_engine.terms import NextDealer, Phase, RoundOutcome, Scoring, StockOut

from tests.engine.positions import SEED, cards, events_of, hand, kinds, only, page_one, refused, run, trick_of, tricks


def ended(events: list[Any]) -> RoundEnded:
    """The one round that ended."""
    (event,) = only(events, RoundEnded)
    return event


def won_by(seat: int, seats: int = 4, **position: Any) -> State:  # noqa: ANN401
    """The round over, won by ``seat``, which led its last card."""
    hands = [f"{2 + at}H {2 + at}C" for at in range(seats)]
    hands[seat] = "AS"
    return run(tricks(hands, turn=seat, **position), f"{seat} AS !!")


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_as_many_rounds_as_seats(seats: int) -> None:
    """C10: `rounds` 0 is as many as seats."""
    state, _ = create_match(page_one(), seats, SEED)
    assert state.match.rules.rounds == seats
    assert create_match(page_one(rounds=5), seats, SEED)[0].match.rules.rounds == 5


def test_a_round_is_over_until_the_host_starts_the_next() -> None:
    """C10: after a round the phase is ROUND_OVER until `start_round`."""
    over = won_by(1)
    assert over.phase == Phase.ROUND_OVER
    assert refused(over, "1 AS") == "WRONG_PHASE"
    after = run(over, "0 start")
    assert (after.phase, after.round, after.turns) == (Phase.TURN, 2, 0)
    assert after.places == (0, 0, 0, 0)
    assert after.scores == over.scores


def test_after_the_last_round_the_match_is_over() -> None:
    """C10: after the last round MATCH_OVER; no further round starts."""
    state = won_by(1, round=4, shuffles=4, version=100)
    assert state.phase == Phase.MATCH_OVER
    assert refused(state, "0 start") == "WRONG_PHASE"
    assert won_by(1, round=3, shuffles=3, version=100).phase == Phase.ROUND_OVER


@pytest.mark.parametrize(("dealer", "following"), [(0, 1), (1, 2), (3, 0)])
def test_the_dealer_rotates(dealer: int, following: int) -> None:
    """C10: ROTATES: the next seat clockwise, whoever won."""
    over = won_by(2, dealer=dealer, rules=page_one(next_dealer=NextDealer.ROTATES))
    after = run(over, "0 start")
    assert (after.dealer, after.turn, trick_of(after).leader) == (following, following, following)


def test_the_dealer_rotates_past_those_that_left() -> None:
    """C10: ROTATES: a seat that has left is jumped."""
    over = run(won_by(2, dealer=0, rules=page_one(next_dealer=NextDealer.ROTATES)), "1 leave")
    assert run(over, "0 start").dealer == 2


@pytest.mark.parametrize("winner", [0, 2, 3])
def test_the_winner_deals(winner: int) -> None:
    """C10: WINNER: the seat with place 1 deals, also when it dealt before."""
    events = events_of(won_by(winner, dealer=3), "0 start")
    assert only(events, RoundStarted)[0].dealer == winner
    assert only(events, TurnStarted) == [TurnStarted(winner)]


def test_a_winner_that_left() -> None:
    """C10: a dealer found so that has left: the next clockwise that has not."""
    over = run(won_by(2), "2 leave")
    assert run(over, "0 start").dealer == 3
    over = run(won_by(2), "3 leave", "2 leave")
    assert run(over, "0 start").dealer == 0


def blocked(places: tuple[int, ...] = (0, 0, 0, 0), **position: Any) -> State:  # noqa: ANN401
    """Seat 1 must draw to a led heart: no stock, no finished tricks; those with places hold nothing."""
    hands = ["6H 7H", "", "9C 9D", "8S 9S"]
    holder = next(seat for seat in (2, 3, 0) if not places[seat])
    if not places[1]:
        hands[1] = "7C 8C"
    for seat, place in enumerate(places):
        if place:
            hands[seat] = ""
    turn = next(seat for seat in (1, 2) if not places[seat])
    rules = position.pop("rules", page_one("imohori"))
    return tricks(
        hands,
        ["0 QH"],
        turn=turn,
        stock="",
        rest=holder if holder != turn else 3,
        places=places,
        rules=rules,
        **position,
    )


def test_several_winners() -> None:
    """C10, P11: several with place 1: the first clockwise counting from the dealer itself."""
    for dealer in range(4):
        over = run(blocked(dealer=dealer), "1 draw")
        assert over.places == (1, 1, 1, 1)
        assert run(over, "0 start").dealer == dealer
    over = run(blocked(dealer=2), "1 draw", "2 leave")
    assert run(over, "0 start").dealer == 3


def test_several_winners_without_the_dealer() -> None:
    """C10: the dealer left the round before, so it has no place: the first winner clockwise of it deals."""
    state = blocked(dealer=3)
    over = run(state, "3 leave", "1 draw")
    assert over.places == (1, 1, 1, 0)
    assert run(over, "0 start").dealer == 0


def test_a_void_round_has_the_same_dealer_again() -> None:
    """C10: WINNER: a void round: the same dealer, or the next clockwise when it left; ROTATES: the next."""
    rules = page_one(stock_out=StockOut.RESHUFFLE)
    over = run(blocked(dealer=2, rules=rules), "1 draw")
    assert run(over, "0 start").dealer == 2
    assert run(over, "2 leave", "0 start").dealer == 3
    rules = page_one(stock_out=StockOut.RESHUFFLE, next_dealer=NextDealer.ROTATES)
    assert run(blocked(dealer=2, rules=rules), "1 draw", "0 start").dealer == 3


def test_nothing_survives_a_round() -> None:
    """C10, S1: claims and offenses never survive a round."""
    over = won_by(1)
    assert (over.last_play, over.claims) == (None, None)
    after = run(over, "0 start")
    assert (after.last_play, after.claims, trick_of(after).plays) == (None, None, ())


def test_standings() -> None:
    """C11: by score; equal scores share a rank, the next rank counts them (1, 1, 3); equal ranks in seat order."""
    state = tricks(["5H 6H", "7H 8H", "9H 10H", "2C 3C"], scores=(3, 10, -2, 10))
    assert list(standings(state)) == [Standing(1, 1, 10), Standing(1, 3, 10), Standing(3, 0, 3), Standing(4, 2, -2)]
    state = tricks(["5H 6H", "7H 8H", "9H 10H"], scores=(0, 0, 0))
    assert [entry.rank for entry in standings(state)] == [1, 1, 1]


def test_the_match_ends_with_the_standings_of_all() -> None:
    """C11, C7: MatchEnded names every seat, also those that left, and the seed."""
    state = tricks(["5H", "7H 8H", "9H 10H 2C"], round=3, shuffles=3, version=100, scores=(0, 5, 9))
    events = events_of(state, "2 leave", "0 5H !!")
    (event,) = only(events, MatchEnded)
    assert list(event.standings) == [Standing(1, 2, 9), Standing(2, 0, 5), Standing(2, 1, 5)]
    assert event.seed == SEED


# Going out


def test_first_out() -> None:
    """C19: FIRST_OUT: the round ends at once when a seat is out, in the middle of a trick; the outcome is WON."""
    state = tricks(["5H 6H", "7H", "9H 10H"], ["0 2H"], turn=1)
    events = events_of(state, "1 7H !!")
    assert kinds(events) == ["cards_played", "seat_went_out", "round_ended"]
    assert only(events, SeatWentOut) == [SeatWentOut(1, 1)]
    assert ended(events).outcome == RoundOutcome.WON
    assert run(state, "1 7H !!").places == (0, 1, 0)


def test_last_standing() -> None:
    """C19: LAST_STANDING: places in the order of going out; the last active seat takes the last, in mid-trick."""
    state = tricks(["5H", "7H", "9H 10H", "JH QH"], rules=page_one("imohori"))
    events = events_of(state, "0 5H", "1 7H")
    assert only(events, SeatWentOut) == [SeatWentOut(0, 1), SeatWentOut(1, 2)]
    assert only(events, RoundEnded) == []
    state = tricks(["", "7H", "9H 10H"], ["2 KH"], turn=1, leader=2, places=(1, 0, 0), rules=page_one("imohori"))
    events = events_of(state, "1 7H")
    assert only(events, SeatWentOut) == [SeatWentOut(1, 2), SeatWentOut(2, 3)]
    assert ended(events).outcome == RoundOutcome.WON
    after = run(state, "1 7H")
    assert (after.phase, after.places) == (Phase.ROUND_OVER, (1, 2, 3))


def test_shared_last_place() -> None:
    """C19, P11: several at one moment share a place: 1 + the number of seats that have one already."""
    events = events_of(blocked(places=(0, 1, 0, 0)), "2 draw")
    assert only(events, SeatWentOut) == [SeatWentOut(0, 2), SeatWentOut(2, 2), SeatWentOut(3, 2)]
    assert ended(events).outcome == RoundOutcome.WON
    assert [result.points for result in ended(events).results] == [2, 3, 2, 2]
    events = events_of(blocked(), "1 draw")
    assert [result.place for result in ended(events).results] == [1, 1, 1, 1]
    assert [result.points for result in ended(events).results] == [3, 3, 3, 3]


# Scores


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("JK", 50),
        ("8C", 8),
        ("2H", 2),
        ("3S", 3),
        ("JC", 10),
        ("QD", 10),
        ("KS", 10),
        ("AH", 1),
        ("10H", 10),
        ("9C", 9),
    ],
)
def test_card_points(held: str, points: int) -> None:
    """C20: in Page One no rank has a power: a Joker `joker`, J Q K `court`, the ace `ace`, others their number."""
    state = tricks(["5H", f"{held} 4D"], rules=page_one(scoring=Scoring.CARD_POINTS))
    assert ended(events_of(state, "0 5H !!")).results[0].points == points + 4
    own = {"joker": 7, "wild": 900, "action": 800, "court": 6, "ace": 5}
    state = tricks(["5H", f"{held} 4D"], rules=page_one(scoring=Scoring.CARD_POINTS, card_points=own))
    valued = {"JK": 7, "JC": 6, "QD": 6, "KS": 6, "AH": 5}.get(held, points)
    assert ended(events_of(state, "0 5H !!")).results[0].points == valued + 4


def test_card_count() -> None:
    """C20, C21: CARD_COUNT: a card left counts 1, the Joker too; the winner gains it all, the others nothing."""
    state = tricks(["5H", "JK KS 4D", "2C 3C"], scores=(1, 2, 3))
    assert ended(events_of(state, "0 5H !!")).results == (
        SeatResult(0, b"", 1, 5, 6),
        SeatResult(1, hand("JK KS 4D"), 0, 0, 2),
        SeatResult(2, hand("2C 3C"), 0, 0, 3),
    )
    assert run(state, "0 5H !!").scores == (6, 2, 3)


def test_a_seat_that_left_is_counted_as_a_loser() -> None:
    """C23: a seat that left keeps its hand and is counted with it."""
    state = tricks(["5H", "JK KS 4D", "2C 3C"])
    assert ended(events_of(state, "1 leave", "0 5H !!")).results[0].points == 5


def test_placement() -> None:
    """C22: with n seats dealt in, place k gains n - k."""
    state = tricks(["", "", "5H", "6H 7H"], turn=2, places=(2, 1, 0, 0), rules=page_one("imohori"), scores=(1, 0, 0, 5))
    results = ended(events_of(state, "2 5H")).results
    assert [(result.place, result.points, result.score) for result in results] == [
        (2, 2, 3),
        (1, 3, 3),
        (3, 1, 1),
        (4, 0, 5),
    ]


def test_placement_counts_seats_that_left_in_the_round() -> None:
    """C22, S4: a seat that left during the round was dealt in; it gets no place and gains nothing."""
    state = tricks(["5H", "7H 8H", "9H 10H", "2C 3C"], rules=page_one("imohori"))
    events = events_of(state, "3 leave", "0 5H", "1 7H", "2 leave")
    results = ended(events).results
    assert [(result.place, result.points) for result in results] == [(1, 3), (2, 2), (0, 0), (0, 0)]


def test_placement_does_not_count_seats_that_left_before() -> None:
    """C22, S4: a seat that left in an earlier round holds nothing and was not dealt in."""
    state = tricks(["5H", "7H 8H", ""], rules=page_one("imohori"), left=(False, False, True))
    assert [result.points for result in ended(events_of(state, "0 5H")).results] == [1, 0, 0]


# Void rounds


def test_a_void_round_scores_nothing() -> None:
    """C23, C19: a void round gives no place and no points; hands are shown."""
    state = blocked(rules=page_one(stock_out=StockOut.RESHUFFLE), scores=(4, 0, 1, 0))
    result = ended(events_of(state, "1 draw"))
    assert result.outcome == RoundOutcome.VOID_BLOCKED
    assert [(entry.place, entry.points, entry.score) for entry in result.results] == [
        (0, 0, 4),
        (0, 0, 0),
        (0, 0, 1),
        (0, 0, 0),
    ]
    assert [entry.hand for entry in result.results] == state.hands


def test_the_turn_limit() -> None:
    """C24: void when a turn would start after `turn_limit` turn actions."""
    rules = page_one(turn_limit=50)
    state = tricks(["5H 6H 7H", "8H 9H 10H", "2C 3C 4C"], turns=48, version=100, rules=rules)
    events = events_of(state, "0 5H", "1 8H")
    assert ended(events).outcome == RoundOutcome.VOID_TURN_LIMIT
    assert only(events, TurnStarted) == [TurnStarted(1)]
    after = run(state, "0 5H", "1 8H")
    assert (after.phase, after.turns, after.places) == (Phase.ROUND_OVER, 50, (0, 0, 0))


def test_a_turn_goes_on_past_the_limit() -> None:
    """C24: only the start of a turn is looked at: a seat draws and plays its turn to the end."""
    state = tricks(
        ["6H 7H 8H", "2C 3C", "9S 10S"],
        ["0 5H"],
        turn=1,
        turns=48,
        version=100,
        rules=page_one(turn_limit=50),
        draws="2S 3S 4H",
    )
    drawn = run(state, "1 draw", "1 draw", "1 draw")
    assert (drawn.turns, drawn.phase) == (51, Phase.TURN)
    assert ended(events_of(drawn, "1 4H")).outcome == RoundOutcome.VOID_TURN_LIMIT


def test_a_round_that_has_ended_is_not_void() -> None:
    """C24: a finishing play at the limit wins."""
    state = tricks(["5H", "8H 9H"], turns=49, version=100, rules=page_one(turn_limit=50))
    assert ended(events_of(state, "0 5H !!")).outcome == RoundOutcome.WON


def test_taking_the_table_at_the_limit() -> None:
    """C24, P11: after P11 a turn starts: at the limit the round is void, after the table was taken."""
    state = tricks(
        ["6H 7H", "2C 3C"], ["0 5H"], turn=1, stock="", rest=0, turns=49, version=100, rules=page_one(turn_limit=50)
    )
    events = events_of(state, "1 draw")
    assert kinds(events) == ["table_taken", "round_ended"]
    assert ended(events).outcome == RoundOutcome.VOID_TURN_LIMIT
    assert only(events, TableTaken) == [TableTaken(1, cards("5H"))]


def test_a_leave_at_the_limit() -> None:
    """C24: a leave on one's turn starts the next seat's: void at the limit; out of turn it starts none."""
    state = tricks(
        ["6H 7H", "2C 3C", "8S 9S"],
        ["0 5H"],
        turn=1,
        turns=49,
        version=100,
        rules=page_one(turn_limit=50),
        draws="2S",
    )
    state = run(state, "1 draw")
    assert kinds(events_of(state, "2 leave")) == ["seat_left"]
    events = events_of(state, "1 leave")
    assert kinds(events) == ["seat_left", "round_ended"]
    assert ended(events).outcome == RoundOutcome.VOID_TURN_LIMIT


def test_reshuffling_starts_no_turn() -> None:
    """C24: a draw after a reshuffle is in the same turn."""
    state = tricks(
        ["6H 7H", "2C 3C"],
        ["0 5H"],
        turn=1,
        stock="",
        pile="2S 3S",
        rest=0,
        turns=49,
        version=100,
        rules=page_one("imohori", turn_limit=50),
    )
    events = events_of(state, "1 draw")
    assert kinds(events) == ["stock_reshuffled", "cards_drawn"]
    assert only(events, StockReshuffled) == [StockReshuffled(2)]
