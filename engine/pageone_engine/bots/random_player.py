"""A player without any judgement, for simulations: what a strength must beat to be one."""

from collections.abc import Callable
from typing import Final

from ..actions import Action, CallOut, Challenge, Dobon, Draw, NameSuit, Pass, Play, Waive
from ..listing import legal_actions
from ..state import View
from ..view import state_of
from .chance import Chance


class RandomPlayer:
    """Every listed action is as likely as every other; out of turn, doing nothing is one of them.

    ``seed`` makes it repeatable, as for the bots; it sees a view and nothing else, as they do. ``mistakes``
    (0 to 1) is the share of its turns in which it first tries something else, well formed but mostly against
    the rules.
    """

    def __init__(self, seed: bytes = b"", mistakes: float = 0.0) -> None:
        self._seed = seed
        self._mistakes = mistakes

    def __call__(self, view: View, refused: int = 0) -> Action | None:
        """An action of the seat that ``view`` is of (not a spectator's), or None.

        ``refused``: how many of its answers to this view were refused; each time it chooses anew.
        """
        if view.viewer is None:
            return None
        listed: list[Action | None] = list(legal_actions(state_of(view), view.viewer).actions)
        chance = Chance(view, self._seed + bytes((refused,)))
        if all(type(action) is CallOut for action in listed):
            listed.append(None)
        elif not refused and chance.happens(self._mistakes):
            return _mistake(view, view.viewer, chance)
        return listed[chance.below(len(listed))]


def _mistake(view: View, seat: int, chance: Chance) -> Action:
    return _MISTAKES[chance.below(len(_MISTAKES))](view, seat, chance)


def _some_cards(view: View, seat: int, chance: Chance) -> Action:
    """One to three cards of the hand, whatever the table says, often with a suit or a call."""
    hand = list(view.hand)
    count = min(1 + chance.below(3) // 2 + chance.below(3) // 2, len(hand))
    cards = bytes(hand.pop(chance.below(len(hand))) for _ in range(count))
    return Play(seat, cards, chance.below(5), chance.below(3))


def _other_card(view: View, seat: int, chance: Chance) -> Action:
    """A card of the pack that it may not even have."""
    return Play(seat, bytes((1 + chance.below(52),)))


def _other_seat(view: View, seat: int, chance: Chance) -> int:
    return (seat + 1 + chance.below(len(view.cards) - 1)) % len(view.cards)


_MISTAKES: Final[tuple[Callable[[View, int, Chance], Action], ...]] = (
    _some_cards,
    _some_cards,
    _some_cards,
    _other_card,
    lambda view, seat, chance: Draw(seat),
    lambda view, seat, chance: Pass(seat),
    lambda view, seat, chance: NameSuit(seat, 1 + chance.below(4)),
    lambda view, seat, chance: Challenge(seat),
    lambda view, seat, chance: Waive(seat),
    lambda view, seat, chance: Dobon(seat, _other_seat(view, seat, chance)),
    lambda view, seat, chance: CallOut(seat, _other_seat(view, seat, chance), 1 + chance.below(2)),
)
