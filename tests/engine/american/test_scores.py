"""What rounds bring: places, points, void rounds, the next dealer and the end of a match (C10, C11, C19 to C24)."""

from typing import Any

import pytest
from pageone_engine import State, standings
from pageone_engine.events import MatchEnded, RoundEnded, RoundStarted, Standing
from pageone_engine.terms import NextDealer, Phase, RoundEnd, RoundOutcome, Scoring

from tests.engine.positions import SEED, american, discard, events_of, only, refused, run, table

STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}


def results(state: State, *script: str) -> list[tuple[int, int]]:
    """Place and points of each seat after a script that ends the round."""
    (ended,) = only(events_of(state, *script), RoundEnded)
    return [(result.place, result.points) for result in ended.results]


def test_american_first_out() -> None:
    """C21: each loser loses what it holds, the winner gains all that they lost: the points sum to zero."""
    state = table(["9H", "KD 5S", "AC 6S JK"], top="7H", rules=american(), scores=(3, 4, -5))
    assert results(state, "0 9H !!") == [(1, 15 + 57), (0, -15), (0, -57)]
    assert run(state, "0 9H !!").scores == (75, -11, -62)


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("JK", 50),
        ("8S", 50),
        ("2S", 20),
        ("3S", 20),
        ("JS", 20),
        ("QS", 20),
        ("KS", 10),
        ("AS", 1),
        ("10S", 10),
        ("4S", 4),
    ],
)
def test_card_points(held: str, points: int) -> None:
    """C20: Joker, wild rank, ranks with a power, then court cards, ace and numbers."""
    assert results(table(["9H", held], top="7H"), "0 9H !!") == [(1, points), (0, -points)]


def test_card_points_of_moved_powers() -> None:
    """C20: a power that is switched off or moved makes its old rank an ordinary card, and its new one count as it."""
    rules = american(specials={"skip": 1, "reverse": 0, "wild": 13, "draw_two": 0})
    for held, points in (("AS", 20), ("JS", 10), ("QS", 10), ("8S", 8), ("KS", 50), ("2S", 2)):
        assert results(table(["9H", held], top="7H", rules=rules), "0 9H !!") == [(1, points), (0, -points)]


def test_card_points_of_the_rules() -> None:
    """C20: the points are fields of the rules."""
    rules = american(card_points={"joker": 30, "wild": 25, "action": 15, "court": 11, "ace": 14})
    state = table(["9H", "JK 8S 2S KS AS 5S"], top="7H", rules=rules)
    assert results(state, "0 9H !!") == [(1, 100), (0, -100)]


def test_card_count() -> None:
    """C20, C21: CARD_COUNT: a card left counts 1."""
    rules = american(scoring=Scoring.CARD_COUNT)
    state = table(["9H", "KD 5S", "AC 6S JK"], top="7H", rules=rules)
    assert results(state, "0 9H !!") == [(1, 5), (0, -2), (0, -3)]


def test_placement() -> None:
    """C22: PLACEMENT: with n seats dealt in, place k gains n - k."""
    state = table(["9H", "9C", "5S"], top="7H", rules=american(**STANDING))
    assert results(state, "0 9H !!", "1 9C !!") == [(1, 2), (2, 1), (3, 0)]


def test_placement_counts_the_seats_dealt_in() -> None:
    """C22, S4: a seat that left before the round is not dealt in, one that left during it is."""
    before = table(["9H", "9C", ""], top="7H", rules=american(**STANDING), left=(False, False, True), dealer=0)
    assert results(before, "0 9H !!") == [(1, 1), (2, 0), (0, 0)]
    during = table(["9H", "9C", "5S"], top="7H", rules=american(**STANDING))
    assert results(during, "2 leave", "0 9H !!") == [(1, 2), (2, 1), (0, 0)]


def test_a_void_round_scores_nothing() -> None:
    """C23, C24: a round that reaches the turn limit is void: nothing scored, no places, also for who was out."""
    rules = american(turn_limit=22, **STANDING)
    state = table(["9H", "9C 4D 4S", "5S 5H"], top="7H", rules=rules, scores=(1, 2, 3))
    state = run(state, "0 9H !!")
    assert state.places == (1, 0, 0)
    assert results(state, "1 9C") == [(0, 0)] * 3
    after = run(state, "1 9C")
    assert (after.phase, after.scores, after.places) == (Phase.ROUND_OVER, (1, 2, 3), (0, 0, 0))
    (ended,) = only(events_of(state, "1 9C"), RoundEnded)
    assert ended.outcome == RoundOutcome.VOID_TURN_LIMIT


def test_the_turn_limit_voids_when_a_turn_would_start() -> None:
    """C24: void when a turn would start after `turn_limit` turn actions; within a turn it goes on; a finish still
    wins.
    """
    rules = american(turn_limit=21)
    state = run(table(["9H KC 4D", "9C 4S"], top="7H", rules=rules), "0 draw")
    assert (state.turns, state.phase) == (21, Phase.TURN)
    assert run(state, "0 pass").phase == Phase.ROUND_OVER
    won = table(["9H", "9C 4S"], top="7H", rules=rules)
    assert results(won, "0 9H !!")[0][0] == 1
    claimed = run(table(["9H", "9C 4S"], top="7H", rules=rules), "0 9H", "1 waive")
    assert claimed.places == (1, 0)


def test_a_seat_that_left_is_a_loser_with_its_hand() -> None:
    """C23: a seat that left keeps its hand and is counted as a loser with it."""
    state = table(["9H", "KD 5S", "AC 6S"], top="7H", rules=american())
    assert results(state, "1 leave", "0 9H !!") == [(1, 22), (0, -15), (0, -7)]


def test_the_next_dealer_rotates() -> None:
    """C10: ROTATES: the next seat clockwise that has not left deals."""
    state = table(["9H", "KD 5S", "AC 6S", "4C 4D"], top="7H", rules=american(rounds=3), dealer=1)
    state = run(state, "2 leave", "0 9H !!")
    (started,) = only(events_of(state, "0 start"), RoundStarted)
    assert (started.round, started.dealer, started.stock) == (2, 3, 108)
    after = run(state, "0 start")
    assert (after.dealer, after.round) == (3, 2)
    assert [len(row) for row in after.hands] == [7, 7, 0, 7]
    assert (discard(after).passes, after.turns, after.last_play) == (0, 0, None)


@pytest.mark.parametrize(("left", "dealer"), [((), 0), (("0 leave",), 1)])
def test_the_winner_deals(left: tuple[str, ...], dealer: int) -> None:
    """C10: WINNER: the round's winner deals; one that has left: the next clockwise that has not."""
    rules = american(rounds=3, next_dealer=NextDealer.WINNER)
    state = table(["9H", "KD 5S", "AC 6S"], top="7H", rules=rules, dealer=2)
    assert run(state, "0 9H !!", *left, "1 start").dealer == dealer


def test_the_winner_of_several_deals() -> None:
    """C10: several winners: the first clockwise counting from the dealer itself."""
    rules = american(rounds=3, next_dealer=NextDealer.WINNER, dobon={"enabled": True})
    for dealer, expected in ((0, 1), (1, 1), (2, 2)):
        state = table(["9H KC 7C", "4C 5D", "6S 3D"], top="5H", rules=rules, dealer=dealer)
        assert run(state, "0 9H", "1 dobon 0", "2 dobon 0", "0 start").dealer == expected


def test_after_a_void_round_the_same_dealer() -> None:
    """C10: WINNER, a void round: the same dealer again."""
    rules = american(rounds=3, next_dealer=NextDealer.WINNER, turn_limit=21)
    state = run(table(["9H KC 7C", "4C 5D", "6S 3D"], top="5H", rules=rules, dealer=1), "0 9H")
    assert state.phase == Phase.ROUND_OVER
    assert run(state, "0 start").dealer == 1


def test_the_match_is_over_after_the_last_round() -> None:
    """C10, C11, C7: after the last round the match is over: standings with shared ranks, and the seed."""
    state = table(["9H", "5D", "5S", "4C 4D"], top="7H", rules=american(rounds=1))
    (ended,) = only(events_of(state, "0 9H !!"), MatchEnded)
    assert ended == MatchEnded((Standing(1, 0, 18), Standing(2, 1, -5), Standing(2, 2, -5), Standing(4, 3, -8)), SEED)
    after = run(state, "0 9H !!")
    assert after.phase == Phase.MATCH_OVER
    assert tuple(standings(after)) == ended.standings
    assert refused(after, "0 start") == "WRONG_PHASE"
    assert refused(after, "0 leave") == "WRONG_PHASE"


def test_nothing_survives_a_round() -> None:
    """C10: direction, suit, pending draws, claims and offenses never survive a round."""
    state = table(["2H", "5D 5S", "5H 6H"], top="7H", rules=american(rounds=3), reverse=True)
    after = run(state, "0 2H !!")
    assert (discard(after).suit, discard(after).reversed, discard(after).pending) == (0, False, 0)


def test_start_round_only_between_rounds() -> None:
    """C10, R1: `start_round` belongs to ROUND_OVER."""
    assert refused(table(["9H 4C 4D", "5D 5S"], top="7H"), "0 start") == "WRONG_PHASE"
