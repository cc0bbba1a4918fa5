"""Bytes that a newer server may send: what a client does not know, it skips."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from google.protobuf import json_format
from pageone.v1 import action_pb2, event_pb2, solo_service_pb2, view_pb2

from tests.conformance.authoring import Live, Scenario

_EVENT: Final = "pageone.v1.Event"
#: Field 100, a message: an event of a kind that nobody knows yet.
_NEWER: Final = bytes.fromhex("a206") + bytes((2, 8, 1))
#: Field 200, a varint: a field that nobody knows yet.
_FIELD: Final = bytes.fromhex("c00c07")


def scenarios(live: Live) -> Iterator[Scenario]:
    """Known kinds, unknown kinds, unknown enum values, unknown fields."""
    yield _known(live)
    yield _unknown_kinds(live)
    yield _unknown_values(live)
    yield _unknown_fields(live)


def _known(live: Live) -> Scenario:
    one = live.scenario("decode/every kind of event", "Each kind that the contract has, empty: its kind is still told.")
    for kind in event_pb2.Event.DESCRIPTOR.oneofs_by_name["kind"].fields:
        event = event_pb2.Event()
        getattr(event, kind.name).SetInParent()
        one.decode(event, {"json": {kind.json_name: {}}, "kind": kind.name})
    caller = event_pb2.Event(
        offense_called_out=event_pb2.OffenseCalledOut(caller=0, offense=action_pb2.OFFENSE_MISSED_CALL)
    )
    one.decode(caller, {"json": json_format.MessageToDict(caller), "kind": "offense_called_out"})
    return one


def _unknown_kinds(live: Live) -> Scenario:
    one = live.scenario("decode/an event of an unknown kind", "It is skipped: no kind, no error.")
    one.decode((_EVENT, _NEWER), {"json": {}, "kind": None})
    one.decode((_EVENT, b""), {"json": {}, "kind": None})
    event = event_pb2.Event(turn_started=event_pb2.TurnStarted(seat=0))
    answer = solo_service_pb2.ActResponse(ticket=b"t", events=[event]).SerializeToString()
    answer += bytes((0x1A, len(_NEWER))) + _NEWER
    wanted = {"ticket": "dA==", "events": [{"turnStarted": {}}, {}]}
    one.decode(("pageone.v1.ActResponse", answer), {"json": wanted})
    return one


def _unknown_values(live: Live) -> Scenario:
    one = live.scenario("decode/unknown enum values", "A number that has no name yet is kept as a number.")
    drawn = event_pb2.CardsDrawn(seat=2, reason=99, count=1, owed=1)  # type: ignore[arg-type]
    wanted = {"cardsDrawn": {"seat": 2, "reason": 99, "count": 1, "owed": 1}}
    one.decode(event_pb2.Event(cards_drawn=drawn), {"json": wanted, "kind": "cards_drawn"})
    view = view_pb2.MatchView(phase=77, hand=[1, 53, 54])  # type: ignore[arg-type,list-item]
    view.legal.refused.add(card=1, refusal=99)
    refused = [{"card": "CARD_CLUBS_ACE", "refusal": 99}]
    hand = ["CARD_CLUBS_ACE", "CARD_JOKER", 54]
    one.decode(view, {"json": {"phase": 77, "hand": hand, "legal": {"refused": refused}}})
    return one


def _unknown_fields(live: Live) -> Scenario:
    one = live.scenario("decode/unknown fields", "At the top and inside, they are left aside.")
    started = event_pb2.TurnStarted(seat=3).SerializeToString() + _FIELD
    event = bytes((0xD2, 0x01, len(started))) + started + _FIELD
    one.decode((_EVENT, event), {"json": {"turnStarted": {"seat": 3}}, "kind": "turn_started"})
    view = view_pb2.MatchView(match_id="m", version=4).SerializeToString() + _FIELD
    one.decode(("pageone.v1.MatchView", view), {"json": {"matchId": "m", "version": 4}})
    return one
