"""States and views, each field by itself: ranges, sizes, enums, orders, and the pack.

What is found here is what a message can get wrong without a look at the rest; how the fields fit together is
:mod:`~pageone_engine.state_fit`. Nothing here trusts a value before it was looked at.
"""

from typing import Final

from .cards import JOKER
from .refusals import Fault
from .rules import AmericanPageOneRules, Rules
from .state import Claims, DobonClaim, LastPlay, State, Trick, View
from .terms import Call, Offense, Phase

MAX_COUNTER: Final = 2**32 - 1
#: What one action can add to a counter, generously: a state nearer to the end is refused.
SLACK: Final = 256
MAX_SCORE: Final = 1_000_000_000
MAX_ROW: Final = 255
MAX_SUIT: Final = 4
VALID_CARDS: Final = bytes(range(1, JOKER + 1))


class Faults:
    """The faults found so far."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, code: str, description: str, *fields: str, **values: int | str) -> None:
        """One more: what is wrong, with all the fields that take part."""
        self.found.append(Fault(fields, code, description, values))

    def number(self, path: str, value: int, low: int, high: int) -> None:
        """A number must be ``low`` to ``high``."""
        if not low <= value <= high:
            self.add(
                "out_of_range",
                f"must be from {low} to {high}; it is {value}",
                path,
                value=value,
                low=low,
                high=high,
            )

    def enum(self, path: str, value: int, high: int) -> None:
        """An enum must be set, and to one of its values."""
        if value == 0:
            self.add("unset", "must be set", path)
        elif not 0 < value <= high:
            self.add(
                "unknown_value",
                f"must be one of the values 1 to {high}; {value} is none",
                path,
                value=value,
                high=high,
            )

    def size(self, path: str, value: int, high: int) -> bool:
        """A row must not be longer than anything in a match can be; whether it is not."""
        if value > high:
            self.add(
                "too_many",
                f"must have at most {high} entries; it has {value}",
                path,
                value=value,
                high=high,
            )
        return value <= high

    def cards(self, path: str, row: bytes) -> None:
        """A row of cards must hold cards only (clause C2)."""
        if not self.size(path, len(row), MAX_ROW):
            return
        if row.translate(None, VALID_CARDS):
            for at, card in enumerate(row):
                if not 0 < card <= JOKER:
                    self.enum(f"{path}[{at}]", card, JOKER)

    def ascending(self, path: str, row: bytes) -> None:
        """A hand must be ascending (clause C9); named is the first card out of order."""
        if row != bytes(sorted(row)):
            at = next(at for at in range(1, len(row)) if row[at - 1] > row[at])
            self.add(
                "not_ascending",
                "must be ascending: it is lower than the card before it",
                f"{path}[{at}]",
            )


def check_match(faults: Faults, s: State) -> None:
    """What never changes, but the rules (clauses C3, C4)."""
    match = s.match
    check_id(faults, match.match_id)
    if len(match.seed) != 32:
        faults.add("seed_length", f"must have 32 bytes; it has {len(match.seed)}", "seed")
    if len(match.entropy) > 8:
        faults.add("too_much_entropy", "must have at most 8 entries", "entropy")
    else:
        for at, entry in enumerate(match.entropy):
            if len(entry) > 64:
                faults.add("entropy_length", "must have at most 64 bytes", f"entropy[{at}]")


def check_id(faults: Faults, match_id: str) -> None:
    """At most 64 bytes."""
    if len(match_id) > 16 and len(match_id.encode(errors="replace")) > 64:
        faults.add("match_id_length", "must have at most 64 bytes", "match_id")


def check_counters(faults: Faults, s: State) -> None:
    """The counters that a view lacks, and how they hang together (clauses C5, C24, C26)."""
    turns = s.turns
    if not 0 <= turns <= s.match.rules.turn_limit + MAX_ROW:
        faults.number("turns", turns, 0, s.match.rules.turn_limit + MAX_ROW)
    shuffles = s.shuffles
    if not s.round <= shuffles <= MAX_COUNTER - SLACK:
        if 0 <= shuffles < s.round:
            faults.add("too_few_shuffles", "must be at least the round", "shuffles", "round")
        else:
            faults.number("shuffles", shuffles, 1, MAX_COUNTER - SLACK)
    if 0 <= s.version < turns + s.round - 1:
        faults.add(
            "too_few_actions",
            "must be at least the turn actions and the rounds started",
            "version",
            "turns",
            "round",
        )


def check_common(faults: Faults, x: State | View, rules: Rules, seats: int) -> None:
    """Every field that a state and a view have both, by itself."""
    if not 0 <= x.version < MAX_COUNTER - SLACK:
        faults.number("version", x.version, 0, MAX_COUNTER - SLACK - 1)
    if not 1 <= x.phase <= Phase.MATCH_OVER:
        faults.enum("phase", x.phase, Phase.MATCH_OVER)
    if not 1 <= x.round <= rules.rounds:
        faults.number("round", x.round, 1, rules.rounds)
    if not 0 <= x.dealer < seats:
        faults.number("dealer", x.dealer, 0, seats - 1)
    if not 0 <= x.turn < seats:
        faults.number("turn", x.turn, 0, seats - 1)
    if not -MAX_SCORE <= min(x.scores) <= max(x.scores) <= MAX_SCORE:
        for seat, score in enumerate(x.scores):
            faults.number(f"seats[{seat}].score", score, -MAX_SCORE, MAX_SCORE)
    if not 0 <= min(x.places) <= max(x.places) <= seats:
        for seat, place in enumerate(x.places):
            faults.number(f"seats[{seat}].place", place, 0, seats)
    _check_table(faults, x, rules, seats)
    if x.last_play is not None:
        _check_last_play(faults, x.last_play, seats)
    if x.claims is not None:
        _check_claims(faults, x.claims, seats)


def _check_table(faults: Faults, x: State | View, rules: Rules, seats: int) -> None:
    table = x.table
    american = isinstance(rules.game, AmericanPageOneRules)
    if isinstance(table, Trick):
        if american:
            faults.add("wrong_table", "must be a discard in American Page One", "trick")
        if not 0 <= table.leader < seats:
            faults.number("trick.leader", table.leader, 0, seats - 1)
        if faults.size("trick.plays", len(table.plays), seats):
            for at, (seat, card) in enumerate(table.plays):
                if not 0 <= seat < seats:
                    faults.number(f"trick.plays[{at}].seat", seat, 0, seats - 1)
                if not 0 < card <= JOKER:
                    faults.enum(f"trick.plays[{at}].card", card, JOKER)
        if not 0 <= table.drawn <= JOKER:
            faults.enum("trick.drawn", table.drawn, JOKER)
        return
    if not american:
        faults.add("wrong_table", "must be a trick in Page One", "discard")
    if not 0 <= table.suit <= MAX_SUIT:
        faults.enum("discard.suit", table.suit, MAX_SUIT)
    if not 0 <= table.pending <= MAX_COUNTER // 2:
        faults.number("discard.pending", table.pending, 0, MAX_COUNTER // 2)
    if not 0 <= table.drawn <= JOKER:
        faults.enum("discard.drawn", table.drawn, JOKER)
    if not 0 <= table.passes < seats:
        faults.number("discard.passes", table.passes, 0, seats - 1)


def _check_last_play(faults: Faults, last: LastPlay, seats: int) -> None:
    if not 0 <= last.seat < seats:
        faults.number("last_play.seat", last.seat, 0, seats - 1)
    if not last.cards:
        faults.add("no_cards", "must have a card", "last_play.cards")
    faults.cards("last_play.cards", last.cards)
    if last.offenses:
        _check_offenses(faults, last.offenses)
    if not 0 <= last.suit_before <= MAX_SUIT:
        faults.enum("last_play.suit_before", last.suit_before, MAX_SUIT)
    if not 0 <= last.pending_before <= MAX_COUNTER // 2:
        faults.number("last_play.pending_before", last.pending_before, 0, MAX_COUNTER // 2)
    if not 0 <= last.call <= Call.LAST:
        faults.enum("last_play.call", last.call, Call.LAST)


def _check_offenses(faults: Faults, offenses: tuple[int, ...]) -> None:
    """Ascending, once each; table talk is never open (clauses C13, C18, S1)."""
    if not faults.size("last_play.offenses", len(offenses), Offense.TABLE_TALK):
        return
    for at, offense in enumerate(offenses):
        path = f"last_play.offenses[{at}]"
        if not 0 < offense <= Offense.TABLE_TALK:
            faults.enum(path, offense, Offense.TABLE_TALK)
        elif offense == Offense.TABLE_TALK:
            faults.add("never_open", "table talk is never an open offense", path)
        if at and offenses[at - 1] >= offense:
            faults.add("not_ascending", "must be above the one before it", path)


def _check_claims(faults: Faults, claims: Claims, seats: int) -> None:
    if not 1 <= claims.level <= seats + 1:
        faults.number("claims.level", claims.level, 1, seats + 1)
    answered = claims.answered
    if faults.size("claims.answered", len(answered), seats):
        for at, seat in enumerate(answered):
            if not 0 <= seat < seats:
                faults.number(f"claims.answered[{at}]", seat, 0, seats - 1)
            if at and answered[at - 1] >= seat:
                faults.add("not_ascending", "must be above the one before it", f"claims.answered[{at}]")
    if faults.size("claims.dobons", len(claims.dobons), seats):
        for at, dobon in enumerate(claims.dobons):
            _check_dobon(faults, f"claims.dobons[{at}]", dobon, seats)


def _check_dobon(faults: Faults, path: str, dobon: DobonClaim, seats: int) -> None:
    faults.number(path + ".seat", dobon.seat, 0, seats - 1)
    faults.number(path + ".against", dobon.against, 0, seats - 1)
    faults.number(path + ".level", dobon.level, 1, seats + 1)
    if not dobon.cards:
        faults.add("no_cards", "must have a card", path + ".cards")
    faults.cards(path + ".cards", dobon.cards)


def check_pack(faults: Faults, s: State, pack: bytes | None) -> None:
    """All cards together are the rules' ``pack`` (clause C1; None: some are not known), hands ascending (clause C9)."""
    rows = [*s.hands, s.stock, s.pile]
    table = s.table
    if isinstance(table, Trick) and len(table.plays) <= len(s.hands):
        rows.append(bytes(card for _, card in table.plays if 0 <= card <= MAX_ROW))
    if bytes(sorted(b"".join(rows))) != pack:
        names = [f"seats[{seat}].hand" for seat in range(len(s.hands))]
        names += ["stock", "pile", "trick.plays"]
        _find_pack_faults(faults, names[: len(rows)], rows, pack)
    for seat, hand in enumerate(s.hands):
        if len(hand) > 1 and len(hand) <= MAX_ROW:
            faults.ascending(f"seats[{seat}].hand", hand)


def _find_pack_faults(faults: Faults, names: list[str], rows: list[bytes], pack: bytes | None) -> None:
    before = len(faults.found)
    for name, row in zip(names, rows, strict=True):
        if name != "trick.plays":
            faults.cards(name, row)
    if pack is None or len(faults.found) > before:
        return
    every = b"".join(rows)
    for card in sorted(set(every) | set(pack)):
        count, expected = every.count(card), pack.count(card)
        if count > expected:
            where = [
                f"{name}[{at}]" + (".card" if name == "trick.plays" else "")
                for name, row in zip(names, rows, strict=True)
                for at, other in enumerate(row)
                if other == card
            ]
            faults.add(
                "surplus_card",
                f"card {card} is there {count} times; the pack of these rules has {expected}",
                *where,
                card=card,
                count=count,
                expected=expected,
            )
        elif count < expected:
            faults.add(
                "missing_card",
                f"card {card} is there {count} times; the pack of these rules has {expected}",
                "seats",
                "stock",
                "pile",
                card=card,
                count=count,
                expected=expected,
            )
