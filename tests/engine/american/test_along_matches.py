"""What holds of call-outs, challenges and dobon in every position along random matches (A21 to A23, A30)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pageone_engine import RefusedError, Rules, State, apply, create_match, legal_actions
from pageone_engine.actions import CallOut, Challenge, CloseClaims, Dobon, Play, StartRound
from pageone_engine.events import CardsDrawn, ChallengeSettled
from pageone_engine.refusals import Refusal
from pageone_engine.terms import DobonReturn, Evasion, IllegalPlay, JokerPlay, Offense, Phase, RoundEnd, Scoring

from tests.engine.positions import american, discard, only

JOKER = 53
STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
COMMON: dict[str, Any] = {"illegal_play": IllegalPlay.WHEN_CALLED_OUT, "hand_size": 4, "rounds": 30, "jokers": 10}
RULES = {
    "same rank": american(sets=True, **COMMON),
    "linked": american(evasion=Evasion.LINKED, joker_play=JokerPlay.CHALLENGEABLE, **COMMON, **STANDING),
    "none": american(evasion=Evasion.NONE, joker_play=JokerPlay.CHALLENGEABLE, sets=True, **COMMON, **STANDING),
    "dobon": american(
        dobon={"enabled": True, "on_starter": True, "dobon_return": DobonReturn.LAST_LAID}, **COMMON, **STANDING
    ),
}


def rank(code: int) -> int:
    """1 to 13, 0 of a Joker."""
    return 0 if code == JOKER else (code - 1) % 13 + 1


def positions(rules: Rules, seats: int, number: int, steps: int = 160) -> Iterator[tuple[Random, State]]:
    """The states of a random match that mostly plays what is listed, and sometimes what the table forbids."""
    rng = Random(f"{rules} {seats} {number}")
    state = create_match(rules, seats, rng.randbytes(32), first_dealer=0)[0]
    for _ in range(steps):
        yield rng, state
        if state.phase == Phase.ROUND_OVER:
            state = apply(state, StartRound())[0]
            continue
        if state.phase == Phase.MATCH_OVER:
            return
        if state.phase == Phase.CLAIMS and rng.random() < 0.3:
            state = apply(state, CloseClaims())[0]
            continue
        if state.phase == Phase.TURN and rng.random() < 0.25:
            state = illegal(rng, state) or state
        else:
            ways = [made for seat in range(seats) for made in legal_actions(state, seat).actions]
            ways = [made for made in ways if not isinstance(made, CallOut)]
            plays = [made for made in ways if isinstance(made, Play | Dobon)]
            state = apply(state, rng.choice(plays if plays and rng.random() < 0.8 else ways))[0]


def illegal(rng: Random, state: State) -> State | None:
    """The state after a play of one card that the table may forbid; ``None`` when it is refused."""
    code = rng.choice(state.hands[state.turn])
    named = rng.randint(1, 4) if code == JOKER or rank(code) == 8 else 0
    calls = {1: 2, 2: 1}
    try:
        return apply(state, Play(state.turn, bytes([code]), named, calls.get(len(state.hands[state.turn]), 0)))[0]
    except RefusedError:
        return None


@pytest.mark.parametrize("name", RULES)
def test_taken_back_everything_is_as_before(name: str) -> None:
    """A22: an illegal play called out leaves pile, suit and direction as before, and the offender two cards more."""
    seen = 0
    for number in range(3):
        for rng, state in positions(RULES[name], 4, number):
            if state.phase != Phase.TURN or not discard(state).suit or not (after := illegal(rng, state)):
                continue
            offender = state.turn
            caller = next(seat for seat in range(4) if seat != offender)
            call_out = CallOut(caller, offender, Offense.ILLEGAL_PLAY)
            if after.last_play is None or Offense.ILLEGAL_PLAY not in after.last_play.offenses:
                with pytest.raises(RefusedError) as caught:
                    apply(after, call_out)
                assert caught.value.refusal in (Refusal.NOTHING_TO_CALL_OUT, Refusal.WRONG_PHASE)
                continue
            back = apply(after, call_out)[0]
            seen += 1
            assert back.phase == Phase.TURN
            assert (discard(back).suit, discard(back).reversed) == (discard(state).suit, discard(state).reversed)
            assert back.pile[-1] == state.pile[-1]
            assert len(back.hands[offender]) == len(after.hands[offender]) + 1 + 2
            assert all(code in back.hands[offender] for code in state.hands[offender])
            if name != "none":
                assert discard(back).pending == discard(state).pending
                others = [seat for seat in range(4) if seat != offender]
                assert [back.hands[seat] for seat in others] == [state.hands[seat] for seat in others]
            else:
                assert discard(back).pending == 0
            step = -1 if discard(state).reversed else 1
            following = [(offender + step * far) % 4 for far in range(1, 5)]
            active = [seat for seat in following if not state.places[seat]]
            paid_here = name == "none" and discard(state).pending and after.phase == Phase.CLAIMS
            assert back.turn == active[1 if paid_here else 0]
    assert seen > 20


@pytest.mark.parametrize("name", ["linked", "none"])
def test_verdicts_of_challenges(name: str) -> None:
    """A30: guilty exactly with a card of the suit before it that is neither wild nor a Joker; who draws how many."""
    verdicts = {True: 0, False: 0}
    for number in range(6):
        for _, state in positions(RULES[name], 3, number):
            if state.phase != Phase.TURN or Challenge(state.turn) not in legal_actions(state, state.turn).actions:
                continue
            last = state.last_play
            assert last is not None
            assert set(last.cards) == {JOKER}
            assert not last.pending_before
            held = [code for code in state.hands[last.seat] if code != JOKER and rank(code) != 8]
            guilty = any((code - 1) // 13 + 1 == last.suit_before for code in held)
            after, events = apply(state, Challenge(state.turn))
            assert only(events, ChallengeSettled) == [ChallengeSettled(state.turn, last.seat, guilty)]
            drawn = [(event.seat, event.count) for event in only(events, CardsDrawn)]
            owed = 4 * len(last.cards)
            if len(state.stock) > owed + 2:
                assert drawn == [(last.seat, owed) if guilty else (state.turn, owed + 2)]
            assert discard(after).pending == 0
            assert (after.turn == state.turn) == guilty
            verdicts[guilty] += 1
    assert min(verdicts.values()) > 2


def test_who_may_dobon_along_matches() -> None:
    """A23, L1: at level 1 a dobon is listed and accepted exactly for hands that sum to the rank of the top card."""
    may = {True: 0, False: 0}
    for number in range(6):
        for _, state in positions(RULES["dobon"], 4, number):
            claims, last = state.claims, state.last_play
            if state.phase != Phase.CLAIMS or claims is None or last is None or claims.level > 1:
                continue
            for seat in range(4):
                if seat == last.seat or seat in claims.answered or state.places[seat]:
                    continue
                fits = sum(rank(code) for code in state.hands[seat]) == rank(last.cards[-1])
                listed = Dobon(seat, last.seat) in legal_actions(state, seat).actions
                assert listed == fits
                may[fits] += 1
                if not fits:
                    with pytest.raises(RefusedError) as caught:
                        apply(state, Dobon(seat, last.seat))
                    assert caught.value.refusal == Refusal.NO_DOBON
    assert min(may.values()) > 2
