"""States and views that the engine can play on, and every fault of those that it cannot (API.md, section S).

A state passes when each field is in its range, all cards together are the rules' pack, and everything fits together as
the engine leaves it: what passes can be played to the end.
"""

from functools import lru_cache
from hashlib import sha256

from .book import book_of
from .claims import awaited
from .presets import MAX_SEATS, MIN_SEATS
from .refusals import Fault
from .rules import Rules
from .rules_check import validate_rules
from .state import State, Trick, View
from .state_fit import check_fit
from .state_form import (
    MAX_ROW,
    Faults,
    check_common,
    check_counters,
    check_id,
    check_match,
    check_pack,
)
from .terms import Phase
from .view import state_of


@lru_cache(maxsize=512)
def _rules_faults(rules: Rules, seats: int) -> tuple[Fault, ...]:
    """Faults of complete rules, paths from the state or view."""
    faults = Faults()
    for fault in validate_rules(rules, seats):
        fields = tuple(path if path == "seats" else f"rules.{path}" for path in fault.fields)
        faults.found.append(Fault(fields, fault.code, fault.description, fault.values))
    for name, number in (("rounds", rules.rounds), ("hand_size", rules.hand_size)):
        if number == 0:
            faults.add("unresolved", "must not be 0 in a match", f"rules.{name}")
    return tuple(faults.found)


def validate_state(state: State, *, whole: bool = True) -> list[Fault]:
    """Every fault of a state; none when the engine can play on from it.

    Paths start at ``MatchState``: ``seats[2].hand[0]``, ``discard.suit``, ``rules.rounds``. How the fields fit together
    is looked at only when each is right by itself, and the rest only when rules and seats are. ``whole`` False: a part
    of it could not be read and is empty here, so nothing that takes more than one field is looked at. Never raises.
    """
    match = state.match
    faults = Faults()
    seats = len(state.hands)
    rows = (state.scores, state.places, state.left)
    if not MIN_SEATS <= seats <= MAX_SEATS or any(len(row) != seats for row in rows):
        faults.add("seats", f"must be {MIN_SEATS} to {MAX_SEATS}; they are {seats}", "seats")
        seats = 0
    elif match.seats != seats:
        faults.add("seats", f"must be as many as in the match, {match.seats}", "seats")
    check_match(faults, state)
    rule_faults = _rules_faults(match.rules, seats)
    if rule_faults or not seats:
        faults.found += rule_faults
        return faults.found
    check_counters(faults, state)
    check_common(faults, state, match.rules, seats)
    check_pack(faults, state, match.book.pack if whole else None)
    if whole and not faults.found:
        check_fit(faults, state, known=True, drew=state.table.drawn != 0)
    return faults.found


def validate_view(view: View, *, whole: bool = True) -> list[Fault]:
    """Every fault of a view; none when a seat can be advised by it. Paths start at ``MatchView``. Never raises.

    ``whole`` is `validate_state`'s.
    """
    faults = Faults()
    seats = len(view.cards)
    rows = (view.scores, view.places, view.left)
    if not MIN_SEATS <= seats <= MAX_SEATS or any(len(row) != seats for row in rows):
        faults.add("seats", f"must be {MIN_SEATS} to {MAX_SEATS}; they are {seats}", "seats")
        seats = 0
    check_id(faults, view.match_id)
    rule_faults = _rules_faults(view.rules, seats)
    if rule_faults or not seats:
        faults.found += rule_faults
        return faults.found
    check_common(faults, view, view.rules, seats)
    _check_viewer(faults, view, seats)
    _check_seed(faults, view)
    _check_counts(faults, view, whole)
    if whole and not faults.found:
        _check_known_cards(faults, view)
        state = state_of(view)
        check_fit(faults, state, known=False, drew=view.drew)
        _check_own_draw(faults, view)
    if whole and not faults.found:
        _check_awaited(faults, view)
    return faults.found


def _check_viewer(faults: Faults, view: View, seats: int) -> None:
    viewer = view.viewer
    faults.cards("hand", view.hand)
    if viewer is None:
        if view.hand:
            faults.add("spectators_hand", "a spectator has no hand", "hand", "viewer")
        return
    if not 0 <= viewer < seats:
        faults.number("viewer.seat", viewer, 0, seats - 1)
    elif view.cards[viewer] != len(view.hand):
        faults.add("hand_size", "must be as many as the seat's cards", "hand", f"seats[{viewer}].cards")
    if 1 < len(view.hand) <= MAX_ROW:
        faults.ascending("hand", view.hand)


def _check_seed(faults: Faults, view: View) -> None:
    """Clause C7."""
    if len(view.seed_commitment) != 32:
        faults.add("seed_length", "must have 32 bytes", "seed_commitment")
    over = view.phase == Phase.MATCH_OVER
    if len(view.seed) != (32 if over else 0):
        faults.add("seed_length", "is shown once the match is over, with 32 bytes", "seed", "phase")
    elif over and sha256(view.seed).digest() != view.seed_commitment:
        faults.add("wrong_seed", "must be the one committed to", "seed", "seed_commitment")


def _check_counts(faults: Faults, view: View, whole: bool) -> None:
    """All cards together are as many as the rules' pack (clause C1), where the view is ``whole``."""
    pack = len(book_of(view.rules).pack)
    faults.cards("pile", view.pile)
    faults.number("stock", view.stock, 0, pack)
    for seat, count in enumerate(view.cards):
        faults.number(f"seats[{seat}].cards", count, 0, pack)
    table = view.table
    played = len(table.plays) if isinstance(table, Trick) else 0
    total = sum(view.cards) + view.stock + len(view.pile) + played
    if whole and total != pack:
        faults.add(
            "wrong_pack",
            f"all cards together must be the {pack} of the pack; they are {total}",
            "seats",
            "stock",
            "pile",
            count=total,
            expected=pack,
        )


def _check_known_cards(faults: Faults, view: View) -> None:
    """No card is seen more often than the pack has it."""
    pack = book_of(view.rules).pack
    table = view.table
    seen = view.hand + view.pile
    if isinstance(table, Trick):
        seen += bytes(card for _, card in table.plays)
    if view.claims is not None:
        seen += b"".join(dobon.cards for dobon in view.claims.dobons if dobon.seat != view.viewer)
    for card in sorted(set(seen)):
        count, expected = seen.count(card), pack.count(card)
        if count > expected:
            faults.add(
                "surplus_card",
                f"card {card} is there {count} times; the pack of these rules has {expected}",
                "hand",
                "pile",
                card=card,
                count=count,
                expected=expected,
            )


def _check_own_draw(faults: Faults, view: View) -> None:
    """The viewer knows what it has drawn itself, and nothing of what others have (clause C29)."""
    drawn = view.table.drawn
    path = "trick.drawn" if isinstance(view.table, Trick) else "discard.drawn"
    if bool(drawn) != (view.drew and view.viewer == view.turn):
        faults.add("not_own_draw", "is set when the viewer itself has drawn in this turn", path)
    if not isinstance(view.table, Trick) and view.table.passes:
        faults.add("hidden_passes", "a view does not tell of them", "discard.passes")
    if view.last_play is not None and view.last_play.offenses:
        faults.add("hidden_offenses", "a view never tells of them", "last_play.offenses")


def _check_awaited(faults: Faults, view: View) -> None:
    expected = tuple(awaited(state_of(view)))
    if tuple(view.awaited) != expected:
        faults.add("wrong_awaited", "does not follow from the rest", "claims.awaited")
