"""Workers killed under load, one after another: ``python -m tests.kill_workers -n 20``.

Callers with the client's retry policy call without pause; a worker gets SIGKILL, and the next one when the last is
back. Exit code 1 when a caller saw a failure, a scrape was not complete, a count went down, or a worker took more than
two seconds to be back or more than 80 MB.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tests.service.workers import Callers, Workers, flaws, wait_for, workers

CALLERS = 2
THREADS = 4
BACK_SECONDS = 2.0
MEMORY_MB = 80.0


@dataclass
class Kill:
    """One kill: seconds until the supervisor had noticed, until another was ready, and until it had answered a call."""

    noticed: float
    ready: float
    answered: float


@dataclass
class Findings:
    """What was seen in all."""

    kills: list[Kill] = field(default_factory=list)
    flaws: list[str] = field(default_factory=list)
    scrapes: int = 0
    answered: int = 0
    most_mb: dict[str, float] = field(default_factory=dict)


def call_until_told(address: str) -> None:
    """A process of callers: calls until its stdin ends, then tells how it went."""
    with Callers(address, THREADS) as callers:
        sys.stdin.read()
        callers.stop()
    print(json.dumps({"answered": callers.answered, "errors": [str(error) for error in callers.errors]}))


@contextmanager
def load(address: str, findings: Findings) -> Iterator[None]:
    """Callers for the time of the block; what they saw goes into the findings."""
    command = [sys.executable, "-m", "tests.kill_workers", "--call", address]
    callers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(CALLERS)
    ]
    try:
        yield
        for caller in callers:
            told = json.loads(caller.communicate(timeout=120)[0])
            findings.answered += told["answered"]
            findings.flaws += [f"a caller saw: {error}" for error in told["errors"]]
    finally:
        for caller in callers:
            if caller.poll() is None:
                caller.kill()
                caller.communicate()


def scraped(service: Workers, findings: Findings, before: dict[str, float]) -> dict[str, float]:
    """A further scrape, compared with the one before."""
    after = service.scrape()
    findings.scrapes += 1
    findings.flaws += flaws(before, after)
    for name, value in after.items():
        if name.startswith("process_resident_memory_bytes"):
            who = name.split('"')[1]
            findings.most_mb[who] = max(findings.most_mb.get(who, 0.0), value / 1e6)
    return after


def since(line: dict[str, object], lines: list[dict[str, object]]) -> list[dict[str, object]]:
    """The lines that are later than one."""
    return [later for later in lines if str(later["timestamp"]) > str(line["timestamp"])]


def seconds_after(killed: float, line: dict[str, object]) -> float:
    """From the kill to the line of the log."""
    return datetime.fromisoformat(str(line["timestamp"])).timestamp() - killed


def kill(service: Workers, place: int, findings: Findings, scrape: dict[str, float]) -> dict[str, float]:
    """Kill the worker in a place, and look until another answers there."""
    pid = service.pids()[place]
    died = len(service.log("worker_died", worker=place))
    killed = time.time()
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: len(service.log("worker_died", worker=place)) > died)
    scrape = scraped(service, findings, scrape)
    wait_for(lambda: service.pids()[place] != pid)
    ready = service.log("worker_ready", worker=place)[-1]
    first = wait_for(lambda: since(ready, service.log("call", worker=place)))[0]
    noticed = service.log("worker_died", worker=place)[-1]
    findings.kills.append(Kill(*(seconds_after(killed, line) for line in (noticed, ready, first))))
    return scraped(service, findings, scrape)


def run(kills: int, count: int, every: float) -> Findings:
    """Kill workers in turn, under load, ``every`` so many seconds."""
    findings = Findings()
    with (
        tempfile.TemporaryDirectory() as directory,
        workers(Path(directory), count, log_level="info", metrics_directory=f"{directory}/counts") as service,
    ):
        with load(service.address, findings):
            scrape = scraped(service, findings, {})
            calls = [name for name in scrape if name.startswith("grpc_server_started_total") and "GetView" in name]
            for place in itertools.islice(itertools.cycle(range(count)), kills):
                before = scrape
                time.sleep(every)
                wait_for(lambda before=before: service.scrape()[calls[0]] > before[calls[0]] + 100)  # type: ignore[misc]
                scrape = kill(service, place, findings, scrape)
                print(f"{len(findings.kills)}: {findings.kills[-1]}", flush=True)
        scraped(service, findings, scrape)
        files = {path.name.rpartition("_")[2] for path in Path(f"{directory}/counts").glob("*.db")}
        findings.flaws += [f"files of {len(files)} places"] if len(files) != count else []
        status = service.stop()
        findings.flaws += [f"the stop ended with {status}"] if status != (0, "") else []
    findings.flaws += [f"back after {kill.answered:.2f} s" for kill in findings.kills if kill.answered > BACK_SECONDS]
    findings.flaws += [f"{who} has {mb:.0f} MB" for who, mb in findings.most_mb.items() if mb > MEMORY_MB]
    return findings


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--kills", type=int, default=20, help="how many to kill (20)")
    parser.add_argument("--workers", type=int, default=2, help="how many there are (2)")
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two kills (2)")
    parser.add_argument("--call", metavar="ADDRESS", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.call:
        call_until_told(given.call)
        return 0
    begun = time.monotonic()
    findings = run(given.kills, given.workers, given.every)
    seconds = time.monotonic() - begun
    back = sorted(kill.answered for kill in findings.kills)
    rate = findings.answered / seconds
    print(
        f"{len(back)} kills in {seconds:.0f} s; {findings.answered} calls answered, {rate:.0f}/s\n"
        f"seconds until the next worker answered: median {back[len(back) // 2]:.2f}, longest {back[-1]:.2f}\n"
        f"{findings.scrapes} scrapes compared; most memory, MB: "
        + ", ".join(f"{who} {mb:.0f}" for who, mb in sorted(findings.most_mb.items()))
    )
    for flaw in findings.flaws:
        print(f"FLAW: {flaw}")
    return 1 if findings.flaws else 0


if __name__ == "__main__":
    sys.exit(main())
