"""Every call of EngineService over a real port (API.md, "EngineService")."""

from __future__ import annotations

import hashlib
import random

import grpc
import pytest
from pageone.v1 import action_pb2, rules_pb2, state_pb2, view_pb2
from pageone.v1 import engine_service_pb2 as pb
from pageone_engine import PRESETS, apply, legal_actions, redact, undoable, view
from pageone_engine.actions import Draw, Play
from pageone_engine.bots import suggest
from pageone_engine.terms import Phase
from pageone_engine.transcript import transcript_of

from tests.service.support import (
    ENGINE,
    SEED,
    Running,
    action_message,
    listed,
    message_of,
    new_state,
    preset,
    viewer,
    walk,
)


def test_create_match_deals_the_first_round_of_a_preset(service: Running) -> None:
    """API.md: rules by name alone; zero rounds and hand_size are resolved in the state's rules."""
    request = pb.CreateMatchRequest(
        rules=preset("american_page_one"), seats=3, seed=SEED, viewers=[viewer(1), viewer(None)]
    )
    response = service.engine.CreateMatch(request)
    assert response.state.schema == 1
    assert (response.state.rules.rounds, response.state.rules.hand_size) == (3, 7)
    assert [len(seat.hand) for seat in response.state.seats] == [7, 7, 7]
    assert response.events[0].match_started.seed_commitment == hashlib.sha256(SEED).digest()
    seat_update, spectator_update = response.updates
    assert list(seat_update.view.hand) == list(response.state.seats[1].hand)
    assert seat_update.view.HasField("legal")
    assert not spectator_update.view.hand
    assert not spectator_update.view.HasField("legal")
    assert spectator_update.view.viewer.WhichOneof("kind") == "spectator"
    dealt = [event.cards_dealt for event in seat_update.events if event.HasField("cards_dealt")]
    assert {one.seat: (one.count, len(one.cards)) for one in dealt} == {
        0: (7, 0),
        1: (7, 7),
        2: (7, 0),
    }


def test_rules_may_be_given_whole_under_any_name(service: Running) -> None:
    """API.md: the name picks a preset only when nothing else is set."""
    first = service.engine.CreateMatch(pb.CreateMatchRequest(rules=preset("imohori"), seats=4))
    rules = rules_pb2.Rules()
    rules.CopyFrom(first.state.rules)
    rules.name = "page_one"
    rules.jokers = 0
    second = service.engine.CreateMatch(pb.CreateMatchRequest(rules=rules, seats=4))
    assert second.state.rules == rules


def test_only_create_match_without_a_seed_is_random(service: Running) -> None:
    """API.md: 32 bytes from the operating system; with a seed the same request gives the same bytes."""
    free = pb.CreateMatchRequest(rules=preset("page_one"), seats=4)
    one, other = service.engine.CreateMatch(free), service.engine.CreateMatch(free)
    assert len(one.state.seed) == len(other.state.seed) == 32
    assert one.state.seed != other.state.seed
    assert one.state.match_id != other.state.match_id
    assert 0 < len(one.state.match_id.encode()) <= 36
    fixed = pb.CreateMatchRequest(rules=preset("page_one"), seats=4, seed=SEED)
    data = fixed.SerializeToString()
    assert service.raw(ENGINE + "CreateMatch", data) == service.raw(ENGINE + "CreateMatch", data)


def test_apply_action_gives_state_events_and_updates(service: Running) -> None:
    """API.md: what the engine says, for the host and for each viewer, seat or spectator."""
    state = new_state("american_page_one")
    for before in walk(state, random.Random(3), 60):
        for action in listed(before)[:1]:
            request = pb.ApplyActionRequest(
                state=message_of(before),
                action=action_message(action),
                viewers=[viewer(seat) for seat in (0, 1, 2, 3, None)],
            )
            response = service.engine.ApplyAction(request)
            after, events = apply(before, action)
            assert response.state == message_of(after)
            assert response.undoable == undoable(action, events)
            assert [event.WhichOneof("kind") for event in response.events] == [event.kind for event in events]
            for seat, update in zip((0, 1, 2, 3, None), response.updates, strict=True):
                assert update.view.version == after.version
                seen = service.engine.GetView(pb.GetViewRequest(state=response.state, viewer=viewer(seat)))
                assert update.view == seen.view
                assert [event.WhichOneof("kind") for event in update.events] == [
                    redact(event, seat).kind for event in events
                ]


def test_no_update_tells_a_viewer_what_it_may_not_see(service: Running) -> None:
    """C29, C30: changing what a viewer cannot see changes no byte of its update."""
    choice = random.Random(8)
    compared = 0
    for state in walk(new_state("american_page_one"), choice, 60):
        action = listed(state)[0]
        # A round's end shows every hand.
        if not isinstance(action, Play) or apply(state, action)[0].phase != Phase.TURN:
            continue
        hidden = (state.turn + 1) % 4
        count = len(state.hands[hidden])
        mixed = bytearray(state.hands[hidden] + state.stock)
        choice.shuffle(mixed)
        other = state.copy()
        other.hands[hidden] = bytes(sorted(mixed[:count]))
        other.stock = bytes(mixed[count:])
        answers = []
        for each in (state, other):
            request = pb.ApplyActionRequest(
                state=message_of(each),
                action=action_message(action),
                viewers=[viewer(seat) for seat in (0, 1, 2, 3, None) if seat != hidden],
            )
            updates = service.engine.ApplyAction(request).updates
            answers.append([update.SerializeToString(deterministic=True) for update in updates])
        assert answers[0] == answers[1]
        compared += 1
    assert compared >= 10


def test_get_view_shows_a_seat_its_hand_and_what_it_can_do(service: Running) -> None:
    """C29, L1: the view of the seat, and legal actions as ListLegalActions gives them."""
    state = new_state("page_one")
    message = message_of(state)
    for seat in range(4):
        seen = service.engine.GetView(pb.GetViewRequest(state=message, viewer=viewer(seat))).view
        assert bytes(seen.hand) == state.hands[seat]
        one = service.engine.ListLegalActions(pb.ListLegalActionsRequest(state=message, seat=seat))
        assert [(each.seat, each.legal) for each in one.seats] == [(seat, seen.legal)]
    every = service.engine.ListLegalActions(pb.ListLegalActionsRequest(state=message))
    assert [each.seat for each in every.seats] == [0, 1, 2, 3]
    assert [len(each.legal.actions) for each in every.seats] == [
        len(legal_actions(state, seat).actions) for seat in range(4)
    ]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("strength", ["STAND_IN", "EASY", "NORMAL"])
def test_suggest_action_answers_from_the_view_alone(service: Running, name: str, strength: str) -> None:
    """API.md: same view, strength and seed, same answer; it does not read the view's `legal`."""
    number = pb.Strength.Value(f"STRENGTH_{strength}")
    for state in walk(new_state(name), random.Random(5), 25):
        if state.phase != Phase.TURN:
            continue
        request = pb.GetViewRequest(state=message_of(state), viewer=viewer(state.turn))
        seen = service.engine.GetView(request).view
        bare = view_pb2.MatchView()
        bare.CopyFrom(seen)
        bare.ClearField("legal")
        answers = [
            service.engine.SuggestAction(pb.SuggestActionRequest(view=each, strength=number, seed=b"s"))
            for each in (seen, seen, bare)
        ]
        assert answers[0] == answers[1] == answers[2]
        expected = suggest(view(state, state.turn), number, b"s")
        assert expected is not None
        assert answers[0].action == action_message(expected)
        assert not answers[0].action.HasField("version")


def test_a_seat_that_has_nothing_to_do_gets_no_suggestion(service: Running) -> None:
    """API.md: without anything to do `action` is unset."""
    state = new_state("page_one")
    seen = service.engine.GetView(pb.GetViewRequest(state=message_of(state), viewer=viewer((state.turn + 1) % 4))).view
    answer = service.engine.SuggestAction(pb.SuggestActionRequest(view=seen, strength=pb.STRENGTH_NORMAL))
    assert not answer.HasField("action")


def test_a_spectator_has_no_action_to_ask_for(service: Running) -> None:
    """The contract: a spectator's view is no seat's, and the error says so."""
    state = new_state("page_one")
    seen = service.engine.GetView(pb.GetViewRequest(state=message_of(state), viewer=viewer(None))).view
    ended = service.ended(ENGINE + "SuggestAction", pb.SuggestActionRequest(view=seen, strength=pb.STRENGTH_EASY))
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT
    assert "view.viewer" in ended.message


def test_hard_is_not_there_yet(service: Running) -> None:
    """API.md: UNIMPLEMENTED with ErrorInfo; never faked."""
    seen = service.engine.GetView(pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0))).view
    ended = service.ended(ENGINE + "SuggestAction", pb.SuggestActionRequest(view=seen, strength=pb.STRENGTH_HARD))
    assert ended.code is grpc.StatusCode.UNIMPLEMENTED
    assert ended.info.domain == "pageone.v1"
    assert ended.info.reason == "STRENGTH_NOT_AVAILABLE"


def played_transcript(count: int) -> tuple[pb.Transcript, state_pb2.MatchState]:
    """The first actions of a random match, written down, and where they lead."""
    start = state = new_state("american_page_one")
    choice = random.Random(11)
    actions = []
    for _ in range(count):
        action = choice.choice(listed(state))
        state, _ = apply(state, action)
        actions.append(action)
    written = transcript_of(start)
    message = pb.Transcript(
        rules=preset("american_page_one"),
        seats=written.seats,
        seed=written.seed,
        first_dealer=written.first_dealer,
        match_id=written.match_id,
        actions=[action_message(action) for action in actions],
    )
    return message, message_of(state)


def test_verify_transcript_agrees_with_a_match_as_played(service: Running) -> None:
    """API.md: commitment, actions and state agree; the match need not be finished."""
    transcript, state = played_transcript(40)
    response = service.engine.VerifyTranscript(
        pb.VerifyTranscriptRequest(transcript=transcript, seed_commitment=hashlib.sha256(SEED).digest(), state=state)
    )
    assert (response.verified, response.reason) == (True, "")
    assert not response.HasField("failed_action")
    assert response.state == state


def test_verify_transcript_says_what_does_not_agree(service: Running) -> None:
    """API.md: an action that could not be made, malformed ones too, is `failed_action`."""
    transcript, state = played_transcript(20)
    ask = service.engine.VerifyTranscript

    wrong_commitment = ask(pb.VerifyTranscriptRequest(transcript=transcript, seed_commitment=bytes(32)))
    assert not wrong_commitment.verified
    assert wrong_commitment.reason
    assert not wrong_commitment.HasField("failed_action")

    state.seats[0].score += 1
    state.seats[1].score -= 1
    other_state = ask(pb.VerifyTranscriptRequest(transcript=transcript, state=state))
    assert not other_state.verified
    assert "score" in other_state.reason

    for wrong in (
        action_message(Draw(9)),
        action_pb2.Action(seat=1),
        action_pb2.Action(challenge=action_pb2.Challenge()),
        action_pb2.Action(play=action_pb2.Play(cards=[-1])),  # type: ignore[list-item]
    ):
        transcript.actions[7].CopyFrom(wrong)
        answer = ask(pb.VerifyTranscriptRequest(transcript=transcript))
        assert not answer.verified
        assert answer.failed_action == 7
        assert answer.state.version == 7


def test_a_batch_answers_each_request_for_itself(service: Running) -> None:
    """API.md: in order, a malformed one in its place with code 3, the rest as alone."""
    state = new_state("page_one")
    action = action_message(listed(state)[0])
    good = pb.ApplyActionRequest(state=message_of(state), action=action, viewers=[viewer(0)])
    malformed = pb.ApplyActionRequest(state=message_of(state))
    schema = pb.ApplyActionRequest(state=state_pb2.MatchState(schema=2), action=action)
    batch = pb.BatchApplyActionsRequest(requests=[good, malformed, schema, good])
    results = service.engine.BatchApplyActions(batch).results
    assert [one.WhichOneof("result") for one in results] == [
        "response",
        "error",
        "error",
        "response",
    ]
    assert [one.error.code for one in results] == [0, 3, 3, 0]
    assert results[1].error.message.startswith("action: ")
    assert "state.schema" in results[2].error.message
    assert results[0].response == results[3].response == service.engine.ApplyAction(good)


def test_a_batch_has_at_most_256_requests(service: Running) -> None:
    """API.md: 256 are answered, 257 are INVALID_ARGUMENT."""
    state = new_state("page_one")
    good = pb.ApplyActionRequest(state=message_of(state), action=action_message(listed(state)[0]))
    full = pb.BatchApplyActionsRequest(requests=[good] * 256)
    assert len(service.engine.BatchApplyActions(full).results) == 256
    full.requests.add()
    ended = service.ended(ENGINE + "BatchApplyActions", full)
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT
    assert ended.paths == ["requests"]


def test_unknown_fields_are_dropped(service: Running) -> None:
    """API.md: they change nothing, and do not come back."""
    state = new_state("page_one")
    request = pb.ApplyActionRequest(state=message_of(state), action=action_message(listed(state)[0]))
    plain = service.raw(ENGINE + "ApplyAction", request.SerializeToString())
    unknown = b"\xba\x3e\x03abc"  # field 999, three bytes
    request.state.MergeFromString(unknown)
    request.state.rules.MergeFromString(unknown)
    request.state.seats[0].MergeFromString(unknown)
    assert b"abc" in request.SerializeToString()
    assert service.raw(ENGINE + "ApplyAction", request.SerializeToString()) == plain


@pytest.mark.parametrize("name", PRESETS)
def test_a_match_is_played_to_its_end_over_the_wire(service: Running, name: str) -> None:
    """C28: whoever is asked can act, until the standings are there and the seed is revealed."""
    state = service.engine.CreateMatch(pb.CreateMatchRequest(rules=preset(name), seats=2, seed=SEED)).state
    for _ in range(5000):
        if state.phase == state_pb2.PHASE_MATCH_OVER:
            break
        action = action_pb2.Action(start_round=action_pb2.StartRound())
        if state.phase != state_pb2.PHASE_ROUND_OVER:
            seen = service.engine.GetView(pb.GetViewRequest(state=state, viewer=viewer(state.turn))).view
            action = service.engine.SuggestAction(pb.SuggestActionRequest(view=seen, strength=pb.STRENGTH_EASY)).action
            if not seen.legal.actions or action.WhichOneof("kind") is None:
                action = action_pb2.Action(close_claims=action_pb2.CloseClaims())
        response = service.engine.ApplyAction(pb.ApplyActionRequest(state=state, action=action))
        state = response.state
    assert state.phase == state_pb2.PHASE_MATCH_OVER
    assert response.events[-1].match_ended.seed == SEED
