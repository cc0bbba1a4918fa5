"""The Rust crate: its own tests, and its ten lines in a crate that had nothing of it before (issue 4)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pageone_service.server import create_server
from pageone_service.settings import Settings

from tests import needs
from tests.service.certificates import Authority
from tests.service.tokens import ApiKeyFile

RUST: Path = needs.ROOT / "clients" / "rust"
TEN_LINES = RUST / "examples" / "ten_lines.rs"
SECONDS = 220


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    settings = Settings(address="127.0.0.1:0", health_address="", admin_address="", log_level="error")
    with create_server(settings) as server:
        yield server.address


@dataclass(frozen=True)
class Secure:
    """A server with TLS and API keys: what its clients need to know."""

    address: str
    ca_file: Path
    token: str


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secure]:
    folder = tmp_path_factory.mktemp("secure")
    authority = Authority()
    ca_file = folder / "ca.crt"
    ca_file.write_bytes(authority.pem)
    keys = ApiKeyFile(folder, app="solo")
    settings = Settings(
        address="127.0.0.1:0",
        health_address="",
        admin_address="",
        log_level="error",
        **authority.issue().write(folder),  # type: ignore[arg-type]
        **keys.settings,  # type: ignore[arg-type]
    )
    with create_server(settings) as server:
        yield Secure(f"localhost:{server.address.rpartition(':')[2]}", ca_file, keys.keys["app"])


def cargo(folder: Path, *arguments: str, **environment: str) -> str:
    """What a command of Cargo prints; the test fails when it fails. What `make clients-rust` has built is used."""
    result = subprocess.run(
        [needs.program("cargo"), *arguments],
        cwd=folder,
        env={
            **os.environ,
            "CARGO_TARGET_DIR": str(needs.ROOT / "build" / "rust"),
            "CARGO_PROFILE_DEV_DEBUG": "0",
            "CARGO_TERM_COLOR": "never",
            **environment,
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert result.returncode == 0, f"cargo {' '.join(arguments)}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def test_its_own_tests_pass(address: str, secure: Secure) -> None:
    """Errors, tries, deadlines, tokens, fair play, patterns; games and TLS against real servers; none is left out."""
    report = cargo(
        RUST,
        *("test", "--workspace", "--locked", "--", "--include-ignored"),
        PAGEONE_ADDRESS=address,
        PAGEONE_TLS_ADDRESS=secure.address,
        PAGEONE_TLS_CA=str(secure.ca_file),
        PAGEONE_TLS_TOKEN=secure.token,
    )
    results = re.findall(r"^test result: ok\. (\d+) passed; 0 failed; (\d+) ignored", report, re.MULTILINE)
    assert sum(int(passed) for passed, _ in results) > 20
    assert all(ignored == "0" for _, ignored in results)


def test_the_readme_shows_the_example() -> None:
    """The first Rust snippet of the README is the file of the package."""
    assert snippets()[0] == TEN_LINES.read_text(encoding="utf-8")


def snippets() -> list[str]:
    return re.findall(r"```rust\n(.*?)```", (RUST / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def test_it_installs_into_an_empty_crate(address: str, tmp_path: Path) -> None:
    """`cargo add --path`, then the ten lines against a real server; the README's other snippets compile there, too."""
    crate = tmp_path / "ten"
    cargo(tmp_path, "init", "--name", "ten", str(crate))
    # The newest versions that fit would do as well, but would change from day to day.
    shutil.copy(RUST / "Cargo.lock", crate / "Cargo.lock")
    cargo(crate, "add", "--path", str(RUST))
    cargo(crate, "add", "tokio", "--features", "macros,rt-multi-thread")
    code = TEN_LINES.read_text(encoding="utf-8")
    assert "127.0.0.1:50051" in code
    (crate / "src" / "main.rs").write_text(code.replace("127.0.0.1:50051", address), encoding="utf-8")
    (crate / "src" / "bin").mkdir()
    (crate / "src" / "bin" / "parts.rs").write_text(parts(), encoding="utf-8")
    scores = [int(score) for score in re.findall(r"-?\d+", cargo(crate, "run", "--bin", "ten"))]
    assert len(scores) == 4
    assert sum(scores) == 0  # C21
    cargo(crate, "check", "--bin", "parts")


def parts() -> str:
    """The README's snippets that are parts of a program, each in a function that has what they speak of."""
    refused, tls, fair = snippets()[1:]
    return f"""#![allow(unused)]
use pageone_client::fairplay::FirstDeal;
use pageone_client::tonic::transport::{{Certificate, ClientTlsConfig}};
use pageone_client::{{Client, SoloGame, actions, v1::MatchView}};

type Done = Result<(), Box<dyn std::error::Error>>;

async fn refused(mut game: SoloGame) {{
    {refused}
}}

fn tls(key: String) -> Done {{
    {tls}
    Ok(())
}}

fn fair(commitment: [u8; 32], view: MatchView, entropy: Vec<Vec<u8>>, hand: Vec<i32>) -> Done {{
    {fair}
    Ok(())
}}

fn main() {{}}
"""
