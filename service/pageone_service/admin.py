"""HTTP for operators: ``/metrics`` for Prometheus, ``/healthz`` for a look with curl.

One thread serves all connections and waits for none of them: slow, silent and many ones cost a
bounded number of small buffers, each for a bounded time, and the oldest makes room for a new one.
"""

from __future__ import annotations

import asyncio
import gzip
import socket
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from io import BytesIO
from threading import Event, Thread
from typing import Final, NamedTuple, cast

from prometheus_client import CONTENT_TYPE_LATEST

from .ports import reason_of, refusal
from .settings import split_address
from .startup import CannotListenError

_TEXT: Final = "text/plain; charset=utf-8"
_HTML: Final = "text/html; charset=utf-8"
#: Connections at once; a scraper needs one.
MAX_CONNECTIONS: Final = 64
#: How long a connection may take, from its beginning to the last byte of the answer.
SECONDS: Final = 10.0
#: Largest head of a request: line and headers.
MAX_HEAD_BYTES: Final = 8192
_BACKLOG: Final = 128
_START_SECONDS: Final = 10.0
_GZIP_FROM: Final = 1024
_TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_INDEX: Final = b"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Page One</title></head><body>
<h1>Page One</h1>
<ul>
<li><a href="/metrics">/metrics</a>: counters and timings, for Prometheus</li>
<li><a href="/healthz">/healthz</a>: 200 while calls are taken, 503 while not</li>
</ul>
</body></html>
"""


class Page(NamedTuple):
    """What is answered."""

    status: HTTPStatus
    content_type: str
    body: bytes


class Admin:
    """The HTTP server; ``metrics`` gives the text of all series, ``is_serving`` the state of health.

    It listens from the beginning (``OSError`` where it cannot) and answers once started.
    ``seconds`` and ``connections`` are the limits above.
    """

    def __init__(
        self,
        address: tuple[str, int],
        metrics: Callable[[], bytes],
        is_serving: Callable[[], bool],
        *,
        seconds: float = SECONDS,
        connections: int = MAX_CONNECTIONS,
    ) -> None:
        self._pages: dict[str, Callable[[], Page]] = {
            "/": lambda: Page(HTTPStatus.OK, _HTML, _INDEX),
            "/metrics": lambda: Page(HTTPStatus.OK, CONTENT_TYPE_LATEST, metrics()),
            "/healthz": lambda: _healthz(is_serving()),
        }
        self._seconds = seconds
        self._most = connections
        # In the order in which they came.
        self._connections: dict[asyncio.Task[None], None] = {}
        self._socket = _listening(*address)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None
        self._ready = Event()
        self._thread = Thread(target=self._run, name="admin", daemon=True)

    @property
    def port(self) -> int:
        """The port listened on."""
        return int(self._socket.getsockname()[1])

    def start(self) -> None:
        """Answer from now on."""
        self._thread.start()
        self._ready.wait(_START_SECONDS)

    def stop(self) -> None:
        """Answer no more; the port is free then."""
        if self._thread.is_alive() and self._loop is not None and self._stopping is not None:
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join()
        self._socket.close()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        # A client that breaks off is no news.
        self._loop.set_exception_handler(lambda loop, context: None)
        self._stopping = asyncio.Event()
        server = await asyncio.start_server(self._connected, sock=self._socket, limit=MAX_HEAD_BYTES, backlog=_BACKLOG)
        self._ready.set()
        await self._stopping.wait()
        server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if len(self._connections) >= self._most:
            oldest = next(iter(self._connections))
            del self._connections[oldest]
            oldest.cancel()
        self._connections[task] = None
        try:
            async with asyncio.timeout(self._seconds):
                writer.write(_answer(await _head(reader), self._pages))
                await writer.drain()
                writer.write_eof()
                # Until the client has read it all and goes: closing earlier could lose the end.
                await reader.read(1)
        except (OSError, asyncio.CancelledError):
            writer.transport.abort()
        finally:
            self._connections.pop(task, None)
            writer.close()


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, alone: a second server on the port must fail, not share it."""
    family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    # As gRPC does it, [::] takes IPv4, too.
    both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
    place = cast("tuple[str, int]", where[:2])
    return socket.create_server(place, family=family, dualstack_ipv6=both, backlog=_BACKLOG)


async def _head(reader: asyncio.StreamReader) -> bytes | None:
    """Line and headers of a request, or what there is of them; None where they are too long."""
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        return error.partial
    except asyncio.LimitOverrunError:
        return None


def _answer(head: bytes | None, pages: Mapping[str, Callable[[], Page]]) -> bytes:
    """The bytes to send for the head of a request."""
    if head is None:
        return _TOO_LONG
    return _Exchange(head, pages).wfile.getvalue()


def admin_at(address: str, metrics: Callable[[], bytes], is_serving: Callable[[], bool]) -> Admin:
    """The `Admin` that listens on the setting's ``HOST:PORT``; raises `CannotListenError`."""
    try:
        return Admin(split_address(address), metrics, is_serving)
    except OSError as error:
        raise CannotListenError(refusal("--admin-address", address, reason_of(error), optional=True)) from None


class _Exchange(BaseHTTPRequestHandler):
    """One request and its answer, in memory: the standard library's HTTP without its sockets."""

    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.1"
    error_message_format = "%(code)d %(message)s\n"
    error_content_type = _TEXT
    rfile: BytesIO
    wfile: BytesIO

    def __init__(self, head: bytes, pages: Mapping[str, Callable[[], Page]]) -> None:
        self.rfile = BytesIO(head)
        self.wfile = BytesIO()
        self.client_address = ("", 0)
        self._pages = pages
        self.handle_one_request()

    def do_GET(self) -> None:
        """Answer with the page."""
        make = self._pages.get(self.path.partition("?")[0], _missing)
        try:
            page = make()
        except Exception as error:
            text = f"the page cannot be made: {type(error).__name__}\n"
            page = Page(HTTPStatus.INTERNAL_SERVER_ERROR, _TEXT, text.encode())
        self._send(page)

    #: As GET; `_send` leaves the body out.
    do_HEAD = do_GET  # noqa: N815 - http.server's name

    def do_POST(self) -> None:
        """Nothing can be changed here."""
        self._send(Page(HTTPStatus.METHOD_NOT_ALLOWED, _TEXT, b"GET and HEAD only\n"), Allow="GET, HEAD")

    do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_POST  # noqa: N815 - http.server's names

    def version_string(self) -> str:
        """What we call ourselves; no versions."""
        return "pageone"

    def _send(self, page: Page, **headers: str) -> None:
        body = page.body
        self.send_response(page.status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", page.content_type)
        if len(body) >= _GZIP_FROM:
            self.send_header("Vary", "Accept-Encoding")
            if _takes_gzip(self.headers.get("Accept-Encoding", "")):
                self.send_header("Content-Encoding", "gzip")
                body = gzip.compress(body, 1)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Scrapes are no news."""


def _takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding has gzip, and not with the weight of 0 that forbids it."""
    weights = {}
    for each in accepted.lower().split(","):
        coding, _, weight = each.replace(" ", "").partition(";q=")
        weights[coding] = weight
    return weights.get("gzip", "0") == "" or bool(weights.get("gzip", "0").strip("0."))


def _missing() -> Page:
    return Page(HTTPStatus.NOT_FOUND, _TEXT, b"there are /metrics and /healthz\n")


def _healthz(serving: bool) -> Page:
    if serving:
        return Page(HTTPStatus.OK, _TEXT, b"serving\n")
    return Page(HTTPStatus.SERVICE_UNAVAILABLE, _TEXT, b"not serving\n")
