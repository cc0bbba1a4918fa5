"""The command line against servers that ask who calls: --tls-ca-file and --token-file (issue 3, point 2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pageone_service.cli.app import app
from pageone_service.server import create_server
from typer.testing import CliRunner, Result

from tests.service.certificates import Authority
from tests.service.support import settings
from tests.service.tokens import ApiKeyFile

RULES = ("--only", "imohori", "--rounds", "1", "--seats", "2", "--fast")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with what clients need; ``address`` is the server's."""
    folder = tmp_path_factory.mktemp("cli")
    authority = Authority()
    (folder / "ca.crt").write_bytes(authority.pem)
    keys = ApiKeyFile(folder, host="engine", app="solo")
    for name, key in keys.keys.items():
        (folder / name).write_text(key + "\n")
    with create_server(settings(**authority.issue().write(folder), **keys.settings)) as server:
        (folder / "address").write_text(f"localhost:{server.address.rpartition(':')[2]}")
        yield folder


def pageone(folder: Path, *arguments: str, typed: str = "") -> Result:
    address = (folder / "address").read_text()
    named = [str(folder / each[1:]) if each.startswith("@") else each for each in arguments]
    return CliRunner().invoke(app, [*named, "--address", address], input=typed)


def test_demo_and_play_reach_a_server_with_tls_and_tokens(folder: Path) -> None:
    """Issue 3: `pageone play/demo --address` with --tls-ca-file and --token-file."""
    credentials = ("--tls-ca-file", "@ca.crt", "--token-file", "@host")
    demo = pageone(folder, "demo", *RULES, *credentials)
    assert demo.exit_code == 0, demo.output
    play = pageone(folder, "play", "page_one", "--seats", "2", *credentials, typed="q\ny\n")
    assert play.exit_code == 0, play.output


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--language", "en"), 1, "does it speak TLS (--tls-ca-file)?"),
        (("--tls-ca-file", "@ca.crt"), 1, "show a token that this server knows with --token-file"),
        (("--tls-ca-file", "@ca.crt", "--token-file", "@app"), 1, "show a token with that scope with --token-file"),
        (("--tls-ca-file", "@ca.crt", "--token-file", "@none"), 2, "No such file"),
        (("--tls-ca-file", "@none", "--token-file", "@host"), 2, "No such file"),
        (("--tls-ca-file", "@ca.crt", "--token-file", "@ca.crt"), 2, "holds no token, or more than one"),
    ],
)
def test_what_is_missing_is_told_with_the_option(
    folder: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    """Bad input gets a clear error naming option and remedy, and never shows a token."""
    result = pageone(folder, "demo", *RULES, *arguments)
    assert (result.exit_code, told in result.output) == (code, True), result.output
    assert "pageone_" not in result.output


def test_the_options_are_for_a_running_server(folder: Path) -> None:
    """A server of the command's own has neither; a token does not leave this machine in plaintext."""
    for option, file in (("--tls-ca-file", "ca.crt"), ("--token-file", "host")):
        alone = CliRunner().invoke(app, ["demo", *RULES, option, str(folder / file)])
        assert alone.exit_code == 2
        assert "name one with --address" in alone.output
    away = CliRunner().invoke(app, ["demo", "--address", "192.0.2.1:1", "--token-file", str(folder / "host")])
    assert away.exit_code == 2
    assert "in plaintext" in away.output
