"""What a client may send over its WebSocket, read strictly: every fault names the member and what would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf import json_format
from pageone import Action

from .engine import LANGUAGES, Language
from .errors import Code, HostError
from .fair_play import ENTROPY_BYTES
from .matches import Request

#: Bytes of the longest message: far more than any action has.
MAX_MESSAGE: Final = 16 * 1024
_ID: Final = re.compile(r"[\x21-\x7e]{1,64}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32,128}")
_MAX_NAME: Final = 40
_HASH_BYTES: Final = 32
_MAX_VERSION: Final = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message. Without a token: a spectator. ``version``: what the client has seen (-1: nothing)."""

    token: str | None
    version: int
    language: Language


@dataclass(frozen=True, slots=True)
class Promise:
    """The SHA-256 of the entropy that will follow."""

    promise: bytes


@dataclass(frozen=True, slots=True)
class Entropy:
    """What was promised."""

    entropy: bytes


@dataclass(frozen=True, slots=True)
class StandUp:
    """The seat is given back, before the deal."""


@dataclass(frozen=True, slots=True)
class Act:
    """An action."""

    request: Request


Message = Hello | Promise | Entropy | StandUp | Act


def read_json(text: str | bytes) -> Any:  # noqa: ANN401 - whatever it is
    """The JSON value; ValueError when it is none, is nested too deeply, or has half a character (``"\\ud800"``)."""
    try:
        value = json.loads(text)
        # What cannot be written cannot be repeated in an error either, and the protobuf library cannot look it up.
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def parse(text: str) -> Message:
    """The message; `HostError` BAD_MESSAGE says what is wrong with it."""
    try:
        data = read_json(text)
    except ValueError:
        raise _bad("a message is a JSON object, this is no JSON") from None
    if not isinstance(data, dict):
        raise _bad("a message is a JSON object")
    kind = data.pop("type", None)
    read = _KINDS.get(kind) if isinstance(kind, str) else None
    if read is None:
        raise _bad(f"type: one of {', '.join(_KINDS)}")
    message = read(data)
    if data:
        raise _bad(f"{kind} has no member {json.dumps(min(data))[:60]}")
    return message


def action_id_of(text: str) -> str | None:
    """The id in a message that could not be carried out, so that its sender knows which one it was."""
    try:
        found = read_json(text).get("id")
    except (ValueError, AttributeError):
        return None
    return found if isinstance(found, str) and _ID.fullmatch(found) else None


def checked_token(token: object) -> str:
    """A token of a player's own: long enough that nobody guesses it."""
    if not isinstance(token, str) or not _TOKEN.fullmatch(token):
        raise _bad("token: 32 to 128 letters, digits, - or _, from a secure random generator")
    return token


def checked_name(name: object) -> str:
    """A player's name, as the others will see it."""
    text = " ".join(name.split()) if isinstance(name, str) else ""
    if not text or len(text) > _MAX_NAME or not text.isprintable():
        raise _bad(f"name: 1 to {_MAX_NAME} printable characters")
    return text


def _hello(data: dict[str, Any]) -> Hello:
    token, language = data.pop("token", None), data.pop("language", "en")
    if language not in LANGUAGES:
        raise _bad(f"language: one of {', '.join(LANGUAGES)}")
    version = _version(data, -1) if "version" in data else -1
    return Hello(None if token is None else checked_token(token), version, language)


def _act(data: dict[str, Any]) -> Act:
    action_id = data.pop("id", None)
    if not isinstance(action_id, str) or not _ID.fullmatch(action_id):
        raise _bad("id: 1 to 64 visible ASCII characters, another one for every action")
    version = _version(data, 0)
    given = data.pop("action", None)
    if not isinstance(given, dict):
        raise _bad("action: a pageone.v1.Action as proto3 JSON")
    try:
        action = json_format.ParseDict(given, Action(), max_recursion_depth=10)
    except json_format.ParseError as error:
        raise _bad(f"action: {str(error)[:200]}") from None
    if action.WhichOneof("kind") is None:
        raise _bad("action: says nothing to do")
    return Act(Request(action_id, version, action))


def _version(data: dict[str, Any], lowest: int) -> int:
    version = data.pop("version", None)
    if type(version) is not int or not lowest <= version <= _MAX_VERSION:
        raise _bad("version: the version of the view that the player saw, a whole number")
    return version


def _hex(data: dict[str, Any], name: str, length: int) -> bytes:
    given = data.pop(name, None)
    if not isinstance(given, str) or not re.fullmatch(f"[0-9a-f]{{{2 * length}}}", given):
        raise _bad(f"{name}: {length} bytes in hex, lower case")
    return bytes.fromhex(given)


def _bad(message: str) -> HostError:
    return HostError(Code.BAD_MESSAGE, message)


_KINDS: Final[Mapping[str, Callable[[dict[str, Any]], Message]]] = {
    "hello": _hello,
    "promise": lambda data: Promise(_hex(data, "promise", _HASH_BYTES)),
    "entropy": lambda data: Entropy(_hex(data, "entropy", ENTROPY_BYTES)),
    "stand_up": lambda data: StandUp(),
    "act": _act,
}
