"""h2load, with the server's own counters beside it: h2load takes a gRPC error, whose HTTP status is 200, for a success.

``python -m tests.load.h2load`` sends a real request to a server of its own:

    python -m tests.load.h2load --method ApplyAction --requests 20000 --clients 16
    python -m tests.load.h2load --method BatchApplyActions --requests 200 --clients 4

h2load is in Debian's package nghttp2-client (``make ops-debian``).
"""

from __future__ import annotations

import argparse
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from .bodies import METHODS, Body, body_of
from .process import ServerProcess, own_server

_FINISHED = re.compile(r"finished in [\d.]+(?:us|ms|s), ([\d.]+) req/s")
_REQUESTS = re.compile(
    r"requests: (\d+) total, (\d+) started, (\d+) done, (\d+) succeeded, (\d+) failed, (\d+) errored"
)
#: Beyond any run of ours.
_TIMEOUT = 900.0


class MiscountedError(Exception):
    """What h2load calls a success and what the server answered with OK differ: the text has both."""


@dataclass
class Shots:
    """What h2load found: requests, HTTP's successes, requests a second, and each one's microseconds, ascending."""

    requests: int
    succeeded: int
    rate: float
    micros: list[int] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Milliseconds within which ``share`` (0 to 1) of the requests were answered."""
        at = min(len(self.micros) - 1, int(share * len(self.micros)))
        return self.micros[at] / 1000


def framed(message: bytes) -> bytes:
    """A gRPC message as HTTP/2 carries it: not compressed, its length, the message."""
    return b"\0" + struct.pack(">I", len(message)) + message


def shoot(
    address: str,
    body: Body,
    requests: int,
    *,
    clients: int = 16,
    streams: int = 1,
    rps: float = 0,
    core: int | None = None,
    headers: Sequence[str] = (),
    scheme: str = "http",
) -> Shots:
    """Send a body so many times over so many connections with so many calls at once on each.

    ``rps``: calls a second altogether; 0: as fast as they are answered. ``core``: the one core h2load may use.
    ``headers``: more of them, ``name: value``; ``scheme``: https speaks TLS, and trusts any certificate.
    """
    with tempfile.TemporaryDirectory() as place:
        data, log = Path(place, "body"), Path(place, "log")
        data.write_bytes(framed(body.message))
        command = [
            *(["taskset", "--cpu-list", str(core)] if core is not None else []),
            *("h2load", f"--requests={requests}", f"--clients={clients}", f"--max-concurrent-streams={streams}"),
            *("--threads=1", f"--data={data}", f"--log-file={log}"),
            *("--header=content-type: application/grpc", "--header=te: trailers"),
            *([f"--rps={rps / clients:.3f}"] if rps else []),
            *(f"--header={header}" for header in headers),
            f"{scheme}://{address}{body.path}",
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT, check=True)
        micros = sorted(int(line.split("\t")[2]) for line in log.read_text(encoding="ascii").splitlines())
    return _read(done.stdout, micros)


def _read(text: str, micros: list[int]) -> Shots:
    rate, counts = _FINISHED.search(text), _REQUESTS.search(text)
    if rate is None or counts is None:
        raise RuntimeError(f"h2load said what we cannot read:\n{text}")
    return Shots(int(counts[1]), int(counts[4]), float(rate[1]), micros)


def counted(server: ServerProcess, body: Body, requests: int, **how: object) -> Shots:
    """`shoot`, and the server's own count beside it: `MiscountedError` unless every call was answered with OK."""
    before = server.handled(body.method)
    shots = shoot(server.address, body, requests, **how)  # type: ignore[arg-type]
    after = server.handled(body.method)
    answered = {code: count - before.get(code, 0) for code, count in after.items() if count != before.get(code, 0)}
    if answered != {"OK": requests} or shots.succeeded != requests:
        raise MiscountedError(
            f"{requests:,} calls of {body.method}: h2load calls {shots.succeeded:,} a success, "
            f"the server has ended {answered}"
        )
    return shots


def main(given: list[str]) -> int:
    """0 when every call was answered with OK by the server's count too; 1 when not; 2 without h2load."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.load.h2load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--method", choices=METHODS, default="ApplyAction", help="what is called (default: ApplyAction)"
    )
    parser.add_argument("--viewers", type=int, default=0, help="seats to prepare an update for, 0 to 4 (default: 0)")
    parser.add_argument("--rules", default="american_page_one", help="the preset (default: american_page_one)")
    parser.add_argument("--requests", type=int, default=10_000, help="calls (default: 10000)")
    parser.add_argument("--clients", type=int, default=16, help="connections (default: 16)")
    parser.add_argument("--streams", type=int, default=1, help="calls at once on each connection (default: 1)")
    parser.add_argument("--rps", type=float, default=0, help="calls a second; 0: as fast as answered (default: 0)")
    parser.add_argument("serve", nargs="*", metavar="-- FLAG", help="flags of `pageone serve` for the server")
    options = parser.parse_args(given)
    if shutil.which("h2load") is None:
        print("h2load is missing: it is in Debian's package nghttp2-client", file=sys.stderr)
        return 2
    body = body_of(options.method, options.rules, viewers=options.viewers)
    with ExitStack() as stack:
        server = stack.enter_context(own_server("--log-level=warning", *options.serve))
        cpu = server.cpu_seconds()
        how = {"clients": options.clients, "streams": options.streams, "rps": options.rps}
        try:
            shots = counted(server, body, options.requests, **how)
        except MiscountedError as error:
            print(error, file=sys.stderr)
            return 1
        cpu = server.cpu_seconds() - cpu
        print(
            f"{options.requests:,} calls of {options.method}, all answered with OK by the server's count: "
            f"{shots.rate:,.0f} a second; ms p50 {shots.percentile(0.5):.2f}, p99 {shots.percentile(0.99):.2f}; "
            f"the server's CPU {cpu / options.requests * 1e6:,.0f} µs a call, "
            f"its memory {server.resident_bytes() >> 20} MiB"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
