"""`make run`: the service and the page on one URL; what is missing is told, and what ends is ended in order."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pageone import Client

from tests import needs

SECONDS = 90
PORTS = ("--address=127.0.0.1:0", "--health-address=127.0.0.1:0", "--admin-address=", "--drain-seconds=0.1")
#: Runs as on a machine where Envoy is not, and cannot be installed.
WITHOUT_ENVOY = """
import sys
from tools import run_table
run_table.ENVOY_FOLDERS = ()
sys.exit(run_table.main(sys.argv[1:]))
"""


class Running:
    """A run, what it has printed on either stream so far, and who its children are."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._more = threading.Condition()
        self._ended = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                with self._more:
                    self.lines.append(line)
                    self._more.notify_all()
        with self._more:
            self._ended = True
            self._more.notify_all()

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The first line that has it, within the time that a start may take."""

        def found() -> re.Match[str] | None:
            return next((match for line in self.lines if (match := re.search(pattern, line))), None)

        with self._more:
            assert self._more.wait_for(lambda: found() or self._ended, SECONDS), "".join(self.lines)
            match = found()
        assert match is not None, "".join(self.lines)
        return match

    def child(self, name: str) -> int:
        """The process id of a child whose command has this text."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        for pid in children.split():
            if name.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                return int(pid)
        raise AssertionError(f"no child {name}")

    def end(self) -> int:
        """The exit status, once it has ended by itself."""
        status = self.process.wait(timeout=SECONDS)
        self._reader.join(SECONDS)
        return status


@contextmanager
def run(*arguments: str, program: tuple[str, ...] = ("-m", "tools.run_table"), **variables: str) -> Iterator[Running]:
    """A run, ended afterwards with all that it started."""
    process = subprocess.Popen(
        [sys.executable, *program, *PORTS, *arguments],
        cwd=needs.ROOT,
        env={**os.environ, "PAGEONE_LOG_LEVEL": "warning", **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    one = Running(process)
    try:
        yield one
    finally:
        if process.poll() is None:
            process.terminate()
        one.end()


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>here</title>", encoding="utf-8")
    return folder


def fetch(address: str, path: str = "/", method: str = "GET", **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(address, timeout=SECONDS)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_page_and_calls_on_one_url_and_grpc_as_before(page: Path, number: int) -> None:
    """Both are there when the URL is printed; a signal ends both in order, with exit 0 and nothing left behind."""
    needs.program("envoy")
    with run("--web-address=127.0.0.1:0", f"--page={page}") as one:
        address = one.wait_for(r"^The table is at http://(\S+)/$")[1]
        assert fetch(address) == (200, b"<!doctype html><title>here</title>")
        assert fetch(address, method="HEAD") == (200, b"")
        assert fetch(address, method="DELETE")[0] == 404
        assert fetch(address, "/../../etc/passwd")[0] == 404
        assert fetch(address, Host="elsewhere.example")[0] == 404
        with Client(one.wait_for(r"^Page One is ready on (\S+)")[1]) as client:
            assert client.start_game("page_one", seats=2).view.hand
        children = [one.child("envoy"), one.child("pageone_service")]
        one.process.send_signal(number)
        assert one.end() == 0, "".join(one.lines)
        assert not any(Path(f"/proc/{pid}").exists() for pid in children)


@pytest.mark.parametrize(("victim", "other"), [("envoy", "pageone_service"), ("pageone_service", "envoy")])
def test_when_one_dies_the_other_is_ended_and_the_reason_told(page: Path, victim: str, other: str) -> None:
    needs.program("envoy")
    with run("--web-address=127.0.0.1:0", f"--page={page}") as one:
        one.wait_for("^The table is at")
        survivor = one.child(other)
        os.kill(one.child(victim), signal.SIGKILL)
        assert one.end() != 0
        assert not Path(f"/proc/{survivor}").exists()
        one.wait_for(r"ended with status -9; so everything is stopped")


def test_without_envoy_grpc_is_served_alone_and_the_remedy_told(page: Path, tmp_path: Path) -> None:
    """The service answers; the message says what is missing and which command gets it."""
    python = Path(sys.executable).parent
    path = os.pathsep.join([str(python), str(tmp_path / "nothing")])
    with run(f"--page={page}", program=("-c", WITHOUT_ENVOY), PATH=path, MAKE="no-such-make") as one:
        told = one.wait_for("^No table in the browser: (.*)$")[1]
        assert "Envoy is missing" in told
        assert "make edge-tools" in told
        address = one.wait_for(r"^gRPC alone is served, on (\S+)\.$")[1]
        with Client(address) as client:
            assert client.rule_sets()
        one.process.terminate()
        assert one.end() == 0


def test_a_service_that_wants_tokens_is_served_without_the_page(page: Path, tmp_path: Path) -> None:
    """The page has no token: it would only show errors."""
    needs.program("envoy")
    keys = tmp_path / "keys"
    made = subprocess.run(
        [sys.executable, "-m", "pageone_service.cli", "api-key", "new", "host", "--scope", "engine"],
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
    )
    keys.write_text(made.stdout.partition("line: ")[2], encoding="utf-8")
    keys.chmod(0o600)
    with run("--web-address=127.0.0.1:0", f"--page={page}", f"--api-keys-file={keys}") as one:
        assert "token" in one.wait_for("^No table in the browser: (.*)$")[1]
        one.process.terminate()
        assert one.end() == 0


def test_without_games_against_bots_there_is_no_page(page: Path) -> None:
    needs.program("envoy")
    with run("--web-address=127.0.0.1:0", f"--page={page}", "--no-solo") as one:
        assert "--no-solo" in one.wait_for("^No table in the browser: (.*)$")[1]


def test_no_page_is_wanted() -> None:
    """`--web-address ""`: as `pageone serve`."""
    with run("--web-address=") as one:
        one.wait_for(r"^Page One is ready on")
        one.process.send_signal(signal.SIGINT)
        assert one.end() == 0
        assert [line for line in one.lines if "table" in line.lower()] == []


def test_an_address_that_is_taken_is_told_before_anything_starts(page: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with run(f"--web-address=127.0.0.1:{port}", f"--page={page}") as one:
            assert one.end() == 1
    text = "".join(one.lines)
    assert f"--web-address 127.0.0.1:{port}: cannot listen there, the port is taken" in text
    assert "Page One is ready" not in text


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("--web-address=nowhere",), 1, "--web-address nowhere: expects HOST:PORT"),
        (("--page=tests/tools",), 1, "--page tests/tools: "),
        (("--threads=many",), 2, "threads"),
        (("--help",), 0, "--web-address HOST:PORT"),
    ],
)
def test_wrong_arguments_end_it_with_a_sentence(arguments: tuple[str, ...], status: int, told: str) -> None:
    """Those of `pageone serve` are told by it, with its exit status."""
    with run(*arguments) as one:
        assert one.end() == status
    assert told in "".join(one.lines)
