"""Mixed traffic of real games: hosts, bots and people, and what goes wrong among them."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import grpc
from pageone.v1 import (
    engine_service_pb2,
    engine_service_pb2_grpc,
    rules_service_pb2,
    rules_service_pb2_grpc,
    solo_service_pb2,
    solo_service_pb2_grpc,
)
from pageone_engine import PRESETS, apply
from pageone_engine.state import State

from tests.service.refusals import refused_actions
from tests.service.support import ENGINE, SEED, action_message, listed, message_of, new_state, preset, viewer

pb = engine_service_pb2
_SECONDS = 20.0


class Caller:
    """One caller with a connection of its own and a table for each preset; each method is a thing it does."""

    def __init__(self, address: str, seed: int, credentials: grpc.ChannelCredentials | None = None) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        if credentials is None:
            self._channel = grpc.insecure_channel(address, options)
        else:
            self._channel = grpc.secure_channel(address, credentials, options)
        self._engine = engine_service_pb2_grpc.EngineServiceStub(self._channel)
        self._rules = rules_service_pb2_grpc.RulesServiceStub(self._channel)
        self._solo = solo_service_pb2_grpc.SoloServiceStub(self._channel)
        self._choice = random.Random(seed)
        self._seed = bytes([seed])
        self._tables: dict[str, State] = {}
        self._answer: solo_service_pb2.StartGameResponse | solo_service_pb2.ActResponse | None = None

    def close(self) -> None:
        """Hang up."""
        self._channel.close()

    def something(self) -> None:
        """Do one thing; the frequent ones are frequent. Whatever it ends with is an answer."""
        things: list[tuple[Callable[[], object], int]] = [
            (self.play, 60),
            (self.look, 10),
            (self.list, 4),
            (self.suggest, 4),
            (self.solo, 12),
            (self.batch, 2),
            (self.verify, 1),
            (self.read_rules, 2),
            (self.break_a_rule, 4),
            (self.come_late, 1),
            (self.send_nonsense, 1),
            (self.lose_the_way, 1),
            (self.forge_a_ticket, 1),
        ]
        (thing,) = self._choice.choices([thing for thing, _ in things], [weight for _, weight in things])
        try:
            thing()
        except grpc.RpcError:
            return

    def _table(self) -> str:
        name = self._choice.choice(list(PRESETS))
        if name not in self._tables or not listed(self._tables[name]):
            seed = self._choice.randbytes(32)
            self._engine.CreateMatch(pb.CreateMatchRequest(rules=preset(name), seats=4, seed=seed), timeout=_SECONDS)
            self._tables[name] = new_state(name, 4, seed)
        return name

    def play(self) -> None:
        """A host lets somebody act, and sends everybody's views."""
        name = self._table()
        state = self._tables[name]
        action = self._choice.choice(listed(state))
        viewers = [viewer(seat) for seat in range(4)]
        request = pb.ApplyActionRequest(state=message_of(state), action=action_message(action), viewers=viewers)
        self._engine.ApplyAction(request, timeout=_SECONDS)
        self._tables[name], _ = apply(state, action)

    def look(self) -> pb.GetViewResponse:
        """Somebody comes back to the table."""
        state = message_of(self._tables[self._table()])
        return self._engine.GetView(pb.GetViewRequest(state=state, viewer=viewer(0)), timeout=_SECONDS)

    def list(self) -> None:
        """A host asks who can do what."""
        state = message_of(self._tables[self._table()])
        self._engine.ListLegalActions(pb.ListLegalActionsRequest(state=state), timeout=_SECONDS)

    def suggest(self) -> None:
        """A bot is asked."""
        request = pb.SuggestActionRequest(view=self.look().view, strength=pb.STRENGTH_NORMAL, seed=self._seed)
        self._engine.SuggestAction(request, timeout=_SECONDS)

    def solo(self) -> None:
        """A person plays against bots."""
        answer = self._answer
        actions = answer.view.legal.actions if answer is not None else ()
        if answer is None or not actions:
            request = solo_service_pb2.StartGameRequest(rules=preset("page_one"), seats=3, bots=[pb.STRENGTH_EASY])
            self._answer = self._solo.StartGame(request, timeout=_SECONDS)
            return
        action = self._choice.choice(list(actions))
        self._answer = None
        act = solo_service_pb2.ActRequest(ticket=answer.ticket, action=action)
        self._answer = self._solo.Act(act, timeout=_SECONDS)

    def batch(self) -> None:
        """A simulation plays at several tables at once."""
        requests = []
        for state in self._tables.values():
            actions = listed(state)
            if actions:
                action = self._choice.choice(actions)
                requests.append(pb.ApplyActionRequest(state=message_of(state), action=action_message(action)))
        self._engine.BatchApplyActions(pb.BatchApplyActionsRequest(requests=requests), timeout=_SECONDS)

    def verify(self) -> None:
        """A match is looked into afterwards."""
        transcript = pb.Transcript(rules=preset("page_one"), seats=2, seed=SEED)
        self._engine.VerifyTranscript(pb.VerifyTranscriptRequest(transcript=transcript), timeout=_SECONDS)

    def read_rules(self) -> None:
        """An app shows what can be played."""
        self._rules.ListRuleSets(rules_service_pb2.ListRuleSetsRequest(), timeout=_SECONDS)
        self._rules.DescribeRules(rules_service_pb2.DescribeRulesRequest(rules=preset("imohori")), timeout=_SECONDS)

    def break_a_rule(self) -> None:
        """An action against the rules."""
        state, action = self._choice.choice(list(refused_actions().values()))
        request = pb.ApplyActionRequest(state=message_of(state), action=action_message(action))
        self._engine.ApplyAction(request, timeout=_SECONDS)

    def come_late(self) -> None:
        """An action for a state that is past."""
        state = self._tables[self._table()]
        action = action_message(self._choice.choice(listed(state)))
        action.version += 7
        self._engine.ApplyAction(pb.ApplyActionRequest(state=message_of(state), action=action), timeout=_SECONDS)

    def _raw(self, path: str, data: bytes) -> None:
        call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(path)
        call(data, timeout=_SECONDS)

    def send_nonsense(self) -> None:
        """Bytes that are no message."""
        self._raw(ENGINE + "GetView", b"\xff")

    def lose_the_way(self) -> None:
        """A method that nobody has."""
        self._raw("/pageone.v1.NoService/NoCall", b"")

    def forge_a_ticket(self) -> None:
        """A ticket that nobody sealed."""
        ticket = self._choice.randbytes(256)
        self._solo.GetGame(solo_service_pb2.GetGameRequest(ticket=ticket), timeout=_SECONDS)

    def storm(self, calls: int) -> None:
        """Many calls at once."""
        state = message_of(self._tables[self._table()])
        request = pb.ListLegalActionsRequest(state=state)
        futures = [self._engine.ListLegalActions.future(request, timeout=_SECONDS) for _ in range(calls)]
        for future in futures:
            future.exception(timeout=2 * _SECONDS)


def everything(caller: Caller, rounds: int = 40) -> None:
    """Each thing at least once, and a storm."""
    for thing in (
        *(caller.play, caller.look, caller.list, caller.suggest, caller.solo, caller.solo, caller.batch, caller.verify),
        *(caller.read_rules, caller.break_a_rule, caller.come_late, caller.send_nonsense, caller.lose_the_way),
        *(caller.forge_a_ticket, partial(caller.storm, 60)),
    ):
        try:
            thing()
        except grpc.RpcError:
            continue
    for _ in range(rounds):
        caller.something()


@contextmanager
def going_on(callers: list[Caller], pause: Callable[[float], float]) -> Iterator[None]:
    """Each caller does something again and again, with ``pause(seconds since the start)`` seconds between."""
    ended = threading.Event()
    started = time.monotonic()

    def go_on(caller: Caller) -> None:
        while not ended.wait(pause(time.monotonic() - started)):
            caller.something()

    threads = [threading.Thread(target=go_on, args=(caller,), daemon=True) for caller in callers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join(2 * _SECONDS)
