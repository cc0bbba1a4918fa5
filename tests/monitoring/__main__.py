"""Run servers under mixed traffic with a Prometheus for some minutes, and draw the dashboard of it.

Writes docs/dashboard.png. Run by `make dashboard-picture`.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import signal
import subprocess
import tempfile
import time
from datetime import timedelta
from pathlib import Path

import grpc

from tests.monitoring.prometheus import ROOT, prometheus
from tests.monitoring.traffic import Caller, going_on
from tests.service.certificates import Authority
from tests.service.workers import Workers, workers

#: Seconds that the traffic takes to swell and sink.
_TIDE = 130.0
#: Seconds between two scrapes.
_INTERVAL = 4.0


def main() -> None:
    """Run, and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0, help="how long the traffic goes on")
    parser.add_argument("--callers", type=int, default=6, help="connections; half to each server")
    parser.add_argument("--python", default=".tools/draw/bin/python", help="one that has matplotlib")
    parser.add_argument("--output", type=Path, default=ROOT / "docs/dashboard.png")
    given = parser.parse_args()
    authority = Authority()
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / each for each in ("tls", "workers", "prometheus")]
        for folder in folders:
            folder.mkdir()
        files = authority.issue(life=timedelta(days=60)).write(folders[0])
        limits = {"threads": "2", "max_waiting": "8", "rate_per_second": "60", "rate_burst": "60"}
        with (
            workers(folders[0], 1, **files, **limits) as single,
            workers(folders[1], 2, max_waiting="8") as several,
            prometheus(folders[2], _names(single, several), _INTERVAL) as found,
        ):
            credentials = grpc.ssl_channel_credentials(authority.pem)
            callers = [
                Caller(single.address, number, credentials) if number % 2 else Caller(several.address, number)
                for number in range(given.callers)
            ]
            with going_on(callers, _tide):
                _go_wrong(Caller(several.address, 99), several, given.seconds)
            command = [given.python, "-m", "tools.draw_dashboard", "--prometheus", found.url]
            command += ["--end", str(time.time()), "--seconds", str(given.seconds - 30)]
            command += ["--interval", f"{4 * _INTERVAL:.0f}s", "--output", str(given.output)]
            subprocess.run(command, check=True, cwd=ROOT)


def _names(*servers: Workers) -> dict[str, str]:
    return {server.admin_address: f"table-{place}" for place, server in enumerate(servers)}


def _tide(seconds: float) -> float:
    """Pauses that get shorter and longer."""
    return random.expovariate(1) * (0.09 + 0.07 * math.cos(seconds / _TIDE * 2 * math.pi))


def _go_wrong(caller: Caller, several: Workers, seconds: float) -> None:
    """Now and then a storm of calls; halfway a worker is killed."""
    end = time.monotonic() + seconds
    killed = False
    while time.monotonic() < end:
        time.sleep(min(20.0, max(0.0, end - time.monotonic())))
        caller.storm(400)
        if not killed and end - time.monotonic() < seconds / 2:
            killed = True
            os.kill(several.pids()[0], signal.SIGKILL)
    caller.close()


if __name__ == "__main__":
    main()
