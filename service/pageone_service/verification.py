"""VerifyTranscript: a whole match replayed from its seed."""

from __future__ import annotations

from typing import Final

from pageone.v1 import engine_service_pb2 as pb
from pageone_engine.actions import Action
from pageone_engine.refusals import Fault, InvalidError
from pageone_engine.state import State
from pageone_engine.transcript import Transcript, verify

from .convert import missing, prefixed, put_state, read_action, read_rules_or_preset, read_state
from .edge import Call

#: Actions read between two looks at whether anybody still waits.
_CHECK_EVERY: Final = 1024


def verify_transcript(request: pb.VerifyTranscriptRequest, call: Call) -> pb.VerifyTranscriptResponse:
    """Whether commitment, actions and state agree; stopped when nobody waits for the answer."""
    faults: list[Fault] = []
    transcript = None
    if request.HasField("transcript"):
        transcript = _transcript(request.transcript, faults, call)
    else:
        faults.append(missing("transcript"))
    state = None
    if request.HasField("state"):
        state = read_state(request.state, "state", faults)
    if faults or transcript is None:
        raise InvalidError(faults)
    return _verdict(transcript, request.seed_commitment, state, call)


def _transcript(message: pb.Transcript, faults: list[Fault], call: Call) -> Transcript:
    rules, wire = read_rules_or_preset(message.rules)
    faults += prefixed("transcript.rules", wire)
    if not message.HasField("rules"):
        faults[:] = [missing("transcript.rules")]
    return Transcript(
        rules,
        message.seats,
        message.seed,
        tuple(message.entropy),
        message.first_dealer,
        message.match_id,
        _actions(message, call),
    )


def _actions(message: pb.Transcript, call: Call) -> list[Action | None]:
    """The actions up to the first that cannot be read, which is None: no replay gets beyond it."""
    actions: list[Action | None] = []
    for at, each in enumerate(message.actions):
        if at % _CHECK_EVERY == 0:
            call.check()
        wrong: list[Fault] = []
        action = read_action(each, "action", wrong)
        if wrong:
            actions.append(None)
            break
        actions.append(action)
    return actions


def _verdict(transcript: Transcript, commitment: bytes, state: State | None, call: Call) -> pb.VerifyTranscriptResponse:
    def alive() -> bool:
        call.check()
        return True

    try:
        with call.engine:
            verdict = verify(transcript, commitment, state, alive)
    except InvalidError as error:
        raise InvalidError(prefixed("transcript", error.faults)) from None
    call.note(match_id=transcript.match_id, actions=len(transcript.actions))
    response = pb.VerifyTranscriptResponse(verified=verdict.verified, reason=verdict.reason)
    if verdict.failed_action is not None:
        response.failed_action = verdict.failed_action
    put_state(response.state, verdict.state)
    return response
