"""Every client does what scenarios.json says, over every transport it has; and no runner passes what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests import needs
from tests.conformance import wrong
from tests.conformance.mutants import mutants
from tests.conformance.runners import TRANSPORTS, Language, Run, Server, languages, run, serving

_MUTANTS: Final = 60
LANGUAGES = [pytest.param(language, id=language.name) for language in languages()]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as found:
        yield found


def played(language: Language, transport: str, server: Server, scenarios: Path | None = None) -> Run:
    """A run that is no failure as a whole; the test is left where language or Envoy are not there."""
    if not language.command:
        needs.unmet(f"{language.name} is not built: {language.remedy}")
    if transport in server.absent:
        needs.unmet(server.absent[transport])
    done = run(language, transport, server) if scenarios is None else run(language, transport, server, scenarios)
    assert not done.fault, done.fault
    return done


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scenario_passes(language: Language, transport: str, server: Server) -> None:
    """README.md: all scenarios are reported (else it is a fault of the run), and all pass.

    A transport that a language need not have it may lack, when it says why.
    """
    done = played(language, transport, server)
    assert done.results or done.absent
    assert not done.failures, [f"{each.scenario}: {each.message}" for each in done.failures[:10]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_runner_fails_what_is_wrong(language: Language, server: Server, tmp_path: Path) -> None:
    """Of pairs that differ in one thing the right one passes and the wrong one fails; so does every scenario of
    scenarios.json with one expectation altered, at random places.
    """
    transport = (language.must or TRANSPORTS)[0]
    right = played(language, transport, server, wrong.write(tmp_path, right=True))
    assert not right.failures, [f"{each.scenario}: {each.message}" for each in right.failures]
    altered = {"format": 1, "scenarios": [*wrong.file_of(right=False)["scenarios"], *mutants(_MUTANTS, seed=20261130)]}
    file = tmp_path / "altered.json"
    file.write_text(json.dumps(altered), encoding="utf-8")
    done = played(language, transport, server, file)
    passed = [each.scenario for each in done.results if each.passed]
    assert not passed, f"{language.name} passes what is wrong: {passed}"
    assert len(done.failures) == len(list(wrong.pairs())) + _MUTANTS
