"""The log's own thread (OPERATIONS.md, "Logs"): no line is waited for; a log that nobody reads costs lines only."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from threading import Event, Thread

from pageone_service.log_writer import LogWriter


class Stuck(io.BytesIO):
    """A stream that takes nothing before it is let go, like a pipe that is full."""

    def __init__(self) -> None:
        super().__init__()
        self.entered = Event()
        self.go_on = Event()

    def write(self, data: object) -> int:
        self.entered.set()
        assert self.go_on.wait(20)
        return super().write(data)  # type: ignore[arg-type]


def test_lines_come_out_whole_and_in_their_order() -> None:
    stream = io.BytesIO()
    writer = LogWriter(stream)

    def write(name: str) -> None:
        for at in range(2_000):
            writer.write(b"%s %d\n" % (name.encode(), at))

    threads = [Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    writer.close(20)
    lines = stream.getvalue().decode().splitlines()
    assert len(lines) == 8_000
    for name in "abcd":
        assert [line for line in lines if line.startswith(name)] == [f"{name} {at}" for at in range(2_000)]


def test_a_log_that_nobody_reads_holds_nobody_up_and_tells_what_was_lost() -> None:
    """Logs: a log call never fails a request, nor makes it wait."""
    stream = Stuck()
    writer = LogWriter(stream, max_lines=10)
    writer.write(b'{"event":"first"}\n')
    assert stream.entered.wait(20)
    for at in range(25):
        writer.write(b'{"event":"more","at":%d}\n' % at)
    stream.go_on.set()
    writer.close(20)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line.get("at") for line in lines[1:11]] == list(range(10))
    assert lines[11] == {"event": "log_lines_lost", "level": "warning", "lines": 15}
    assert len(lines) == 12


def test_a_closed_stream_fails_no_call() -> None:
    stream = io.BytesIO()
    writer = LogWriter(stream)
    stream.close()
    writer.write(b"one\n")
    writer.close(20)


def test_what_was_logged_is_written_before_the_process_ends() -> None:
    make = "from pageone_service.logs import make_log; log = make_log('info', 'json')"
    code = f"{make}\nfor at in range(500): log.info('line', at=at)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True, env=os.environ)
    assert [json.loads(line)["at"] for line in done.stderr.splitlines()] == list(range(500))
