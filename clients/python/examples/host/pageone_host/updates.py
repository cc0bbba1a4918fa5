"""What is sent of a match: kept for all viewers together, and taken apart for one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.protobuf import json_format
from pageone.v1 import engine_service_pb2, view_pb2

from .clock import now_ms
from .records import Update

_Kept = engine_service_pb2.ApplyActionResponse


def split(updates: Iterable[engine_service_pb2.ViewerUpdate]) -> tuple[bytes, bytes]:
    """Prepared updates as they are kept: all viewers' views, of which only the newest counts, and their events."""
    views, events = _Kept(), _Kept()
    for update in updates:
        views.updates.add(view=update.view)
        events.updates.add(events=update.events)
    return views.SerializeToString(), events.SerializeToString()


def view_of(views: bytes, seat: int | None) -> view_pb2.MatchView:
    """The view of a seat, or of the spectator, who is the last."""
    return _of(views, seat).view


def update_message(update: Update, seat: int | None, since: int) -> dict[str, Any]:
    """The message for one viewer: its view, and what happened for it after version ``since``.

    ``since`` is null when events are missing: the client forgets what it has seen and shows the view.
    """
    events = None
    if update.events is not None:
        events = [json_format.MessageToDict(event) for kept in update.events for event in _of(kept, seat).events]
    return {
        "type": "update",
        "since": None if events is None else since,
        "version": update.version,
        "view": json_format.MessageToDict(view_of(update.views, seat)),
        "events": events or [],
        "milliseconds": max(0, update.deadline - now_ms()),
    }


def _of(kept: bytes, seat: int | None) -> engine_service_pb2.ViewerUpdate:
    return _Kept.FromString(kept).updates[-1 if seat is None else seat]
