"""A match written down, and whether it could have been played so (clause C8; VerifyTranscript)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from .action_notation import action_text
from .actions import Action
from .engine import apply, create_match
from .events import Event
from .presets import PRESETS, resolved
from .refusals import EngineError, InvalidError, RefusedError, StaleError
from .rules import Rules
from .state import State
from .words import refusal_text

#: Actions between two looks at whether anybody still waits for the verdict.
CHECK_EVERY: Final = 128


@dataclass(slots=True)
class Transcript:
    """A match as it can be written down: everything else follows.

    ``rules`` as :func:`~pageone_engine.create_match` takes them, ``seats`` 2 to 8, ``seed`` 32
    bytes, ``actions`` in the order made; an action that is ``None`` was malformed when it was read.
    """

    rules: Rules
    seats: int
    seed: bytes
    entropy: tuple[bytes, ...] = ()
    first_dealer: int = 0
    match_id: str = ""
    actions: list[Action | None] = field(default_factory=list)


@dataclass(slots=True)
class Verdict:
    """What a replay found.

    ``reason`` is empty when ``verified``; ``failed_action`` the index of the first action that
    could not have been made, else ``None``; ``state`` where the actions before it lead.
    """

    verified: bool
    failed_action: int | None
    reason: str
    state: State


class StoppedError(EngineError):
    """A verification was given up because nobody waits for it any more."""


def transcript_of(state: State, actions: Sequence[Action | None] = ()) -> Transcript:
    """The transcript of the match that starts with ``state``, as ``create_match`` made it.

    Rules that are a preset's, zeros resolved, are written as the preset.
    """
    match = state.match
    return Transcript(
        rules=_as_preset(match.rules, match.seats),
        seats=match.seats,
        seed=match.seed,
        entropy=match.entropy,
        first_dealer=state.dealer,
        match_id=match.match_id,
        actions=list(actions),
    )


def _as_preset(rules: Rules, seats: int) -> Rules:
    preset = PRESETS.get(rules.name)
    return preset if preset and resolved(preset, seats) == rules else rules


def replay(transcript: Transcript) -> Iterator[tuple[Action | None, State, list[Event]]]:
    """Every step of the match: the action, the state after it, what happened.

    The first step is the match's start, its action ``None``. Raises what ``create_match`` and
    ``apply`` raise, :class:`InvalidError` also at an action that is ``None``.
    """
    state, events = create_match(
        transcript.rules,
        transcript.seats,
        transcript.seed,
        entropy=transcript.entropy,
        first_dealer=transcript.first_dealer,
        match_id=transcript.match_id,
    )
    yield None, state, events
    for action in transcript.actions:
        if action is None:
            raise InvalidError([])
        state, events = apply(state, action)
        yield action, state, events


def verify(
    transcript: Transcript,
    commitment: bytes = b"",
    state: State | None = None,
    alive: Callable[[], bool] | None = None,
) -> Verdict:
    """Replay ``transcript`` and compare it with what was published, as far as it is given.

    ``commitment`` is the SHA-256 of the seed published when the match began (empty: not compared),
    ``state`` what the host says the match has come to. The match need not be finished.
    :class:`InvalidError` when there could be no such match at all; :class:`StoppedError` when
    ``alive``, asked before the first and every 128th action, says no.
    """
    steps = replay(transcript)
    _, reached, _ = next(steps)
    made, failure = 0, ""
    try:
        while True:
            if made % CHECK_EVERY == 0 and alive is not None and not alive():
                raise StoppedError(f"given up after {made} actions")
            step = next(steps, None)
            if step is None:
                break
            reached = step[1]
            made += 1
    except (InvalidError, RefusedError, StaleError) as error:
        failure = f"action {made} ({_named(transcript, made)}) {_why(error)}"
    reasons = [failure] if failure else []
    if commitment and commitment != sha256(transcript.seed).digest():
        reasons.append("the seed does not fit the commitment published when the match began")
    if state is not None and not failure:
        differing = _differences(state, reached)
        if differing:
            reasons.append(f"the actions lead to another state: {', '.join(differing)}")
    return Verdict(not reasons, made if failure else None, "; ".join(reasons), reached)


def _named(transcript: Transcript, at: int) -> str:
    action = transcript.actions[at]
    return "unreadable" if action is None else action_text(action)


def _why(error: EngineError) -> str:
    if isinstance(error, RefusedError):
        return f"is refused, {error}: {refusal_text(error.refusal, 'en')}"
    if isinstance(error, StaleError):
        return f"was made for another version than {error.version}"
    return f"is malformed: {error}" if str(error) else "is malformed"


#: The contract's name of what a state keeps in each of its fields.
_FIELDS: Final = {
    "version": "version",
    "shuffles": "shuffles",
    "phase": "phase",
    "round": "round",
    "dealer": "dealer",
    "turn": "turn",
    "turns": "turns",
    "hands": "seats.hand",
    "scores": "seats.score",
    "places": "seats.place",
    "left": "seats.left",
    "stock": "stock",
    "pile": "pile",
    "table": "table",
    "last_play": "last_play",
    "claims": "claims",
}
_MATCH_FIELDS: Final = ("match_id", "rules", "seed", "entropy")


def _differences(one: State, other: State) -> list[str]:
    """The contract's names of the fields in which two states differ."""
    names = [name for name in _MATCH_FIELDS if getattr(one.match, name) != getattr(other.match, name)]
    return names + [told for name, told in _FIELDS.items() if getattr(one, name) != getattr(other, name)]
