"""Actions against the rules over a real port (API.md, "Errors"; clauses R1, C26)."""

from __future__ import annotations

import grpc
import pytest
from google.rpc import error_details_pb2
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import view_pb2
from pageone_engine.words import refusal_text

from tests.service.refusals import refused_actions
from tests.service.support import ENGINE, Running, action_message, message_of, new_state

REFUSALS = [name for name in view_pb2.Refusal.keys() if name != "REFUSAL_UNSPECIFIED"]  # noqa: SIM118


def request_of(name: str) -> pb.ApplyActionRequest:
    state, action = refused_actions()[view_pb2.Refusal.Value(name)]
    return pb.ApplyActionRequest(state=message_of(state), action=action_message(action))


@pytest.mark.parametrize("name", REFUSALS)
def test_each_refusal_names_its_reason_and_says_it_in_both_languages(service: Running, name: str) -> None:
    """R1: FAILED_PRECONDITION with the Refusal's full name as reason, and a sentence for people."""
    number = view_pb2.Refusal.Value(name)
    for language in ("en", "ja"):
        ended = service.ended(ENGINE + "ApplyAction", request_of(name), (("accept-language", language),))
        assert ended.code is grpc.StatusCode.FAILED_PRECONDITION
        assert (ended.info.reason, ended.info.domain) == (name, "pageone.v1")
        localized = ended.detail(error_details_pb2.LocalizedMessage)
        assert localized.locale == language
        assert localized.message == refusal_text(number, language)
        assert name in ended.message


@pytest.mark.parametrize("name", REFUSALS)
def test_in_a_batch_each_refusal_is_answered_in_its_place(service: Running, name: str) -> None:
    """API.md: a batch answers as the unary call would end: code 9 and the Refusal."""
    batch = pb.BatchApplyActionsRequest(requests=[request_of(name)])
    (result,) = service.engine.BatchApplyActions(batch).results
    assert result.error.code == grpc.StatusCode.FAILED_PRECONDITION.value[0]
    assert result.error.refusal == view_pb2.Refusal.Value(name)
    unary = service.ended(ENGINE + "ApplyAction", request_of(name))
    assert result.error.message == unary.message


def test_an_action_for_another_version_is_stale(service: Running) -> None:
    """C26: ABORTED with the state's version, before the rules are asked."""
    state = message_of(new_state())
    state.version = 7
    action = pb.ApplyActionRequest().action
    action.draw.SetInParent()
    for version, code in ((6, grpc.StatusCode.ABORTED), (7, grpc.StatusCode.FAILED_PRECONDITION)):
        action.version = version
        request = pb.ApplyActionRequest(state=state, action=action)
        ended = service.ended(ENGINE + "ApplyAction", request)
        assert ended.code is code
        if code is grpc.StatusCode.ABORTED:
            assert ended.info.reason == "STALE_ACTION"
            assert dict(ended.info.metadata) == {"version": "7"}
            batch = pb.BatchApplyActionsRequest(requests=[request])
            (result,) = service.engine.BatchApplyActions(batch).results
            assert (result.error.code, result.error.refusal) == (10, 0)
