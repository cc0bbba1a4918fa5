"""Long calls stop when nobody waits for them any more (API.md, "Errors": the work is stopped)."""

from __future__ import annotations

import random
from typing import Any

import grpc
import pytest
from pageone.v1 import engine_service_pb2 as pb
from pageone_engine import apply
from pageone_service import engine_service
from pageone_service.edge import Call
from pageone_service.errors import Failure
from pageone_service.headers import Headers
from pageone_service.metrics import Metrics
from pageone_service.verification import verify_transcript

from tests.service.support import SEED, action_message, listed, message_of, new_state, preset


class Caller:
    """Waits for a number of looks, then is gone."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_active(self) -> bool:
        self.looks -= 1
        return self.looks >= 0


def call_of(looks: int, seconds: float = 60) -> tuple[Call, Caller]:
    caller: Any = Caller(looks)
    return Call(caller, Headers("id", "en", None, 0), seconds, Metrics("test")), caller


def batch_of(count: int) -> pb.BatchApplyActionsRequest:
    state = new_state("page_one")
    one = pb.ApplyActionRequest(state=message_of(state), action=action_message(listed(state)[0]))
    return pb.BatchApplyActionsRequest(requests=[one] * count)


def transcript_of(count: int) -> pb.VerifyTranscriptRequest:
    state = new_state("american_page_one", seats=2)
    choice = random.Random(1)
    actions = []
    for _ in range(count):
        action = choice.choice(listed(state))
        actions.append(action_message(action))
        state, _ = apply(state, action)
    return pb.VerifyTranscriptRequest(
        transcript=pb.Transcript(
            rules=preset("american_page_one"), seats=2, seed=SEED, match_id="a-match", actions=actions
        )
    )


def test_a_batch_stops_between_two_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """API.md: cancelled: the work is stopped, here after three of eight actions."""
    call, _ = call_of(3)
    applied = 0

    def count(*_: object) -> None:
        nonlocal applied
        applied += 1

    monkeypatch.setattr(call.metrics, "count_action", count)
    with pytest.raises(Failure) as caught:
        engine_service.batch(batch_of(8), call)
    assert caught.value.code is grpc.StatusCode.CANCELLED
    assert applied == 3


def test_a_batch_whose_deadline_has_passed_does_nothing() -> None:
    """API.md: deadline passed: DEADLINE_EXCEEDED."""
    call, _ = call_of(1000, seconds=0)
    with pytest.raises(Failure) as caught:
        engine_service.batch(batch_of(2), call)
    assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED


@pytest.mark.parametrize("looks", [0, 1, 2, 3])
def test_a_verification_stops_when_its_caller_is_gone(looks: int) -> None:
    """API.md: a replay of 400 actions asks at its start and on its way whether anybody waits."""
    request = transcript_of(400)
    call, caller = call_of(looks)
    with pytest.raises(Failure) as caught:
        verify_transcript(request, call)
    assert caught.value.code is grpc.StatusCode.CANCELLED
    assert caller.looks == -1
    patient, _ = call_of(1000)
    assert verify_transcript(request, patient).verified
