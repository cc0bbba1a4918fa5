"""A server for one command alone: started on a free port, stopped when the command is done."""

from __future__ import annotations

import selectors
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final

from ..startup import READY
from .errors import EXIT_NO, CliError

_START_SECONDS: Final = 30.0
_STOP_SECONDS: Final = 15.0
_COMMAND: Final = (
    sys.executable,
    *("-m", "pageone_service.cli", "serve"),
    *("--address", "127.0.0.1:0", "--health-address", "", "--admin-address", ""),
    *("--drain-seconds", "0", "--log-level", "warning", "--log-format", "text"),
)


@contextmanager
def server(address: str | None) -> Iterator[str]:
    """The address of a running server: ``address`` itself, or that of one started for the time of the block."""
    if address is not None:
        yield address
        return
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(_COMMAND, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        before = signal.signal(signal.SIGTERM, _end)
        try:
            yield _ready(process, log)
        finally:
            signal.signal(signal.SIGTERM, before)
            _stop(process)


def _end(number: int, frame: object) -> None:
    """A SIGTERM ends the command in order, so that its server does not outlive it."""
    raise SystemExit(128 + number)


def _ready(process: subprocess.Popen[bytes], log: IO[bytes]) -> str:
    assert process.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        line = process.stdout.readline().decode() if selector.select(_START_SECONDS) else ""
    found = READY.search(line)
    if found is None:
        log.seek(0)
        said = log.read().decode(errors="replace").strip()
        raise CliError("server", said or "did not start", "name a running one with --address", EXIT_NO)
    return found[1]


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
