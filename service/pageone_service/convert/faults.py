"""Faults that only the wire can have: what is absent, or has no place in the engine's types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pageone_engine.refusals import Fault

#: The code of the fault of rules that are a name alone, and no preset's.
NO_SUCH_PRESET: Final = "no_such_preset"


class SchemaUnknownError(Exception):
    """A state of a schema that this release does not read; ``path`` is the field that says so."""

    def __init__(self, path: str, schema: int, known: int) -> None:
        super().__init__(f"{path}: schema {schema} is not known")
        self.path = path
        self.schema = schema
        self.known = known


def missing(path: str) -> Fault:
    """A message that has to be there and is not."""
    return Fault((path,), "missing", "is missing; set it")


def no_choice(path: str, *choices: str) -> Fault:
    """A oneof of which nothing is set; ``path`` ends in the oneof's name."""
    return Fault((path,), "no_choice", f"nothing is set; set one of {', '.join(choices)}")


def out_of_range(path: str, value: int, low: int, high: int) -> Fault:
    """A number that is not ``low`` to ``high``."""
    values: dict[str, int | str] = {"value": value, "low": low, "high": high}
    return Fault((path,), "out_of_range", f"must be {low} to {high}; it is {value}", values)


def too_many(path: str, count: int, most: int, what: str) -> Fault:
    """A list that is longer than any that makes sense; ``what`` names its items."""
    values: dict[str, int | str] = {"count": count, "high": most}
    return Fault((path,), "too_many", f"has {count} {what}; at most {most} are taken", values)


def prefixed(prefix: str, faults: Iterable[Fault]) -> list[Fault]:
    """The same faults with paths from the request: ``prefix`` is the path of the checked object."""
    return [
        Fault(
            tuple(f"{prefix}.{path}" if path else prefix for path in fault.fields),
            fault.code,
            fault.description,
            fault.values,
        )
        for fault in faults
    ]


def merged(faults: list[Fault], more: Iterable[Fault]) -> list[Fault]:
    """``faults``, then those of ``more`` whose fields are not spoken of already."""
    known = {path for fault in faults for path in fault.fields}
    return faults + [fault for fault in more if known.isdisjoint(fault.fields)]


def _unread(fault: Fault, path: str) -> str:
    """The path of all that could not be read: a name that is no preset's stands for whole rules."""
    return path.removesuffix(".name") if fault.code == NO_SUCH_PRESET else path


def beside(faults: list[Fault], more: Iterable[Fault]) -> list[Fault]:
    """``faults`` of the wire, and those of the engine that do not speak of what is absent."""
    absent = tuple(_unread(fault, path) for fault in faults for path in fault.fields)
    return faults + [fault for fault in more if not any(path.startswith(absent) for path in fault.fields)]
