"""A table's host over gRPC: it keeps the state between calls, asks the bots and applies what the seats do.

Shared by ``demo`` (bots alone) and ``play`` (a person among bots). Every seat is known by its own view and events only;
the state is handed from answer to request and never looked into.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from pageone import Client, RefusedError, actions
from pageone.client import Strength
from pageone.v1 import action_pb2, event_pb2, rules_pb2, state_pb2, view_pb2

#: Actions after which the play before can no longer be called out (clause C13).
_CLOSING: Final = frozenset({"play", "draw", "pass_turn", "name_suit", "challenge", "start_round"})
_ATTEMPTS: Final = 2
_OVER: Final = (state_pb2.PHASE_ROUND_OVER, state_pb2.PHASE_MATCH_OVER)

#: What a seat is played by: a bot of this strength, or a person (None).
Player = Strength | None


class Table:
    """One match. ``players`` has an entry for each seat; ``seed`` (32 bytes) makes match and bots repeatable."""

    def __init__(self, client: Client, rules: rules_pb2.Rules, players: Sequence[Player], seed: bytes) -> None:
        self._client = client
        self._players = tuple(players)
        self._seed = seed
        self._viewers = range(len(players))
        self._noticed: set[int] = set()
        started = client.create_match(rules, len(players), seed=seed, viewers=self._viewers)
        self._state = started.state
        self.actions = 0
        self.updates = list(started.updates)
        #: The events of the last step as the host sees them.
        self.events: list[event_pb2.Event] = list(started.events)

    def view(self, seat: int) -> view_pb2.MatchView:
        """The table as ``seat`` may see it now."""
        return self.updates[seat].view

    @property
    def rules(self) -> rules_pb2.Rules:
        """The rules of the match, zeros resolved."""
        return self.updates[0].view.rules

    @property
    def phase(self) -> state_pb2.Phase.ValueType:
        """What the match waits for."""
        return self.updates[0].view.phase

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.phase == state_pb2.PHASE_MATCH_OVER

    def apply(self, action: action_pb2.Action) -> None:
        """Applies one action; ``RefusedError`` when the rules do not allow it (nothing has changed then)."""
        answer = self._client.apply(self._state, action, viewers=self._viewers)
        self._state = answer.state
        self.updates = list(answer.updates)
        self.events = list(answer.events)
        self.actions += 1
        if action.WhichOneof("kind") in _CLOSING:
            self._noticed.clear()

    def start_round(self) -> None:
        """Deals the next round (clause C10)."""
        self.apply(actions.start_round())

    def awaits(self, seat: int) -> bool:
        """Whether the match waits for ``seat``: its turn, or its answer to a play."""
        return seat in self._actors()

    def bots_action(self) -> action_pb2.Action | None:
        """What a bot does now, call-outs first, in seat order; None when persons alone are waited for."""
        if self.phase in _OVER:
            return None
        for seat in self._noticing():
            self._noticed.add(seat)
            noticed = self._suggest(seat)
            if noticed is not None and noticed.WhichOneof("kind") == "call_out":
                return noticed
        for seat in self._actors():
            if self._players[seat] is not None:
                return self._own_action(seat)
        return None

    def apply_bots(self, action: action_pb2.Action) -> bool:
        """Applies a bot's action; False when a call-out found nothing and nothing has happened."""
        try:
            self.apply(action)
        except RefusedError:
            if action.WhichOneof("kind") != "call_out":
                raise
            return False
        return True

    def _actors(self) -> list[int]:
        view = self.updates[0].view
        if view.phase == state_pb2.PHASE_TURN:
            return [view.turn]
        return list(view.claims.awaited) if view.phase == state_pb2.PHASE_CLAIMS else []

    def _noticing(self) -> list[int]:
        """Bots that have not yet been asked whether they noticed something about the last play."""
        return [
            seat
            for seat, player in enumerate(self._players)
            if player is not None
            and seat not in self._noticed
            and any(a.WhichOneof("kind") == "call_out" for a in self.view(seat).legal.actions)
        ]

    def _own_action(self, seat: int) -> action_pb2.Action:
        """What a bot does that is waited for. Its call-outs were made, or found wrong, before: no more of them."""
        for attempt in range(_ATTEMPTS):
            action = self._suggest(seat, attempt)
            if action is not None and action.WhichOneof("kind") != "call_out":
                return action
        return self._stand_in(seat)

    def _suggest(self, seat: int, attempt: int = 0) -> action_pb2.Action | None:
        strength = self._players[seat]
        assert strength is not None
        view = self.view(seat)
        seed = sha256(b"%s/%d/%d/%d" % (self._seed, view.version, seat, attempt)).digest()
        return self._client.suggest(view, strength, seed=seed)

    def _stand_in(self, seat: int) -> action_pb2.Action:
        """For a bot that found nothing worth doing although it is waited for."""
        action = self._client.suggest(self.view(seat), "stand_in")
        assert action is not None, "a stand-in always has something to do"
        return action
