"""The release before this one, as a server: its own code from this repository's history, in this environment."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import pytest
from pageone_service.metrics import package_version

from tests import needs
from tests.load.process import ServerProcess, serve_command, started

#: Until there is a tag: the commit at which the service had its engine and EngineService whole, before SoloService.
_FIRST: Final = "a8e4fc1194bcae9027aca02a093595a55d2bf075"
_FOLDERS: Final = ("engine", "service", "clients/python")


def revision() -> str:
    """The newest release tag that is not this version's, or else the first whole state of the service."""
    tags = _git("tag", "--list", "v*", "--sort=-v:refname", "--merged", "HEAD").decode().split()
    return next((tag for tag in tags if tag != f"v{package_version()}"), _FIRST)


def extracted(into: Path) -> str:
    """Put the code of the release into a folder; its revision. Skips where the history has not got it."""
    if not (needs.ROOT / ".git").exists():
        pytest.skip("no git history here: the release before this one is taken from it")
    if _git("rev-parse", "--is-shallow-repository").strip() == b"true":
        pytest.skip("a shallow clone: git fetch --unshallow brings the release before this one")
    name = revision()
    with tarfile.open(fileobj=io.BytesIO(_git("archive", name, *_FOLDERS))) as archive:
        archive.extractall(into, filter="data")
    return name


def previous_server(folder: Path, *arguments: str) -> AbstractContextManager[ServerProcess]:
    """A server of the release whose code is in ``folder``; ends with the context."""
    paths = [str(folder / each) for each in _FOLDERS]
    code = (
        f"import sys; sys.path[:0] = {paths!r}; import pageone_service as it; "
        f"assert it.__file__.startswith({paths[1]!r}), it; "
        "from pageone_service.cli import main; main()"
    )
    command = serve_command(*arguments)
    return started([sys.executable, "-c", code, *command[command.index("serve") :]])


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=needs.ROOT, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout
