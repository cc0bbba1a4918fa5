"""STAND_IN: what an absent player's place does so that the others can play on, and nothing more."""

from collections.abc import Sequence
from typing import Final

from ..actions import Action, Draw, NameSuit, Pass, Play, Waive
from .chance import Chance

#: Kinds in the order of preference; what is not here is never done.
_ORDER: Final = (Play, Draw, NameSuit, Pass, Waive)


def stand_in(listed: Sequence[Action], chance: Chance) -> Action | None:
    """Any listed play, its call made; else a draw; else what ends the turn or the wait. No claims, no doubts.

    ``chance`` must be the view's alone, without a seed. It is needed: stand-ins that always took the first play could
    hand the same cards round until the turn limit.
    """
    for kind in _ORDER:
        choice = [action for action in listed if type(action) is kind]
        if choice:
            return _any_of(choice, chance)
    return None


def _any_of(choice: Sequence[Action], chance: Chance) -> Action:
    """Plays that name no suit come first: wild cards and Jokers are kept for their owner."""
    plain = [action for action in choice if type(action) is Play and not action.suit]
    return (plain or choice)[chance.below(len(plain or choice))]
