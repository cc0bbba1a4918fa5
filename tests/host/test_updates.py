"""What reaches whom: each viewer its own, nothing of others, nothing lost on the way."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import struct
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from pageone import Action, Client
from pageone.v1 import event_pb2, state_pb2, view_pb2
from pageone_host.player import Player, request, some_action
from pageone_host.store import open_store
from redis.asyncio import Redis
from websockets.asyncio.client import connect

from .support import (
    PATIENCE,
    Host,
    Raw,
    act,
    dobon_rules,
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


class Listening(Player):
    """A player that keeps every message."""

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401
        super().__init__(*arguments)
        self.heard: list[dict[str, Any]] = []

    async def _take(self, socket: Any, message: dict[str, Any]) -> None:  # noqa: ANN401
        self.heard.append(message)
        await super()._take(socket, message)


def replayed(engine: str, entries: list[Any], first: Any, seats: int) -> list[list[Any]]:  # noqa: ANN401
    """For each version the update that each viewer is to have: seats, then the spectator."""
    viewers: list[Any] = [*range(seats), "spectator"]
    with Client(engine) as client:
        state, found = first.state, [list(first.updates)]
        for entry in entries:
            answer = client.apply(state, Action.FromString(entry.action), viewers=viewers)
            state = answer.state
            found.append(list(answer.updates))
    return found


@pytest.mark.parametrize("rules", ["page_one", "american_page_one", "dobon"])
def test_nobody_is_sent_what_another_holds(engine: str, redis: str, rules: str) -> None:
    """C29, C30: every message to a viewer is what the rules let it see of that version, and holds nothing besides."""

    async def work(urls: list[str]) -> None:
        given = dobon_rules(engine) if rules == "dobon" else one_round(engine, rules)
        played = await table(urls, given, 3, kind=Listening)
        await played.play()
        log = await prove(engine, redis, urls[0], played)
        _, state = await kept(redis, played.table_id)
        with Client(engine) as client:
            first = client.create_match(
                json_format.ParseDict(played.rules, type(state.rules)()),
                3,
                seed=state.seed,
                entropy=state.entropy,
                match_id=state.match_id,
                viewers=[0, 1, 2, "spectator"],
            )
        versions = replayed(engine, log, first, 3)
        for player in (*played.players, *played.watchers):
            assert isinstance(player, Listening)
            place = -1 if player.seat is None else player.seat
            check_messages(player.heard, [updates[place] for updates in versions], state)

    with host(engine, redis, name="a") as one, host(engine, redis, name="b") as two:
        run(work([one.url, two.url]))


def check_messages(heard: list[dict[str, Any]], wanted: list[Any], state: state_pb2.MatchState) -> None:
    """Views and events are exactly those that are ``wanted`` of each version; other messages have no card at all."""
    seen = -1
    for message in heard:
        if message["type"] == "update":
            version = message["version"]
            assert json_format.ParseDict(message["view"], view_pb2.MatchView()) == wanted[version].view
            events = [json_format.ParseDict(each, event_pb2.Event()) for each in message["events"]]
            assert message["since"] == seen
            assert events == [event for updates in wanted[seen + 1 : version + 1] for event in updates.events]
            assert set(message) == {"type", "since", "version", "view", "events", "milliseconds"}
            seen = version
        elif message["type"] == "stale":
            assert json_format.ParseDict(message["view"], view_pb2.MatchView()) == wanted[message["version"]].view
        else:
            assert not re.search("CARD_(CLUBS|DIAMONDS|HEARTS|SPADES|JOKER)", json.dumps(message))
        if message.get("view", {}).get("phase") != "PHASE_MATCH_OVER":
            text = json.dumps(message)
            assert state.seed.hex() not in text
            assert base64.b64encode(state.seed).decode() not in text


def test_a_seat_that_comes_back_gets_what_it_has_missed(engine: str, store_url: str) -> None:
    """By the version that it says it has seen: all events since; or, when it cannot be, the view alone."""

    async def work(url: str) -> None:
        table_id, tokens = await seated([url], "page_one", 2)
        async with Raw.playing([url], table_id, tokens) as raws:
            for version in range(6):
                mover = raws[raws[0].view.turn]
                action = some_action(mover.view)
                assert action is not None
                assert (await act(mover, action))["type"] == "applied"
                for raw in raws:
                    await raw.until(version + 1)
        for version, since in ((-1, -1), (2, 2), (5, 5), (99, None)):
            async with connect(socket_url(url, table_id)) as one:
                raw = Raw(one)
                await raw.send({"type": "hello", "token": tokens[0], "version": version})
                while (message := await raw.receive())["type"] != "update":
                    pass
                assert (message["since"], message["version"]) == (since, 6)
                assert bool(message["events"]) == (since is not None)
                assert len(raw.view.hand) == raw.view.seats[0].cards
        # The token may also come in the header that it is made for.
        header = {"Authorization": f"Bearer {tokens[1]}"}
        async with connect(socket_url(url, table_id), additional_headers=header) as one:
            raw = Raw(one)
            await raw.send({"type": "hello"})
            assert (await raw.until(6)).view.viewer.seat == 1

    with host(engine, store_url) as one:
        run(work(one.url))


def test_lost_hints_lose_nothing(engine: str, redis: str) -> None:
    """While Redis drops every subscription again and again, updates come late, but all of them, in their order."""

    async def work(urls: list[str]) -> None:
        played = await table(urls, one_round(engine, "page_one"), 3)
        client: Redis = Redis.from_url(redis)

        async def dropping() -> None:
            while True:
                await client.client_kill_filter(_type="pubsub")
                await asyncio.sleep(0.01)

        drops = asyncio.create_task(dropping())
        await played.play()
        drops.cancel()
        await asyncio.gather(drops, return_exceptions=True)
        await client.aclose()
        log = await prove(engine, redis, urls[0], played)
        kinds = {tuple(each.WhichOneof("kind") for each in one.events) for one in (*played.players, *played.watchers)}
        assert len(kinds) == 1
        assert {one.version for one in (*played.players, *played.watchers)} == {len(log)}

    with host(engine, redis, name="a") as one, host(engine, redis, name="b") as two:
        run(work([one.url, two.url]))


DEAF = 10


def deaf(url: str, table_id: str) -> socket.socket:
    """A spectator that says hello and then reads nothing, with as little room in its kernel as it can have."""
    address, port = url.removeprefix("http://").split(":")
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(PATIENCE)
    made.connect((address, int(port)))
    made.sendall(
        f"GET /tables/{table_id}/socket HTTP/1.1\r\nHost: {address}:{port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += made.recv(1)
    payload = b'{"type":"hello"}'
    made.sendall(struct.pack("!BB4s", 0x81, 0x80 | len(payload), bytes(4)) + payload)
    return made


def test_a_socket_that_does_not_read_is_dropped_and_holds_nobody_up(engine: str, redis: str) -> None:
    """Nothing is queued for it, its buffers are bounded, and after its time the connection is aborted."""

    async def work(server: Host) -> None:
        url, pid = server.url, server.process.pid
        rules = one_round(engine)
        rules.rounds = 3
        played = await table([url], rules, 2)
        sockets = [deaf(url, played.table_id) for _ in range(DEAF)]
        try:
            before = resident(pid)
            await played.play()
            await prove(engine, redis, url, played)

            async def gone() -> bool:
                return connections(pid) == 0

            await wait_for(gone, "the deaf sockets are dropped")
            assert server.log().count("a peer that does not read is cut off") == DEAF
            assert resident(pid) - before < 40 * 2**20
        finally:
            for each in sockets:
                each.close()

    with host(engine, redis, "--send-seconds=1", "--pause-seconds=0.1") as one:
        run(work(one))


def resident(pid: int) -> int:
    (line,) = (
        line
        for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
        if line.startswith("VmRSS:")
    )
    return int(line.split()[1]) * 1024


def connections(pid: int) -> int:
    """Established connections to the port that the process listens on."""
    inodes = {link.readlink().name for link in Path(f"/proc/{pid}/fd").iterdir()}
    rows = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    mine = [row for row in rows if f"socket:[{row[9]}]" in inodes]
    (port,) = {row[1].split(":")[1] for row in mine if row[3] == "0A"}
    return sum(row[1].split(":")[1] == port and row[3] == "01" for row in mine)


def test_the_page_is_one_file_that_reaches_nobody_else(engine: str, redis: str) -> None:
    """Its policy allows its own script and style by their hashes, and connections to where it came from."""
    with host(engine, redis) as one, urllib.request.urlopen(one.url, timeout=PATIENCE) as answer:
        policy, text = answer.headers["Content-Security-Policy"], answer.read().decode()
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "default-src 'none'" in policy
    assert policy.count("'sha256-") == 2
    assert "http://" not in text
    assert "https://" not in text


def test_tokens_are_in_no_url_and_no_log(engine: str, store_url: str) -> None:
    """A seat's secret is kept as a hash alone; neither it nor the seed is written to the log."""

    async def work(url: str) -> tuple[str, str, str]:
        played = await table([url], one_round(engine, "page_one"), 2)
        await played.play()
        store = open_store(store_url)
        lobby = await store.lobby(played.table_id)
        assert lobby is not None
        await store.close()
        seen = await request("GET", f"{url}/tables/{played.table_id}")
        return played.players[0].token or "", lobby.to_json() + json.dumps(seen), lobby.seed

    with host(engine, store_url, "--log-level=debug") as one:
        token, kept_text, seed = run(work(one.url))
        assert token
        assert token not in kept_text
        assert token not in one.log()
        assert seed not in one.log()
