"""Properties that every match keeps, whatever the rules and whoever plays."""

import hashlib
import os
import random
import subprocess
import sys
from dataclasses import replace

import pytest
from pageone_engine.bots import suggest
from pageone_engine.engine import apply, create_match
from pageone_engine.presets import PRESETS
from pageone_engine.refusals import StaleError
from pageone_engine.rules import AmericanPageOneRules, DobonRules, Rules
from pageone_engine.state import View
from pageone_engine.state_check import validate_state, validate_view
from pageone_engine.terms import (
    DobonReturn,
    Evasion,
    IllegalPlay,
    JokerPlay,
    RoundEnd,
    Scoring,
    Strength,
)
from pageone_engine.view import view

from tests.engine.mutate import mutated
from tests.engine.play import (
    Counts,
    Player,
    check_can_act,
    check_listing,
    listed_action,
    play_on,
    random_rules,
    reached_states,
    viewers,
)


def played(seed: int, dear: float, table: tuple[Rules, int] | None = None) -> Counts:
    """A random match, checked; a failure prints how to come there."""
    counts = Counts()
    player = Player(seed, counts, dear=dear, listing=0.5, table=table, bots=bots)
    try:
        player.play()
    except Exception as error:
        raise AssertionError(f"{error}\n{player.transcript()}") from error
    return counts


def bots(seen: View) -> object:
    """What the bots make of a view."""
    return [suggest(seen, strength, b"seed") for strength in (Strength.STAND_IN, Strength.EASY, Strength.NORMAL)]


@pytest.mark.parametrize("seed", range(60))
def test_random_matches_keep_every_property(seed: int) -> None:
    """C1, C9, C10, C21, C26, C28, C30, L1, L2, L3: over random rules, with listed, unlisted and malformed actions."""
    played(seed, dear=0.06)


@pytest.mark.parametrize("seed", range(10))
def test_another_reading_of_the_rules_comes_to_the_same(seed: int) -> None:
    """R1, S1, S2, S3, S4: every refusal and every step, worked out a second time from the rules as written."""
    for match in range(20):
        player = Player(1000 * seed + match, Counts(), dear=0, redeal=0.1, modelled=1)
        player.play()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_presets_keep_every_property(preset: str, seats: int) -> None:
    """C28, C30: every state of a few rounds of each preset."""
    rules = replace(PRESETS[preset], rounds=1, turn_limit=120)
    played(seats, dear=0.15, table=(rules, seats))


def all_together() -> Rules:
    """Dobon with returns, sets, linked, challenge, illegal plays and to the last seat."""
    base = PRESETS["american_page_one"]
    assert isinstance(base.game, AmericanPageOneRules)
    game = replace(
        base.game,
        sets=True,
        evasion=Evasion.LINKED,
        joker_play=JokerPlay.CHALLENGEABLE,
        illegal_play=IllegalPlay.WHEN_CALLED_OUT,
        dobon=DobonRules(True, True, DobonReturn.LAST_LAID),
    )
    return replace(
        base,
        rounds=2,
        turn_limit=300,
        round_end=RoundEnd.LAST_STANDING,
        scoring=Scoring.PLACEMENT,
        penalties=replace(base.penalties, false_call_out=1, table_talk=1),
        game=game,
    )


@pytest.mark.parametrize("seed", range(4))
def test_all_local_rules_together_play_to_the_end(seed: int) -> None:
    """C24, C28: 8 seats, dobon with returns, sets, linked, challenge, last standing."""
    counts = played(seed + 70, dear=0.02, table=(all_together(), 8))
    assert counts.rounds


@pytest.mark.parametrize("seed", range(25))
def test_validation_lets_pass_only_what_can_be_played(seed: int) -> None:
    """C28, API: a state that nobody reached is refused, or it can be played to the end."""
    rng = random.Random(seed)
    states = reached_states(seed + 3000)
    for state in rng.sample(states, min(len(states), 4)):
        for _ in range(30):
            other = mutated(state, rng)
            if not validate_state(other):
                assert all(not validate_view(view(other, viewer)) for viewer in viewers(other))
                # Listing every set of a hand that holds most of the pack takes long.
                play_on(other, rng, 250 if max(map(len, other.hands)) < 40 else 20)


def test_every_seat_to_act_has_something_to_do_from_the_first_state() -> None:
    """C28, L1: right after the deal, under random rules; what is listed is accepted and nothing else is."""
    rng = random.Random(28)
    for _ in range(60):
        rules, seats = random_rules(rng)
        state, _ = create_match(rules, seats, rng.randbytes(32))
        check_can_act(state)
        check_listing(state, limit=1500)


def test_a_stale_action_changes_nothing() -> None:
    """C26: another version is ABORTED, whatever the action; the state stays as it is."""
    state, _ = create_match(PRESETS["page_one"], 3, bytes(32))
    rng = random.Random(26)
    action = listed_action(state, rng)
    assert action is not None
    before = state.copy()
    with pytest.raises(StaleError) as stale:
        apply(state, replace(action, version=7))
    assert stale.value.version == 0
    assert state == before
    after, _ = apply(state, replace(action, version=0))
    assert after.version == 1


_DIGEST = """
import hashlib, random
from pageone_engine.engine import apply, create_match
from pageone_engine.listing import legal_actions
from pageone_engine.refusals import RefusedError
from pageone_engine.terms import Phase
from tests.engine.play import listed_action, random_rules

digest = hashlib.sha256()
for seed in range(12):
    rng = random.Random(seed)
    rules, seats = random_rules(rng)
    state, events = create_match(rules, seats, rng.randbytes(32), entropy=(b"a", b"b"))
    digest.update(repr((state, events)).encode())
    for _ in range(80):
        if state.phase == Phase.MATCH_OVER:
            break
        digest.update(repr([legal_actions(state, seat) for seat in range(seats)]).encode())
        action = listed_action(state, rng)
        if action is None:
            continue
        try:
            state, events = apply(state, action)
        except RefusedError as error:
            digest.update(str(error).encode())
        digest.update(repr((state, events)).encode())
print(digest.hexdigest())
"""


def _digest(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", _DIGEST], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_same_calls_give_the_same_in_two_processes() -> None:
    """C8, API: two processes, two hash seeds, the same states, events, lists and refusals."""
    first = _digest("1")
    assert len(first) == len(hashlib.sha256().hexdigest())
    assert _digest("2026") == first
