"""What docs/hosting.md and the example's README.md say is done as it is printed; what they name exists."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select
from xml.etree import ElementTree

import pytest
from pageone_host.__main__ import _parser
from pageone_host.errors import Code

from tests import needs
from tests.load.process import READY_SECONDS, STOP_SECONDS

from .support import RedisServer

PAGE = needs.ROOT / "docs" / "hosting.md"
EXAMPLE = needs.ROOT / "clients" / "python" / "examples" / "host"
README = EXAMPLE / "README.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
INSTALL, SQLITE, TRY, REDIS = (text for language, text in BLOCKS if language == "sh")
SECONDS = 180


def test_the_blocks_are_those_that_are_run_here() -> None:
    """So that a renamed fence takes no command out of the tests; the README begins with the same installation."""
    assert [language for language, _ in BLOCKS] == ["sh", "sh", "sh", "sh", "python"]
    (block,) = re.findall(r"^```sh\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block.startswith(INSTALL)
    assert block[len(INSTALL) :] == "host-env/bin/pageone-host --help\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like a checkout, with the environment that the page makes."""
    made = tmp_path_factory.mktemp("hosting")
    (made / "clients").symlink_to(needs.ROOT / "clients")
    shell(INSTALL, made)
    assert "--store" in shell("host-env/bin/pageone-host --help", made)
    return made


def shell(text: str, folder: Path) -> str:
    """Run commands with this environment's `pageone` on the path; what they say."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, (text, done.stderr, done.stdout)
    return done.stdout


@contextmanager
def serving(command: str, folder: Path, engine: str) -> Iterator[str]:
    """A host by a command of the page, at a free port; its URL."""
    words = command.split()
    process = subprocess.Popen(
        [*words, f"--engine={engine}", "--address=127.0.0.1:0", "--log-level=warning", "--pause-seconds=0.1"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert select([process.stdout], [], [], READY_SECONDS)[0], command
        found = re.search(r"ready on (http://\S+)", process.stdout.readline().decode())
        assert found, command
        yield found[1]
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()


def check_match(folder: Path, url: str, players: str) -> None:
    """Two programs play a match as the page says, find the deal fair, and the transcript holds."""
    text = TRY.replace("http://127.0.0.1:8090", url).replace(".venv/bin/pageone", "pageone")
    said = shell(text.replace('pageone_host.player "$HOST"', f"pageone_host.player {players}"), folder)
    assert said.count("deal: fair") == 2, said
    assert re.search(r"^Verified: \d+ actions", said, re.MULTILINE), said
    assert "Without a commitment" not in said


def test_the_example_on_sqlite(folder: Path, engine: str) -> None:
    """Installed as the page says, into an empty environment; one process, a file."""
    needs.program("curl")
    with serving(SQLITE, folder, engine) as url:
        check_match(folder, url, '"$HOST"')
    assert (folder / "tables.sqlite").exists()


def test_the_example_as_several_processes(folder: Path, engine: str, tmp_path: Path) -> None:
    """A Redis and two processes, each started by its line; players who know both."""
    redis_line, *hosts = REDIS.strip().splitlines()
    assert redis_line == "redis-server --port 6379 --appendonly yes"
    server = RedisServer(tmp_path)
    server.start()
    try:
        with ExitStack() as stack:
            urls = [
                stack.enter_context(serving(line.replace("redis://127.0.0.1:6379/0", server.url), folder, engine))
                for line in hosts
            ]
            assert len(urls) == 2
            check_match(folder, urls[0], ",".join(urls))
    finally:
        server.kill()


def test_the_heart_of_a_host(engine: str, tmp_path: Path) -> None:
    """The page's function: of fifty equal actions one is applied, and 25 retries are told the same."""
    ((_, text),) = (block for block in BLOCKS if block[0] == "python")
    script = tmp_path / "heart.py"
    script.write_text(text.replace("127.0.0.1:50051", engine), encoding="utf-8")
    said = shell(f"{sys.executable} heart.py", tmp_path)
    assert re.fullmatch(r"1 action applied; (25|1) were told so\n", said), said


def test_what_the_page_names_exists() -> None:
    """Modules, flags and codes; and every module is named in the README."""
    modules = {path.stem for path in (EXAMPLE / "pageone_host").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"`(\w+)\.py`", TEXT)) <= modules
    table = README.read_text(encoding="utf-8")
    assert {name for name in modules if f"`{name}`" not in table} == set()
    flags = {option for action in _parser()._actions for option in action.option_strings}
    for text in (TEXT, table):
        assert set(re.findall(r"(?<!-)--(?:address|engine|store|send|poll|tick|max)[a-z-]*", text)) <= flags
    assert set(re.findall(r"`(UNAVAILABLE|NO_[A-Z]+|BAD_[A-Z]+)`", TEXT)) <= {code.value for code in Code}


def test_the_picture_is_well_formed() -> None:
    """It has words for those who cannot see it, and colours for both schemes."""
    root = ElementTree.parse(PAGE.with_name("hosting.svg")).getroot()
    names = {child.tag.rpartition("}")[2] for child in root}
    assert {"title", "desc"} <= names
    assert root.get("aria-labelledby") == "title desc"
    assert "prefers-color-scheme: dark" in PAGE.with_name("hosting.svg").read_text(encoding="utf-8")


def test_the_example_says_what_is_wrong_with_its_flags(engine: str) -> None:
    """A bad address, store or number is named, with the remedy; a taken port, too."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        for flags, words in (
            (["--address=8080"], "write HOST:PORT"),
            ([f"--address=127.0.0.1:{taken.getsockname()[1]}"], "in use"),
            (["--address=127.0.0.1:0", "--store=nothing"], "sqlite:PATH or redis://"),
            (["--turn-seconds=0"], "not a number of seconds above 0"),
            (["--turn-seconds=soon"], "turn-seconds"),
        ):
            done = subprocess.run(
                [sys.executable, "-m", "pageone_host", *flags], capture_output=True, text=True, timeout=60, check=False
            )
            assert done.returncode == 2, flags
            assert words in done.stderr, flags
