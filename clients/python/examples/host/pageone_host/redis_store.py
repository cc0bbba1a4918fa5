"""Tables in one Redis: for any number of processes on any number of machines.

What has to happen together is one Lua script, which Redis runs as a whole. All keys of a table share a hash tag, but
deadlines and the channel of changes are one for all tables: this is for one Redis with its replicas, not for a cluster.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Iterable
from typing import Any, Final, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from .records import Entry, Lobby, Match, Update
from .store import EVENTS_KEPT, Stamp, StoreError

_PREFIX: Final = "pageone"
_DEADLINES: Final = f"{_PREFIX}:deadlines"
_CHANGES: Final = f"{_PREFIX}:changes"
_SECONDS: Final = 5.0
_LISTEN_SECONDS: Final = 1.0
_SUFFIXES: Final = ("lobby", "match", "log", "ids", "events")

# KEYS: deadlines, lobby, match, log, ids, events. ARGV[1] is the table's id, ARGV[2] the channel of changes.
_CREATE: Final = """
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('HSET', KEYS[2], 'revision', ARGV[3], 'data', ARGV[4])
if ARGV[5] ~= '' then redis.call('ZADD', KEYS[1], ARGV[5], ARGV[1]) end
return 1
"""
_REPLACE: Final = """
if redis.call('HGET', KEYS[2], 'revision') ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[2], 'revision', ARGV[4], 'data', ARGV[5])
if ARGV[6] ~= '' then redis.call('ZADD', KEYS[1], ARGV[6], ARGV[1]) end
redis.call('PUBLISH', ARGV[2], ARGV[1])
return 1
"""
_BEGIN: Final = """
if redis.call('HGET', KEYS[2], 'revision') ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[2], 'revision', ARGV[4], 'data', ARGV[5])
redis.call('HSET', KEYS[3], 'version', ARGV[6], 'state', ARGV[7], 'views', ARGV[8], 'window', ARGV[9],
  'deadline', ARGV[10])
redis.call('RPUSH', KEYS[6], ARGV[11])
redis.call('ZADD', KEYS[1], ARGV[10], ARGV[1])
redis.call('PUBLISH', ARGV[2], ARGV[1])
return 1
"""
_COMMIT: Final = """
if redis.call('HGET', KEYS[3], 'version') ~= ARGV[3] then return 0 end
if redis.call('HSETNX', KEYS[5], ARGV[4], ARGV[3]) == 0 then return 0 end
redis.call('RPUSH', KEYS[4], ARGV[5])
redis.call('HSET', KEYS[3], 'version', ARGV[6], 'state', ARGV[7], 'views', ARGV[8], 'window', ARGV[9],
  'deadline', ARGV[10])
redis.call('RPUSH', KEYS[6], ARGV[11])
redis.call('LTRIM', KEYS[6], -tonumber(ARGV[12]), -1)
redis.call('ZADD', KEYS[1], ARGV[10], ARGV[1])
redis.call('PUBLISH', ARGV[2], ARGV[1])
return 1
"""
_UPDATE: Final = """
local found = redis.call('HMGET', KEYS[3], 'version', 'views', 'deadline')
if not found[1] then return false end
local behind = tonumber(found[1]) - tonumber(ARGV[3])
local events = {}
if behind > 0 then events = redis.call('LRANGE', KEYS[6], -behind, -1) end
return {found[1], found[2], found[3], events}
"""
_FORGET: Final = """
if ARGV[3] ~= '' and redis.call('HGET', KEYS[2], 'revision') ~= ARGV[3] then return 0 end
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('DEL', KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6])
return 1
"""


class RedisStore:
    """A `Store` in the Redis at ``url``."""

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(url, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS)
        scripts = {
            "create": _CREATE,
            "replace": _REPLACE,
            "begin": _BEGIN,
            "commit": _COMMIT,
            "update": _UPDATE,
            "forget": _FORGET,
        }
        self._scripts = {name: self._redis.register_script(text) for name, text in scripts.items()}

    async def create(self, lobby: Lobby) -> bool:
        """See `Store.create`."""
        done = await self._run("create", lobby.table_id, lobby.revision, lobby.to_json(), _or_empty(lobby.deadline))
        return bool(done)

    async def lobby(self, table_id: str) -> Lobby | None:
        """See `Store.lobby`."""
        data = await self._ask(self._redis.hget(_key(table_id, "lobby"), "data"))
        return None if data is None else Lobby.from_json(data)

    async def replace(self, lobby: Lobby) -> bool:
        """See `Store.replace`."""
        return bool(await self._run("replace", *_lobby_values(lobby), _or_empty(lobby.deadline)))

    async def begin(self, lobby: Lobby, match: Match, events: bytes) -> bool:
        """See `Store.begin`."""
        return bool(await self._run("begin", *_lobby_values(lobby), *_match_values(match), events))

    async def match(self, table_id: str) -> Match | None:
        """See `Store.match`."""
        names = ("version", "state", "views", "window", "deadline")
        version, state, views, window, deadline = await self._ask(
            self._redis.hmget(_key(table_id, "match"), list(names))
        )
        if version is None:
            return None
        return Match(table_id, int(version), state, views, int(window), int(deadline))

    async def commit(self, match: Match, entry: Entry, events: bytes) -> bool:
        """See `Store.commit`."""
        name = _action_name(entry.actor, entry.action_id)
        values = (match.table_id, entry.version, name, _written(entry), *_match_values(match), events, EVENTS_KEPT)
        return bool(await self._run("commit", *values))

    async def entry(self, table_id: str, actor: str, action_id: str) -> Entry | None:
        """See `Store.entry`."""
        version = await self._ask(self._redis.hget(_key(table_id, "ids"), _action_name(actor, action_id)))
        if version is None:
            return None
        text = await self._ask(self._redis.lindex(_key(table_id, "log"), int(version)))
        return None if text is None else _read(text)

    async def entries(self, table_id: str) -> list[Entry]:
        """See `Store.entries`."""
        return [_read(text) for text in await self._ask(self._redis.lrange(_key(table_id, "log"), 0, -1))]

    async def update(self, table_id: str, since: int) -> Update | None:
        """See `Store.update`."""
        found = await self._run("update", table_id, since)
        if found is None:
            return None
        version, views, deadline, events = int(found[0]), found[1], int(found[2]), found[3]
        complete = since <= version and len(events) == version - since
        return Update(version, views, deadline, tuple(events) if complete else None)

    async def stamps(self, table_ids: Iterable[str]) -> dict[str, Stamp]:
        """See `Store.stamps`."""
        ids = list(table_ids)
        pipe = self._redis.pipeline(transaction=False)
        for table_id in ids:
            pipe.hget(_key(table_id, "lobby"), "revision")
            pipe.hget(_key(table_id, "match"), "version")
        found = await self._ask(pipe.execute())
        pairs = zip(ids, found[::2], found[1::2], strict=True)
        return {
            table_id: (int(revision), -1 if version is None else int(version))
            for table_id, revision, version in pairs
            if revision is not None
        }

    async def due(self, now: int, limit: int) -> list[str]:
        """See `Store.due`."""
        found = await self._ask(self._redis.zrangebyscore(_DEADLINES, 0, now, start=0, num=limit))
        return [table_id.decode() for table_id in found]

    async def forget(self, table_id: str, revision: int | None = None) -> bool:
        """See `Store.forget`."""
        return bool(await self._run("forget", table_id, _or_empty(revision)))

    async def changes(self) -> AsyncIterator[str]:
        """See `Store.changes`: what every script that writes has published."""
        try:
            async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                await pubsub.subscribe(_CHANGES)
                while True:
                    message = await pubsub.get_message(timeout=_LISTEN_SECONDS)
                    if message is not None:
                        yield message["data"].decode()
        except (RedisError, OSError) as error:
            raise StoreError(f"Redis: {error}") from error

    async def check(self) -> None:
        """See `Store.check`."""
        await self._ask(self._redis.ping())

    async def close(self) -> None:
        """See `Store.close`."""
        await self._redis.aclose()

    async def _run(self, script: str, table_id: str, *values: str | int | bytes) -> Any:  # noqa: ANN401 - what Redis answers
        keys = [_DEADLINES, *(_key(table_id, suffix) for suffix in _SUFFIXES)]
        return await self._ask(self._scripts[script](keys=keys, args=[table_id, _CHANGES, *values]))

    async def _ask(self, answer: object) -> Any:  # noqa: ANN401 - what Redis answers
        try:
            # redis-py types answers for texts and bytes, for waiting and awaiting, all in one.
            return await cast("Awaitable[Any]", answer)
        except (RedisError, OSError) as error:
            raise StoreError(f"Redis: {error}") from error


def _key(table_id: str, suffix: str) -> str:
    return f"{_PREFIX}:{{{table_id}}}:{suffix}"


def _action_name(actor: str, action_id: str) -> str:
    return f"{actor}:{action_id}"


def _or_empty(deadline: int | None) -> int | str:
    return "" if deadline is None else deadline


def _lobby_values(lobby: Lobby) -> tuple[str, int, int, str]:
    return lobby.table_id, lobby.revision - 1, lobby.revision, lobby.to_json()


def _match_values(match: Match) -> tuple[int, bytes, bytes, int, int]:
    return match.version, match.state, match.views, match.window, match.deadline


def _written(entry: Entry) -> str:
    fields = [entry.version, entry.actor, entry.action_id, entry.made_for, entry.action.hex(), entry.at]
    return json.dumps(fields, separators=(",", ":"))


def _read(text: bytes) -> Entry:
    version, actor, action_id, made_for, action, at = json.loads(text)
    return Entry(version, actor, action_id, made_for, bytes.fromhex(action), at)
