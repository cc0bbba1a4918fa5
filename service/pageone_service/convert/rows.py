"""Rows of cards: packed enums on the wire, ``bytes`` in the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from google.protobuf.message import Message
from pageone_engine.cards import JOKER
from pageone_engine.refusals import Fault

from .faults import out_of_range, too_many

#: The largest pack (C1), so the longest row that can be right.
MOST_CARDS: Final = 255
#: What stands for a value that is no byte, after its fault was noted: no card either.
_NO_CARD: Final = 255


def read_row(values: Sequence[int], path: str, faults: list[Fault]) -> bytes:
    """The row as the engine holds it.

    What has no place in a byte, and more cards than any pack has, is noted in ``faults``;
    whether the codes are cards of the rules' pack is the engine's to judge.
    """
    count = len(values)
    if count > MOST_CARDS:
        faults.append(too_many(path, count, MOST_CARDS, "cards"))
        return b""
    try:
        return bytes(values[:])
    except ValueError:
        return _mended(values[:], path, faults)


def _mended(values: Sequence[int], path: str, faults: list[Fault]) -> bytes:
    row = bytearray()
    for at, value in enumerate(values):
        if 0 <= value <= _NO_CARD:
            row.append(value)
        else:
            faults.append(out_of_range(f"{path}[{at}]", value, 1, JOKER))
            row.append(_NO_CARD)
    return bytes(row)


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


_LENGTHS: Final = tuple(_varint(length) for length in range(MOST_CARDS + 1))


class RowField:
    """A field ``repeated Card`` of a message, to be written as the bytes that it is on the wire.

    Adding a row card by card costs several times as much as parsing its packed form.
    """

    __slots__ = ("_key",)

    def __init__(self, message: type[Message], name: str) -> None:
        self._key = _varint(message.DESCRIPTOR.fields_by_name[name].number << 3 | 2)

    def put(self, message: Any, row: bytes) -> None:  # noqa: ANN401 - any message with the field
        """Append ``row`` (at most 255 cards) to the field."""
        if row:
            message.MergeFromString(self._key + _LENGTHS[len(row)] + row)
