"""A server with far more calls than it can take: health answers, the excess is refused at once, nothing is lost."""

from __future__ import annotations

import subprocess
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from time import monotonic, perf_counter

import grpc

from tests.load.bodies import Body, body_of
from tests.load.h2load import framed
from tests.load.process import ServerProcess, own_server

from .figures import Figure, Tell
from .probe import health_probe

#: Connections, and calls at once on each: 320 are always under way, 60 more than there is room for, and whoever is
#: refused comes again at once. How long a refusal takes is how many are to be refused by how fast that goes.
_CLIENTS, _STREAMS = 8, 40
_TIMEOUT = 30.0


class Callers:
    """Callers that come one after the other, slowly, and note how long an answer and how long a refusal takes."""

    def __init__(self, address: str, body: Body) -> None:
        self.answered: list[float] = []
        self.refused: list[float] = []
        self.lost: Counter[str] = Counter()
        self._address, self._body = address, body
        self._over = Event()
        self._threads = [Thread(target=self._call, daemon=True) for _ in range(4)]

    def __enter__(self) -> Callers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(_TIMEOUT * 2)

    def _call(self) -> None:
        with grpc.insecure_channel(self._address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(self._body.path)
            while not self._over.wait(0.02):
                begun = perf_counter()
                try:
                    call(self._body.message, timeout=_TIMEOUT)
                except grpc.RpcError as error:
                    if error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and _says_when_again(error):
                        self.refused.append(perf_counter() - begun)
                    else:
                        self.lost[f"{error.code().name}: {error.details()}"] += 1
                else:
                    self.answered.append(perf_counter() - begun)


def _says_when_again(error: grpc.RpcError) -> bool:
    keys = {each.key for each in error.trailing_metadata() or ()}
    return {"grpc-retry-pushback-ms", "grpc-status-details-bin"} <= keys


def _flood(server: ServerProcess, body: Body, seconds: float, data: Path) -> subprocess.Popen[str]:
    command = [
        *("h2load", f"--duration={seconds:.0f}", f"--clients={_CLIENTS}", f"--max-concurrent-streams={_STREAMS}"),
        *("--threads=1", f"--data={data}", "--header=content-type: application/grpc", "--header=te: trailers"),
        f"http://{server.address}{body.path}",
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def measure(seconds: float, tell: Tell, *arguments: str) -> list[Figure]:
    """Flood a server for ``seconds``."""
    body = body_of("ApplyAction", "american_page_one")
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()), "body")
        data.write_bytes(framed(body.message))
        server = stack.enter_context(own_server("--log-level=warning", *arguments))
        before = server.resident_bytes()
        begun = monotonic()
        flood = _flood(server, body, seconds, data)
        try:
            with health_probe(server.health_address) as health, Callers(server.address, body) as callers:
                while flood.poll() is None and monotonic() < begun + seconds + 60:
                    Event().wait(5)
                    tell(f"{monotonic() - begun:.0f} s, {len(health.answers.seconds):,} answers of health")
        finally:
            flood.kill()
            flood.communicate(timeout=_TIMEOUT)
        handled = server.handled(body.method)
        after = server.resident_bytes()
    other = sum(
        count for code, count in handled.items() if code not in ("OK", "ResourceExhausted", "Canceled", "Cancelled")
    )
    return [
        Figure("seconds", seconds),
        Figure("calls answered", handled.get("OK", 0)),
        Figure("calls refused", handled.get("ResourceExhausted", 0)),
        Figure("calls that ended otherwise, by the server", other, "", 0),
        Figure("callers' calls that ended otherwise", sum(callers.lost.values()), "", 0),
        Figure("callers' answers, p99", _percentile(callers.answered, 0.99), "ms"),
        Figure("callers' refusals", len(callers.refused)),
        Figure("callers' refusals, p50", _percentile(callers.refused, 0.5), "ms", 50),
        Figure("callers' refusals, p99", _percentile(callers.refused, 0.99), "ms", 50),
        Figure("health's answers", len(health.answers.seconds)),
        Figure("health's failures", len(health.answers.failed), "", 0),
        Figure("health, p99", health.answers.percentile(0.99), "ms", 100),
        Figure("memory more than before", (after - before) / (1 << 20), "MiB"),
    ]


def _percentile(seconds: list[float], share: float) -> float:
    ordered = sorted(seconds)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] * 1000 if ordered else 0.0
