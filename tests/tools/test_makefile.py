"""The list of commands, and what a newcomer sees of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.lock import ROOT

MAKE = shutil.which("make")
pytestmark = pytest.mark.skipif(MAKE is None, reason="make runs the tests, but they can be run without it")


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make in `folder` and return what it printed, in English and without what an outer make passes on."""
    assert MAKE is not None
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"}
    command = [MAKE, "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_help_is_the_default_and_lists_every_target() -> None:
    """`make` alone names each command with a few words."""
    targets = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    listed = re.findall(r"^  make (\S+) +\S", make(ROOT).stdout, re.MULTILINE)
    assert sorted(listed) == sorted(targets)
    assert {"setup", "run", "test", "check", "demo", "bench", "soak", "proto", "lock", "cover", "clean"} <= set(listed)


def test_an_old_python_is_told_so(tmp_path: Path) -> None:
    """With an interpreter before 3.11 nothing is installed; the message names it and the remedy."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    example = "clients/python/examples/host"
    (tmp_path / example).mkdir(parents=True)
    for name in ("pyproject.toml", "clients/python/pyproject.toml", f"{example}/pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    old = tmp_path / "python-old"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.1 && exit 0\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    done = make(tmp_path, "setup", f"PYTHON={old}")
    assert done.returncode != 0
    assert "needs Python 3.11 or newer" in done.stderr
    assert "Python 3.9.1" in done.stderr
    assert "make setup PYTHON=python3.12" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_ci_script_is_valid() -> None:
    """`.ci/run` parses, stops at the first failure and ends with the tests."""
    script = ROOT / ".ci" / "run"
    subprocess.run(["bash", "-n", str(script)], check=True, timeout=60)
    lines = script.read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in lines
    assert "make check" in lines
    assert any(line.startswith("export ") and "PAGEONE_REQUIRE=all" in line for line in lines)
    assert lines[-1] == "make test"
