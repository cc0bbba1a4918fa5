"""A worker as its supervisor has it: a process, told what to do through its stdin, heard through its stdout.

Down go a line of JSON that says what the worker is, then a command a line: ``drain``, ``reload``, ``stop SECONDS``.
Up come lines of JSON: ``{"ready": [address, health_address]}``, ``{"failed": sentence}`` and, each second,
``{"alive": true}``. The end of stdin tells the worker that its supervisor is gone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from time import monotonic
from typing import IO, Any, Final

from .settings import Settings

#: Seconds between two signs of life.
ALIVE_SECONDS: Final = 1.0
_COMMAND: Final = (sys.executable, "-P", "-m", "pageone_service.worker")


class WorkerProcess:
    """A process that waits, all imported, until `begin` makes a worker of it.

    ``variables`` are put into its environment.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.begun = self.heard = monotonic()
        self.ready_since: float | None = None
        self.addresses: list[str] = []
        self.failed = ""
        self._rest = b""
        self._process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, **variables},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._down: IO[bytes] = self._process.stdin
        self.up: IO[bytes] = self._process.stdout
        os.set_blocking(self.up.fileno(), False)

    def begin(self, place: int, settings: Settings, cpu: int | None, ticket_secret: bytes) -> None:
        """Make it worker number ``place``, on CPU ``cpu`` (None: wherever).

        ``ticket_secret`` is the key that all workers seal tickets with where no file has keys: it goes through
        the pipe, where nobody else can read it.
        """
        self.begun = self.heard = monotonic()
        task = {"place": place, "cpu": cpu, "settings": asdict(settings), "ticket_secret": ticket_secret.hex()}
        self.tell(json.dumps(task))

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    @property
    def status(self) -> int | None:
        """How it ended, as `subprocess` tells it; None while it runs."""
        return self._process.poll()

    def tell(self, line: str) -> None:
        """Send a line; a worker that has ended hears nothing, which shows elsewhere."""
        try:
            self._down.write(line.encode() + b"\n")
        except OSError:
            return

    def listen(self) -> bool:
        """Take in what it has said; False when it can say no more."""
        try:
            data = os.read(self.up.fileno(), 65_536)
        except BlockingIOError:
            return True
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(json.loads(line))
        return bool(data)

    def _take(self, said: dict[str, Any]) -> None:
        self.heard = monotonic()
        if "ready" in said:
            self.ready_since = self.heard
            self.addresses = said["ready"]
        self.failed = said.get("failed", self.failed)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def close(self) -> None:
        """End it if it runs, and forget it."""
        self.kill()
        self._process.wait()
        self._down.close()
        self.up.close()
