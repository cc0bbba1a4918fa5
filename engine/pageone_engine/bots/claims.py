"""Dobon: whether to lay the hand down, and in which order (clauses A23 to A27)."""

from collections.abc import Sequence
from dataclasses import replace

from ..actions import Action, Dobon, Waive
from ..cards import JOKER, RANK_OF
from .chance import Chance
from .outlook import Outlook
from .style import Style


def answer(outlook: Outlook, style: Style, listed: Sequence[Action], chance: Chance) -> Action | None:
    """A dobon when the bot sees one, else a waiver; None where no answer is awaited."""
    for action in listed:
        if type(action) is Dobon and chance.happens(style.claims):
            return _laid(outlook, action)
    return next((action for action in listed if type(action) is Waive), None)


def _laid(outlook: Outlook, dobon: Dobon) -> Dobon:
    """Where the last card laid can be struck, it is the one hardest to sum to: a Joker, or the lowest rank."""
    if not outlook.book.returns_last_laid:
        return dobon
    order = sorted(outlook.hand, key=lambda card: (RANK_OF[card], card == JOKER), reverse=True)
    return replace(dobon, cards=bytes(order))
