"""Where tables are kept: what a store has to be able to do, and the stores there are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Final, Protocol

from .records import Entry, Lobby, Match, Update

#: Versions whose events are kept for those who catch up; who is further behind gets the view alone.
EVENTS_KEPT: Final = 256

#: What a socket compares with what it has sent: the lobby's revision, and the match's version (-1: no match).
Stamp = tuple[int, int]


class Store(Protocol):
    """Tables by their id. Every method that writes does all or nothing, and tells whether it did.

    An answer that was lost on the way does not tell whether the write happened: read again, see `matches`.
    """

    async def create(self, lobby: Lobby) -> bool:
        """Keep a new table; False when the id is taken."""
        ...

    async def lobby(self, table_id: str) -> Lobby | None:
        """The lobby, or None when there is no such table."""
        ...

    async def replace(self, lobby: Lobby) -> bool:
        """Put ``lobby`` in place of the one with the revision before it; False when that is not the one stored."""
        ...

    async def begin(self, lobby: Lobby, match: Match, events: bytes) -> bool:
        """`replace` the lobby and keep its match of version 0, both or neither."""
        ...

    async def match(self, table_id: str) -> Match | None:
        """The match, or None before it has begun."""
        ...

    async def commit(self, match: Match, entry: Entry, events: bytes) -> bool:
        """Put ``match`` in place of the version before it, with the action that led to it.

        False when another version is stored, or when the actor has used the action's id: nothing has changed then.
        """
        ...

    async def entry(self, table_id: str, actor: str, action_id: str) -> Entry | None:
        """What an actor's action with this id led to."""
        ...

    async def entries(self, table_id: str) -> list[Entry]:
        """Every action applied, in order: entry N was applied to version N."""
        ...

    async def update(self, table_id: str, since: int) -> Update | None:
        """The newest views, and the events after version ``since`` (-1: from the beginning); None without a match."""
        ...

    async def stamps(self, table_ids: Iterable[str]) -> dict[str, Stamp]:
        """The stamps of those tables that exist."""
        ...

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose deadline has passed, the longest overdue first."""
        ...

    async def forget(self, table_id: str, revision: int | None = None) -> bool:
        """Delete everything of a table; False when its lobby is not of the ``revision`` that was asked for."""
        ...

    def changes(self) -> AsyncIterator[str]:
        """Ids of tables that other processes have changed. A hint: some may be missing."""
        ...

    async def check(self) -> None:
        """Raise `StoreError` when the store does not answer."""
        ...

    async def close(self) -> None:
        """Let go of files and connections."""
        ...


class StoreError(Exception):
    """The store did not answer."""


def open_store(url: str) -> Store:
    """The store that a URL names: ``sqlite:PATH``, or ``redis://...`` (``rediss://`` with TLS)."""
    scheme, _, rest = url.partition(":")
    if scheme == "sqlite" and rest:
        from .sqlite_store import SqliteStore

        return SqliteStore(rest)
    if scheme in ("redis", "rediss", "unix"):
        from .redis_store import RedisStore

        return RedisStore(url)
    raise ValueError(f"{scheme or url!r} is no store: write sqlite:PATH or redis://HOST:PORT/DATABASE")
