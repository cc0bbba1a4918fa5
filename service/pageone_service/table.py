"""A host's loop: whose move it is, and playing a match on with somebody in every seat."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pageone_engine.actions import Action, CallOut, StartRound
from pageone_engine.bots import suggest
from pageone_engine.claims import awaited
from pageone_engine.engine import apply
from pageone_engine.events import Event
from pageone_engine.listing import legal_actions
from pageone_engine.refusals import RefusedError
from pageone_engine.state import State, View
from pageone_engine.terms import Phase, Strength
from pageone_engine.view import view

#: What a seat does: its view, and how many of its answers to this very view were refused. None: nothing.
Player = Callable[[View, int], Action | None]

#: After so many refused answers a seat's stand-in acts, so that no player can hold a match up.
_PATIENCE: Final = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One attempt: the action, the state after it and what happened; or its Refusal, and the state as it was."""

    action: Action
    state: State
    events: list[Event]
    refusal: int = 0


def bot(strength: int, seed: bytes = b"") -> Player:
    """A seat played by a bot; its stand-in takes over where its answer was refused."""

    def play(seen: View, refused: int) -> Action | None:
        return suggest(seen, Strength.STAND_IN if refused else strength, seed)

    return play


def due(state: State) -> int | None:
    """The seat that must act next: to move, or in CLAIMS the first that is awaited; None after a round."""
    if state.phase == Phase.TURN:
        return state.turn
    return next(iter(awaited(state)), None)


def witnesses(state: State) -> list[int]:
    """The seats, ascending, that may call out the last play although it is not for them to act (clauses C17, L1)."""
    if state.last_play is None:
        return []
    acting = due(state)
    return [
        seat
        for seat in range(state.match.seats)
        if seat != acting and any(type(action) is CallOut for action in legal_actions(state, seat).actions)
    ]


def call_outs(state: State, players: Sequence[Player]) -> Iterator[Step]:
    """The witnesses' call-outs before the next action, in seat order, until one is upheld or paid for."""
    for seat in witnesses(state):
        action = players[seat](view(state, seat), 0)
        if type(action) is CallOut:
            step = attempt(state, action)
            yield step
            if not step.refusal:
                return


def attempt(state: State, action: Action) -> Step:
    """The action applied, or refused. A malformed one raises InvalidError: a player never makes one."""
    try:
        after, events = apply(state, action)
    except RefusedError as error:
        return Step(action, state, [], error.refusal)
    return Step(action, after, events)


def play_on(state: State, players: Sequence[Player]) -> Iterator[Step]:
    """Every attempt until the match is over, ``players`` by seat; rounds are started as soon as they can be."""
    while state.phase != Phase.MATCH_OVER:
        for step in _next_steps(state, players):
            yield step
            state = step.state


def _next_steps(state: State, players: Sequence[Player]) -> Iterator[Step]:
    """What is tried until the state has changed."""
    seat = due(state)
    if seat is None:
        yield attempt(state, StartRound())
        return
    for step in call_outs(state, players):
        yield step
        if not step.refusal:
            return
    yield from act(state, seat, players[seat])


def act(state: State, seat: int, player: Player) -> Iterator[Step]:
    """The attempts of the seat that is due, until one is accepted; at last its stand-in's."""
    seen = view(state, seat)
    for refused in range(_PATIENCE):
        action = player(seen, refused)
        if action is None:
            break
        step = attempt(state, action)
        yield step
        if not step.refusal:
            return
    fallback = suggest(seen, Strength.STAND_IN)
    assert fallback is not None  # C28: somebody can act, and the stand-in of the seat that is due always does
    yield attempt(state, fallback)
