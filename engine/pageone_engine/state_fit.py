"""How the fields of a state or a view fit together: what the engine cannot have left behind is a fault.

Every field has passed :mod:`~pageone_engine.state_form` before. A view comes as the state that its owner knows
(:func:`~pageone_engine.view.state_of`), in which hidden cards are code 0: then ``known`` is false, and only what a
viewer can tell is looked at.
"""

from .state import Discard, State, Trick
from .state_claims import check_call, check_claims, check_offenses
from .state_discard import check_discard
from .state_form import Faults
from .state_position import Position
from .state_trick import check_plays, check_trick
from .terms import Phase


def check_fit(faults: Faults, s: State, *, known: bool, drew: bool) -> None:
    """Everything that takes more than one field; ``drew``: the seat to act has drawn in this turn."""
    p = Position(faults, s, known, drew)
    if any(s.places):
        _check_places(p)
    if s.phase <= Phase.CLAIMS:
        _check_running(p)
    else:
        _check_over(p)


def _check_places(p: Position) -> None:
    """Clause C19: a place is one more than the seats before it; it is shared only where seats go out at one moment."""
    s = p.s
    places = s.places
    taken = [place for place in places if place]
    last = max(taken)
    over = s.phase >= Phase.ROUND_OVER
    for seat, place in enumerate(places):
        if not place:
            continue
        path = f"seats[{seat}].place"
        if place != 1 + sum(1 for other in taken if other < place):
            p.faults.add("wrong_place", "must be one more than the seats placed before it", path)
        run_dry = over and p.book.reshuffles and not p.book.first_out and place == last
        if taken.count(place) > 1 and not p.book.dobon and not run_dry:
            p.faults.add("shared_place", "cannot be shared under these rules", path)
        if p.book.first_out and not (over and place == 1):
            p.faults.add("place_too_late", "the round ends with the first place", path, "phase")


def _check_running(p: Position) -> None:
    s = p.s
    faults = p.faults
    if len(p.active) < 2:
        faults.add("too_few_active", "a round goes on only between two active seats", "seats")
        return
    claiming = s.phase == Phase.CLAIMS
    _check_hands(p, claiming)
    if s.turn not in p.active:
        faults.add("turn_not_active", "must be an active seat", "turn", f"seats[{s.turn}]")
        return
    if claiming != (s.claims is not None):
        faults.add("claims_phase", "claims are there in PHASE_CLAIMS, and only then", "claims", "phase")
        return
    if claiming and s.last_play is None:
        faults.add("claims_without_play", "claims are about a play", "last_play", "claims")
        return
    if p.drew:
        _check_drawn(p)
    if p.known:
        _check_turns(p)
    table = s.table
    if isinstance(table, Trick):
        check_trick(p, table)
    else:
        check_discard(p, table)
    if s.last_play is not None:
        check_offenses(p, s.last_play)
        check_call(p, s.last_play)
        if s.claims is not None:
            check_claims(p, s.claims, s.last_play)


def _check_hands(p: Position, claiming: bool) -> None:
    """Clause C15: who is in holds cards, but for a finish in CLAIMS; who is out has none."""
    s = p.s
    last = s.last_play
    for seat, hand in enumerate(s.hands):
        if s.places[seat]:
            if hand:
                p.faults.add("out_with_cards", "a seat that is out has no cards", p.hand(seat))
        elif not hand and not s.left[seat]:
            finishing = claiming and last is not None and last.seat == seat and not last.starter
            if not finishing:
                p.faults.add("empty_hand", "an active seat holds cards", p.hand(seat))


def _check_drawn(p: Position) -> None:
    """A card drawn in this turn is in the hand, and the draw has settled the last play (clauses A4, P5, S1, S2)."""
    s = p.s
    table = s.table
    path = "trick.drawn" if isinstance(table, Trick) else "discard.drawn"
    if s.phase != Phase.TURN:
        p.faults.add("drawn_in_claims", "must be unset outside PHASE_TURN", path, "phase")
    if table.drawn and table.drawn not in s.hands[s.turn]:
        p.faults.add("drawn_not_in_hand", "must be in the hand of the seat to act", path, p.hand(s.turn))
    if s.last_play is not None:
        p.faults.add("drawn_after_play", "a draw settles the last play", path, "last_play")
    if p.known and not s.turns:
        p.faults.add("drawn_without_turn", "a draw is a turn action", path, "turns")
    if isinstance(table, Discard) and (table.pending or table.passes or not table.suit):
        p.faults.add(
            "drawn_beside",
            "after a draw nothing is pending, nothing was passed in vain, the suit is named",
            path,
            "discard.pending",
            "discard.passes",
            "discard.suit",
        )


def _check_turns(p: Position) -> None:
    """Clause C24: no turn starts after the limit; within a turn draws may go beyond it."""
    s = p.s
    limit = s.match.rules.turn_limit
    if s.phase == Phase.TURN and s.turns >= limit and not p.drew:
        # The first seat has named a neutral starter's suit and goes on in the same turn.
        named = p.book.starter_neutral and s.turns == 1 and s.last_play is None
        if not named:
            p.faults.add("turns_over", "the round would be void", "turns", "rules.turn_limit")
    last = s.last_play
    if last is not None and last.starter != (s.turns == 0):
        p.faults.add(
            "turns_and_play",
            "a starter is the last play only before the first turn action, another only after it",
            "turns",
            "last_play.starter",
        )


# After a round


def _check_over(p: Position) -> None:
    """Clauses C10, C19, C25, S3."""
    s = p.s
    faults = p.faults
    staying = s.left.count(False)
    last_round = s.round == s.match.rules.rounds
    if not staying:
        faults.add("all_left", "somebody stays", "seats")
    elif s.phase == Phase.ROUND_OVER and (last_round or staying < 2):
        faults.add("match_over", "the match is over", "phase", "round", "seats")
    elif s.phase == Phase.MATCH_OVER and not (last_round or staying < 2):
        faults.add("match_not_over", "the match is not over", "phase", "round", "seats")
    if s.last_play is not None or s.claims is not None:
        faults.add("nothing_to_claim", "must be unset after a round", "last_play", "claims")
    table = s.table
    if isinstance(table, Trick):
        if table.drawn or p.drew:
            faults.add("table_not_bare", "must be unset after a round", "trick.drawn")
        if table.plays:
            check_plays(p, table)
    else:
        if p.drew or table != Discard():
            faults.add("table_not_bare", "must be all zero after a round", "discard")
        if not s.pile:
            faults.add("empty_pile", "must have a top card", "pile")
    _check_results(p)


def _check_results(p: Position) -> None:
    """Clause C19: who has a place has no cards, but for who took the last; nobody sits after a won round."""
    s = p.s
    first_out = p.book.first_out
    last_place = max(s.places)
    won = last_place > 0
    for seat, hand in enumerate(s.hands):
        others_left = s.left.count(False) - (not s.left[seat]) == 0
        if s.places[seat]:
            keeps = others_left if first_out else s.places[seat] == last_place
            if hand and not keeps:
                p.faults.add("out_with_cards", "a seat that is out has no cards", p.hand(seat))
        elif not s.left[seat]:
            if won and not first_out:
                p.faults.add("no_place", "everybody has a place after the round", f"seats[{seat}].place")
            elif not hand and (won or first_out):
                p.faults.add("empty_hand", "a seat without a place holds cards", p.hand(seat))
    if not won and sum(map(bool, s.hands)) < 2:
        p.faults.add("nobody_to_go_on", "a void round leaves two seats with cards", "seats")
