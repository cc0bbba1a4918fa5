"""What a viewer sees (C29, C30) and what a state holds (S1 to S4), in tricks."""

from dataclasses import replace
from typing import Any

import pytest
from pageone_engine import RefusedError, State, apply, legal_actions, redact, state_of, validate_state, view
from pageone_engine.events import CardsDrawn, RoundEnded
from pageone_engine.state import LastPlay
from pageone_engine.terms import MissedCall, Offense, Phase, StockOut

from tests.engine.positions import (
    SEED,
    action,
    cards,
    events_of,
    hand,
    listed,
    only,
    page_one,
    refused,
    run,
    step,
    trick_of,
    tricks,
)

POINTED_OUT: dict[str, Any] = {"calls": {"missed": MissedCall.WHEN_CALLED_OUT}}
VIEWERS = (None, 0, 1, 2)


def following(**others: Any) -> State:  # noqa: ANN401
    """Seat 1 must draw to a led heart."""
    return tricks(["6H 7H", "2C 3C", "9S 10S"], ["0 5H"], turn=1, draws="2S 3S 4H", pile="KS QS", **others)


def hidden_otherwise(state: State, viewer: int | None) -> State:
    """The same for the viewer: others' hands and the stock dealt anew from the same cards."""
    other = state.copy()
    seats = [seat for seat in range(state.match.seats) if seat != viewer]
    pool = sorted(b"".join(state.hands[seat] for seat in seats) + state.stock)
    pool = pool[1::2] + pool[::2]
    for seat in seats:
        size = len(state.hands[seat])
        other.hands[seat], pool = bytes(sorted(pool[:size])), pool[size:]
    other.stock = bytes(pool)
    return other


def test_hands_are_private() -> None:
    """C29: a seat sees its own hand and the others' card counts; a spectator no hand."""
    state = following()
    for viewer in VIEWERS:
        seen = view(state, viewer)
        assert seen.hand == (b"" if viewer is None else state.hands[viewer])
        assert seen.cards == (2, 2, 2)
        assert seen.stock == len(state.stock)
        assert (seen.pile, seen.scores, seen.places) == (state.pile, state.scores, state.places)
        assert seen.table == state.table


def test_the_drawn_card_is_private() -> None:
    """C29: the card drawn in this turn is seen by its seat alone; that it drew, by all."""
    state = run(following(), "1 draw")
    drawn = cards("2S")[0]
    assert trick_of(state).drawn == drawn
    for viewer in VIEWERS:
        seen = view(state, viewer)
        assert seen.table.drawn == (drawn if viewer == 1 else 0)
        assert seen.drew is True
        assert view(following(), viewer).drew is False


def test_drawn_cards_are_told_to_the_seat_alone() -> None:
    """C29: CardsDrawn has its cards for the seat alone, the count for all."""
    (event,) = only(events_of(following(), "1 draw"), CardsDrawn)
    for viewer in VIEWERS:
        told = redact(event, viewer)
        assert isinstance(told, CardsDrawn)
        assert told.cards == (cards("2S") if viewer == 1 else b"")
        assert (told.seat, told.count, told.owed, told.reason) == (1, 1, 1, event.reason)


def test_the_seed_before_the_end() -> None:
    """C29, C7: to nobody the seed before the end; the commitment to all."""
    state = following()
    over = run(tricks(["5H", "6H 7H"], rules=page_one(rounds=1)), "0 5H !!")
    for viewer in VIEWERS:
        assert view(state, viewer).seed == b""
        assert view(state, viewer).seed_commitment == state.match.seed_commitment
    for viewer in (None, 0, 1):
        assert view(over, viewer).seed == SEED


def test_open_offenses_are_seen_by_nobody() -> None:
    """C29, C13: no view tells of an open offense, not even to the offender; the call made is public."""
    state = run(tricks(["5H 9C", "2C 3C", "9S 10S"], rules=page_one(**POINTED_OUT)), "0 9C")
    assert state.last_play == LastPlay(0, cards("9C"), (Offense.MISSED_CALL,))
    for viewer in VIEWERS:
        assert view(state, viewer).last_play == LastPlay(0, cards("9C"))
    closed = state.copy()
    closed.last_play = replace(state.last_play, offenses=())
    for viewer in VIEWERS:
        assert view(closed, viewer) == view(state, viewer)
        if viewer is not None:
            assert legal_actions(closed, viewer) == legal_actions(state, viewer)


def test_hands_at_a_rounds_end() -> None:
    """C29: the hands are shown at a round's end by its event."""
    state = tricks(["5H", "6H 7H", "8H"])
    (event,) = only(events_of(state, "0 5H !!"), RoundEnded)
    for viewer in VIEWERS:
        told = redact(event, viewer)
        assert isinstance(told, RoundEnded)
        assert [result.hand for result in told.results] == [b"", hand("6H 7H"), hand("8H")]


def test_two_states_that_differ_in_hidden_things() -> None:
    """C30: a view is the same for any two states that differ only in what the viewer may not see."""
    for state in (following(), run(tricks(["9C", "2C 3C", "9S 10S"], rules=page_one(**POINTED_OUT)), "0 9C")):
        for viewer in VIEWERS:
            other = hidden_otherwise(state, viewer)
            assert other != state
            assert validate_state(other) == []
            assert view(other, viewer) == view(state, viewer)


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_events_of_two_such_states(viewer: int | None) -> None:
    """C30: the events of a hidden draw are the same for the others, whatever was drawn."""
    state = following()
    other = state.copy()
    other.stock = other.stock[:-3] + other.stock[-3:][::-1]
    one = [redact(event, viewer) for event in events_of(state, "1 draw")]
    two = [redact(event, viewer) for event in events_of(other, "1 draw")]
    assert one == two


def test_refusals_do_not_depend_on_what_others_hold() -> None:
    """C30: a refusal sent to a seat tells of nothing but its own cards."""
    state = following()
    for line in ("0 6H", "0 draw", "2 9S", "2 5D", "1 2C", "1 pass", "1 out 0 missed", "1 5H", "1 waive"):
        made = action(line)
        other = hidden_otherwise(state, made.seat)
        seen = []
        for each in (state, other):
            with pytest.raises(RefusedError) as caught:
                apply(each, made)
            seen.append(caught.value.refusal)
        assert seen[0] == seen[1]


def test_a_seat_knows_what_is_listed_for_it() -> None:
    """C30: what is listed for a seat follows from its view alone."""
    for state in (following(), run(following(), "1 draw"), run(following(), "1 draw", "1 draw", "1 draw")):
        for seat in range(3):
            assert legal_actions(state_of(view(state, seat)), seat) == legal_actions(state, seat)


# S


def test_last_play_is_set_by_every_play() -> None:
    """S1: set by every play; in Page One its `*_before` are zero; it is not the starter."""
    state = run(tricks(["5H 6H 7H", "2H 3H", "9H 10H"]), "0 5H")
    assert state.last_play == LastPlay(0, cards("5H"))
    assert run(state, "1 2H !").last_play == LastPlay(1, cards("2H"), call=1)


def test_last_play_is_unset_by_a_draw() -> None:
    """S1: unset by every other turn action: in Page One a draw; not by a call-out, a waive or a leave."""
    state = run(tricks(["5H 6H 7H", "2C 3C", "9H 10H"], rules=page_one(penalties={"table_talk": 1})), "0 5H")
    assert run(state, "1 draw").last_play is None
    assert run(state, "1 out 0 talk").last_play == state.last_play
    assert run(state, "2 leave").last_play == state.last_play
    missed = run(tricks(["5H 6H", "2C 3C", "9H 10H"], rules=page_one(**POINTED_OUT)), "0 5H")
    last = run(missed, "1 out 0 missed").last_play
    assert last == LastPlay(0, cards("5H"))


def test_last_play_after_a_draw_that_takes_the_table() -> None:
    """S1, P11: a draw from an empty stock is a draw: last_play is unset, nothing can be called out."""
    rules = page_one(**POINTED_OUT)
    state = run(tricks(["5H 6H", "2C 3C", "9S 10S"], turn=0, stock="", rest=2, rules=rules), "0 5H")
    assert "out 0 missed" in listed(state, 1)
    after = run(state, "1 draw")
    assert (after.last_play, trick_of(after).leader) == (None, 1)
    assert refused(after, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"


def test_in_claims() -> None:
    """S2: `level` is 1 where dobon is off; `answered` are those that have waived or left."""
    state = run(tricks(["9C", "2C 3C", "9S 10S", "2D 3D"], rules=page_one(**POINTED_OUT)), "0 9C")
    assert state.claims is not None
    assert (state.claims.level, state.claims.answered, state.claims.dobons) == (1, (), ())
    state = run(state, "3 waive", "1 leave")
    assert state.claims is not None
    assert sorted(state.claims.answered) == [1, 3]
    assert trick_of(state).plays == ((0, cards("9C")[0]),)


def test_after_a_round() -> None:
    """S3: hands, stock, pile and the trick's plays stay as they lie; nothing drawn, no last play, no claims."""
    state = tricks(["5H 6H", "7H", "9H 10H"], ["0 2H"], turn=1, pile="KS QS", draws="2S")
    after = run(state, "1 7H !!")
    assert after.hands == [hand("5H 6H"), b"", hand("9H 10H")]
    assert (after.stock, after.pile) == (state.stock, cards("KS QS"))
    assert trick_of(after).plays == ((0, cards("2H")[0]), (1, cards("7H")[0]))
    assert (trick_of(after).drawn, after.last_play, after.claims) == (0, None, None)


def test_after_a_void_round() -> None:
    """S3: the drawn card of a round that was void in the middle of a turn is unset, the cards lie where they lay."""
    rules = page_one(stock_out=StockOut.RESHUFFLE)
    state = tricks(["6H 7H", "2C 3C", "9S"], ["0 5H"], turn=1, stock="2S", rest=0, rules=rules)
    state = run(state, "1 draw")
    assert trick_of(state).drawn == cards("2S")[0]
    after = run(state, "1 draw")
    assert after.phase == Phase.ROUND_OVER
    assert (trick_of(after).drawn, trick_of(after).plays) == (0, ((0, cards("5H")[0]),))
    assert after.hands == state.hands


def test_finished_tricks_go_to_the_pile_in_the_order_played() -> None:
    """S4: in the order played, the newest trick on top, whoever won."""
    state = tricks(["5H 6H 4S", "2H KH 3C", "9H 10H JC"], pile="KS QS", turn=0)
    after = run(state, "0 5H", "1 2H", "2 9H", "2 10H !", "0 6H !", "1 KH !")
    assert after.pile == cards("KS QS 5H 2H 9H 10H 6H KH")
    assert after.turn == 1


def test_seats_dealt_in() -> None:
    """S4: dealt in are those that have not left, hold cards, or have a place: also one that is out and then left."""
    state = tricks(
        ["5H", "", "6H 7H", ""], rules=page_one("imohori"), places=(0, 1, 0, 0), left=(False, True, False, True)
    )
    (event,) = only(events_of(state, "0 5H"), RoundEnded)
    assert [result.points for result in event.results] == [1, 2, 0, 0]


def test_apply_never_changes_its_input() -> None:
    """C26: the state given stays as it was, also when the action is accepted."""
    state = following()
    before = state.copy()
    step(state, "1 draw")
    assert state == before
