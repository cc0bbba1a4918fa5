"""Whether an action, or what a match is created with, is well-formed at all (clauses R2, C4, C9)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from .actions import (
    Action,
    CallOut,
    Challenge,
    CloseClaims,
    Dobon,
    Draw,
    Leave,
    NameSuit,
    Pass,
    Play,
    StartRound,
    Waive,
)
from .cards import JOKER
from .presets import MAX_SEATS, MIN_SEATS
from .refusals import Fault
from .rules import Rules
from .rules_check import validate_rules
from .shuffle import MAX_ENTROPY, MAX_ENTROPY_BYTES, SEED_BYTES
from .state import State
from .terms import Call, Offense

MAX_ID_BYTES: Final = 64
MAX_COUNTER: Final = 2**32 - 1


def action_faults(s: State, action: Action) -> list[Fault]:
    """Every malformed field of an action, with paths from it (clause R2)."""
    if type(action) is Play:
        if _is_plain(s, action):
            return []
    elif type(action) in _BARE and action.version is None and 0 <= action.seat < len(s.hands):
        return []
    faults: list[Fault] = []
    if action.version is not None and not 0 <= action.version <= MAX_COUNTER:
        faults.append(_out_of_range("version", 0, MAX_COUNTER))
    if type(action) not in (CloseClaims, StartRound):
        _seat(s, "seat", action.seat, faults)
    check = _FORMS.get(type(action))
    if check:
        check(s, action, faults)
    return faults


def _is_plain(s: State, action: Play) -> bool:
    """The play of one card, well-formed: nearly every action of a match, seen at a glance."""
    return (
        action.version is None
        and 0 <= action.seat < len(s.hands)
        and len(action.cards) == 1
        and 0 < action.cards[0] <= JOKER
        and 0 <= action.suit <= 4
        and 0 <= action.call <= Call.LAST
    )


def _play(s: State, action: Play, faults: list[Fault]) -> None:
    _cards(s, "play.cards", action.cards, faults)
    _number("play.suit", action.suit, 0, 4, faults)
    _number("play.call", action.call, 0, Call.LAST, faults)


def _name_suit(s: State, action: NameSuit, faults: list[Fault]) -> None:
    _number("name_suit.suit", action.suit, 0, 4, faults)


def _call_out(s: State, action: CallOut, faults: list[Fault]) -> None:
    _seat(s, "call_out.offender", action.offender, faults)
    _number("call_out.offense", action.offense, Offense.MISSED_CALL, Offense.TABLE_TALK, faults)


def _dobon(s: State, action: Dobon, faults: list[Fault]) -> None:
    _seat(s, "dobon.against", action.against, faults)
    _cards(s, "dobon.cards", action.cards, faults)


_FORMS: Final[dict[type[Action], Callable[[State, Any, list[Fault]], None]]] = {
    Play: _play,
    NameSuit: _name_suit,
    CallOut: _call_out,
    Dobon: _dobon,
}


#: Kinds with nothing in them but the seat.
_BARE: Final = frozenset((Draw, Pass, Challenge, Waive, Leave))


def _seat(s: State, path: str, seat: int, faults: list[Fault]) -> None:
    _number(path, seat, 0, len(s.hands) - 1, faults)


def _number(path: str, value: int, low: int, high: int, faults: list[Fault]) -> None:
    if not low <= value <= high:
        faults.append(_out_of_range(path, low, high))


def _out_of_range(path: str, low: int, high: int) -> Fault:
    return Fault((path,), "out_of_range", f"must be {low} to {high}", {"low": low, "high": high})


def _cards(s: State, path: str, cards: bytes, faults: list[Fault]) -> None:
    most = len(s.match.book.pack)
    if len(cards) > most:
        faults.append(
            Fault(
                (path,),
                "too_many_cards",
                f"must be at most the {most} cards of the pack",
                {"most": most},
            )
        )
        return
    for at, card in enumerate(cards):
        if not 0 < card <= JOKER:
            faults.append(_out_of_range(f"{path}[{at}]", 1, JOKER))


def match_faults(
    rules: Rules,
    seats: int,
    seed: bytes,
    entropy: Sequence[bytes],
    first_dealer: int | None,
    match_id: str,
) -> list[Fault]:
    """Every fault of a match to be created; paths ``rules.…``, ``seats``, ``seed``, ``entropy[1]``, … (C4, C9)."""
    faults: list[Fault] = []
    seats_fit = MIN_SEATS <= seats <= MAX_SEATS
    _number("seats", seats, MIN_SEATS, MAX_SEATS, faults)
    for fault in validate_rules(rules, seats if seats_fit else 0):
        fields = tuple(path if path == "seats" else f"rules.{path}" for path in fault.fields)
        faults.append(Fault(fields, fault.code, fault.description, fault.values))
    if len(seed) != SEED_BYTES:
        faults.append(Fault(("seed",), "seed_length", f"must have {SEED_BYTES} bytes", {"bytes": SEED_BYTES}))
    if len(entropy) > MAX_ENTROPY:
        faults.append(
            Fault(
                ("entropy",),
                "too_much_entropy",
                f"must have at most {MAX_ENTROPY} entries",
                {"most": MAX_ENTROPY},
            )
        )
    for at, entry in enumerate(entropy):
        if len(entry) > MAX_ENTROPY_BYTES:
            description = f"must have at most {MAX_ENTROPY_BYTES} bytes"
            faults.append(Fault((f"entropy[{at}]",), "entropy_length", description, {"bytes": MAX_ENTROPY_BYTES}))
    if first_dealer is not None:
        _number("first_dealer", first_dealer, 0, (seats if seats_fit else MAX_SEATS) - 1, faults)
    if len(match_id.encode(errors="replace")) > MAX_ID_BYTES:
        description = f"must have at most {MAX_ID_BYTES} bytes"
        faults.append(Fault(("match_id",), "match_id_length", description, {"bytes": MAX_ID_BYTES}))
    return faults
