"""Tickets: a game sealed for the player to keep (API.md, SoloService).

    format · key id · schema · seat · nonce · sealed game with its tag

The cipher is AES-256-GCM-SIV (RFC 8452). Replicas draw nonces of 12 bytes at random and know nothing of each other:
under AES-GCM or ChaCha20-Poly1305 two equal ones would give away what was sealed and let tickets be forged, and a key
would have to go after some 2^32 tickets; here they tell at most that two games are equal. The head is authenticated
with the game, so a ticket is bound to its key, schema and seat.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

from cryptography.exceptions import InvalidTag

from .convert import SCHEMA
from .sealed import MOST_BYTES, UnpackError, pack, unpack
from .solo import Game
from .ticket_keys import ID_BYTES, Keyring

#: The length of a ticket is a multiple of this.
BLOCK: Final = 64
_FORMAT: Final = 1
_LABEL: Final = b"pageone.v1.ticket"
_NONCE_BYTES: Final = 12
_TAG_BYTES: Final = 16
_HEAD_BYTES: Final = 1 + ID_BYTES + 2
_AROUND: Final = _HEAD_BYTES + _NONCE_BYTES + _TAG_BYTES
#: The longest ticket there is: a multiple of 64, at most 1,200 as the contract promises.
LONGEST: Final = _AROUND + MOST_BYTES


class TicketError(Exception):
    """Not a ticket that these keys open; why is not told to anybody."""


class Tickets:
    """Seals with the first key of ``keyring()``, opens with all of them."""

    def __init__(self, keyring: Callable[[], Keyring]) -> None:
        self._keyring = keyring

    def seal(self, game: Game) -> bytes:
        """The ticket of a game; another one each time, though the game be the same."""
        key = self._keyring().first
        data = pack(game)
        data += bytes(-(_AROUND + len(data)) % BLOCK)
        head = bytes((_FORMAT, *key.id, SCHEMA, game.seat))
        nonce = os.urandom(_NONCE_BYTES)
        return head + nonce + key.cipher.encrypt(nonce, data, _LABEL + head)

    def open(self, ticket: bytes) -> Game:
        """The game of a ticket; `TicketError` for any other bytes, however it is that they are none.

        A key that is not known, a head that was changed and a game that was changed take the same way to the same end.
        """
        # A longer one is none; so much of it as could be one takes the time of one.
        taken = ticket[:LONGEST]
        head = taken[:_HEAD_BYTES]
        nonce = taken[_HEAD_BYTES : _HEAD_BYTES + _NONCE_BYTES].ljust(_NONCE_BYTES, b"\0")
        key = self._keyring().find(head[1 : 1 + ID_BYTES])
        try:
            data = key.cipher.decrypt(nonce, taken[_HEAD_BYTES + _NONCE_BYTES :], _LABEL + head)
        except InvalidTag:
            raise TicketError from None
        if len(taken) != len(ticket) or head[0] != _FORMAT or head[-2] != SCHEMA:
            raise TicketError
        try:
            return unpack(data, head[-1])
        except UnpackError:
            raise TicketError from None
