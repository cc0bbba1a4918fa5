"""One process of the driver: sends calls at their times, whatever becomes of those before, and measures them."""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from random import Random

import grpc
from pageone.client import channel_options

from .figures import Figures
from .traffic import Request, Traffic, beginnings

#: How long calls may take beyond the step's end until they are given up: seconds more than a call's time limit.
_GRACE = 5.0
_PROGRESS_SECONDS = 0.25


@dataclass(frozen=True)
class Target:
    """Where and how calls are sent: PEM of the certificate to trust (None: no TLS), a token, time limit, tries."""

    addresses: tuple[str, ...]
    certificate: bytes | None = None
    token: str = ""
    timeout: float = 10.0
    retries: bool = False
    connections: int = 4
    in_flight: int = 500


@dataclass(frozen=True)
class Games:
    """What is played, and how."""

    mix: Mapping[str, float]
    rules: tuple[str, ...]
    seats: int
    batch: int
    tables: int
    seed: int


@dataclass(frozen=True)
class Order:
    """A step for one process: calls a second from ``begin`` (monotonic clock) on; 0: ``callers`` that never rest."""

    rate: float
    seconds: float
    begin: float
    poisson: bool = True
    callers: int = 8


class Sender:
    """The connections and the traffic of one process."""

    def __init__(self, target: Target, games: Games, number: int) -> None:
        self._target = target
        self._stream = Random(f"{games.seed} {number}")
        self._traffic = Traffic(
            games.mix, games.rules, games.seats, games.batch, Random(f"{games.seed} {number} traffic")
        )
        self._tables = games.tables
        self._channels = [
            _channel(target, target.addresses[(number + at) % len(target.addresses)])
            for at in range(target.connections)
        ]
        self._calls: dict[tuple[int, str], grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]] = {}
        self._metadata = (("authorization", f"Bearer {target.token}"),) if target.token else ()
        self._turn = 0
        self._running: set[asyncio.Task[None]] = set()

    async def set_up(self) -> None:
        """Deal the tables' first rounds. Raises `ConnectionError` when the server does not do that."""
        for begin in beginnings(self._traffic.mix):
            for _ in range(self._tables):
                request = begin(self._traffic)
                try:
                    await self._call(request, wait_for_ready=True)
                except grpc.aio.AioRpcError as error:
                    raise ConnectionError(f"{request.path}: {error.code().name}: {error.details()}") from None

    async def close(self) -> None:
        """Close the connections."""
        for channel in self._channels:
            await channel.close()

    async def carry_out(self, order: Order, tell: Connection) -> Figures:
        """A step; its progress (calls ended since it was last told) goes to ``tell``."""
        figures = Figures()
        telling = asyncio.create_task(_tell(figures, tell))
        try:
            if order.rate:
                await self._send_at(order, figures)
            else:
                await self._send_on(order, figures)
        finally:
            telling.cancel()
        figures.lasted = time.monotonic() - order.begin
        return figures

    async def _send_at(self, order: Order, figures: Figures) -> None:
        room = asyncio.Semaphore(self._target.in_flight)
        for intended in arrivals(order, self._stream):
            late = time.monotonic() - intended
            if late < 0:
                await asyncio.sleep(-late)
                late = time.monotonic() - intended
            figures.due += 1
            if room.locked():
                figures.held += 1
            else:
                figures.lag.record(max(0.0, late))
            await room.acquire()
            task = asyncio.create_task(self._measure(order, intended, figures))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
            task.add_done_callback(lambda _: room.release())
            if late > 0:
                # Behind its times the loop must still get to the answers.
                await asyncio.sleep(0)
        if self._running:
            await asyncio.wait(self._running, timeout=self._target.timeout + _GRACE)

    async def _send_on(self, order: Order, figures: Figures) -> None:
        end = order.begin + order.seconds

        async def caller() -> None:
            while (now := time.monotonic()) < end:
                figures.due += 1
                await self._measure(order, now, figures)

        await asyncio.sleep(max(0.0, order.begin - time.monotonic()))
        await asyncio.gather(*(caller() for _ in range(order.callers)))

    async def _measure(self, order: Order, intended: float, figures: Figures) -> None:
        request = self._traffic.next()
        sent = time.monotonic()
        try:
            await self._call(request)
            code = "OK"
        except grpc.aio.AioRpcError as error:
            request.done(None)
            code = error.code().name
        now = time.monotonic()
        method = request.path.rpartition("/")[2]
        figures.note(method, code, now - intended, now - sent, int(now - order.begin))

    async def _call(self, request: Request, wait_for_ready: bool = False) -> None:
        self._turn += 1
        key = self._turn % len(self._channels), request.path
        if key not in self._calls:
            self._calls[key] = self._channels[key[0]].unary_unary(request.path)
        answer = await self._calls[key](
            request.message, timeout=self._target.timeout, metadata=self._metadata, wait_for_ready=wait_for_ready
        )
        request.done(answer)


def arrivals(order: Order, stream: Random) -> Iterator[float]:
    """The times at which calls are to be sent: by chance (Poisson) or evenly, from a first one by chance."""
    gap = 1 / order.rate
    at = order.begin + stream.random() * gap
    while at < order.begin + order.seconds:
        yield at
        at += stream.expovariate(order.rate) if order.poisson else gap


def work(pipe: Connection, target: Target, games: Games, number: int) -> None:
    """A process's whole life: set up, then an order after another until None comes.

    Answers ("ready", None), ("progress", calls), ("done", Figures) or ("failed", why).
    """
    # select() takes microseconds; epoll's milliseconds would make every call up to one late.
    loop = asyncio.SelectorEventLoop(selectors.SelectSelector())
    try:
        loop.run_until_complete(_work(pipe, target, games, number))
    except (ConnectionError, ValueError) as error:
        pipe.send(("failed", str(error)))
    finally:
        loop.close()


async def _work(pipe: Connection, target: Target, games: Games, number: int) -> None:
    sender = Sender(target, games, number)
    try:
        await sender.set_up()
        pipe.send(("ready", None))
        while True:
            order = await asyncio.get_running_loop().run_in_executor(None, _receive, pipe)
            if order is None:
                return
            pipe.send(("done", await sender.carry_out(order, pipe)))
    finally:
        await sender.close()


def _receive(pipe: Connection) -> Order | None:
    try:
        order: Order | None = pipe.recv()
    except EOFError:
        return None
    return order


async def _tell(figures: Figures, pipe: Connection) -> None:
    told = 0
    while True:
        await asyncio.sleep(_PROGRESS_SECONDS)
        ended = figures.ended
        pipe.send(("progress", ended - told))
        told = ended


def _channel(target: Target, address: str) -> grpc.aio.Channel:
    options: list[tuple[str, str | int]] = [("grpc.use_local_subchannel_pool", 1)]
    options += channel_options() if target.retries else [("grpc.enable_retries", 0)]
    if target.certificate is None:
        return grpc.aio.insecure_channel(address, options=options)
    credentials = grpc.ssl_channel_credentials(target.certificate)
    return grpc.aio.secure_channel(address, credentials, options=options)
