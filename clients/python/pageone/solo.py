"""One person's game against bots: `SoloGame` keeps the ticket, the view and what has just happened."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol, TypeVar

from google.protobuf.message import Message

from . import actions, calls
from .calls import Call
from .v1 import action_pb2, event_pb2, solo_service_pb2, state_pb2, view_pb2

_Response = TypeVar("_Response", bound=Message)
_Result = TypeVar("_Result")


class _Caller(Protocol):
    """How a call is made: with deadline, language and token; errors as exceptions."""

    def __call__(self, call: Call[_Response, _Result]) -> _Result: ...


class _AsyncCaller(Protocol):
    """The same, awaited."""

    def __call__(self, call: Call[_Response, _Result]) -> Awaitable[_Result]: ...


class Game:
    """What a game of one person against bots has come to: all but the calls of `SoloGame` and `AsyncSoloGame`."""

    def __init__(self, ticket: bytes = b"") -> None:
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

    def _take(
        self, response: solo_service_pb2.StartGameResponse | solo_service_pb2.ActResponse
    ) -> Sequence[event_pb2.Event]:
        self.ticket = response.ticket
        self.view = response.view
        self.events = response.events
        return self.events


class SoloGame(Game):
    """A game of one person against bots, made by `Client.start_game` or `Client.resume_game`.

    ``ticket`` is the sealed match: keep it, and `Client.resume_game` goes on from it, on any replica. ``view`` is what
    the person sees, ``events`` what the last call brought. A call that raises `PageOneError` changes nothing. Not for
    several threads at once.
    """

    def __init__(self, caller: _Caller, ticket: bytes = b"") -> None:
        super().__init__(ticket)
        self._caller = caller

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
        response = self._caller(calls.act(self.ticket, action))
        return self._take(response)


class AsyncSoloGame(Game):
    """A game of one person against bots, made by `AsyncClient.start_game` or `AsyncClient.resume_game`.

    As `SoloGame`, its calls awaited. One call at a time: two at once would both go on from the same ticket, and only
    what the last one brought would be kept.
    """

    def __init__(self, caller: _AsyncCaller, ticket: bytes = b"") -> None:
        super().__init__(ticket)
        self._caller = caller

    async def act(self, action: action_pb2.Action) -> Sequence[event_pb2.Event]:
        """Do ``action``, and let the bots go on until the person can act again; what happened."""
        return await self._act(action)

    async def go_on(self) -> Sequence[event_pb2.Event]:
        """Do nothing, and let the bots go on: after a play that the person may call out, and does not."""
        return await self._act(None)

    async def start_round(self) -> Sequence[event_pb2.Event]:
        """Begin the next round."""
        return await self._act(actions.start_round())

    async def leave(self) -> Sequence[event_pb2.Event]:
        """Leave the match for good; `go_on` and `start_round` show how the others play it to its end."""
        return await self._act(actions.leave(self.seat))

    async def _act(self, action: action_pb2.Action | None) -> Sequence[event_pb2.Event]:
        response = await self._caller(calls.act(self.ticket, action))
        return self._take(response)
