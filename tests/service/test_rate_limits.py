"""How fast each caller may call (API.md, "Errors": too fast for this caller)."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from pageone.v1 import engine_service_pb2 as pb
from pageone_service import edge, rate_limits
from pageone_service.callers import ANONYMOUS, SCOPES, Caller
from pageone_service.rate_limits import RateLimits, bucket_of

from tests.service.support import ENGINE, Ended, message_of, new_state, running, viewer


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    one = Clock()
    monkeypatch.setattr(rate_limits, "monotonic", one)
    return one


def test_a_bucket_holds_a_burst_and_fills_at_the_rate(clock: Clock) -> None:
    """5 a second, 3 at once: three go, the fourth waits for a fifth of a second."""
    limits = RateLimits(5, 3)
    assert [limits.take("a") for _ in range(3)] == [0, 0, 0]
    assert limits.take("a") == pytest.approx(0.2)
    clock.now += 0.1
    assert limits.take("a") == pytest.approx(0.1)
    clock.now += 0.1
    assert limits.take("a") == 0
    assert limits.take("a") == pytest.approx(0.2)
    clock.now += 3600
    assert [limits.take("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_the_rate_holds_in_the_long_run(clock: Clock) -> None:
    """Somebody who calls ten times as fast as allowed gets the rate, and the burst once; refusals cost nothing."""
    limits = RateLimits(10, 5)
    taken = 0
    for _ in range(1000):
        taken += limits.take("a") == 0
        clock.now += 0.01
    assert taken == pytest.approx(5 + 10 * 10, abs=1)


def test_callers_have_buckets_of_their_own(clock: Clock) -> None:
    """One caller's haste is no other's."""
    limits = RateLimits(1, 1)
    assert [limits.take(name) > 0 for name in "aabb"] == [False, True, False, True]


def test_buckets_are_bounded_in_number(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A million names take no more memory than the most that are kept; who calls often is kept."""
    monkeypatch.setattr(rate_limits, "_MOST", 100)
    limits = RateLimits(1, 1)
    assert limits.take("often") == 0
    for number in range(1000):
        limits.take(f"name {number}")
        assert limits.take("often") > 0
    assert len(limits) == 100


def test_no_rate_is_no_limit() -> None:
    """The default: any number."""
    limits = RateLimits(0, 1)
    assert [limits.take("a") for _ in range(100)] == [0] * 100
    assert len(limits) == 0


@pytest.mark.parametrize(
    ("peer", "bucket"),
    [
        ("ipv4:192.0.2.7:50123", "ipv4:192.0.2.7"),
        ("ipv6:%5B2001:db8::7%5D:50123", "ipv6:%5B2001:db8::7%5D"),
        ("unix:/run/socket", "unix:/run/socket"),
    ],
)
def test_without_authentication_an_address_is_a_caller(peer: str, bucket: str) -> None:
    """Whatever port it comes from; a name, where there is one, is another bucket than any address."""

    class Context:
        def peer(self) -> str:
            return peer

    context: Any = Context()
    assert bucket_of(ANONYMOUS, context) == bucket
    assert bucket_of(Caller(peer, SCOPES), context) == f"caller:{peer}"


def test_too_fast_a_caller_is_told_when_it_may_call_again() -> None:
    """RESOURCE_EXHAUSTED with RetryInfo, pushback and the limit; before the message is looked at."""
    with running(rate_per_second=0.5, rate_burst=2) as fresh:
        request = pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0))
        fresh.engine.GetView(request)
        fresh.engine.GetView(request)
        ended = fresh.raw(ENGINE + "GetView", b"no message", (("x-request-id", "too-fast"),))
        assert isinstance(ended, Ended)
        assert ended.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert ended.info.reason == "TOO_FAST"
        assert ended.info.metadata["limit"] == "0.5"
        assert 1500 < int(ended.pushback) <= 2000
        assert [type(detail).__name__ for detail in ended.details] == ["ErrorInfo", "RetryInfo"]
        assert fresh.log.of("too-fast")["reason"] == "TOO_FAST"


def test_a_named_caller_is_limited_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two callers from one address: each has its own limit."""

    def by_id(metadata: Any, context: grpc.ServicerContext) -> Caller:  # noqa: ANN401
        return Caller(str(dict(metadata)["x-request-id"])[:1], SCOPES)

    made = edge.Edge.__init__

    def with_names(self: edge.Edge, *args: Any, **how: Any) -> None:  # noqa: ANN401
        made(self, *args, **{**how, "identify": by_id})

    monkeypatch.setattr(edge.Edge, "__init__", with_names)
    with running(rate_per_second=0.1, rate_burst=1) as fresh:
        codes = []
        for caller in ("a-1", "a-2", "b-1", "b-2"):
            ended = fresh.raw(ENGINE + "GetView", b"no message", (("x-request-id", caller),))
            assert isinstance(ended, Ended)
            codes.append(ended.code.name)
        assert codes == ["INVALID_ARGUMENT", "RESOURCE_EXHAUSTED"] * 2
