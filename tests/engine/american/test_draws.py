"""Refilling the stock and rounds in which nothing moves any more (A8, A9)."""

from typing import Any

from pageone_engine import State
from pageone_engine.events import CardsDrawn, RoundEnded, StockReshuffled, TurnStarted
from pageone_engine.terms import DrawReason, Evasion, IllegalPlay, Phase, RoundEnd, RoundOutcome, Scoring

from tests.engine.positions import (
    american,
    card,
    cards,
    discard,
    events_of,
    hand,
    hands_of,
    only,
    refused,
    run,
    shuffled,
    suit,
    table,
    text_of,
)

WHEN_CALLED_OUT = {"illegal_play": IllegalPlay.WHEN_CALLED_OUT}


def test_refill_shuffles_all_of_the_pile_but_the_top_card() -> None:
    """A8, C4, C5: the empty stock is refilled from the pile less its top card, shuffled from ascending order."""
    state = table(["4C 9D 10S", "5D 5S 5H", ""], top="8H", suit_in_force="D", stock="", pile="KC 3S 4C", rest=2)
    new_stock = shuffled(cards("KC 3S 4C"), shuffles=1)
    assert events_of(state, "0 draw") == [
        StockReshuffled(3),
        CardsDrawn(0, DrawReason.TURN, 1, 1, new_stock[-1:]),
    ]
    state = run(state, "0 draw")
    assert state.stock == new_stock[:-1]
    assert text_of(state.pile) == "8H"
    assert state.shuffles == 2
    assert discard(state).suit == suit("D"), "a named suit is untouched"


def test_the_last_card_of_the_stock_needs_no_shuffle() -> None:
    """A8: the stock is refilled when a card is needed, not when it becomes empty."""
    state = table(["4C 9D 10S", "5D 5S 5H", ""], top="5H", stock="6C", pile="KC 3S 4C", rest=2)
    assert events_of(state, "0 draw") == [CardsDrawn(0, DrawReason.TURN, 1, 1, cards("6C"))]
    assert run(state, "0 draw").shuffles == 1


def test_refill_in_the_middle_of_a_payment() -> None:
    """A8, A10: a payment that needs it draws the rest after a reshuffle; direction and suit stay."""
    state = table(
        ["4C 9D 10S", "5D 5S 5H", ""], top="2H", reverse=True, pending=4, stock="6C", pile="KC 3S 4C 4D", rest=2
    )
    new_stock = shuffled(cards("KC 3S 4C 4D"), shuffles=1)
    assert events_of(state, "0 draw") == [
        CardsDrawn(0, DrawReason.PENDING, 1, 1, cards("6C")),
        StockReshuffled(4),
        CardsDrawn(0, DrawReason.PENDING, 3, 3, new_stock[:0:-1]),
        TurnStarted(2),
    ]
    after = run(state, "0 draw")
    assert (discard(after).reversed, discard(after).suit, discard(after).pending) == (True, suit("H"), 0)


def nines(**rules: Any) -> State:  # noqa: ANN401
    """Seat 0 plays two nines on the 5D and calls nothing; the stock is empty, 3C 4C lie below."""
    made = american(sets=True, **rules)
    return table(["9D 9S KC", "5H 7H 6H", ""], top="5D", stock="", pile="3C 4C", rest=2, rules=made)


def test_penalty_while_the_last_play_is_set() -> None:
    """A8: for a penalty while `last_play` is set all but that play's cards are shuffled."""
    state = run(nines(), "0 9D 9S", "1 out 0 missed")
    assert text_of(state.pile) == "9D 9S"
    new_stock = shuffled(cards("3C 4C 5D"), shuffles=1)
    assert state.hands[0] == bytes(sorted(cards("KC") + new_stock[1:]))
    assert state.stock == new_stock[:1]


def test_other_draws_keep_the_top_card_alone() -> None:
    """A8: a draw of one's turn keeps the top card alone, also of a set."""
    state = run(nines(), "0 9D 9S !", "1 draw")
    assert text_of(state.pile) == "9S"
    assert len(state.stock) == 3


def test_penalty_after_the_last_play_is_unset_keeps_the_top_card_alone() -> None:
    """A8, S1: once a draw has unset `last_play` a penalty shuffles all but the top card, too."""
    rules = american(sets=True, penalties={"table_talk": 2})
    state = table(["9D 9S KC", "5H 7H 6H", ""], top="5D", stock="AC", pile="3C 4C", rest=2, rules=rules)
    state = run(state, "0 9D 9S !", "1 draw", "2 out 1 talk")
    assert text_of(state.pile) == "9S"


def test_while_a_play_can_be_taken_back_the_card_under_it_stays() -> None:
    """A8: illegal plays WHEN_CALLED_OUT: what can be taken back and the card under it are not shuffled."""
    state = run(nines(**WHEN_CALLED_OUT), "0 9D 9S", "1 out 0 missed")
    assert text_of(state.pile) == "5D 9D 9S"
    assert hands_of(state)[0] == "3C 4C KC"
    assert run(state, "1 5H").phase == Phase.TURN


def test_penalty_of_a_play_taken_back_shuffles_all_but_the_top_card() -> None:
    """A8, A22: the cards go back first, then nothing can be taken back any more."""
    state = table(
        ["9C KC 7S", "5H 7H 6H", ""], top="5D", stock="", pile="3C 4C", rest=2, rules=american(**WHEN_CALLED_OUT)
    )
    state = run(state, "0 9C", "1 out 0 illegal")
    assert text_of(state.pile) == "5D"
    assert hands_of(state)[0] == "3C 4C 9C KC 7S"


def test_a_seat_that_is_out_can_take_nothing_back() -> None:
    """A8: WHEN_CALLED_OUT, but the player is out: a penalty keeps the play's cards alone."""
    rules = american(
        round_end=RoundEnd.LAST_STANDING, scoring=Scoring.PLACEMENT, penalties={"table_talk": 1}, **WHEN_CALLED_OUT
    )
    state = table(["9D", "5H 7H 6H", "5S", ""], top="5D", stock="", pile="3C 4C", rest=3, rules=rules)
    state = run(state, "0 9D !!", "1 waive", "2 waive", "3 waive")
    assert state.places == (1, 0, 0, 0)
    state = run(state, "2 out 1 talk")
    assert text_of(state.pile) == "9D"
    assert len(state.stock) == 2


def test_payment_at_once_under_none() -> None:
    """A8, A12: a payment in the play's own step keeps the top card alone; where it can be taken back, the card under
    it, too.
    """
    hands = ["2D 2S 7C KC", "5H 7H 6H", ""]
    kept = {}
    for name, more in (("rejected", {}), ("called out", WHEN_CALLED_OUT)):
        rules = american(sets=True, evasion=Evasion.NONE, **more)
        state = table(hands, top="5D", stock="", pile="3C 4C 4H", rest=2, rules=rules)
        kept[name] = text_of(run(state, "0 2D 2S").pile)
    assert kept == {"rejected": "2S", "called out": "5D 2D 2S"}


def test_during_dobon_claims_the_card_under_the_play_stays() -> None:
    """A8: while dobon claims are not settled the play and the card under it are not shuffled."""
    rules = american(dobon={"enabled": True}, penalties={"table_talk": 1})
    state = table(["9D 7C KC", "5H 7H 6H", ""], top="5D", stock="", pile="3C 4C", rest=2, rules=rules)
    state = run(state, "0 9D", "2 out 1 talk")
    assert text_of(state.pile) == "5D 9D"
    settled = run(state, "1 waive", "2 waive", "0 out 1 talk", "0 out 1 talk")
    assert text_of(settled.pile) == "9D", "settled: for a penalty the play's cards alone are kept"


def test_nothing_to_draw_for_a_play_that_can_be_taken_back_but_for_a_turn() -> None:
    """A8, S1: a draw of one's turn unsets `last_play` first: the card under it may be drawn then."""
    state = table(["9D 7C KC", "5H 7H 6H", ""], top="5D", stock="", pile="", rest=2, rules=american(**WHEN_CALLED_OUT))
    state = run(state, "0 9D")
    assert refused(state, "1 draw") == ""
    assert card("5D") in run(state, "1 draw").hands[1]


def test_draw_is_refused_and_a_round_of_passes_is_void() -> None:
    """A9: nothing to draw: `draw` is refused; when every active seat in turn has passed so the round is void."""
    state = table(["4C 9D 10S", "5D 5S 5C", ""], top="7H", stock="", rest=2)
    assert refused(state, "0 draw") == "NOTHING_TO_DRAW"
    state = run(state, "0 pass", "1 pass")
    assert discard(state).passes == 2
    (ended,) = only(events_of(state, "2 pass"), RoundEnded)
    assert ended.outcome == RoundOutcome.VOID_BLOCKED
    assert [(result.place, result.points) for result in ended.results] == [(0, 0)] * 3
    after = run(state, "2 pass")
    assert (after.phase, after.scores, after.places) == (Phase.ROUND_OVER, (0, 0, 0), (0, 0, 0))
    assert (discard(after).passes, discard(after).suit) == (0, 0), "S3"


def test_a_play_sets_the_passes_back() -> None:
    """A9: `passes` is set back by any play."""
    state = table(["4C 9D 10S", "5D 5S 5H", ""], top="7H", stock="", rest=2)
    state = run(state, "0 pass", "1 5H")
    assert discard(state).passes == 0


def test_a_draw_sets_the_passes_back() -> None:
    """A9: `passes` is set back by a draw; the pass after the last card was drawn counts again."""
    state = table(["4C 9D 10S", "5D 5S 5C", ""], top="7H", stock="6C", rest=2, passes=0)
    state = run(state, "0 draw")
    assert discard(state).passes == 0
    state = run(state, "0 pass")
    assert discard(state).passes == 1
    paid = run(table(["4C 9D 10S", "5D 5S 5C", ""], top="2H", stock="", rest=2, pending=2), "0 draw")
    assert discard(paid).passes == 0


def test_a_pass_while_cards_could_be_drawn_does_not_count() -> None:
    """A9: only passes in which nothing could be drawn at that moment count."""
    state = table(["4C 9D 10S", "5D 5S 5C", "AC"], top="7H", rules=american(pass_without_draw=True))
    state = run(state, "0 pass", "1 pass", "2 pass", "0 pass")
    assert (state.phase, discard(state).passes) == (Phase.TURN, 0)


def test_paying_is_never_refused() -> None:
    """A9, A10: a pending draw can be paid with nothing to draw: all of it is forgiven and the turn is over."""
    state = table(["4C 9D 10S", "5D 5S 5C", ""], top="2H", stock="", rest=2, pending=4)
    assert events_of(state, "0 draw") == [CardsDrawn(0, DrawReason.PENDING, 0, 4), TurnStarted(1)]


def test_a_leave_can_make_the_round_void() -> None:
    """A9: as soon as `passes` is not less than the active seats, here by a seat that leaves."""
    state = table(["4C 9D 10S", "5D 5S 5C", "AC KD 6D", ""], top="7H", stock="", rest=3)
    state = run(state, "0 pass", "1 pass", "2 pass")
    assert (state.turn, state.phase) == (3, Phase.TURN)
    after = run(state, "1 leave")
    assert after.phase == Phase.ROUND_OVER
    (ended,) = only(events_of(state, "1 leave"), RoundEnded)
    assert ended.outcome == RoundOutcome.VOID_BLOCKED


def test_a_hand_is_whole_after_a_short_stock() -> None:
    """A8, C16: what pile and stock together do not have is forgiven."""
    state = table(["4C 9D 10S", "5D 5S 5C", ""], top="2H", stock="6C", pile="7D", rest=2, pending=4)
    state = run(state, "0 draw")
    assert state.hands[0] == hand("4C 9D 10S 6C 7D")
    assert (state.stock, discard(state).pending, state.turn) == (b"", 0, 1)
