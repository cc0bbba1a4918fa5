"""Every Refusal: reason, metadata, and a sentence in Japanese and in English (clause R1)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.authoring import Live, Scenario
from tests.conformance.table import Table
from tests.engine.positions import table


def scenarios(live: Live) -> Iterator[Scenario]:
    """Each refusal from a small position, of which seat 0 is mostly the one that acts."""
    one = live.scenario("refusals/NO_MATCH", "A2: neither the suit in force nor the top card's rank.")
    Table.at(one, table(["2C 9D KD", "4H 3H KS"], top="5H")).refused("0 9D")
    yield one
