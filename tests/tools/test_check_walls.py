"""The check that the engine is pure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.check_walls import ENGINE, faults, faults_of_module


@pytest.mark.parametrize(
    "source",
    [
        "import hashlib",
        "from collections.abc import Sequence",
        "from pageone_engine.cards import Card",
        "from . import cards",
        "from .cards import Card",
        "file.open()",
        "import json as text",
    ],
)
def test_pure_code_passes(source: str) -> None:
    """The engine may use itself and what only computes."""
    assert faults_of_module(source, "m.py") == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import grpc", "import grpc"),
        ("import math, random", "import random"),
        ("from time import monotonic", "import time"),
        ("import os.path", "import os.path"),
        ("import pageone_service", "import pageone_service"),
        ("from pageone.v1 import card_pb2", "import pageone.v1"),
        ("def f():\n    import secrets", "import secrets"),
        ("open('f')", "call open()"),
        ("print(1)", "call print()"),
    ],
)
def test_impure_code_is_named(source: str, fault: str) -> None:
    """A third party, a clock, a generator, a file: named with file and line, wherever it stands."""
    line = source.count("\n") + 1
    assert faults_of_module(source, "m.py") == [f"m.py:{line}: the engine may not {fault}"]


def test_every_module_of_the_engine_is_read(tmp_path: Path) -> None:
    """Modules in subpackages are held to the same walls."""
    room = tmp_path / ENGINE / "bots"
    room.mkdir(parents=True)
    (room / "easy.py").write_text("import random\n", encoding="utf-8")
    assert faults(tmp_path) == ["engine/pageone_engine/bots/easy.py:1: the engine may not import random"]
