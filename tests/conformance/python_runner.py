"""The runner of Python (README.md, "The runner"), through the package ``pageone``::

python -m tests.conformance.python_runner --scenarios FILE --address http://HOST:PORT --transport native
"""

from __future__ import annotations

import argparse
import base64
import importlib
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message
from pageone import PageOneError, RefusedError, StaleError, cards_text, channel_options, parse_cards
from pageone.errors import error_of
from pageone.v1 import (
    engine_service_pb2,
    engine_service_pb2_grpc,
    event_pb2,
    rules_service_pb2,
    rules_service_pb2_grpc,
    solo_service_pb2,
    solo_service_pb2_grpc,
    view_pb2,
)

from tests.conformance.patterns import Json, PatternError, fill, match

FORMAT: Final = 1
DEFAULT_TIMEOUT_MS: Final = 30_000
NO_SUCH_TRANSPORT: Final = 3

#: Of each service: the module of its messages, and its stub.
SERVICES: Final[dict[str, tuple[ModuleType, Callable[[grpc.Channel], Any]]]] = {
    "pageone.v1.EngineService": (engine_service_pb2, engine_service_pb2_grpc.EngineServiceStub),
    "pageone.v1.RulesService": (rules_service_pb2, rules_service_pb2_grpc.RulesServiceStub),
    "pageone.v1.SoloService": (solo_service_pb2, solo_service_pb2_grpc.SoloServiceStub),
}
DECODED: Final[dict[str, type[Message]]] = {
    "pageone.v1.Event": event_pb2.Event,
    "pageone.v1.MatchView": view_pb2.MatchView,
    "pageone.v1.ActResponse": solo_service_pb2.ActResponse,
}


class Runner:
    """Plays scenarios against the server at a channel."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._stubs = {name: stub(channel) for name, (_, stub) in SERVICES.items()}

    def play(self, scenario: Mapping[str, Json]) -> str:
        """What is wrong at the first step that fails; empty when none does."""
        kept: dict[str, Json] = {}
        for number, step in enumerate(scenario["steps"]):
            try:
                kept |= self._step(step, kept)
            except Exception as error:  # whatever it is, the step has failed, and the next scenario is played
                return f"step {number}: {error}" if str(error) else f"step {number}: {error!r}"
        return ""

    def _step(self, step: Mapping[str, Json], kept: Mapping[str, Json]) -> dict[str, Json]:
        expect = step["expect"]
        if "call" in step:
            return match(expect, self._call(step, kept), kept)
        if "decode" in step:
            decoded = _decode(step)
            return match(expect, {name: decoded[name] for name in expect}, kept)
        if "verify" in step:
            return match(expect, _verify(step["verify"], step["input"]), kept, "result")
        if "cards" in step:
            return match({"cards": expect, "text": step["cards"]}, _cards(step["cards"]), kept)
        raise PatternError(f"no step: {sorted(step)}")

    def _call(self, step: Mapping[str, Json], kept: Mapping[str, Json]) -> Json:
        service, _, method = step["call"].partition("/")
        messages, _ = SERVICES[service]
        request = getattr(messages, f"{method}Request")()
        json_format.ParseDict(fill(step["request"], kept), request)
        timeout = step.get("timeoutMs", DEFAULT_TIMEOUT_MS) / 1000
        metadata = tuple(step.get("metadata", {}).items())
        try:
            response = getattr(self._stubs[service], method)(request, timeout=timeout, metadata=metadata)
        except grpc.RpcError as error:
            return {"error": error_json(error_of(error))}
        return {"response": json_format.MessageToDict(response)}


def error_json(error: PageOneError) -> dict[str, Json]:
    """An error as the scenarios expect it: those members that are set."""
    found: dict[str, Json] = {"code": error.code.name}
    if error.reason:
        found["reason"] = error.reason
    if error.metadata:
        found["metadata"] = dict(sorted(error.metadata.items()))
    if isinstance(error, RefusedError) and error.refusal:
        found["refusal"] = view_pb2.Refusal.Name(view_pb2.Refusal.ValueType(error.refusal))
    if isinstance(error, StaleError):
        found["staleVersion"] = error.version
    if error.locale:
        found["locale"] = error.locale
        found["localized"] = error.localized
    if error.faults:
        found["faults"] = [fault._asdict() for fault in error.faults]
    if error.retry_after is not None:
        found["retryAfterMs"] = round(error.retry_after * 1000)
    return found


def _decode(step: Mapping[str, Json]) -> dict[str, Json]:
    message = DECODED[step["decode"]].FromString(base64.b64decode(step["bytes"], validate=True))
    kind = message.WhichOneof("kind") if "kind" in message.DESCRIPTOR.oneofs_by_name else None
    return {"json": json_format.MessageToDict(message), "kind": kind}


def _cards(text: str) -> dict[str, Json]:
    cards = parse_cards(text)
    return {"cards": list(map(int, cards)), "text": cards_text(cards)}


def _verify(kind: str, given: Mapping[str, Json]) -> Json:
    fairplay: Any = importlib.import_module("pageone.fairplay")
    take: dict[str, Any] = dict(given)
    for name in {"seed", "commitment"} & take.keys():
        take[name] = bytes.fromhex(take[name])
    if "entropy" in take:
        take["entropy"] = [bytes.fromhex(entry) for entry in take["entropy"]]
    verified: dict[str, Callable[[], Json]] = {
        "commitment": lambda: fairplay.commitment(take["seed"]).hex(),
        "pack": lambda: list(fairplay.pack(take["decks"], take["jokers"])),
        "shuffle": lambda: list(fairplay.shuffle(take["cards"], take["seed"], take["entropy"], take["shuffles"])),
        "first_dealer": lambda: fairplay.first_dealer(take["seats"], take["seed"], take["entropy"]),
        "deal": lambda: _deal(fairplay.deal(take["cards"], take["seats"], take["dealer"], take["handSize"])),
        "check_first_deal": lambda: list(
            fairplay.check_first_deal(
                commitment=take["commitment"],
                seed=take["seed"],
                entropy=take["entropy"],
                decks=take["decks"],
                jokers=take["jokers"],
                hand_size=take["handSize"],
                seats=take["seats"],
                dealer=take["dealer"],
                drawn=take["drawn"],
                seat=take["seat"],
                hand=take["hand"],
            )
        ),
    }
    return verified[kind]()


def _deal(dealt: tuple[list[list[int]], list[int]]) -> Json:
    hands, stock = dealt
    return {"hands": [list(hand) for hand in hands], "stock": list(stock)}


def main(arguments: list[str]) -> int:
    """Play the scenarios of a file, a line of JSON for each; 1 when one failed, 2 when they could not be played."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.python_runner", description=__doc__)
    parser.add_argument("--scenarios", type=Path, required=True, help="the file")
    parser.add_argument("--address", required=True, help="http://HOST:PORT of the server")
    parser.add_argument("--transport", choices=("native", "grpc-web"), default="native")
    options = parser.parse_args(arguments)
    if options.transport != "native":
        print("Python has no client for gRPC-Web: grpcio speaks gRPC alone", file=sys.stderr)
        return NO_SUCH_TRANSPORT
    try:
        loaded = json.loads(options.scenarios.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        parser.error(f"--scenarios: {error}")
    if loaded.get("format") != FORMAT:
        parser.error(f"--scenarios: format {loaded.get('format')!r} is not {FORMAT}, which this runner plays")
    passed = True
    with grpc.insecure_channel(options.address.removeprefix("http://"), options=channel_options()) as channel:
        runner = Runner(channel)
        for scenario in loaded["scenarios"]:
            message = runner.play(scenario)
            passed = passed and not message
            line = {"scenario": scenario["name"], "passed": not message, "message": message}
            print(json.dumps(line, ensure_ascii=False), flush=True)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
