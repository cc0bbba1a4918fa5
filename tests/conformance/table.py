"""Matches as scenarios see them: states, actions and views as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from google.protobuf import json_format
from google.protobuf.message import Message
from pageone.v1 import action_pb2, rules_pb2, state_pb2
from pageone_engine.actions import Action
from pageone_engine.rules import Rules
from pageone_engine.state import State
from pageone_service.convert import put_action, put_rules, put_state

from tests.conformance.authoring import RECORDED, Scenario
from tests.conformance.patterns import Json
from tests.engine import positions

SPECTATOR: Final[dict[str, Json]] = {"spectator": {}}
APPLY: Final = "EngineService/ApplyAction"


def json_of(message: Message) -> dict[str, Json]:
    """A message as proto3 JSON."""
    found: dict[str, Json] = json_format.MessageToDict(message)
    return found


def state_json(state: State) -> dict[str, Json]:
    """A state of the engine."""
    message = state_pb2.MatchState()
    put_state(message, state)
    return json_of(message)


def rules_json(rules: Rules) -> dict[str, Json]:
    """Rules of the engine."""
    message = rules_pb2.Rules()
    put_rules(message, rules)
    return json_of(message)


def action_json(action: Action | str) -> dict[str, Json]:
    """An action; as a line of a script (tests/engine/positions.py) or the engine's."""
    message = action_pb2.Action()
    put_action(message, positions.action(action) if isinstance(action, str) else action)
    found = json_of(message)
    if message.seat == 0 and message.WhichOneof("kind") not in ("close_claims", "start_round"):
        # Seat 0 is a seat, and is written as one.
        found = {"seat": 0, **found}
    return found


def viewers(seats: int) -> list[dict[str, Json]]:
    """Every seat, and a spectator."""
    return [*({"seat": seat} for seat in range(seats)), SPECTATOR]


class Table:
    """One match in a scenario, whose state is kept under ``state``."""

    def __init__(self, scenario: Scenario, seats: int) -> None:
        self.scenario = scenario
        self.seats = seats
        self.state: Json = {"$use": "state"}

    @classmethod
    def at(cls, scenario: Scenario, state: State) -> Table:
        """A match in a position made by hand."""
        table = cls(scenario, len(state.hands))
        table.state = state_json(state)
        return table

    def act(self, line: Action | str, **expect: Any) -> Json:  # noqa: ANN401
        """An action that is applied; by default the events are expected, and every viewer's events and view."""
        request = {"state": self.state, "action": action_json(line), "viewers": viewers(self.seats)}
        answer = self.scenario.call(APPLY, request, self._applied(expect))
        self.state = {"$use": "state"}
        return answer

    def _applied(self, expect: dict[str, Any]) -> Any:  # noqa: ANN401
        def shape(answer: Json) -> Json:
            whole = {**answer, "state": {"$save": "state"}, "updates": [seen(update) for update in answer["updates"]]}
            return {**whole, **expect}

        return shape

    def refused(self, line: Action | str, languages: Sequence[str] = ("ja", "en")) -> Json:
        """An action that is refused, in each language."""
        answer = None
        for language in languages:
            request = {"state": self.state, "action": action_json(line)}
            answer = self.scenario.fails(APPLY, request, language=language)
        return answer


def seen(update: Json) -> Json:
    """An update; of what every view of a match repeats, rules and commitment, it is enough that they are there."""
    view = {**update["view"], "rules": {"$any": True}, "seedCommitment": {"$length": [44, 44]}}
    return {**update, "view": view}


__all__ = ["RECORDED", "SPECTATOR", "Table", "action_json", "rules_json", "seen", "state_json", "viewers"]
