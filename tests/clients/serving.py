"""A server in a process of its own, for tests of clients: they may live in an environment that has no server.

``PAGEONE_SERVER_PYTHON`` names the interpreter that has one; without it, it is the tests' own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from typing import Final, NamedTuple

START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 30.0
_READY: Final = re.compile(r"Page One is ready on (\S+)")
_PORTS: Final = ("--address=127.0.0.1:0", "--health-address=127.0.0.1:0", "--admin-address=127.0.0.1:0")


class Served(NamedTuple):
    """Where the server listens, HOST:PORT."""

    address: str


@contextmanager
def served(*arguments: str) -> Iterator[Served]:
    """A server on free ports, ended afterwards; ``arguments`` of `pageone serve` besides."""
    python = os.environ.get("PAGEONE_SERVER_PYTHON") or sys.executable
    # The tests' own path has the client that is tested, in versions that the server need not know.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [python, "-m", "pageone_service.cli", "serve", *_PORTS, "--log-level=error", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        try:
            assert child.stdout is not None
            assert select([child.stdout], [], [], START_SECONDS)[0], f"no server within {START_SECONDS:.0f} s"
            ready = _READY.match(child.stdout.readline())
            assert ready, "the server did not start"
            yield Served(ready[1])
        finally:
            child.terminate()
            try:
                child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
