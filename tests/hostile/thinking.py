"""ApplyAction while sixteen suggestions are thought about until their deadline: its time beside the unloaded one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread
from time import perf_counter

import grpc
from pageone.v1 import engine_service_pb2 as pb

from tests.load.bodies import body_of
from tests.load.process import PORTS, started
from tests.service.thoughts import MODULE

from .figures import Figure, Tell

#: As many suggestions at once as the issue of the service asks for.
SUGGESTIONS = 16
_TIMEOUT = 30.0
#: A server whose STRENGTH_HARD thinks until its deadline. No flag does this, so that no caller can have it.
_SERVER = f"""
import sys
from pageone_service import engine_service
from pageone_service.cli import main
from pageone_engine.terms import Strength
engine_service.THINKS[Strength.HARD] = "{MODULE}until_the_deadline"
sys.argv[0] = "pageone"
main()
"""


def command(*arguments: str) -> list[str]:
    """The command of that server."""
    return [sys.executable, "-c", _SERVER, "serve", *PORTS, "--log-level=warning", *arguments]


def _seconds(call: grpc.UnaryUnaryMultiCallable[bytes, bytes], message: bytes, count: int) -> list[float]:
    taken = []
    for _ in range(count):
        begun = perf_counter()
        call(message, timeout=_TIMEOUT)
        taken.append(perf_counter() - begun)
    return taken


@contextmanager
def suggestions(address: str, seconds: float) -> Iterator[list[str]]:
    """Sixteen callers who ask for suggestions again and again, ``seconds`` for each; what those ended with."""
    request = pb.SuggestActionRequest.FromString(body_of("SuggestAction", "page_one").message)
    request.strength = pb.STRENGTH_HARD
    message = request.SerializeToString()
    over, ended = Event(), list[str]()

    def ask() -> None:
        with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(body_of_suggest.path)
            while not over.is_set():
                try:
                    call(message, timeout=seconds)
                    ended.append("OK")
                except grpc.RpcError as error:
                    ended.append(error.code().name)

    body_of_suggest = body_of("SuggestAction", "page_one")
    callers = [Thread(target=ask, daemon=True) for _ in range(SUGGESTIONS)]
    for caller in callers:
        caller.start()
    yield ended
    over.set()
    for caller in callers:
        caller.join(_TIMEOUT)


def measure(calls: int, tell: Tell, *arguments: str) -> list[Figure]:
    """``calls`` calls of ApplyAction alone, and as many while others think, in turns."""
    body = body_of("ApplyAction", "american_page_one")
    alone: list[float] = []
    beside: list[float] = []
    answered: list[str] = []
    turns = 4
    with ExitStack() as stack:
        server = stack.enter_context(started(command(*arguments)))
        channel = stack.enter_context(grpc.insecure_channel(server.address))
        call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(body.path)
        _seconds(call, body.message, 200)
        for turn in range(turns):
            alone += _seconds(call, body.message, calls // turns)
            with suggestions(server.address, 5.0) as ended:
                # The first of them starts the thinkers' processes.
                _seconds(call, body.message, 100)
                beside += _seconds(call, body.message, calls // turns)
            answered += ended
            tell(f"turn {turn + 1} of {turns}")
    ratio = _p99(beside) / _p99(alone)
    return [
        Figure("ApplyAction alone, p50", _median(alone), "ms"),
        Figure("ApplyAction alone, p99", _p99(alone), "ms"),
        Figure(f"beside {SUGGESTIONS} suggestions, p50", _median(beside), "ms"),
        Figure(f"beside {SUGGESTIONS} suggestions, p99", _p99(beside), "ms"),
        Figure("p99 beside, times p99 alone", ratio, "", 3),
        Figure("suggestions answered", answered.count("OK")),
        Figure("suggestions that were not", len(answered) - answered.count("OK"), "", 0),
    ]


def _p99(seconds: list[float]) -> float:
    return sorted(seconds)[int(0.99 * len(seconds))] * 1000


def _median(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) // 2] * 1000
