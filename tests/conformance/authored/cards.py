"""The packages' notation of cards, ``8C 10H JK`` (clause C2)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.authoring import Live, Scenario
from tests.engine.positions import cards, text_of


def scenarios(live: Live) -> Iterator[Scenario]:
    """Every card there is, no card, and cards in no order."""
    one = live.scenario("cards/notation", "C2: 13 * (suit - 1) + rank, a Joker 53, read and written back.")
    one.cards(text_of(range(1, 54)), list(range(1, 54)))
    one.cards("", [])
    for text in ("8C 10H JK", "AC", "KS JK JK AC AC"):
        one.cards(text, list(cards(text)))
    yield one
