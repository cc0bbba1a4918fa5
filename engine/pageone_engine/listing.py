"""What a seat can do, and why its other cards cannot be played (clauses L1 to L3)."""

from dataclasses import dataclass, field

from .actions import Action, CallOut, Dobon, Play, Waive
from .callouts import is_left_to_table
from .claims import awaited, dobon_targets
from .game import game_of
from .refusals import Refusal
from .seats import is_active
from .state import Discard, State
from .terms import Offense, Phase


@dataclass(slots=True)
class Legal:
    """The listed actions, and (card, Refusal) for each distinct card in hand that no listed play uses, ascending."""

    actions: list[Action] = field(default_factory=list)
    refused: list[tuple[int, int]] = field(default_factory=list)


def legal_actions(s: State, seat: int) -> Legal:
    """What ``seat`` (0 to seats − 1) can do now; listed actions carry no ``version``."""
    actions: list[Action] = []
    acting = s.phase == Phase.TURN and s.turn == seat and is_active(s, seat)
    if acting:
        actions = game_of(s).turn_actions(s, seat)
    elif s.phase == Phase.CLAIMS and seat in awaited(s):
        actions += [Dobon(seat, against) for against in dobon_targets(s, seat)]
        actions.append(Waive(seat))
    refused = _refused(s, seat, actions if acting else [])
    if s.last_play is not None and not s.left[seat]:
        actions += _call_outs(s, seat)
    return Legal(actions, refused)


def _call_outs(s: State, seat: int) -> list[Action]:
    """Only the last play can be called out, true or not: noticing is the player's part (clause L1)."""
    last = s.last_play
    if last is None or last.seat == seat:
        return []
    offenses = (Offense.MISSED_CALL, Offense.ILLEGAL_PLAY)
    return [CallOut(seat, last.seat, offense) for offense in offenses if is_left_to_table(s, last.seat, offense)]


def _refused(s: State, seat: int, actions: list[Action]) -> list[tuple[int, int]]:
    cards = dict.fromkeys(s.hands[seat])
    if not cards:
        return []
    if not actions:
        reason = _reason_for_all(s, seat)
        if reason:
            return [(card, reason) for card in cards]
    played = {card for action in actions if type(action) is Play for card in action.cards}
    refuse_card = game_of(s).refuse_card
    return [(card, refuse_card(s, seat, card)) for card in cards if card not in played]


def _reason_for_all(s: State, seat: int) -> int:
    """The reason that keeps every card of a seat that cannot play at all; 0: it depends on the card."""
    if s.phase != Phase.TURN or (type(s.table) is Discard and not s.table.suit):
        return Refusal.WRONG_PHASE
    if not is_active(s, seat):
        return Refusal.SEAT_NOT_PLAYING
    return Refusal.NOT_YOUR_TURN if s.turn != seat else Refusal.UNSPECIFIED
