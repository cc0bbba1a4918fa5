"""Lines of the log on their way to stderr: whoever writes one does not wait for it.

Writing to a pipe gives the interpreter's lock away, in the middle of every call, and where nobody reads the pipe, it
stands still. So a thread of its own writes, many lines at once. A reader that does not keep up costs lines, never
calls; how many were lost is told when there is room again.
"""

from __future__ import annotations

import atexit
from collections import deque
from collections.abc import Iterable, Iterator
from threading import Event, Lock, Thread
from time import sleep
from typing import BinaryIO, Final

import orjson

#: Lines that may wait: some seconds of the busiest server, and at most about 20 MB.
MAX_LINES: Final = 65_536
#: POSIX: so many bytes are written to a pipe in one piece (PIPE_BUF).
_PIPE_BYTES: Final = 4096
#: Seconds that lines are collected for. What a killed process has not written by then is lost.
_INTERVAL: Final = 0.01
#: Seconds that a process which ends waits for a reader.
_LAST_SECONDS: Final = 2.0


def pieces(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines joined up to what a pipe takes at once: several workers write to the same one, none into another's line.

    A line that is longer is alone.
    """
    piece: list[bytes] = []
    size = 0
    for line in lines:
        if piece and size + len(line) > _PIPE_BYTES:
            yield b"".join(piece)
            piece, size = [], 0
        piece.append(line)
        size += len(line)
    if piece:
        yield b"".join(piece)


class LogWriter:
    """Writes to ``stream`` from a thread, which begins with the first line; its lines are in order and whole."""

    def __init__(self, stream: BinaryIO, max_lines: int = MAX_LINES) -> None:
        self._stream = stream
        self._max_lines = max_lines
        self._lines: deque[bytes] = deque()
        self._lost = 0
        self._asleep = True
        self._wake = Event()
        self._stopping = False
        self._lock = Lock()
        self._thread: Thread | None = None

    def write(self, line: bytes) -> int:
        """Take a line; one for which there is no room is lost, and counted."""
        if len(self._lines) >= self._max_lines:
            self._lost += 1
            return len(line)
        self._lines.append(line)
        if self._asleep:
            self._awake()
        return len(line)

    def flush(self) -> None:
        """Nothing: lines go out by themselves."""

    def close(self, seconds: float = _LAST_SECONDS) -> None:
        """Write what is there, within ``seconds``."""
        self._stopping = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(seconds)

    def _awake(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="log", daemon=True)
                self._thread.start()
                atexit.register(self.close)
        self._wake.set()

    def _run(self) -> None:
        while True:
            self._asleep = True
            # A line that came before `asleep` was seen wakes nobody.
            if not self._lines and not self._stopping:
                self._wake.wait()
            self._asleep = False
            self._wake.clear()
            if not self._stopping:
                sleep(_INTERVAL)
            self._write_all()
            if self._stopping and not self._lines:
                return

    def _write_all(self) -> None:
        lines = [self._lines.popleft() for _ in range(len(self._lines))]
        lost, self._lost = self._lost, 0
        if lost:
            lines.append(orjson.dumps({"event": "log_lines_lost", "level": "warning", "lines": lost}) + b"\n")
        try:
            for piece in pieces(lines):
                self._stream.write(piece)
                self._stream.flush()
        except (OSError, ValueError):
            return  # nobody reads any more: no call fails for it
