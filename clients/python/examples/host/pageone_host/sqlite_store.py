"""Tables in one SQLite file: for one process, or a few on one machine.

Whoever waits for a change made by another process finds it by polling (`hub`). SQLite's calls block, so all of them run
in one thread of their own, which also keeps their order.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from .records import Entry, Lobby, Match, Update
from .store import EVENTS_KEPT, Stamp, StoreError

_Result = TypeVar("_Result")
_BUSY_SECONDS: Final = 5.0
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, revision INTEGER NOT NULL, lobby TEXT NOT NULL, deadline INTEGER,
  version INTEGER, state BLOB, views BLOB, window INTEGER
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE TABLE IF NOT EXISTS actions (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, actor TEXT NOT NULL, action_id TEXT NOT NULL,
  made_for INTEGER NOT NULL, action BLOB NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (table_id, version), UNIQUE (table_id, actor, action_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, events BLOB NOT NULL, PRIMARY KEY (table_id, version)
) WITHOUT ROWID;
"""


class SqliteStore:
    """A `Store` in the file ``path``, which is made when it is missing."""

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sqlite")
        try:
            self._connection = self._thread.submit(_open, path).result()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"SQLite: {path}: {error}") from error

    async def create(self, lobby: Lobby) -> bool:
        """See `Store.create`."""
        return await self._write(
            lambda db: _changed(
                db,
                "INSERT INTO tables (id, revision, lobby, deadline) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                *(lobby.table_id, lobby.revision, lobby.to_json(), lobby.deadline),
            )
        )

    async def lobby(self, table_id: str) -> Lobby | None:
        """See `Store.lobby`."""
        row = await self._one("SELECT lobby FROM tables WHERE id = ?", table_id)
        return Lobby.from_json(row[0]) if row else None

    async def replace(self, lobby: Lobby) -> bool:
        """See `Store.replace`."""
        return await self._write(lambda db: _replace(db, lobby))

    async def begin(self, lobby: Lobby, match: Match, events: bytes) -> bool:
        """See `Store.begin`."""

        def write(db: sqlite3.Connection) -> bool:
            if not _replace(db, lobby):
                return False
            db.execute(
                "UPDATE tables SET version = ?, state = ?, views = ?, window = ?, deadline = ? WHERE id = ?",
                (match.version, match.state, match.views, match.window, match.deadline, match.table_id),
            )
            _put_events(db, match, events)
            return True

        return await self._write(write)

    async def match(self, table_id: str) -> Match | None:
        """See `Store.match`."""
        row = await self._one(
            "SELECT id, version, state, views, window, deadline FROM tables WHERE id = ? AND version IS NOT NULL",
            table_id,
        )
        return Match(*row) if row else None

    async def commit(self, match: Match, entry: Entry, events: bytes) -> bool:
        """See `Store.commit`."""

        def write(db: sqlite3.Connection) -> bool:
            known = db.execute(
                "SELECT 1 FROM actions WHERE table_id = ? AND actor = ? AND action_id = ?",
                (match.table_id, entry.actor, entry.action_id),
            ).fetchone()
            if known or not _changed(
                db,
                "UPDATE tables SET version = ?, state = ?, views = ?, window = ?, deadline = ?"
                " WHERE id = ? AND version = ?",
                *(match.version, match.state, match.views, match.window, match.deadline),
                *(match.table_id, match.version - 1),
            ):
                return False
            db.execute(
                "INSERT INTO actions (table_id, version, actor, action_id, made_for, action, at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    *(match.table_id, entry.version, entry.actor, entry.action_id),
                    *(entry.made_for, entry.action, entry.at),
                ),
            )
            _put_events(db, match, events)
            return True

        return await self._write(write)

    async def entry(self, table_id: str, actor: str, action_id: str) -> Entry | None:
        """See `Store.entry`."""
        row = await self._one(
            "SELECT version, actor, action_id, made_for, action, at FROM actions"
            " WHERE table_id = ? AND actor = ? AND action_id = ?",
            *(table_id, actor, action_id),
        )
        return Entry(*row) if row else None

    async def entries(self, table_id: str) -> list[Entry]:
        """See `Store.entries`."""
        rows = await self._all(
            "SELECT version, actor, action_id, made_for, action, at FROM actions WHERE table_id = ? ORDER BY version",
            table_id,
        )
        return [Entry(*row) for row in rows]

    async def update(self, table_id: str, since: int) -> Update | None:
        """See `Store.update`."""

        def read(db: sqlite3.Connection) -> Update | None:
            # One transaction, so that view and events are of one version.
            db.execute("BEGIN")
            try:
                row = db.execute(
                    "SELECT version, views, deadline FROM tables WHERE id = ? AND version IS NOT NULL", (table_id,)
                ).fetchone()
                if row is None:
                    return None
                rows = db.execute(
                    "SELECT events FROM events WHERE table_id = ? AND version > ? ORDER BY version", (table_id, since)
                ).fetchall()
            finally:
                db.execute("COMMIT")
            version, views, deadline = row
            complete = since <= version and len(rows) == version - since
            return Update(version, views, deadline, tuple(row[0] for row in rows) if complete else None)

        return await self._run(read)

    async def stamps(self, table_ids: Iterable[str]) -> dict[str, Stamp]:
        """See `Store.stamps`."""
        ids = list(table_ids)

        def read(db: sqlite3.Connection) -> dict[str, Stamp]:
            found: dict[str, Stamp] = {}
            for table_id in ids:
                row = db.execute("SELECT revision, version FROM tables WHERE id = ?", (table_id,)).fetchone()
                if row:
                    found[table_id] = (row[0], -1 if row[1] is None else row[1])
            return found

        return await self._run(read)

    async def due(self, now: int, limit: int) -> list[str]:
        """See `Store.due`."""
        rows = await self._all("SELECT id FROM tables WHERE deadline <= ? ORDER BY deadline LIMIT ?", now, limit)
        return [row[0] for row in rows]

    async def forget(self, table_id: str, revision: int | None = None) -> bool:
        """See `Store.forget`."""

        def write(db: sqlite3.Connection) -> bool:
            gone = _changed(
                db, "DELETE FROM tables WHERE id = ? AND revision = coalesce(?, revision)", table_id, revision
            )
            if revision is not None and not gone:
                return False
            db.execute("DELETE FROM actions WHERE table_id = ?", (table_id,))
            db.execute("DELETE FROM events WHERE table_id = ?", (table_id,))
            return True

        return await self._write(write)

    async def changes(self) -> AsyncIterator[str]:
        """See `Store.changes`: SQLite tells nobody."""
        await asyncio.Event().wait()
        yield ""  # never reached; makes this a generator

    async def check(self) -> None:
        """See `Store.check`."""
        await self._one("SELECT 1")

    async def close(self) -> None:
        """See `Store.close`."""
        await self._run(lambda db: db.close())
        self._thread.shutdown()

    async def _one(self, sql: str, *values: object) -> tuple[Any, ...] | None:
        rows = await self._all(sql, *values)
        return rows[0] if rows else None

    async def _all(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._run(lambda db: db.execute(sql, values).fetchall())

    async def _write(self, write: Callable[[sqlite3.Connection], bool]) -> bool:
        def transaction(db: sqlite3.Connection) -> bool:
            # IMMEDIATE: no other process writes between our reading and our writing.
            db.execute("BEGIN IMMEDIATE")
            try:
                done = write(db)
                if done:
                    db.execute("COMMIT")
                return done
            finally:
                # Not written, or not to the end: a full disk may fail COMMIT, too. SQLite may have rolled back itself.
                if db.in_transaction:
                    db.execute("ROLLBACK")

        return await self._run(transaction)

    async def _run(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, work, self._connection)
        except sqlite3.DatabaseError as error:
            raise StoreError(f"SQLite: {error}") from error


def _open(path: str) -> sqlite3.Connection:
    # Seeds and hands are in it: for the host's user alone. SQLite gives its other files the same permissions.
    if path != ":memory:":
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    db = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    # An action that was answered is on the disk.
    db.execute("PRAGMA synchronous = FULL")
    db.executescript(_SCHEMA)
    return db


def _changed(db: sqlite3.Connection, sql: str, *values: object) -> bool:
    return db.execute(sql, values).rowcount == 1


def _replace(db: sqlite3.Connection, lobby: Lobby) -> bool:
    deadline = "" if lobby.deadline is None else ", deadline = :deadline"
    return (
        db.execute(
            f"UPDATE tables SET revision = :revision, lobby = :lobby{deadline} WHERE id = :id AND revision = :before",
            {
                "id": lobby.table_id,
                "before": lobby.revision - 1,
                "revision": lobby.revision,
                "lobby": lobby.to_json(),
                "deadline": lobby.deadline,
            },
        ).rowcount
        == 1
    )


def _put_events(db: sqlite3.Connection, match: Match, events: bytes) -> None:
    db.execute(
        "INSERT INTO events (table_id, version, events) VALUES (?, ?, ?)", (match.table_id, match.version, events)
    )
    db.execute("DELETE FROM events WHERE table_id = ? AND version <= ?", (match.table_id, match.version - EVENTS_KEPT))
