"""The words of the contract as plain integers: every enum of ``pageone.v1`` but cards, suits and ranks.

Inside the engine an enum is an ``int`` (comparing members of :class:`enum.Enum` costs several times as much);
the classes here are only the names. The numbers are the contract's.
"""

from typing import Final


class Phase:
    """What the match waits for."""

    TURN: Final = 1
    CLAIMS: Final = 2
    ROUND_OVER: Final = 3
    MATCH_OVER: Final = 4


class Call:
    """The call made with a play (clause C12)."""

    UNSPECIFIED: Final = 0
    PENULTIMATE: Final = 1
    LAST: Final = 2


class Offense:
    """What can be called out (clauses C13, C18, A21)."""

    UNSPECIFIED: Final = 0
    MISSED_CALL: Final = 1
    ILLEGAL_PLAY: Final = 2
    TABLE_TALK: Final = 3


class DrawReason:
    """Why cards were drawn."""

    TURN: Final = 1
    PENDING: Final = 2
    PENALTY: Final = 3
    CHALLENGE: Final = 4


class RoundOutcome:
    """How a round ended (clauses C19, C24)."""

    WON: Final = 1
    VOID_BLOCKED: Final = 2
    VOID_TURN_LIMIT: Final = 3


class RoundEnd:
    """When a round ends (clause C19)."""

    FIRST_OUT: Final = 1
    LAST_STANDING: Final = 2


class NextDealer:
    """Who deals the next round (clause C10)."""

    ROTATES: Final = 1
    WINNER: Final = 2


class MissedCall:
    """What becomes of a call that was not made (clauses C13, C14)."""

    PENALIZED: Final = 1
    WHEN_CALLED_OUT: Final = 2


class Scoring:
    """How a round is scored (clauses C20 to C22)."""

    CARD_COUNT: Final = 1
    CARD_POINTS: Final = 2
    PLACEMENT: Final = 3


class StockOut:
    """Page One: drawing from an empty stock (clause P11)."""

    TAKE_ALL: Final = 1
    TAKE_TRICK: Final = 2
    RESHUFFLE: Final = 3


class Evasion:
    """American: how a draw card may be answered (clauses A10 to A12)."""

    SAME_RANK: Final = 1
    LINKED: Final = 2
    NONE: Final = 3


class SpecialFinish:
    """American: a card with a power as the last one (clause A18)."""

    ALLOWED: Final = 1
    PENALIZED: Final = 2
    REJECTED: Final = 3


class DrawRule:
    """American: what a draw allows (clauses A4 to A7)."""

    ONE_PLAYABLE: Final = 1
    ONE_WAITS: Final = 2
    UNTIL_PLAYABLE: Final = 3


class Starter:
    """American: what the first card turned does (clause A20)."""

    DEALER: Final = 1
    NEUTRAL: Final = 2
    PLAIN: Final = 3


class IllegalPlay:
    """American: what becomes of a play that the table forbids (clauses A21, A22)."""

    REJECTED: Final = 1
    WHEN_CALLED_OUT: Final = 2


class JokerPlay:
    """American: when a Joker may be played (clauses A29, A30)."""

    ANY_TIME: Final = 1
    WITHOUT_SUIT: Final = 2
    CHALLENGEABLE: Final = 3


class DobonReturn:
    """American: answers to a dobon (clause A26)."""

    OFF: Final = 1
    LAST_LAID: Final = 2
    CONTESTED: Final = 3


class Strength:
    """How well a bot plays."""

    STAND_IN: Final = 1
    EASY: Final = 2
    NORMAL: Final = 3
    HARD: Final = 4


def members(term: type) -> dict[str, int]:
    """The names and numbers of one of the classes above, or of :class:`~pageone_engine.refusals.Refusal`."""
    return {name: value for name, value in vars(term).items() if name.isupper() and isinstance(value, int)}


def name_of(term: type, value: int) -> str:
    """The name of a number in one of the classes above; the number itself as text when it has none."""
    return next((name for name, number in members(term).items() if number == value), str(value))
