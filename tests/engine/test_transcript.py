"""Transcripts: a match written down is replayed from its seed and compared (VerifyTranscript)."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256

import pytest
from pageone_engine import (
    EngineError,
    InvalidError,
    RefusedError,
    State,
    apply,
    create_match,
    legal_actions,
)
from pageone_engine.actions import Action, CallOut, Draw, Pass, Play, StartRound
from pageone_engine.notation import parse_transcript, transcript_text
from pageone_engine.presets import PRESETS, resolved
from pageone_engine.state import Discard, Match
from pageone_engine.terms import Phase
from pageone_engine.transcript import (
    CHECK_EVERY,
    StoppedError,
    Transcript,
    replay,
    transcript_of,
    verify,
)

SEED = bytes(range(32))
SEATS = 4


@cache
def played(name: str, most: int = 2000) -> tuple[Transcript, tuple[State, ...]]:
    """A random match of a preset and every state on its way."""
    chance = random.Random(name)
    rules = replace(PRESETS[name], rounds=3)
    state, _ = create_match(rules, SEATS, SEED, entropy=(b"", b"salt"), match_id="table 7")
    transcript = transcript_of(state)
    states = [state]
    while state.phase != Phase.MATCH_OVER and len(states) <= most:
        action = _choose(state, chance)
        transcript.actions.append(action)
        state, _ = apply(state, action)
        states.append(state)
    return transcript, tuple(states)


def _choose(state: State, chance: random.Random) -> Action:
    if state.phase == Phase.ROUND_OVER:
        return StartRound(version=state.version)
    listed = [
        action
        for seat in range(SEATS)
        for action in legal_actions(state, seat).actions
        if not isinstance(action, CallOut)
    ]
    return replace(chance.choice(listed), version=state.version)


def altered(transcript: Transcript, at: int, action: Action | None) -> Transcript:
    """The same with another action at one place."""
    actions = list(transcript.actions)
    actions[at] = action
    return replace(transcript, actions=actions)


@pytest.mark.parametrize("name", PRESETS)
def test_a_match_as_it_was_played_is_verified(name: str) -> None:
    """C8: from seed, entropy and actions everybody comes to the same end."""
    transcript, states = played(name)
    verdict = verify(transcript, sha256(SEED).digest(), states[-1])
    assert verdict.verified
    assert verdict.failed_action is None
    assert verdict.reason == ""
    assert verdict.state == states[-1]
    assert len(states) > 50


@pytest.mark.parametrize("name", PRESETS)
def test_it_need_not_be_finished(name: str) -> None:
    """API.md: a transcript need not be finished, nor have an action at all."""
    transcript, states = played(name)
    for made in (0, 1, len(states) // 2):
        part = replace(transcript, actions=transcript.actions[:made])
        verdict = verify(part, state=states[made])
        assert verdict.verified
        assert verdict.state == states[made]


@pytest.mark.parametrize("name", PRESETS)
def test_a_written_match_is_verified(name: str) -> None:
    """C8: the same through its text form."""
    transcript, states = played(name)
    read, commitment = parse_transcript(transcript_text(transcript, sha256(SEED).digest()))
    assert read == transcript
    assert verify(read, commitment, states[-1]).verified


def _refused(state: State) -> Action:
    return Pass(state.turn)


def _other_turn(state: State) -> Action:
    return Draw((state.turn + 1) % SEATS)


def _stale(state: State) -> Action:
    return Draw(state.turn, version=state.version + 1)


def _malformed(state: State) -> Action:
    return Play(state.turn, bytes([77]), 9)


def _no_seat(state: State) -> Action:
    return Draw(SEATS)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (_refused, "pass) is refused, REFUSAL_CANNOT_PASS: There is no passing"),
        (_other_turn, "is refused, REFUSAL_NOT_YOUR_TURN: "),
        (_stale, "was made for another version than 3"),
        (_malformed, "play #77, suit 9) is malformed: "),
        (_no_seat, "action 3 (4: draw) is malformed: seat: "),
        (lambda _: None, "action 3 (unreadable) is malformed"),
    ],
)
def test_the_first_action_that_fails_is_named(wrong: Callable[[State], Action | None], reason: str) -> None:
    """API.md: an action that could not be made, malformed ones too, is failed_action."""
    transcript, states = played("page_one")
    action = wrong(states[3])
    verdict = verify(altered(transcript, 3, action), sha256(SEED).digest(), states[-1])
    assert not verdict.verified
    assert verdict.failed_action == 3
    assert verdict.reason.startswith("action 3 (")
    assert reason in verdict.reason
    assert verdict.state == states[3]


def test_another_seed_does_not_fit_the_commitment() -> None:
    """C7: the commitment published at the start is the seed's."""
    transcript, states = played("page_one")
    verdict = verify(transcript, sha256(b"another").digest(), states[-1])
    assert not verdict.verified
    assert verdict.failed_action is None
    assert "commitment" in verdict.reason
    assert verdict.state == states[-1]
    assert not verify(transcript, b"\x00").verified


def test_every_disagreement_is_told() -> None:
    """API.md: whether commitment, actions and state agree, and where not."""
    transcript, states = played("page_one")
    verdict = verify(altered(transcript, 5, None), bytes(32), states[-1])
    assert verdict.failed_action == 5
    assert "action 5" in verdict.reason
    assert "commitment" in verdict.reason


DIFFERENCES: list[tuple[str, Callable[[State], State]]] = [
    ("version", lambda s: replace(s, version=s.version + 1)),
    ("shuffles", lambda s: replace(s, shuffles=9)),
    ("phase", lambda s: replace(s, phase=Phase.CLAIMS)),
    ("round", lambda s: replace(s, round=9)),
    ("dealer", lambda s: replace(s, dealer=(s.dealer + 1) % SEATS)),
    ("turn", lambda s: replace(s, turn=(s.turn + 1) % SEATS)),
    ("turns", lambda s: replace(s, turns=s.turns + 1)),
    ("seats.hand", lambda s: replace(s, hands=[b"", *s.hands[1:]])),
    ("seats.score", lambda s: replace(s, scores=(77, *s.scores[1:]))),
    ("seats.place", lambda s: replace(s, places=(7, *s.places[1:]))),
    ("seats.left", lambda s: replace(s, left=(True, *s.left[1:]))),
    ("stock", lambda s: replace(s, stock=s.stock[::-1])),
    ("pile", lambda s: replace(s, pile=s.pile + b"\x01")),
    ("table", lambda s: replace(s, table=Discard())),
    ("last_play", lambda s: replace(s, last_play=None)),
    ("match_id", lambda s: replace(s, match=_match(s, match_id="table 8"))),
    ("rules", lambda s: replace(s, match=_match(s, rules=PRESETS["imohori"]))),
    ("seed", lambda s: replace(s, match=_match(s, seed=bytes(32)))),
    ("entropy", lambda s: replace(s, match=_match(s, entropy=()))),
]


def _match(state: State, **changes: object) -> Match:
    match = state.match
    values = {
        "match_id": match.match_id,
        "rules": match.rules,
        "seats": match.seats,
        "seed": match.seed,
        "entropy": match.entropy,
    }
    return Match(**(values | changes))  # type: ignore[arg-type] # names as in Match


@pytest.mark.parametrize(("name", "change"), DIFFERENCES, ids=[name for name, _ in DIFFERENCES])
def test_another_state_is_told_by_its_fields(name: str, change: Callable[[State], State]) -> None:
    """API.md: the state is compared with the one that the transcript leads to, and where not."""
    transcript, states = played("page_one")
    at = next(at for at, state in enumerate(states) if state.last_play and at > 20)
    part = replace(transcript, actions=transcript.actions[:at])
    assert verify(part, state=states[at]).verified
    verdict = verify(part, state=change(states[at]))
    assert not verdict.verified
    assert verdict.failed_action is None
    assert verdict.reason == f"the actions lead to another state: {name}"
    assert verdict.state == states[at]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seats": 9}, "seats"),
        ({"seed": b"short"}, "seed"),
        ({"first_dealer": 4}, "first_dealer"),
        ({"entropy": (bytes(65),)}, "entropy[0]"),
        ({"match_id": "x" * 65}, "match_id"),
        ({"rules": replace(PRESETS["page_one"], decks=9)}, "rules.decks"),
    ],
)
def test_a_match_that_could_not_begin_is_malformed(changes: dict[str, object], field: str) -> None:
    """API.md: what could not even begin has no failed action: it is a malformed request."""
    transcript, _ = played("page_one")
    with pytest.raises(InvalidError) as caught:
        verify(replace(transcript, **changes))  # type: ignore[arg-type] # names as in Transcript
    assert field in [path for fault in caught.value.faults for path in fault.fields]


def test_nobody_waiting_stops_the_replay() -> None:
    """API.md: deadline passed: the work is stopped, also in the middle of a long transcript."""
    transcript, states = played("american_page_one")
    assert len(transcript.actions) > 2 * CHECK_EVERY
    asked = 0

    def alive() -> bool:
        nonlocal asked
        asked += 1
        return asked < 3

    with pytest.raises(StoppedError, match=f"given up after {2 * CHECK_EVERY} actions"):
        verify(transcript, alive=alive)
    assert asked == 3
    with pytest.raises(EngineError):
        verify(transcript, alive=lambda: False)
    assert verify(transcript, state=states[-1], alive=lambda: True).verified


def test_a_replay_shows_every_step() -> None:
    """C8: each action with the state after it and what happened."""
    transcript, states = played("imohori")
    steps = list(replay(transcript))
    assert [state for _, state, _ in steps] == list(states)
    assert [action for action, _, _ in steps] == [None, *transcript.actions]
    assert all(events for _, _, events in steps)


def test_a_replay_raises_where_it_cannot_go_on() -> None:
    """R1, R2: a refused or unreadable action ends the replay with the engine's own error."""
    transcript, states = played("page_one")
    with pytest.raises(RefusedError):
        list(replay(altered(transcript, 2, Pass(states[2].turn))))
    with pytest.raises(InvalidError):
        list(replay(altered(transcript, 2, None)))


def test_a_presets_match_is_written_by_name() -> None:
    """A state's rules, zeros resolved, are written as the preset that they come from."""
    for rules in PRESETS.values():
        state, _ = create_match(rules, 5, SEED)
        assert transcript_of(state).rules == rules
        own = replace(resolved(rules, 5), turn_limit=99)
        state, _ = create_match(own, 5, SEED)
        assert transcript_of(state, [Draw(0)]) == Transcript(own, 5, SEED, (), state.dealer, "", [Draw(0)])
