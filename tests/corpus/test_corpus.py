"""API.md, "States, sizes, versions": what earlier releases wrote is read, and answered with the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import solo_service_pb2 as pb_solo
from pageone_engine.notation import parse_transcript
from pageone_engine.rules import Rules
from pageone_engine.transcript import verify
from pageone_service.convert import read_rules
from pageone_service.metrics import package_version

from tests.corpus import calls, record, tickets
from tests.engine.play import all_option_values, option_values
from tests.service.support import Ended, running

RELEASES = [pytest.param(folder, id=folder.name) for folder in calls.releases()]


@pytest.mark.parametrize("folder", RELEASES)
def test_every_call_is_answered_as_it_was(folder: Path) -> None:
    """The same request gives the same bytes in every release that reads its schema; what was refused is refused."""
    with running() as one:
        wrong = [
            f"call {number}: {call.method} ({call.about})"
            for number, call in enumerate(calls.read(folder))
            if record.answer(one, call.about, call.method, call.request) != call
        ]
    assert not wrong, wrong[:20]


@pytest.mark.parametrize("folder", RELEASES)
def test_transcripts_are_read_and_hold(folder: Path) -> None:
    """Text form: a kept transcript parses and verifies."""
    files = sorted((folder / "transcripts").glob("*.txt"))
    assert len(files) == 4
    for file in files:
        transcript, commitment = parse_transcript(file.read_text(encoding="utf-8"))
        assert len(transcript.actions) > 20
        assert verify(transcript, commitment).verified, file.name


@pytest.mark.parametrize("folder", RELEASES)
def test_tickets_are_opened_and_games_go_on(folder: Path) -> None:
    """SoloService: a kept ticket shows the same view, and its game can be played on."""
    with tickets.opening(folder) as one:
        for kept in tickets.read(folder):
            assert tickets.game_of(one, kept.ticket) == kept.response, kept.about
            answer = one.raw(tickets.ACT, pb_solo.ActRequest(ticket=kept.ticket).SerializeToString())
            assert not isinstance(answer, Ended), (kept.about, answer)


@pytest.mark.parametrize("folder", RELEASES)
def test_every_option_is_in_the_corpus(folder: Path) -> None:
    """A corpus without an option would let it change unseen."""
    options: set[str] = set()
    for call in calls.read(folder):
        if call.method == "CreateMatch":
            options |= set(option_values(rules_of(pb.CreateMatchRequest.FromString(call.request))))
    assert set(all_option_values()) <= options


def test_this_release_has_a_corpus() -> None:
    """A release without its corpus could not be held to what it wrote."""
    assert package_version() in {folder.name for folder in calls.releases()}


def rules_of(request: pb.CreateMatchRequest) -> Rules:
    """The rules of a recorded request."""
    rules = read_rules(request.rules, 0, "rules", [])
    assert rules is not None
    return rules
