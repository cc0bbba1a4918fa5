"""What a measurement gives: figures, each with its bound where it has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rich.console import Console
from rich.table import Table

#: Told of each step that is done, in words.
Tell: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class Figure:
    """A figure in a unit; ``most`` is what it may be at most, None where nothing is asked of it."""

    name: str
    value: float
    unit: str = ""
    most: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the bound holds."""
        return self.most is None or self.value <= self.most


def show(title: str, figures: Sequence[Figure], console: Console) -> bool:
    """Print a table; whether all bounds hold."""
    table = Table("", "measured", "at most", "", title=title)
    for one in figures:
        most = "" if one.most is None else f"{one.most:,.4g}"
        verdict = "" if one.most is None else "holds" if one.holds else "MISSED"
        table.add_row(one.name, f"{one.value:,.4g} {one.unit}", most, verdict)
    console.print(table)
    return all(one.holds for one in figures)
