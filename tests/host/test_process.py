"""What a host process says of itself: flags that cannot work, what it logs, and what others may read of its files."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from .support import PATIENCE, Raw, RedisServer, host, run, seated


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--address=127.0.0.1:99999"], "write HOST:PORT"),
        (["--address=127.0.0.1:\u0663"], "write HOST:PORT"),
        (["--max-sockets=0"], "not a number above 0"),
        (["--turn-seconds=nan"], "not a number of seconds"),
        (["--store=sqlite:missing/folder/x.sqlite"], "missing/folder/x.sqlite"),
        (["--store=sqlite:token"], "not a database"),
        (["--store=redis://127.0.0.1:port"], "Port"),
        (["--engine=pageone.example:50051", "--engine-token-file=token"], "plaintext"),
        (["--engine-ca-file=missing.pem"], "missing.pem"),
    ],
)
def test_flags_that_cannot_work_are_named(tmp_path: Path, flags: list[str], words: str) -> None:
    """One line instead of a traceback, and no secret in it."""
    Path(tmp_path, "token").write_text("a-secret-token-of-the-host " * 40, encoding="ascii")
    command = [sys.executable, "-m", "pageone_host", "--address=127.0.0.1:0", "--store=sqlite:x.sqlite", *flags]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert "a-secret-token" not in done.stderr


def test_no_secret_is_logged_and_the_file_is_the_host_s_alone(engine: str, tmp_path: Path) -> None:
    """Also with --log-level debug: no seat's secret, no hand; and only this user reads the seeds in the store."""
    file = tmp_path / "host.sqlite"

    async def work(url: str) -> list[str]:
        table_id, tokens = await seated([url], "page_one", 2)
        async with Raw.playing([url], table_id, tokens) as raws:
            assert all("CARD_" in message for raw in raws for message in raw.messages[-1:])
        return tokens

    with host(engine, f"sqlite:{file}", "--log-level=debug") as one:
        tokens = run(work(one.url))
        log = one.log()
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.glob("host.sqlite*")}
    assert modes
    assert set(modes.values()) == {0o600}, modes
    assert log
    assert "CARD_" not in log
    assert not [token for token in tokens if token[:8] in log]


def test_who_comes_while_the_store_is_away_is_told_to_try_later(engine: str, tmp_path: Path) -> None:
    """UNAVAILABLE and the code for it, instead of an end without a reason and a traceback in the log."""
    redis = RedisServer(tmp_path)
    redis.start()

    async def work(url: str) -> None:
        table_id, tokens = await seated([url], "page_one", 2)
        redis.kill()
        async with Raw.greeted([url], table_id, tokens[:1]) as (raw,):
            answer = await raw.receive()
            assert (answer["type"], answer["code"]) == ("error", "UNAVAILABLE")
            await raw.socket.wait_closed()
            assert raw.socket.close_code == 1013

    try:
        with host(engine, redis.url) as one:
            run(work(one.url))
            assert "Traceback" not in one.log()
    finally:
        redis.kill()
