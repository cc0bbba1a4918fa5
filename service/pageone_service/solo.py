"""One person's game against bots: what the bots do, and when it is the person's time again (API.md, SoloService).

The engine's rules, and when a call stops; nothing of tickets or messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from pageone_engine.actions import Action, CallOut, Play
from pageone_engine.claims import awaited
from pageone_engine.listing import legal_actions
from pageone_engine.state import State, View
from pageone_engine.terms import Phase
from pageone_engine.view import view

from .table import Player, Step, act, attempt, bot, due

#: The bots' actions that one call plays at most.
MOST_ACTIONS: Final = 64
_LABEL: Final = b"pageone.v1.solo.bots"


@dataclass(frozen=True, slots=True)
class Game:
    """A match that one person plays in ``seat``; ``bots`` has each seat's strength, 0 for the person's."""

    state: State
    seat: int
    bots: tuple[int, ...]

    def after(self, state: State) -> Game:
        """The same game, further on."""
        return replace(self, state=state)


def play_on(game: Game, alive: Callable[[], None]) -> Iterator[Step]:
    """The bots' actions, as they were applied, until the person can act; at most `MOST_ACTIONS`.

    The last play so far counts as one that the person has seen, and had its chance to call out. ``alive`` is called
    before each action; it raises to stop. The same game goes on in the same way: what bots leave to chance follows from
    the match's seed.
    """
    state, players = game.state, _players(game)
    for _ in range(MOST_ACTIONS):
        alive()
        step = _call_out(state, players) or _next(state, game.seat, players)
        if step is None:
            return
        yield step
        state = step.state
        if type(step.action) is Play and may_call_out(state, game.seat):
            return


def may_call_out(state: State, seat: int) -> bool:
    """Whether a call-out of the last play is listed for ``seat``, true or not (clause L1)."""
    return any(type(action) is CallOut for action in legal_actions(state, seat).actions)


def waits_for(state: State, seat: int) -> bool:
    """Whether nothing goes on before ``seat`` acts or a round is started; a match that is over waits for ever."""
    if state.phase == Phase.TURN:
        return state.turn == seat
    return state.phase != Phase.CLAIMS or seat in awaited(state)


def _call_out(state: State, players: Sequence[Player]) -> Step | None:
    """The first call-out, in seat order, that a bot makes of the last play (clause C17)."""
    if state.last_play is None:
        return None
    for seat, player in enumerate(players):
        if may_call_out(state, seat):
            action = player(view(state, seat), 0)
            step = attempt(state, action) if type(action) is CallOut else None
            if step is not None and not step.refusal:
                return step
    return None


def _next(state: State, seat: int, players: Sequence[Player]) -> Step | None:
    """The action of the bot that is due; None: it is the time of the person in ``seat``."""
    acting = None if waits_for(state, seat) else due(state)
    if acting is None:
        return None
    return next(step for step in act(state, acting, players[acting]) if not step.refusal)


def _players(game: Game) -> list[Player]:
    """Who plays each seat; the person does nothing by itself."""
    # Hidden until the match is over, as the match's seed is, and not that seed: no draw tells of the cards.
    seed = sha256(_LABEL + game.state.match.seed).digest()
    return [bot(strength, seed) if strength else _nobody for strength in game.bots]


def _nobody(view: View, refused: int) -> Action | None:
    return None
