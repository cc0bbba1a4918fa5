"""What several workers gain: ApplyAction with one process, with one process bound to a core, and with two workers.

``python -m tests.bench.workers`` prints a table for docs/workers.md: calls a second, and the processor time of the
server for a call, in turns in one run. h2load needs processor time, too: with two cores it takes it from two workers,
and from one process it does not, so that there the ratio of the processor times tells more than that of the rates.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median

from tests.load.bodies import Body, body_of
from tests.load.h2load import counted
from tests.load.process import ServerProcess, own_server

from .interleave import interleave, paired_ratio
from .service import Turn

ONE, BOUND, TWO = "one process", "one process on one core", "two workers"
CLIENTS = 32


def runner(server: ServerProcess, body: Body) -> Callable[[float], Turn]:
    """Turns of about so many seconds."""
    rate = 0.0

    def run(seconds: float) -> Turn:
        nonlocal rate
        calls = max(8 * CLIENTS, int(rate * seconds))
        before = server.cpu_seconds()
        rate = counted(server, body, calls, clients=CLIENTS).rate
        return Turn(calls, calls / rate, cpu=server.cpu_seconds() - before)

    return run


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.workers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="turns of each (default: 7)")
    parser.add_argument("--seconds", type=float, default=2.0, help="of a turn, about (default: 2)")
    options = parser.parse_args()
    body = body_of("ApplyAction", "american_page_one")
    core = min(os.sched_getaffinity(0))
    with ExitStack() as stack:
        servers = {
            ONE: stack.enter_context(own_server("--log-level=warning")),
            BOUND: stack.enter_context(own_server("--log-level=warning", core=core)),
            TWO: stack.enter_context(own_server("--log-level=warning", "--workers=2")),
        }
        contestants = {name: runner(server, body) for name, server in servers.items()}
        interleave(contestants, 2, options.seconds / 4)  # warms up
        turns = interleave(contestants, options.rounds, options.seconds)
        memory = {name: server.resident_bytes() >> 20 for name, server in servers.items()}
    print("| | calls a second | ratio | server's CPU a call | ratio | largest process |\n|---|---|---|---|---|---|")
    for name, played in turns.items():
        micros = median(turn.micros for turn in played)
        cpu = median(own.micros / bare.micros for own, bare in zip(played, turns[BOUND], strict=True))
        rate, ratio = median(turn.rate for turn in played), paired_ratio(played, turns[BOUND])
        print(f"| {name} | {rate:,.0f} | {ratio:.2f} | {micros:.0f} µs | {cpu:.2f} | {memory[name]} MiB |")


if __name__ == "__main__":
    main()
