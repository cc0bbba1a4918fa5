"""What the last play shows to have been wrong: missed calls, plays that no hand allows (clauses C13, A21)."""

from collections.abc import Sequence

from ..actions import Action, CallOut, Play
from ..book import Power
from ..game import game_of
from ..listing import legal_actions
from ..state import Discard, LastPlay, State
from ..terms import Call, Offense, Phase
from .chance import Chance
from .outlook import Outlook
from .style import Style


def call_out(outlook: Outlook, style: Style, listed: Sequence[Action], chance: Chance) -> CallOut | None:
    """A listed call-out that is certainly right, when the bot notices; an illegal play before a missed call."""
    right = [action for action in listed if type(action) is CallOut and is_visible(outlook.state, action.offense)]
    if not right or not chance.happens(style.notices):
        return None
    return max(right, key=lambda action: action.offense)


def is_visible(state: State, offense: int) -> bool:
    """Whether what a seat knows proves the offense of the last play, and that calling it out still costs something."""
    last = state.last_play
    if last is None or last.starter:
        return False
    if offense == Offense.MISSED_CALL:
        return _missed_call(state, last)
    return offense == Offense.ILLEGAL_PLAY and _illegal(state, last)


def _missed_call(state: State, last: LastPlay) -> bool:
    """One card or none is left, and the word was not said; drawn penalties would show as more cards."""
    left = len(state.hands[last.seat])
    if left > 1 or last.call or not _costs(state):
        return False
    owed = state.match.book.owed_calls[left]
    return owed != Call.UNSPECIFIED and not _may_have_paid(state, last, left)


def _may_have_paid(state: State, last: LastPlay, left: int) -> bool:
    """A special last card owes no call; what it cost may be the very card that is left (clause A18)."""
    book = state.match.book
    special = book.finish_penalized and book.power[last.cards[-1]] != Power.NONE
    return special and left in (0, book.penalties.special_finish)


def _costs(state: State) -> bool:
    """A card can be drawn for it; where none could, the offense may have been called out already."""
    return bool(state.stock) or game_of(state).spare(state, True) > 0


def _illegal(state: State, last: LastPlay) -> bool:
    """Whether no hand could have made that play on the table as it was before it (clauses A2, A10, A11)."""
    table = state.table
    under = state.pile[: len(state.pile) - len(last.cards)]
    if type(table) is not Discard or not under or not last.suit_before:
        return False
    before = state.copy()
    before.phase = Phase.TURN
    before.turn = last.seat
    before.pile = under
    before.table = Discard(last.suit_before, last.reversed_before, last.pending_before)
    # The unknown cards it held besides (code 0) keep the play from being a finish.
    before.hands[last.seat] = bytes((0, 0)) + bytes(sorted(last.cards))
    before.places = tuple(0 if seat == last.seat else place for seat, place in enumerate(state.places))
    before.last_play = before.claims = None
    first = last.cards[0]
    plays = legal_actions(before, last.seat).actions
    return not any(type(play) is Play and play.cards[0] == first for play in plays)
