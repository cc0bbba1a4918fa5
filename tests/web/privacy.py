"""What the page may know: every answer that it got, held against the game that its ticket holds."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Final

from google.protobuf.message import Message
from google.rpc import status_pb2
from pageone.v1 import engine_service_pb2 as engine_pb
from pageone.v1 import event_pb2, rules_service_pb2, solo_service_pb2, view_pb2
from pageone_engine import legal_actions, view
from pageone_service.convert import put_view

from tests.service.support import message_of
from tests.service.test_hidden import check_update
from tests.web.chromium import Call
from tests.web.stack import opened

ANSWERS: Final[dict[str, type[Message]]] = {
    "StartGame": solo_service_pb2.StartGameResponse,
    "Act": solo_service_pb2.ActResponse,
    "GetGame": solo_service_pb2.GetGameResponse,
    "ListRuleSets": rules_service_pb2.ListRuleSetsResponse,
    "DescribeRules": rules_service_pb2.DescribeRulesResponse,
}
REQUESTS: Final[dict[str, type[Message]]] = {
    "StartGame": solo_service_pb2.StartGameRequest,
    "Act": solo_service_pb2.ActRequest,
    "GetGame": solo_service_pb2.GetGameRequest,
}


def frames(body: bytes) -> list[tuple[int, bytes]]:
    """The frames of a gRPC-Web message: flag and bytes each; flag 128 has the trailers."""
    found = []
    while body:
        size = int.from_bytes(body[1:5], "big")
        assert len(body) >= 5 + size, "cut off"
        found.append((body[0], body[5 : 5 + size]))
        body = body[5 + size :]
    return found


def answer_of(call: Call) -> Message | None:
    """The message that the service answered; None for an error."""
    data = [data for flag, data in frames(call.answer) if flag == 0]
    return ANSWERS[call.method].FromString(data[0]) if data else None


def request_of(call: Call) -> Message:
    """The message that the page sent."""
    ((_, data),) = frames(call.request)
    return REQUESTS[call.method].FromString(data)


def error_of(call: Call) -> status_pb2.Status | None:
    """The error with its details, from headers or trailers; None for an answer, or an error without details."""
    trailers = b"".join(data for flag, data in frames(call.answer) if flag == 128).decode("ascii")
    told = dict(call.headers)
    told |= {
        name.strip().lower(): text.strip() for name, _, text in (line.partition(":") for line in trailers.splitlines())
    }
    details = told.get("grpc-status-details-bin")
    if told.get("grpc-status", "0") == "0" or not details:
        return None
    return status_pb2.Status.FromString(base64.b64decode(details + "=" * (-len(details) % 4)))


#: Answers with a view that were checked and found right, by this process.
checked_answers = 0


def check(calls: Iterable[Call]) -> int:
    """Every answer shows what the person's seat may see and nothing else; how many answers with a view there were."""
    global checked_answers
    checked = 0
    for call in calls:
        answer = answer_of(call)
        if isinstance(answer, solo_service_pb2.GetGameResponse):
            request = request_of(call)
            assert isinstance(request, solo_service_pb2.GetGameRequest)
            _check(answer.view, [], request.ticket)
        elif isinstance(answer, solo_service_pb2.StartGameResponse | solo_service_pb2.ActResponse):
            _check(answer.view, list(answer.events), answer.ticket)
        else:
            continue
        checked += 1
    checked_answers += checked
    return checked


def _check(shown: view_pb2.MatchView, events: list[event_pb2.Event], ticket: bytes) -> None:
    game = opened(ticket)
    wanted = view_pb2.MatchView()
    put_view(wanted, view(game.state, game.seat), legal_actions(game.state, game.seat))
    assert shown == wanted, "the view is another than the seat's"
    update = engine_pb.ViewerUpdate(view=shown, events=events)
    check_update(update, game.seat, message_of(game.state))
