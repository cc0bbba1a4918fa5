"""Wakes this process's sockets when their table has changed, by whichever process.

Three ways lead here, each enough by itself but for speed: this process has changed the table; the store says that
another has (Redis publishes it); and every ``poll`` seconds the stamps of all watched tables are compared, so that a
hint that got lost costs a moment and never an update. A hint carries nothing but the table's id: what a socket sends it
reads from the store, for its own seat.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from .store import Stamp, Store, StoreError

_log = logging.getLogger(__name__)


class Hub:
    """Who waits for which table."""

    def __init__(self, store: Store, poll: float) -> None:
        self._store = store
        self._poll = poll
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._seen: dict[str, Stamp] = {}

    @contextmanager
    def watching(self, table_id: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table may have changed; clear it before you look."""
        event = asyncio.Event()
        self._waiting[table_id].add(event)
        try:
            yield event
        finally:
            self._waiting[table_id].discard(event)
            if not self._waiting[table_id]:
                del self._waiting[table_id]
                self._seen.pop(table_id, None)

    def changed(self, table_id: str) -> None:
        """Wake everybody at a table."""
        for event in self._waiting.get(table_id, ()):
            event.set()

    async def run(self) -> None:
        """Listen and poll until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listening())
            tasks.create_task(self._polling())

    async def _listening(self) -> None:
        while True:
            try:
                async for table_id in self._store.changes():
                    self.changed(table_id)
            except StoreError as error:
                _log.warning("no hints from the store, polling meanwhile: %s", error)
            await asyncio.sleep(self._poll)

    async def _polling(self) -> None:
        while True:
            await asyncio.sleep(self._poll)
            watched = list(self._waiting)
            if not watched:
                continue
            try:
                stamps = await self._store.stamps(watched)
            except StoreError as error:
                _log.warning("tables could not be looked at: %s", error)
                continue
            for table_id in watched:
                stamp = stamps.get(table_id, (-1, -1))
                if self._seen.get(table_id) != stamp and table_id in self._waiting:
                    self._seen[table_id] = stamp
                    self.changed(table_id)
