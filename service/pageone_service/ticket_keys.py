"""The keys that tickets are sealed with: made, written as lines, read from a file.

A line is ``ID.SECRET``: the secret 32 bytes in base64url, the id the first 4 bytes of a hash of it in hex. So an id
tells nothing of its secret and may be shown, and a slip in either is found. The first key seals, all of them open.
"""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from .watched_files import BadFileError

#: Of a key id, in a ticket.
ID_BYTES: Final = 4
_SECRET_BYTES: Final = 32
_MOST_KEYS: Final = 64
_ID_LABEL: Final = b"pageone.v1.ticket-key"


class TicketKey:
    """A key: its public ``id`` and the cipher that it makes. It has no text that tells the secret."""

    __slots__ = ("cipher", "id")

    def __init__(self, secret: bytes) -> None:
        self.id = key_id(secret)
        self.cipher = AESGCMSIV(secret)

    def __repr__(self) -> str:
        return f"TicketKey({self.id.hex()})"


class Keyring:
    """Keys in their order: ``first`` seals; ``decoy`` stands for every key that is not here."""

    __slots__ = ("_by_id", "decoy", "first")

    def __init__(self, keys: Iterable[TicketKey]) -> None:
        self._by_id = {key.id: key for key in keys}
        self.first = next(iter(self._by_id.values()))
        self.decoy = TicketKey(new_secret())

    @property
    def ids(self) -> list[str]:
        """The ids, in hex, in order."""
        return [each.hex() for each in self._by_id]

    def find(self, wanted: bytes) -> TicketKey:
        """The key with this id, or the decoy, which opens nothing but takes as long to find that out."""
        return self._by_id.get(wanted, self.decoy)


def key_id(secret: bytes) -> bytes:
    """The public id of a secret."""
    return sha256(_ID_LABEL + secret).digest()[:ID_BYTES]


def new_secret() -> bytes:
    """A secret from the operating system."""
    return os.urandom(_SECRET_BYTES)


def line_of(secret: bytes) -> str:
    """The line of a key file for a secret."""
    return f"{key_id(secret).hex()}.{base64.urlsafe_b64encode(secret).decode().rstrip('=')}"


def read_keys(contents: Sequence[bytes]) -> Keyring:
    """The keys of a file's lines; empty ones and those that begin with # are passed over.

    `BadFileError` names the line that is none, and nothing of it.
    """
    keys: dict[bytes, TicketKey] = {}
    for number, line in enumerate(contents[0].splitlines(), 1):
        text = line.strip()
        if not text or text.startswith(b"#"):
            continue
        key = _key(text, number)
        if key.id in keys:
            raise BadFileError(f"line {number}: the key {key.id.hex()} is there already")
        keys[key.id] = key
    if not keys:
        raise BadFileError("has no key; `pageone ticket-key new` makes a line")
    if len(keys) > _MOST_KEYS:
        raise BadFileError(f"has {len(keys)} keys; at most {_MOST_KEYS} are taken")
    return Keyring(keys.values())


def _key(text: bytes, number: int) -> TicketKey:
    shown, dot, encoded = text.partition(b".")
    try:
        secret = base64.b64decode(encoded + b"=", altchars=b"-_", validate=True)
    except binascii.Error:
        secret = b""
    if not dot or len(secret) != _SECRET_BYTES:
        raise BadFileError(f"line {number}: expects ID.SECRET, as `pageone ticket-key new` makes it")
    if shown.lower() != key_id(secret).hex().encode():
        raise BadFileError(f"line {number}: id and secret do not belong together; one of them was changed")
    return TicketKey(secret)
