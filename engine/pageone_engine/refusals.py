"""Why an action is not accepted: one number for each reason, and the errors that carry it (clauses R1, R2)."""

from typing import Final


class Refusal:
    """The reasons, as the contract numbers them; 0 is "not refused"."""

    UNSPECIFIED: Final = 0
    NOT_YOUR_TURN: Final = 1
    WRONG_PHASE: Final = 2
    SEAT_NOT_PLAYING: Final = 3
    CARD_NOT_IN_HAND: Final = 4
    MUST_FOLLOW_SUIT: Final = 5
    NO_MATCH: Final = 6
    MUST_EVADE_OR_DRAW: Final = 7
    ONLY_DRAWN_CARD: Final = 8
    DRAWN_CARD_WAITS: Final = 9
    SETS_NOT_ALLOWED: Final = 10
    DIFFERENT_RANKS: Final = 11
    SUIT_REQUIRED: Final = 12
    SUIT_NOT_ALLOWED: Final = 13
    WRONG_CALL: Final = 14
    JOKER_CANNOT_FINISH: Final = 15
    SPECIAL_CANNOT_FINISH: Final = 16
    JOKER_WITH_SUIT_IN_HAND: Final = 17
    MUST_PLAY: Final = 18
    ALREADY_DREW: Final = 19
    MUST_DRAW_FIRST: Final = 20
    CANNOT_PASS: Final = 21
    NOTHING_TO_DRAW: Final = 22
    NOTHING_TO_CALL_OUT: Final = 23
    NOTHING_TO_CHALLENGE: Final = 24
    NO_DOBON: Final = 25
    ALREADY_ANSWERED: Final = 26
    NO_CARDS: Final = 27


#: "Not refused": what every check answers for an action that may be made.
OK: Final = Refusal.UNSPECIFIED


class Fault:
    """One thing that is wrong with rules, a state or an action.

    ``fields`` are paths from the checked object (``seats[2].hand[0]``, ``american_page_one.evasion``), all that take
    part; ``code`` is a key of the sentence (for translations), ``description`` the English sentence, ``values`` what it
    speaks of.
    """

    __slots__ = ("code", "description", "fields", "values")

    def __init__(
        self,
        fields: tuple[str, ...],
        code: str,
        description: str,
        values: dict[str, int | str] | None = None,
    ) -> None:
        self.fields = fields
        self.code = code
        self.description = description
        self.values = values or {}

    def __repr__(self) -> str:
        return f"Fault({', '.join(self.fields)}: {self.description})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fault) and (self.fields, self.code) == (other.fields, other.code)

    def __hash__(self) -> int:
        return hash((self.fields, self.code))


class EngineError(Exception):
    """What the engine raises.

    EngineError
    ├── InvalidError     the input is malformed: every fault, with a field path each
    ├── RefusedError     an action against the rules: the Refusal
    └── StaleError       an action made for another version
    """


class InvalidError(EngineError):
    """Malformed rules, state, view or action; ``faults`` has at least one entry."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{', '.join(fault.fields)}: {fault.description}" for fault in faults))
        self.faults = faults


class RefusedError(EngineError):
    """An action that the rules do not allow now; nothing has changed."""

    def __init__(self, refusal: int) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        from .terms import name_of

        return f"REFUSAL_{name_of(Refusal, self.refusal)}"


class StaleError(EngineError):
    """An action made for another version than the state's; ``version`` is the state's (clause C26)."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the action was made for another version; the state's is {version}")
        self.version = version
