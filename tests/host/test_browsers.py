"""Two real browsers play a match over two host processes on one Redis, while the process of one of them is killed."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from select import select
from typing import Any

from google.protobuf import json_format
from pageone import Client, Rules
from pageone.v1 import engine_service_pb2
from pageone_host.player import transcript_of

from tests import needs

from .front import front
from .support import PATIENCE, Host, host, kept, one_round, run

SCRIPT = Path(__file__).with_name("browsers.mjs")
MODULES = needs.ROOT / "clients" / "web" / "e2e"
#: Applied actions after which a host is killed.
MIDDLE = 15


def play(url: str, rules: Rules, folder: Path, hosts: dict[str, Host]) -> tuple[str, dict[str, Any]]:
    """Let the browsers play; kill the host of the first when the match is under way. Its name, and what they saw."""
    if not (MODULES / "node_modules" / "playwright-core").is_dir():
        needs.unmet("playwright-core is not installed: make web-tools")
    given = json_format.MessageToJson(rules)
    command = [needs.program("node"), str(SCRIPT), str(MODULES), needs.program("chromium"), url, given, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    killed, until = "", time.monotonic() + 3 * PATIENCE
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        while True:
            assert select([process.stdout], [], [], max(0.0, until - time.monotonic()))[0], "the browsers hang"
            line = process.stdout.readline()
            assert line, process.stderr.read().decode()
            told = json.loads(line)
            if "over" in told:
                return killed, told
            if not killed and told["version"] >= MIDDLE:
                first, second = told["hosts"]
                assert first != second, "both browsers are at one host, so that the other's end would prove nothing"
                hosts[first].kill()
                killed = first
    finally:
        process.kill()
        process.communicate()


def test_two_browsers_play_on_when_a_host_is_killed(engine: str, redis: str, tmp_path: Path) -> None:
    """No action that a browser was told was applied is lost, none is applied twice, and both check the deal."""
    slow = ("--pause-seconds=0.2",)
    rules = one_round(engine)
    rules.rounds = 2
    with host(engine, redis, *slow, name="a") as first, host(engine, redis, *slow, name="b") as second:
        with front([first.url, second.url]) as url:
            killed, told = play(url, rules, tmp_path, {"a": first, "b": second})
            transcript = run(transcript_of(url, told["table"]))
        log, state = run(kept(redis, told["table"]))
        assert killed
        assert told["errors"] == []
        assert told["fair"] == [True, True]
        assert [entry.version for entry in log] == list(range(state.version))
        assert len(log) > MIDDLE
        for seen in told["seen"]:
            own = {entry.action_id: entry.version + 1 for entry in log if entry.actor == str(seen["you"])}
            acknowledged = [(one["id"], one["version"]) for one in seen["acknowledged"]]
            assert len(dict(acknowledged)) == len(acknowledged)
            assert dict(acknowledged) == own
            assert seen["checked"] == []
            assert seen["host"] != killed
        # Whose host was killed has connected again, the other has stayed where it was.
        assert told["seen"][0]["connections"] > 1
        verify(engine, transcript, state.SerializeToString())


def verify(engine: str, transcript: engine_service_pb2.Transcript, state: bytes) -> None:
    """The stored actions lead from the seed to the stored state."""
    with Client(engine) as client:
        answer = client.verify(transcript)
    assert answer.verified, answer.reason
    assert answer.state.SerializeToString(deterministic=True) == state
