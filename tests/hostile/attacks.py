"""What hostile callers do. Each attack goes on inside ``with``, and gives what the attacker got to hear."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TypeAlias

from pageone.v1 import engine_service_pb2 as pb

from tests.service.support import ENGINE, action_message, listed, message_of, new_state, viewer

from .probe import CHECK, GET_VIEW, view_request
from .wire import Wire, connect, framed

#: What became of the attacker's streams: a status of gRPC, "rst N", or "" for nothing.
Heard: TypeAlias = Counter[str]
#: An attack on an address, of a size.
Attack: TypeAlias = Callable[[str, int], AbstractContextManager[Heard]]
#: Streams at once on one connection, as the settings have it.
STREAMS = 100
#: How long the attacker listens for what must not be waited for.
_MOMENT = 0.3


def _shared(address: str, count: int, stack: ExitStack, *, reads: bool = True) -> list[Wire]:
    """Connections for ``count`` streams."""
    wires = [Wire(address, reads=reads) for _ in range((count + STREAMS - 1) // STREAMS)]
    for wire in wires:
        stack.enter_context(wire)
    return wires


def _heard(wires: list[Wire], seconds: float = _MOMENT) -> Heard:
    heard: Heard = Counter()
    for wire in wires:
        wire.wait_for(lambda: False, seconds)
        heard.update(wire.statuses.values())
    return heard


@contextmanager
def truncated_streams(address: str, count: int) -> Iterator[Heard]:
    """A stream each on a connection of its own that breaks in the middle of a message; every second one says END."""
    heard: Heard = Counter()
    body = framed(view_request())
    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(address)) for _ in range(count)]
        for number, wire in enumerate(wires):
            stream = wire.open(GET_VIEW)
            wire.send(stream, body[: len(body) // 2], end=number % 2 == 0)
        heard.update(_heard(wires[:4]))
        yield heard


@contextmanager
def header_only_streams(address: str, count: int, path: str = GET_VIEW) -> Iterator[Heard]:
    """Streams with headers and nothing else, a hundred to a connection, held open."""
    heard: Heard = Counter()
    with ExitStack() as stack:
        wires = _shared(address, count, stack)
        for number in range(count):
            wires[number % len(wires)].open(path)
        yield heard
        heard.update(_heard(wires))


@contextmanager
def header_only_health(address: str, count: int) -> Iterator[Heard]:
    """The same on the port of health."""
    with header_only_streams(address, count, CHECK) as heard:
        yield heard


@contextmanager
def streams_without_messages(address: str, count: int) -> Iterator[Heard]:
    """Streams that end after their headers."""
    with ExitStack() as stack:
        wires = _shared(address, count, stack)
        for number in range(count):
            wires[number % len(wires)].open(GET_VIEW, end=True)
        for wire in wires:
            wire.wait_for(lambda wire=wire: len(wire.statuses) >= count // len(wires))  # type: ignore[misc]
        yield _heard(wires, 0)


@contextmanager
def silent_connections(address: str, count: int) -> Iterator[Heard]:
    """TCP connections that say nothing; every second one says that it speaks HTTP/2, and no more."""
    with ExitStack() as stack:
        for number in range(count):
            if number % 2:
                stack.enter_context(Wire(address))
            else:
                stack.enter_context(connect(address))
        yield Counter()


@contextmanager
def pings(address: str, count: int) -> Iterator[Heard]:
    """PING frames on one connection, as fast as it takes them."""
    heard: Heard = Counter()
    with Wire(address) as wire:
        for _ in range(count):
            wire.ping()
            if wire.closed:
                break
        wire.wait_for(lambda: wire.closed, 5)
        heard["cut off" if wire.closed else "let in"] += 1
        yield heard


@contextmanager
def rapid_resets(address: str, count: int) -> Iterator[Heard]:
    """Whole calls that are broken off at once, a hundred to a connection (CVE-2023-44487)."""
    body = framed(view_request())
    heard: Heard = Counter()
    with ExitStack() as stack:
        for _ in range((count + STREAMS - 1) // STREAMS):
            wire = stack.enter_context(Wire(address))
            for _ in range(STREAMS):
                stream = wire.open(GET_VIEW)
                wire.send(stream, body, end=True)
                wire.reset(stream)
            heard["GOAWAY" if wire.goaway is not None else "broken off"] += STREAMS
        yield heard


def bomb(size: int) -> bytes:
    """A message of ``size`` zeros, packed by gzip into a thousandth of it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [packer.compress(bytes(1 << 20)) for _ in range(size >> 20)]
    return b"".join([*parts, packer.flush()])


@contextmanager
def gzip_bombs(address: str, mebibytes: int) -> Iterator[Heard]:
    """A message that is ``mebibytes`` large when it is unpacked, four times at once."""
    body = framed(bomb(mebibytes << 20), compressed=True)
    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(address)) for _ in range(4)]
        streams = [wire.open(GET_VIEW, [("grpc-encoding", "gzip")]) for wire in wires]
        for wire, stream in zip(wires, streams, strict=True):
            wire.send(stream, body, end=True)
        yield Counter(wire.status(stream) for wire, stream in zip(wires, streams, strict=True))


@contextmanager
def large_headers(address: str, kilobytes: int) -> Iterator[Heard]:
    """Calls with ``kilobytes`` of headers, ten of them, each on its own connection."""
    heard: Heard = Counter()
    metadata = [(f"x-{number}", "m" * 1000) for number in range(kilobytes)]
    with ExitStack() as stack:
        for _ in range(10):
            heard[stack.enter_context(Wire(address)).call(GET_VIEW, view_request(), metadata)] += 1
        yield heard


@contextmanager
def doubled_authorization(address: str, count: int) -> Iterator[Heard]:
    """Calls with two authorization headers."""
    twice = [("authorization", "Bearer one"), ("authorization", "Bearer two")]
    with Wire(address) as wire:
        yield Counter(wire.call(GET_VIEW, view_request(), twice) for _ in range(count))


def large_request() -> bytes:
    """A request of BatchApplyActions, framed, whose answer has some 300 kB."""
    state = new_state()
    one = pb.ApplyActionRequest(
        state=message_of(state), action=action_message(listed(state)[0]), viewers=[viewer(seat) for seat in range(4)]
    )
    return framed(pb.BatchApplyActionsRequest(requests=[one] * 128).SerializeToString())


@contextmanager
def unread_answers(address: str, count: int) -> Iterator[Heard]:
    """Large answers that are asked for and never read, a hundred to a connection."""
    body = large_request()
    heard: Heard = Counter()
    with ExitStack() as stack:
        wires = _shared(address, count, stack, reads=False)
        for number in range(count):
            wire = wires[number % len(wires)]
            wire.send(wire.open(ENGINE + "BatchApplyActions"), body, end=True)
        yield heard
        heard.update(_heard(wires))


@contextmanager
def two_messages(address: str, count: int) -> Iterator[Heard]:
    """Calls that bring a second message, and never say that they end."""
    body = framed(view_request())
    with Wire(address) as wire:
        streams = []
        for _ in range(count):
            stream = wire.open(GET_VIEW)
            wire.send(stream, body + body)
            streams.append(stream)
        yield Counter(wire.status(stream) for stream in streams)


@contextmanager
def garbage(address: str, count: int) -> Iterator[Heard]:
    """Connections that speak something else."""
    openings = (
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        bytes(range(256)) * 16,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 99,
    )
    with ExitStack() as stack:
        for number in range(count):
            stack.enter_context(connect(address)).sendall(openings[number % len(openings)])
        yield Counter()
