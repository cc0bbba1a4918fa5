"""Ways to think that only tests have: run in a thinker's process, named by ``tests.service.thoughts:name``."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from time import monotonic

from pageone_engine.actions import Action
from pageone_engine.bots import suggest
from pageone_engine.state import View
from pageone_engine.terms import Strength

MODULE = "tests.service.thoughts:"


def until_the_deadline(view: View, seed: bytes, seconds: float) -> Action | None:
    """Think as long as one may, with all the processor that one gets."""
    until = monotonic() + seconds
    while True:
        action = suggest(view, Strength.NORMAL, seed)
        if monotonic() >= until:
            return action


def normal(view: View, seed: bytes, seconds: float) -> Action | None:
    """What NORMAL does."""
    return suggest(view, Strength.NORMAL, seed)


def breaks(view: View, seed: bytes, seconds: float) -> Action | None:
    """Break with words that nobody may see."""
    raise ValueError("the hand is 7C 8C")


def dies(view: View, seed: bytes, seconds: float) -> Action | None:
    """Die as by the kernel's out-of-memory killer."""
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def dies_once(view: View, seed: bytes, seconds: float) -> Action | None:
    """Die, but not again: the seed is the path of a file that says so."""
    told = Path(seed.decode())
    if not told.exists():
        told.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return suggest(view, Strength.NORMAL)


def never_ends(view: View, seed: bytes, seconds: float) -> Action | None:
    """Go on beyond all bounds."""
    while True:
        pass


def chatters(view: View, seed: bytes, seconds: float) -> Action | None:
    """Print, and tell which modules are there."""
    print("I think", flush=True)
    assert "grpc" not in sys.modules
    assert "google.protobuf" not in sys.modules
    assert os.nice(0) >= 10
    return suggest(view, Strength.NORMAL, seed)
