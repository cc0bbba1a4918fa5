"""Actions, a function for each kind, and whose turn it is to make one."""

from __future__ import annotations

from collections.abc import Iterable

from .v1 import action_pb2, card_pb2, state_pb2, view_pb2

Action = action_pb2.Action


def play(
    seat: int,
    cards: Iterable[card_pb2.Card.ValueType],
    *,
    suit: card_pb2.Suit.ValueType = card_pb2.SUIT_UNSPECIFIED,
    call: action_pb2.Call.ValueType = action_pb2.CALL_UNSPECIFIED,
) -> Action:
    """Lay ``cards``, bottom first; name ``suit`` with a wild card or a Joker; make the ``call`` owed."""
    return Action(seat=seat, play=action_pb2.Play(cards=cards, suit=suit, call=call))


def draw(seat: int) -> Action:
    """Draw a card, or all that is pending."""
    return Action(seat=seat, draw=action_pb2.Draw())


def pass_turn(seat: int) -> Action:
    """End the turn without a play."""
    return Action(seat=seat, pass_turn=action_pb2.Pass())


def name_suit(seat: int, suit: card_pb2.Suit.ValueType) -> Action:
    """Name the suit of a starter."""
    return Action(seat=seat, name_suit=action_pb2.NameSuit(suit=suit))


def call_out(seat: int, offender: int, offense: action_pb2.Offense.ValueType) -> Action:
    """Point out an offense of another seat."""
    return Action(seat=seat, call_out=action_pb2.CallOut(offender=offender, offense=offense))


def challenge(seat: int) -> Action:
    """Doubt the Joker just played."""
    return Action(seat=seat, challenge=action_pb2.Challenge())


def dobon(seat: int, against: int, cards: Iterable[card_pb2.Card.ValueType] = ()) -> Action:
    """Lay the whole hand down against ``against``, in the order of ``cards`` (empty: ascending)."""
    return Action(seat=seat, dobon=action_pb2.Dobon(against=against, cards=cards))


def waive(seat: int) -> Action:
    """Claim nothing."""
    return Action(seat=seat, waive=action_pb2.Waive())


def leave(seat: int) -> Action:
    """Leave the match."""
    return Action(seat=seat, leave=action_pb2.Leave())


def close_claims() -> Action:
    """The host ends the waiting for claims."""
    return Action(close_claims=action_pb2.CloseClaims())


def start_round() -> Action:
    """The host starts the next round."""
    return Action(start_round=action_pb2.StartRound())


def due(view: view_pb2.MatchView) -> int | None:
    """The seat whose action is waited for, of several awaited claims the first; None after a round."""
    if view.phase == state_pb2.PHASE_TURN:
        return view.turn
    if view.phase == state_pb2.PHASE_CLAIMS:
        return next(iter(view.claims.awaited), None)
    return None
