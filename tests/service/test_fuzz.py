"""Requests with random bytes changed: never UNKNOWN or INTERNAL, whatever is sent (API.md, "Errors")."""

from __future__ import annotations

import hashlib
import random

import grpc
import pytest
from google.protobuf.message import Message
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import rules_pb2, rules_service_pb2, solo_service_pb2
from pageone_engine.rules import DobonRules
from pageone_engine.terms import DobonReturn, DrawRule, Evasion, IllegalPlay, JokerPlay

from tests.service.refusals import american
from tests.service.support import (
    ENGINE,
    RULES,
    SEED,
    SOLO,
    Ended,
    Running,
    action_message,
    listed,
    message_of,
    new_state,
    preset,
    viewer,
    walk,
)

#: What a caller may be told about what it sent.
ANSWERS = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
}
WILD = american(
    sets=True,
    evasion=Evasion.LINKED,
    draw=DrawRule.UNTIL_PLAYABLE,
    illegal_play=IllegalPlay.WHEN_CALLED_OUT,
    joker_play=JokerPlay.CHALLENGEABLE,
    dobon=DobonRules(True, True, DobonReturn.LAST_LAID),
)
ROUNDS = 250


def requests(service: Running, choice: random.Random) -> dict[str, list[Message]]:
    """Valid requests of every call, from random positions of three games."""
    found: dict[str, list[Message]] = {RULES + "ListRuleSets": [rules_service_pb2.ListRuleSetsRequest()]}
    for rules in ("page_one", "american_page_one", WILD):
        states = list(walk(new_state(rules, 3), choice, 60))
        for state in choice.sample(states, 4):
            message = message_of(state)
            rest = listed(state) if state.phase != 4 else []
            action = action_message(choice.choice(rest)) if rest else pb.ApplyActionRequest().action
            seen = service.engine.GetView(pb.GetViewRequest(state=message, viewer=viewer(choice.randrange(3)))).view
            one = pb.ApplyActionRequest(state=message, action=action, viewers=[viewer(0)])
            transcript = pb.Transcript(rules=message.rules, seats=3, seed=SEED, actions=[action] * 3, match_id="m")
            each: list[tuple[str, Message]] = [
                ("GetView", pb.GetViewRequest(state=message, viewer=viewer(0))),
                ("ListLegalActions", pb.ListLegalActionsRequest(state=message, seat=1)),
                ("ApplyAction", one),
                ("BatchApplyActions", pb.BatchApplyActionsRequest(requests=[one, one])),
                ("SuggestAction", pb.SuggestActionRequest(view=seen, strength=choice.choice([1, 2, 3]))),  # type: ignore[arg-type]
                (
                    "VerifyTranscript",
                    pb.VerifyTranscriptRequest(
                        transcript=transcript,
                        state=message,
                        seed_commitment=hashlib.sha256(SEED).digest(),
                    ),
                ),
                (
                    "CreateMatch",
                    pb.CreateMatchRequest(rules=message.rules, seats=3, seed=SEED, viewers=[viewer(None)]),
                ),
            ]
            for call, request in each:
                found.setdefault(ENGINE + call, []).append(request)
            described: rules_pb2.Rules = message.rules
            for sample in (described, preset("imohori")):
                found.setdefault(RULES + "DescribeRules", []).append(
                    rules_service_pb2.DescribeRulesRequest(rules=sample, seats=3)
                )
            start = solo_service_pb2.StartGameRequest(rules=described, seats=3, seat=1, bots=[pb.STRENGTH_EASY])
            found.setdefault(SOLO + "StartGame", []).append(start)
            game = service.solo.StartGame(start)
            for action in game.view.legal.actions[:3]:
                request = solo_service_pb2.ActRequest(ticket=game.ticket, action=action)
                found.setdefault(SOLO + "Act", []).append(request)
            found.setdefault(SOLO + "GetGame", []).append(solo_service_pb2.GetGameRequest(ticket=game.ticket))
    return found


def mutated(data: bytes, choice: random.Random) -> bytes:
    """The bytes with a few of them changed, dropped, doubled or cut off."""
    changed = bytearray(data)
    for _ in range(choice.choice((1, 1, 1, 2, 4))):
        at = choice.randrange(len(changed) + 1)
        kind = choice.randrange(6)
        if kind == 0:
            changed[at:at] = choice.randbytes(choice.randrange(1, 4))
        elif kind == 1 and at < len(changed):
            del changed[at : at + choice.randrange(1, 5)]
        elif kind == 2 and at < len(changed):
            changed[at] = (changed[at] + choice.choice((1, 255))) % 256
        elif kind == 3:
            del changed[at:]
        elif kind == 4 and at < len(changed):
            changed[at] = choice.choice((0, 1, 53, 54, 77, 127, 128, 255))
        elif at < len(changed):
            changed[at] ^= 1 << choice.randrange(8)
    return bytes(changed)


@pytest.mark.parametrize("seed", range(4))
def test_changed_bytes_never_end_in_internal_or_unknown(service: Running, seed: int) -> None:
    """API.md: never UNKNOWN or INTERNAL for anything a caller can send; in a batch neither."""
    choice = random.Random(seed)
    answered = refused = 0
    for call, samples in requests(service, choice).items():
        for _ in range(ROUNDS if call.startswith(ENGINE) else 60):
            data = mutated(choice.choice(samples).SerializeToString(), choice)
            answer = service.raw(call, data)
            if isinstance(answer, Ended):
                refused += 1
                assert answer.code in ANSWERS, (call, data.hex(), answer)
                assert answer.details, (call, data.hex(), answer)
                continue
            answered += 1
            if call.endswith("BatchApplyActions"):
                batch = pb.BatchApplyActionsResponse.FromString(answer)
                assert all(one.error.code in (0, 3, 9, 10) for one in batch.results), data.hex()
    assert answered > 50
    assert refused > 500
    assert not [line for line in service.log.all() if line["event"] == "unforeseen"]
