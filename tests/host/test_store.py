"""What every store does, tried on SQLite and on a real Redis alike."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from pageone_host.records import Entry, Lobby, Match, Seat, Stage
from pageone_host.store import EVENTS_KEPT, Store, StoreError, open_store

from .support import RedisServer, run, wait_for

RACERS = 50
ROUNDS = 5


def lobby(**changes: object) -> Lobby:
    made = Lobby(secrets.token_hex(8), 0, Stage.JOINING, '{"name":"page_one"}', "00" * 32, (None, None), 1_000)
    return replace(made, **changes)  # type: ignore[arg-type]


def match(table_id: str, version: int = 0, **changes: object) -> Match:
    made = Match(table_id, version, b"state %d" % version, b"views %d" % version, 0, 5_000)
    return replace(made, **changes)  # type: ignore[arg-type]


def entry(version: int, actor: str = "0", action_id: str = "") -> Entry:
    return Entry(version, actor, action_id or f"id-{version}", version, b"action %d" % version, 77)


@asynccontextmanager
async def opened(url: str, count: int = 1) -> AsyncIterator[list[Store]]:
    """Connections to one store, as of several processes."""
    stores = [open_store(url) for _ in range(count)]
    try:
        yield stores
    finally:
        for each in stores:
            await each.close()


async def playing(store: Store) -> str:
    """A table whose match has begun."""
    made = lobby()
    assert await store.create(made)
    begun = replace(made, revision=1, stage=Stage.PLAYING, deadline=None)
    assert await store.begin(begun, match(made.table_id), b"events 0")
    return made.table_id


def tried(url: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def within() -> None:
        async with opened(url) as (store,):
            await work(store)

    run(within())


def test_a_lobby_comes_back_as_it_was_kept(store_url: str) -> None:
    """Every member of a lobby survives; an id is used once; another table is not there."""
    seats = (Seat("花子", "aa", "bb", "cc"), None)
    kept = lobby(seats=seats, accusations=((0, 1),), deadline=None)

    async def work(store: Store) -> None:
        assert await store.create(kept)
        assert not await store.create(replace(kept, seed="11" * 32))
        assert await store.lobby(kept.table_id) == kept
        assert await store.lobby("nobody") is None
        assert await store.match(kept.table_id) is None
        assert await store.update(kept.table_id, -1) is None

    tried(store_url, work)


def test_a_lobby_is_replaced_by_compare_and_set(store_url: str) -> None:
    """Only the revision that follows the stored one is taken."""

    async def work(store: Store) -> None:
        made = lobby()
        assert not await store.replace(replace(made, revision=1))
        await store.create(made)
        assert await store.replace(replace(made, revision=1, seed="22" * 32))
        for wrong in (0, 1, 3):
            assert not await store.replace(replace(made, revision=wrong))
        found = await store.lobby(made.table_id)
        assert found is not None
        assert (found.revision, found.seed) == (1, "22" * 32)

    tried(store_url, work)


def test_a_match_begins_once(store_url: str) -> None:
    """Lobby and match change together or not at all."""

    async def work(store: Store) -> None:
        table_id = await playing(store)
        again = lobby(table_id=table_id, revision=1, stage=Stage.PLAYING)
        assert not await store.begin(again, match(table_id, state=b"another"), b"other events")
        assert await store.match(table_id) == match(table_id)
        found = await store.lobby(table_id)
        assert found is not None
        assert found.stage is Stage.PLAYING

    tried(store_url, work)


def test_a_commit_is_compare_and_set_on_the_version(store_url: str) -> None:
    """An older or newer version, a missing match or an id that was used change nothing, not even in part."""

    async def work(store: Store) -> None:
        table_id = await playing(store)
        assert await store.commit(match(table_id, 1), entry(0), b"events 1")
        for refused, line in (
            (match(table_id, 1), entry(0, action_id="other")),
            (match(table_id, 3), entry(2)),
            (match(table_id, 2), entry(1, action_id="id-0")),
            (match("nobody", 1), entry(0)),
        ):
            assert not await store.commit(refused, line, b"never")
        assert await store.match(table_id) == match(table_id, 1)
        assert await store.entries(table_id) == [entry(0)]
        # The same id of another actor is another action.
        assert await store.commit(match(table_id, 2), entry(1, actor="1", action_id="id-0"), b"events 2")
        assert await store.entry(table_id, "1", "id-0") == entry(1, actor="1", action_id="id-0")
        assert await store.entry(table_id, "0", "id-0") == entry(0)
        assert await store.entry(table_id, "2", "id-0") is None

    tried(store_url, work)


def test_updates_are_caught_up_with(store_url: str) -> None:
    """Events since the version seen come in order; too far behind, or ahead of the store, the view has to do."""

    async def work(store: Store) -> None:
        table_id = await playing(store)
        last = EVENTS_KEPT + 3
        for version in range(1, last + 1):
            assert await store.commit(match(table_id, version), entry(version - 1), b"events %d" % version)
        for since in (last - EVENTS_KEPT, last - 2, last):
            update = await store.update(table_id, since)
            assert update is not None
            assert (update.version, update.views, update.deadline) == (last, b"views %d" % last, 5_000)
            assert update.events == tuple(b"events %d" % each for each in range(since + 1, last + 1))
        for since in (-1, last - EVENTS_KEPT - 1, last + 1):
            update = await store.update(table_id, since)
            assert update is not None
            assert update.events is None
        assert len(await store.entries(table_id)) == last

    tried(store_url, work)


def test_deadlines_are_found_and_forgotten(store_url: str) -> None:
    """A table is due by its lobby's deadline, later by its match's; the longest overdue comes first."""

    async def work(store: Store) -> None:
        early, late = lobby(deadline=10), lobby(deadline=20)
        await store.create(late)
        await store.create(early)
        ids = [early.table_id, late.table_id]
        assert [each for each in await store.due(20, 100) if each in ids] == ids
        assert [each for each in await store.due(19, 100) if each in ids] == ids[:1]
        assert len(await store.due(20, 1)) == 1
        begun = replace(early, revision=1, stage=Stage.PLAYING, deadline=None)
        await store.begin(begun, match(early.table_id, deadline=30), b"")
        assert early.table_id not in await store.due(29, 100)
        # A change of the lobby beside a match leaves the match's deadline alone.
        await store.replace(replace(begun, revision=2))
        assert early.table_id in await store.due(30, 100)
        await store.forget(early.table_id)
        await store.forget(late.table_id)
        assert not set(ids) & set(await store.due(1_000, 100))
        assert await store.lobby(early.table_id) is None
        assert await store.match(early.table_id) is None
        assert await store.entries(early.table_id) == []

    tried(store_url, work)


def test_a_table_that_has_changed_is_not_forgotten(store_url: str) -> None:
    """A deadline that was read before the last seat was taken deletes nothing; read after, everything."""

    async def work(store: Store) -> None:
        seen = lobby()
        await store.create(seen)
        await store.replace(replace(seen, revision=1))
        assert not await store.forget(seen.table_id, seen.revision)
        assert await store.lobby(seen.table_id) is not None
        assert await store.forget(seen.table_id, 1)
        assert await store.lobby(seen.table_id) is None
        assert not await store.forget(seen.table_id, 1)

    tried(store_url, work)


def test_stamps_tell_what_has_changed(store_url: str) -> None:
    """Revision and version of those tables that exist; no match is version -1."""

    async def work(store: Store) -> None:
        table_id, other = await playing(store), lobby()
        await store.create(other)
        assert await store.stamps([table_id, other.table_id, "nobody"]) == {table_id: (1, 0), other.table_id: (0, -1)}
        assert await store.stamps([]) == {}

    tried(store_url, work)


def test_of_fifty_equal_commits_one_succeeds(store_url: str) -> None:
    """Fifty commits for one version from several processes' connections, again and again: exactly one succeeds."""

    async def work() -> None:
        async with opened(store_url, 4) as stores:
            table_id = await playing(stores[0])
            for version in range(1, ROUNDS + 1):
                done = await asyncio.gather(
                    *(
                        stores[racer % len(stores)].commit(
                            match(table_id, version, state=b"by %d" % racer),
                            entry(version - 1, actor=str(racer)),
                            b"events of %d" % racer,
                        )
                        for racer in range(RACERS)
                    )
                )
                assert sum(done) == 1
                winner = done.index(True)
                found = await stores[-1].match(table_id)
                assert found is not None
                assert (found.version, found.state) == (version, b"by %d" % winner)
                assert (await stores[-1].entries(table_id))[-1].actor == str(winner)
                update = await stores[0].update(table_id, version - 1)
                assert update is not None
                assert update.events == (b"events of %d" % winner,)

    run(work())


def test_fifty_changes_of_a_lobby_happen_one_after_another(store_url: str) -> None:
    """Compare-and-set with new tries loses no change."""

    async def work() -> None:
        async with opened(store_url, 4) as stores:
            made = lobby()
            await stores[0].create(made)

            async def add(racer: int) -> None:
                store = stores[racer % len(stores)]
                while True:
                    found = await store.lobby(made.table_id)
                    assert found is not None
                    accusations = (*found.accusations, (racer, 0))
                    if await store.replace(replace(found, revision=found.revision + 1, accusations=accusations)):
                        return

            await asyncio.gather(*map(add, range(RACERS)))
            found = await stores[0].lobby(made.table_id)
            assert found is not None
            assert found.revision == RACERS
            assert sorted(found.accusations) == [(racer, 0) for racer in range(RACERS)]

    run(work())


def test_redis_tells_other_processes(redis: str) -> None:
    """What one connection writes, another hears of: the table's id and nothing else."""

    async def work() -> None:
        async with opened(redis, 2) as (writer, listener):
            heard: list[str] = []

            async def listen() -> None:
                async for table_id in listener.changes():
                    heard.append(table_id)

            listening = asyncio.create_task(listen())
            table_id = await playing(writer)

            async def told() -> bool:
                # Until the subscription is there, nobody is told; so write until somebody is.
                found = await writer.match(table_id)
                assert found is not None
                await writer.commit(match(table_id, found.version + 1), entry(found.version), b"")
                return table_id in heard

            await wait_for(told, "the other connection hears of the table")
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    run(work())


def test_a_lost_redis_is_told_and_comes_back(own_redis: RedisServer) -> None:
    """While Redis is gone every call says so; when it is back with its log, everything is there."""

    async def work() -> None:
        async with opened(own_redis.url) as (store,):
            table_id = await playing(store)
            await store.commit(match(table_id, 1), entry(0), b"events 1")
            own_redis.kill()
            with pytest.raises(StoreError, match="Redis"):
                await store.match(table_id)
            with pytest.raises(StoreError, match="Redis"):
                await store.commit(match(table_id, 2), entry(1), b"")
            await asyncio.to_thread(own_redis.start)
            assert await store.match(table_id) == match(table_id, 1)
            assert await store.entries(table_id) == [entry(0)]

    run(work())


def test_a_sqlite_file_is_for_its_user_alone(tmp_path: Path) -> None:
    """Seeds and hands are in it, and in the files beside it."""

    async def work(store: Store) -> None:
        await store.create(lobby())
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        assert modes["host.sqlite"] == 0o600
        assert set(modes.values()) == {0o600}

    tried(f"sqlite:{tmp_path / 'host.sqlite'}", work)


@pytest.mark.parametrize("url", ["", "sqlite:", "postgres://x", "nothing"])
def test_what_is_no_store_is_named(url: str) -> None:
    """The message says how a store is written."""
    with pytest.raises(ValueError, match="sqlite:PATH or redis://"):
        open_store(url)
