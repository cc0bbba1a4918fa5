"""Offenses, calls and claims: whether they can be about the last play (clauses C12 to C14, C17, A21 to A26, S2)."""

from .cards import RANK_OF
from .claims import awaited
from .state import Claims, Discard, LastPlay
from .state_position import Position
from .terms import Call, Offense, Phase


def check_offenses(p: Position, last: LastPlay) -> None:
    """Clauses C13, C14, A21: only what the rules leave to the table, and of a seat that is still in."""
    offenses = last.offenses
    if not offenses:
        return
    path = "last_play.offenses"
    book = p.book
    if last.starter or last.seat not in p.active:
        p.faults.add(
            "offense_of_nobody",
            "only a seat in the round has open offenses",
            path,
            "last_play.seat",
        )
        return
    if Offense.ILLEGAL_PLAY in offenses and not book.illegal_called_out:
        p.faults.add("offense_not_open", "illegal plays are refused under these rules", path)
    if Offense.MISSED_CALL in offenses:
        owed = book.owed_calls[1 if p.s.hands[last.seat] else 0]
        if not book.missed_called_out or not owed or last.call:
            p.faults.add(
                "offense_not_open",
                "no call was owed and missed, or it is penalized at once",
                path,
                "last_play.call",
            )


def check_call(p: Position, last: LastPlay) -> None:
    """Clause C12: a call is one that the rules know, and fits what the play left."""
    call = last.call
    if not call:
        return
    holds = bool(p.s.hands[last.seat])
    out = p.s.places[last.seat] > 0
    if call == Call.LAST:
        fits = p.book.owed_calls[0] and not holds and (out or p.s.phase == Phase.CLAIMS)
    else:
        fits = p.book.owed_calls[1] and holds and not out
    if not fits:
        p.faults.add("wrong_call", "is not the call that the play owed", "last_play.call")


def check_claims(p: Position, claims: Claims, last: LastPlay) -> None:
    """In PHASE_CLAIMS: about whom, who has answered, who is awaited (clauses C14, C27, S2)."""
    s = p.s
    faults = p.faults
    if s.turn != last.seat:
        faults.add(
            "turn_not_claimed",
            "must be the seat whose play is claimed against",
            "turn",
            "last_play.seat",
        )
        return
    table = s.table
    if isinstance(table, Discard) and table.passes:
        faults.add("passes_beside", "must be 0 in PHASE_CLAIMS", "discard.passes")
    if p.book.dobon:
        _check_levels(p, claims)
        if claims.dobons and last.offenses:
            faults.add("offenses_wiped", "a dobon wipes them", "last_play.offenses", "claims.dobons")
    else:
        _check_finish(p, claims, last)
    for at, seat in enumerate(claims.answered):
        if not _is_asked(p, claims, seat):
            faults.add("not_asked", "is not asked at this level", f"claims.answered[{at}]")
    if not awaited(s):
        faults.add("nobody_awaited", "claims are open only while an answer is awaited", "claims.answered")


def _check_finish(p: Position, claims: Claims, last: LastPlay) -> None:
    """Without dobon only a finish waits (clauses C14, C17, A22)."""
    faults = p.faults
    book = p.book
    if claims.dobons or claims.level > 1:
        faults.add("dobon_off", "dobon is off", "claims.dobons", "claims.level")
    missed = Offense.MISSED_CALL in last.offenses
    if not p.s.hands[last.seat]:
        waits = missed or book.illegal_called_out or not p.known
        waits = waits and (book.illegal_called_out or (book.missed_called_out and not last.call))
    else:
        # The missed last call was called out, and an illegal play can be, still.
        waits = (
            book.illegal_called_out and book.missed_called_out and book.owed_calls[0] > 0 and not (last.call or missed)
        )
    if not waits:
        faults.add("nothing_to_claim", "nothing can be claimed against this play", "claims", "last_play")


def _is_asked(p: Position, claims: Claims, seat: int) -> bool:
    """Whether a seat may have answered at this level (clauses A23, A26); it may have left since."""
    s = p.s
    if s.places[seat] or any(dobon.seat == seat and dobon.level < claims.level for dobon in claims.dobons):
        return False
    if claims.level == 1:
        return seat != s.turn
    return seat == s.turn or not p.book.returns_contested


def _check_levels(p: Position, claims: Claims) -> None:
    """Clauses A24 to A26: who claims against whom, at which level, with which cards."""
    faults = p.faults
    book = p.book
    most = len(p.s.places) if book.returns_last_laid else 2 if book.returns_contested else 1
    if claims.level > most:
        faults.add("level_too_high", f"must be at most {most}", "claims.level", high=most)
    levels = [dobon.level for dobon in claims.dobons]
    if levels != sorted(levels) or set(range(1, claims.level)) - set(levels) or claims.level < max(levels, default=1):
        faults.add(
            "wrong_levels",
            "each level but the last has claims, in order",
            "claims.level",
            "claims.dobons",
        )
    for at in range(len(claims.dobons)):
        _check_claim(p, claims, at)


def _check_claim(p: Position, claims: Claims, at: int) -> None:
    s = p.s
    faults = p.faults
    dobon = claims.dobons[at]
    path = f"claims.dobons[{at}]"
    if any(other.seat == dobon.seat for other in claims.dobons[:at]):
        faults.add("claimed_twice", "each seat claims once", path + ".seat")
    if s.places[dobon.seat] or (dobon.level == 1) > (dobon.seat != s.turn):
        faults.add("cannot_claim", "is not asked at this level", path + ".seat")
    if dobon.level == claims.level and dobon.seat not in claims.answered:
        faults.add(
            "claim_not_answered",
            "a seat that claims has answered",
            path + ".seat",
            "claims.answered",
        )
    hand = s.hands[dobon.seat]
    laid = bytes(sorted(dobon.cards)) == hand if any(hand) else len(dobon.cards) == len(hand)
    if not laid:
        faults.add("not_the_hand", "must be the seat's whole hand", path + ".cards", p.hand(dobon.seat))
    target = _target(p, claims, at)
    if target is None:
        faults.add("wrong_target", "is not struck at this level", path + ".against")
    elif sum(RANK_OF[card] for card in dobon.cards) != RANK_OF[target]:
        faults.add("wrong_sum", "must sum to the rank of the card that is struck", path + ".cards")
    if dobon.void != _is_struck(p, claims, at):
        faults.add(
            "wrong_void",
            "a claim is void when a later one strikes it, and only then",
            path + ".void",
        )


def _target(p: Position, claims: Claims, at: int) -> int | None:
    """The card that a claim strikes; ``None`` when it strikes nothing it may."""
    s = p.s
    dobon = claims.dobons[at]
    last = s.last_play
    if last is None:
        return None
    if dobon.level == 1:
        return last.cards[-1] if dobon.against == s.turn else None
    struck = [other for other in claims.dobons[:at] if other.level == dobon.level - 1]
    if p.book.returns_contested:
        lowest = min((other.seat for other in struck), default=-1)
        allowed = dobon.seat == s.turn and dobon.against == lowest
        return last.cards[-1] if allowed else None
    return next((other.cards[-1] for other in struck if other.seat == dobon.against), None)


def _is_struck(p: Position, claims: Claims, at: int) -> bool:
    dobon = claims.dobons[at]
    return any(
        other.level == dobon.level + 1 and (p.book.returns_contested or other.against == dobon.seat)
        for other in claims.dobons[at + 1 :]
    )
