"""Matches as scenarios see them: states, actions and views as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from google.protobuf import json_format
from google.protobuf.message import Message
from pageone.v1 import action_pb2, rules_pb2, state_pb2
from pageone_engine.actions import Action
from pageone_engine.rules import Rules
from pageone_engine.state import State
from pageone_service.convert import put_action, put_rules, put_state

from tests.conformance.authoring import RECORDED, Scenario, Shape
from tests.conformance.patterns import Json, fill
from tests.engine import positions

SPECTATOR: Final[dict[str, Json]] = {"spectator": {}}
CREATE: Final = "EngineService/CreateMatch"
APPLY: Final = "EngineService/ApplyAction"

#: Of a state, what changes from action to action and is short.
_HOST: Final = ("version", "shuffles", "phase", "turn", "turns", "trick", "discard", "lastPlay", "claims")
#: A longer one is not written down for each viewer.
LONG_PILE: Final = 6


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
    """One match in a scenario. The state after each call is kept as ``s1``, ``s2`` and so on."""

    def __init__(self, scenario: Scenario, seats: int, state: Json) -> None:
        self.scenario = scenario
        self.seats = seats
        self.state = state
        self._states = 0
        #: Whether it is expected what the state holds for the host alone.
        self.host = False

    @classmethod
    def at(cls, scenario: Scenario, state: State) -> Table:
        """A match in a position made by hand."""
        return cls(scenario, len(state.hands), state_json(state))

    @classmethod
    def created(cls, scenario: Scenario, request: Json, **expect: Shape) -> Table:
        """A match that the server deals, as every viewer sees it; ``expect``: members of the answer's shape."""
        table = cls(scenario, request["seats"], None)
        scenario.call(CREATE, {**request, "viewers": viewers(table.seats)}, table.answered(**expect))
        return table

    def act(self, line: Action | str | Json, watching: Sequence[Json] | None = None, **expect: Shape) -> Json:
        """An action that is applied; all of the answer is expected but the state, which is kept.

        ``watching``: the viewers, by default all. ``expect``: members of the answer with a shape of their own.
        """
        action = line if isinstance(line, dict) else action_json(line)
        request: dict[str, Json] = {"state": self.state, "action": action}
        if watching is None or watching:
            request["viewers"] = viewers(self.seats) if watching is None else list(watching)
        return self.scenario.call(APPLY, request, self.answered(**expect))

    def refused(self, line: Action | str | Json, languages: Sequence[str] = ("ja", "en")) -> Json:
        """An action that is refused, in each language."""
        answer = None
        for language in languages:
            request = {"state": self.state, "action": line if isinstance(line, dict) else action_json(line)}
            answer = self.scenario.fails(APPLY, request, language=language)
        return answer

    def ask(self, method: str, request: Json, shape: Shape = RECORDED, *, language: str = "") -> Json:
        """Another call about the state."""
        return self.scenario.call(f"EngineService/{method}", {"state": self.state, **request}, shape, language=language)

    def _kept(self, state: Json, name: str) -> Shape:
        if not self.host:
            return {"$save": name}
        return {"$save_some": {"name": name, "match": {each: state[each] for each in _HOST if each in state}}}

    @property
    def current(self) -> Json:
        """The state itself."""
        return fill(self.state, self.scenario.kept)

    def view_of(self, view: Json) -> Json:
        """A view without repetitions: its rules as those of the state, a long pile as it was or by its length."""
        if not self._states:
            return {**view, "rules": {"$any": True}}
        name = f"s{self._states}"
        before = self.scenario.kept[name]
        if before["rules"] != view["rules"]:
            raise AssertionError("rules never change")
        shortened = {**view, "rules": {"$use": f"{name}.rules"}}
        pile = view.get("pile", [])
        if len(pile) > LONG_PILE:
            shortened["pile"] = {"$use": f"{name}.pile"} if pile == before.get("pile") else {"$length": [len(pile)] * 2}
        return shortened

    def answered(self, **expect: Shape) -> Callable[[Json], Shape]:
        """The shape of an answer that brings the match's next state."""

        def shape(answer: Json) -> Shape:
            updates = [{**update, "view": self.view_of(update["view"])} for update in answer.get("updates", ())]
            whole = {**answer, "state": self._kept(answer["state"], f"s{self._states + 1}")}
            if updates:
                whole["updates"] = updates
            self._states += 1
            self.state = {"$use": f"s{self._states}"}
            return {**whole, **expect}

        return shape


__all__ = ["RECORDED", "SPECTATOR", "Table", "action_json", "rules_json", "state_json", "viewers"]
