"""A process is killed in the middle: the others go on with what it had stored, and nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import json_format
from pageone import Action
from pageone_host.player import request, some_action
from websockets.asyncio.client import connect

from .support import (
    PATIENCE,
    Host,
    Raw,
    RedisServer,
    Table,
    host,
    kept,
    one_round,
    prove,
    run,
    seated,
    socket_url,
    table,
    wait_for,
)

#: Applied actions after which a process is killed.
MIDDLE = 12


async def kill_in_the_middle(played: Table, victim: Host, version: int) -> None:
    """Kill a host as soon as the match has come to a version."""

    async def come() -> bool:
        return max(each.version for each in played.players) >= version

    await wait_for(come, "the match is under way")
    await asyncio.to_thread(victim.kill)


def test_a_killed_process_loses_and_doubles_nothing(engine: str, redis: str) -> None:
    """Four clients at two processes; one is killed: all finish at the other, log, acknowledgements and replay agree."""

    async def work(first: Host, second: Host) -> None:
        played = await table([first.url, second.url], one_round(engine), 4)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(played.play())
            tasks.create_task(kill_in_the_middle(played, first, MIDDLE))
        log = await prove(engine, redis, second.url, played)
        assert len(log) > MIDDLE
        assert {each.host for each in played.players} == {"b"}
        assert sum(each.connections > 1 for each in played.players) >= 2

    with host(engine, redis, name="a") as first, host(engine, redis, name="b") as second:
        run(work(first, second))


def test_programs_that_know_both_hosts_outlive_the_first(engine: str, redis: str) -> None:
    """The first host of their list is gone before they sit down: they sit, play and check at the other."""

    async def opened(url: str) -> str:
        rules = json_format.MessageToDict(one_round(engine, "page_one"))
        told = await request("POST", f"{url}/tables", {"rules": rules, "seats": 2})
        return str(told["table"])

    with host(engine, redis, name="a") as first, host(engine, redis, name="b") as second:
        table_id = run(opened(first.url))
        first.kill()
        command = [sys.executable, "-m", "pageone_host.player", f"{first.url},{second.url}", table_id]
        programs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        try:
            told = [each.communicate(timeout=PATIENCE)[0] for each in programs]
        finally:
            for each in programs:
                each.kill()
        assert [each.returncode for each in programs] == [0, 0], told
        assert all(text.endswith("deal: fair\n") for text in told), told


def test_a_redis_that_was_away_costs_time_and_nothing_else(engine: str, own_redis: RedisServer) -> None:
    """Redis is killed in the middle and comes back with its log: everybody waits and goes on."""

    async def work(first: Host, second: Host) -> None:
        played = await table([first.url, second.url], one_round(engine, "page_one"), 3)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(played.play())
            tasks.create_task(away(played, first.url))
        await prove(engine, own_redis.url, second.url, played)

    async def away(played: Table, first_url: str) -> None:
        async def come() -> bool:
            return max(each.version for each in played.players) >= 5

        await wait_for(come, "the match is under way")
        own_redis.kill()
        with pytest.raises(RuntimeError, match="UNAVAILABLE"):
            await request("GET", f"{first_url}/tables/{played.table_id}")
        await asyncio.to_thread(own_redis.start)

    with host(engine, own_redis.url, name="a") as first, host(engine, own_redis.url, name="b") as second:
        run(work(first, second))


def test_one_process_on_sqlite_is_killed_and_comes_back(engine: str, tmp_path: Path) -> None:
    """What was answered is on the disk: the process that comes after goes on with it."""
    store = f"sqlite:{tmp_path / 'host.sqlite'}"

    async def begin(url: str) -> tuple[str, list[str], int]:
        table_id, tokens = await seated([url], "page_one", 2)
        async with Raw.playing([url], table_id, tokens) as raws:
            mover = raws[raws[0].view.turn]
            action = some_action(mover.view)
            assert action is not None
            await mover.send(
                {"type": "act", "id": "first", "version": 0, "action": {"play": {"cards": list(action.play.cards)}}}
            )
            assert (await mover.answer())["type"] == "applied"
            return table_id, tokens, raws.index(mover)

    async def again(url: str, table_id: str, tokens: list[str], seat: int) -> None:
        async with Raw.playing([url], table_id, tokens) as raws:
            assert raws[0].view.version == 1
            log, _ = await kept(store, table_id)
            cards = list(Action.FromString(log[0].action).play.cards)
            message = {"type": "act", "id": "first", "version": 0, "action": {"play": {"cards": cards}}}
            assert (await raws[seat].ask(message)) == {"type": "applied", "id": "first", "version": 1}

    with host(engine, store) as first:
        table_id, tokens, seat = run(begin(first.url))
        first.kill()
    with host(engine, store) as second:
        run(again(second.url, table_id, tokens, seat))


def test_an_answer_that_was_lost_is_given_again(engine: str, store_url: str) -> None:
    """The connection breaks right after the action was sent, ten times: sent again elsewhere, it counts once."""

    async def work(urls: list[str]) -> None:
        # Seven cards each: nobody can go out so soon.
        table_id, tokens = await seated(urls, "american_page_one", 2)
        for number in range(10):
            async with Raw.playing(urls, table_id, tokens) as raws:
                for raw in raws:
                    await raw.until(number)
                seat = raws[0].view.turn
                action = some_action(raws[seat].view)
                assert action is not None
                made = json_format.MessageToDict(action)
                message = {"type": "act", "id": f"lost-{number}", "version": number, "action": made}
                await raws[seat].send(message)
                transport = raws[seat].socket.transport
                transport.abort()
            async with connect(socket_url(urls[(seat + 1) % 2], table_id)) as one:
                raw = Raw(one)
                await raw.send({"type": "hello", "token": tokens[seat]})
                answer = await raw.ask(message)
                assert answer == {"type": "applied", "id": f"lost-{number}", "version": number + 1}
        log, state = await kept(store_url, table_id)
        assert [entry.action_id for entry in log] == [f"lost-{number}" for number in range(10)]
        assert state.version == 10

    with host(engine, store_url, name="a") as first, host(engine, store_url, name="b") as second:
        run(work([first.url, second.url]))
