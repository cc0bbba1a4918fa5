"""Actions and what is listed as legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pageone.v1 import action_pb2, view_pb2
from pageone_engine.actions import KINDS, Action, CallOut, Dobon, NameSuit, Play
from pageone_engine.listing import Legal
from pageone_engine.refusals import Fault

from .faults import no_choice
from .rows import RowField, read_row

_PLAY_CARDS: Final = RowField(action_pb2.Play, "cards")
_DOBON_CARDS: Final = RowField(action_pb2.Dobon, "cards")


def read_action(message: action_pb2.Action, path: str, faults: list[Fault]) -> Action | None:
    """The action; None after a fault that leaves nothing to judge was noted in ``faults``.

    Numbers out of their range pass: the engine knows the ranges (R2).
    """
    kind = message.WhichOneof("kind")
    if kind is None:
        faults.append(no_choice(f"{path}.kind", *KINDS))
        return None
    version = message.version if message.HasField("version") else None
    special = _READERS.get(kind)
    if special is None:
        return KINDS[kind](seat=message.seat, version=version)  # type: ignore[call-arg]
    return special(message, version, path, faults)


def _play(message: action_pb2.Action, version: int | None, path: str, faults: list[Fault]) -> Action:
    play = message.play
    cards = read_row(play.cards, f"{path}.play.cards", faults)
    return Play(message.seat, cards, play.suit, play.call, version)


def _name_suit(message: action_pb2.Action, version: int | None, path: str, faults: list[Fault]) -> Action:
    return NameSuit(message.seat, message.name_suit.suit, version)


def _call_out(message: action_pb2.Action, version: int | None, path: str, faults: list[Fault]) -> Action:
    call_out = message.call_out
    return CallOut(message.seat, call_out.offender, call_out.offense, version)


def _dobon(message: action_pb2.Action, version: int | None, path: str, faults: list[Fault]) -> Action:
    dobon = message.dobon
    cards = read_row(dobon.cards, f"{path}.dobon.cards", faults)
    return Dobon(message.seat, dobon.against, cards, version)


_Reader = Callable[[action_pb2.Action, int | None, str, list[Fault]], Action]
_READERS: Final[dict[str, _Reader]] = {
    "play": _play,
    "name_suit": _name_suit,
    "call_out": _call_out,
    "dobon": _dobon,
}


def put_action(message: action_pb2.Action, action: Action) -> None:
    """Write an action into an empty message."""
    if action.seat:
        message.seat = action.seat
    if action.version is not None:
        message.version = action.version
    part: Any = getattr(message, action.kind)
    if isinstance(action, Play):
        if not action.cards:
            part.SetInParent()
        _PLAY_CARDS.put(part, action.cards)
        if action.suit:
            part.suit = action.suit
        if action.call:
            part.call = action.call
    elif isinstance(action, NameSuit):
        part.suit = action.suit
    elif isinstance(action, CallOut):
        part.offender = action.offender
        part.offense = action.offense
    elif isinstance(action, Dobon):
        part.against = action.against
        _DOBON_CARDS.put(part, action.cards)
    else:
        part.SetInParent()


def put_legal(message: view_pb2.LegalActions, legal: Legal) -> None:
    """Write what a seat can do, and why its other cards cannot be played."""
    message.SetInParent()
    add = message.actions.add
    for action in legal.actions:
        put_action(add(), action)
    refused: Any = message.refused
    for card, refusal in legal.refused:
        refused.add(card=card, refusal=refusal)
