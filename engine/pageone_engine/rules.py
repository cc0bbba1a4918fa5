"""How a match is played: every house rule is a field (message ``Rules`` of the contract)."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Calls:
    """The words owed with the last but one and the last card; empty: none is owed (clause C12)."""

    penultimate: str = ""
    last: str = ""
    missed: int = 0


@dataclass(frozen=True, slots=True)
class Penalties:
    """Cards drawn for each offense, 0 to 20; 0: none (clauses C16 to C18, A18, A22)."""

    missed_call: int = 0
    illegal_play: int = 0
    special_finish: int = 0
    table_talk: int = 0
    false_call_out: int = 0


@dataclass(frozen=True, slots=True)
class CardPoints:
    """What a card left in hand is worth, 0 to 1000 each (clause C20)."""

    joker: int = 0
    wild: int = 0
    action: int = 0
    court: int = 0
    ace: int = 0


@dataclass(frozen=True, slots=True)
class PageOneRules:
    """What only Page One has (section P)."""

    stock_out: int = 0
    joker_forced: bool = False


@dataclass(frozen=True, slots=True)
class Specials:
    """The rank, 1 to 13, that bears each power; 0: no card does (clause A14)."""

    draw_two: int = 0
    draw_three: int = 0
    wild: int = 0
    skip: int = 0
    reverse: int = 0


@dataclass(frozen=True, slots=True)
class DobonRules:
    """Winning with a hand that sums to the card just played (clauses A23 to A28)."""

    enabled: bool = False
    on_starter: bool = False
    dobon_return: int = 1


@dataclass(frozen=True, slots=True)
class AmericanPageOneRules:
    """What only American Page One has (section A)."""

    specials: Specials = field(default_factory=Specials)
    evasion: int = 0
    sets: bool = False
    special_finish: int = 0
    draw: int = 0
    pass_without_draw: bool = False
    starter: int = 0
    illegal_play: int = 0
    joker_play: int = 0
    dobon: DobonRules = field(default_factory=DobonRules)
    two_seat_reverse_skips: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """A whole rule set. ``rounds`` and ``hand_size`` may be 0 only before a match is created (clauses C9, C10)."""

    name: str = ""
    rounds: int = 0
    decks: int = 0
    jokers: int = 0
    hand_size: int = 0
    turn_limit: int = 0
    round_end: int = 0
    next_dealer: int = 0
    calls: Calls = field(default_factory=Calls)
    penalties: Penalties = field(default_factory=Penalties)
    scoring: int = 0
    card_points: CardPoints = field(default_factory=CardPoints)
    game: PageOneRules | AmericanPageOneRules | None = None

    def __hash__(self) -> int:
        # Rules are looked up in every call; walking the nested parts would cost more than what is looked up.
        return hash((self.name, self.rounds, self.decks, self.jokers, self.hand_size, self.turn_limit, self.scoring))
