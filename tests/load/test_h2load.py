"""h2load beside the server's counters: a gRPC error must never pass for a success."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests import needs
from tests.load.bodies import METHODS, Body, body_of
from tests.load.h2load import MiscountedError, counted, framed
from tests.load.process import ServerProcess, own_server


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with own_server("--log-level=error") as one:
        yield one


@pytest.fixture(autouse=True)
def _h2load_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = os.path.dirname(needs.program("h2load"))
    monkeypatch.setenv("PATH", folder + os.pathsep + os.environ["PATH"])


def test_a_message_is_framed_as_grpc_does() -> None:
    assert framed(b"abc") == b"\0\0\0\0\3abc"


@pytest.mark.parametrize("method", METHODS)
def test_every_body_is_answered_with_ok(server: ServerProcess, method: str) -> None:
    shots = counted(server, body_of(method, "american_page_one", viewers=2), 8, clients=2)
    assert shots.requests == shots.succeeded == len(shots.micros) == 8
    assert shots.rate > 0
    assert shots.percentile(0.5) <= shots.percentile(1.0)


def test_a_grpc_error_is_found_although_h2load_calls_it_a_success(server: ServerProcess) -> None:
    """Load: h2load counts gRPC errors as successes; the server's own counters say what they were."""
    body = body_of("GetView", "page_one")
    with pytest.raises(
        MiscountedError, match=r"h2load calls 4 a success, the server has ended \{'InvalidArgument': 4\}"
    ):
        counted(server, Body("ApplyAction", body.message), 4, clients=1)


def test_what_a_server_process_uses_is_read(server: ServerProcess) -> None:
    before = server.cpu_seconds()
    counted(server, body_of("ApplyAction", "page_one"), 400, clients=4)
    assert server.cpu_seconds() > before
    assert 20 << 20 < server.resident_bytes() < 200 << 20
