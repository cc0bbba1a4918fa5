"""The one place that decides whether an action is allowed, in the order of clause R1."""

from collections.abc import Callable
from typing import Any, Final

from .actions import (
    Action,
    CallOut,
    Challenge,
    CloseClaims,
    Dobon,
    Draw,
    Leave,
    NameSuit,
    Pass,
    Play,
    StartRound,
    Waive,
)
from .callouts import refuse_call_out
from .calls import refuse_call
from .cards import holds
from .claims import awaited, dobon_targets
from .game import game_of
from .refusals import OK, Refusal
from .seats import is_active, is_suit_open
from .state import State
from .terms import Phase


def refuse(s: State, action: Action) -> int:
    """The Refusal of a well-formed action made for this version; 0 when it is allowed (clauses R1, L2)."""
    return _CHECKS[type(action)](s, action)


def _refuse_turn(s: State, seat: int) -> int:
    """Phase, seat and turn of a turn action other than naming."""
    if s.phase != Phase.TURN or is_suit_open(s):
        return Refusal.WRONG_PHASE
    if not is_active(s, seat):
        return Refusal.SEAT_NOT_PLAYING
    return OK if seat == s.turn else Refusal.NOT_YOUR_TURN


def _play(s: State, action: Play) -> int:
    refusal = _refuse_turn(s, action.seat)
    if refusal:
        return refusal
    if not action.cards:
        return Refusal.NO_CARDS
    cards, hand = action.cards, s.hands[action.seat]
    if cards not in hand and not holds(hand, cards):
        return Refusal.CARD_NOT_IN_HAND
    refusal = game_of(s).refuse_play(s, action)
    if refusal or not action.call:
        return refusal
    return refuse_call(s, action)


def _draw(s: State, action: Draw) -> int:
    return _refuse_turn(s, action.seat) or game_of(s).refuse_draw(s, action.seat)


def _pass(s: State, action: Pass) -> int:
    return _refuse_turn(s, action.seat) or game_of(s).refuse_pass(s, action.seat)


def _challenge(s: State, action: Challenge) -> int:
    return _refuse_turn(s, action.seat) or game_of(s).refuse_challenge(s, action.seat)


def _name_suit(s: State, action: NameSuit) -> int:
    if s.phase != Phase.TURN or not is_suit_open(s):
        return Refusal.WRONG_PHASE
    if not is_active(s, action.seat):
        return Refusal.SEAT_NOT_PLAYING
    if action.seat != s.turn:
        return Refusal.NOT_YOUR_TURN
    return OK if action.suit else Refusal.SUIT_REQUIRED


def _refuse_answer(s: State, seat: int, otherwise: int) -> int:
    """Phase, seat and turn of an answer in CLAIMS; ``otherwise``: of a seat that is not asked at all."""
    claims = s.claims
    if s.phase != Phase.CLAIMS or claims is None:
        return Refusal.WRONG_PHASE
    if not is_active(s, seat):
        return Refusal.SEAT_NOT_PLAYING
    if seat in awaited(s):
        return OK
    answered = seat in claims.answered or any(dobon.seat == seat for dobon in claims.dobons)
    return Refusal.ALREADY_ANSWERED if answered else otherwise


def _dobon(s: State, action: Dobon) -> int:
    refusal = _refuse_answer(s, action.seat, Refusal.NO_DOBON)
    if refusal:
        return refusal
    if action.cards and bytes(sorted(action.cards)) != s.hands[action.seat]:
        return Refusal.CARD_NOT_IN_HAND
    return OK if action.against in dobon_targets(s, action.seat) else Refusal.NO_DOBON


def _waive(s: State, action: Waive) -> int:
    return _refuse_answer(s, action.seat, Refusal.WRONG_PHASE)


def _call_out(s: State, action: CallOut) -> int:
    if s.phase not in (Phase.TURN, Phase.CLAIMS):
        return Refusal.WRONG_PHASE
    if s.left[action.seat]:
        return Refusal.SEAT_NOT_PLAYING
    return refuse_call_out(s, action)


def _leave(s: State, action: Leave) -> int:
    if s.phase == Phase.MATCH_OVER:
        return Refusal.WRONG_PHASE
    return Refusal.SEAT_NOT_PLAYING if s.left[action.seat] else OK


def _close_claims(s: State, action: CloseClaims) -> int:
    return OK if s.phase == Phase.CLAIMS else Refusal.WRONG_PHASE


def _start_round(s: State, action: StartRound) -> int:
    return OK if s.phase == Phase.ROUND_OVER else Refusal.WRONG_PHASE


# Each check takes the one class that it is entered under.
_CHECKS: Final[dict[type[Action], Callable[[State, Any], int]]] = {
    Play: _play,
    Draw: _draw,
    Pass: _pass,
    NameSuit: _name_suit,
    CallOut: _call_out,
    Challenge: _challenge,
    Dobon: _dobon,
    Waive: _waive,
    Leave: _leave,
    CloseClaims: _close_claims,
    StartRound: _start_round,
}
