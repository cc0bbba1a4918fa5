"""The package pageone-client as its users get it: a wheel, put by pip into an environment that has nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from .serving import Served

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "clients" / "python"
EXAMPLE = PACKAGE / "examples" / "ten_lines.py"
SECONDS = 200
#: What a user writes and has checked by mypy --strict.
PROGRAM = """\
import asyncio

import pageone
from pageone import AsyncClient, Client, fairplay
from pageone.v1.view_pb2 import MatchView


def hands(client: Client) -> list[int]:
    created = client.create_match("page_one", 3, viewers=[0, "spectator"])
    try:
        client.apply(created.state, pageone.actions.play(0, pageone.parse_cards("8C"), suit=pageone.Suit.SUIT_HEARTS))
    except pageone.RefusedError as error:
        text: str = error.localized
        print(text, error.refusal == pageone.Refusal.REFUSAL_NO_MATCH)
    view: MatchView = client.view(created.state, 0)
    return [*map(int, view.hand), fairplay.first_dealer(3, created.state.seed)]


async def play(client: AsyncClient) -> bytes:
    game = await client.start_game("imohori", 4, bots=["easy", "normal", "stand_in"])
    await game.go_on()
    ticket: bytes = game.ticket
    return ticket


async def main() -> None:
    async with AsyncClient() as client:
        print(len(await play(client)))


asyncio.run(main())
"""
#: A mistake in each line; what mypy says of it.
MISTAKES = {
    'Client().create_match("page_one", "3")': "arg-type",
    'Client().create_match("page_one", 3).states': "attr-defined",
    'Client(language="fr")': "arg-type",
    'Client().view(Client().create_match("page_one", 3).state, "seat 0")': "arg-type",
    "fairplay.commitment(7)": "arg-type",
}


def run(command: list[str], cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program without what this environment says of Python's paths."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    return subprocess.run(
        command, cwd=cwd, env=kept | environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the package's folder as it is."""
    out = tmp_path_factory.mktemp("dist")
    built = run([sys.executable, "-m", "hatchling", "build", "--directory", str(out)], PACKAGE)
    assert built.returncode == 0, built.stderr
    (found,) = out.glob("*.whl")
    return found


def installed(folder: Path, requirement: str) -> Path:
    """The interpreter of a virtual environment that has this and what it depends on."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    done = run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement], folder)
    assert done.returncode == 0, done.stderr
    return python


@pytest.fixture(scope="module")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel alone."""
    return installed(tmp_path_factory.mktemp("user") / "venv", str(wheel))


@pytest.fixture(scope="module")
def typed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and its extra for checkers."""
    return installed(tmp_path_factory.mktemp("typed") / "venv", f"{wheel}[types]")


def test_the_wheel_has_the_package_and_nothing_else(wheel: Path) -> None:
    """py.typed, stubs and licence; no tests, no examples."""
    assert re.fullmatch(r"pageone_client-\d+\.\d+\.\d+-py3-none-any\.whl", wheel.name)
    names = zipfile.ZipFile(wheel).namelist()
    here = {
        str(file.relative_to(PACKAGE))
        for pattern in ("*.py", "*.pyi")
        for file in PACKAGE.glob(f"pageone/**/{pattern}")
    }
    ours = {name for name in names if not re.match(r"pageone_client-[\d.]+\.dist-info/", name)}
    assert ours == here | {"pageone/py.typed"}
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_source_package_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    """The sdist beside the wheel is complete."""
    (sdist,) = wheel.parent.glob("*.tar.gz")
    again = run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", str(sdist)], tmp_path)
    assert again.returncode == 0, again.stderr
    (built,) = tmp_path.glob("*.whl")
    assert zipfile.ZipFile(built).namelist() == zipfile.ZipFile(wheel).namelist()


def test_the_example_is_the_readmes_and_has_ten_lines() -> None:
    """The first snippet of the README is the file that the next test runs."""
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    snippet = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert snippet is not None
    assert snippet[1] == EXAMPLE.read_text(encoding="utf-8")
    assert len([line for line in snippet[1].splitlines() if line.strip()]) <= 10


def test_the_ten_lines_run_where_only_the_wheel_is(empty: Path, server: Served, tmp_path: Path) -> None:
    """Nothing of the checkout is in reach: only what pip installed."""
    program = EXAMPLE.read_text(encoding="utf-8").replace("127.0.0.1:50051", server.address)
    (tmp_path / "ten_lines.py").write_text(program, encoding="utf-8")
    ran = run([str(empty), "-W", "error", "-I", "ten_lines.py"], tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert re.fullmatch(r"\[-?\d+, -?\d+, -?\d+, -?\d+\]\n", ran.stdout)
    where = run([str(empty), "-I", "-c", "import pageone; print(pageone.__file__)"], tmp_path)
    assert Path(where.stdout.strip()).is_relative_to(empty.parent.parent)


def test_it_depends_on_little(empty: Path, tmp_path: Path) -> None:
    """gRPC, protobuf and the messages of error details; what grpcio itself needs."""
    listed = run(
        [str(empty), "-m", "pip", "list", "--format=freeze", "--exclude=pip", "--exclude=setuptools"], tmp_path
    )
    names = {line.partition("==")[0].lower() for line in listed.stdout.splitlines()}
    assert names == {"pageone-client", "grpcio", "protobuf", "googleapis-common-protos", "typing_extensions"}


def check_types(python: Path, folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    """mypy --strict of this environment, which sees only the packages of the other."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    options = ["--strict", "--python-executable", str(python), "--config-file", os.devnull, "--cache-dir", os.devnull]
    return run([sys.executable, "-m", "mypy", *options, "program.py"], folder)


def test_a_users_program_passes_mypy_strict(empty: Path, typed: Path, tmp_path: Path) -> None:
    """py.typed, with the types of gRPC and protobuf and without."""
    for python in (empty, typed):
        checked = check_types(python, tmp_path, PROGRAM)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_users_mistakes_are_found_by_mypy(typed: Path, tmp_path: Path) -> None:
    """The types are real: none of these is silently Any."""
    checked = check_types(typed, tmp_path, "\n".join(["from pageone import Client, fairplay", *MISTAKES, ""]))
    found = {int(line): kind for line, kind in re.findall(r"program\.py:(\d+): error: .*\[([\w-]+)\]", checked.stdout)}
    assert found == dict(enumerate(MISTAKES.values(), 2)), checked.stdout
