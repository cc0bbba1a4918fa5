"""EngineService: for a table's host, which keeps the state. A method converts, asks, converts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from pageone.v1 import engine_service_pb2 as pb
from pageone_engine.actions import Action
from pageone_engine.bots import suggest
from pageone_engine.engine import apply, create_match, undoable
from pageone_engine.events import Event
from pageone_engine.listing import Legal, legal_actions
from pageone_engine.refusals import EngineError, Fault, InvalidError
from pageone_engine.state import State, View
from pageone_engine.terms import Strength
from pageone_engine.view import redact, view

from . import errors
from .callers import ENGINE
from .convert import (
    SchemaUnknownError,
    beside,
    missing,
    out_of_range,
    prefixed,
    put_action,
    put_events,
    put_legal,
    put_state,
    put_view,
    read_action,
    read_rules_or_preset,
    read_state,
    read_view,
    read_viewer,
    read_viewers,
    too_many,
)
from .edge import Call, Method
from .identity import match_id
from .verification import verify_transcript

SERVICE: Final = "pageone.v1.EngineService"
MAX_BATCH: Final = 256
#: The strengths that think, with the `thinker.Think` of each, as ``module:function``; the others answer at once.
THINKS: Final[dict[int, str]] = {}
_STRENGTHS: Final = (Strength.STAND_IN, Strength.EASY, Strength.NORMAL, Strength.HARD)


def create(request: pb.CreateMatchRequest, call: Call) -> pb.CreateMatchResponse:
    """Deal the first round; without a seed, one is drawn from the operating system."""
    seed = request.seed or os.urandom(32)
    entropy = tuple(request.entropy)
    rules, wire = read_rules_or_preset(request.rules)
    faults = prefixed("rules", wire) if request.HasField("rules") else [missing("rules")]
    viewers = read_viewers(request.viewers, request.seats, "viewers", faults)
    try:
        with call.engine:
            state, events = create_match(
                rules,
                request.seats,
                seed,
                entropy=entropy,
                first_dealer=request.first_dealer if request.HasField("first_dealer") else None,
                match_id=request.match_id or match_id(seed, entropy),
            )
    except InvalidError as error:
        raise InvalidError(beside(faults, error.faults)) from None
    if faults:
        raise InvalidError(faults)
    call.note(match_id=state.match.match_id)
    call.metrics.count_match(state.match.rules, events)
    response = pb.CreateMatchResponse()
    put_state(response.state, state)
    call.metrics.state_bytes.observe(response.state.ByteSize())
    put_events(response.events, events)
    _put_updates(response, state, events, viewers, call)
    return response


def apply_action(request: pb.ApplyActionRequest, call: Call) -> pb.ApplyActionResponse:
    """The next state, what happened, and each viewer's update."""
    response = pb.ApplyActionResponse()
    state = _apply(request, response, call)
    call.note(match_id=state.match.match_id)
    return response


def _apply(request: pb.ApplyActionRequest, response: pb.ApplyActionResponse, call: Call) -> State:
    faults: list[Fault] = []
    before = _state(request, faults)
    action = None
    if request.HasField("action"):
        action = read_action(request.action, "action", faults)
    else:
        faults.append(missing("action"))
    seats = before.match.seats if before is not None else 0
    viewers = read_viewers(request.viewers, seats, "viewers", faults)
    if faults or before is None or action is None:
        raise InvalidError(faults)
    try:
        with call.engine:
            after, events = apply(before, action)
    except InvalidError as error:
        raise InvalidError(prefixed("action", error.faults)) from None
    put_state(response.state, after)
    put_events(response.events, events)
    _put_updates(response, after, events, viewers, call)
    response.undoable = undoable(action, events)
    call.metrics.count_action(after, action, events)
    call.metrics.state_bytes.observe(response.state.ByteSize())
    return after


def _state(
    request: pb.ApplyActionRequest | pb.GetViewRequest | pb.ListLegalActionsRequest,
    faults: list[Fault],
) -> State | None:
    if not request.HasField("state"):
        faults.append(missing("state"))
        return None
    return read_state(request.state, "state", faults)


def _put_updates(
    response: pb.ApplyActionResponse | pb.CreateMatchResponse,
    state: State,
    events: Sequence[Event],
    viewers: Sequence[int | None],
    call: Call,
) -> None:
    if not viewers:
        return
    written = response.events[:]
    for viewer in viewers:
        update = response.updates.add()
        _put_view(update, state, viewer, call)
        for event, message in zip(events, written, strict=True):
            shown = redact(event, viewer)
            if shown is event:
                update.events.append(message)
            else:
                put_events(update.events, (shown,))


def _put_view(message: pb.ViewerUpdate | pb.GetViewResponse, state: State, viewer: int | None, call: Call) -> None:
    with call.engine:
        seen = view(state, viewer)
        legal = None if viewer is None else legal_actions(state, viewer)
    put_view(message.view, seen, legal)


def batch(request: pb.BatchApplyActionsRequest, call: Call) -> pb.BatchApplyActionsResponse:
    """ApplyAction for each request, answered in its place, whatever becomes of the others."""
    requests = request.requests
    if len(requests) > MAX_BATCH:
        raise InvalidError([too_many("requests", len(requests), MAX_BATCH, "requests")])
    response = pb.BatchApplyActionsResponse()
    failed = 0
    for one in requests:
        call.check()
        result = response.results.add()
        try:
            _apply(one, result.response, call)
        except (EngineError, SchemaUnknownError) as error:
            failed += 1
            _put_error(result.error, error, call)
    call.note(batch=len(requests), failed=failed)
    return response


def _put_error(message: pb.ActionError, error: Exception, call: Call) -> None:
    failure = call.failure(error)
    assert failure is not None
    message.code = failure.number
    message.message = failure.message
    if failure.refusal:
        message.refusal = failure.refusal  # type: ignore[assignment]
        call.metrics.count_refusal(failure.refusal)


def get_view(request: pb.GetViewRequest, call: Call) -> pb.GetViewResponse:
    """What one viewer may see, and what it can do."""
    faults: list[Fault] = []
    state = _state(request, faults)
    viewer = None
    if request.HasField("viewer"):
        seats = state.match.seats if state is not None else 0
        viewer = read_viewer(request.viewer, seats, "viewer", faults)
    else:
        faults.append(missing("viewer"))
    if faults or state is None:
        raise InvalidError(faults)
    call.note(match_id=state.match.match_id)
    response = pb.GetViewResponse()
    _put_view(response, state, viewer, call)
    return response


def list_legal(request: pb.ListLegalActionsRequest, call: Call) -> pb.ListLegalActionsResponse:
    """What a seat, or every seat, can do, and why its other cards cannot be played."""
    faults: list[Fault] = []
    state = _state(request, faults)
    if state is not None and request.HasField("seat") and request.seat >= state.match.seats:
        faults.append(out_of_range("seat", request.seat, 0, state.match.seats - 1))
    if faults or state is None:
        raise InvalidError(faults)
    call.note(match_id=state.match.match_id)
    seats = (request.seat,) if request.HasField("seat") else range(state.match.seats)
    with call.engine:
        legal: list[tuple[int, Legal]] = [(seat, legal_actions(state, seat)) for seat in seats]
    response = pb.ListLegalActionsResponse()
    for seat, listed in legal:
        put_legal(response.seats.add(seat=seat).legal, listed)
    return response


def suggest_action(request: pb.SuggestActionRequest, call: Call) -> pb.SuggestActionResponse:
    """What a bot would do that sees this view and nothing else."""
    faults: list[Fault] = []
    seen = None
    if request.HasField("view"):
        seen = read_view(request.view, "view", faults)
    else:
        faults.append(missing("view"))
    strength = int(request.strength)
    if strength not in _STRENGTHS:
        faults.append(out_of_range("strength", strength, _STRENGTHS[0], _STRENGTHS[-1]))
    if faults or seen is None:
        raise InvalidError(faults)
    call.note(match_id=seen.match_id)
    response = pb.SuggestActionResponse()
    action = _suggestion(seen, strength, request.seed, call)
    if action is not None:
        put_action(response.action, action)
    return response


def _suggestion(seen: View, strength: int, seed: bytes, call: Call) -> Action | None:
    thinks = THINKS.get(strength)
    if thinks is not None:
        return call.think(thinks, seen, seed)
    if strength == Strength.HARD:
        what = "STRENGTH_HARD is not there yet; STRENGTH_NORMAL is the strongest"
        raise errors.not_there_yet(what, "STRENGTH_NOT_AVAILABLE")
    with call.engine:
        return suggest(seen, strength, seed)


_SCOPES: Final = frozenset({ENGINE})

METHODS: Final = (
    Method(SERVICE, "CreateMatch", pb.CreateMatchRequest, create, scopes=_SCOPES),
    Method(SERVICE, "ApplyAction", pb.ApplyActionRequest, apply_action, scopes=_SCOPES),
    Method(SERVICE, "BatchApplyActions", pb.BatchApplyActionsRequest, batch, slow=True, scopes=_SCOPES),
    Method(SERVICE, "GetView", pb.GetViewRequest, get_view, scopes=_SCOPES),
    Method(SERVICE, "ListLegalActions", pb.ListLegalActionsRequest, list_legal, scopes=_SCOPES),
    Method(SERVICE, "SuggestAction", pb.SuggestActionRequest, suggest_action, slow=True, scopes=_SCOPES),
    Method(
        SERVICE,
        "VerifyTranscript",
        pb.VerifyTranscriptRequest,
        verify_transcript,
        slow=True,
        transcript=True,
        scopes=_SCOPES,
    ),
)
