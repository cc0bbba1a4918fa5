"""What time makes due: stand-ins, closed claims, the next round; once, and whatever process is alive."""

from __future__ import annotations

import socket
from collections import Counter

import pytest
from pageone import Action
from pageone_host.clock import now_ms
from pageone_host.player import request
from pageone_host.records import HOST
from pageone_host.store import open_store

from .support import Raw, dobon_rules, host, kept, one_round, prove, run, seated, table, to_claims, wait_for

#: Nobody has any time.
HURRY = ("--turn-seconds=0.02", "--claims-seconds=0.02", "--pause-seconds=0.02", "--tick-seconds=0.01")


def test_a_match_of_absent_players_is_played_by_stand_ins(engine: str, store_url: str) -> None:
    """C27: two processes mind the same clock, and every action is made once."""

    async def work(urls: list[str]) -> None:
        played = await table(urls, one_round(engine, "page_one"), 2, choose=lambda view: None)
        await played.play()
        log = await prove(engine, store_url, urls[0], played)
        assert {entry.actor for entry in log} == {HOST}
        kinds = Counter(Action.FromString(entry.action).WhichOneof("kind") for entry in log)
        assert kinds["start_round"] == 0
        assert kinds["play"] >= 7

    with host(engine, store_url, *HURRY, name="a") as first, host(engine, store_url, *HURRY, name="b") as second:
        run(work([first.url, second.url]))


def test_claims_that_nobody_answers_are_closed(engine: str, store_url: str) -> None:
    """C27: when the time for claims is up the host closes them; answering does not give the others more time."""

    async def work(url: str) -> None:
        table_id, tokens = await seated([url], dobon_rules(engine), 3)
        store = open_store(store_url)
        async with Raw.playing([url], table_id, tokens) as raws:
            await to_claims(raws)
            before = await store.match(table_id)
            first, last = raws[0].view.claims.awaited
            waive = {"type": "act", "id": "waive", "version": raws[0].view.version, "action": {"waive": {}}}
            assert (await raws[first].ask(waive))["type"] == "applied"
            after = await store.match(table_id)
            assert before is not None
            assert after is not None
            assert (after.version, after.deadline) == (before.version + 1, before.deadline)
            await raws[last].until(after.version + 1)
            assert now_ms() >= before.deadline
        closing = (await store.entries(table_id))[after.version]
        await store.close()
        assert (closing.actor, Action.FromString(closing.action).WhichOneof("kind")) == (HOST, "close_claims")

    with host(engine, store_url, "--claims-seconds=3") as one:
        run(work(one.url))


def test_a_deadline_outlives_the_process_that_set_it(engine: str, redis: str) -> None:
    """The process that dealt is killed; another one, which knew nothing of the table, lets the stand-in play, once."""
    times = ("--turn-seconds=1.5",)

    async def begun(url: str) -> str:
        table_id, _ = await seated([url], "page_one", 2)
        return table_id

    async def standing_in(table_id: str) -> None:
        store = open_store(redis)

        async def done() -> bool:
            return bool(await store.entries(table_id))

        await wait_for(done, "the stand-in has played")
        first = (await store.entries(table_id))[0]
        assert (first.version, first.actor, first.action_id) == (0, HOST, "time-0")
        await store.close()

    with host(engine, redis, *times, name="a") as first:
        table_id = run(begun(first.url))
        first.kill()
    with host(engine, redis, *times, name="b"), host(engine, redis, *times, name="c"):
        run(standing_in(table_id))
        log, state = run(kept(redis, table_id))
        assert [entry.version for entry in log] == list(range(state.version))


def test_a_match_that_is_over_is_forgotten(engine: str, store_url: str) -> None:
    """After the time that it is kept nothing is left of it."""

    async def work(url: str) -> None:
        played = await table([url], one_round(engine, "page_one"), 2, choose=lambda view: None)
        await played.play()
        store = open_store(store_url)

        async def forgotten() -> bool:
            return await store.lobby(played.table_id) is None

        await wait_for(forgotten, "the match is forgotten")
        assert await store.entries(played.table_id) == []
        await store.close()

    with host(engine, store_url, *HURRY, "--keep-seconds=0.5") as one:
        run(work(one.url))


def test_a_clock_goes_on_when_the_engine_was_away(store_url: str) -> None:
    """Without the rules' service nothing happens and nothing breaks; `/readyz` says so."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nowhere = f"127.0.0.1:{probe.getsockname()[1]}"

    async def work(url: str) -> None:
        assert (await request("GET", f"{url}/healthz"))["host"] == "a"
        opened = {"rules": "page_one", "seats": 2}
        for method, path, body in (("GET", "readyz", None), ("POST", "tables", opened)):
            with pytest.raises(RuntimeError, match="UNAVAILABLE"):
                await request(method, f"{url}/{path}", body)

    with host(nowhere, store_url) as one:
        run(work(one.url))
