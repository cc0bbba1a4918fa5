"""Write the lock files of requirements/, or check without a network that they fit their inputs.

Each lock holds exact versions with hashes for every Python and platform that the project supports
and names no index. Its first line carries a digest of the requirements it was made from; --check
compares that digest, and then each requirement with the version locked for it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"
OLDEST_PYTHON = "3.11"
OWN_PACKAGES = frozenset({"pageone-client", "pageone-host", "pageone-service"})
DIGEST = "# made by `make lock` from requirements with digest "
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


@dataclass(frozen=True)
class Lock:
    """A lock file and what it is made from.

    `extras` are those of the top pyproject.toml; `source` is the file in requirements/ that takes
    its place, if any; `project` is the folder of another project, `beside` when it keeps its lock
    itself; `under` is another lock whose versions this one has to keep; `lowest` takes the oldest
    versions that the direct requirements allow.
    """

    name: str
    extras: tuple[str, ...] = ()
    source: str | None = None
    project: str | None = None
    beside: bool = False
    under: str | None = None
    lowest: bool = False

    @property
    def path(self) -> Path:
        """The lock file."""
        return self.pyproject.parent / "requirements.lock" if self.beside else LOCKS / f"{self.name}.lock"

    @property
    def pyproject(self) -> Path:
        """The project whose requirements these are, where there is no `source`."""
        return ROOT / (self.project or "") / "pyproject.toml"

    def command(self, uv: str) -> list[str]:
        """Return the command that resolves this lock."""
        source = LOCKS / self.source if self.source else self.pyproject
        own = [f"--no-emit-package={name}" for name in sorted(OWN_PACKAGES)]
        return [
            *(uv, "pip", "compile", "--quiet", "--universal", "--generate-hashes"),
            *("--no-header", "--no-annotate", f"--python-version={OLDEST_PYTHON}"),
            *own,
            *(f"--extra={extra}" for extra in self.extras),
            *(("--resolution=lowest-direct",) if self.lowest else ()),
            *(("--constraints", str(LOCKS / f"{self.under}.lock")) if self.under else ()),
            *("--output-file", str(self.path), str(source)),
        ]


ALL = (
    Lock("uv", source="uv.in"),
    Lock("proto", source="proto.in"),
    Lock("edge", source="edge.in"),
    Lock("node", source="node.in"),
    Lock("ops", source="ops.in"),
    Lock("draw", source="draw.in"),
    Lock("docs", source="docs.in"),
    Lock("runtime"),
    Lock("otel", extras=("otel",), under="runtime"),
    Lock("dev", extras=("dev",), under="otel"),
    Lock("build", source="build.in", under="dev"),
    Lock("bench", extras=("bench",), under="dev"),
    Lock("load", extras=("load",), under="dev"),
    Lock("host", project="clients/python/examples/host", beside=True, under="dev"),
    Lock("lowest", extras=("test", "otel"), lowest=True),
    Lock("client-lowest", project="clients/python", extras=("test",), lowest=True),
    Lock("client-highest", project="clients/python", extras=("test",)),
)


def read_toml(path: Path) -> dict[str, Any]:
    """Return the parsed file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def normalized(name: str) -> str:
    """Return a project's name in the form that comparisons use."""
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements(lock: Lock) -> list[str]:
    """Return the requirement lines a lock is made from, our own packages replaced by theirs."""
    if lock.source:
        lines = (LOCKS / lock.source).read_text(encoding="utf-8").splitlines()
        return [text for line in lines if (text := line.split("#")[0].strip())]
    top = read_toml(lock.pyproject)["project"]
    client = read_toml(ROOT / "clients/python/pyproject.toml")["project"]
    wanted = [*top["dependencies"], *client["dependencies"]]
    pending = list(lock.extras)
    while pending:
        for line in top["optional-dependencies"][pending.pop()]:
            own = re.fullmatch(r"pageone-service\[(.+)\]", line)
            if own:
                pending.extend(own[1].split(","))
            else:
                wanted.append(line)
    return sorted({line for line in wanted if project(line) not in OWN_PACKAGES})


def project(line: str) -> str:
    """Return the normalized project name at the start of a requirement line."""
    match = re.match(r"[A-Za-z0-9._-]+", line)
    if not match:
        raise ValueError(f"not a requirement: {line!r}")
    return normalized(match[0])


def digest(lock: Lock) -> str:
    """Return the digest of what a lock is made from."""
    return hashlib.sha256(json.dumps(requirements(lock)).encode()).hexdigest()


def write(lock: Lock, uv: str, upgrade: bool) -> None:
    """Resolve a lock, keeping the versions it has unless `upgrade`, and stamp it."""
    extra = ["--upgrade"] if upgrade else []
    subprocess.run([*lock.command(uv), *extra], check=True, cwd=ROOT)
    body = lock.path.read_text(encoding="utf-8")
    body = "".join(line for line in body.splitlines(keepends=True) if not line.startswith("#"))
    lock.path.write_text(f"{DIGEST}{digest(lock)}\n{body}", encoding="utf-8")


def faults(lock: Lock) -> list[str]:
    """Return what is wrong with a lock, a sentence each."""
    from packaging.requirements import Requirement

    name = f"{lock.project if lock.beside else 'requirements'}/{lock.path.name}"
    if not lock.path.exists():
        return [f"{name} is missing"]
    text = lock.path.read_text(encoding="utf-8")
    found = []
    if text.partition("\n")[0] != DIGEST + digest(lock):
        found.append(f"{name} was made from other requirements")
    if re.search(r"^--(index-url|extra-index-url|find-links)|https?://", text, re.MULTILINE):
        found.append(f"{name} names an index")
    versions: dict[str, set[str]] = {}
    for package, version in PINNED.findall(text):
        versions.setdefault(normalized(package), set()).add(version)
    for line in requirements(lock):
        requirement = Requirement(line)
        locked = versions.get(normalized(requirement.name), set())
        if not any(requirement.specifier.contains(version) for version in locked):
            have = ", ".join(sorted(locked)) or "no version"
            found.append(f"{name} has {have} for {line!r}")
    return found


def main() -> int:
    """Write all locks, or with --check report their faults; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, ask no index")
    parser.add_argument("--upgrade", action="store_true", help="take the newest allowed versions")
    parser.add_argument("--uv", default="uv", help="the uv command")
    arguments = parser.parse_args()
    if not arguments.check:
        for lock in ALL:
            write(lock, arguments.uv, arguments.upgrade)
        return 0
    found = [fault for lock in ALL for fault in faults(lock)]
    for fault in found:
        print(fault, file=sys.stderr)
    if found:
        print("Run `make lock` and commit the result.", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
