"""VerifyTranscript: a whole match, and what does not agree when one thing of it is altered."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

from tests.conformance.authored.matches import MATCHES, encoded, play
from tests.conformance.authoring import RECORDED, Live, Scenario
from tests.conformance.patterns import Json

_VERIFY: Final = "EngineService/VerifyTranscript"


def scenarios(live: Live) -> Iterator[Scenario]:
    """Good, and altered in each of its parts."""
    match = MATCHES[0]
    seed = sha256(b"conformance %d" % match.number).digest()
    actions, state = play(live, match)
    dealer = live.answer("EngineService/CreateMatch", match.request)[1]["state"].get("dealer", 0)
    good: dict[str, Any] = {
        "rules": match.request["rules"],
        "seats": match.seats,
        "seed": encoded(seed),
        "entropy": match.request["entropy"],
        "firstDealer": dealer,
        "matchId": match.request["matchId"],
        "actions": actions,
    }
    whole = {"transcript": good, "seedCommitment": encoded(sha256(seed).digest()), "state": state}
    one = live.scenario("transcripts/a whole match", "C7, C8: commitment, actions and state agree.")
    one.call(_VERIFY, whole, {"verified": True, "state": RECORDED})
    begun = {**good, "actions": actions[:3]}
    one.call(_VERIFY, {"transcript": begun}, _verdict)
    one.call(_VERIFY, {"transcript": {**good, "actions": []}}, _verdict)
    yield one
    one = live.scenario("transcripts/altered", "What does not agree is told; the first action is number 0.")
    few = {**good, "actions": actions[:4]}
    last = {**few, "actions": [*few["actions"][:3], {**few["actions"][3], "version": 77}]}
    for request in (
        {"transcript": few, "seedCommitment": encoded(sha256(b"another").digest())},
        {"transcript": {**few, "actions": [{"seat": 0, "passTurn": {}}, *few["actions"]]}},
        {"transcript": {**few, "actions": [{"seat": 0}]}},
        {"transcript": {**few, "seed": encoded(sha256(b"another").digest())}},
        {"transcript": {**few, "actions": [*few["actions"], few["actions"][-1]]}},
        {"transcript": last},
        {"transcript": few, "state": {**state, "version": state["version"] + 1}},
    ):
        one.call(_VERIFY, request, _verdict)
    yield one
    one = live.scenario("transcripts/malformed", "A transcript that is none: every field is named.")
    one.fails(_VERIFY, {})
    one.fails(_VERIFY, {"transcript": {**few, "seats": 9, "seed": "AAAA", "firstDealer": 5}, "seedCommitment": "AAAA"})
    yield one


def _verdict(answer: Json) -> Json:
    """The verdict; its sentence is for people, of the state it is enough how far it came."""
    state = answer["state"]
    told = {name: state[name] for name in ("version", "phase", "turn") if name in state}
    verdict = {**answer, "state": {"$some": told}}
    if "reason" in answer:
        verdict["reason"] = {"$text": "en"}
    return verdict
