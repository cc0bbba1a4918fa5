"""HTTP for operators: its pages, and what hostile connections can do to it (OPERATIONS.md, "Server")."""

from __future__ import annotations

import gzip
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse

import pytest
from pageone_service import admin
from pageone_service.admin import Admin
from pageone_service.settings import split_address

from tests.service.support import Running, running

METRICS = b"# some metrics\n" * 200


@contextmanager
def serving(host: str = "127.0.0.1", **limits: float) -> Iterator[Admin]:
    """An admin server of its own, with made-up metrics."""
    one = Admin((host, 0), lambda: METRICS, lambda: True, **limits)  # type: ignore[arg-type]
    one.start()
    try:
        yield one
    finally:
        one.stop()


def ask(one: Admin, path: str, method: str = "GET", host: str = "127.0.0.1", **headers: str) -> HTTPResponse:
    """The answer, its body still to be read."""
    connection = HTTPConnection(host, one.port, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    return connection.getresponse()


def talk(one: Admin, data: bytes) -> bytes:
    """Everything that comes back for bytes sent as they are."""
    with socket.create_connection(("127.0.0.1", one.port), timeout=10) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_its_pages(service: Running) -> None:
    """OPERATIONS.md: HTTP /metrics; /healthz for people; an index that tells of both; nothing else."""
    host, port = split_address(service.server.admin_address)

    def get(path: str) -> tuple[int, str, str]:
        connection = HTTPConnection(host, port, timeout=10)
        connection.request("GET", path)
        with connection.getresponse() as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()

    status, kind, text = get("/metrics")
    assert status == 200
    assert kind.startswith("text/plain; version=")
    assert "# TYPE grpc_server_handled_total counter" in text
    assert get("/metrics?name=x")[0] == 200
    assert get("/healthz")[::2] == (200, "serving\n")
    status, kind, text = get("/")
    assert (status, kind) == (200, "text/html; charset=utf-8")
    assert '<a href="/metrics">' in text
    assert '<a href="/healthz">' in text
    assert get("/../etc/passwd")[0] == 404
    assert get("/metrics/")[0] == 404


def test_head_has_the_headers_of_get_and_no_body() -> None:
    """RFC 9110: HEAD."""
    with serving() as one, ask(one, "/metrics", "HEAD") as answer:
        assert (answer.status, answer.headers["Content-Length"]) == (200, str(len(METRICS)))
        assert answer.read() == b""
        assert answer.headers["Server"] == "pageone"


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("deflate, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("br", False),
        ("", False),
        ("x-gzipper", False),
    ],
)
def test_metrics_are_packed_for_those_who_take_it(accepted: str, packed: bool) -> None:
    """Prometheus asks for gzip; the text is a tenth of the size then."""
    with serving() as one, ask(one, "/metrics", Accept_Encoding=accepted) as answer:
        body = answer.read()
        assert (answer.headers["Content-Encoding"] == "gzip") is packed
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert (gzip.decompress(body) if packed else body) == METRICS
        assert (len(body) < len(METRICS) / 10) is packed


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_changed(method: str) -> None:
    """RFC 9110: 405 names what is allowed."""
    with serving() as one, ask(one, "/metrics", method) as answer:
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"GET /healthz HTTP/1.1\r\n\r\n", b"200"),
        (b"GET /healthz HTTP/1.0\r\n\r\n", b"200"),
        (b"\x00\xff\r\n\r\n", b"400"),
        (b"GET / HTTP/9.9\r\n\r\n", b"505"),
        (b"NONSENSE / HTTP/1.1\r\n\r\n", b"501"),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 150 + b"\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 10_000, b"431"),
        (b"\x16\x03\x01\x02\x00\x01\x00", b"400"),
    ],
)
def test_whatever_is_sent_gets_an_answer_of_http(data: bytes, status: bytes) -> None:
    """Bytes that are no request end in a status, and the server goes on."""
    with serving() as one:
        assert talk(one, data).startswith(b"HTTP/1.1 " + status)
        with ask(one, "/healthz") as answer:
            assert answer.status == 200


def test_a_page_that_cannot_be_made_is_told_and_the_next_is_answered() -> None:
    """A scrape that fails must be seen as one, by Prometheus and by people."""

    def broken() -> bytes:
        raise KeyError("secret")

    one = Admin(("127.0.0.1", 0), broken, lambda: True)
    one.start()
    try:
        with ask(one, "/metrics") as answer:
            assert (answer.status, answer.read()) == (500, b"the page cannot be made: KeyError\n")
        with ask(one, "/healthz") as answer:
            assert answer.status == 200
    finally:
        one.stop()


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_it_listens_on_ipv6_too() -> None:
    """Settings: --admin-address [::1]:9464; [::] takes IPv4, too, as the other two ports do."""
    with serving("::1") as one, ask(one, "/healthz", host="::1") as answer:
        assert answer.status == 200
    with serving("::") as one:
        for host in ("::1", "127.0.0.1"):
            with ask(one, "/healthz", host=host) as answer:
                assert answer.status == 200
    with running(admin_address="[::1]:0") as whole:
        assert whole.server.admin_address.startswith("[::1]:")


def test_silent_connections_block_nobody_and_take_no_threads() -> None:
    """Three hundred connections that say nothing: answers come at once, and the oldest are let go."""
    with serving() as one:
        threads = threading.active_count()
        silent = [socket.create_connection(("127.0.0.1", one.port), timeout=10) for _ in range(300)]
        try:
            started = time.perf_counter()
            with ask(one, "/metrics") as answer:
                assert answer.read() == METRICS
            assert time.perf_counter() - started < 2
            assert threading.active_count() == threads
            gone = sum(_is_closed(each) for each in silent[: 300 - admin.MAX_CONNECTIONS])
            assert gone == 300 - admin.MAX_CONNECTIONS
        finally:
            for each in silent:
                each.close()


def _is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_a_slow_connection_has_a_bounded_time_altogether() -> None:
    """A byte now and then does not keep a connection: its time counts from the beginning."""
    with serving(seconds=0.4) as one, socket.create_connection(("127.0.0.1", one.port), timeout=10) as slow:
        ended = threading.Event()
        started = time.perf_counter()

        def drip() -> None:
            try:
                while not ended.wait(0.02):
                    slow.send(b"G")
            except OSError:
                return

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            assert _is_closed(slow)
            assert 0.3 < time.perf_counter() - started < 5
        finally:
            ended.set()
            dripping.join(10)


def test_a_client_that_does_not_read_is_let_go() -> None:
    """What is kept for it is bounded in size and time."""
    big = b"x" * (8 << 20)
    one = Admin(("127.0.0.1", 0), lambda: big, lambda: True, seconds=0.4)
    one.start()
    try:
        with socket.create_connection(("127.0.0.1", one.port), timeout=10) as deaf:
            deaf.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
            with ask(one, "/healthz") as answer:
                assert answer.status == 200
            limit = time.monotonic() + 10
            while one._connections and time.monotonic() < limit:
                time.sleep(0.02)
            assert not one._connections
    finally:
        one.stop()


def test_it_stops_while_connections_are_open() -> None:
    """Nobody who says nothing keeps the process."""
    with serving() as one:
        silent = [socket.create_connection(("127.0.0.1", one.port), timeout=10) for _ in range(5)]
        with ask(one, "/healthz") as answer:
            assert answer.status == 200
    assert all(_is_closed(each) for each in silent)
    for each in silent:
        each.close()
