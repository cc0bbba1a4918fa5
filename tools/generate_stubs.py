"""Generate what buf.gen.yaml names from proto/ into clients/, or prove that it is current.

A language whose plugin is not installed is left out, and said; with PAGEONE_REQUIRE=all that is a failure. `make proto`
and `make check-proto` install the plugins of the languages whose toolchain they find.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parent.parent
TEMPLATE: Final = ROOT / "buf.gen.yaml"
#: Files in a folder of generated ones that people write.
OWN: Final = frozenset({"__init__.py", "mod.rs"})

Plugin = Mapping[str, Any]


def languages(template: Mapping[str, Any]) -> dict[str, list[Plugin]]:
    """The plugins of each language, which is the folder below clients/ that they write into."""
    found: dict[str, list[Plugin]] = {}
    for plugin in template["plugins"]:
        clients, language, *_ = Path(plugin["out"]).parts
        if clients != "clients":
            raise ValueError(f"{TEMPLATE.name}: out must begin with clients/LANGUAGE, not {plugin['out']}")
        found.setdefault(language, []).append(plugin)
    return found


def missing(plugins: list[Plugin]) -> list[str]:
    """The programs that these plugins need and this machine does not have."""
    commands = [plugin.get("local") or plugin.get("protoc_path") or "protoc" for plugin in plugins]
    programs = [command if isinstance(command, str) else command[0] for command in commands]
    programs += [interpreter for program in programs if (interpreter := _interpreter(program))]
    return sorted({program for program in programs if shutil.which(program, path=_path(program)) is None})


def _interpreter(program: str) -> str:
    """What runs a script, such as the node of ``#!/usr/bin/env node``; empty for what is no script."""
    found = shutil.which(program, path=_path(program))
    if found is None:
        return ""
    with Path(found).open("rb") as file:
        start = file.readline(256)
    words = start[2:].decode(errors="replace").split() if start.startswith(b"#!") else []
    named = words[1:] if words and Path(words[0]).name == "env" else words
    return next((word for word in named if not word.startswith("-")), "")


def _path(program: str) -> str | None:
    return None if "/" in program else os.environ.get("PATH")


def generate(plugins: list[Plugin], out: Path) -> None:
    """Write what these plugins make of proto/ below ``out``; end the program when one of them fails."""
    template = json.dumps({"version": "v2", "plugins": plugins})
    buf = shutil.which("buf", path=os.pathsep.join([str(ROOT / ".venv" / "bin"), os.environ.get("PATH", "")]))
    if buf is None:
        sys.exit("buf is not installed: make setup")
    if subprocess.run([buf, "generate", "--template", template, "-o", str(out)], check=False).returncode != 0:
        sys.exit("buf generate failed")


def differences(fresh: Path, committed: Path) -> list[str]:
    """The generated files that are missing, left over or other in ``committed`` than in ``fresh``, by their paths."""
    names = {path.relative_to(fresh).as_posix() for path in fresh.rglob("*") if path.is_file()}
    _, mismatch, errors = filecmp.cmpfiles(fresh, committed, sorted(names), shallow=False)
    return sorted({*left_over(names, committed), *mismatch, *errors})


def left_over(names: set[str], committed: Path) -> set[str]:
    """Files that stand beside generated ones, but are generated no more."""
    folders = {Path(name).parent for name in names}
    there = {path for folder in folders for path in (committed / folder).glob("*") if path.is_file()}
    return {path.relative_to(committed).as_posix() for path in there if path.name not in OWN} - names


def write(fresh: Path, committed: Path) -> None:
    """Make the committed files those of ``fresh``."""
    for name in differences(fresh, committed):
        target = committed / name
        if not (fresh / name).exists():
            target.unlink()
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((fresh / name).read_bytes())


def settle(language: str, plugins: list[Plugin], *, check: bool) -> bool:
    """Generate one language, or with ``check`` compare; return whether all is well."""
    absent = missing(plugins)
    if absent:
        print(f"{language}: left out, not installed: {', '.join(absent)}", file=sys.stderr)
        return os.environ.get("PAGEONE_REQUIRE") != "all"
    with tempfile.TemporaryDirectory() as scratch:
        fresh = Path(scratch)
        generate(plugins, fresh)
        if not check:
            write(fresh, ROOT)
            return True
        changed = differences(fresh, ROOT)
    for name in changed:
        print(f"{name}: not what proto/ generates", file=sys.stderr)
    if changed:
        print("Run `make proto` and commit the result.", file=sys.stderr)
    return not changed


def main() -> int:
    """Generate, or with --check compare; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="folders below clients/ (all)")
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    arguments = parser.parse_args()
    known = languages(yaml.safe_load(TEMPLATE.read_text(encoding="utf-8")))
    unknown = set(arguments.languages) - set(known)
    if unknown:
        parser.error(f"{TEMPLATE.name} has no {', '.join(sorted(unknown))}: it has {', '.join(known)}")
    os.chdir(ROOT)
    results = [settle(name, known[name], check=arguments.check) for name in arguments.languages or known]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
