"""HTTP for operators: ``/metrics`` for Prometheus, ``/healthz`` for a look with curl."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST

_TEXT: Final = "text/plain; charset=utf-8"


class Admin:
    """The HTTP server; ``metrics`` gives the text of all series, ``is_serving`` the state of health."""

    def __init__(
        self,
        address: tuple[str, int],
        metrics: Callable[[], bytes],
        is_serving: Callable[[], bool],
    ) -> None:
        pages = {
            "/metrics": lambda: (HTTPStatus.OK, CONTENT_TYPE_LATEST, metrics()),
            "/healthz": lambda: _healthz(is_serving()),
        }

        class Handler(_Handler):
            """Handles requests for this server's pages."""

            table = pages

        self._http = _Http(address, Handler)
        self._thread = Thread(target=self._http.serve_forever, name="admin", daemon=True)

    @property
    def port(self) -> int:
        """The port listened on."""
        return int(self._http.server_address[1])

    def start(self) -> None:
        """Answer from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Answer no more; the port is free then."""
        if self._thread.is_alive():
            self._http.shutdown()
            self._thread.join()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    # A second server on the port must fail, not share it.
    allow_reuse_port = False
    daemon_threads = True


_Page = tuple[HTTPStatus, str, bytes]


class _Handler(BaseHTTPRequestHandler):
    table: dict[str, Callable[[], _Page]] = {}  # noqa: RUF012 - each server's class has its own
    server_version = "pageone"
    sys_version = ""
    # A client that connects and says nothing is let go after a while.
    timeout = 10

    def do_GET(self) -> None:
        page = self.table.get(self.path.partition("?")[0])
        if page is None:
            self._send(HTTPStatus.NOT_FOUND, _TEXT, b"there are /metrics and /healthz\n")
        else:
            self._send(*page())

    def _send(self, status: HTTPStatus, content_type: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Scrapes are no news."""


def _healthz(serving: bool) -> _Page:
    if serving:
        return HTTPStatus.OK, _TEXT, b"serving\n"
    return HTTPStatus.SERVICE_UNAVAILABLE, _TEXT, b"not serving\n"
