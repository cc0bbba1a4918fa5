"""Games against bots: the match in a sealed ticket."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.authoring import Live, Scenario


def scenarios(live: Live) -> Iterator[Scenario]:
    """A game that the server deals at random: what it is, whatever the cards are."""
    one = live.scenario(
        "solo/a game that was dealt", "StartGame, GetGame, Act, and Act without an action, from seat 0."
    )
    seen = {
        "viewer": {"seat": 0},
        "phase": "PHASE_TURN",
        "round": 1,
        "hand": {"$length": [4, 4]},
        "rules": {"$any": True},
    }
    view = {"$save_some": {"name": "view", "match": seen}}
    first = [{"$some": {"matchStarted": {"$any": True}}}, {"roundStarted": {"$any": True}}, {"turnStarted": {}}]
    start = {"rules": {"name": "page_one"}, "seats": 3, "seat": 0, "bots": ["STRENGTH_STAND_IN"]}
    ticket = {"$save": "ticket"}
    one.call("SoloService/StartGame", start, {"ticket": ticket, "view": view, "events": {"$in_order": first}})
    one.call("SoloService/GetGame", {"ticket": {"$use": "ticket"}}, {"view": {"$use": "view"}})
    waiting = {"ticket": ticket, "view": {"$use": "view"}}
    one.call("SoloService/Act", {"ticket": {"$use": "ticket"}}, waiting)
    action = {"ticket": {"$use": "ticket"}, "action": {"$use": "view.legal.actions.0"}}
    after = {"$some": {"viewer": {"seat": 0}, "version": {"$any": True}, "legal": {"$any": True}}}
    one.call("SoloService/Act", action, {"ticket": ticket, "view": after, "events": {"$length": [1, 200]}})
    broken = {"ticket": "AAAA", "action": {"seat": 0, "draw": {}}}
    one.fails("SoloService/Act", broken)
    yield one
