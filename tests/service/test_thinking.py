"""Thinking: bounded in time and number, in processes of its own, and never in others' way (issue: Thinking)."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import monotonic

import grpc
import pytest
from pageone.v1 import engine_service_pb2 as pb
from pageone_engine import view
from pageone_engine.bots import suggest
from pageone_engine.state import View
from pageone_engine.terms import Strength
from pageone_service import engine_service
from pageone_service.convert import put_view
from pageone_service.errors import Failure, deadline_passed
from pageone_service.thinking import ThinkerError, Thinkers

from tests.service.support import Ended, action_message, new_state, running
from tests.service.thoughts import MODULE


def a_view() -> View:
    state = new_state()
    return view(state, state.turn)


def suggest_request(seed: bytes = b"") -> pb.SuggestActionRequest:
    request = pb.SuggestActionRequest(strength=pb.STRENGTH_HARD, seed=seed)
    put_view(request.view, a_view(), None)
    return request


class Caller:
    """A call with so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._until = monotonic() + seconds

    def remaining(self) -> float:
        return max(self._until - monotonic(), 0)

    def check(self) -> None:
        if not self.remaining():
            raise deadline_passed()

    def ask(self, thinkers: Thinkers, name: str, seed: bytes = b"") -> object:
        return thinkers.think(MODULE + name, a_view(), seed, self.remaining, self.check)


@pytest.fixture
def hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """STRENGTH_HARD thinks until its deadline; no caller can ask for that of a release."""
    monkeypatch.setitem(engine_service.THINKS, Strength.HARD, MODULE + "until_the_deadline")


def test_no_strength_of_a_release_thinks_yet() -> None:
    """What tests put there is not reachable by callers; HARD is UNIMPLEMENTED."""
    assert engine_service.THINKS == {}


def test_a_thought_is_the_engines_and_its_process_knows_no_grpc() -> None:
    """A thinker has the engine alone, is of low priority, and what it prints disturbs nothing."""
    thinkers = Thinkers(1, 4, 5.0)
    try:
        action = Caller(20).ask(thinkers, "chatters")
        assert action == suggest(a_view(), Strength.NORMAL)
        # The same process does the next one.
        assert Caller(20).ask(thinkers, "normal") == action
    finally:
        thinkers.stop()


def test_thinkers_that_die_are_replaced(tmp_path: Path) -> None:
    """A job is tried twice; then UNAVAILABLE, and the next one has a process again."""
    thinkers = Thinkers(1, 4, 5.0)
    try:
        assert Caller(20).ask(thinkers, "dies_once", str(tmp_path / "told").encode()) is not None
        with pytest.raises(Failure) as caught:
            Caller(20).ask(thinkers, "dies")
        assert caught.value.code is grpc.StatusCode.UNAVAILABLE
        assert caught.value.retry_ms
        assert Caller(20).ask(thinkers, "normal") is not None
        assert thinkers.jobs == 0
    finally:
        thinkers.stop()


def test_a_thought_that_breaks_tells_no_words() -> None:
    """What a thinker raises comes as the exception's name: its words may show a hand."""
    thinkers = Thinkers(1, 4, 5.0)
    try:
        with pytest.raises(ThinkerError) as caught:
            Caller(20).ask(thinkers, "breaks")
        assert str(caught.value) == "ValueError"
        assert Caller(20).ask(thinkers, "normal") is not None
    finally:
        thinkers.stop()


def test_a_thinker_that_does_not_end_is_ended_when_nobody_waits() -> None:
    """The call's time is over: DEADLINE_EXCEEDED, the process is gone, and the next job has another."""
    thinkers = Thinkers(1, 4, 60.0)
    try:
        started = monotonic()
        with pytest.raises(Failure) as caught:
            Caller(1).ask(thinkers, "never_ends")
        assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED
        assert monotonic() - started < 5
        assert Caller(20).ask(thinkers, "normal") is not None
    finally:
        thinkers.stop()


def test_all_who_ask_at_once_are_answered_in_time() -> None:
    """Eight ask at once with twenty seconds each, and one process thinks, half a second for each at most."""
    thinkers = Thinkers(1, 8, 0.5)
    try:
        with ThreadPoolExecutor(8) as threads:
            asked = [threads.submit(Caller(20).ask, thinkers, "until_the_deadline") for _ in range(8)]
            assert all(one.result(timeout=40) is not None for one in asked)
    finally:
        thinkers.stop()


def test_the_more_wait_the_shorter_each_thinks() -> None:
    """Three wait behind one that thinks, all with six seconds: the second has at most a third of what is left."""
    thinkers = Thinkers(1, 8, 60.0)
    took: list[float] = []

    def ask(name: str, seconds: float) -> None:
        Caller(seconds).ask(thinkers, name)
        took.append(monotonic())

    try:
        Caller(20).ask(thinkers, "normal")
        with ThreadPoolExecutor(4) as threads:
            first = threads.submit(ask, "until_the_deadline", 1.0)
            assert _wait(lambda: thinkers.jobs == 1)
            rest = [threads.submit(ask, "until_the_deadline", 6.0) for _ in range(3)]
            first.result(timeout=20)
            for one in rest:
                one.result(timeout=20)
        assert took[1] - took[0] < 4
    finally:
        thinkers.stop()


def test_more_suggestions_than_allowed_are_refused_at_once(hard: None) -> None:
    """RESOURCE_EXHAUSTED with RetryInfo and the limit; those within it are answered."""
    with running(max_thinking=2, max_think_seconds=0.5) as fresh:
        futures = [fresh.engine.SuggestAction.future(suggest_request(), timeout=20) for _ in range(6)]
        refused = []
        for future in futures:
            error = future.exception(timeout=30)
            if error is not None:
                assert isinstance(error, grpc.RpcError)
                refused.append(Ended(error))
        assert 0 < len(refused) <= 4
        for ended in refused:
            assert ended.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert ended.info.reason == "TOO_MANY_THINKING"
            assert ended.info.metadata["limit"] == "2"
            assert ended.pushback == "500"


def test_thinking_holds_no_thread(hard: None) -> None:
    """Four think for a second with one slow thread; a suggestion of another strength is answered meanwhile."""
    with running(slow_threads=1, max_think_seconds=1.0) as fresh:
        thinking = [fresh.engine.SuggestAction.future(suggest_request(), timeout=20) for _ in range(4)]
        quick = suggest_request()
        quick.strength = pb.STRENGTH_NORMAL
        answer = fresh.engine.SuggestAction(quick, timeout=20)
        assert answer.action == action_message(suggest(a_view(), Strength.NORMAL) or pytest.fail("nothing to do"))
        assert not all(one.done() for one in thinking)
        assert all(one.result(timeout=20).HasField("action") for one in thinking)


def test_a_caller_that_goes_stops_the_thinking(hard: None) -> None:
    """API.md: cancelled: the work is stopped; the process that thought is gone."""
    with running(max_think_seconds=60.0, max_call_seconds=60.0) as fresh:
        future = fresh.engine.SuggestAction.future(
            suggest_request(), timeout=60, metadata=(("x-request-id", "thought"),)
        )
        assert _wait(lambda: fresh.server._thinkers.jobs == 1)
        future.cancel()
        assert fresh.log.of("thought")["code"] == "CANCELLED"
        assert _wait(lambda: not any(one._process for one in fresh.server._thinkers._all))
        assert fresh.server._thinkers.jobs == 0


def test_the_processes_end_with_the_server(hard: None) -> None:
    """Nothing that thinks outlives the server."""
    with running(max_think_seconds=0.05) as fresh:
        fresh.engine.SuggestAction(suggest_request(), timeout=20)
        pids = [one._process.pid for one in fresh.server._thinkers._all if one._process]
        assert pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def _wait(condition: Callable[[], bool]) -> bool:
    """Whether a condition holds within ten seconds."""
    until = monotonic() + 10
    while not condition() and monotonic() < until:
        Event().wait(0.01)
    return condition()
