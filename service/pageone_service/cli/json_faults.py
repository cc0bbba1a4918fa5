"""What is wrong with proto3 JSON that a person has written: every field that cannot be read, with what it may be.

protobuf's own reader stops at the first, and names its own types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

_SHOWN = 40


class JsonFault(NamedTuple):
    """A field's path in the contract's names, and what is wrong with it."""

    path: str
    problem: str


def readable(data: Mapping[str, Any], kind: Descriptor, path: str = "") -> tuple[dict[str, Any], list[JsonFault]]:
    """What of ``data`` a message of ``kind`` can be read from, and a fault for everything else.

    Only messages, enums and single values, as rules are made of.
    """
    fields = {name: field for field in kind.fields for name in (field.name, field.json_name)}
    kept: dict[str, Any] = {}
    faults: list[JsonFault] = []
    for name, value in data.items():
        field = fields.get(name)
        if field is None:
            known = ", ".join(each.name for each in kind.fields)
            faults.append(JsonFault(path + name, f"there is no such field; there are {known}"))
        elif field.message_type is not None and isinstance(value, dict):
            kept[name], more = readable(value, field.message_type, f"{path}{field.name}.")
            faults += more
        elif not _fits(kind, field, value):
            faults.append(JsonFault(path + field.name, f"must be {_wanted(field)}, not {_shown(value)}"))
        else:
            kept[name] = value
    faults += _doubled(kind, data, path)
    return kept, faults


def _fits(kind: Descriptor, field: FieldDescriptor, value: object) -> bool:
    message: Message = GetMessageClass(kind)()
    try:
        json_format.ParseDict({field.name: value}, message)
    except json_format.ParseError:
        return False
    return True


def _wanted(field: FieldDescriptor) -> str:
    if field.message_type is not None:
        return "an object in braces"
    if field.enum_type is not None:
        return f"one of {', '.join(each.name for each in field.enum_type.values if each.number)}"
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "true or false"
    return "text" if field.type == FieldDescriptor.TYPE_STRING else "a whole number from 0 to 4294967295"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _doubled(kind: Descriptor, data: Mapping[str, Any], path: str) -> Iterator[JsonFault]:
    """Fields given in both spellings, and oneofs of which more than one is."""
    for field in kind.fields:
        if field.name != field.json_name and field.name in data and field.json_name in data:
            yield JsonFault(path + field.name, f"is given as {field.json_name}, too; keep one")
    for oneof in kind.oneofs:
        given = [each.name for each in oneof.fields if data.keys() & {each.name, each.json_name}]
        if len(given) > 1:
            yield JsonFault(path + given[-1], f"goes not together with {', '.join(given[:-1])}; keep one")
