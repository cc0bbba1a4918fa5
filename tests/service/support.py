"""What the service's tests share: a server on free ports, raw calls, and statuses taken apart."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from pageone.v1 import (
    action_pb2,
    engine_service_pb2_grpc,
    rules_pb2,
    rules_service_pb2_grpc,
    solo_service_pb2_grpc,
    state_pb2,
    view_pb2,
)
from pageone_engine import PRESETS, apply, awaited, create_match, legal_actions
from pageone_engine.actions import Action, StartRound
from pageone_engine.rules import Rules
from pageone_engine.state import State
from pageone_engine.terms import Phase
from pageone_service.convert import put_action, put_state
from pageone_service.logs import make_log
from pageone_service.server import Server, create_server
from pageone_service.settings import Settings

Detail = TypeVar("Detail", bound=Message)
SEED = bytes(range(32))
ENGINE = "/pageone.v1.EngineService/"
RULES = "/pageone.v1.RulesService/"
SOLO = "/pageone.v1.SoloService/"


class LogLines(io.RawIOBase):
    """The log of a server, to be waited for: a call's line is written before its answer is sent."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[dict[str, Any]] = []
        self._rest = b""
        self._condition = Condition()
        self.raw_bytes = b""

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        with self._condition:
            self.raw_bytes += bytes(data)
            *lines, self._rest = (self._rest + bytes(data)).split(b"\n")
            self._lines += [json.loads(line) for line in lines if line]
            self._condition.notify_all()
        return len(data)

    def of(self, request_id: str) -> dict[str, Any]:
        """The line of the call with this request id; waits for it up to ten seconds."""

        def found() -> list[dict[str, Any]]:
            return [line for line in self._lines if line.get("request_id") == request_id]

        with self._condition:
            assert self._condition.wait_for(found, timeout=10), request_id
            return found()[-1]

    def all(self) -> list[dict[str, Any]]:
        with self._condition:
            return list(self._lines)


def settings(**changes: object) -> Settings:
    """Settings of a server on free ports that stops at once."""
    ports: dict[str, object] = {
        "address": "127.0.0.1:0",
        "health_address": "127.0.0.1:0",
        "admin_address": "127.0.0.1:0",
        "drain_seconds": 0.0,
        "grace_seconds": 5.0,
    }
    return Settings(**{**ports, **changes})  # type: ignore[arg-type]


@dataclass
class Running:
    """A running server with its log and a channel to it."""

    server: Server
    log: LogLines
    channel: grpc.Channel

    @property
    def engine(self) -> engine_service_pb2_grpc.EngineServiceStub:
        return engine_service_pb2_grpc.EngineServiceStub(self.channel)

    @property
    def rules(self) -> rules_service_pb2_grpc.RulesServiceStub:
        return rules_service_pb2_grpc.RulesServiceStub(self.channel)

    @property
    def solo(self) -> solo_service_pb2_grpc.SoloServiceStub:
        return solo_service_pb2_grpc.SoloServiceStub(self.channel)

    def raw(self, path: str, data: bytes, metadata: tuple[tuple[str, str], ...] = ()) -> bytes | Ended:
        """Call a method with bytes; the answer's bytes, or how it ended."""
        try:
            call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self.channel.unary_unary(path)
            answer = call(data, timeout=20, metadata=metadata)
        except grpc.RpcError as error:
            return Ended(error)
        return answer

    def ended(self, path: str, request: Message, metadata: tuple[tuple[str, str], ...] = ()) -> Ended:
        """Call a method that must not answer; how it ended."""
        end = self.raw(path, request.SerializeToString(), metadata)
        assert isinstance(end, Ended), "answered"
        return end


@contextmanager
def running(**changes: object) -> Iterator[Running]:
    """A server on free ports, its log and a channel, all closed afterwards."""
    log = LogLines()
    server = create_server(settings(**changes), make_log("info", "json", log))  # type: ignore[arg-type]
    options = [("grpc.max_receive_message_length", 64 << 20)]
    with server, grpc.insecure_channel(server.address, options=options) as channel:
        yield Running(server, log, channel)


class Ended:
    """A status with its details taken apart."""

    def __init__(self, error: grpc.RpcError) -> None:
        self.code = error.code()
        self.message = error.details() or ""
        metadata = {each.key: each.value for each in error.trailing_metadata() or ()}
        self.request_id = metadata.get("x-request-id", "")
        self.pushback = metadata.get("grpc-retry-pushback-ms", "")
        self.details_bytes = metadata.get("grpc-status-details-bin", b"")
        assert isinstance(self.details_bytes, bytes)
        status = status_pb2.Status.FromString(self.details_bytes)
        self.details: list[Any] = []
        for packed in status.details:
            name = packed.type_url.rpartition(".")[2]
            detail = getattr(error_details_pb2, name)()
            packed.Unpack(detail)
            self.details.append(detail)
        if self.details:
            assert status.code == self.code.value[0]
            assert status.message == self.message

    def detail(self, kind: type[Detail]) -> Detail:
        """The one detail of a kind."""
        found = [detail for detail in self.details if isinstance(detail, kind)]
        assert len(found) == 1, (kind, self.details)
        return found[0]

    @property
    def info(self) -> error_details_pb2.ErrorInfo:
        return self.detail(error_details_pb2.ErrorInfo)

    @property
    def paths(self) -> list[str]:
        """The field paths of the BadRequest."""
        request = self.detail(error_details_pb2.BadRequest)
        assert all(violation.description for violation in request.field_violations)
        return [violation.field for violation in request.field_violations]

    def __repr__(self) -> str:
        return f"{self.code}: {self.message}"


def new_state(rules: Rules | str = "page_one", seats: int = 4, seed: bytes = SEED) -> State:
    """The first state of a match."""
    whole = PRESETS[rules] if isinstance(rules, str) else rules
    return create_match(whole, seats, seed, first_dealer=0, match_id="a-match")[0]


def message_of(state: State) -> state_pb2.MatchState:
    """A state as a message."""
    message = state_pb2.MatchState()
    put_state(message, state)
    return message


def action_message(action: Action) -> action_pb2.Action:
    """An action as a message."""
    message = action_pb2.Action()
    put_action(message, action)
    return message


def listed(state: State) -> list[Action]:
    """Every action that somebody can make now, call-outs left aside; starting a round after one."""
    if state.phase == Phase.ROUND_OVER:
        return [StartRound()]
    seats = awaited(state) if state.phase == Phase.CLAIMS else (state.turn,)
    return [action for seat in seats for action in legal_actions(state, seat).actions if action.kind != "call_out"]


def walk(state: State, choice: random.Random, most: int) -> Iterator[State]:
    """States of a random match from ``state`` on, ``most`` of them or until it is over."""
    yield state
    for _ in range(most):
        if state.phase == Phase.MATCH_OVER:
            return
        state, _ = apply(state, choice.choice(listed(state)))
        yield state


def viewer(seat: int | None) -> view_pb2.Viewer:
    """A viewer; None for a spectator."""
    if seat is None:
        return view_pb2.Viewer(spectator=view_pb2.Spectator())
    return view_pb2.Viewer(seat=seat)


def preset(name: str) -> rules_pb2.Rules:
    """Rules by name alone."""
    return rules_pb2.Rules(name=name)
