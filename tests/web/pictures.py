"""Games to be seen: played from a seed until there is something to look at, with all that happened in the log."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass

from pageone.v1 import solo_service_pb2
from pageone_engine import Rules, apply, create_match, legal_actions, redact
from pageone_engine.actions import CallOut, StartRound
from pageone_engine.events import CardsDealt, Event, MatchStarted, RoundStarted
from pageone_engine.state import State
from pageone_engine.terms import Phase, Strength
from pageone_service.convert import put_events
from pageone_service.solo import Game, play_on

from tests.web.stack import RECORD_KEY, kept

_MOST_SEEDS = 400
_MOST_TURNS = 150


@dataclass(frozen=True)
class Scene:
    """A game of seat 0, and everything that it saw."""

    state: State
    events: tuple[Event, ...]

    def storage(self) -> dict[str, str]:
        """What local storage has of it."""
        items = kept(self.state)
        record = json.loads(items[RECORD_KEY])
        told = solo_service_pb2.ActResponse()
        put_events(told.events, [redact(event, 0) for event in self.events])
        record["events"] = base64.b64encode(told.SerializeToString()).decode("ascii")
        record["opening"] = self._opening()
        record["rounds"] = [
            base64.b64encode(event.round_ended.SerializeToString()).decode("ascii")
            for event in told.events
            if event.WhichOneof("kind") == "round_ended"
        ]
        items[RECORD_KEY] = json.dumps(record)
        return items

    def _opening(self) -> dict[str, object]:
        """What the page keeps of the beginning, to hold the revealed seed against it."""
        started = next(event for event in self.events if isinstance(event, MatchStarted))
        dealer = next(event.dealer for event in self.events if isinstance(event, RoundStarted))
        hand = next(event.cards for event in self.events if isinstance(event, CardsDealt) and event.seat == 0)
        commitment = base64.b64encode(started.seed_commitment).decode("ascii")
        return {"commitment": commitment, "dealer": dealer, "hand": list(hand or b"")}


def beginning(rules: Rules, seats: int, seed: int) -> Scene:
    """A match from its deal on, when the person in seat 0 can act for the first time."""
    state, events = create_match(rules, seats, seed.to_bytes(32, "big"))
    happened = list(events)
    for step in play_on(Game(state, 0, (0, *(Strength.NORMAL,) * (seats - 1))), lambda: None):
        state = step.state
        happened += step.events
    return Scene(state, tuple(happened))


def scene(rules: Rules, seats: int, wanted: Callable[[State], bool]) -> Scene:
    """The first game, over seeds in their order, that comes to something wanted."""
    for number in range(_MOST_SEEDS):
        found = _play(rules, seats, number.to_bytes(32, "big"), wanted)
        if found is not None:
            return found
    raise LookupError("no seed leads there")


def _play(rules: Rules, seats: int, seed: bytes, wanted: Callable[[State], bool]) -> Scene | None:
    state, events = create_match(rules, seats, seed)
    happened = list(events)
    bots = (0, *(Strength.EASY,) * (seats - 1))
    for _ in range(_MOST_TURNS):
        for step in play_on(Game(state, 0, bots), lambda: None):
            state = step.state
            happened += step.events
            if wanted(state):
                return Scene(state, tuple(happened))
        if state.phase == Phase.MATCH_OVER:
            return None
        if state.phase == Phase.ROUND_OVER:
            action = StartRound(0)
        else:
            listed = [each for each in legal_actions(state, 0).actions if not isinstance(each, CallOut)]
            if not listed:
                # The last play could have been called out; the bots go on.
                continue
            action = listed[0]  # type: ignore[assignment]
        state, events = apply(state, action)
        happened += events
        if wanted(state):
            return Scene(state, tuple(happened))
    return None
