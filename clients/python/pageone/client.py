"""The client: a method for each call, with deadlines, tries and exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Self, TypeVar

import grpc
from google.protobuf.message import Message

from . import calls
from .calls import Call, RulesOrName, Viewer
from .calls import Language as Language
from .calls import Strength as Strength
from .connection import DEFAULT_ADDRESS as DEFAULT_ADDRESS
from .connection import DEFAULT_TIMEOUT as DEFAULT_TIMEOUT
from .connection import channel_options as channel_options
from .connection import metadata_of, seconds_for
from .credentials import Tls, Token, authorization, channel_credentials, check_own_channel
from .errors import error_of
from .solo import SoloGame
from .v1 import action_pb2, engine_service_pb2, rules_service_pb2, state_pb2, view_pb2

_Response = TypeVar("_Response", bound=Message)
_Result = TypeVar("_Result")


class Client:
    """Calls a Page One server; used with ``with``, or closed with `close`. Threads may share it.

    ``address`` is HOST:PORT, ``timeout`` seconds for a call, ``language`` what sentences are in. ``tls``:
    True, or `Tls` with files. ``token``: an API key or a JWT, or a function that gives one, which is
    asked before every call and must be quick; over TLS only, but for a server on this machine. A
    ``channel`` of your own is used instead of all these, and closed by you. Every method raises
    `PageOneError` when it ends without an answer.
    """

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        language: Language = "en",
        tls: Tls | bool = False,
        token: Token | None = None,
        channel: grpc.Channel | None = None,
    ) -> None:
        check_own_channel(channel, tls, token)
        self._own_channel = channel is None
        self._channel = channel or _open_channel(address, tls, token)
        self._token = token
        self._timeout = timeout
        self._language: Language = language
        self._stubs = calls.Stubs.over(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        if self._own_channel:
            self._channel.close()

    def create_match(
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
        return self._call(calls.create_match(rules, seats, seed, entropy, first_dealer, match_id, viewers))

    def apply(
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
        return self._call(calls.apply(state, action, viewers))

    def apply_all(
        self, requests: Iterable[engine_service_pb2.ApplyActionRequest]
    ) -> Sequence[engine_service_pb2.ApplyActionResult]:
        """Apply many actions to many matches (`apply_request`), at most 256; answers in their order."""
        return self._call(calls.apply_all(requests))

    def view(self, state: state_pb2.MatchState, viewer: Viewer) -> view_pb2.MatchView:
        """The match as ``viewer`` may see it, with what it can do."""
        return self._call(calls.view(state, viewer))

    def legal_actions(self, state: state_pb2.MatchState, seat: int) -> view_pb2.LegalActions:
        """What ``seat`` can do, and why its other cards cannot be played."""
        return self._call(calls.legal_actions(state, seat))

    def all_legal_actions(self, state: state_pb2.MatchState) -> Sequence[engine_service_pb2.SeatActions]:
        """What each seat can do, in seat order."""
        return self._call(calls.all_legal_actions(state))

    def suggest(
        self, view: view_pb2.MatchView, strength: Strength = "normal", *, seed: bytes = b""
    ) -> action_pb2.Action | None:
        """What a bot would do that sees ``view`` alone; None: nothing, or nothing worth doing."""
        return self._call(calls.suggest(view, strength, seed))

    def verify(
        self,
        transcript: engine_service_pb2.Transcript,
        *,
        seed_commitment: bytes = b"",
        state: state_pb2.MatchState | None = None,
    ) -> engine_service_pb2.VerifyTranscriptResponse:
        """Whether a match written down agrees with its commitment, its actions and ``state``."""
        return self._call(calls.verify(transcript, seed_commitment, state))

    def rule_sets(self, language: Language | None = None) -> Sequence[rules_service_pb2.RuleSet]:
        """The presets, in words."""
        return self._call(calls.rule_sets(language))

    def describe_rules(
        self, rules: RulesOrName, seats: int = 0, *, language: Language | None = None
    ) -> rules_service_pb2.DescribeRulesResponse:
        """Rules in words, for ``seats`` (0: any number), or every fault in them."""
        return self._call(calls.describe_rules(rules, seats, language))

    def start_game(
        self, rules: RulesOrName, seats: int, *, seat: int = 0, bots: Strength | Sequence[Strength] = "normal"
    ) -> SoloGame:
        """Begin a game of one person, in ``seat``, against bots: one strength for all, or one for each other seat."""
        game = SoloGame(self._call)
        response = self._call(calls.start_game(rules, seats, seat, bots))
        game._take(response)
        return game

    def resume_game(self, ticket: bytes) -> SoloGame:
        """Go on with a game from the ticket that was kept.

        `InvalidArgumentError` with reason ``TICKET_INVALID``: it is no ticket of this service, or its key is gone.
        """
        game = SoloGame(self._call, ticket)
        game.view = self._call(calls.get_game(ticket))
        return game

    def _call(self, call: Call[_Response, _Result]) -> _Result:
        token = self._token() if callable(self._token) else self._token
        metadata = metadata_of(call, self._language, None if token is None else authorization(token))
        try:
            response = call.method(self._stubs)(
                call.request, timeout=seconds_for(call, self._timeout), metadata=metadata
            )
        except grpc.RpcError as error:
            raise error_of(error) from error
        return call.answer(response)


def _open_channel(address: str, tls: Tls | bool, token: Token | None) -> grpc.Channel:
    credentials, options = channel_credentials(address, tls, token)
    options += channel_options()
    if credentials is None:
        return grpc.insecure_channel(address, options=options)
    return grpc.secure_channel(address, credentials, options=options)
