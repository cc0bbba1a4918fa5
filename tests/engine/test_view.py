"""What a viewer sees: C29, C30, C7, and what it is told of an event."""

import random
from dataclasses import replace

import pytest
from pageone_engine.cards import JOKER
from pageone_engine.engine import apply, create_match
from pageone_engine.events import CardsDealt, CardsDrawn, CardsPlayed, HandShown
from pageone_engine.listing import legal_actions
from pageone_engine.presets import PRESETS
from pageone_engine.refusals import RefusedError
from pageone_engine.state import Claims, Discard, DobonClaim, LastPlay, State, Trick
from pageone_engine.state_check import validate_view
from pageone_engine.terms import DrawReason, Offense, Phase
from pageone_engine.view import redact, state_of, view

from tests.engine.play import every_action, listed_action, outcome_of, permuted, reached_states

SEED = bytes(range(32))


def fresh(preset: str = "american_page_one", seats: int = 4) -> State:
    return create_match(PRESETS[preset], seats, SEED, first_dealer=0, match_id="m")[0]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_a_view_tells_public_facts_and_the_own_hand(preset: str, viewer: int | None) -> None:
    """C29: rules, counts, scores, places, the face-up cards are public; a hand is its seat's alone."""
    state = fresh(preset)
    seen = view(state, viewer)
    assert seen.cards == tuple(len(hand) for hand in state.hands)
    assert (seen.scores, seen.places, seen.left) == (state.scores, state.places, state.left)
    assert seen.stock == len(state.stock)
    assert seen.pile == state.pile
    assert seen.rules is state.match.rules
    assert (seen.match_id, seen.version, seen.phase) == ("m", 0, Phase.TURN)
    assert (seen.round, seen.dealer, seen.turn) == (1, 0, state.turn)
    assert seen.hand == (b"" if viewer is None else state.hands[viewer])


def test_the_seed_is_shown_only_when_the_match_is_over() -> None:
    """C7: the commitment from the beginning, the seed at the end."""
    state = fresh()
    assert view(state, 0).seed == b""
    assert view(state, 0).seed_commitment == state.match.seed_commitment
    for phase in (Phase.CLAIMS, Phase.ROUND_OVER):
        state.phase = phase
        assert view(state, 0).seed == b""
    state.phase = Phase.MATCH_OVER
    assert view(state, None).seed == SEED


def test_open_offenses_are_in_no_view() -> None:
    """C13, C29: nothing in any view hints at an open offense."""
    state = fresh()
    state.pile += bytes((30,))
    state.last_play = LastPlay(1, bytes((30,)), (1, 2), 2, True, 3, False, 1)
    for viewer in (None, 0, 1, 2):
        assert view(state, viewer).last_play == LastPlay(1, bytes((30,)), (), 2, True, 3, False, 1)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_the_drawn_card_is_its_seats_alone(viewer: int | None) -> None:
    """C29: everybody sees that the seat to act has drawn, only itself what."""
    state = fresh()
    state.turn = 2
    state.table = Discard(3, drawn=state.hands[2][0])
    seen = view(state, viewer)
    assert seen.drew
    assert seen.table.drawn == (state.hands[2][0] if viewer == 2 else 0)
    state.table = Discard(3)
    assert not view(state, viewer).drew


def test_the_count_of_vain_passes_is_in_no_view() -> None:
    """C29: the contract's view has no passes, so none are in ours."""
    state = fresh()
    state.table = Discard(2, passes=2)
    assert view(state, 1).table == Discard(2)


def test_a_trick_is_shown_whole() -> None:
    """C29: leader and plays."""
    state = fresh("page_one")
    state.table = Trick(2, ((2, 5), (3, JOKER)), state.hands[0][0])
    state.turn = 0
    assert view(state, 1).table == Trick(2, ((2, 5), (3, JOKER)))
    assert view(state, 0).table == state.table


def test_dobons_are_public_with_their_cards() -> None:
    """C29, A24: laid hands are shown to all; awaited are who may still answer."""
    state = fresh()
    state.match.rules = replace(
        state.match.rules,
        game=replace(
            PRESETS["american_page_one"].game,  # type: ignore[type-var] # it is one
            dobon=replace(PRESETS["american_page_one"].game.dobon, enabled=True),  # type: ignore[union-attr]
        ),
    )
    state.phase = Phase.CLAIMS
    state.turn = 1
    state.last_play = LastPlay(1, state.pile[-1:], suit_before=1)
    state.claims = Claims(1, (3,), (DobonClaim(3, 1, 1, state.hands[3]),))
    for viewer in (None, 0, 3):
        seen = view(state, viewer)
        assert seen.claims == state.claims
        assert seen.awaited == (0, 2)


def test_a_view_is_cheap_and_shares_what_never_changes() -> None:
    """SPEED: cards are shared, never copied; the table is the view's own."""
    state = fresh()
    seen = view(state, 0)
    assert seen.hand is state.hands[0]
    assert seen.pile is state.pile
    assert seen.table is not state.table


def test_what_is_hidden_in_an_event_goes_and_its_count_stays() -> None:
    """C29: dealt and drawn cards are their seat's alone."""
    dealt = CardsDealt(1, 3, bytes((1, 2, 3)))
    drawn = CardsDrawn(1, DrawReason.PENALTY, 2, 5, bytes((7, 8)))
    for viewer in (None, 0, 2):
        assert redact(dealt, viewer) == CardsDealt(1, 3)
        assert redact(drawn, viewer) == CardsDrawn(1, DrawReason.PENALTY, 2, 5)
    assert redact(dealt, 1) is dealt
    assert redact(drawn, 1) is drawn


def test_a_challenged_hand_is_shown_to_the_challenger() -> None:
    """A30, C29: the hand is shown to the challenger alone (its seat knows it)."""
    shown = HandShown(0, 2, 2, bytes((4, 5)))
    assert redact(shown, 2) is shown
    assert redact(shown, 0) is shown
    for viewer in (None, 1, 3):
        assert redact(shown, viewer) == HandShown(0, 2, 2)


def test_public_events_are_passed_on_as_they_are() -> None:
    """C29: the same object when nothing is hidden."""
    played = CardsPlayed(1, bytes((9,)), 0, 1)
    nothing = CardsDrawn(1, DrawReason.PENALTY, 0, 2)
    assert redact(played, None) is played
    assert redact(nothing, 0) is nothing


@pytest.mark.parametrize("preset", PRESETS)
def test_a_seats_legal_actions_follow_from_its_view(preset: str) -> None:
    """C30, L1: what a seat knows is enough to list what it can do."""
    rng = random.Random(preset)
    state = fresh(preset)
    for _ in range(120):
        for seat in range(4):
            seen = view(state, seat)
            assert not validate_view(seen)
            assert legal_actions(state_of(seen), seat) == legal_actions(state, seat)
        action = listed_action(state, rng)
        if action is None or state.phase == Phase.MATCH_OVER:
            break
        try:
            state, _ = apply(state, action)
        except RefusedError:
            continue


def test_a_state_of_a_view_knows_nothing_hidden() -> None:
    """C30: others' cards and the stock are code 0; offenses, seed, entropy and counters are not there."""
    state = fresh()
    known = state_of(view(state, 1))
    assert known.hands[1] == state.hands[1]
    assert set(b"".join(known.hands[seat] for seat in (0, 2, 3)) + known.stock) == {0}
    assert [len(hand) for hand in known.hands] == [len(hand) for hand in state.hands]
    assert (known.match.seed, known.match.entropy, known.shuffles, known.turns) == (b"", (), 0, 0)
    assert known.match.seed_commitment == state.match.seed_commitment


@pytest.mark.parametrize("seed", range(20))
def test_two_states_that_differ_in_hidden_things_show_the_same(seed: int) -> None:
    """C30: a viewer's view and refusals do not depend on what it may not see."""
    rng = random.Random(seed)
    states = reached_states(seed + 900)
    tried = 0
    for state in rng.sample(states, min(len(states), 5)):
        for viewer in (None, *range(len(state.hands))):
            hidden = permuted(state, viewer, rng)
            if hidden is None:
                continue
            tried += 1
            assert view(state, viewer) == view(hidden.state, viewer)
            for action in list(every_action(state))[:: 1 + rng.randrange(40)]:
                asks = action.kind == "call_out" and action.offense != Offense.TABLE_TALK  # type: ignore[union-attr]
                if action.seat == viewer and not asks:
                    assert outcome_of(state, action) == outcome_of(hidden.state, action)
    assert tried
