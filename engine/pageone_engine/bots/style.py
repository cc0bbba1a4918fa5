"""How the strengths differ, as data: what each looks at, how sharply, and what it overlooks."""

from dataclasses import dataclass, replace
from typing import Final

from ..terms import Strength


@dataclass(frozen=True, slots=True)
class MatchingTaste:
    """What counts in American Page One. Everything is in cards: 1.0 is worth a card less in the own hand."""

    #: A point of a card that is laid, times the danger that the round ends.
    point: float
    #: Keeping a wild card, a Joker, a draw card, a skip or reverse for later.
    wild: float
    joker: float
    draw_card: float
    turner: float
    #: The share of the hand that fits the new top card.
    follow: float
    #: A card that a rival is made to draw.
    attack: float
    #: A rival's lost turn, and a turn of one's own won by it.
    skip: float
    again: float
    #: Drawing without need, and each card that is owed.
    draw: float
    owed: float
    #: A dobon suffered, and one hoped for.
    struck: float
    strike: float
    #: A Joker laid with the suit in hand, where it may be doubted.
    guilt: float
    #: How often others lay a Joker although they could have followed suit.
    bluff: float


@dataclass(frozen=True, slots=True)
class TrickTaste:
    """What counts in Page One, in cards as well."""

    #: Winning the trick.
    lead: float
    #: Winning it with the last but one card, so that the last can be led; keeping a Joker alone.
    last: float
    alone: float
    #: A card that a rival must draw for the suit led.
    attack: float
    #: A rival that cannot follow, times its threat to go out.
    stop: float
    #: The strength (2 … ace 14, as a share of 14) of a card that is laid.
    spend: float
    #: A Joker laid while it could still be kept.
    joker: float
    #: A card drawn past a Joker.
    draw: float


@dataclass(frozen=True, slots=True)
class Style:
    """A strength: its tastes, its blur and its blind spots.

    ``blur`` is the width, in cards, of the error in each judgement; ``notices``, ``claims`` and ``calls`` are
    the chances that it sees an offense, sees its own dobon, and remembers its own call where forgetting it
    must be noticed by others.
    """

    matching: MatchingTaste
    tricks: TrickTaste
    blur: float
    notices: float
    claims: float
    calls: float


_NORMAL: Final = Style(
    matching=MatchingTaste(
        point=0.05,
        wild=1.6,
        joker=3.0,
        draw_card=0.4,
        turner=0.3,
        follow=0.6,
        attack=0.5,
        skip=0.3,
        again=0.6,
        draw=0.7,
        owed=1.0,
        struck=6.0,
        strike=2.0,
        guilt=3.0,
        bluff=0.35,
    ),
    tricks=TrickTaste(lead=1.0, last=2.0, alone=2.0, attack=2.0, stop=4.0, spend=0.5, joker=1.0, draw=1.0),
    blur=0.0,
    notices=0.9,
    claims=1.0,
    calls=1.0,
)

_EASY: Final = replace(
    _NORMAL,
    tricks=replace(_NORMAL.tricks, attack=0.8, last=0.0, alone=0.0, stop=0.0),
    blur=4.0,
    notices=0.3,
    claims=0.75,
    calls=0.85,
)

STYLES: Final = {Strength.EASY: _EASY, Strength.NORMAL: _NORMAL}
