"""What happened, one fact each, in the order it happened: the messages inside ``pageone.v1.Event``.

Events are made by the engine and never changed afterwards. Cards that a viewer may not see are taken out by
:func:`pageone_engine.redact`; their ``count`` stays.
"""

from dataclasses import dataclass
from typing import ClassVar

from .cards import NONE
from .rules import Rules


@dataclass(slots=True)
class MatchStarted:
    """The rules, zeros resolved, and the commitment to the seed (clause C7)."""

    kind: ClassVar[str] = "match_started"
    match_id: str
    rules: Rules
    seats: int
    seed_commitment: bytes


@dataclass(slots=True)
class RoundStarted:
    """The whole pack was shuffled; ``stock`` is its size before the deal."""

    kind: ClassVar[str] = "round_started"
    round: int
    dealer: int
    stock: int


@dataclass(slots=True)
class CardsDealt:
    """A seat's hand; ``cards`` for itself alone."""

    kind: ClassVar[str] = "cards_dealt"
    seat: int
    count: int
    cards: bytes = NONE


@dataclass(slots=True)
class StarterTurned:
    """The starter, and what was turned before it and put back, in that order (clause A20)."""

    kind: ClassVar[str] = "starter_turned"
    card: int
    put_back: bytes = NONE


@dataclass(slots=True)
class CardsPlayed:
    """A play: cards bottom first, the suit named (0: none), the call made (0: none)."""

    kind: ClassVar[str] = "cards_played"
    seat: int
    cards: bytes
    suit: int = 0
    call: int = 0


@dataclass(slots=True)
class CardsDrawn:
    """Cards from the stock; ``owed`` exceeds ``count`` when the rest is forgiven (C16); ``cards`` for it alone."""

    kind: ClassVar[str] = "cards_drawn"
    seat: int
    reason: int
    count: int
    owed: int
    cards: bytes = NONE


@dataclass(slots=True)
class TurnPassed:
    """A seat passed."""

    kind: ClassVar[str] = "turn_passed"
    seat: int


@dataclass(slots=True)
class SuitNamed:
    """The suit in force is now this one."""

    kind: ClassVar[str] = "suit_named"
    seat: int
    suit: int


@dataclass(slots=True)
class SeatsSkipped:
    """Seats jumped, in that order."""

    kind: ClassVar[str] = "seats_skipped"
    seats: tuple[int, ...]


@dataclass(slots=True)
class DirectionReversed:
    """The direction is now: counter-clockwise when ``reversed``."""

    kind: ClassVar[str] = "direction_reversed"
    reversed: bool


@dataclass(slots=True)
class DrawPending:
    """``count`` cards are owed by ``seat``; 0: none any more."""

    kind: ClassVar[str] = "draw_pending"
    seat: int
    count: int


@dataclass(slots=True)
class OffenseCalledOut:
    """``caller`` None: the rules penalize it without a call-out."""

    kind: ClassVar[str] = "offense_called_out"
    caller: int | None
    offender: int
    offense: int
    upheld: bool


@dataclass(slots=True)
class CardsReturned:
    """Played cards went back to the player's hand (clauses A22, A24)."""

    kind: ClassVar[str] = "cards_returned"
    seat: int
    cards: bytes


@dataclass(slots=True)
class HandShown:
    """``seat``'s hand, for ``shown_to`` alone (clause A30)."""

    kind: ClassVar[str] = "hand_shown"
    seat: int
    shown_to: int
    count: int
    cards: bytes = NONE


@dataclass(slots=True)
class ChallengeSettled:
    """The verdict on a challenge (clause A30)."""

    kind: ClassVar[str] = "challenge_settled"
    challenger: int
    challenged: int
    guilty: bool


@dataclass(slots=True)
class ClaimsOpened:
    """A level of claims; ``seats`` are awaited."""

    kind: ClassVar[str] = "claims_opened"
    level: int
    seats: tuple[int, ...]


@dataclass(slots=True)
class DobonCalled:
    """A hand laid down (clause A24)."""

    kind: ClassVar[str] = "dobon_called"
    seat: int
    against: int
    cards: bytes


@dataclass(slots=True)
class DobonVoided:
    """A claim was struck down by a return (clause A26)."""

    kind: ClassVar[str] = "dobon_voided"
    seat: int


@dataclass(slots=True)
class ClaimWaived:
    """A seat claims nothing at this level."""

    kind: ClassVar[str] = "claim_waived"
    seat: int


@dataclass(slots=True)
class ClaimsClosed:
    """The claims are final."""

    kind: ClassVar[str] = "claims_closed"


@dataclass(slots=True)
class TrickWon:
    """The trick goes to the pile (clause P7)."""

    kind: ClassVar[str] = "trick_won"
    seat: int


@dataclass(slots=True)
class TableTaken:
    """Face-up cards taken into a hand (clause P11), in the order played."""

    kind: ClassVar[str] = "table_taken"
    seat: int
    cards: bytes


@dataclass(slots=True)
class StockReshuffled:
    """Face-up cards became the stock, which has ``stock`` cards now (clauses A8, P11)."""

    kind: ClassVar[str] = "stock_reshuffled"
    stock: int


@dataclass(slots=True)
class SeatWentOut:
    """A seat is out, at this place (clause C19)."""

    kind: ClassVar[str] = "seat_went_out"
    seat: int
    place: int


@dataclass(slots=True)
class SeatLeft:
    """A seat left the match (clause C25)."""

    kind: ClassVar[str] = "seat_left"
    seat: int


@dataclass(slots=True)
class TurnStarted:
    """A seat comes to act (clause C24)."""

    kind: ClassVar[str] = "turn_started"
    seat: int


@dataclass(slots=True)
class SeatResult:
    """What a round left and brought to one seat."""

    seat: int
    hand: bytes
    place: int
    points: int
    score: int


@dataclass(slots=True)
class RoundEnded:
    """How the round ended; ``results`` in seat order."""

    kind: ClassVar[str] = "round_ended"
    outcome: int
    results: tuple[SeatResult, ...]


@dataclass(slots=True)
class Standing:
    """A seat's rank in the match (clause C11)."""

    rank: int
    seat: int
    score: int


@dataclass(slots=True)
class MatchEnded:
    """The standings, best first, and the seed (clause C7)."""

    kind: ClassVar[str] = "match_ended"
    standings: tuple[Standing, ...]
    seed: bytes


Event = (
    MatchStarted
    | RoundStarted
    | CardsDealt
    | StarterTurned
    | CardsPlayed
    | CardsDrawn
    | TurnPassed
    | SuitNamed
    | SeatsSkipped
    | DirectionReversed
    | DrawPending
    | OffenseCalledOut
    | CardsReturned
    | HandShown
    | ChallengeSettled
    | ClaimsOpened
    | DobonCalled
    | DobonVoided
    | ClaimWaived
    | ClaimsClosed
    | TrickWon
    | TableTaken
    | StockReshuffled
    | SeatWentOut
    | SeatLeft
    | TurnStarted
    | RoundEnded
    | MatchEnded
)
