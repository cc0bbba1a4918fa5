"""STAND_IN: what an absent player's place does so that the others can play on, and nothing more."""

from collections.abc import Sequence

from ..actions import Action, Draw, NameSuit, Pass, Play, Waive

#: Kinds in the order of preference; what is not here is never done.
_ORDER = (Play, Draw, NameSuit, Pass, Waive)


def stand_in(listed: Sequence[Action]) -> Action | None:
    """The first listed play, its call made; else a draw; else what ends the turn or the wait. No claims, no doubts."""
    for kind in _ORDER:
        for action in listed:
            if type(action) is kind:
                return action
    return None
