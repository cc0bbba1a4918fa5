"""Tables until the deal: opened, filled, and begun by the fair-play protocol (`fair_play`)."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Final

from google.protobuf import json_format
from pageone import Rules, fairplay

from . import fair_play
from .clock import Times, after, now_ms
from .engine import Engine, Language
from .errors import Code, HostError
from .records import Lobby, Match, Seat, Stage
from .store import Store
from .updates import split

#: Compare-and-set tries before the host says that the table is too busy; each loses to somebody who succeeded.
TRIES: Final = 64


class Lobbies:
    """What happens at tables before cards lie on them. ``changed`` is called with the id of a table that did."""

    def __init__(self, store: Store, engine: Engine, times: Times, changed: Callable[[str], None]) -> None:
        self._store = store
        self._engine = engine
        self._times = times
        self._changed = changed

    async def open(self, rules: Rules, seats: int, language: Language = "en") -> Lobby:
        """A new table; `HostError` INVALID names what is wrong with the rules."""
        described = await self._engine.describe(rules, seats, language)
        if described.faults:
            faults = [{"fields": list(each.fields), "description": each.description} for each in described.faults]
            raise HostError(Code.INVALID, "these rules cannot be played", faults=faults)
        lobby = Lobby(
            # Hexadecimal: an id that begins with a dash would be an option on somebody's command line.
            table_id=secrets.token_hex(8),
            revision=0,
            stage=Stage.JOINING,
            rules=json_format.MessageToJson(rules, indent=None),
            seed=fair_play.draw_seed().hex(),
            seats=(None,) * seats,
            deadline=after(self._times.empty),
        )
        if not await self._store.create(lobby):
            raise HostError(Code.UNAVAILABLE, "the table could not be opened: try again")
        return lobby

    async def get(self, table_id: str) -> Lobby:
        """The lobby of a table that there is."""
        lobby = await self._store.lobby(table_id)
        if lobby is None:
            raise HostError(Code.NO_TABLE, "there is no such table, or not any more")
        return lobby

    async def sit(self, table_id: str, name: str, token: str) -> int:
        """Take a free seat with a secret of the player's own; the same token again gives the same seat."""
        token_hash = hash_of(token)

        def change(lobby: Lobby) -> Lobby | None:
            if lobby.seat_of(token_hash) is not None:
                return None
            free = next((number for number, seat in enumerate(lobby.seats) if seat is None), None)
            if free is None:
                raise HostError(Code.FULL, "every seat at this table is taken")
            lobby = lobby.with_seat(free, Seat(name, token_hash))
            return self._promising(lobby) if None not in lobby.seats else lobby

        lobby = await self.change(table_id, change)
        seat = lobby.seat_of(token_hash)
        assert seat is not None
        return seat

    async def stand_up(self, table_id: str, token_hash: str) -> None:
        """Give a seat back before the deal. Whoever stays begins anew, with another seed."""

        def change(lobby: Lobby) -> Lobby | None:
            seat = lobby.seat_of(token_hash)
            if seat is None:
                return None
            if lobby.stage is Stage.PLAYING:
                raise HostError(Code.WRONG_STAGE, "the match has begun: send the action `leave`")
            return self._without(lobby, {seat})

        await self.change(table_id, change)

    async def promise(self, table_id: str, token_hash: str, promised: bytes) -> None:
        """Take the SHA-256 of a seat's entropy; the same again does nothing, another one is refused."""

        def change(lobby: Lobby) -> Lobby | None:
            seat, player = seat_of(lobby, token_hash)
            if player.promise == promised.hex():
                return None
            if lobby.stage is not Stage.PROMISING or player.promise:
                raise HostError(Code.WRONG_STAGE, "a promise is made once, when all sit")
            lobby = lobby.with_seat(seat, replace(player, promise=promised.hex()))
            if all(each and each.promise for each in lobby.seats):
                return replace(lobby, stage=Stage.REVEALING, deadline=after(self._times.promise))
            return lobby

        await self.change(table_id, change)

    async def reveal(self, table_id: str, token_hash: str, entropy: bytes) -> None:
        """Take a seat's entropy, which must be what was promised; the last one makes the match begin."""

        def change(lobby: Lobby) -> Lobby | None:
            seat, player = seat_of(lobby, token_hash)
            if player.entropy == entropy.hex():
                return None
            if lobby.stage is not Stage.REVEALING:
                raise HostError(Code.WRONG_STAGE, "entropy is sent once, when every promise is public")
            if fair_play.promise(entropy).hex() != player.promise:
                raise HostError(Code.BROKEN_PROMISE, "this is not the entropy that was promised")
            return lobby.with_seat(seat, replace(player, entropy=entropy.hex()))

        await self._begin_if_ready(await self.change(table_id, change))

    async def expire(self, lobby: Lobby) -> None:
        """The time of this stage is up: those who have not answered lose their seats."""
        if lobby.stage is Stage.JOINING:
            # Only as it was seen: meanwhile the last seat may have been taken.
            if await self._store.forget(lobby.table_id, lobby.revision):
                self._changed(lobby.table_id)
            return
        if await self._begin_if_ready(lobby):
            return
        wanted = "promise" if lobby.stage is Stage.PROMISING else "entropy"
        late = {number for number, seat in enumerate(lobby.seats) if seat and not getattr(seat, wanted)}
        if await self._store.replace(_next(self._without(lobby, late))):
            self._changed(lobby.table_id)

    async def _begin_if_ready(self, lobby: Lobby) -> bool:
        """Deal when all entropy is there. Any process may, and twice is once: the deal follows from what is stored."""
        seats = [seat for seat in lobby.seats if seat is not None and seat.entropy]
        if lobby.stage is not Stage.REVEALING or len(seats) != len(lobby.seats):
            return False
        dealt = await self._engine.deal(
            rules_of(lobby),
            len(seats),
            seed=bytes.fromhex(lobby.seed),
            entropy=[bytes.fromhex(seat.entropy) for seat in seats],
            match_id=lobby.table_id,
        )
        views, events = split(dealt.updates)
        deadline = after(self._times.of(dealt.state.phase))
        match = Match(lobby.table_id, 0, dealt.state.SerializeToString(), views, 0, deadline)
        begun = await self._store.begin(_next(replace(lobby, stage=Stage.PLAYING, deadline=None)), match, events)
        if begun:
            self._changed(lobby.table_id)
        return True

    def _promising(self, lobby: Lobby) -> Lobby:
        return replace(lobby, stage=Stage.PROMISING, deadline=after(self._times.promise))

    def _without(self, lobby: Lobby, gone: set[int]) -> Lobby:
        """Seats given back, promises void, another seed: nobody can have fitted anything to it."""
        seats = tuple(
            None if seat is None or number in gone else Seat(seat.name, seat.token_hash)
            for number, seat in enumerate(lobby.seats)
        )
        deadline = after(self._times.empty)
        return replace(lobby, seats=seats, stage=Stage.JOINING, seed=fair_play.draw_seed().hex(), deadline=deadline)

    async def change(self, table_id: str, change: Callable[[Lobby], Lobby | None]) -> Lobby:
        """Compare-and-set: read, change, write unless somebody was faster, else again. None: nothing to change."""
        for attempt in range(TRIES):
            lobby = await self.get(table_id)
            changed = change(lobby)
            if changed is None:
                return lobby
            changed = _next(changed)
            if await self._store.replace(changed):
                self._changed(table_id)
                return changed
            await asyncio.sleep(0.001 * attempt)
        raise HostError(Code.UNAVAILABLE, "too many at once change this table: send the same again")


def public(lobby: Lobby) -> dict[str, object]:
    """What everybody may know of a table: no seed, no tokens, and entropy only once all of it is in the deal."""
    playing = lobby.stage is Stage.PLAYING
    return {
        "table": lobby.table_id,
        "revision": lobby.revision,
        "stage": lobby.stage.value,
        "rules": json_format.MessageToDict(rules_of(lobby)),
        "commitment": fairplay.commitment(bytes.fromhex(lobby.seed)).hex(),
        "seats": [
            seat and {"name": seat.name, "promise": seat.promise, "entropy": seat.entropy if playing else ""}
            for seat in lobby.seats
        ],
        "milliseconds": None if lobby.deadline is None else max(0, lobby.deadline - now_ms()),
    }


def rules_of(lobby: Lobby) -> Rules:
    """The rules as a message."""
    return json_format.Parse(lobby.rules, Rules())


def hash_of(token: str) -> str:
    """What is kept of a token. It is long and random, so that a fast hash will do."""
    return sha256(token.encode()).hexdigest()


def seat_of(lobby: Lobby, token_hash: str) -> tuple[int, Seat]:
    """The seat that a token opens, and who sits there."""
    number = lobby.seat_of(token_hash)
    player = None if number is None else lobby.seats[number]
    if number is None or player is None:
        raise HostError(Code.NO_SEAT, "this token opens no seat at this table (any more)")
    return number, player


def _next(lobby: Lobby) -> Lobby:
    return replace(lobby, revision=lobby.revision + 1)
