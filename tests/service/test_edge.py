"""What is true of every call: ids, log, metrics, limits, deadlines, masking (OPERATIONS.md)."""

from __future__ import annotations

import gzip
import json
import random
import threading
import urllib.request
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import rules_service_pb2
from pageone_service import engine_service, refusing, rules_service, server
from pageone_service.edge import Call, Method
from pageone_service.headers import read_headers
from prometheus_client.parser import text_string_to_metric_families

from tests.service.refusals import refused_actions
from tests.service.support import (
    ENGINE,
    RULES,
    SEED,
    Ended,
    Running,
    action_message,
    listed,
    message_of,
    new_state,
    preset,
    running,
    viewer,
)


def apply_request() -> pb.ApplyActionRequest:
    state = new_state("page_one")
    return pb.ApplyActionRequest(state=message_of(state), action=action_message(listed(state)[0]), viewers=[viewer(0)])


def samples(running_server: Running) -> dict[tuple[str, ...], float]:
    """Every sample of /metrics by name and label values."""
    with urllib.request.urlopen(f"http://{running_server.server.admin_address}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    return {
        (sample.name, *(f"{key}={value}" for key, value in sorted(sample.labels.items()))): (sample.value)
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def call_labels(method: str, service: str = engine_service.SERVICE, **more: str) -> tuple[str, ...]:
    labels = {
        "grpc_type": "unary",
        "grpc_service": service,
        "grpc_method": method,
        **more,
    }
    return tuple(f"{key}={value}" for key, value in sorted(labels.items()))


def test_a_call_leaves_one_line_with_what_operators_need(service: Running) -> None:
    """OPERATIONS.md: method, code, ms, sizes, request id, trace id, match id; no seed, no hand."""
    request = apply_request()
    data = request.SerializeToString()
    trace = "0af7651916cd43dd8448eb211c80319c"
    answer = service.raw(
        ENGINE + "ApplyAction",
        data,
        (("x-request-id", "line-1"), ("traceparent", f"00-{trace}-b7ad6b7169203331-01")),
    )
    assert isinstance(answer, bytes)
    line = service.log.of("line-1")
    assert line["event"] == "call"
    assert line["method"] == ENGINE + "ApplyAction"
    assert line["code"] == "OK"
    assert line["ms"] >= line["engine_ms"] > 0
    assert (line["received"], line["sent"]) == (len(data), len(answer))
    assert line["match_id"] == "a-match"
    assert line["trace_id"] == trace
    assert [one.get("request_id") for one in service.log.all()].count("line-1") == 1


def test_the_line_of_a_refused_call_has_the_refusal(service: Running) -> None:
    """OPERATIONS.md: refusal in the line."""
    state, action = refused_actions()[1]
    request = pb.ApplyActionRequest(state=message_of(state), action=action_message(action))
    service.ended(ENGINE + "ApplyAction", request, (("x-request-id", "line-2"),))
    line = service.log.of("line-2")
    assert (line["code"], line["reason"]) == ("FAILED_PRECONDITION", "REFUSAL_NOT_YOUR_TURN")


def test_neither_seeds_nor_hands_nor_tokens_are_logged(service: Running) -> None:
    """OPERATIONS.md: never in logs, whatever the call ends with."""
    request = pb.CreateMatchRequest(rules=preset("page_one"), seats=4, seed=b"\xa5" * 32)
    secret = (("authorization", "Bearer very-secret-token"), ("x-request-id", "line-3"))
    service.raw(ENGINE + "CreateMatch", request.SerializeToString(), secret)
    request.seed = b"wrong-sized-secret-seed"
    service.raw(ENGINE + "CreateMatch", request.SerializeToString(), secret)
    service.log.of("line-3")
    for secret_text in (b"very-secret", b"wrong-sized-secret", b"a5" * 8, b"165"):
        assert secret_text not in service.log.raw_bytes


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("7f3c-a.b_c:d", True),
        ("x" * 64, True),
        ("x" * 65, False),
        ("a b", False),
        ('"},{"', False),
        ("-a", False),
    ],
)
def test_a_request_id_is_kept_when_it_is_sane(service: Running, sent: str, kept: bool) -> None:
    """Brief: from x-request-id when sane, else made; the caller gets it back either way."""
    _, call = service.engine.GetView.with_call(
        pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)),
        metadata=(("x-request-id", sent),),
    )
    back = dict(call.trailing_metadata() or ())["x-request-id"]
    assert (back == sent) is kept
    assert service.log.of(str(back))["code"] == "OK"


def test_headers_that_are_doubled_or_senseless_are_not_taken_over() -> None:
    """A doubled request id is made anew; a traceparent that is none is no trace."""
    headers = read_headers([("x-request-id", "a"), ("x-request-id", "b"), ("traceparent", "00-zz"), ("k", b"\xff")])
    assert headers.request_id not in ("a", "b")
    assert headers.trace is None
    assert headers.language == "en"


def test_every_series_is_there_from_the_start_with_zeros() -> None:
    """OPERATIONS.md: go-grpc-middleware's names, every method and code, before the first call."""
    with running() as fresh:
        found = samples(fresh)
        ours = {key: value for key, value in found.items() if key[0].startswith(("grpc_", "pageone_"))}
        assert sum(value for key, value in ours.items() if key[0].endswith(("_total", "_count", "_sum"))) == 0
        for method in server.METHODS:
            labels = call_labels(method.name, method.service)
            for name in ("started_total", "msg_received_total", "msg_sent_total"):
                assert (f"grpc_server_{name}", *labels) in found
            assert ("grpc_server_handling_seconds_count", *labels) in found
            for code in ("OK", "InvalidArgument", "FailedPrecondition", "DeadlineExceeded"):
                labels = call_labels(method.name, method.service, grpc_code=code)
                assert ("grpc_server_handled_total", *labels) in found
        assert ("pageone_actions_total", "kind=play", "rules=american_page_one") in found
        assert ("pageone_refusals_total", "refusal=REFUSAL_NO_MATCH") in found
        assert ("pageone_rounds_total", "outcome=ROUND_OUTCOME_VOID_TURN_LIMIT") in found
        assert any(key[0] == "pageone_build_info" for key in found)


def test_calls_actions_and_refusals_are_counted() -> None:
    """OPERATIONS.md: the code that the caller gets; the game: actions, refusals, matches, bytes."""
    with running() as fresh:
        fresh.engine.ApplyAction(apply_request())
        fresh.engine.CreateMatch(pb.CreateMatchRequest(rules=preset("imohori"), seats=4, seed=SEED))
        state, action = refused_actions()[1]
        refused = pb.ApplyActionRequest(state=message_of(state), action=action_message(action))
        fresh.ended(ENGINE + "ApplyAction", refused)
        fresh.engine.BatchApplyActions(pb.BatchApplyActionsRequest(requests=[refused, apply_request()]))
        found = samples(fresh)

        def handled(code: str) -> float:
            labels = call_labels("ApplyAction", grpc_code=code)
            return found[("grpc_server_handled_total", *labels)]

        assert found[("grpc_server_started_total", *call_labels("ApplyAction"))] == 2
        assert found[("grpc_server_msg_received_total", *call_labels("ApplyAction"))] == 2
        assert found[("grpc_server_msg_sent_total", *call_labels("ApplyAction"))] == 1
        assert (handled("OK"), handled("FailedPrecondition")) == (1, 1)
        assert found[("grpc_server_handling_seconds_count", *call_labels("ApplyAction"))] == 2
        assert found[("pageone_actions_total", "kind=play", "rules=page_one")] == 2
        assert found[("pageone_refusals_total", "refusal=REFUSAL_NOT_YOUR_TURN")] == 2
        assert found[("pageone_matches_total", "rules=imohori")] == 1
        assert found[("pageone_state_bytes_count",)] == 3
        assert found[("pageone_calls_in_flight",)] == 0


@pytest.mark.parametrize(
    "path",
    ["/pageone.v1.EngineService/Cheat", "/pageone.v1.HouseService/Act", "/x.Y/" + "z" * 300],
)
def test_unknown_methods_are_unimplemented_and_counted_under_one_label(path: str) -> None:
    """OPERATIONS.md: the path is the client's to choose."""
    with running() as fresh:
        ended = fresh.raw(path, b"\x0a\x00")
        assert isinstance(ended, Ended)
        assert ended.code is grpc.StatusCode.UNIMPLEMENTED
        found = samples(fresh)
        labels = call_labels("unknown", "unknown", grpc_code="Unimplemented")
        assert found[("grpc_server_handled_total", *labels)] == 1
        assert not [key for key in found if any("Cheat" in part or "zzz" in part for part in key)]


def test_a_request_has_at_most_one_mebibyte(service: Running) -> None:
    """Brief: 1 MiB for every call but VerifyTranscript, 4 MiB there; RESOURCE_EXHAUSTED beyond."""
    filler = b"\xba\x3e" + b"\x80\x80\x40" + bytes(1 << 20)  # an unknown field of 1 MiB
    ended = service.raw(ENGINE + "GetView", filler)
    assert isinstance(ended, Ended)
    assert ended.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert ended.info.reason == "TOO_LARGE"
    assert ended.info.metadata["limit"] == str(1 << 20)
    allowed = service.raw(ENGINE + "VerifyTranscript", filler)
    assert isinstance(allowed, Ended)
    assert allowed.code is grpc.StatusCode.INVALID_ARGUMENT
    beyond = service.raw(ENGINE + "VerifyTranscript", filler * 4)
    assert isinstance(beyond, Ended)
    assert beyond.code is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_response_beyond_its_limit_says_so() -> None:
    """OPERATIONS.md: send bounded; the caller is told the limit."""
    with running(max_response_bytes=1024) as small:
        ended = small.ended(RULES + "ListRuleSets", rules_service_pb2.ListRuleSetsRequest())
        assert ended.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert ended.info.metadata["limit"] == "1024"


def test_headers_are_bounded(service: Running) -> None:
    """OPERATIONS.md: metadata bounded in the edge, with an answer; far beyond by gRPC itself."""
    request = pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0))
    ended = service.ended(ENGINE + "GetView", request, (("x-much", "m" * 20_000),))
    assert ended.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert ended.info.reason == "TOO_LARGE"
    far = service.ended(ENGINE + "GetView", request, (("x-much", "m" * 100_000),))
    assert far.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    service.engine.GetView(request)


def test_a_compressed_request_is_measured_unpacked(service: Running) -> None:
    """OPERATIONS.md: a gzip bomb is refused, and the server goes on."""
    bomb = b"\xba\x3e" + b"\x80\x80\x80\x20" + bytes(64 << 20)
    call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = service.channel.unary_unary(ENGINE + "GetView")
    with pytest.raises(grpc.RpcError) as caught:
        call(bomb, timeout=20, compression=grpc.Compression.Gzip)
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert len(gzip.compress(bomb)) < 1 << 20
    service.engine.GetView(pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)))


class BoomError(Exception):
    """What nobody foresaw."""


@pytest.fixture
def odd_methods(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A server's methods with two replaced: one breaks, one works until it is told to stop."""
    entered, stopped = threading.Event(), threading.Event()

    def breaks(request: pb.GetViewRequest, call: Call) -> pb.GetViewResponse:
        raise BoomError("the hand is 7C 8C, the seed is 00")

    def loops(request: pb.ListLegalActionsRequest, call: Call) -> pb.ListLegalActionsResponse:
        entered.set()
        try:
            while True:
                call.check()
                stopped.wait(0.005)
        finally:
            stopped.set()

    methods = (
        Method(engine_service.SERVICE, "GetView", pb.GetViewRequest, breaks),
        Method(engine_service.SERVICE, "ListLegalActions", pb.ListLegalActionsRequest, loops),
        Method(engine_service.SERVICE, "ApplyAction", pb.ApplyActionRequest, loops),
    )
    monkeypatch.setattr(server, "METHODS", methods)
    return {"entered": entered, "stopped": stopped}


def test_what_nobody_foresaw_is_masked(odd_methods: dict[str, Any]) -> None:
    """API.md: INTERNAL with a correlation id and no detail of the code; the log has where, not what."""
    with running() as fresh:
        ended = fresh.ended(ENGINE + "GetView", pb.GetViewRequest(), (("x-request-id", "boom-1"),))
        assert ended.code is grpc.StatusCode.INTERNAL
        assert ended.message == "internal error; its id is boom-1"
        assert not ended.details
        unforeseen = [line for line in fresh.log.all() if line["event"] == "unforeseen"]
        assert [line["request_id"] for line in unforeseen] == ["boom-1"]
        assert unforeseen[0]["error"] == "BoomError"
        assert any("breaks" in step for step in unforeseen[0]["where"])
        assert b"7C 8C" not in fresh.log.raw_bytes


def test_a_passed_deadline_stops_the_work(odd_methods: dict[str, Any]) -> None:
    """API.md: DEADLINE_EXCEEDED, and the loop of the method is stopped."""
    with running() as fresh:
        call = fresh.engine.ListLegalActions
        with pytest.raises(grpc.RpcError) as caught:
            call(pb.ListLegalActionsRequest(), timeout=0.2, metadata=(("x-request-id", "late"),))
        assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        assert odd_methods["stopped"].wait(10)
        assert fresh.log.of("late")["code"] == "DEADLINE_EXCEEDED"


def test_a_call_without_a_deadline_has_the_servers(odd_methods: dict[str, Any]) -> None:
    """Brief: nothing runs for ever; the server's own limit ends the call with its code."""
    with running(max_call_seconds=0.1) as fresh:
        ended = None
        try:
            fresh.engine.ListLegalActions(pb.ListLegalActionsRequest())
        except grpc.RpcError as error:
            ended = Ended(error)
        assert ended is not None
        assert ended.code is grpc.StatusCode.DEADLINE_EXCEEDED


def test_a_cancelled_call_stops_the_work(odd_methods: dict[str, Any]) -> None:
    """API.md: CANCELLED: nobody waits, the work is stopped and counted so."""
    with running() as fresh:
        future = fresh.engine.ListLegalActions.future(
            pb.ListLegalActionsRequest(), metadata=(("x-request-id", "gone"),)
        )
        assert odd_methods["entered"].wait(10)
        future.cancel()
        assert odd_methods["stopped"].wait(10)
        assert fresh.log.of("gone")["code"] == "CANCELLED"


def test_more_waiting_calls_than_allowed_are_shed(odd_methods: dict[str, Any]) -> None:
    """OPERATIONS.md: RESOURCE_EXHAUSTED with RetryInfo and pushback; those within the limit wait."""
    with running(threads=1, max_waiting=1, max_call_seconds=1.0) as fresh:
        futures = [fresh.engine.ApplyAction.future(pb.ApplyActionRequest(), timeout=20) for _ in range(5)]
        codes, shed = [], []
        for future in futures:
            error = future.exception(timeout=30)
            assert isinstance(error, grpc.RpcError)
            codes.append(error.code())
            if error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED:
                shed.append(Ended(error))
        assert set(codes) == {
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            grpc.StatusCode.DEADLINE_EXCEEDED,
        }
        for ended in shed:
            assert ended.info.reason == "TOO_MANY_WAITING"
            assert ended.pushback == "200"
            assert [type(detail).__name__ for detail in ended.details] == ["ErrorInfo", "RetryInfo"]
        assert samples(fresh)[("pageone_calls_shed_total", "pool=calls")] == len(shed)


def test_slow_calls_have_threads_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """OPERATIONS.md: thinking must not slow the rest: every slow thread is busy, others are answered."""
    entered, release = threading.Semaphore(0), threading.Event()

    def thinks(request: pb.SuggestActionRequest, call: Call) -> pb.SuggestActionResponse:
        entered.release()
        assert release.wait(20)
        return pb.SuggestActionResponse()

    methods = tuple(
        Method(one.service, one.name, one.request, thinks, slow=True) if one.name == "SuggestAction" else one
        for one in server.METHODS
    )
    monkeypatch.setattr(server, "METHODS", methods)
    with running(threads=1, slow_threads=2) as fresh:
        futures = [fresh.engine.SuggestAction.future(pb.SuggestActionRequest(), timeout=20) for _ in range(4)]
        assert entered.acquire(timeout=10)
        assert entered.acquire(timeout=10)
        fresh.engine.GetView(pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)))
        release.set()
        assert all(future.result(timeout=20) is not None for future in futures)


def test_the_services_methods_are_the_contracts() -> None:
    """API.md: every call of EngineService and RulesService has a method that takes its request."""
    for service, module in ((engine_service.SERVICE, pb), (rules_service.SERVICE, rules_service_pb2)):
        described = module.DESCRIPTOR.services_by_name[service.rpartition(".")[2]]
        assert {(method.name, method.input_type.full_name) for method in described.methods} == {
            (method.name, method.request.DESCRIPTOR.full_name) for method in server.METHODS if method.service == service
        }


def test_answers_have_the_contracts_types(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """OPERATIONS.md: gRPC sends a response of the wrong type without complaint: so types are tested."""
    types: dict[str, str] = {}
    methods = []
    for method in server.METHODS:

        def seen(request: Message, call: Call, method: Method = method) -> Message:
            answer = method.run(request, call)
            types[method.path] = answer.DESCRIPTOR.full_name
            return answer

        methods.append(Method(method.service, method.name, method.request, seen, transcript=method.transcript))
    monkeypatch.setattr(server, "METHODS", tuple(methods))
    state = message_of(new_state())
    view = service.engine.GetView(pb.GetViewRequest(state=state, viewer=viewer(0))).view
    with running() as fresh:
        fresh.engine.CreateMatch(pb.CreateMatchRequest(rules=preset("page_one"), seats=2))
        fresh.engine.ApplyAction(apply_request())
        fresh.engine.BatchApplyActions(pb.BatchApplyActionsRequest())
        fresh.engine.GetView(pb.GetViewRequest(state=state, viewer=viewer(0)))
        fresh.engine.ListLegalActions(pb.ListLegalActionsRequest(state=state))
        fresh.engine.SuggestAction(pb.SuggestActionRequest(view=view, strength=pb.STRENGTH_EASY))
        fresh.engine.VerifyTranscript(
            pb.VerifyTranscriptRequest(transcript=pb.Transcript(rules=preset("page_one"), seats=2, seed=SEED))
        )
        fresh.rules.ListRuleSets(rules_service_pb2.ListRuleSetsRequest())
        fresh.rules.DescribeRules(rules_service_pb2.DescribeRulesRequest(rules=preset("imohori")))
    assert set(types) == {method.path for method in server.METHODS}
    for module in (pb, rules_service_pb2):
        for described in module.DESCRIPTOR.services_by_name.values():
            for method in described.methods:
                path = f"/{described.full_name}/{method.name}"
                assert types[path] == method.output_type.full_name


def test_a_log_that_cannot_be_written_fails_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """OPERATIONS.md: a log call never fails a request."""
    with running() as fresh:

        def full(data: object) -> int:
            raise OSError("no space left on device")

        monkeypatch.setattr(fresh.log, "write", full)
        fresh.engine.ApplyAction(apply_request())


def test_text_logs_can_be_read_by_people() -> None:
    """Settings: log_format text."""
    from pageone_service.logs import make_log

    class Lines:
        text = b""

        def write(self, data: bytes) -> int:
            self.text += data
            return len(data)

        def flush(self) -> None: ...

    lines = Lines()
    make_log("info", "text", lines).info("call", code="OK", ms=1.5)  # type: ignore[arg-type]
    assert b"call" in lines.text
    assert b"code=OK" in lines.text
    with pytest.raises(json.JSONDecodeError):
        json.loads(lines.text)


def test_random_choice_of_calls_keeps_nothing_in_flight(service: Running) -> None:
    """Whatever calls end with, the gauge comes back to zero."""
    choice = random.Random(1)
    for _ in range(40):
        service.raw(ENGINE + "GetView", choice.randbytes(choice.randrange(20)))
    assert samples(service)[("pageone_calls_in_flight",)] == 0


def test_unknown_is_no_methods_name() -> None:
    """The label of paths that are not ours is nobody else's."""
    assert refusing.UNKNOWN not in {method.name for method in server.METHODS}
