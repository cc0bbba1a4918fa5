"""What a seat, or the table's host, can do: one frozen class for each kind of ``pageone.v1.Action``.

``seat`` is the seat that acts, from 0 (ignored for :class:`CloseClaims` and :class:`StartRound`);
``version`` the state's version that the action was made for, ``None``: any (clause C26).
"""

from dataclasses import dataclass
from typing import ClassVar

from .cards import NONE


@dataclass(frozen=True, slots=True)
class Play:
    """Cards bottom first, the suit named with a wild card or Joker (0: none), the call made (0: none)."""

    kind: ClassVar[str] = "play"
    seat: int
    cards: bytes
    suit: int = 0
    call: int = 0
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card, or all that is pending."""

    kind: ClassVar[str] = "draw"
    seat: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn without a play (American)."""

    kind: ClassVar[str] = "pass_turn"
    seat: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class NameSuit:
    """Name the suit of a starter (clause A20)."""

    kind: ClassVar[str] = "name_suit"
    seat: int
    suit: int = 0
    version: int | None = None


@dataclass(frozen=True, slots=True)
class CallOut:
    """Point out an offense of another seat (clauses C17, C18)."""

    kind: ClassVar[str] = "call_out"
    seat: int
    offender: int
    offense: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """Doubt the Joker just played (clause A30)."""

    kind: ClassVar[str] = "challenge"
    seat: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Dobon:
    """Lay the whole hand down against a play or a claim; ``cards`` empty: ascending (clauses A23, A24)."""

    kind: ClassVar[str] = "dobon"
    seat: int
    against: int
    cards: bytes = NONE
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Waive:
    """Claim nothing at this level."""

    kind: ClassVar[str] = "waive"
    seat: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the match (clause C25)."""

    kind: ClassVar[str] = "leave"
    seat: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class CloseClaims:
    """The host ends the waiting: whoever has not answered has waived (clause C27)."""

    kind: ClassVar[str] = "close_claims"
    seat: int = 0
    version: int | None = None


@dataclass(frozen=True, slots=True)
class StartRound:
    """The host starts the next round (clause C10)."""

    kind: ClassVar[str] = "start_round"
    seat: int = 0
    version: int | None = None


Action = Play | Draw | Pass | NameSuit | CallOut | Challenge | Dobon | Waive | Leave | CloseClaims | StartRound

#: Every kind by its name in the contract's ``oneof kind``.
KINDS: dict[str, type[Action]] = {
    kind.kind: kind
    for kind in (
        Play,
        Draw,
        Pass,
        NameSuit,
        CallOut,
        Challenge,
        Dobon,
        Waive,
        Leave,
        CloseClaims,
        StartRound,
    )
}
