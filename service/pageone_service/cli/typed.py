"""What a person types at the table, as an action of the contract.

The grammar is one line: a command letter with what belongs to it, or the keys of cards, then a suit where one is to be
named, then whatever the person says. A call is only made when it is said: forgetting is part of the game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import takewhile
from typing import Final

from pageone.v1 import action_pb2, card_pb2, view_pb2

from .cards import SUIT_NAMES, SUIT_SYMBOLS, SUITS


class Command(Enum):
    """What is typed and is no action."""

    GO_ON = auto()
    HELP = auto()
    LEAVE = auto()


class NotUnderstoodError(Exception):
    """``reason`` is the phrase that says why, ``values`` its fields."""

    def __init__(self, reason: str, /, **values: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values


_COMMANDS: Final = {
    "": Command.GO_ON,
    "?": Command.HELP,
    "help": Command.HELP,
    "説明": Command.HELP,
    "q": Command.LEAVE,
    "quit": Command.LEAVE,
    "leave": Command.LEAVE,
    "抜ける": Command.LEAVE,
}
#: What is typed to leave the match.
LEAVING: Final = frozenset(word for word, command in _COMMANDS.items() if command is Command.LEAVE)
_ACTIONS: Final = {
    "d": "draw",
    "draw": "draw",
    "引く": "draw",
    "p": "pass_turn",
    "pass": "pass_turn",
    "パス": "pass_turn",
    "!": "challenge",
    "challenge": "challenge",
    "チャレンジ": "challenge",
    "w": "waive",
    "nothing": "waive",
    "なし": "waive",
    "b": "dobon",
    "dobon": "dobon",
    "ドボン": "dobon",
    "o": "call_out",
    "out": "call_out",
    "指摘": "call_out",
}
_OFFENSES: Final = {
    "call": action_pb2.OFFENSE_MISSED_CALL,
    "言い忘れ": action_pb2.OFFENSE_MISSED_CALL,
    "play": action_pb2.OFFENSE_ILLEGAL_PLAY,
    "反則": action_pb2.OFFENSE_ILLEGAL_PLAY,
}
_SUITS: Final = {
    word: suit
    for suit in SUITS
    for word in (
        SUIT_SYMBOLS[suit],
        SUIT_NAMES["en"][suit],
        SUIT_NAMES["en"][suit][0],
        SUIT_NAMES["ja"][suit],
    )
}
#: Keys of cards and numbers of seats have fewer.
_MOST_DIGITS: Final = 4
#: How the presets' words may be typed on a keyboard without Japanese.
_SPELLINGS: Final = {
    "ページワン": "pageone",
    "ストップ": "stop",
    "オンリーワン": "onlyone",
    "ノームサイ": "nomusai",
    "ページバン": "pageban",
}


def normal(text: str) -> str:
    """Full-width signs made ordinary, small letters, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def suit_of(text: str) -> card_pb2.Suit.ValueType:
    """The suit that ``text`` names: a letter, symbol or word; unspecified when it names none."""
    return _SUITS.get(normal(text), card_pb2.SUIT_UNSPECIFIED)


def spelling(word: str) -> str:
    """A word of the rules with the way to type it in letters, where there is one."""
    letters = _SPELLINGS.get(word)
    return f"{word} ({letters})" if letters else word


def read(line: str, view: view_pb2.MatchView) -> action_pb2.Action | Command:
    """The action that ``line`` stands for in ``view``; :class:`NotUnderstoodError` when it is none."""
    text = normal(line)
    if text in _COMMANDS:
        return _COMMANDS[text]
    words = text.split()
    seat = view.viewer.seat
    if words[0].isdecimal():
        return action_pb2.Action(seat=seat, version=view.version, play=_play(words, view))
    if _is_naming(view) and text in _SUITS:
        named = action_pb2.NameSuit(suit=_SUITS[text])
        return action_pb2.Action(seat=seat, version=view.version, name_suit=named)
    kind = _ACTIONS.get(words[0])
    if kind is None:
        raise NotUnderstoodError("not_understood", text=line.strip())
    action = action_pb2.Action(seat=seat, version=view.version)
    _FILL[kind](action, words[1:], view)
    return action


def _is_naming(view: view_pb2.MatchView) -> bool:
    return any(action.WhichOneof("kind") == "name_suit" for action in view.legal.actions)


def _play(words: list[str], view: view_pb2.MatchView) -> action_pb2.Play:
    keys = list(takewhile(str.isdecimal, words))
    rest = words[len(keys) :]
    play = action_pb2.Play(cards=_cards(keys, view))
    if rest and rest[0] in _SUITS:
        play.suit = _SUITS[rest.pop(0)]
    if rest:
        play.call = _call_of(" ".join(rest), view, left=len(view.hand) - len(keys))
    return play


def _cards(keys: Sequence[str], view: view_pb2.MatchView) -> list[card_pb2.Card.ValueType]:
    hand = list(view.hand)
    for key in keys:
        if len(key) > _MOST_DIGITS or not 1 <= int(key) <= len(hand):
            raise NotUnderstoodError("no_such_card", key=key, count=len(hand))
    if len(set(map(int, keys))) < len(keys):
        raise NotUnderstoodError("same_card_twice")
    return [hand[int(key) - 1] for key in keys]


def _call_of(said: str, view: view_pb2.MatchView, left: int) -> action_pb2.Call.ValueType:
    calls = view.rules.calls
    words = {
        action_pb2.CALL_PENULTIMATE: calls.penultimate,
        action_pb2.CALL_LAST: calls.last,
    }
    meant = [call for call, word in words.items() if word and _bare(said) in _ways_to_say(word)]
    if not meant:
        raise NotUnderstoodError("no_such_word", text=said)
    # One word may stand for both calls: then the cards left tell which one is meant.
    return meant[-1] if left == 0 else meant[0]


def _ways_to_say(word: str) -> set[str]:
    return {_bare(word), _SPELLINGS.get(word, _bare(word))}


def _bare(text: str) -> str:
    return "".join(sign for sign in normal(text) if sign.isalnum() or sign == "ー")


def _dobon(action: action_pb2.Action, words: list[str], view: view_pb2.MatchView) -> None:
    """``b [@SEAT] [KEYS]``: the keys of the whole hand, in the order in which it is laid down."""
    seats = [word for word in words if word.startswith("@")]
    keys = [word for word in words if word.isdecimal()]
    against = _against(seats, view)
    action.dobon.CopyFrom(action_pb2.Dobon(against=against, cards=_cards(keys, view)))


def _against(seats: list[str], view: view_pb2.MatchView) -> int:
    number = _seat_number(seats)
    if number is not None:
        return number
    struck = [dobon.seat for dobon in view.claims.dobons if dobon.level == view.claims.level - 1]
    if len(struck) > 1 and view.turn != view.viewer.seat:
        raise NotUnderstoodError("which_dobon", seats=", ".join(f"@{seat}" for seat in struck))
    return min(struck, default=view.turn)


def _call_out(action: action_pb2.Action, words: list[str], view: view_pb2.MatchView) -> None:
    """``o [@SEAT] [call | play]``."""
    listed = [a.call_out for a in view.legal.actions if a.WhichOneof("kind") == "call_out"]
    if not listed:
        raise NotUnderstoodError("nobody_to_call_out")
    number = _seat_number(words[:1])
    offense = next((_OFFENSES[word] for word in words if word in _OFFENSES), None)
    fitting = [each for each in listed if number in (None, each.offender) and offense in (None, each.offense)]
    if not fitting:
        raise NotUnderstoodError("nobody_to_call_out")
    if len(fitting) > 1:
        raise NotUnderstoodError("which_offense")
    action.call_out.CopyFrom(fitting[0])


def _seat_number(words: Sequence[str]) -> int | None:
    digits = words[0].removeprefix("@") if words else ""
    if not digits.isdecimal():
        return None
    if len(digits) > _MOST_DIGITS:
        raise NotUnderstoodError("not_understood", text=words[0])
    return int(digits)


def _bare_kind(kind: str) -> _Filler:
    def fill(action: action_pb2.Action, words: list[str], view: view_pb2.MatchView) -> None:
        if words:
            raise NotUnderstoodError("not_understood", text=" ".join(words))
        getattr(action, kind).SetInParent()

    return fill


_Filler = Callable[[action_pb2.Action, list[str], view_pb2.MatchView], None]
_FILL: Final[dict[str, _Filler]] = {
    "dobon": _dobon,
    "call_out": _call_out,
    **{kind: _bare_kind(kind) for kind in ("draw", "pass_turn", "challenge", "waive")},
}
