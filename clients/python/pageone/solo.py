"""One person's game against bots: `SoloGame` keeps the ticket, the view and what has just happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeVar

from google.protobuf.message import Message

from . import actions
from .v1 import (
    action_pb2,
    engine_service_pb2,
    event_pb2,
    rules_pb2,
    solo_service_pb2,
    solo_service_pb2_grpc,
    state_pb2,
    view_pb2,
)

Strength = Literal["stand_in", "easy", "normal", "hard"]
_Response = TypeVar("_Response", bound=Message)


class _Call(Protocol):
    """How a call is made: by the method of a stub, with deadline, language and token; errors as exceptions."""

    def __call__(self, method: Callable[..., _Response], request: Message) -> _Response: ...


class SoloGame:
    """A game of one person against bots, made by `Client.start_game` or `Client.resume_game`.

    ``ticket`` is the sealed match: keep it, and `Client.resume_game` goes on from it, on any replica. ``view`` is what
    the person sees, ``events`` what the last call brought. A call that raises `PageOneError` changes nothing. Not for
    several threads at once.
    """

    def __init__(self, stub: solo_service_pb2_grpc.SoloServiceStub, call: _Call, ticket: bytes) -> None:
        self._stub = stub
        self._call = call
        self.ticket = ticket
        self.view = view_pb2.MatchView()
        self.events: Sequence[event_pb2.Event] = ()

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.view.viewer.seat

    @property
    def actions(self) -> list[action_pb2.Action]:
        """What the person can do now, call-outs included; empty when there is nothing but to go on."""
        return list(self.view.legal.actions)

    @property
    def is_turn(self) -> bool:
        """Whether nothing goes on before the person acts: its turn has come, or its answer is awaited."""
        view = self.view
        if view.phase == state_pb2.PHASE_CLAIMS:
            return self.seat in view.claims.awaited
        return view.phase == state_pb2.PHASE_TURN and view.turn == self.seat

    @property
    def is_round_over(self) -> bool:
        """Whether the next round waits to be started."""
        return self.view.phase == state_pb2.PHASE_ROUND_OVER

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.view.phase == state_pb2.PHASE_MATCH_OVER

    def act(self, action: action_pb2.Action) -> Sequence[event_pb2.Event]:
        """Do ``action``, and let the bots go on until the person can act again; what happened."""
        return self._act(action)

    def go_on(self) -> Sequence[event_pb2.Event]:
        """Do nothing, and let the bots go on: after a play that the person may call out, and does not."""
        return self._act(None)

    def start_round(self) -> Sequence[event_pb2.Event]:
        """Begin the next round."""
        return self._act(actions.start_round())

    def leave(self) -> Sequence[event_pb2.Event]:
        """Leave the match for good; `go_on` and `start_round` show how the others play it to its end."""
        return self._act(actions.leave(self.seat))

    def _act(self, action: action_pb2.Action | None) -> Sequence[event_pb2.Event]:
        request = solo_service_pb2.ActRequest(ticket=self.ticket, action=action)
        return self._take(self._call(self._stub.Act, request))

    def _start(self, rules: rules_pb2.Rules, seats: int, seat: int, bots: Sequence[Strength]) -> None:
        request = solo_service_pb2.StartGameRequest(
            rules=rules,
            seats=seats,
            seat=seat,
            bots=[engine_service_pb2.Strength.Value(f"STRENGTH_{bot.upper()}") for bot in bots],
        )
        self._take(self._call(self._stub.StartGame, request))

    def _resume(self) -> None:
        request = solo_service_pb2.GetGameRequest(ticket=self.ticket)
        self.view = self._call(self._stub.GetGame, request).view

    def _take(
        self, response: solo_service_pb2.StartGameResponse | solo_service_pb2.ActResponse
    ) -> Sequence[event_pb2.Event]:
        self.ticket = response.ticket
        self.view = response.view
        self.events = response.events
        return self.events


def start_game(
    stub: solo_service_pb2_grpc.SoloServiceStub,
    call: _Call,
    rules: rules_pb2.Rules,
    seats: int,
    seat: int,
    bots: Strength | Sequence[Strength],
) -> SoloGame:
    """See `Client.start_game`."""
    game = SoloGame(stub, call, b"")
    game._start(rules, seats, seat, [bots] if isinstance(bots, str) else bots)
    return game


def resume_game(stub: solo_service_pb2_grpc.SoloServiceStub, call: _Call, ticket: bytes) -> SoloGame:
    """See `Client.resume_game`."""
    game = SoloGame(stub, call, ticket)
    game._resume()
    return game
