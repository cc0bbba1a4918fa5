"""Pointing out offenses: missed calls, illegal plays, table talk (clauses C13, C17, C18, A22)."""

from .actions import CallOut
from .calls import with_offenses
from .claims import finish_claims, take_back
from .drawing import can_draw, penalize
from .events import ClaimsClosed, DirectionReversed, DrawPending, Event, OffenseCalledOut, SuitNamed
from .powers import arrive, discard_of
from .refusals import OK, Refusal
from .seats import is_active, next_active
from .state import State
from .terms import Offense, Phase


def left_to_table(s: State) -> tuple[int, ...]:
    """The offenses of the last play, committed or not, that the rules leave it to the table to notice (clause L1)."""
    last = s.last_play
    if last is None or last.starter or not is_active(s, last.seat):
        return ()
    return () if s.claims is not None and s.claims.dobons else s.match.book.left_to_table


def refuse_call_out(s: State, action: CallOut) -> int:
    """Whether a call-out is upheld, or wrong but paid for; else it is refused (clauses C17, C18)."""
    offender = action.offender
    if offender == action.seat:
        return Refusal.NOTHING_TO_CALL_OUT
    if action.offense == Offense.TABLE_TALK:
        return OK if _may_talk(s, offender) else Refusal.NOTHING_TO_CALL_OUT
    if s.last_play is None or s.last_play.seat != offender or action.offense not in left_to_table(s):
        return Refusal.NOTHING_TO_CALL_OUT
    return OK if is_upheld(s, action.offense) or _may_err(s, action.seat) else Refusal.NOTHING_TO_CALL_OUT


def _may_talk(s: State, offender: int) -> bool:
    """Clause C18."""
    if not s.match.book.penalties.table_talk or not is_active(s, offender) or not s.hands[offender]:
        return False
    return s.claims is None or all(dobon.seat != offender for dobon in s.claims.dobons)


def is_upheld(s: State, offense: int) -> bool:
    """Whether the offense is open."""
    return s.last_play is not None and offense in s.last_play.offenses


def _may_err(s: State, caller: int) -> bool:
    """Whether a wrong call-out is accepted, and paid for (clause C17)."""
    has_cards = is_active(s, caller) and bool(s.hands[caller])
    return s.match.book.penalties.false_call_out > 0 and has_cards and can_draw(s, penalty=True)


def call_out(s: State, events: list[Event], action: CallOut) -> None:
    """An accepted call-out."""
    penalties = s.match.book.penalties
    offender = action.offender
    talked = action.offense == Offense.TABLE_TALK
    upheld = talked or is_upheld(s, action.offense)
    events.append(OffenseCalledOut(action.seat, offender, action.offense, upheld))
    if talked:
        penalize(s, events, offender, penalties.table_talk)
    elif not upheld:
        penalize(s, events, action.seat, penalties.false_call_out)
    elif action.offense == Offense.ILLEGAL_PLAY:
        _undo_play(s, events)
    else:
        _pay_missed_call(s, events)


def _pay_missed_call(s: State, events: list[Event]) -> None:
    """Paid once; claims that were open for it alone are over (clause C17)."""
    last = s.last_play
    assert last is not None
    book = s.match.book
    s.last_play = with_offenses(last, tuple(other for other in last.offenses if other != Offense.MISSED_CALL))
    penalize(s, events, last.seat, book.penalties.missed_call)
    if s.phase == Phase.CLAIMS and not book.dobon and not book.illegal_called_out:
        finish_claims(s, events)


def _undo_play(s: State, events: list[Event]) -> None:
    """Cards and table go back, the offender pays, the turn of the seat after it begins (clause A22)."""
    last = s.last_play
    assert last is not None
    table = discard_of(s)
    book = s.match.book
    # In TURN the power has worked: under EVASION_NONE somebody has drawn all that was pending.
    pending = 0 if book.evasion_none and s.phase == Phase.TURN else last.pending_before
    if s.phase == Phase.CLAIMS:
        events.append(ClaimsClosed())
    take_back(s, events, last)
    if table.suit != last.suit_before:
        table.suit = last.suit_before
        events.append(SuitNamed(last.seat, table.suit))
    if table.reversed != last.reversed_before:
        table.reversed = last.reversed_before
        events.append(DirectionReversed(table.reversed))
    following = next_active(s, last.seat)
    if table.pending and not pending:
        events.append(DrawPending(following, 0))
    table.pending = pending
    table.drawn = table.passes = 0
    s.phase = Phase.TURN
    s.last_play = s.claims = None
    penalize(s, events, last.seat, book.penalties.illegal_play)
    arrive(s, events, following)
