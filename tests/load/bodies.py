"""Requests of real positions, as bytes: what h2load and the benchmark of the service send."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from google.protobuf.message import Message
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import view_pb2
from pageone_engine import PRESETS, view
from pageone_service.convert import put_action, put_state, put_view

from tests.bench.positions import Position, sample

SERVICE = "pageone.v1.EngineService"
MAX_BATCH = 256


@dataclass(frozen=True)
class Body:
    """A method's bare name and a request of it, in bytes."""

    method: str
    message: bytes

    @property
    def path(self) -> str:
        """The path of its calls."""
        return f"/{SERVICE}/{self.method}"


def apply_message(position: Position, viewers: int = 0) -> pb.ApplyActionRequest:
    """The action of a position, with updates for the first ``viewers`` seats."""
    message = pb.ApplyActionRequest(viewers=[view_pb2.Viewer(seat=seat) for seat in range(viewers)])
    put_state(message.state, position.state)
    put_action(message.action, position.action)
    return message


def _create(positions: list[Position], viewers: int) -> Message:
    request = pb.CreateMatchRequest(seats=4, viewers=[view_pb2.Viewer(seat=seat) for seat in range(viewers)])
    request.rules.name = positions[0].state.match.rules.name
    request.seed = bytes(32)
    return request


def _apply(positions: list[Position], viewers: int) -> Message:
    return apply_message(positions[0], viewers)


def _batch(positions: list[Position], viewers: int) -> Message:
    return pb.BatchApplyActionsRequest(requests=[apply_message(one, viewers) for one in positions])


def _view(positions: list[Position], viewers: int) -> Message:
    request = pb.GetViewRequest(viewer=view_pb2.Viewer(seat=positions[0].state.turn))
    put_state(request.state, positions[0].state)
    return request


def _legal(positions: list[Position], viewers: int) -> Message:
    request = pb.ListLegalActionsRequest(seat=positions[0].state.turn)
    put_state(request.state, positions[0].state)
    return request


def _suggest(positions: list[Position], viewers: int) -> Message:
    request = pb.SuggestActionRequest(strength=pb.STRENGTH_NORMAL)
    put_view(request.view, view(positions[0].state, positions[0].state.turn), None)
    return request


_MAKERS: Mapping[str, Callable[[list[Position], int], Message]] = {
    "CreateMatch": _create,
    "ApplyAction": _apply,
    "BatchApplyActions": _batch,
    "GetView": _view,
    "ListLegalActions": _legal,
    "SuggestAction": _suggest,
}
METHODS = tuple(_MAKERS)


def body_of(method: str, rules: str, *, viewers: int = 0, seed: int = 0) -> Body:
    """A request of a method about a position of random play that follows from ``seed``; a batch has 256."""
    count = MAX_BATCH if method == "BatchApplyActions" else 1
    positions = sample(PRESETS[rules], 8 + count, Random(f"{rules} {seed}"))[8:]
    return Body(method, _MAKERS[method](positions, viewers).SerializeToString(deterministic=True))
