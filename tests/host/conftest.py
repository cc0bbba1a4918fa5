"""One service and one Redis for all tests of the host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from tests.load.process import own_server

from .support import RedisServer


@pytest.fixture(scope="session")
def engine() -> Iterator[str]:
    """The address of a Page One service."""
    with own_server("--log-level=warning") as server:
        yield server.address


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a real Redis, without the number of a database."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    try:
        yield server.url.removesuffix("/0")
    finally:
        server.kill()


@pytest.fixture
def redis(redis_server: str) -> str:
    """The URL of an empty database in a real Redis."""
    url = f"{redis_server}/0"
    with Redis.from_url(url) as client:
        client.flushdb()
    return url


@pytest.fixture(params=["sqlite", "redis"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Each kind of store in turn."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'host.sqlite'}"
    url: str = request.getfixturevalue("redis")
    return url


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis that the test may kill."""
    server = RedisServer(tmp_path)
    server.start()
    try:
        yield server
    finally:
        server.kill()
