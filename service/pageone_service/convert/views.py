"""Views: what a viewer may see, and who looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pageone.v1 import view_pb2
from pageone_engine.cards import SUIT_OF
from pageone_engine.listing import Legal
from pageone_engine.presets import MAX_SEATS, MIN_SEATS
from pageone_engine.refusals import Fault
from pageone_engine.rules import AmericanPageOneRules
from pageone_engine.state import Claims, Discard, LastPlay, Trick, View
from pageone_engine.state_check import validate_view

from .actions import put_legal
from .faults import merged, missing, no_choice, out_of_range, prefixed, too_many
from .rows import RowField, read_row
from .rules import put_rules, read_rules
from .states import (
    put_dobons,
    put_plays,
    put_shown_play,
    read_dobons,
    read_plays,
    read_seats,
    right_table,
)

#: Viewers in one request: every seat, the spectators, and room for a host that asks twice.
MAX_VIEWERS: Final = 16
_PILE: Final = RowField(view_pb2.MatchView, "pile")
_HAND: Final = RowField(view_pb2.MatchView, "hand")
_LAST_CARDS: Final = RowField(view_pb2.PlayView, "cards")


def read_viewers(messages: Sequence[view_pb2.Viewer], seats: int, path: str, faults: list[Fault]) -> list[int | None]:
    """Seats, or None for spectators, as asked for; ``seats`` 0: how many there are is not known."""
    if len(messages) > MAX_VIEWERS:
        faults.append(too_many(path, len(messages), MAX_VIEWERS, "viewers"))
        return []
    return [read_viewer(message, seats, f"{path}[{at}]", faults) for at, message in enumerate(messages)]


def read_viewer(message: view_pb2.Viewer, seats: int, path: str, faults: list[Fault]) -> int | None:
    """A seat, or None for a spectator; faults are noted in ``faults``."""
    which = message.WhichOneof("kind")
    if which is None:
        faults.append(no_choice(f"{path}.kind", "seat", "spectator"))
        return None
    if which == "spectator":
        return None
    seat = message.seat
    if seats and seat >= seats:
        faults.append(out_of_range(f"{path}.seat", seat, 0, seats - 1))
    return seat


def read_view(message: view_pb2.MatchView, path: str, faults: list[Fault]) -> View | None:
    """The view, validated; None after everything that is wrong with it was noted in ``faults``.

    Its ``legal`` is not read: it follows from the rest.
    """
    own: list[Fault] = []
    view = _read(message, own)
    if view is not None:
        own = merged(own, validate_view(view, whole=not own))
    if own:
        faults += prefixed(path, own)
        return None
    return view


def _read(message: view_pb2.MatchView, faults: list[Fault]) -> View | None:
    seats: Sequence[view_pb2.SeatView] = message.seats
    count = len(seats)
    if not MIN_SEATS <= count <= MAX_SEATS:
        what = f"must have {MIN_SEATS} to {MAX_SEATS} entries; it has {count}"
        faults.append(Fault(("seats",), "seats", what, {"count": count}))
        seats, count = [], 0
    rules = None
    if message.HasField("rules"):
        rules = read_rules(message.rules, count, "rules", faults)
    else:
        faults.append(missing("rules"))
    viewer = None
    if message.HasField("viewer"):
        viewer = read_viewer(message.viewer, count, "viewer", faults)
    else:
        faults.append(missing("viewer"))
    before = len(faults)
    pile = read_row(message.pile, "pile", faults)
    top = None if len(faults) > before else pile[-1] if pile else 0
    hand = read_row(message.hand, "hand", faults)
    american = None if rules is None else isinstance(rules.game, AmericanPageOneRules)
    table, drew = _table(message, american, top, faults)
    last_play = _last_play(message.last_play, faults) if message.HasField("last_play") else None
    claims: Claims | None = None
    awaited: tuple[int, ...] = ()
    if message.HasField("claims"):
        claims, awaited = _claims(message.claims, faults)
    # What a viewer out of range saw cannot be judged.
    if rules is None or table is None or not count or (viewer is not None and viewer >= count):
        return None
    return View(
        message.match_id,
        viewer,
        rules,
        message.version,
        message.phase,
        message.round,
        message.dealer,
        message.turn,
        tuple([seat.cards for seat in seats]),
        tuple([seat.score for seat in seats]),
        tuple([seat.place for seat in seats]),
        tuple([seat.left for seat in seats]),
        message.stock,
        pile,
        table,
        drew,
        message.seed_commitment,
        hand,
        message.seed,
        last_play,
        claims,
        awaited,
    )


def _table(
    message: view_pb2.MatchView, american: bool | None, top: int | None, faults: list[Fault]
) -> tuple[Trick | Discard | None, bool]:
    """The table, and whether the seat to act drew; ``top``: the pile's card that it must show, None: not known."""
    which = message.WhichOneof("table")
    if not right_table(which, american, faults):
        return None, False
    if which == "trick":
        trick = message.trick
        before = len(faults)
        plays = read_plays(trick.plays, faults)
        if len(faults) == before:
            _same("trick.suit", trick.suit, _suit_led(plays), faults)
        return Trick(trick.leader, plays, trick.drawn), trick.drew
    shown = message.discard
    if top is not None:
        _same("discard.top", shown.top, top, faults)
    return Discard(shown.suit, shown.reversed, shown.pending, shown.drawn), shown.drew


def _same(path: str, value: int, follows: int, faults: list[Fault]) -> None:
    """A field that follows from others must say what they say."""
    if value != follows:
        sentence = f"must be {follows}, as the rest of the view says; it is {value}"
        faults.append(Fault((path,), "not_as_the_rest", sentence, {"value": value}))


def _last_play(message: view_pb2.PlayView, faults: list[Fault]) -> LastPlay:
    return LastPlay(
        message.seat,
        read_row(message.cards, "last_play.cards", faults),
        (),
        message.suit_before,
        message.reversed_before,
        message.pending_before,
        message.starter,
        message.call,
    )


def _claims(message: view_pb2.ClaimsView, faults: list[Fault]) -> tuple[Claims, tuple[int, ...]]:
    answered = read_seats(message.answered, "claims.answered", faults)
    awaited = read_seats(message.awaited, "claims.awaited", faults)
    return Claims(message.level, answered, read_dobons(message.dobons, faults)), awaited


def put_view(message: view_pb2.MatchView, view: View, legal: Legal | None) -> None:
    """Write a view, and what its seat can do, into an empty message."""
    out: Any = message  # the stubs' enums are types of their own, the engine's are plain ints
    out.match_id = view.match_id
    if view.viewer is None:
        out.viewer.spectator.SetInParent()
    else:
        out.viewer.seat = view.viewer
    put_rules(out.rules, view.rules)
    out.version = view.version
    out.phase = view.phase
    out.round = view.round
    out.dealer = view.dealer
    out.turn = view.turn
    _put_seats(out.seats, view)
    out.stock = view.stock
    _PILE.put(out, view.pile)
    _HAND.put(out, view.hand)
    _put_table(out, view)
    if view.claims is not None:
        _put_claims(out.claims, view.claims, view.awaited)
    out.seed_commitment = view.seed_commitment
    if view.seed:
        out.seed = view.seed
    if view.last_play is not None:
        put_shown_play(out.last_play, view.last_play, _LAST_CARDS)
    if legal is not None:
        put_legal(out.legal, legal)


def _put_seats(out: Any, view: View) -> None:  # noqa: ANN401 - see put_view
    add = out.add
    for cards, score, place, left in zip(view.cards, view.scores, view.places, view.left, strict=True):
        seat = add()
        if cards:
            seat.cards = cards
        if score:
            seat.score = score
        if place:
            seat.place = place
        if left:
            seat.left = left


def _put_table(out: Any, view: View) -> None:  # noqa: ANN401 - see put_view
    table = view.table
    if isinstance(table, Discard):
        shown = out.discard
        if view.pile:
            shown.top = view.pile[-1]
        if table.suit:
            shown.suit = table.suit
        if table.reversed:
            shown.reversed = True
        if table.pending:
            shown.pending = table.pending
    else:
        shown = out.trick
        shown.leader = table.leader
        put_plays(shown.plays, table.plays)
        shown.suit = _suit_led(table.plays)
    shown.SetInParent()
    if view.drew:
        shown.drew = True
    if table.drawn:
        shown.drawn = table.drawn


def _suit_led(plays: tuple[tuple[int, int], ...]) -> int:
    """The suit of the first card that is not a Joker, 0 while anything may be played (P4)."""
    for _, card in plays:
        if 0 <= card < len(SUIT_OF) and SUIT_OF[card]:
            return SUIT_OF[card]
    return 0


def _put_claims(out: Any, claims: Claims, awaited: tuple[int, ...]) -> None:  # noqa: ANN401 - see put_view
    out.level = claims.level
    out.answered.extend(claims.answered)
    out.awaited.extend(awaited)
    put_dobons(out.dobons, claims.dobons)
