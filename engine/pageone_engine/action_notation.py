"""Actions as text: ``2: play 8C 8D, suit hearts, call last``; and back.

The seat stands first, an action made for one version ends with ``@`` and the version. ``close
claims`` and ``start round`` are the host's and have no seat.
"""

import re
from collections.abc import Callable
from typing import Final

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
from .card_notation import (
    NotationError,
    cards_text,
    parse_cards,
    parse_suit,
    shown,
    suit_text,
    term_text,
)
from .cards import NONE
from .terms import Call, Offense

_MAX_NUMBER: Final = 2**32 - 1
_SEAT: Final = re.compile(r"\s*([0-9]+)\s*:(.*)", re.DOTALL)
_VERSION: Final = re.compile(r"(.*?)@\s*([0-9]+)\s*", re.DOTALL)
_CALL_OUT: Final = re.compile(r"([0-9]+)\s+for\s+(.+)", re.DOTALL)
_DOBON: Final = re.compile(r"([0-9]+)(?:\s+with\s+(.*))?", re.DOTALL)
_CALLS: Final = {"penultimate": Call.PENULTIMATE, "last": Call.LAST}
_OFFENSES: Final = {
    "missed call": Offense.MISSED_CALL,
    "illegal play": Offense.ILLEGAL_PLAY,
    "table talk": Offense.TABLE_TALK,
}


def action_text(action: Action) -> str:
    """The action in one line; what is malformed in it is shown as a number."""
    what = _what(action)
    if not isinstance(action, (CloseClaims, StartRound)):
        what = f"{action.seat}: {what}"
    return what if action.version is None else f"{what} @{action.version}"


def _what(action: Action) -> str:
    if isinstance(action, Play):
        return _play_text(action)
    if isinstance(action, NameSuit):
        return f"name {suit_text(action.suit)}"
    if isinstance(action, CallOut):
        return f"call out {action.offender} for {term_text(Offense, action.offense)}"
    if isinstance(action, Dobon):
        laid = f" with {cards_text(action.cards)}" if action.cards else ""
        return f"dobon {action.against}{laid}"
    return _PLAIN_TEXTS[type(action)]


def _play_text(action: Play) -> str:
    text = f"play {cards_text(action.cards)}".rstrip()
    if action.suit:
        text += f", suit {suit_text(action.suit)}"
    if action.call:
        text += f", call {term_text(Call, action.call)}"
    return text


def parse_action(text: str) -> Action:
    """The action of one line, words and cards in either case; ``NotationError`` with the remedy."""
    rest, version = _take_version(text)
    seat: int | None = None
    if found := _SEAT.fullmatch(rest):
        seat, rest = _number(found[1], "seat"), found[2]
    words = " ".join(rest.lower().split())
    host = _HOST.get(words)
    if host:
        return host(seat or 0, version)
    for verb, read in _VERBS:
        if re.match(rf"{verb}\b", words):
            if seat is None:
                raise NotationError(f"no seat in {shown(text)}; write it first, such as 0: {words[:20]}")
            return read(seat, words[len(verb) :].strip(), version)
    raise NotationError(
        f"{shown(text)} is no action; write a seat and play, draw, pass, name, call out,"
        " challenge, dobon, waive or leave, or else close claims or start round"
    )


def _take_version(text: str) -> tuple[str, int | None]:
    if found := _VERSION.fullmatch(text):
        return found[1], _number(found[2], "version")
    if "@" in text:
        raise NotationError(f"{shown(text)} has no version after @; write a number, such as @17")
    return text, None


def _number(digits: str, what: str) -> int:
    if len(digits) > 10 or int(digits) > _MAX_NUMBER:
        raise NotationError(f"{what} {shown(digits)} is too large; the largest is {_MAX_NUMBER}")
    return int(digits)


def _read_play(seat: int, rest: str, version: int | None) -> Action:
    cards, *clauses = rest.split(",")
    suit, call = 0, 0
    for clause in clauses:
        key, _, value = clause.strip().partition(" ")
        if key == "suit" and not suit:
            suit = parse_suit(value)
        elif key == "call" and not call:
            call = _read_call(value)
        else:
            raise NotationError(
                f"{shown(clause)} says nothing about a play; write one suit and one call at"
                " most, such as suit hearts, call last"
            )
    return Play(seat, parse_cards(cards), suit, call, version)


def _read_call(text: str) -> int:
    call = _CALLS.get(text.strip())
    if call is None:
        raise NotationError(f"{shown(text)} is no call; write penultimate or last")
    return call


def _read_name(seat: int, rest: str, version: int | None) -> Action:
    return NameSuit(seat, parse_suit(rest), version)


def _read_call_out(seat: int, rest: str, version: int | None) -> Action:
    found = _CALL_OUT.fullmatch(rest)
    offense = _OFFENSES.get(found[2].strip()) if found else None
    if not found or offense is None:
        raise NotationError(
            f"{shown(rest)} is nothing to call out; write a seat and the offense, such as"
            " call out 0 for missed call (or illegal play, or table talk)"
        )
    return CallOut(seat, _number(found[1], "seat"), offense, version)


def _read_dobon(seat: int, rest: str, version: int | None) -> Action:
    found = _DOBON.fullmatch(rest)
    if not found:
        raise NotationError(
            f"{shown(rest)} is no dobon; write the seat struck and, when their order matters,"
            " the cards: dobon 0 with 3C 4H"
        )
    cards = parse_cards(found[2]) if found[2] else NONE
    return Dobon(seat, _number(found[1], "seat"), cards, version)


def _plain(make: Callable[[int, int | None], Action], verb: str) -> "_Reader":
    def read(seat: int, rest: str, version: int | None) -> Action:
        if rest:
            raise NotationError(f"{shown(rest)} after {verb} means nothing; write {verb} alone")
        return make(seat, version)

    return read


_Reader = Callable[[int, str, int | None], Action]
_PLAIN_TEXTS: Final[dict[type, str]] = {
    Draw: "draw",
    Pass: "pass",
    Challenge: "challenge",
    Waive: "waive",
    Leave: "leave",
    CloseClaims: "close claims",
    StartRound: "start round",
}
_HOST: Final[dict[str, Callable[[int, int | None], Action]]] = {
    "close claims": CloseClaims,
    "start round": StartRound,
}
_VERBS: Final[tuple[tuple[str, _Reader], ...]] = (
    ("play", _read_play),
    ("name", _read_name),
    ("call out", _read_call_out),
    ("dobon", _read_dobon),
    ("draw", _plain(Draw, "draw")),
    ("pass", _plain(Pass, "pass")),
    ("challenge", _plain(Challenge, "challenge")),
    ("waive", _plain(Waive, "waive")),
    ("leave", _plain(Leave, "leave")),
)
