"""The scenarios of the conformance run in the environment of the test: lowest and highest gRPC and protobuf."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from tests.conformance import python_runner

from .serving import served

SCENARIOS: Final = Path(__file__).resolve().parents[1] / "conformance" / "scenarios.json"
TICKET_KEYS: Final = SCENARIOS.with_name("ticket-keys.txt")


def test_every_scenario_passes_in_this_environment(capsys: pytest.CaptureFixture[str]) -> None:
    """tests/conformance runs them in a process of this checkout's environment; here it is the one of the test."""
    with served("--ticket-keys-file", str(TICKET_KEYS)) as server:
        status = python_runner.main(["--scenarios", str(SCENARIOS), "--address", f"http://{server.address}"])
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each for each in results if not each["passed"]] == []
    assert status == 0
    assert len(results) == len(json.loads(SCENARIOS.read_text(encoding="utf-8"))["scenarios"]) > 50
