"""What it costs to know who calls: ApplyAction without authentication, with tokens and over TLS, in turns.

``python -m tests.bench.auth`` prints a table for docs/security.md: calls a second and the server's processor time for a
call, each also as the ratio to the server without authentication in the same round. Needs h2load, and two cores to
be worth something.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.load.bodies import body_of
from tests.load.h2load import counted
from tests.load.process import ServerProcess, own_server
from tests.service.certificates import Authority
from tests.service.tokens import ApiKeyFile, Issuer

from .interleave import interleave, paired_ratio
from .service import CLIENTS, Turn, cores

NOBODY = "no authentication"


def runner(server: ServerProcess, headers: Sequence[str], scheme: str) -> Callable[[float], Turn]:
    """Turns of about so many seconds of ApplyAction with these headers."""
    _, core = cores()
    body = body_of("ApplyAction", "american_page_one")
    rate = 0.0

    def run(seconds: float) -> Turn:
        nonlocal rate
        calls = max(8 * CLIENTS, int(rate * seconds))
        before = server.cpu_seconds()
        shots = counted(server, body, calls, clients=CLIENTS, core=core, headers=headers, scheme=scheme)
        rate = shots.rate
        return Turn(calls, calls / shots.rate, cpu=server.cpu_seconds() - before)

    return run


def runners(folder: Path, stack: ExitStack) -> dict[str, Callable[[float], Turn]]:
    """A server for each way to know who calls, and its turns."""
    core, _ = cores()
    keys, issuer = ApiKeyFile(folder, host="engine"), Issuer()
    files = {
        "API key": keys.settings,
        "JWT, remembered": issuer.write(folder),
        "TLS": Authority().issue().write(folder),
    }
    shown = {
        "API key": [f"authorization: Bearer {keys.keys['host']}"],
        "JWT, remembered": [f"authorization: Bearer {issuer.token(exp=2_000_000_000)}"],
    }
    found = {}
    for name in (NOBODY, *files):
        flags = [f"--{setting.replace('_', '-')}={value}" for setting, value in files.get(name, {}).items()]
        server = stack.enter_context(own_server("--log-level=warning", *flags, core=core))
        found[name] = runner(server, shown.get(name, ()), "https" if name == "TLS" else "http")
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.auth", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="turns of each (default: 7)")
    parser.add_argument("--seconds", type=float, default=2.0, help="of a turn, about (default: 2)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        contestants = runners(Path(folder), stack)
        interleave(contestants, 2, options.seconds / 4)  # warms up
        turns = interleave(contestants, options.rounds, options.seconds)
    print("| | calls a second | ratio | server's CPU a call | ratio |\n|---|---|---|---|---|")
    for name, played in turns.items():
        micros = median(turn.micros for turn in played)
        cpu = median(own.micros / bare.micros for own, bare in zip(played, turns[NOBODY], strict=True))
        rate, ratio = median(turn.rate for turn in played), paired_ratio(played, turns[NOBODY])
        print(f"| {name} | {rate:,.0f} | {ratio:.2f} | {micros:.0f} µs | {cpu:.2f} |")


if __name__ == "__main__":
    main()
