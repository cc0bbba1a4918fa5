"""A process that thinks: it has the rules engine, and neither gRPC nor a port. Started by `thinking`.

Whatever comes over its standard input it thinks about, one job after another, and ends when that ends.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from time import monotonic
from typing import Any, BinaryIO, Final, NamedTuple, TypeAlias

from pageone_engine.actions import Action
from pageone_engine.state import View

#: How a strength thinks: about a view, with a seed, for so many seconds.
Think: TypeAlias = Callable[[View, bytes, float], Action | None]
#: A length is this many bytes.
LENGTH: Final = 4
#: Lower in priority than what serves: thinking takes what processor time is left.
_NICE: Final = 10
#: Seconds that a job has at least, however late it comes.
_LEAST: Final = 0.005


class Job(NamedTuple):
    """What to think about: ``function`` names a `Think` as ``module:name``.

    ``until`` is monotonic time, which all processes of a machine share.
    """

    function: str
    view: View
    seed: bytes
    until: float


class Thought(NamedTuple):
    """What came of a job: an action, or none; ``error`` names what was raised, without its words."""

    action: Action | None
    error: str


def packed(value: object) -> bytes:
    """A value as it goes through a pipe: its length, itself."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH, "big") + data


def think(job: Job) -> Thought:
    """Do a job; what it raises becomes a thought, too."""
    try:
        module, _, name = job.function.partition(":")
        function: Think = getattr(import_module(module), name)
        action = function(job.view, job.seed, max(job.until - monotonic(), _LEAST))
    except Exception as error:
        return Thought(None, type(error).__name__)
    return Thought(action, "")


def main() -> None:
    """Think until nobody asks any more; the first thing said is None, when it is ready."""
    os.nice(_NICE)
    jobs, thoughts = _pipes()
    thoughts.write(packed(None))
    thoughts.flush()
    while True:
        length = jobs.read(LENGTH)
        if len(length) < LENGTH:
            return
        job: Any = pickle.loads(jobs.read(int.from_bytes(length, "big")))
        thoughts.write(packed(think(job)))
        thoughts.flush()


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Where jobs come from and thoughts go; whatever prints must not print in between."""
    jobs = os.fdopen(os.dup(0), "rb")
    thoughts = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    sys.stdout = sys.stderr
    return jobs, thoughts


def run() -> None:
    """The process: `main`, quiet about how it is ended."""
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        # Ctrl-C in a terminal goes to every process there; whoever started this one ends it.
        sys.exit(0)
