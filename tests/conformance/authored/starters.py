"""The first card turned: what it does, who names its suit, and who may strike it (A19, A20, A23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from pageone_engine import create_match
from pageone_engine.events import StarterTurned
from pageone_engine.rules import Rules
from pageone_engine.terms import Starter

from tests.conformance.authored.matches import encoded
from tests.conformance.authoring import Live, Scenario
from tests.conformance.positions import small
from tests.conformance.table import SPECTATOR, Table, rules_json
from tests.engine.positions import text_of

_JOKER: Final = "JK"


def scenarios(live: Live) -> Iterator[Scenario]:
    """Deals whose starter is the one wanted, of rules of a house and of the preset's."""
    wild = _dealt(live, "named by the dealer", "A20: of an eight the dealer, seat 0, names the suit.", "8")
    wild.refused({"seat": 0, "draw": {}}, ("ja",))
    wild.refused({"seat": 0, "nameSuit": {}}, ("ja",))
    wild.act({"seat": 0, "nameSuit": {"suit": "SUIT_CLUBS"}}, [SPECTATOR])
    yield wild.scenario
    neutral = small(starter=Starter.NEUTRAL)
    first = _dealt(live, "named by the first seat", "A20: under NEUTRAL the seat after the dealer does.", "8", neutral)
    first.act({"seat": 1, "nameSuit": {"suit": "SUIT_SPADES"}}, [SPECTATOR])
    yield first.scenario
    plain = small(starter=Starter.PLAIN)
    yield _dealt(live, "put back", "A20: under PLAIN cards with powers go back.", "7", plain, put_back=2).scenario
    yield _dealt(live, "a draw is owed", "A20: a two as starter; the first seat owes.", "2").scenario
    yield _dealt(live, "a Joker", "A20: the dealer names its suit; four are owed then.", _JOKER).scenario
    struck = small(dobon={"enabled": True, "on_starter": True})
    yield _dealt(
        live, "may be struck", "A23: with dobon on the starter the dealer is its player.", "9", struck
    ).scenario


def _dealt(live: Live, name: str, about: str, rank: str, rules: Rules | None = None, put_back: int = 0) -> Table:
    """A deal of two seats by seat 0, from the first seed whose starter has this rank, after so many put back."""
    rules = rules or small()

    def wanted(turned: StarterTurned) -> bool:
        text = text_of([turned.card])
        return (text if text == _JOKER else text[:-1]) == rank and len(turned.put_back) == put_back

    request: dict[str, Any] = {
        "rules": rules_json(rules),
        "seats": 2,
        "seed": encoded(_seed(rules, wanted)),
        "firstDealer": 0,
        "matchId": "starter",
    }
    return Table.created(live.scenario(f"starters/{name}", about), request)


def _seed(rules: Rules, wanted: Callable[[StarterTurned], bool]) -> bytes:
    for number in range(5000):
        seed = number.to_bytes(32, "big")
        for event in create_match(rules, 2, seed, first_dealer=0)[1]:
            if isinstance(event, StarterTurned) and wanted(event):
                return seed
    raise AssertionError("no such starter")
