"""A whole match as the engine holds it: small, cheap to copy, not growing with the actions made (section S).

Field names are those of ``pageone.v1.MatchState``; rows of cards are ``bytes``, seats' fields are rows over the seats.
"""

from dataclasses import dataclass, field
from hashlib import sha256

from .book import Book, book_of
from .cards import NONE
from .rules import Rules


class Match:
    """What never changes in a match. ``seed`` has 32 bytes (clause C4); ``rules`` are complete, zeros resolved."""

    def __init__(
        self,
        match_id: str,
        rules: Rules,
        seats: int,
        seed: bytes,
        entropy: tuple[bytes, ...] = (),
        seed_commitment: bytes = b"",
    ) -> None:
        self.match_id = match_id
        self.rules = rules
        self.seats = seats
        self.seed = seed
        self.entropy = entropy
        self.book: Book = book_of(rules)
        self._seed_commitment = seed_commitment

    @property
    def seed_commitment(self) -> bytes:
        """SHA-256 of the seed (clause C7); the one given where the seed is not known."""
        if not self._seed_commitment:
            self._seed_commitment = sha256(self.seed).digest()
        return self._seed_commitment

    def _key(self) -> tuple[object, ...]:
        return (self.match_id, self.rules, self.seats, self.seed, self.entropy)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and (self is other or self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Match({self.match_id!r}, {self.rules.name!r}, seats={self.seats})"


@dataclass(slots=True)
class Trick:
    """Page One's table: ``plays`` are (seat, card) in order; ``drawn`` the card drawn last in this turn, 0: none."""

    leader: int = 0
    plays: tuple[tuple[int, int], ...] = ()
    drawn: int = 0

    def copy(self) -> "Trick":
        """An independent copy."""
        return Trick(self.leader, self.plays, self.drawn)


@dataclass(slots=True)
class Discard:
    """American Page One's table (clauses A3, A9, A10): see ``pageone.v1.Discard``."""

    suit: int = 0
    reversed: bool = False
    pending: int = 0
    drawn: int = 0
    passes: int = 0

    def copy(self) -> "Discard":
        """An independent copy."""
        return Discard(self.suit, self.reversed, self.pending, self.drawn, self.passes)


@dataclass(slots=True)
class LastPlay:
    """The play that can still be claimed against (clause S1); never changed in place."""

    seat: int
    cards: bytes
    offenses: tuple[int, ...] = ()
    suit_before: int = 0
    reversed_before: bool = False
    pending_before: int = 0
    starter: bool = False
    call: int = 0


@dataclass(slots=True)
class DobonClaim:
    """A hand laid down against a play or against another dobon (clauses A24 to A26); never changed in place."""

    seat: int
    against: int
    level: int
    cards: bytes
    void: bool = False


@dataclass(slots=True)
class Claims:
    """Answers to the last play (clause S2); never changed in place."""

    level: int = 1
    answered: tuple[int, ...] = ()
    dobons: tuple[DobonClaim, ...] = ()


@dataclass(slots=True)
class State:
    """A match: ``hands``, ``scores``, ``places`` and ``left`` have one entry for each seat."""

    match: Match
    version: int
    shuffles: int
    phase: int
    round: int
    dealer: int
    turn: int
    turns: int
    hands: list[bytes]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    left: tuple[bool, ...]
    stock: bytes
    pile: bytes
    table: Trick | Discard
    last_play: LastPlay | None = None
    claims: Claims | None = None

    def copy(self) -> "State":
        """An independent copy: what is never changed in place is shared."""
        return State(
            self.match,
            self.version,
            self.shuffles,
            self.phase,
            self.round,
            self.dealer,
            self.turn,
            self.turns,
            self.hands[:],
            self.scores,
            self.places,
            self.left,
            self.stock,
            self.pile,
            self.table.copy(),
            self.last_play,
            self.claims,
        )


@dataclass(slots=True)
class Viewer:
    """Who looks: a seat, or a spectator (``seat`` None)."""

    seat: int | None = None


@dataclass(slots=True)
class View:
    """A match as one viewer may see it (clauses C29, C30): see ``pageone.v1.MatchView``.

    ``cards`` are the seats' card counts, ``stock`` a count, ``hand`` the viewer's own cards. ``table`` is a
    :class:`Trick` or a :class:`Discard` whose ``drawn`` is the viewer's own card or 0, ``drew`` tells that the seat to
    act has drawn. ``last_play`` never has offenses.
    """

    match_id: str
    viewer: int | None
    rules: Rules
    version: int
    phase: int
    round: int
    dealer: int
    turn: int
    cards: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    left: tuple[bool, ...]
    stock: int
    pile: bytes
    table: Trick | Discard
    drew: bool
    seed_commitment: bytes
    hand: bytes = NONE
    seed: bytes = b""
    last_play: LastPlay | None = None
    claims: Claims | None = None
    awaited: tuple[int, ...] = field(default=())
