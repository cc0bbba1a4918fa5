"""What docs/security.md promises: every command runs as it is printed, and what comes out opens what it says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pageone
import pytest
from pageone import Client, Tls
from pageone_service.jwt_tokens import read_verifier
from pageone_service.settings import TABLE, Settings

from tests import needs
from tests.load.process import ServerProcess, started

PAGE = Path(__file__).parent.parent / "docs" / "security.md"
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
SHELL = [text for language, text in BLOCKS if language == "sh"]
PORTS = ("--address=127.0.0.1:0", "--health-address=", "--admin-address=", "--log-level=error")


def run(text: str, folder: Path) -> str:
    """Run a block in ``folder`` with this environment's programs first."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, (text, done.stderr, done.stdout)
    return done.stdout


@contextmanager
def serving(command: str, folder: Path, *flags: str) -> Iterator[ServerProcess]:
    """The server of a command that is printed, on a free port."""
    program, *arguments = command.split()
    assert program == "pageone"
    named = [str(folder / each) if (folder / each).is_file() else each for each in arguments]
    with started([sys.executable, "-m", "pageone_service.cli", *named, *PORTS, *flags]) as server:
        yield server


def shell(word: str) -> str:
    """The one block of shell commands with this word."""
    (found,) = (text for text in SHELL if word in text)
    return str(found)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder after all commands that make files, in the order of the page."""
    needs.program("openssl")
    made = tmp_path_factory.mktemp("security")
    for language, text in BLOCKS:
        if language == "sh" and "pageone serve" not in text and "pageone demo" not in text:
            run(text, made)
        if language == "python":
            (made / "snippet.py").write_text(text, encoding="utf-8")
            run(f"{sys.executable} snippet.py", made)
    return made


def test_every_block_is_of_a_kind_that_is_run_here() -> None:
    """So that a renamed fence takes no command out of the tests."""
    assert [language for language, _ in BLOCKS] == ["sh", "json", "python", *["sh"] * 5]


def test_tls_and_api_keys_as_printed(folder: Path) -> None:
    """The certificate, the key and the demo of the page go together; the server refuses whoever has no key."""
    assert (folder / "host-1.key").read_text().startswith("pageone_")
    with serving(shell("--tls-key-file"), folder) as server:
        address = f"localhost:{server.address.rpartition(':')[2]}"
        told = run(shell("pageone demo").replace("localhost:50051", address), folder)
        assert "Imohori" in told
        with Client(address, tls=Tls(folder / "ca.crt")) as nobody, pytest.raises(pageone.UnauthenticatedError):
            nobody.rule_sets()


def test_the_client_certificate_as_printed(folder: Path) -> None:
    """mTLS: the client of the page gets in by its certificate, and nobody without."""
    command = "pageone serve --tls-certificate-file tls.crt --tls-key-file tls.key --tls-client-ca-file ca.crt"
    with serving(command, folder) as server:
        address = f"localhost:{server.address.rpartition(':')[2]}"
        with Client(address, tls=Tls(folder / "ca.crt", folder / "client.crt", folder / "client.key")) as client:
            client.create_match("page_one", 2)
        with Client(address, tls=Tls(folder / "ca.crt")) as bare, pytest.raises(pageone.UnavailableError):
            bare.rule_sets()


def test_the_token_of_the_page_as_printed(folder: Path) -> None:
    """The key set and the token of the Python snippet: scope solo opens what it says, and nothing else."""
    with serving(shell("--jwks-file"), folder) as server:
        with Client(server.address, token=(folder / "app.jwt").read_text()) as client:
            client.rule_sets()
            with pytest.raises(pageone.PermissionDeniedError) as caught:
                client.create_match("page_one", 2)
            assert caught.value.scope == "engine"
        with Client(server.address) as nobody, pytest.raises(pageone.UnauthenticatedError):
            nobody.rule_sets()


def test_the_key_set_of_the_page_is_one() -> None:
    """The JSON that is shown is a set that the server takes."""
    (text,) = [text for language, text in BLOCKS if language == "json"]
    read_verifier([json.dumps(json.loads(text)).encode()], Settings(jwt_issuer="i", jwt_audience="a"))


def test_the_page_speaks_of_flags_that_there_are() -> None:
    """No flag of `pageone serve` is told that is none."""
    flags = {row.flag for row in TABLE} | {"--scope", "--tls-ca-file", "--token-file", "--only", "--rounds", "--fast"}
    told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE.read_text(encoding="utf-8")))
    assert told <= flags
    assert {row.flag for row in TABLE if row.name.startswith(("tls_", "jw", "api_keys", "insecure"))} <= told
