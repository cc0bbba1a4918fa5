"""Nothing hidden in any parsed field of what a viewer gets over the wire, along whole matches (clauses C29, C30)."""

import random
from collections.abc import Iterator

import pytest
from google.protobuf.message import Message
from pageone.v1 import action_pb2, card_pb2, event_pb2, state_pb2, view_pb2
from pageone.v1 import engine_service_pb2 as pb

from tests.engine.test_properties import all_together
from tests.service.support import Running, message_of, new_state, viewer

SEATS = 8
#: Fields that may hold cards that lie, or lay, face up for everybody.
FACE_UP = frozenset(
    {
        "MatchView.pile",
        "DiscardView.top",
        "PlayView.cards",
        "DobonClaim.cards",
        "CardsPlayed.cards",
        "CardsReturned.cards",
        "DobonCalled.cards",
        "StarterTurned.card",
        "StarterTurned.put_back",
        "SeatResult.hand",
        "TableTaken.cards",
        "TrickPlay.card",
    }
)
#: Fields of the viewer's own cards, by the message that must be about the viewer.
OWN = frozenset(
    {
        "MatchView.hand",
        "DiscardView.drawn",
        "TrickView.drawn",
        "CardsDealt.cards",
        "CardsDrawn.cards",
        "HandShown.cards",
    }
)


def filled(message: Message) -> Iterator[tuple[Message, str, object]]:
    """Every field that is set, in every message inside: the message, ``Message.field``, the value."""
    for field, value in message.ListFields():
        yield message, f"{message.DESCRIPTOR.name}.{field.name}", value
        if field.message_type is not None:
            inner = [value] if isinstance(value, Message) else list(value)
            for each in inner:
                yield from filled(each)


def holds_cards(message: Message, path: str) -> bool:
    field = message.DESCRIPTOR.fields_by_name[path.split(".")[1]]
    return field.enum_type is not None and field.enum_type.full_name == card_pb2.Card.DESCRIPTOR.full_name


def check_update(update: pb.ViewerUpdate, seat: int | None, state: state_pb2.MatchState) -> None:
    """The update shows no card but the viewer's own and what lies face up, no seed before the end, no offense."""
    over = state.phase == state_pb2.PHASE_MATCH_OVER
    own = list(state.seats[seat].hand) if seat is not None else []
    assert list(update.view.hand) == own
    assert bool(update.view.seed) == over
    for message, path, value in filled(update):
        name = path.split(".")[0]
        assert value != state.seed or (over and path in {"MatchView.seed", "MatchEnded.seed"}), path
        if not holds_cards(message, path):
            continue
        if name in {"Play", "RefusedCard", "Dobon"}:
            cards = list(message.cards) if isinstance(message, action_pb2.Play | action_pb2.Dobon) else [value]
            assert set(cards) <= set(own), path
        else:
            assert path in FACE_UP or (path in OWN and may_see(message, seat)), path


def may_see(message: Message, seat: int | None) -> bool:
    if isinstance(message, event_pb2.CardsDealt | event_pb2.CardsDrawn):
        return message.seat == seat
    if isinstance(message, event_pb2.HandShown):
        return seat in {message.seat, message.shown_to}
    return seat is not None


@pytest.mark.parametrize("seed", range(3))
def test_no_parsed_field_shows_what_a_viewer_may_not_see(service: Running, seed: int) -> None:
    """C29, C30: 8 seats, dobon with returns, sets, linked, challenge, to the last seat, until the match is over."""
    choice = random.Random(seed)
    state = message_of(new_state(all_together(), SEATS, bytes([seed]) * 32))
    seats: list[int | None] = [*range(SEATS), None]
    viewers: list[view_pb2.Viewer] = [viewer(seat) for seat in seats]
    kinds: set[str | None] = set()
    while state.phase != state_pb2.PHASE_MATCH_OVER:
        request = pb.ApplyActionRequest(state=state, action=next_action(service, state, choice), viewers=viewers)
        response = service.engine.ApplyAction(request)
        state = response.state
        for seat, update in zip(seats, response.updates, strict=True):
            check_update(update, seat, state)
        kinds |= {event.WhichOneof("kind") for event in response.events}
    assert {"cards_drawn", "claims_opened", "round_ended", "match_ended"} <= kinds


def next_action(service: Running, state: state_pb2.MatchState, choice: random.Random) -> action_pb2.Action:
    """One of the listed actions, or what the host has to do."""
    if state.phase == state_pb2.PHASE_ROUND_OVER:
        return action_pb2.Action(start_round=action_pb2.StartRound())
    listed = service.engine.ListLegalActions(pb.ListLegalActionsRequest(state=state)).seats
    actions = [action for each in listed for action in each.legal.actions if action.WhichOneof("kind") != "call_out"]
    dobons = [action for action in actions if action.WhichOneof("kind") in {"dobon", "challenge"}]
    return choice.choice(dobons or actions)
