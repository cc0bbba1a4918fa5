"""Does what time makes due. Deadlines are stored with the tables, so they outlive every process.

All processes look for them; compare-and-set lets one of them succeed, and the others have asked in vain.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from .clock import after, now_ms
from .engine import RefusalError
from .errors import HostError
from .lobbies import Lobbies
from .matches import Matches
from .records import Stage
from .store import Store, StoreError

_log = logging.getLogger(__name__)
_BATCH: Final = 64
#: A table whose deadline could not be served is left alone for so long, by this process.
_REST_SECONDS: Final = 2.0


class Timers:
    """Looks every ``tick`` seconds."""

    def __init__(self, store: Store, lobbies: Lobbies, matches: Matches, tick: float) -> None:
        self._store = store
        self._lobbies = lobbies
        self._matches = matches
        self._tick = tick
        self._resting: dict[str, int] = {}

    async def run(self) -> None:
        """Serve deadlines until cancelled."""
        while True:
            try:
                await self.serve()
            except StoreError as error:
                _log.warning("deadlines could not be read: %s", error)
            await asyncio.sleep(self._tick)

    async def serve(self) -> None:
        """Serve what is due now."""
        now = now_ms()
        self._resting = {table_id: until for table_id, until in self._resting.items() if until > now}
        due = await self._store.due(now, _BATCH + len(self._resting))
        await asyncio.gather(*(self._serve(table_id) for table_id in due if table_id not in self._resting))

    async def _serve(self, table_id: str) -> None:
        try:
            lobby = await self._store.lobby(table_id)
            if lobby is None:
                await self._store.forget(table_id)
            elif lobby.stage is Stage.PLAYING:
                await self._matches.expire(table_id)
            elif lobby.deadline is not None and lobby.deadline <= now_ms():
                await self._lobbies.expire(lobby)
        except (HostError, RefusalError, StoreError) as error:
            self._rest(table_id, error)
        except Exception as error:
            # One table that cannot go on must not stop the others.
            _log.exception("table %s", table_id)
            self._rest(table_id, error)

    def _rest(self, table_id: str, error: Exception) -> None:
        _log.warning("table %s: its deadline could not be served (%s), trying again", table_id, error)
        self._resting[table_id] = after(_REST_SECONDS)
