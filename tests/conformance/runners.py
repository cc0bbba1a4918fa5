"""Runners: where they are, and one run of one (README.md, "The runner")."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread, Timer
from time import monotonic
from typing import Final

from tests import needs
from tests.conformance.python_runner import NO_SUCH_TRANSPORT
from tests.envoy import envoy
from tests.load.process import own_server

FOLDER: Final = needs.ROOT / "build" / "conformance"
SCENARIOS: Final = Path(__file__).with_name("scenarios.json")
TICKET_KEYS: Final = Path(__file__).with_name("ticket-keys.txt")
TRANSPORTS: Final = ("native", "grpc-web")
#: Seconds that a run of all scenarios may take.
PATIENCE: Final = 200.0
#: Bytes of a line; a runner that never ends one would fill the memory meanwhile.
_LONGEST_LINE: Final = 4_000_000

#: The languages that clients/ has, the transports that each must have, and what builds its runner.
_MUST: Final[dict[str, tuple[str, ...]]] = {
    "python": ("native",),
    "typescript": ("native", "grpc-web"),
    "typescript-chromium": ("grpc-web",),
    "go": ("native", "grpc-web"),
    "java": ("native",),
    "rust": ("native", "grpc-web"),
}
_NEEDS: Final = {
    "typescript": "needs Node.js 20 and npm",
    "typescript-chromium": "with Chromium: make ops-debian",
    "go": "needs Go",
    "java": "needs a JDK 17 and Maven",
    "rust": "needs Rust",
}


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its runner's command, empty when it is not there, and the transports that it must have."""

    name: str
    command: tuple[str, ...]
    must: tuple[str, ...]

    @property
    def remedy(self) -> str:
        """How its runner is got."""
        language, _, _ = self.name.partition("-")
        return f"make clients-{language} ({_NEEDS.get(self.name, 'see its README')})"


@dataclass(frozen=True, slots=True)
class Played:
    """What a runner says of a scenario."""

    scenario: str
    passed: bool
    message: str = ""


@dataclass(slots=True)
class Run:
    """A run of one language over one transport. ``fault``: why it counts as failed as a whole, ``absent``: why it was
    not to be had.
    """

    language: str
    transport: str
    results: list[Played] = field(default_factory=list)
    seconds: float = 0.0
    fault: str = ""
    absent: str = ""

    @property
    def failures(self) -> list[Played]:
        """The scenarios that failed."""
        return [result for result in self.results if not result.passed]

    @property
    def good(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.fault and not self.failures


def languages() -> list[Language]:
    """Every language that clients/ has, with a runner or without, then other runners that lie in build/conformance."""
    python = (sys.executable, "-m", "tests.conformance.python_runner")
    found = [Language("python", python, _MUST["python"])]
    built = {path.name for path in FOLDER.glob("*") if path.is_file() and os.access(path, os.X_OK)}
    for name in [*_MUST, *sorted(built - _MUST.keys())][1:]:
        command = (str(FOLDER / name),) if name in built else ()
        found.append(Language(name, command, _MUST.get(name, ())))
    return found


@dataclass(frozen=True, slots=True)
class Server:
    """Where runners find the service: of each transport its address; of one that is not there, why."""

    addresses: dict[str, str]
    absent: dict[str, str] = field(default_factory=dict)


@contextmanager
def serving() -> Iterator[Server]:
    """A server of this checkout in a process of its own, and Envoy before it, where that is installed."""
    with own_server("--ticket-keys-file", str(TICKET_KEYS)) as server:
        native = {"native": f"http://{server.address}"}
        if needs.find("envoy") is None:
            yield Server(native, {"grpc-web": "Envoy is not installed: make edge-tools"})
            return
        with envoy([server]) as edge:
            yield Server({**native, "grpc-web": f"http://{edge.address}"})


def run(
    language: Language,
    transport: str,
    server: Server,
    scenarios: Path = SCENARIOS,
    told: Callable[[int], object] = lambda _: None,
) -> Run:
    """Let a runner play a file; ``told`` hears how many scenarios it has played.

    It is a fault when the runner says nothing of a scenario, or of another one, when its exit status does not fit what
    it says, when it takes too long, and when it lacks a transport that its language must have.
    """
    found = Run(language.name, transport)
    if transport not in server.addresses:
        found.absent = server.absent[transport]
        return found
    names = [scenario["name"] for scenario in json.loads(scenarios.read_text(encoding="utf-8"))["scenarios"]]
    address = server.addresses[transport]
    command = [*language.command, "--scenarios", str(scenarios), "--address", address, "--transport", transport]
    began = monotonic()
    try:
        status, errors = _play(command, found, told)
    except OSError as error:
        found.fault = f"it cannot be started: {error}"
        return found
    found.seconds = monotonic() - began
    if status == NO_SUCH_TRANSPORT and not found.results:
        found.absent = errors or "no such transport"
        if transport in language.must:
            found.fault = f"{language.name} must have {transport}: {found.absent}"
        return found
    found.fault = found.fault or _fault(found, names, status, errors)
    return found


def _play(command: Sequence[str], found: Run, told: Callable[[int], object]) -> tuple[int, str]:
    """Run a command and read its lines; its exit status, and the end of what it wrote to standard error."""
    with subprocess.Popen(
        command,
        cwd=needs.ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        timer = Timer(PATIENCE, _end, (process,))
        timer.start()
        errors: list[bytes] = []
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            # Read beside the lines: a full pipe would stop the runner.
            reader = Thread(target=lambda pipe: errors.append(pipe.read()), args=(process.stderr,), daemon=True)
            reader.start()
            for line in iter(partial(process.stdout.readline, _LONGEST_LINE), b""):
                try:
                    found.results.append(_played(line))
                except (ValueError, TypeError, RecursionError) as error:
                    found.fault = f"not a line of a runner: {line[:200]!r} ({error})"
                    break
                told(len(found.results))
            if found.fault:
                _end(process)
            status = process.wait(PATIENCE)
            reader.join(PATIENCE)
        finally:
            if not timer.is_alive():
                found.fault = f"it was ended after {PATIENCE:g} s"
            timer.cancel()
            if process.poll() is None:
                _end(process)
    return status, b"".join(errors).decode(errors="replace").strip()[-1000:]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a runner and whatever it has started, such as a browser."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _played(line: bytes) -> Played:
    said = json.loads(line)
    if not isinstance(said, dict) or set(said) != {"scenario", "passed", "message"}:
        raise ValueError("not an object with scenario, passed and message")
    if not isinstance(said["passed"], bool):
        raise TypeError("passed is true or false")
    if not isinstance(said["scenario"], str) or not isinstance(said["message"], str):
        raise TypeError("scenario and message are texts")
    if said["passed"] == bool(said["message"]):
        raise ValueError("a message belongs to what failed, and only to that")
    return Played(**said)


def _fault(found: Run, names: Sequence[str], status: int, errors: str) -> str:
    reported = [result.scenario for result in found.results]
    if reported != list(names):
        missing = [name for name in names if name not in reported]
        what = (
            f"nothing of {len(missing)} scenarios, first of {missing[0]!r}"
            if missing
            else "other scenarios than it got"
        )
        return f"it reports {what}; exit status {status}; {errors}".rstrip("; ")
    wanted = 1 if found.failures else 0
    return "" if status == wanted else f"exit status {status}, not {wanted}; {errors}".rstrip("; ")
