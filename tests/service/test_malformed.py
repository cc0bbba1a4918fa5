"""Malformed requests: INVALID_ARGUMENT with every field path (API.md, "Errors"; clause R2)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import rules_pb2, rules_service_pb2, solo_service_pb2, state_pb2, view_pb2
from pageone_engine.actions import Draw
from pageone_engine.rules import DobonRules
from pageone_engine.state import State
from pageone_engine.terms import DobonReturn, Phase

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

Mutation = Callable[[Any], object]
HUGE = 2**32 - 1


def in_claims() -> State:
    """A state in CLAIMS, of rules with dobon and returns."""
    rules = american(dobon=DobonRules(True, True, DobonReturn.LAST_LAID))
    states = walk(new_state(rules, 3), random.Random(2), 50)
    return next(state for state in states if state.phase == Phase.CLAIMS)


def swap(message: state_pb2.MatchState) -> None:
    """Put a hand out of order: its highest card first."""
    hand = message.seats[1].hand
    hand[:] = [hand[-1], *hand[:-1]]


#: What is done to a good American state, and a path that must be named.
STATE_FAULTS: dict[str, tuple[Mutation, str]] = {
    "no rules": (lambda m: m.ClearField("rules"), "rules"),
    "no game": (lambda m: m.rules.ClearField("american_page_one"), "rules.page_one"),
    "no calls": (lambda m: m.rules.ClearField("calls"), "rules.calls"),
    "no penalties": (lambda m: m.rules.ClearField("penalties"), "rules.penalties"),
    "no card points": (lambda m: m.rules.ClearField("card_points"), "rules.card_points"),
    "no specials": (
        lambda m: m.rules.american_page_one.ClearField("specials"),
        "rules.american_page_one.specials",
    ),
    "unset enum": (lambda m: m.rules.ClearField("scoring"), "rules.scoring"),
    "enum 77": (
        lambda m: setattr(m.rules.american_page_one, "evasion", 77),
        "rules.american_page_one.evasion",
    ),
    "enum -1": (lambda m: setattr(m.rules, "next_dealer", -1), "rules.next_dealer"),
    "a rank that is none": (
        lambda m: setattr(m.rules.american_page_one.specials, "skip", 99),
        "rules.american_page_one.specials.skip",
    ),
    "a million decks": (lambda m: setattr(m.rules, "decks", HUGE), "rules.decks"),
    "zero rounds": (lambda m: m.rules.ClearField("rounds"), "rules.rounds"),
    "zero hand size": (lambda m: m.rules.ClearField("hand_size"), "rules.hand_size"),
    "long name": (lambda m: setattr(m.rules, "name", "n" * 65), "rules.name"),
    "long call": (lambda m: setattr(m.rules.calls, "last", "w" * 41), "rules.calls.last"),
    "long id": (lambda m: setattr(m, "match_id", "i" * 65), "match_id"),
    "no seats": (lambda m: m.ClearField("seats"), "seats"),
    "one seat": (lambda m: m.seats.__delitem__(slice(1, None)), "seats"),
    "nine seats": (lambda m: [m.seats.add() for _ in range(5)], "seats"),
    "100,000 seats": (lambda m: m.MergeFromString(b"\x6a\x00" * 100_000), "seats"),
    "short seed": (lambda m: setattr(m, "seed", b"short"), "seed"),
    "too much entropy": (lambda m: m.entropy.extend([b"e"] * 9), "entropy"),
    "long entropy": (lambda m: m.entropy.append(b"e" * 65), "entropy[0]"),
    "no phase": (lambda m: m.ClearField("phase"), "phase"),
    "phase 77": (lambda m: setattr(m, "phase", 77), "phase"),
    "phase -1": (lambda m: setattr(m, "phase", -1), "phase"),
    "round 0": (lambda m: m.ClearField("round"), "round"),
    "a round too many": (lambda m: setattr(m, "round", 5), "round"),
    "dealer 9": (lambda m: setattr(m, "dealer", 9), "dealer"),
    "turn 9": (lambda m: setattr(m, "turn", 9), "turn"),
    "turns beyond the limit": (lambda m: setattr(m, "turns", HUGE), "turns"),
    "version at its end": (lambda m: setattr(m, "version", HUGE), "version"),
    "shuffles at their end": (lambda m: setattr(m, "shuffles", HUGE), "shuffles"),
    "score beyond a billion": (
        lambda m: setattr(m.seats[2], "score", 1_000_000_001),
        "seats[2].score",
    ),
    "place 9": (lambda m: setattr(m.seats[2], "place", 9), "seats[2].place"),
    "unsorted hand": (swap, "seats[1].hand[1]"),
    "card 77 in a hand": (lambda m: m.seats[2].hand.__setitem__(0, 77), "seats[2].hand[0]"),
    "card -1 in a hand": (lambda m: m.seats[2].hand.__setitem__(0, -1), "seats[2].hand[0]"),
    "card 0 in a hand": (lambda m: m.seats[2].hand.__setitem__(0, 0), "seats[2].hand[0]"),
    "card 300 in the stock": (lambda m: m.stock.__setitem__(3, 300), "stock[3]"),
    "card 77 on the pile": (lambda m: m.pile.__setitem__(0, 77), "pile[0]"),
    "a stock of 100,000": (lambda m: m.stock.extend([1] * 100_000), "stock"),
    "a hand of 100,000": (lambda m: m.seats[0].hand.extend([1] * 100_000), "seats[0].hand"),
    "no table": (lambda m: m.ClearField("discard"), "table"),
    "the other game's table": (lambda m: m.trick.SetInParent(), "trick"),
    "suit 77": (lambda m: setattr(m.discard, "suit", 77), "discard.suit"),
    "suit -1": (lambda m: setattr(m.discard, "suit", -1), "discard.suit"),
    "pending beyond any pack": (lambda m: setattr(m.discard, "pending", HUGE), "discard.pending"),
    "drawn 77": (lambda m: setattr(m.discard, "drawn", 77), "discard.drawn"),
    "passes beyond the seats": (lambda m: setattr(m.discard, "passes", HUGE), "discard.passes"),
    "a last play of seat 9": (lambda m: setattr(m.last_play, "seat", 9), "last_play.seat"),
    "claims out of CLAIMS": (lambda m: setattr(m.claims, "level", 1), "claims"),
}


def pack_faults() -> dict[str, Mutation]:
    """Ways in which the cards are not the rules' pack."""
    return {
        "a doubled card": lambda m: m.stock.append(m.stock[0]),
        "a missing card": lambda m: m.stock.pop(),
        "another card": lambda m: m.stock.__setitem__(0, 53 - m.stock[0] or 1),
        "no stock": lambda m: m.ClearField("stock"),
    }


def check(ended: Ended, path: str) -> None:
    """The call ended as malformed, and the path is named."""
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT, ended
    assert path in ended.paths
    assert path in ended.message


@pytest.mark.parametrize("what", STATE_FAULTS)
def test_a_malformed_state_is_refused_with_the_field_path(service: Running, what: str) -> None:
    """API.md: a state is validated before it is used, in every call that takes one."""
    mutate, path = STATE_FAULTS[what]
    state = message_of(new_state("american_page_one"))
    mutate(state)
    action = pb.ApplyActionRequest().action
    action.draw.SetInParent()
    requests: list[tuple[str, Message]] = [
        ("GetView", pb.GetViewRequest(state=state, viewer=viewer(None))),
        ("ListLegalActions", pb.ListLegalActionsRequest(state=state)),
        ("ApplyAction", pb.ApplyActionRequest(state=state, action=action)),
    ]
    for call, request in requests:
        check(service.ended(ENGINE + call, request), f"state.{path}")


@pytest.mark.parametrize("what", pack_faults())
def test_cards_that_are_not_the_rules_pack_are_refused(service: Running, what: str) -> None:
    """C1: all cards together are the pack."""
    state = message_of(new_state("american_page_one"))
    pack_faults()[what](state)
    ended = service.ended(ENGINE + "GetView", pb.GetViewRequest(state=state, viewer=viewer(0)))
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT
    assert all(path.startswith("state.") for path in ended.paths)


CLAIM_FAULTS: dict[str, tuple[Mutation, str]] = {
    "level 0": (lambda m: m.claims.ClearField("level"), "claims.level"),
    "answered by seat 9": (lambda m: m.claims.answered.append(9), "claims.answered"),
    "100,000 answers": (lambda m: m.claims.answered.extend([1] * 100_000), "claims.answered"),
    "100,000 claims": (
        lambda m: m.claims.MergeFromString(b"\x1a\x00" * 100_000),
        "claims.dobons",
    ),
    "a claim with card -1": (
        lambda m: m.claims.dobons.add(seat=1, level=1).cards.append(-1),
        "claims.dobons[0].cards[0]",
    ),
    "no claims in CLAIMS": (lambda m: m.ClearField("claims"), "claims"),
    "no last play in CLAIMS": (lambda m: m.ClearField("last_play"), "last_play"),
    "call 77": (lambda m: setattr(m.last_play, "call", 77), "last_play.call"),
    "offense 77": (lambda m: m.last_play.offenses.append(77), "last_play.offenses"),
    "100,000 offenses": (lambda m: m.last_play.offenses.extend([1] * 100_000), "last_play.offenses"),
    "a played card 300": (lambda m: m.last_play.cards.append(300), "last_play.cards[1]"),
}


@pytest.mark.parametrize("what", CLAIM_FAULTS)
def test_malformed_claims_are_refused_with_the_field_path(service: Running, what: str) -> None:
    """S1, S2: what the state holds in CLAIMS is checked field by field."""
    mutate, path = CLAIM_FAULTS[what]
    state = message_of(in_claims())
    mutate(state)
    ended = service.ended(ENGINE + "GetView", pb.GetViewRequest(state=state, viewer=viewer(0)))
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT, ended
    assert any(one.startswith(f"state.{path}") for one in ended.paths), ended.paths


@pytest.mark.parametrize(
    ("mutate", "path"),
    [
        (lambda m: m.ClearField("trick"), "table"),
        (lambda m: m.discard.SetInParent(), "discard"),
        (lambda m: setattr(m.trick, "leader", 9), "trick.leader"),
        (lambda m: m.trick.plays.add(seat=9, card=77), "trick.plays"),
        (lambda m: m.trick.MergeFromString(b"\x12\x00" * 100_000), "trick.plays"),
        (lambda m: setattr(m.trick, "drawn", -1), "trick.drawn"),
    ],
)
def test_a_malformed_trick_is_refused_with_the_field_path(service: Running, mutate: Mutation, path: str) -> None:
    """Section P: the trick is checked, and is the only table that Page One has."""
    state = message_of(new_state("page_one"))
    mutate(state)
    ended = service.ended(ENGINE + "GetView", pb.GetViewRequest(state=state, viewer=viewer(0)))
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT, ended
    assert any(one.startswith(f"state.{path}") for one in ended.paths), ended.paths


def test_every_fault_is_named_at_once(service: Running) -> None:
    """API.md: BadRequest has a path and a sentence for every fault found, of state, action, viewers."""
    state = message_of(new_state("american_page_one"))
    state.seats[2].hand[0] = -1  # type: ignore[call-overload]
    state.stock[5] = 300  # type: ignore[call-overload]
    state.dealer = 9
    request = pb.ApplyActionRequest(state=state, viewers=[viewer(0), pb.ApplyActionRequest().viewers.add()])
    ended = service.ended(ENGINE + "ApplyAction", request)
    assert {
        "state.seats[2].hand[0]",
        "state.stock[5]",
        "state.dealer",
        "action",
        "viewers[1].kind",
    } <= set(ended.paths)


def test_thousands_of_faults_still_fit_into_headers(service: Running) -> None:
    """API.md: clients take 8 KiB of headers; what does not fit is counted."""
    state = message_of(new_state("american_page_one"))
    for seat in state.seats:
        seat.hand[:] = [-1] * 200  # type: ignore[list-item]
    ended = service.ended(ENGINE + "GetView", pb.GetViewRequest(state=state, viewer=viewer(0)))
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT
    assert len(ended.details_bytes) < 5000
    assert "faults more" in ended.details[0].field_violations[-1].description


@pytest.mark.parametrize("schema", [0, 2, HUGE])
def test_a_state_of_an_unknown_schema_is_refused(service: Running, schema: int) -> None:
    """API.md: INVALID_ARGUMENT, ErrorInfo SCHEMA_UNKNOWN; never guessed at."""
    state = message_of(new_state())
    state.schema = schema
    ended = service.ended(ENGINE + "GetView", pb.GetViewRequest(state=state, viewer=viewer(0)))
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT
    assert ended.info.reason == "SCHEMA_UNKNOWN"
    assert ended.paths == ["state.schema"]


def play(**fields: object) -> Mutation:
    return lambda m: m.play.MergeFrom(type(m.play)(**fields))


ACTION_FAULTS: dict[str, tuple[Mutation, str]] = {
    "no kind": (lambda m: setattr(m, "seat", 1), "kind"),
    "seat 9": (lambda m: m.MergeFrom(action_message(Draw(9))), "seat"),
    "card 77": (play(cards=[1, 77]), "play.cards[1]"),
    "card -1": (play(cards=[-1]), "play.cards[0]"),
    "card 0": (play(cards=[0]), "play.cards[0]"),
    "card 256": (play(cards=[256]), "play.cards[0]"),
    "more cards than the pack": (play(cards=[1] * 200), "play.cards"),
    "100,000 cards": (play(cards=[1] * 100_000), "play.cards"),
    "suit 77": (play(cards=[1], suit=77), "play.suit"),
    "suit -1": (play(cards=[1], suit=-1), "play.suit"),
    "call 77": (play(cards=[1], call=77), "play.call"),
    "named suit 77": (lambda m: setattr(m.name_suit, "suit", 77), "name_suit.suit"),
    "offender 9": (
        lambda m: m.call_out.MergeFrom(type(m.call_out)(offender=9, offense=1)),
        "call_out.offender",
    ),
    "no offense": (lambda m: setattr(m.call_out, "offender", 1), "call_out.offense"),
    "offense 77": (lambda m: setattr(m.call_out, "offense", 77), "call_out.offense"),
    "against 9": (lambda m: setattr(m.dobon, "against", 9), "dobon.against"),
    "dobon card 77": (lambda m: m.dobon.cards.append(77), "dobon.cards[0]"),
}


@pytest.mark.parametrize("what", ACTION_FAULTS)
def test_a_malformed_action_is_refused_with_the_field_path(service: Running, what: str) -> None:
    """R2: the form comes first, before version, phase and turn (R1); in a batch it is code 3."""
    mutate, path = ACTION_FAULTS[what]
    request = pb.ApplyActionRequest(state=message_of(new_state("american_page_one")))
    request.action.version = 99  # stale, too: form comes first
    mutate(request.action)
    check(service.ended(ENGINE + "ApplyAction", request), f"action.{path}")
    batch = pb.BatchApplyActionsRequest(requests=[request])
    (result,) = service.engine.BatchApplyActions(batch).results
    assert result.error.code == 3
    assert f"action.{path}: " in result.error.message


@pytest.mark.parametrize("kind", ["close_claims", "start_round"])
def test_the_seat_of_the_hosts_actions_is_ignored(service: Running, kind: str) -> None:
    """API.md: `seat` is ignored for close_claims and start_round."""
    request = pb.ApplyActionRequest(state=message_of(new_state()))
    getattr(request.action, kind).SetInParent()
    request.action.seat = 200
    ended = service.ended(ENGINE + "ApplyAction", request)
    assert ended.info.reason == "REFUSAL_WRONG_PHASE"


def test_viewers_are_seats_or_spectators_and_at_most_sixteen(service: Running) -> None:
    """API.md: an empty oneof, a seat out of range and a list too long are named."""
    request = pb.ApplyActionRequest(state=message_of(new_state()))
    request.action.CopyFrom(action_message(listed(new_state())[0]))
    request.viewers.extend([viewer(0), viewer(4), viewer(None)])
    check(service.ended(ENGINE + "ApplyAction", request), "viewers[1].seat")
    del request.viewers[:]
    request.viewers.extend([viewer(0)] * 16)
    assert len(service.engine.ApplyAction(request).updates) == 16
    request.viewers.add()
    check(service.ended(ENGINE + "ApplyAction", request), "viewers")


CREATE_FAULTS: dict[str, tuple[Mutation, list[str]]] = {
    "nothing": (lambda m: m.Clear(), ["rules", "seats"]),
    "no rules": (lambda m: m.ClearField("rules"), ["rules"]),
    "no such preset": (lambda m: setattr(m.rules, "name", "poker"), ["rules.name"]),
    "a partly filled message": (
        lambda m: setattr(m.rules, "jokers", 1),
        ["rules.calls", "rules.scoring", "rules.page_one"],
    ),
    "0 seats": (lambda m: m.ClearField("seats"), ["seats"]),
    "9 seats": (lambda m: setattr(m, "seats", 9), ["seats"]),
    "4 billion seats": (lambda m: setattr(m, "seats", HUGE), ["seats"]),
    "short seed": (lambda m: setattr(m, "seed", b"1"), ["seed"]),
    "long seed": (lambda m: setattr(m, "seed", bytes(33)), ["seed"]),
    "long id": (lambda m: setattr(m, "match_id", "あ" * 22), ["match_id"]),
    "dealer 4": (lambda m: setattr(m, "first_dealer", 4), ["first_dealer"]),
    "entropy": (lambda m: m.entropy.extend([b"", b"e" * 65]), ["entropy[1]"]),
    "no viewer": (lambda m: m.viewers.add(), ["viewers[0].kind"]),
    "viewer 4": (lambda m: m.viewers.append(viewer(4)), ["viewers[0].seat"]),
    "several": (
        lambda m: m.MergeFrom(pb.CreateMatchRequest(seed=b"1", viewers=[view_pb2.Viewer()], first_dealer=7)),
        ["seed", "viewers[0].kind", "first_dealer"],
    ),
}


@pytest.mark.parametrize("what", CREATE_FAULTS)
def test_a_match_that_cannot_be_created_names_every_field(service: Running, what: str) -> None:
    """C3, C4, C9, API.md: rules are a preset's name or whole, never guessed at."""
    mutate, paths = CREATE_FAULTS[what]
    request = pb.CreateMatchRequest(rules=preset("page_one"), seats=4, seed=SEED)
    mutate(request)
    ended = service.ended(ENGINE + "CreateMatch", request)
    for path in paths:
        check(ended, path)


def test_a_pack_too_small_for_the_seats_is_refused(service: Running) -> None:
    """C9: a match that cannot be dealt is refused when created, with every field that takes part."""
    rules = rules_pb2.Rules()
    rules.CopyFrom(message_of(new_state("page_one")).rules)
    rules.hand_size = 20
    request = pb.CreateMatchRequest(rules=rules, seats=8)
    ended = service.ended(ENGINE + "CreateMatch", request)
    assert {"rules.hand_size", "seats"} <= set(ended.paths)


@pytest.mark.parametrize("seat", [4, 255, HUGE])
def test_an_unknown_seat_has_no_legal_actions(service: Running, seat: int) -> None:
    """API.md: ListLegalActions for a seat out of range is INVALID_ARGUMENT at `seat`."""
    request = pb.ListLegalActionsRequest(state=message_of(new_state()), seat=seat)
    check(service.ended(ENGINE + "ListLegalActions", request), "seat")


VIEW_FAULTS: dict[str, tuple[Mutation, str]] = {
    "no rules": (lambda m: m.ClearField("rules"), "rules"),
    "no viewer": (lambda m: m.ClearField("viewer"), "viewer"),
    "an empty viewer": (lambda m: m.viewer.Clear() or m.viewer.SetInParent(), "viewer.kind"),
    "viewer 9": (lambda m: setattr(m.viewer, "seat", 9), "viewer.seat"),
    "no seats": (lambda m: m.ClearField("seats"), "seats"),
    "no table": (lambda m: m.ClearField("discard"), "table"),
    "the other game's table": (lambda m: m.trick.SetInParent(), "trick"),
    "another top card": (lambda m: setattr(m.discard, "top", 0), "discard.top"),
    "hand card 77": (lambda m: m.hand.__setitem__(0, 77), "hand[0]"),
    "hand card -1": (lambda m: m.hand.__setitem__(0, -1), "hand[0]"),
    "hand too long": (lambda m: m.hand.extend([1] * 100_000), "hand"),
    "phase 77": (lambda m: setattr(m, "phase", 77), "phase"),
    "turn 9": (lambda m: setattr(m, "turn", 9), "turn"),
    "cards beyond the pack": (lambda m: setattr(m.seats[2], "cards", HUGE), "seats[2].cards"),
    "a stock beyond the pack": (lambda m: setattr(m, "stock", HUGE), "stock"),
    "suit 77": (lambda m: setattr(m.discard, "suit", 77), "discard.suit"),
}


@pytest.mark.parametrize("what", VIEW_FAULTS)
def test_a_malformed_view_is_refused_with_the_field_path(service: Running, what: str) -> None:
    """API.md: SuggestAction takes a view, checked as a state is."""
    mutate, path = VIEW_FAULTS[what]
    state = message_of(new_state("american_page_one"))
    seen = service.engine.GetView(pb.GetViewRequest(state=state, viewer=viewer(1))).view
    mutate(seen)
    request = pb.SuggestActionRequest(view=seen, strength=pb.STRENGTH_NORMAL)
    check(service.ended(ENGINE + "SuggestAction", request), f"view.{path}")


@pytest.mark.parametrize(("seats", "others"), [(4, []), (9, ["seats"])])
def test_a_name_that_is_no_presets_is_the_only_fault_of_rules(service: Running, seats: int, others: list[str]) -> None:
    """API.md: a path for every fault: none about fields of the rules that nobody meant to set."""
    for method, request in (
        (ENGINE + "CreateMatch", pb.CreateMatchRequest(rules=preset("poker"), seats=seats)),
        (
            SOLO + "StartGame",
            solo_service_pb2.StartGameRequest(rules=preset("poker"), seats=seats, bots=[pb.STRENGTH_EASY]),
        ),
    ):
        assert service.ended(method, request).paths == ["rules.name", *others]


@pytest.mark.parametrize(
    ("rules", "mutate", "path"),
    [
        ("american_page_one", lambda m: m.pile.extend([1] * 100_000), "pile"),
        ("american_page_one", lambda m: m.pile.append(300), "pile[1]"),
        ("american_page_one", lambda m: m.hand.extend([1] * 100_000), "hand"),
        ("page_one", lambda m: m.trick.MergeFromString(b"\x12\x00" * 100_000), "trick.plays"),
    ],
)
def test_what_cannot_be_read_in_a_view_is_its_only_fault(
    service: Running, rules: str, mutate: Mutation, path: str
) -> None:
    """API.md: a path for every fault: none that is there only because another field was left unread."""
    seen = service.engine.GetView(pb.GetViewRequest(state=message_of(new_state(rules)), viewer=viewer(1))).view
    mutate(seen)
    request = pb.SuggestActionRequest(view=seen, strength=pb.STRENGTH_EASY)
    assert service.ended(ENGINE + "SuggestAction", request).paths == [f"view.{path}"]


@pytest.mark.parametrize(
    ("mutate", "paths"),
    [
        (lambda m: m.claims.MergeFromString(b"\x1a\x00" * 100_000), ["claims.dobons"]),
        (lambda m: m.claims.answered.extend([1] * 100_000), ["claims.answered"]),
        (lambda m: m.last_play.offenses.extend([1] * 100_000), ["last_play.offenses"]),
        (lambda m: m.seats[1].hand.extend([1] * 100_000), ["seats[1].hand"]),
        (lambda m: m.pile.extend([1] * 100_000), ["pile"]),
        # What is wrong by itself is told beside.
        (lambda m: m.claims.ParseFromString(b"\x1a\x00" * 100_000), ["claims.dobons", "claims.level"]),
    ],
)
def test_what_cannot_be_read_in_a_state_brings_no_other_faults(
    service: Running, mutate: Mutation, paths: list[str]
) -> None:
    """API.md: a path for every fault: none that is there only because another field was left unread."""
    state = message_of(in_claims())
    mutate(state)
    ended = service.ended(ENGINE + "GetView", pb.GetViewRequest(state=state, viewer=viewer(0)))
    assert ended.paths == [f"state.{path}" for path in paths]


@pytest.mark.parametrize("strength", [0, 77, -1])
def test_an_unknown_strength_is_refused(service: Running, strength: int) -> None:
    """API.md: an enum value out of range is INVALID_ARGUMENT; a missing view is named beside it."""
    request = pb.SuggestActionRequest(strength=strength)  # type: ignore[arg-type]
    ended = service.ended(ENGINE + "SuggestAction", request)
    assert set(ended.paths) == {"view", "strength"}


@pytest.mark.parametrize(
    ("mutate", "path"),
    [
        (lambda m: m.Clear(), "transcript"),
        (lambda m: m.transcript.ClearField("rules"), "transcript.rules"),
        (lambda m: setattr(m.transcript.rules, "jokers", 77), "transcript.rules.calls"),
        (lambda m: setattr(m.transcript, "seats", 9), "transcript.seats"),
        (lambda m: setattr(m.transcript, "seed", b""), "transcript.seed"),
        (lambda m: setattr(m.transcript, "first_dealer", 4), "transcript.first_dealer"),
        (lambda m: m.state.MergeFrom(state_pb2.MatchState(schema=1)), "state.seats"),
    ],
)
def test_a_transcript_of_no_match_is_malformed(service: Running, mutate: Mutation, path: str) -> None:
    """API.md: what could be no match at all is malformed; an action at fault is not."""
    transcript = pb.Transcript(rules=preset("page_one"), seats=4, seed=SEED)
    request = pb.VerifyTranscriptRequest(transcript=transcript)
    mutate(request)
    check(service.ended(ENGINE + "VerifyTranscript", request), path)


@pytest.mark.parametrize(
    "call",
    [
        ENGINE + name
        for name in (
            "CreateMatch",
            "ApplyAction",
            "BatchApplyActions",
            "GetView",
            "ListLegalActions",
            "SuggestAction",
            "VerifyTranscript",
        )
    ]
    + [RULES + "DescribeRules"],
)
def test_bytes_that_are_no_message_are_malformed(service: Running, call: str) -> None:
    """OPERATIONS.md: decoding happens inside the edge; never INTERNAL."""
    state = message_of(new_state()).SerializeToString()
    field = bytes((0x0A,)) + b"\xf9\x01" + state[:100]  # says 249 bytes, has 100
    for data in (b"\x0a", b"\xff\xff\xff", b"\x00\x01", field, b"\x0a\x02\x08"):
        ended = service.raw(call, data)
        assert isinstance(ended, Ended)
        assert ended.code is grpc.StatusCode.INVALID_ARGUMENT
        assert ended.paths == ["request"]


def test_text_that_is_no_utf8_is_malformed(service: Running) -> None:
    """API.md: truncated and ill-formed bytes alike are INVALID_ARGUMENT."""
    ended = service.raw(ENGINE + "CreateMatch", b"\x0a\x03\x0a\x01\xff\x10\x04")
    assert isinstance(ended, Ended)
    assert ended.code is grpc.StatusCode.INVALID_ARGUMENT


def test_describe_rules_refuses_a_request_without_rules_or_with_impossible_seats(
    service: Running,
) -> None:
    """C3: seats are 0 (any number) or 2 to 8; rules have to be there."""
    ended = service.ended(RULES + "DescribeRules", rules_service_pb2.DescribeRulesRequest(seats=9))
    assert set(ended.paths) == {"rules", "seats"}
