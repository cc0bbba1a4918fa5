"""Patterns: what an answer must be, as JSON (README.md, "Patterns").

A pattern is JSON that must be equal, but for operators: objects with one member whose name begins with ``$``.
`match` tells where an answer is not what it must be, `fill` puts kept values into a request.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

#: JSON, as `json.loads` gives it.
Json = Any

_JAPANESE: Final = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_TEXTS: Final[dict[str, Callable[[str], bool]]] = {
    "ja": lambda text: _JAPANESE.search(text) is not None,
    "en": lambda text: bool(text) and _JAPANESE.search(text) is None,
}
#: What of an answer a message shows at most.
_SHOWN: Final = 300


class PatternError(Exception):
    """A pattern or a request that is written wrong, or a name that nothing was kept under."""


class MismatchError(Exception):
    """An answer that is not what it must be: ``path`` in it, what was ``wanted``, what is there."""

    def __init__(self, path: str, wanted: str, got: str) -> None:
        super().__init__(f"{path}: wanted {wanted}, got {got}")


def match(pattern: Json, value: Json, kept: Mapping[str, Json], path: str = "") -> dict[str, Json]:
    """What the pattern keeps of ``value``, by name; `MismatchError` at the first place where they differ."""
    matching = _Matching(kept)
    matching.match(pattern, value, path)
    return matching.saved


def fill(request: Json, kept: Mapping[str, Json]) -> Json:
    """A request with ``$use`` replaced by what was kept, and ``$repeat`` by so many copies."""
    if isinstance(request, list):
        return [fill(element, kept) for element in request]
    if not isinstance(request, dict):
        return request
    operator = operator_of(request)
    if operator is None:
        return {name: fill(member, kept) for name, member in request.items()}
    operand = request[operator]
    if operator == "$use":
        return used(operand, kept)
    if operator == "$repeat" and isinstance(operand, list) and len(operand) == 2:
        times, element = operand
        return [fill(element, kept)] * times
    raise PatternError(f"{operator} cannot be in a request")


def used(path: str, kept: Mapping[str, Json]) -> Json:
    """The kept value at a dotted path, ``match.state.seats.0.hand``."""
    name, *steps = path.split(".")
    if name not in kept:
        raise PatternError(f"nothing was kept under {name!r}")
    value = kept[name]
    for step in steps:
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (LookupError, TypeError, ValueError):
            raise PatternError(f"what was kept has no {path!r}") from None
    return value


def operator_of(value: Mapping[str, Json]) -> str | None:
    """The operator that an object is, None for an object that must be equal."""
    names = [name for name in value if name.startswith("$")]
    if not names:
        return None
    if len(value) > 1:
        raise PatternError(f"{names[0]} is not alone in its object")
    return names[0]


class _Matching:
    """One comparison: what was kept before it, and what it keeps."""

    def __init__(self, kept: Mapping[str, Json]) -> None:
        self.kept = kept
        self.saved: dict[str, Json] = {}
        self._operators: dict[str, Callable[[Json, Json, str], None]] = {
            "$any": self._any,
            "$save": self._save,
            "$use": self._use,
            "$some": self._some,
            "$save_some": self._save_some,
            "$in_order": self._in_order,
            "$text": self._text,
            "$length": self._length,
        }

    def match(self, pattern: Json, value: Json, path: str) -> None:
        operator = operator_of(pattern) if isinstance(pattern, dict) else None
        if operator is not None:
            if operator not in self._operators:
                raise PatternError(f"{operator} is no operator of a pattern")
            self._operators[operator](pattern[operator], value, path)
        elif isinstance(pattern, dict) and isinstance(value, dict):
            self._some(pattern, value, path)
            for name in value:
                if name not in pattern:
                    raise MismatchError(_member(path, name), "nothing", _text(value[name]))
        elif isinstance(pattern, list) and isinstance(value, list):
            if len(pattern) != len(value):
                raise MismatchError(path, f"{len(pattern)} elements", f"{len(value)}: {_text(value)}")
            for number, (wanted, got) in enumerate(zip(pattern, value, strict=True)):
                self.match(wanted, got, f"{path}[{number}]")
        elif not _equal(pattern, value):
            raise MismatchError(path, _text(pattern), _text(value))

    def _any(self, operand: Json, _value: Json, _path: str) -> None:
        if operand is not True:
            raise PatternError('$any is written {"$any": true}')

    def _save(self, name: str, value: Json, _path: str) -> None:
        self.saved[name] = value

    def _use(self, operand: str, value: Json, path: str) -> None:
        wanted = used(operand, self.kept)
        if not _equal(wanted, value):
            raise MismatchError(path, f"{operand} = {_text(wanted)}", _text(value))

    def _some(self, members: Mapping[str, Json], value: Json, path: str) -> None:
        if not isinstance(value, dict):
            raise MismatchError(path, "an object", _text(value))
        for name, pattern in members.items():
            if name not in value:
                raise MismatchError(_member(path, name), _text(pattern), "nothing")
            self.match(pattern, value[name], _member(path, name))

    def _save_some(self, operand: Mapping[str, Json], value: Json, path: str) -> None:
        self._some(operand["match"], value, path)
        self.saved[operand["name"]] = value

    def _in_order(self, patterns: list[Json], value: Json, path: str) -> None:
        if not isinstance(value, list):
            raise MismatchError(path, "an array", _text(value))
        rest = iter(value)
        for number, pattern in enumerate(patterns):
            if not any(self._matches(pattern, element) for element in rest):
                raise MismatchError(path, f"in this order, as number {number}, {_text(pattern)}", _text(value))

    def _matches(self, pattern: Json, value: Json) -> bool:
        try:
            self.match(pattern, value, "")
        except MismatchError:
            return False
        return True

    def _text(self, language: str, value: Json, path: str) -> None:
        if language not in _TEXTS:
            raise PatternError(f"$text knows ja and en, not {language!r}")
        if not isinstance(value, str) or not _TEXTS[language](value):
            raise MismatchError(path, f"a text in {language}", _text(value))

    def _length(self, bounds: list[int], value: Json, path: str) -> None:
        low, high = bounds
        if not isinstance(value, str | list):
            raise MismatchError(path, "a text or an array", _text(value))
        if not low <= len(value) <= high:
            raise MismatchError(path, f"{low} to {high} characters or elements", f"{len(value)}: {_text(value)}")


def _member(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _equal(one: Json, other: Json) -> bool:
    """Equality of JSON: to Python, 1 is True."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)


def _text(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
