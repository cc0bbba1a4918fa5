"""Games of SoloService as tests play them: a person that tries everything, and what must be true of every answer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from google.protobuf.message import DecodeError
from pageone.v1 import action_pb2, state_pb2
from pageone.v1 import engine_service_pb2 as engine_pb
from pageone.v1 import solo_service_pb2 as pb
from pageone_engine import apply, legal_actions, redact, view
from pageone_engine.actions import Action, CallOut, Play, StartRound
from pageone_engine.events import Event
from pageone_engine.refusals import RefusedError
from pageone_engine.state import State
from pageone_engine.terms import Offense, Phase
from pageone_service.convert import put_events, put_view
from pageone_service.solo import MOST_ACTIONS, Game, play_on
from pageone_service.tickets import Tickets

from tests.engine.fold import fold_all
from tests.engine.play import odd_action
from tests.service.support import action_message, message_of
from tests.service.test_hidden import check_update

Answer = pb.StartGameResponse | pb.ActResponse


def person_action(state: State, seat: int, choice: random.Random) -> Action | None:
    """What a person might try: something listed, sometimes something odd, sometimes nothing, now and then a leave."""
    if state.phase == Phase.ROUND_OVER:
        return StartRound()
    if choice.random() < 0.15:
        odd = odd_action(state, choice, seat)
        if is_message(odd) and (odd.kind not in {"leave", "start_round"} or choice.random() < 0.05):
            return odd
    listed = legal_actions(state, seat).actions
    turn = [action for action in listed if type(action) is not CallOut]
    if listed and (not turn or choice.random() < 0.1):
        return choice.choice(listed) if choice.random() < 0.4 else None
    if not turn:
        return None
    action = choice.choice(turn)
    if type(action) is Play and action.call and choice.random() < 0.5:
        # It forgets its word.
        return Play(action.seat, action.cards, action.suit)
    return action


def is_message(action: Action) -> bool:
    """Whether an action, made for the engine, can be sent: some of its garbage has no place in a message."""
    try:
        action_message(action)
    except (ValueError, IndexError, DecodeError):
        return False
    return True


def hosts_alone(action: Action) -> bool:
    """What the service does not take from players."""
    return action.kind == "close_claims" or (type(action) is CallOut and action.offense == Offense.TABLE_TALK)


@dataclass
class Expected:
    """What an Act must lead to, worked out beside the service: the game after it, and what happened."""

    game: Game
    events: list[Event] = field(default_factory=list)
    actions: int = 0


def expected(game: Game, action: Action | None) -> Expected:
    """The person's action by the engine alone, then the bots' by `solo.play_on`, none of them one too many."""
    found = Expected(game)
    if action is not None:
        state, events = apply(game.state, action)
        found.game, found.events = game.after(state), list(events)
    played = False
    for step in play_on(found.game, lambda: None):
        check_may_go_on(found.game, step.action, played)
        played = type(step.action) is Play
        found.actions += 1
        found.events += step.events
        found.game = game.after(step.state)
    return found


def check_may_go_on(game: Game, action: Action, played: bool) -> None:
    """It was not yet time to stop when a bot made ``action``; ``played``: the action before it was a bot's play."""
    state, seat = game.state, game.seat
    assert action.seat != seat
    assert state.phase in {Phase.TURN, Phase.CLAIMS}
    assert not (played and may_call_out(state, seat))
    if type(action) is not CallOut:
        assert state.phase != Phase.TURN or state.turn == action.seat
        assert seat not in view(state, seat).awaited


def accepted(game: Game, action: Action | None) -> bool:
    """Whether the engine takes the action."""
    try:
        if action is not None:
            apply(game.state, action)
    except RefusedError:
        return False
    return True


def why_stopped(game: Game, bots_actions: int, last: Event | None) -> str:
    """The reason of API.md for which an answer may end where it does; empty when there is none."""
    state, seat = game.state, game.seat
    if state.phase in {Phase.ROUND_OVER, Phase.MATCH_OVER}:
        return "over"
    shown = view(state, seat)
    if bots_actions and shown.last_play and shown.last_play.seat != seat and may_call_out(state, seat):
        return "call_out"
    if state.phase == Phase.TURN and state.turn == seat:
        return "turn"
    if seat in shown.awaited:
        return "answer"
    return "limit" if bots_actions == MOST_ACTIONS else ""


def may_call_out(state: State, seat: int) -> bool:
    return any(action.kind == "call_out" for action in legal_actions(state, seat).actions)


def check_answer(answer: Answer, before: Game | None, wanted: Expected, tickets: Tickets) -> Game:
    """The answer is what was worked out, shows nothing that is hidden, and its events lead from view to view."""
    game = tickets.open(answer.ticket)
    assert game == wanted.game
    assert len(answer.ticket) % 64 == 0
    assert len(answer.ticket) <= 1200
    seat = game.seat
    told = [redact(event, seat) for event in wanted.events]
    shown = pb.ActResponse()
    put_events(shown.events, told)
    put_view(shown.view, view(game.state, seat), legal_actions(game.state, seat))
    assert answer.view == shown.view
    assert list(answer.events) == list(shown.events)
    update = engine_pb.ViewerUpdate(view=answer.view, events=answer.events)
    check_update(update, seat, message_of(game.state))
    if before is not None:
        check_folding(before, told, game)
    assert why_stopped(game, wanted.actions, told[-1] if told else None)
    return game


def check_folding(before: Game, told: Sequence[Event], after: Game) -> None:
    """API.md: folding the events over the old view gives the new one, but for its version."""
    folded = fold_all(view(before.state, before.seat), told)
    seen = view(after.state, after.seat)
    folded.version = seen.version
    assert folded == seen


def message(action: Action | None) -> action_pb2.Action | None:
    return None if action is None else action_message(action)


def is_over(game: Game) -> bool:
    return game.state.phase == state_pb2.PHASE_MATCH_OVER
