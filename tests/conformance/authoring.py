"""How scenarios are written: what is sent and how its answer is looked at; the answer itself comes from a real server.

    def scenarios(live: Live) -> Iterator[Scenario]:
        one = live.scenario("matches/deal", "Seat 0 deals.")
        request = {"rules": {"name": "page_one"}, "seats": 2}
        one.call("EngineService/CreateMatch", request, {"state": {"$save": "state"}, "events": RECORDED})
        yield one

A *shape* is a pattern (README.md) in which `RECORDED` stands for what the server answers, to be equal, and a function
for the pattern that it makes of the answer. Everything recorded must come out the same each time: no random seed.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message
from pageone.errors import error_of

from tests.conformance.patterns import Json, fill, match
from tests.conformance.python_runner import SERVICES, error_json

PACKAGE: Final = "pageone.v1."
TIMEOUT: Final = 60.0


class _Recorded:
    """Stands for what the server answers."""


RECORDED: Final = _Recorded()
Shape = Any


@dataclass
class Live:
    """The server that answers are recorded from."""

    channel: grpc.Channel

    def scenario(self, name: str, about: str) -> Scenario:
        """A scenario without steps; ``name`` is ``group/what``."""
        return Scenario(self, name, about)

    def answer(self, method: str, request: Json, language: str = "") -> tuple[str, Json]:
        """``response`` or ``error``, and the answer as JSON."""
        service, _, name = method.partition("/")
        messages, stub = SERVICES[PACKAGE + service]
        message = getattr(messages, f"{name}Request")()
        json_format.ParseDict(request, message)
        metadata = (("accept-language", language),) if language else ()
        try:
            response = getattr(stub(self.channel), name)(message, timeout=TIMEOUT, metadata=metadata)
        except grpc.RpcError as error:
            return "error", error_json(error_of(error))
        return "response", json_format.MessageToDict(response)


@dataclass
class Scenario:
    """Steps in the order they are played; ``kept`` is what those so far have kept."""

    live: Live
    name: str
    about: str
    steps: list[dict[str, Json]] = field(default_factory=list)
    kept: dict[str, Json] = field(default_factory=dict)

    def call(self, method: str, request: Json, shape: Shape, *, language: str = "") -> Json:
        """A call that is answered; the answer, which the shape is filled with."""
        return self._call(method, request, shape, "response", language)

    def fails(self, method: str, request: Json, shape: Shape = None, *, language: str = "") -> Json:
        """A call that ends with an error; by default all of it is expected, sentences by their language."""
        return self._call(method, request, shape or error_shape(language or "en"), "error", language)

    def _call(self, method: str, request: Json, shape: Shape, ends: str, language: str) -> Json:
        ended, answer = self.live.answer(method, fill(request, self.kept), language)
        if ended != ends:
            raise AssertionError(f"{self.name}, step {len(self.steps)}: {ended}: {str(answer)[:2000]}")
        expect = filled(shape, answer)
        step: dict[str, Json] = {"call": PACKAGE + method, "request": request, "expect": {ends: expect}}
        if language:
            step = {"call": step.pop("call"), "metadata": {"accept-language": language}, **step}
        self.kept |= match(expect, answer, self.kept)
        self.steps.append(step)
        return answer

    def gives_up(self, method: str, request: Json, milliseconds: int) -> None:
        """A call that cannot be answered in time."""
        self.steps.append(
            {
                "call": PACKAGE + method,
                "timeoutMs": milliseconds,
                "request": request,
                "expect": {"error": {"code": "DEADLINE_EXCEEDED"}},
            }
        )

    def decode(self, message: Message | tuple[str, bytes], expect: Json) -> None:
        """Bytes that are read; ``expect`` has ``json``, ``kind`` or both."""
        if isinstance(message, Message):
            name, data = message.DESCRIPTOR.full_name, message.SerializeToString(deterministic=True)
        else:
            name, data = message
        self.steps.append({"decode": name, "bytes": base64.b64encode(data).decode(), "expect": expect})

    def verify(self, kind: str, given: Mapping[str, Json], expect: Json) -> None:
        """A function of the package's fair play."""
        self.steps.append({"verify": kind, "input": dict(given), "expect": expect})

    def cards(self, text: str, expect: list[int]) -> None:
        """Cards as text."""
        self.steps.append({"cards": text, "expect": expect})


def filled(shape: Shape, answer: Json) -> Json:
    """The pattern that a shape becomes for an answer."""
    if shape is RECORDED:
        return answer
    if callable(shape):
        return filled(shape(answer), answer)
    if isinstance(shape, list):
        return [filled(each, answer[number]) for number, each in enumerate(shape)]
    if isinstance(shape, dict):
        return {name: _filled_member(name, member, answer) for name, member in shape.items()}
    return shape


def _filled_member(name: str, shape: Shape, answer: Json) -> Json:
    if name == "$some":
        return filled(shape, answer)
    if name == "$save_some":
        return {**shape, "match": filled(shape["match"], answer)}
    if name.startswith("$"):
        return shape
    return filled(shape, answer[name])


def error_shape(language: str, faults: str = "en") -> Callable[[Json], Json]:
    """All of an error, but of its sentences only that they are in ``language``, those for a developer in English."""

    def shape(error: Json) -> Json:
        seen = dict(error)
        if "localized" in seen:
            seen["localized"] = {"$text": language}
        if "faults" in seen:
            seen["faults"] = [{"field": each["field"], "description": {"$text": faults}} for each in seen["faults"]]
        return seen

    return shape
