"""API keys: bearer tokens that are long random texts, known to the server by their hashes alone.

The file has a line for each key: ``NAME SHA256 SCOPES``. Empty lines and those that begin with ``#``
are passed over. A name may have several keys, for as long as one takes the other's place.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from .callers import SCOPES, Caller
from .watched_files import BadFileError

#: What every key begins with, so that programs which look for leaked secrets can know one.
KEY_PREFIX: Final = "pageone_"
_KEY_BYTES: Final = 32
_HASH: Final = re.compile(r"[0-9a-f]{64}")
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class ApiKeys:
    """The keys of a file: ``callers`` by the SHA-256 of their keys."""

    def __init__(self, callers: Mapping[bytes, Caller]) -> None:
        self._callers = {digest: (digest, caller) for digest, caller in callers.items()}

    def caller(self, digest: bytes) -> Caller | None:
        """Whose key has this SHA-256; None: nobody's."""
        # How long this takes tells nothing of a key: the place in the table follows from a keyed hash
        # of the digest, and what is found there is compared in constant time.
        known, caller = self._callers.get(digest, _NOBODY)
        return caller if compare_digest(known, digest) else None


_NOBODY: Final[tuple[bytes, Caller | None]] = (b"", None)


def new_key() -> str:
    """A new key: 256 random bits."""
    return KEY_PREFIX + secrets.token_urlsafe(_KEY_BYTES)


def line_of(name: str, key: str, scopes: Iterable[str]) -> str:
    """The line of the file for a key."""
    return f"{name} {sha256(key.encode()).hexdigest()} {','.join(sorted(scopes))}"


def read_api_keys(contents: Sequence[bytes]) -> ApiKeys:
    """The keys of a file's lines; `BadFileError` names the line that is none, and nothing of it."""
    try:
        text = contents[0].decode()
    except UnicodeDecodeError:
        raise BadFileError("is not text in UTF-8; `pageone api-key new NAME --scope engine` makes a line") from None
    callers: dict[bytes, Caller] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        digest, caller = _read_line(words, number)
        if digest in callers:
            raise BadFileError(f"line {number}: the key of an earlier line; take one of them out")
        callers[digest] = caller
    if not callers:
        raise BadFileError("has no keys; make one with `pageone api-key new NAME --scope engine`")
    return ApiKeys(callers)


def _read_line(words: list[str], number: int) -> tuple[bytes, Caller]:
    if len(words) != 3:
        raise BadFileError(f"line {number}: expects NAME SHA256 SCOPES, as `pageone api-key new` makes it")
    name, digest, scopes = words
    if not NAME.fullmatch(name):
        raise BadFileError(f"line {number}: a name has 1 to 64 letters, digits, dots, hyphens or underscores")
    if not _HASH.fullmatch(digest):
        raise BadFileError(f"line {number}: expects the key's SHA-256 as 64 hexadecimal digits in lower case")
    named = frozenset(scopes.split(","))
    if not named <= SCOPES:
        raise BadFileError(f"line {number}: expects scopes out of {', '.join(sorted(SCOPES))}, with commas")
    return bytes.fromhex(digest), Caller(f"key:{name}", named)
