"""A player that is a program: how a client talks to the host, and company for somebody who tries it alone.

    python -m pageone_host.player http://127.0.0.1:8090 TABLE --name Robot

It takes a seat, takes part in the fair deal, plays what it is shown as legal, goes on at another host when one is gone,
and checks the deal when the match is over.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import secrets
import sys
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from google.protobuf import json_format
from pageone import Action, Phase
from pageone.v1 import engine_service_pb2, event_pb2, view_pb2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from . import fair_play

_SECONDS: Final = 10.0
_REST_SECONDS: Final = 0.1
_Answer = TypeVar("_Answer")

#: Chooses one of ``view.legal.actions``, or None: to wait for others.
Choose = Callable[[view_pb2.MatchView], Action | None]


class Player:
    """One seat at one table, or a spectator (without ``token``).

    ``hosts`` are URLs of processes that share a store, ``token`` is what opens the seat. ``acknowledged`` has the id
    and the version of every action that the host said was applied, ``events`` all that happened.
    """

    def __init__(self, hosts: Sequence[str], table_id: str, token: str | None, choose: Choose) -> None:
        self._hosts = hosts
        self._table_id = table_id
        self.token = token
        self._choose = choose
        self._pending: dict[str, Any] | None = None
        self._entropy = b""
        self.seat: int | None = None
        self.host = ""
        self.version = -1
        self.view = view_pb2.MatchView()
        self.events: list[event_pb2.Event] = []
        self.witness: fair_play.Witness | None = None
        self.acknowledged: list[tuple[str, int]] = []
        self.connections = 0

    async def play(self) -> None:
        """Play until the match is over, at whichever host answers."""
        for host in itertools.cycle(self._hosts):
            try:
                url = f"{host.replace('http', 'ws', 1)}/tables/{self._table_id}/socket"
                async with connect(url, open_timeout=_SECONDS, max_size=2**20) as socket:
                    self.connections += 1
                    await self._converse(socket)
                    return
            except (OSError, TimeoutError, ConnectionClosed, InvalidStatus):
                # The host is gone. What it was sent last may be done or not: the next one gets it again, with its id.
                await asyncio.sleep(_REST_SECONDS)

    async def _converse(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "version": self.version}
        await _send(socket, hello if self.token is None else {**hello, "token": self.token})
        if self._pending is not None:
            await _send(socket, self._pending)
        while self.view.phase != Phase.PHASE_MATCH_OVER or self._pending is not None:
            await self._take(socket, json.loads(await socket.recv()))

    async def _take(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self.host = message["host"]
            case "table":
                await self._deal_fairly(socket, message)
            case "update":
                self._see(message)
                await self._act(socket)
            case "applied":
                self.acknowledged.append((message["id"], message["version"]))
                await self._settle(socket, message["version"])
            case "stale":
                await self._settle(socket, message["version"])
            case "refused" | "heard":
                # Nothing has changed: a new decision needs a newer view.
                await self._settle(socket, (self._pending or {"version": self.version})["version"] + 1)
            case "error" if message["code"] == "UNAVAILABLE":
                await asyncio.sleep(_REST_SECONDS)
                if self._pending is not None:
                    await _send(socket, self._pending)
            case "error":
                raise RuntimeError(f"{message['code']}: {message['message']}")

    async def _deal_fairly(self, socket: ClientConnection, table: dict[str, Any]) -> None:
        """Promise, then reveal; see `fair_play`."""
        self.seat = table["you"]
        commitment = bytes.fromhex(table["commitment"])
        if self.seat is None or table["stage"] not in ("promising", "revealing"):
            return
        if self.witness is None or self.witness.commitment != commitment:
            self.witness = fair_play.Witness(self.seat, fair_play.draw_entropy(), commitment)
        if table["stage"] == "promising":
            await _send(socket, {"type": "promise", "promise": fair_play.promise(self.witness.entropy).hex()})
        else:
            promises = tuple(bytes.fromhex(seat["promise"]) for seat in table["seats"])
            self.witness.promises = self.witness.promises or promises
            if self.witness.promises == promises:
                await _send(socket, {"type": "entropy", "entropy": self.witness.entropy.hex()})

    def _see(self, update: dict[str, Any]) -> None:
        if update["since"] is None:
            self.events.clear()
        elif update["since"] != self.version:
            raise RuntimeError(f"events after {update['since']}, but this player has seen {self.version}")
        self.version = update["version"]
        self.view = json_format.ParseDict(update["view"], view_pb2.MatchView(), ignore_unknown_fields=True)
        events = [json_format.ParseDict(one, event_pb2.Event(), ignore_unknown_fields=True) for one in update["events"]]
        self.events += events
        if self.witness is not None and not self.witness.hand:
            mine = (one.cards_dealt for one in events if one.WhichOneof("kind") == "cards_dealt")
            self.witness.hand = next((tuple(dealt.cards) for dealt in mine if dealt.seat == self.seat), ())

    async def _act(self, socket: ClientConnection) -> None:
        if self._pending is not None or self.seat is None or not self.view.legal.actions:
            return
        action = self._choose(self.view)
        if action is not None:
            self._pending = {
                "type": "act",
                "id": secrets.token_urlsafe(12),
                "version": self.view.version,
                "action": json_format.MessageToDict(action),
            }
            await _send(socket, self._pending)

    async def _settle(self, socket: ClientConnection, version: int) -> None:
        """The action is answered. The next one is decided by a view of ``version``, which may be here or to come."""
        self._pending = None
        if self.version >= version:
            await self._act(socket)

    def faults(self, transcript: engine_service_pb2.Transcript) -> list[str]:
        """What does not agree in the match that is over; empty: the deal was fair."""
        if self.witness is None:
            return ["nothing was seen"]
        faults = fair_play.faults_of(self.witness, transcript, self.view.rules, self.view.seed)
        return faults if self.view.seed_commitment == self.witness.commitment else [*faults, "view"]


async def request(
    method: str, url: str, body: dict[str, Any] | None = None, token: str | None = None
) -> dict[str, Any]:
    """A request of the host's API; `RuntimeError` has what it answered instead of a success."""
    headers = {"Content-Type": "application/json"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(url, data, headers, method=method)

    def ask() -> dict[str, Any]:
        try:
            with urllib.request.urlopen(asked, timeout=_SECONDS) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            with error:
                raise RuntimeError(error.read().decode(errors="replace")) from None

    return await asyncio.to_thread(ask)


async def anywhere(hosts: Sequence[str], ask: Callable[[str], Awaitable[_Answer]]) -> _Answer:
    """What the first of ``hosts`` that can be reached says to ``ask``; the last one's `OSError` where none can."""
    for host in hosts[:-1]:
        try:
            return await ask(host)
        except OSError:
            continue
    return await ask(hosts[-1])


async def sit(host: str, table_id: str, name: str, token: str | None = None) -> str:
    """Take a seat; the secret that opens it from now on. With the same ``token`` again it is the same seat."""
    token = token or secrets.token_urlsafe(32)
    await request("POST", f"{host}/tables/{table_id}/seats", {"name": name}, token)
    return token


async def transcript_of(host: str, table_id: str) -> engine_service_pb2.Transcript:
    """The transcript of a match that is over."""
    found = await request("GET", f"{host}/tables/{table_id}/transcript")
    return json_format.ParseDict(found, engine_service_pb2.Transcript())


async def _send(socket: ClientConnection, message: dict[str, Any]) -> None:
    await socket.send(json.dumps(message))


def some_action(view: view_pb2.MatchView) -> Action | None:
    """A legal action that its seat has to make, a play if there is one; nobody is pointed at."""
    actions = [each for each in view.legal.actions if each.WhichOneof("kind") != "call_out"]
    plays = [each for each in actions if each.WhichOneof("kind") == "play"]
    return random.choice(plays or actions) if actions else None


async def _sit_and_play(hosts: list[str], table_id: str, name: str) -> int:
    own = secrets.token_urlsafe(32)
    token = await anywhere(hosts, lambda host: sit(host, table_id, name, own))
    player = Player(hosts, table_id, token, some_action)
    await player.play()
    faults = player.faults(await anywhere(hosts, lambda host: transcript_of(host, table_id)))
    score = player.view.seats[player.seat or 0].score
    sys.stdout.write(f"{len(player.acknowledged)} actions, score {score}, deal: {' '.join(faults) or 'fair'}\n")
    return 1 if faults else 0


def main() -> int:
    """Take a seat and play; 0 when the deal was fair."""
    parser = argparse.ArgumentParser(prog="python -m pageone_host.player", description="A program that takes a seat.")
    parser.add_argument("hosts", metavar="HOSTS", help="URLs of host processes, with commas between")
    parser.add_argument("table", metavar="TABLE", help="the table's id")
    parser.add_argument("--name", default="Robot", help="what the others call it (%(default)s)")
    options = parser.parse_args()
    return asyncio.run(_sit_and_play(options.hosts.split(","), options.table, options.name))


if __name__ == "__main__":
    sys.exit(main())
