"""What a seat can do, and why its other cards cannot be played (clauses L1 to L3)."""

from dataclasses import dataclass, field

from .actions import Action, Dobon, Waive
from .callouts import left_to_table
from .claims import awaited, dobon_targets
from .game import game_of
from .offers import call_outs
from .refusals import Refusal
from .seats import is_active, is_suit_open
from .state import State
from .terms import Phase


@dataclass(slots=True)
class Legal:
    """The listed actions, and (card, Refusal) for each distinct card in hand that no listed play uses, ascending."""

    actions: list[Action] = field(default_factory=list)
    refused: list[tuple[int, int]] = field(default_factory=list)


def legal_actions(s: State, seat: int) -> Legal:
    """What ``seat`` (0 to seats − 1) can do now; listed actions carry no ``version``."""
    actions: list[Action]
    refused: list[tuple[int, int]]
    if s.phase == Phase.TURN and s.turn == seat and is_active(s, seat):
        actions, refused = game_of(s).list_turn(s, seat)
    else:
        actions = _answers(s, seat)
        reason = _reason_to_wait(s, seat)
        refused = [(card, reason) for card in dict.fromkeys(s.hands[seat])]
    last = s.last_play
    if last is not None and last.seat != seat and not s.left[seat]:
        # Only the last play can be called out, true or not: noticing is the player's part.
        actions += call_outs(seat, last.seat, left_to_table(s))
    return Legal(actions, refused)


def _answers(s: State, seat: int) -> list[Action]:
    if s.phase != Phase.CLAIMS or seat not in awaited(s):
        return []
    return [*(Dobon(seat, against) for against in dobon_targets(s, seat)), Waive(seat)]


def _reason_to_wait(s: State, seat: int) -> int:
    """Why a seat that is not to act cannot play any card (clauses L3, R1)."""
    if s.phase != Phase.TURN or is_suit_open(s):
        return Refusal.WRONG_PHASE
    return Refusal.NOT_YOUR_TURN if is_active(s, seat) else Refusal.SEAT_NOT_PLAYING
