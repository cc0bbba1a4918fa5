"""HTTP/2 by hand: a connection whose every frame is the test's to choose."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from time import monotonic
from types import TracebackType

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import (
    ConnectionTerminated,
    DataReceived,
    Event,
    ResponseReceived,
    StreamEnded,
    StreamReset,
    TrailersReceived,
)
from h2.exceptions import ProtocolError

Pairs = Sequence[tuple[str, str]]
#: For everything that must happen.
LIMIT_SECONDS = 30.0


def framed(message: bytes, *, compressed: bool = False) -> bytes:
    """A gRPC message as HTTP/2 carries it: whether it is compressed, its length, the message."""
    return bytes([compressed]) + len(message).to_bytes(4, "big") + message


def connect(address: str) -> socket.socket:
    """A TCP connection to ``HOST:PORT``."""
    host, _, port = address.rpartition(":")
    return socket.create_connection((host, int(port)), timeout=LIMIT_SECONDS)


def _text(value: bytes | str) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


class Wire:
    """A connection: ``statuses`` has gRPC's status of each stream that ended, "rst N" for those reset with code N."""

    def __init__(self, address: str, *, reads: bool = True) -> None:
        self._socket = connect(address)
        self._h2 = H2Connection(
            H2Configuration(header_encoding="utf-8", validate_outbound_headers=False, normalize_outbound_headers=False)
        )
        self.statuses: dict[int, str] = {}
        self.data: dict[int, bytes] = {}
        self.closed = False
        #: The words of the server's GOAWAY; None as long as it has sent none.
        self.goaway: str | None = None
        self._h2.initiate_connection()
        if not reads:
            # A window of nothing: no answer can be sent to this caller.
            self._h2.update_settings({0x4: 0})
        self._reads = reads
        self._flush()

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the TCP connection, whatever is under way."""
        self._socket.close()
        self.closed = True

    def open(self, path: str, metadata: Pairs = (), *, end: bool = False) -> int:
        """Begin a call: its headers; ``end``: and nothing else. The stream's number."""
        stream = self._h2.get_next_available_stream_id()
        headers = [
            (":method", "POST"),
            (":scheme", "http"),
            (":path", path),
            (":authority", "test"),
            ("te", "trailers"),
            ("content-type", "application/grpc"),
            *metadata,
        ]
        self._h2.send_headers(stream, headers, end_stream=end)
        self._flush()
        return stream

    def send(self, stream: int, data: bytes, *, end: bool = False) -> None:
        """Send bytes of a call's body, as fast as the server lets them in."""
        until = monotonic() + LIMIT_SECONDS
        while data:
            room = min(self._h2.local_flow_control_window(stream), self._h2.max_outbound_frame_size, len(data))
            if room:
                self._h2.send_data(stream, data[:room])
                data = data[room:]
                self._flush()
            elif not self._pump(until - monotonic()) or stream in self.statuses:
                return
        if end:
            self._h2.end_stream(stream)
            self._flush()

    def call(self, path: str, message: bytes, metadata: Pairs = ()) -> str:
        """Make a whole call; its status."""
        stream = self.open(path, metadata)
        self.send(stream, framed(message), end=True)
        return self.status(stream)

    def reset(self, stream: int) -> None:
        """Break a call off."""
        self._h2.reset_stream(stream, ErrorCodes.CANCEL)
        self._flush()

    def ping(self) -> None:
        """Send a PING frame."""
        self._h2.ping(b"pageone!")
        self._flush()

    def status(self, stream: int, seconds: float = LIMIT_SECONDS) -> str:
        """The status with which a stream ends within ``seconds``; "" when it does not."""
        self.wait_for(lambda: stream in self.statuses, seconds)
        return self.statuses.get(stream, "")

    def wait_for(self, condition: Callable[[], bool], seconds: float = LIMIT_SECONDS) -> bool:
        """Read what comes until ``condition`` holds, the server closes, or ``seconds`` are over; whether it holds."""
        until = monotonic() + seconds
        while not condition() and self._pump(until - monotonic()):
            pass
        return condition()

    @property
    def max_streams(self) -> int:
        """Calls at once that the server allows on this connection."""
        return self._h2.remote_settings.max_concurrent_streams

    def goes_deaf(self, seconds: float) -> bool:
        """Take in whatever comes and answer nothing, not even a PING; whether the server closes within ``seconds``."""
        until = monotonic() + seconds
        while monotonic() < until:
            self._socket.settimeout(max(until - monotonic(), 0.01))
            try:
                if not self._socket.recv(1 << 16):
                    return True
            except TimeoutError:
                return False
            except OSError:
                return True
        return False

    def _pump(self, seconds: float) -> bool:
        """Take in what comes next, within ``seconds``; False when nothing does any more."""
        if seconds <= 0 or self.closed:
            return False
        self._socket.settimeout(seconds)
        try:
            data = self._socket.recv(1 << 16)
        except TimeoutError:
            return False
        except OSError:
            data = b""
        if not data:
            self.closed = True
            return False
        try:
            events = self._h2.receive_data(data)
        except ProtocolError:
            self.closed = True
            return False
        for event in events:
            self._note(event)
        self._flush()
        return True

    def _note(self, event: Event) -> None:
        if isinstance(event, ResponseReceived | TrailersReceived):
            for name, value in event.headers or ():
                if _text(name) == "grpc-status":
                    self.statuses[event.stream_id] = _text(value)
        elif isinstance(event, DataReceived):
            self.data[event.stream_id] = self.data.get(event.stream_id, b"") + event.data
            if self._reads and event.flow_controlled_length:
                self._h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, StreamReset):
            self.statuses.setdefault(event.stream_id, f"rst {event.error_code}")
        elif isinstance(event, StreamEnded):
            self.statuses.setdefault(event.stream_id, "ended")
        elif isinstance(event, ConnectionTerminated):
            self.goaway = _text(event.additional_data or b"")

    def _flush(self) -> None:
        data = self._h2.data_to_send()
        if data and not self.closed:
            try:
                self._socket.sendall(data)
            except OSError:
                self.closed = True
