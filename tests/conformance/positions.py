"""Small positions for scenarios: American Page One with one pack and two Jokers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pageone_engine.rules import Rules
from pageone_engine.state import State

from tests.conformance.authoring import Live, Scenario
from tests.conformance.table import SPECTATOR, Table
from tests.engine.positions import american, table

OTHERS: Final = ("5D 5S 5H", "6C 6S 6H")


def small(**changes: Any) -> Rules:  # noqa: ANN401
    """The American preset with one pack and two Jokers; ``changes`` as in tests/engine/positions.py."""
    return american(**{"name": "house", "decks": 1, "jokers": 2, **changes})


def holding(held: str, top: str = "7H", *, others: Sequence[str] = OTHERS, **position: Any) -> State:  # noqa: ANN401
    """Seat 0 holds the cards and is to act; fields of the position, or of the rules as ``rules_...``."""
    changes = {name.removeprefix("rules_"): position.pop(name) for name in [*position] if name.startswith("rules_")}
    return table([held, *others], top=top, rules=small(**changes), **position)


@dataclass(frozen=True, slots=True)
class Line:
    """A scenario: what is played from a position, line by line; a line after ``!`` is refused."""

    name: str
    about: str
    state: State
    script: tuple[str, ...]
    #: Who sees the last line; None: its seat, the next one, seat 0 and a spectator.
    watching: list[dict[str, Any]] | None = None
    #: Whether it is expected, too, what only the host sees.
    host: bool = False

    def _concerned(self, seat: int) -> list[dict[str, Any]]:
        seats = {0, seat, (seat + 1) % len(self.state.hands)}
        return [*({"seat": each} for each in sorted(seats)), SPECTATOR]

    def scenario(self, live: Live) -> Scenario:
        """After each line it is expected what its seat and a spectator see; after the last also seat 0 and the next."""
        one = live.scenario(self.name, self.about)
        at = Table.at(one, self.state)
        at.host = self.host
        for number, line in enumerate(self.script):
            if line.startswith("! "):
                at.refused(line.removeprefix("! "), ("ja",))
            elif number + 1 < len(self.script):
                at.act(line, [{"seat": int(line.split()[0])}, SPECTATOR])
            else:
                at.act(line, self.watching or self._concerned(int(line.split()[0])))
        return one


def played(live: Live, lines: Iterator[Line]) -> Iterator[Scenario]:
    """The scenarios of all lines."""
    for line in lines:
        yield line.scenario(live)
