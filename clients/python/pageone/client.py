"""The client: a method for each call, with deadlines, tries and exceptions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Final, Literal, TypeVar

import grpc
from google.protobuf.message import Message

from .credentials import Tls, Token, authorization, open_channel
from .errors import error_of
from .solo import SoloGame, resume_game, start_game
from .solo import Strength as Strength
from .v1 import (
    action_pb2,
    engine_service_pb2,
    engine_service_pb2_grpc,
    rules_pb2,
    rules_service_pb2,
    rules_service_pb2_grpc,
    solo_service_pb2_grpc,
    state_pb2,
    view_pb2,
)

DEFAULT_ADDRESS: Final = "127.0.0.1:50051"
#: Seconds for a call; VerifyTranscript and BatchApplyActions get several times as many.
DEFAULT_TIMEOUT: Final = 5.0
_LONG: Final = 6

Viewer = int | Literal["spectator"]
RulesOrName = rules_pb2.Rules | str
Language = Literal["en", "ja"]
_Response = TypeVar("_Response", bound=Message)

#: Every call is a pure function of its request, but for StartGame, which deals another game that nobody has seen yet:
#: when the server could not be reached, try again.
SERVICE_CONFIG: Final = json.dumps(
    {
        "methodConfig": [
            {
                "name": [
                    {"service": "pageone.v1.EngineService"},
                    {"service": "pageone.v1.RulesService"},
                    {"service": "pageone.v1.SoloService"},
                ],
                "retryPolicy": {
                    "maxAttempts": 4,
                    "initialBackoff": "0.1s",
                    "maxBackoff": "1s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ]
    }
)


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
        if channel is not None and (tls or token is not None):
            raise ValueError("a channel of your own has its own credentials: leave tls and token out")
        self._own_channel = channel is None
        self._channel = channel or open_channel(address, tls, token, channel_options())
        self._token = token
        self._timeout = timeout
        self._language: Language = language
        self._engine = engine_service_pb2_grpc.EngineServiceStub(self._channel)
        self._rules = rules_service_pb2_grpc.RulesServiceStub(self._channel)
        self._solo = solo_service_pb2_grpc.SoloServiceStub(self._channel)

    def __enter__(self) -> Client:
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
        request = engine_service_pb2.CreateMatchRequest(
            rules=_rules_of(rules),
            seats=seats,
            seed=seed,
            entropy=entropy,
            first_dealer=first_dealer,
            match_id=match_id,
            viewers=map(_viewer_of, viewers),
        )
        return self._call(self._engine.CreateMatch, request)

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
        return self._call(self._engine.ApplyAction, apply_request(state, action, viewers))

    def apply_all(
        self, requests: Iterable[engine_service_pb2.ApplyActionRequest]
    ) -> Sequence[engine_service_pb2.ApplyActionResult]:
        """Apply many actions to many matches (`apply_request`), at most 256; answers in their order."""
        request = engine_service_pb2.BatchApplyActionsRequest(requests=requests)
        return self._call(self._engine.BatchApplyActions, request, long=True).results

    def view(self, state: state_pb2.MatchState, viewer: Viewer) -> view_pb2.MatchView:
        """The match as ``viewer`` may see it, with what it can do."""
        request = engine_service_pb2.GetViewRequest(state=state, viewer=_viewer_of(viewer))
        return self._call(self._engine.GetView, request).view

    def legal_actions(self, state: state_pb2.MatchState, seat: int) -> view_pb2.LegalActions:
        """What ``seat`` can do, and why its other cards cannot be played."""
        request = engine_service_pb2.ListLegalActionsRequest(state=state, seat=seat)
        return self._call(self._engine.ListLegalActions, request).seats[0].legal

    def all_legal_actions(self, state: state_pb2.MatchState) -> Sequence[engine_service_pb2.SeatActions]:
        """What each seat can do, in seat order."""
        request = engine_service_pb2.ListLegalActionsRequest(state=state)
        return self._call(self._engine.ListLegalActions, request).seats

    def suggest(
        self, view: view_pb2.MatchView, strength: Strength = "normal", *, seed: bytes = b""
    ) -> action_pb2.Action | None:
        """What a bot would do that sees ``view`` alone; None: nothing, or nothing worth doing."""
        request = engine_service_pb2.SuggestActionRequest(
            view=view,
            strength=engine_service_pb2.Strength.Value(f"STRENGTH_{strength.upper()}"),
            seed=seed,
        )
        response = self._call(self._engine.SuggestAction, request)
        return response.action if response.HasField("action") else None

    def verify(
        self,
        transcript: engine_service_pb2.Transcript,
        *,
        seed_commitment: bytes = b"",
        state: state_pb2.MatchState | None = None,
    ) -> engine_service_pb2.VerifyTranscriptResponse:
        """Whether a match written down agrees with its commitment, its actions and ``state``."""
        request = engine_service_pb2.VerifyTranscriptRequest(
            transcript=transcript, seed_commitment=seed_commitment, state=state
        )
        return self._call(self._engine.VerifyTranscript, request, long=True)

    def rule_sets(self, language: Language | None = None) -> Sequence[rules_service_pb2.RuleSet]:
        """The presets, in words."""
        request = rules_service_pb2.ListRuleSetsRequest()
        return self._call(self._rules.ListRuleSets, request, language=language).rule_sets

    def describe_rules(
        self, rules: RulesOrName, seats: int = 0, *, language: Language | None = None
    ) -> rules_service_pb2.DescribeRulesResponse:
        """Rules in words, for ``seats`` (0: any number), or every fault in them."""
        request = rules_service_pb2.DescribeRulesRequest(rules=_rules_of(rules), seats=seats)
        return self._call(self._rules.DescribeRules, request, language=language)

    def start_game(
        self, rules: RulesOrName, seats: int, *, seat: int = 0, bots: Strength | Sequence[Strength] = "normal"
    ) -> SoloGame:
        """Begin a game of one person, in ``seat``, against bots: one strength for all, or one for each other seat."""
        return start_game(self._solo, self._call, _rules_of(rules), seats, seat, bots)

    def resume_game(self, ticket: bytes) -> SoloGame:
        """Go on with a game from the ticket that was kept.

        `InvalidArgumentError` with reason ``TICKET_INVALID``: it is no ticket of this service, or its key is gone.
        """
        return resume_game(self._solo, self._call, ticket)

    def _call(
        self,
        method: Callable[..., _Response],
        request: Message,
        *,
        language: Language | None = None,
        long: bool = False,
    ) -> _Response:
        timeout = self._timeout * _LONG if long else self._timeout
        metadata: list[tuple[str, str]] = [("accept-language", language or self._language)]
        if self._token is not None:
            metadata.append(authorization(self._token))
        try:
            return method(request, timeout=timeout, metadata=metadata)
        except grpc.RpcError as error:
            raise error_of(error) from error


def channel_options() -> list[tuple[str, str | int]]:
    """What a channel of your own should be made with: the retry policy, reconnecting, and keepalive."""
    return [
        ("grpc.service_config", SERVICE_CONFIG),
        ("grpc.enable_retries", 1),
        # By default gRPC waits a second after a connection that failed, and every try of a call falls into it.
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", 5_000),
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.keepalive_timeout_ms", 20_000),
    ]


def apply_request(
    state: state_pb2.MatchState, action: action_pb2.Action, viewers: Iterable[Viewer] = ()
) -> engine_service_pb2.ApplyActionRequest:
    """A request for `Client.apply_all`."""
    return engine_service_pb2.ApplyActionRequest(state=state, action=action, viewers=map(_viewer_of, viewers))


def _rules_of(rules: RulesOrName) -> rules_pb2.Rules:
    return rules_pb2.Rules(name=rules) if isinstance(rules, str) else rules


def _viewer_of(viewer: Viewer) -> view_pb2.Viewer:
    if viewer == "spectator":
        return view_pb2.Viewer(spectator=view_pb2.Spectator())
    return view_pb2.Viewer(seat=viewer)
