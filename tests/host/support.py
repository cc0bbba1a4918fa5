"""Hosts as processes, over stores that are real, and what tests ask of them."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import Any, Self, TypeVar

from google.protobuf import json_format
from pageone import Action, Client, Rules
from pageone.v1 import state_pb2, view_pb2
from pageone_host.player import Choose, Player, request, sit, some_action, transcript_of
from pageone_host.records import Entry
from pageone_host.store import StoreError, open_store
from websockets.asyncio.client import ClientConnection, connect

from tests import needs
from tests.load.process import READY_SECONDS, STOP_SECONDS

PATIENCE = 60.0
_READY = re.compile(r"ready on (?P<url>http://\S+)")
_Result = TypeVar("_Result")

#: Times of a host in a test: nobody's turn ends by itself unless the test says so.
SLOW = (
    "--turn-seconds=600",
    "--claims-seconds=600",
    "--promise-seconds=600",
    "--pause-seconds=0.05",
    "--poll-seconds=0.03",
    "--tick-seconds=0.03",
)


def run(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Run a coroutine that has to end in time."""

    async def limited() -> _Result:
        async with asyncio.timeout(2 * PATIENCE):
            return await work

    return asyncio.run(limited())


class Host:
    """One process of the host."""

    def __init__(self, process: subprocess.Popen[bytes], url: str, log: Path) -> None:
        self.process = process
        self.url = url
        self._log = log

    def kill(self) -> None:
        """End it without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(STOP_SECONDS)

    def log(self) -> str:
        """What it has written so far."""
        return self._log.read_text(encoding="utf-8")


@contextmanager
def host(engine: str, store: str, *flags: str, name: str = "a") -> Iterator[Host]:
    """A host process that is ready; ended afterwards."""
    with tempfile.TemporaryDirectory(prefix="pageone-host-") as folder:
        log = Path(folder, "log")
        command = [
            *(sys.executable, "-m", "pageone_host", "--address=127.0.0.1:0", f"--engine={engine}", f"--store={store}"),
            *(f"--name={name}", *SLOW, *flags),
        ]
        with log.open("wb") as errors:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, stdin=subprocess.DEVNULL)
        try:
            assert process.stdout is not None
            assert select([process.stdout], [], [], READY_SECONDS)[0], "the host says nothing"
            line = process.stdout.readline().decode()
            found = _READY.search(line)
            assert found is not None, (line, log.read_text(encoding="utf-8"))
            yield Host(process, found["url"], log)
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(STOP_SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()
            process.communicate(timeout=STOP_SECONDS)
        assert "Traceback" not in log.read_text(encoding="utf-8"), log.read_text(encoding="utf-8")


class RedisServer:
    """A real Redis on a port of its own that can be killed and come back with what it had written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            [
                *(needs.program("redis-server"), "--port", str(self._port), "--bind", "127.0.0.1"),
                *("--dir", str(self._folder), "--appendonly", "yes", "--appendfsync", "always", "--save", ""),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        run(wait_for(self._answers, "Redis answers"))

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(STOP_SECONDS)
            self._process = None

    async def _answers(self) -> bool:
        store = open_store(self.url)
        try:
            await store.check()
        except StoreError:
            return False
        finally:
            await store.close()
        return True


async def wait_for(condition: Callable[[], Awaitable[bool]], what: str, seconds: float = PATIENCE) -> None:
    """Wait until a condition is true, asking again and again."""
    until = time.monotonic() + seconds
    while not await condition():
        assert time.monotonic() < until, f"after {seconds:g} s not yet: {what}"
        await asyncio.sleep(0.02)


@dataclass
class Table:
    """A table at which programs play."""

    table_id: str
    rules: dict[str, Any]
    players: list[Player]
    watchers: list[Player]

    async def play(self) -> None:
        """Play to the end, all at once."""
        async with asyncio.TaskGroup() as tasks:
            for each in (*self.players, *self.watchers):
                tasks.create_task(each.play())


async def table(
    hosts: Sequence[str],
    rules: str | Rules = "page_one",
    seats: int = 3,
    *,
    choose: Choose = some_action,
    kind: type[Player] = Player,
) -> Table:
    """A table whose seats are taken, and a spectator; the seats begin at different hosts."""
    given = rules if isinstance(rules, str) else json_format.MessageToDict(rules)
    opened = await request("POST", f"{hosts[0]}/tables", {"rules": given, "seats": seats})
    table_id = opened["table"]
    tokens = [await sit(hosts[number % len(hosts)], table_id, f"Player {number}") for number in range(seats)]
    turned = [[*hosts[number % len(hosts) :], *hosts[: number % len(hosts)]] for number in range(seats)]
    players = [kind(turned[number], table_id, token, choose) for number, token in enumerate(tokens)]
    return Table(table_id, opened["rules"], players, [kind(hosts, table_id, None, choose)])


class Raw:
    """A connection that a test speaks through itself. ``messages`` has everything that came, as text."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[str] = []
        self.view = view_pb2.MatchView()
        self.sent: list[dict[str, Any]] = []

    @classmethod
    @asynccontextmanager
    async def greeted(
        cls, urls: Sequence[str], table_id: str, tokens: Sequence[str | None]
    ) -> AsyncIterator[list[Self]]:
        """A connection for each token, in turn to each host; each has said hello."""
        async with AsyncExitStack() as stack:
            sockets = [
                await stack.enter_async_context(
                    connect(socket_url(urls[number % len(urls)], table_id), max_size=2**20, open_timeout=PATIENCE)
                )
                for number in range(len(tokens))
            ]
            raws = [cls(socket) for socket in sockets]
            for raw, token in zip(raws, tokens, strict=True):
                await raw.send({"type": "hello"} | ({} if token is None else {"token": token}))
            yield raws

    @classmethod
    @asynccontextmanager
    async def playing(
        cls, urls: Sequence[str], table_id: str, tokens: Sequence[str | None]
    ) -> AsyncIterator[list[Self]]:
        """The same at a table where a match is played: each has got its view."""
        async with cls.greeted(urls, table_id, tokens) as raws:
            for raw in raws:
                await raw.until(0)
            yield raws

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        """Send a message, or what is none."""
        if isinstance(message, dict):
            self.sent.append(message)
            message = json.dumps(message)
        await self.socket.send(message)

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.messages.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "update":
            self.view = json_format.ParseDict(message["view"], view_pb2.MatchView())
        return message

    async def until(self, version: int) -> Self:
        """Receive until the view has a version, or a later one."""
        while not self.view.match_id or self.view.version < version:
            await self.receive()
        return self

    async def answer(self) -> dict[str, Any]:
        """The next message that answers one of this connection's."""
        while True:
            message = await self.receive()
            if message["type"] not in ("welcome", "table", "update"):
                return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message; its answer."""
        await self.send(message)
        return await self.answer()


def socket_url(host_url: str, table_id: str) -> str:
    """Where a table's WebSocket is."""
    return f"{host_url.replace('http', 'ws', 1)}/tables/{table_id}/socket"


async def seated(hosts: Sequence[str], rules: str | Rules, seats: int) -> tuple[str, list[str]]:
    """A table whose match has just been dealt, fairly; its id and each seat's token."""
    played = await table(hosts, rules, seats, choose=lambda view: None)
    async with asyncio.TaskGroup() as tasks:
        playing = [tasks.create_task(each.play()) for each in played.players]
        for each in played.players:
            await wait_for(lambda each=each: _has_view(each), "the match is dealt")  # type: ignore[misc]
        for task in playing:
            task.cancel()
    tokens = [each.token for each in played.players]
    assert all(tokens)
    return played.table_id, [token or "" for token in tokens]


def one_round(engine: str, preset: str = "american_page_one") -> Rules:
    """A preset's rules, for a match of one round that ends in time, however it is played."""
    with Client(engine) as client:
        rules = next(each.rules for each in client.rule_sets() if each.rules.name == preset)
    rules.name = ""
    rules.rounds = 1
    rules.turn_limit = 60
    return rules


def dobon_rules(engine: str, **penalties: int) -> Rules:
    """A round of American Page One with dobon, so that every play opens claims; and these penalties."""
    rules = one_round(engine)
    rules.american_page_one.dobon.enabled = True
    for name, value in penalties.items():
        setattr(rules.penalties, name, value)
    return rules


async def act(raw: Raw, action: Action, action_id: str = "") -> dict[str, Any]:
    """Act by a connection for the version that it has seen; the answer."""
    made = json_format.MessageToDict(action)
    action_id = action_id or secrets.token_hex(8)
    return await raw.ask({"type": "act", "id": action_id, "version": raw.view.version, "action": made})


async def to_claims(raws: Sequence[Raw]) -> None:
    """Play until claims are open and every connection, one for each seat, has seen it."""
    while raws[0].view.phase != state_pb2.PHASE_CLAIMS:
        mover = raws[raws[0].view.turn]
        action = some_action(mover.view)
        assert action is not None
        version = mover.view.version
        assert (await act(mover, action))["type"] == "applied"
        for raw in raws:
            await raw.until(version + 1)


async def _has_view(each: Player) -> bool:
    return each.version >= 0


async def kept(store_url: str, table_id: str) -> tuple[list[Entry], state_pb2.MatchState]:
    """The log and the state of a table, read from the store itself."""
    store = open_store(store_url)
    try:
        match = await store.match(table_id)
        assert match is not None
        return await store.entries(table_id), state_pb2.MatchState.FromString(match.state)
    finally:
        await store.close()


async def prove(engine: str, store_url: str, host_url: str, played: Table) -> list[Entry]:
    """Nothing was lost or doubled: log, acknowledgements and replay agree, and the deal was fair. The log."""
    log, state = await kept(store_url, played.table_id)
    assert [entry.version for entry in log] == list(range(state.version))
    assert len({(entry.actor, entry.action_id) for entry in log}) == len(log)
    for each in played.players:
        own = {entry.action_id: entry.version + 1 for entry in log if entry.actor == str(each.seat)}
        assert dict(each.acknowledged) == own
        assert len(each.acknowledged) == len(own)
    transcript = await transcript_of(host_url, played.table_id)
    assert len(transcript.actions) == len(log)
    for each in played.players:
        assert each.faults(transcript) == []
    with Client(engine) as client:
        answer = client.verify(transcript, seed_commitment=played.players[0].view.seed_commitment, state=state)
    assert answer.verified, answer.reason
    return log
