"""A person's match by SoloService: the table is in a sealed ticket, so that even this process sees one seat alone."""

from __future__ import annotations

from collections.abc import Sequence

from pageone import Client
from pageone.client import Strength
from pageone.v1 import action_pb2, engine_service_pb2, rules_pb2, view_pb2


class SoloTable:
    """One game of the person in ``seat``; ``bots`` has a strength for each other seat."""

    def __init__(self, client: Client, rules: rules_pb2.Rules, seats: int, seat: int, bots: Sequence[Strength]) -> None:
        self._game = client.start_game(rules, seats, seat=seat, bots=bots)
        #: The version at which the bots have said what they noticed.
        self._asked = -1

    @property
    def updates(self) -> dict[int, engine_service_pb2.ViewerUpdate]:
        """What the last step brought, for the one seat that there is something for."""
        game = self._game
        return {game.seat: engine_service_pb2.ViewerUpdate(view=game.view, events=game.events)}

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._game.is_over

    def view(self, seat: int) -> view_pb2.MatchView:
        """The table as the person sees it now."""
        return self._game.view

    def awaits(self, seat: int) -> bool:
        """Whether the match waits for the person: its turn, or its answer to a play."""
        return self._game.is_turn

    def apply(self, action: action_pb2.Action) -> None:
        """Does what the person wants; ``RefusedError`` when the rules do not allow it (nothing has changed then)."""
        self._game.act(action)

    def start_round(self) -> None:
        """Deals the next round (clause C10)."""
        self._game.start_round()

    def bots_action(self) -> action_pb2.Action | None:
        """Something unset, for what bots do next in the service; None when only the person is waited for."""
        game = self._game
        waited = game.is_turn and (game.view.version == self._asked or not self._may_be_called_out())
        return None if waited or game.is_round_over or game.is_over else action_pb2.Action()

    def apply_bots(self, action: action_pb2.Action) -> bool:
        """Lets the bots go on; False when none of them had anything to do."""
        self._asked = self._game.view.version
        return bool(self._game.go_on())

    def _may_be_called_out(self) -> bool:
        return any(action.WhichOneof("kind") == "call_out" for action in self._game.actions)
