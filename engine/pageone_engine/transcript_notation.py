"""Transcripts as text: a header, an empty line, one action a line; and back.

::

    # Page One transcript
    match: friday-3
    seats: 4
    rules: american_page_one
    first dealer: 2
    seed: 3fa1…
    entropy: 0b72… -
    commitment: 91c0…

    3: play 8C, suit hearts
    0: draw

``#`` begins a comment. ``rules`` is a preset's name or the contract's JSON in one line, ``entropy``
one hexadecimal word an entry (``-`` for an empty one). Without ``first dealer`` the seed draws it.
"""

import json
import re
from collections.abc import Callable
from typing import Final, TypeVar

from .action_notation import action_text, parse_action
from .actions import Action
from .card_notation import NotationError, shown
from .presets import MAX_SEATS, MIN_SEATS, PRESETS
from .rules import Rules
from .rules_json import rules_from_json, rules_to_json
from .shuffle import first_dealer
from .transcript import Transcript

_T = TypeVar("_T")

TITLE: Final = "# Page One transcript"
_KEYS: Final = ("match", "seats", "rules", "first dealer", "seed", "entropy", "commitment")
_HEADER: Final = re.compile(r"\s*([a-z][a-z ]*?)\s*:(.*)", re.DOTALL | re.IGNORECASE)
_NO_BYTES: Final = "-"


def transcript_text(transcript: Transcript, commitment: bytes = b"") -> str:
    """The transcript as text that :func:`parse_transcript` reads back to an equal one.

    ``commitment``, when given, is written into the header. ``ValueError`` when an action is
    ``None``: what could not be read cannot be written.
    """
    header = [
        TITLE,
        *([f"match: {_id_text(transcript.match_id)}"] if transcript.match_id else []),
        f"seats: {transcript.seats}",
        f"rules: {rules_text(transcript.rules)}",
        f"first dealer: {transcript.first_dealer}",
        f"seed: {transcript.seed.hex()}",
    ]
    if transcript.entropy:
        words = " ".join(entry.hex() or _NO_BYTES for entry in transcript.entropy)
        header.append(f"entropy: {words}")
    if commitment:
        header.append(f"commitment: {commitment.hex()}")
    return "\n".join([*header, "", *(_action_line(action) for action in transcript.actions), ""])


def _action_line(action: Action | None) -> str:
    if action is None:
        raise ValueError("an action that could not be read cannot be written; leave it out")
    return action_text(action)


def rules_text(rules: Rules) -> str:
    """A preset's name, or the rules as JSON in one line."""
    if PRESETS.get(rules.name) == rules:
        return rules.name
    return json.dumps(rules_to_json(rules), ensure_ascii=False)


def parse_rules(text: str) -> Rules:
    """Rules from a preset's name or from JSON; :class:`NotationError`."""
    text = text.strip()
    if not text.startswith("{"):
        if text in PRESETS:
            return PRESETS[text]
        known = ", ".join(PRESETS)
        raise NotationError(f"{shown(text)} is no preset; write one of {known}, or JSON in braces")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"the rules are no JSON: {error}") from None
    return rules_from_json(data)


def _id_text(match_id: str) -> str:
    plain = match_id.isprintable() and match_id == match_id.strip() and match_id[0] != '"'
    return match_id if plain else json.dumps(match_id)


def _parse_id(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise NotationError(f"the match's id is no JSON text: {error}") from None


def parse_transcript(text: str) -> tuple[Transcript, bytes]:
    """The transcript and the commitment (empty: none given); :class:`NotationError` with the line.

    Reads what the text says; whether such a match could have been played is
    :func:`~pageone_engine.transcript.verify`'s to say.
    """
    header: dict[str, tuple[int, str]] = {}
    actions: list[Action | None] = []
    for at, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = None if actions else _HEADER.fullmatch(line)
        if found:
            _enter(header, at, found[1].lower(), found[2].strip())
        else:
            actions.append(_on_line(at, parse_action, line.partition("#")[0]))
    return _assemble(header, actions)


def _enter(header: dict[str, tuple[int, str]], at: int, key: str, value: str) -> None:
    if key not in _KEYS:
        raise NotationError(f"no header {key!r}; the headers are {', '.join(_KEYS)}", at)
    if key in header:
        raise NotationError(f"{key!r} is given twice, first in line {header[key][0]}; keep one", at)
    header[key] = (at, value)


def _on_line(at: int, read: Callable[[str], _T], text: str) -> _T:
    try:
        return read(text)
    except NotationError as error:
        raise NotationError(error.message, at) from None


def _assemble(header: dict[str, tuple[int, str]], actions: list[Action | None]) -> tuple[Transcript, bytes]:
    for key in ("seats", "rules", "seed"):
        if key not in header:
            raise NotationError(f"there is no {key!r} line; write one, such as {_EXAMPLES[key]}")
    seats = _on_line(*_of(header, "seats", _seats))
    rules = _on_line(*_of(header, "rules", parse_rules))
    seed = _on_line(*_of(header, "seed", _seed))
    entropy = _on_line(*_of(header, "entropy", _entropy)) if "entropy" in header else ()
    if "first dealer" in header:
        dealer = _on_line(*_of(header, "first dealer", _seat))
    else:
        dealer = first_dealer(seed, entropy, seats)
    match_id = _on_line(*_of(header, "match", _parse_id)) if "match" in header else ""
    commitment = _on_line(*_of(header, "commitment", _bytes)) if "commitment" in header else b""
    return Transcript(rules, seats, seed, entropy, dealer, match_id, actions), commitment


_EXAMPLES: Final = {"seats": "seats: 4", "rules": "rules: page_one", "seed": "seed: 00ff…"}


def _of(
    header: dict[str, tuple[int, str]], key: str, read: Callable[[str], _T]
) -> tuple[int, Callable[[str], _T], str]:
    at, text = header[key]
    return at, read, text


def _seats(text: str) -> int:
    return _number(text, MIN_SEATS, MAX_SEATS)


def _seat(text: str) -> int:
    return _number(text, 0, MAX_SEATS - 1)


def _number(text: str, low: int, high: int) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not low <= int(text) <= high:
        raise NotationError(f"{shown(text)} is no number from {low} to {high}; write one")
    return int(text)


def _seed(text: str) -> bytes:
    seed = _bytes(text)
    if len(seed) != 32:
        raise NotationError(f"a seed is 32 bytes, 64 hexadecimal digits; these are {len(seed)}")
    return seed


def _entropy(text: str) -> tuple[bytes, ...]:
    return tuple(b"" if word == _NO_BYTES else _bytes(word) for word in text.split())


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise NotationError(f"{shown(text)} is not hexadecimal; write two digits a byte") from None
