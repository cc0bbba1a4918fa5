"""A game as the bytes that a ticket carries.

Nothing in it is compressed, and its length follows from what everybody may see: open offenses, which nobody may
(clause C13), have a place of fixed size. What follows from the rest is left out, so that a game of any rules fits.

    offenses, a bit each · cards of the last play on top of the pile · seats · strengths · length · MatchState · zeros
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from google.protobuf.message import DecodeError
from pageone.v1 import state_pb2
from pageone_engine.refusals import Fault
from pageone_engine.terms import Offense, Strength, members

from .convert import SchemaUnknownError, put_state, read_state
from .identity import match_id
from .solo import Game

#: More than any game has: rules with the longest words, all cards, all seats with a dobon (see tests).
MOST_BYTES: Final = 1_117
_OFFENSES: Final = sorted(members(Offense).values())
_PLAYERS: Final = (0, Strength.STAND_IN, Strength.EASY, Strength.NORMAL)
_LENGTH_BYTES: Final = 2


class UnpackError(Exception):
    """The bytes are no game; there is no word of why."""


def pack(game: Game) -> bytes:
    """The bytes of a game, without zeros at the end."""
    message = state_pb2.MatchState()
    put_state(message, game.state)
    offenses, on_pile = 0, 0
    if message.HasField("last_play"):
        last = message.last_play
        offenses = sum(1 << offense for offense in last.offenses)
        last.ClearField("offenses")
        on_pile = _on_pile(message)
        if on_pile:
            last.ClearField("cards")
    for dobon in message.claims.dobons:
        # The hand that was laid down stays the seat's hand until the claims are settled (clause A24).
        seat = message.seats[dobon.seat]
        if seat.hand[:] == sorted(dobon.cards):
            seat.ClearField("hand")
    if message.match_id == match_id(message.seed, message.entropy):
        message.ClearField("match_id")
    state = message.SerializeToString(deterministic=True)
    head = bytes((offenses, on_pile, len(game.bots), *game.bots))
    return head + len(state).to_bytes(_LENGTH_BYTES, "big") + state


def unpack(data: bytes, seat: int) -> Game:
    """The game of ``seat``; `UnpackError` for bytes that are none."""
    try:
        return _unpack(data, seat)
    except (IndexError, ValueError, DecodeError, SchemaUnknownError):
        raise UnpackError from None


def _unpack(data: bytes, seat: int) -> Game:
    offenses, on_pile, seats = data[0], data[1], data[2]
    bots = tuple(data[3 : 3 + seats])
    at = 3 + seats + _LENGTH_BYTES
    length = int.from_bytes(data[at - _LENGTH_BYTES : at], "big")
    message = state_pb2.MatchState.FromString(data[at : at + length])
    if message.HasField("last_play"):
        last: Any = message.last_play
        last.offenses.extend(offense for offense in _OFFENSES if offenses >> offense & 1)
        if on_pile:
            last.cards.extend(message.pile[-on_pile:])
    for dobon in message.claims.dobons:
        seat_state = message.seats[dobon.seat]
        if not seat_state.hand:
            seat_state.hand.extend(sorted(dobon.cards))
    if not message.match_id:
        message.match_id = match_id(message.seed, message.entropy)
    faults: list[Fault] = []
    state = read_state(message, "state", faults)
    if state is None or any(data[at + length :]) or not _fits(bots, seat, len(message.seats)):
        raise UnpackError
    return Game(state, seat, bots)


def _on_pile(message: state_pb2.MatchState) -> int:
    """How many cards of the pile's top are the last play's; 0 in Page One, where a trick lies between."""
    cards: Sequence[int] = message.last_play.cards
    count = len(cards)
    return count if count and message.pile[-count:] == cards[:] else 0


def _fits(bots: Sequence[int], seat: int, seats: int) -> bool:
    """Whether there is a bot in every seat but the person's."""
    return len(bots) == seats > seat and all(
        (strength == 0) == (at == seat) and strength in _PLAYERS for at, strength in enumerate(bots)
    )
