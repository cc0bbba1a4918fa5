"""The service and the page as `make run` starts them, and games in positions of the tests' own.

A ticket is sealed with a key that the tests know: so a prepared position can be put into the browser as a kept game,
and every ticket in an answer can be opened to see what the page was not to know.
"""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pageone.v1 import engine_service_pb2, solo_service_pb2
from pageone_engine.state import State
from pageone_engine.terms import Strength
from pageone_service.solo import Game
from pageone_service.ticket_keys import Keyring, TicketKey, line_of
from pageone_service.tickets import Tickets

from tests import needs
from tests.service.support import message_of

RECORD_KEY: Final = "pageone.game"
#: Seconds that a start may take; the first one builds the page.
PATIENCE: Final = 200.0
_SECRET: Final = bytes(range(32, 64))
TICKETS: Final = Tickets(lambda: Keyring([TicketKey(_SECRET)]))
_TABLE: Final = re.compile(r"^The table is at http://(\S+)/$")


class Stack:
    """A run of the whole: ended, and started again where it was."""

    def __init__(self, folder: Path) -> None:
        self._keys = folder / "ticket-keys"
        self._keys.write_text(line_of(_SECRET) + "\n", encoding="ascii")
        self._keys.chmod(0o600)
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._lines: list[str] = []
        self.place = "127.0.0.1:0"

    @property
    def url(self) -> str:
        """Of the page."""
        return f"http://{self.place}/"

    def start(self) -> None:
        """Start it, on the port that it had before, and wait until it says that it is ready."""
        found = threading.Event()
        self._lines = []
        ports = ("--address=127.0.0.1:0", "--health-address=127.0.0.1:0", "--admin-address=", "--drain-seconds=0")
        self._process = process = subprocess.Popen(
            [
                *(sys.executable, "-m", "tools.run_table", *ports, f"--web-address={self.place}"),
                *(f"--ticket-keys-file={self._keys}", "--log-level=warning"),
            ],
            cwd=needs.ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

        def read() -> None:
            assert process.stdout is not None
            with process.stdout as lines:
                for line in lines:
                    self._lines.append(line)
                    if match := _TABLE.match(line):
                        self.place = match[1]
                        found.set()
            found.set()

        self._reader = threading.Thread(target=read, daemon=True)
        self._reader.start()
        ready = found.wait(PATIENCE) and any(map(_TABLE.match, self._lines))
        if not ready:
            self.stop()
        assert ready, "".join(self._lines)

    def stop(self) -> None:
        """End it in order."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(timeout=PATIENCE)
            self._process = None
        if self._reader is not None:
            self._reader.join(PATIENCE)


@contextmanager
def stack(folder: Path) -> Iterator[Stack]:
    """Service, Envoy and page on free ports, ended afterwards."""
    needs.program("envoy")
    one = Stack(folder)
    one.start()
    try:
        yield one
    finally:
        one.stop()


def seal(state: State, seat: int = 0, strength: int = Strength.NORMAL) -> bytes:
    """The ticket of a game in this position, a bot in every other seat."""
    bots = tuple(0 if each == seat else strength for each in range(len(state.hands)))
    return TICKETS.seal(Game(state, seat, bots))


def kept(state: State, seat: int = 0, strength: int = Strength.NORMAL) -> dict[str, str]:
    """What local storage has of such a game: a record as the page keeps it, of which nothing has happened yet."""
    request = solo_service_pb2.StartGameRequest(
        seats=len(state.hands), seat=seat, bots=[engine_service_pb2.STRENGTH_EASY]
    )
    request.rules.CopyFrom(message_of(state).rules)
    record = {
        "format": 1,
        "ticket": _text(seal(state, seat, strength)),
        "request": _text(request.SerializeToString()),
        "events": "",
        "rounds": [],
    }
    return {RECORD_KEY: json.dumps(record)}


def opened(ticket: bytes) -> Game:
    """The game of a ticket, with all that is hidden."""
    return TICKETS.open(ticket)


def _text(data: Sequence[int]) -> str:
    return base64.b64encode(bytes(data)).decode("ascii")
