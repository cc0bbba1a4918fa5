"""The parts of one host process, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from .clock import Times
from .engine import Engine
from .hub import Hub
from .lobbies import Lobbies
from .matches import Matches
from .store import Store
from .timers import Timers


@dataclass(frozen=True, slots=True)
class Services:
    """What requests and sockets use. ``name`` tells processes apart."""

    name: str
    store: Store
    engine: Engine
    hub: Hub
    lobbies: Lobbies
    matches: Matches
    timers: Timers


@asynccontextmanager
async def services(
    name: str, store: Store, engine: Engine, *, times: Times, poll: float, tick: float
) -> AsyncIterator[Services]:
    """The parts, over a store and an engine that are closed with them."""
    hub = Hub(store, poll)
    lobbies = Lobbies(store, engine, times, hub.changed)
    matches = Matches(store, engine, lobbies, times, hub.changed)
    timers = Timers(store, lobbies, matches, tick)
    try:
        async with engine:
            yield Services(name, store, engine, hub, lobbies, matches, timers)
    finally:
        await store.close()
