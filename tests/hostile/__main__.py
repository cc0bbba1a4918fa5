"""Measure the service under hostile and excessive callers: ``python -m tests.hostile [PART ...]``.

Each part starts a server of its own on loopback. The exit status is 1 when a bound is missed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable
from functools import partial

from rich.console import Console

from . import attacking, memory, saturated, thinking
from .figures import Figure, Tell, show

PARTS = ("attacks", "saturated", "thinking", "memory")


def parts(options: argparse.Namespace) -> dict[str, Callable[[Tell], list[Figure]]]:
    """What each part measures, with the sizes of the command line."""
    return {
        "attacks": partial(attacking.measure, options.scale),
        "saturated": partial(saturated.measure, options.seconds),
        "thinking": partial(thinking.measure, options.thinking_calls),
        "memory": partial(memory.measure, options.calls),
    }


def main(given: list[str]) -> int:
    """0 when all bounds hold, 1 when one is missed, 2 without h2load."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("part", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--scale", type=float, default=1.0, help="size of the attacks, 1: full (default: 1)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to saturate (default: 60)")
    parser.add_argument("--thinking-calls", type=int, default=2000, help="calls beside thinking (default: 2000)")
    parser.add_argument("--calls", type=int, default=1_000_000, help="calls to watch the memory for (default: 1000000)")
    options = parser.parse_args(given)
    wrong = sorted(set(options.part) - set(PARTS))
    if wrong:
        parser.error(f"no such part: {', '.join(wrong)}; there are {', '.join(PARTS)}")
    if shutil.which("h2load") is None:
        print("h2load is missing: it is in Debian's package nghttp2-client", file=sys.stderr)
        return 2
    console = Console()
    hold = True
    measures = parts(options)
    for part in options.part or PARTS:
        with console.status(part) as status:

            def tell(what: str, part: str = part) -> None:
                status.update(f"{part}: {what}")

            figures = measures[part](tell)
        hold &= show(part, figures, console)
    return 0 if hold else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
