"""The Go module: its own tests, and its ten lines in a module that had nothing of it before (issue 4)."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pageone_service.server import create_server
from pageone_service.settings import Settings

from tests import needs

GO: Path = needs.ROOT / "clients" / "go"
TEN_LINES = GO / "examples" / "ten_lines" / "main.go"
MODULE = "pageone.dev/go/pageone@v0.1.0"
SECONDS = 200


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    settings = Settings(address="127.0.0.1:0", health_address="", admin_address="", log_level="error")
    with create_server(settings) as server:
        yield server.address


def go(folder: Path, *arguments: str, **environment: str) -> str:
    """What a command of Go prints; the test fails when it fails."""
    result = subprocess.run(
        [needs.program("go"), *arguments],
        cwd=folder,
        env={**os.environ, "GOWORK": "off", "GOFLAGS": "-buildvcs=false", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert result.returncode == 0, f"go {' '.join(arguments)}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def test_its_own_tests_pass(address: str) -> None:
    """Errors, tries, deadlines, tokens and TLS; games against a real server; none is skipped."""
    report = go(GO, "test", "-count=1", "-v", "./...", PAGEONE_ADDRESS=address)
    assert re.findall(r"^ *--- SKIP.*", report, re.MULTILINE) == []
    assert len(re.findall(r"^--- PASS", report, re.MULTILINE)) > 15


def test_the_runners_own_tests_pass() -> None:
    """A pattern that matches too much would prove nothing."""
    report = go(GO / "conformance", "test", "-count=1", "-v", "./...")
    assert re.findall(r"^ *--- SKIP.*", report, re.MULTILINE) == []
    assert "--- PASS" in report


def test_the_readme_shows_the_example() -> None:
    """The first Go snippet of the README is the file of the package."""
    readme = (GO / "README.md").read_text(encoding="utf-8")
    first = re.search(r"```go\n(.*?)```", readme, re.DOTALL)
    assert first is not None
    assert first.group(1) == TEN_LINES.read_text(encoding="utf-8")
    example = (GO / "example_test.go").read_text(encoding="utf-8")
    assert f"go get {MODULE}" in readme
    assert body(first.group(1), "main") == body(example, "ExampleClient_StartGame")


def body(code: str, function: str) -> str:
    found = re.search(rf"^func {function}\(\) \{{\n(.*?)^\}}$", code, re.MULTILINE | re.DOTALL)
    assert found is not None, function
    return found.group(1)


def test_the_readmes_snippets_compile(tmp_path: Path) -> None:
    """Those that are parts of a program, too: names that they do not declare are given to them."""
    readme = (GO / "README.md").read_text(encoding="utf-8")
    _, *parts = re.findall(r"```go\n(.*?)```", readme, re.DOTALL)
    module(tmp_path)
    for number, (part, declared) in enumerate(zip(parts, ("refused", "client", "found"), strict=True)):
        text = _PART.format(number=number, part=part, declared=declared)
        (tmp_path / f"part{number}.go").write_text(text, encoding="utf-8")
    go(tmp_path, "get", MODULE)
    go(tmp_path, "vet", ".")


_PART = """package main

import (
	"errors"
	"fmt"

	"pageone.dev/go/pageone"
	"pageone.dev/go/pageone/fairplay"
	pageonev1 "pageone.dev/go/pageone/v1"
)

var _, _, _, _ = errors.Is, fmt.Sprint, pageone.CardText, fairplay.Pack

func part{number}(err error, key string, view *pageonev1.MatchView, hand []pageonev1.Card, commitment []byte) {{
	var entropy [][]byte
	{part}
	fmt.Print({declared}, entropy)
}}
"""


def test_it_installs_into_an_empty_module(address: str, tmp_path: Path) -> None:
    """`go mod edit -replace` and `go get`, as the README says, then the ten lines against a real server."""
    module(tmp_path)
    code = TEN_LINES.read_text(encoding="utf-8")
    assert "127.0.0.1:50051" in code
    (tmp_path / "main.go").write_text(code.replace("127.0.0.1:50051", address), encoding="utf-8")
    go(tmp_path, "get", MODULE)
    scores = list(map(int, go(tmp_path, "run", ".").split()))
    assert len(scores) == 4
    assert sum(scores) == 0  # C21


def module(folder: Path) -> None:
    """An empty module that knows where the checkout is, and nothing else."""
    go(folder, "mod", "init", "example.test/ten")
    go(folder, "mod", "edit", "-replace", f"pageone.dev/go/pageone={GO}")
