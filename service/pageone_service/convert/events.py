"""Events: each is one message in the oneof of ``pageone.v1.Event``, field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, Final, NamedTuple, get_args

from google.protobuf.message import Message
from pageone.v1 import event_pb2
from pageone_engine.events import Event, MatchEnded, MatchStarted, RoundEnded

from .rows import RowField
from .rules import put_rules


class _Plan(NamedTuple):
    """How an event of one class is written: which of its fields are which."""

    kind: str
    scalars: tuple[str, ...]
    optionals: tuple[str, ...]
    rows: tuple[tuple[str, RowField], ...]
    lists: tuple[str, ...]
    rest: Callable[[Any, Any], None] | None


_RESULT_HAND: Final = RowField(event_pb2.SeatResult, "hand")


def _match_started(out: Any, event: MatchStarted) -> None:  # noqa: ANN401 - see _plan
    put_rules(out.rules, event.rules)


def _round_ended(out: Any, event: RoundEnded) -> None:  # noqa: ANN401 - see _plan
    for result in event.results:
        message = out.results.add(seat=result.seat, place=result.place, points=result.points, score=result.score)
        _RESULT_HAND.put(message, result.hand)


def _match_ended(out: Any, event: MatchEnded) -> None:  # noqa: ANN401 - see _plan
    for standing in event.standings:
        out.standings.add(rank=standing.rank, seat=standing.seat, score=standing.score)


_RESTS: Final[dict[type, Callable[[Any, Any], None]]] = {
    MatchStarted: _match_started,
    RoundEnded: _round_ended,
    MatchEnded: _match_ended,
}


def _plan(event: type[Event]) -> _Plan:
    """Sort the fields of a class of events by the field of the same name in its message."""
    part = event_pb2.Event.DESCRIPTOR.fields_by_name[event.kind].message_type
    assert part is not None
    message: type[Message] = getattr(event_pb2, part.name)
    scalars, optionals, rows, lists = [], [], [], []
    for each in fields(event):
        field = part.fields_by_name[each.name]
        if field.message_type is not None:
            continue
        if field.has_presence:
            optionals.append(each.name)
        elif not field.is_repeated:
            scalars.append(each.name)
        elif field.enum_type is not None and field.enum_type.name == "Card":
            rows.append((each.name, RowField(message, each.name)))
        else:
            lists.append(each.name)
    return _Plan(
        event.kind,
        tuple(scalars),
        tuple(optionals),
        tuple(rows),
        tuple(lists),
        _RESTS.get(event),
    )


_PLANS: Final = {event: _plan(event) for event in get_args(Event)}


def put_event(message: event_pb2.Event, event: Event) -> None:
    """Write an event into an empty message."""
    plan = _PLANS[type(event)]
    out = getattr(message, plan.kind)
    out.SetInParent()
    for name in plan.scalars:
        value = getattr(event, name)
        if value:
            setattr(out, name, value)
    for name, row in plan.rows:
        row.put(out, getattr(event, name))
    for name in plan.lists:
        getattr(out, name).extend(getattr(event, name))
    for name in plan.optionals:
        value = getattr(event, name)
        if value is not None:
            setattr(out, name, value)
    if plan.rest is not None:
        plan.rest(out, event)


def put_events(out: Any, events: Iterable[Event]) -> None:  # noqa: ANN401 - a repeated field
    """Append events to a repeated field, in their order."""
    add = out.add
    for event in events:
        put_event(add(), event)
