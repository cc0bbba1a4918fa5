"""What several workers gain: ApplyAction with one process, with one process bound to a core, and with two workers.

``python -m tests.bench.workers`` prints a table for docs/workers.md: calls a second, and the processor time of the
server for a call, in turns in one run. h2load needs processor time, too: with two cores it takes it from two workers,
and from one process it does not, so that there the ratio of the processor times tells more than that of the rates.
"""

from __future__ import annotations

import os
from contextlib import ExitStack

from tests.load.bodies import body_of
from tests.load.process import own_server

from .served import arguments, in_turns, runner, table

ONE, BOUND, TWO = "one process", "one process on one core", "two workers"
CLIENTS = 32


def main() -> None:
    """Measure and print."""
    options = arguments("tests.bench.workers", __doc__)
    body = body_of("ApplyAction", "american_page_one")
    core = min(os.sched_getaffinity(0))
    with ExitStack() as stack:
        servers = {
            ONE: stack.enter_context(own_server("--log-level=warning")),
            BOUND: stack.enter_context(own_server("--log-level=warning", core=core)),
            TWO: stack.enter_context(own_server("--log-level=warning", "--workers=2")),
        }
        contestants = {name: runner(server, body, clients=CLIENTS) for name, server in servers.items()}
        turns = in_turns(contestants, options)
        memory = {name: f"{server.resident_bytes() >> 20} MiB" for name, server in servers.items()}
    print(*table(turns, BOUND, {"largest process": memory}), sep="\n")


if __name__ == "__main__":
    main()
