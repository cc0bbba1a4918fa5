"""The client for asyncio: `AsyncClient`, the same methods as `Client`'s, awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from inspect import isawaitable
from types import TracebackType
from typing import Self, TypeVar, cast

import grpc
import grpc.aio
from google.protobuf.message import Message

from . import calls
from .calls import Call, Language, RulesOrName, Strength, Viewer
from .connection import DEFAULT_ADDRESS, DEFAULT_TIMEOUT, channel_options, metadata_of, seconds_for
from .credentials import AsyncToken, Tls, authorization, channel_credentials, check_own_channel
from .errors import error_of
from .solo import AsyncSoloGame
from .v1 import action_pb2, engine_service_pb2, rules_service_pb2, state_pb2, view_pb2

_Response = TypeVar("_Response", bound=Message)
_Result = TypeVar("_Result")


class AsyncClient:
    """Calls a Page One server from asyncio; used with ``async with``, or closed with `close`.

    The arguments are those of `Client`, but that ``token`` may also be a coroutine function, and ``channel`` is one of
    ``grpc.aio``. It belongs to the event loop that runs when it is made (`RuntimeError` when none does), and any number
    of its tasks may share it. Every method raises `PageOneError` when it ends without an answer. A task that is
    cancelled while it waits gets `asyncio.CancelledError` as ever, and the server is told to stop.
    """

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        language: Language = "en",
        tls: Tls | bool = False,
        token: AsyncToken | None = None,
        channel: grpc.aio.Channel | None = None,
    ) -> None:
        asyncio.get_running_loop()
        check_own_channel(channel, tls, token)
        self._own_channel = channel is None
        self._channel = channel or _open_channel(address, tls, token)
        self._token = token
        self._timeout = timeout
        self._language: Language = language
        # The generated stubs are one class for both kinds of channel; only what their methods give is to be awaited.
        self._stubs = calls.Stubs.over(cast("grpc.Channel", self._channel))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection; calls that still wait end with `CancelledError`."""
        if self._own_channel:
            await self._channel.close()

    async def create_match(
        self,
        rules: RulesOrName,
        seats: int,
        *,
        seed: bytes = b"",
        entropy: Iterable[bytes] = (),
        first_dealer: int | None = None,
        match_id: str = "",
        viewers: Iterable[Viewer] = (),
    ) -> engine_service_pb2.CreateMatchResponse:
        """Deal the first round of a match of ``rules`` (a preset's name, or whole) for 2 to 8 seats.

        ``seed`` has 32 bytes; empty: the server draws one. ``viewers``: for whom to prepare an update.
        """
        return await self._call(calls.create_match(rules, seats, seed, entropy, first_dealer, match_id, viewers))

    async def apply(
        self,
        state: state_pb2.MatchState,
        action: action_pb2.Action,
        *,
        viewers: Iterable[Viewer] = (),
    ) -> engine_service_pb2.ApplyActionResponse:
        """The state after ``action``, what happened, and each viewer's update.

        `RefusedError` when the rules do not allow it, `StaleError` when it was made for another
        version. ``state`` stays as it is.
        """
        return await self._call(calls.apply(state, action, viewers))

    async def apply_all(
        self, requests: Iterable[engine_service_pb2.ApplyActionRequest]
    ) -> Sequence[engine_service_pb2.ApplyActionResult]:
        """Apply many actions to many matches (`apply_request`), at most 256; answers in their order."""
        return await self._call(calls.apply_all(requests))

    async def view(self, state: state_pb2.MatchState, viewer: Viewer) -> view_pb2.MatchView:
        """The match as ``viewer`` may see it, with what it can do."""
        return await self._call(calls.view(state, viewer))

    async def legal_actions(self, state: state_pb2.MatchState, seat: int) -> view_pb2.LegalActions:
        """What ``seat`` can do, and why its other cards cannot be played."""
        return await self._call(calls.legal_actions(state, seat))

    async def all_legal_actions(self, state: state_pb2.MatchState) -> Sequence[engine_service_pb2.SeatActions]:
        """What each seat can do, in seat order."""
        return await self._call(calls.all_legal_actions(state))

    async def suggest(
        self, view: view_pb2.MatchView, strength: Strength = "normal", *, seed: bytes = b""
    ) -> action_pb2.Action | None:
        """What a bot would do that sees ``view`` alone; None: nothing, or nothing worth doing."""
        return await self._call(calls.suggest(view, strength, seed))

    async def verify(
        self,
        transcript: engine_service_pb2.Transcript,
        *,
        seed_commitment: bytes = b"",
        state: state_pb2.MatchState | None = None,
    ) -> engine_service_pb2.VerifyTranscriptResponse:
        """Whether a match written down agrees with its commitment, its actions and ``state``."""
        return await self._call(calls.verify(transcript, seed_commitment, state))

    async def rule_sets(self, language: Language | None = None) -> Sequence[rules_service_pb2.RuleSet]:
        """The presets, in words."""
        return await self._call(calls.rule_sets(language))

    async def describe_rules(
        self, rules: RulesOrName, seats: int = 0, *, language: Language | None = None
    ) -> rules_service_pb2.DescribeRulesResponse:
        """Rules in words, for ``seats`` (0: any number), or every fault in them."""
        return await self._call(calls.describe_rules(rules, seats, language))

    async def start_game(
        self, rules: RulesOrName, seats: int, *, seat: int = 0, bots: Strength | Sequence[Strength] = "normal"
    ) -> AsyncSoloGame:
        """Begin a game of one person, in ``seat``, against bots: one strength for all, or one for each other seat."""
        game = AsyncSoloGame(self._call)
        response = await self._call(calls.start_game(rules, seats, seat, bots))
        game._take(response)
        return game

    async def resume_game(self, ticket: bytes) -> AsyncSoloGame:
        """Go on with a game from the ticket that was kept.

        `InvalidArgumentError` with reason ``TICKET_INVALID``: it is no ticket of this service, or its key is gone.
        """
        game = AsyncSoloGame(self._call, ticket)
        game.view = await self._call(calls.get_game(ticket))
        return game

    async def _call(self, call: Call[_Response, _Result]) -> _Result:
        token = self._token() if callable(self._token) else self._token
        if isawaitable(token):
            token = await token
        metadata = metadata_of(call, self._language, None if token is None else authorization(token))
        method = cast("Callable[..., Awaitable[_Response]]", call.method(self._stubs))
        try:
            response = await method(call.request, timeout=seconds_for(call, self._timeout), metadata=metadata)
        except grpc.RpcError as error:
            raise error_of(error) from error
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # Nobody cancelled the task: the client was closed under the call. gRPC raises the same for both.
            raise error_of(_closed()) from error
        return call.answer(response)


def _open_channel(address: str, tls: Tls | bool, token: AsyncToken | None) -> grpc.aio.Channel:
    credentials, options = channel_credentials(address, tls, token)
    options += channel_options()
    if credentials is None:
        return grpc.aio.insecure_channel(address, options=options)
    return grpc.aio.secure_channel(address, credentials, options=options)


def _closed() -> grpc.aio.AioRpcError:
    nothing = grpc.aio.Metadata()
    return grpc.aio.AioRpcError(grpc.StatusCode.CANCELLED, nothing, nothing, details="the client was closed")
