"""Every call that a client makes: friendly arguments in, a request out, and what of the response is the answer.

`Client` and `AsyncClient` have a method for each function here; they differ in nothing but how they wait.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

import grpc
from google.protobuf.message import Message

from .v1 import (
    action_pb2,
    engine_service_pb2,
    engine_service_pb2_grpc,
    rules_pb2,
    rules_service_pb2,
    rules_service_pb2_grpc,
    solo_service_pb2,
    solo_service_pb2_grpc,
    state_pb2,
    view_pb2,
)

Viewer = int | Literal["spectator"]
RulesOrName = rules_pb2.Rules | str
Language = Literal["en", "ja"]
Strength = Literal["stand_in", "easy", "normal", "hard"]
_Response = TypeVar("_Response", bound=Message)
_Result = TypeVar("_Result")


class Stubs(NamedTuple):
    """The generated stubs over one channel."""

    engine: engine_service_pb2_grpc.EngineServiceStub
    rules: rules_service_pb2_grpc.RulesServiceStub
    solo: solo_service_pb2_grpc.SoloServiceStub

    @classmethod
    def over(cls, channel: grpc.Channel) -> Stubs:
        """The stubs over ``channel``."""
        return cls(
            engine_service_pb2_grpc.EngineServiceStub(channel),
            rules_service_pb2_grpc.RulesServiceStub(channel),
            solo_service_pb2_grpc.SoloServiceStub(channel),
        )


@dataclass(frozen=True, slots=True)
class Call(Generic[_Response, _Result]):
    """A call to be made: the stubs' method, its request, the answer in its response.

    ``long``: it may take several times as long as others. ``language`` in place of the client's.
    """

    method: Callable[[Stubs], Callable[..., _Response]]
    request: Message
    answer: Callable[[_Response], _Result]
    long: bool = False
    language: Language | None = None


def _whole(response: _Response) -> _Response:
    return response


def create_match(
    rules: RulesOrName,
    seats: int,
    seed: bytes,
    entropy: Iterable[bytes],
    first_dealer: int | None,
    match_id: str,
    viewers: Iterable[Viewer],
) -> Call[engine_service_pb2.CreateMatchResponse, engine_service_pb2.CreateMatchResponse]:
    """See `Client.create_match`."""
    request = engine_service_pb2.CreateMatchRequest(
        rules=_rules_of(rules),
        seats=seats,
        seed=seed,
        entropy=entropy,
        first_dealer=first_dealer,
        match_id=match_id,
        viewers=map(_viewer_of, viewers),
    )
    return Call(lambda stubs: stubs.engine.CreateMatch, request, _whole)


def apply(
    state: state_pb2.MatchState, action: action_pb2.Action, viewers: Iterable[Viewer]
) -> Call[engine_service_pb2.ApplyActionResponse, engine_service_pb2.ApplyActionResponse]:
    """See `Client.apply`."""
    return Call(lambda stubs: stubs.engine.ApplyAction, apply_request(state, action, viewers), _whole)


def apply_all(
    requests: Iterable[engine_service_pb2.ApplyActionRequest],
) -> Call[engine_service_pb2.BatchApplyActionsResponse, Sequence[engine_service_pb2.ApplyActionResult]]:
    """See `Client.apply_all`."""
    request = engine_service_pb2.BatchApplyActionsRequest(requests=requests)
    return Call(lambda stubs: stubs.engine.BatchApplyActions, request, lambda response: response.results, long=True)


def view(state: state_pb2.MatchState, viewer: Viewer) -> Call[engine_service_pb2.GetViewResponse, view_pb2.MatchView]:
    """See `Client.view`."""
    request = engine_service_pb2.GetViewRequest(state=state, viewer=_viewer_of(viewer))
    return Call(lambda stubs: stubs.engine.GetView, request, lambda response: response.view)


def legal_actions(
    state: state_pb2.MatchState, seat: int
) -> Call[engine_service_pb2.ListLegalActionsResponse, view_pb2.LegalActions]:
    """See `Client.legal_actions`."""
    request = engine_service_pb2.ListLegalActionsRequest(state=state, seat=seat)
    return Call(lambda stubs: stubs.engine.ListLegalActions, request, lambda response: response.seats[0].legal)


def all_legal_actions(
    state: state_pb2.MatchState,
) -> Call[engine_service_pb2.ListLegalActionsResponse, Sequence[engine_service_pb2.SeatActions]]:
    """See `Client.all_legal_actions`."""
    request = engine_service_pb2.ListLegalActionsRequest(state=state)
    return Call(lambda stubs: stubs.engine.ListLegalActions, request, lambda response: response.seats)


def suggest(
    view: view_pb2.MatchView, strength: Strength, seed: bytes
) -> Call[engine_service_pb2.SuggestActionResponse, action_pb2.Action | None]:
    """See `Client.suggest`."""
    request = engine_service_pb2.SuggestActionRequest(view=view, strength=_strength_of(strength), seed=seed)
    return Call(
        lambda stubs: stubs.engine.SuggestAction,
        request,
        lambda response: response.action if response.HasField("action") else None,
    )


def verify(
    transcript: engine_service_pb2.Transcript, seed_commitment: bytes, state: state_pb2.MatchState | None
) -> Call[engine_service_pb2.VerifyTranscriptResponse, engine_service_pb2.VerifyTranscriptResponse]:
    """See `Client.verify`."""
    request = engine_service_pb2.VerifyTranscriptRequest(
        transcript=transcript, seed_commitment=seed_commitment, state=state
    )
    return Call(lambda stubs: stubs.engine.VerifyTranscript, request, _whole, long=True)


def rule_sets(
    language: Language | None,
) -> Call[rules_service_pb2.ListRuleSetsResponse, Sequence[rules_service_pb2.RuleSet]]:
    """See `Client.rule_sets`."""
    request = rules_service_pb2.ListRuleSetsRequest()
    return Call(lambda stubs: stubs.rules.ListRuleSets, request, lambda response: response.rule_sets, language=language)


def describe_rules(
    rules: RulesOrName, seats: int, language: Language | None
) -> Call[rules_service_pb2.DescribeRulesResponse, rules_service_pb2.DescribeRulesResponse]:
    """See `Client.describe_rules`."""
    request = rules_service_pb2.DescribeRulesRequest(rules=_rules_of(rules), seats=seats)
    return Call(lambda stubs: stubs.rules.DescribeRules, request, _whole, language=language)


def start_game(
    rules: RulesOrName, seats: int, seat: int, bots: Strength | Sequence[Strength]
) -> Call[solo_service_pb2.StartGameResponse, solo_service_pb2.StartGameResponse]:
    """See `Client.start_game`."""
    request = solo_service_pb2.StartGameRequest(
        rules=_rules_of(rules),
        seats=seats,
        seat=seat,
        bots=map(_strength_of, [bots] if isinstance(bots, str) else bots),
    )
    return Call(lambda stubs: stubs.solo.StartGame, request, _whole)


def act(
    ticket: bytes, action: action_pb2.Action | None
) -> Call[solo_service_pb2.ActResponse, solo_service_pb2.ActResponse]:
    """See `SoloGame.act`; without an action `SoloGame.go_on`."""
    request = solo_service_pb2.ActRequest(ticket=ticket, action=action)
    return Call(lambda stubs: stubs.solo.Act, request, _whole)


def get_game(ticket: bytes) -> Call[solo_service_pb2.GetGameResponse, view_pb2.MatchView]:
    """See `Client.resume_game`."""
    request = solo_service_pb2.GetGameRequest(ticket=ticket)
    return Call(lambda stubs: stubs.solo.GetGame, request, lambda response: response.view)


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


def _strength_of(strength: Strength) -> engine_service_pb2.Strength.ValueType:
    return engine_service_pb2.Strength.Value(f"STRENGTH_{strength.upper()}")
