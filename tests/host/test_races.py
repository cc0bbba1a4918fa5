"""Equal actions at once: exactly one is applied, over several processes and with either store."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from google.protobuf import json_format
from pageone.v1 import view_pb2
from pageone_host.player import some_action

from .support import Raw, host, kept, run, seated

RACERS = 50
ROUNDS = 4


async def race(raws: list[Raw], messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Send a message through each connection at once; the answers."""
    return list(await asyncio.gather(*(raw.ask(message) for raw, message in zip(raws, messages, strict=True))))


def racing(engine: str, store_url: str, work: Callable[[str, list[Raw]], Awaitable[None]]) -> None:
    """A table of two whose seat to act has fifty connections, half of them to another process."""

    async def within(urls: list[str]) -> None:
        table_id, tokens = await seated(urls, "page_one", 2)
        async with Raw.playing(urls, table_id, [tokens[0]] * RACERS + [tokens[1]] * RACERS) as raws:
            await work(table_id, raws)

    with host(engine, store_url, name="a") as first, host(engine, store_url, name="b") as second:
        run(within([first.url, second.url]))


async def mover(raws: list[Raw]) -> tuple[list[Raw], view_pb2.MatchView, int]:
    """The connections of the seat to act, its view when all of them have it, and the seat."""
    newest = max(raw.view.version for raw in raws)
    for raw in raws:
        await raw.until(newest)
    seat = raws[0].view.turn
    mine = raws[:RACERS] if seat == 0 else raws[RACERS:]
    return mine, mine[0].view, seat


def test_fifty_times_the_same_action(engine: str, store_url: str) -> None:
    """One action sent fifty times with its id, through two processes: applied once, and all are told the same."""

    async def work(table_id: str, raws: list[Raw]) -> None:
        for number in range(ROUNDS):
            mine, view, seat = await mover(raws)
            action = chosen(view)
            message = {"type": "act", "id": f"again-{number}", "version": view.version, "action": action}
            answers = await race(mine, [message] * RACERS)
            assert Counter(answer["type"] for answer in answers) == {"applied": RACERS}
            assert {answer["version"] for answer in answers} == {view.version + 1}
            log, state = await kept(store_url, table_id)
            assert state.version == len(log) == view.version + 1
            assert [entry.action_id for entry in log].count(f"again-{number}") == 1
            assert log[-1].actor == str(seat)
            for raw in raws:
                await raw.until(state.version)

    racing(engine, store_url, work)


def test_fifty_equal_actions_of_different_names(engine: str, store_url: str) -> None:
    """Fifty actions for one version: one is applied, 49 are stale and get the view as it is now."""

    async def work(table_id: str, raws: list[Raw]) -> None:
        for number in range(ROUNDS):
            mine, view, seat = await mover(raws)
            action = chosen(view)
            messages = [
                {"type": "act", "id": f"{number}-{racer}", "version": view.version, "action": action}
                for racer in range(RACERS)
            ]
            answers = await race(mine, messages)
            assert Counter(answer["type"] for answer in answers) == {"applied": 1, "stale": RACERS - 1}
            log, state = await kept(store_url, table_id)
            assert state.version == len(log) == view.version + 1
            (winner,) = (answer["id"] for answer in answers if answer["type"] == "applied")
            assert (log[-1].action_id, log[-1].actor) == (winner, str(seat))
            for answer in answers:
                if answer["type"] == "stale":
                    assert answer["version"] == state.version
                    seen = json_format.ParseDict(answer["view"], view_pb2.MatchView())
                    assert (seen.version, seen.viewer.seat) == (state.version, seat)
            for raw in raws:
                await raw.until(state.version)

    racing(engine, store_url, work)


def test_an_id_is_for_one_action(engine: str, store_url: str) -> None:
    """The id of an action that was applied brings its outcome again, at any time; with another action it is refused."""

    async def work(table_id: str, raws: list[Raw]) -> None:
        mine, view, _ = await mover(raws)
        message = {"type": "act", "id": "mine", "version": view.version, "action": chosen(view)}
        owner = mine[0]
        first = await owner.ask(message)
        assert first == {"type": "applied", "id": "mine", "version": 1}
        mine, view, _ = await mover([await raw.until(1) for raw in raws])
        after = await mine[0].ask({"type": "act", "id": "other", "version": 1, "action": chosen(view)})
        assert after["type"] == "applied"
        assert await owner.ask(message) == first
        changes: tuple[dict[str, Any], ...] = ({"version": 1}, {"action": {"leave": {}}})
        for change in changes:
            answer = await owner.ask({**message, **change})
            assert (answer["type"], answer["code"], answer["id"]) == ("error", "ID_REUSED", "mine")
        log, _ = await kept(store_url, table_id)
        assert [entry.action_id for entry in log] == ["mine", "other"]

    racing(engine, store_url, work)


def chosen(view: view_pb2.MatchView) -> dict[str, Any]:
    """An action that the seat to act can make."""
    action = some_action(view)
    assert action is not None
    made: dict[str, Any] = json_format.MessageToDict(action)
    return made
