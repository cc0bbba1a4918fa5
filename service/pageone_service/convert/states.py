"""Match states: checked when they come in (API.md, "States, sizes, versions")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pageone.v1 import state_pb2
from pageone_engine.presets import MAX_SEATS, MIN_SEATS
from pageone_engine.refusals import Fault
from pageone_engine.rules import AmericanPageOneRules
from pageone_engine.state import Claims, Discard, DobonClaim, LastPlay, Match, State, Trick
from pageone_engine.state_check import validate_state

from .faults import SchemaUnknownError, merged, missing, no_choice, prefixed, too_many
from .rows import RowField, read_row
from .rules import put_rules, read_rules

#: The shape and meaning of states that this release reads and writes.
SCHEMA: Final = 1
#: More seats, plays of a trick, answers, claims or offenses than this are not looked at one by one.
_MOST_ITEMS: Final = 64

_HAND: Final = RowField(state_pb2.SeatState, "hand")
_STOCK: Final = RowField(state_pb2.MatchState, "stock")
_PILE: Final = RowField(state_pb2.MatchState, "pile")
_LAST_CARDS: Final = RowField(state_pb2.LastPlay, "cards")
_CLAIM_CARDS: Final = RowField(state_pb2.DobonClaim, "cards")


def read_state(message: state_pb2.MatchState, path: str, faults: list[Fault]) -> State | None:
    """The state, validated; None after everything that is wrong with it was noted in ``faults``.

    `SchemaUnknownError` for one of another schema: nothing else in it is looked at.
    """
    if message.schema != SCHEMA:
        raise SchemaUnknownError(f"{path}.schema", message.schema, SCHEMA)
    own: list[Fault] = []
    state = _read(message, own)
    if state is not None:
        found = validate_state(state, whole=not own)
        if found:
            own = merged(own, found)
    if own:
        faults += prefixed(path, own)
        return None
    return state


def _read(message: state_pb2.MatchState, faults: list[Fault]) -> State | None:
    """The state as far as it can be built; paths start at MatchState."""
    seats: Sequence[state_pb2.SeatState] = message.seats
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
    hands = [read_row(seat.hand, f"seats[{at}].hand", faults) for at, seat in enumerate(seats)]
    stock = read_row(message.stock, "stock", faults)
    pile = read_row(message.pile, "pile", faults)
    american = None if rules is None else isinstance(rules.game, AmericanPageOneRules)
    table = _table(message, american, faults)
    last_play = read_last_play(message.last_play, faults) if message.HasField("last_play") else None
    claims = read_claims(message.claims, faults) if message.HasField("claims") else None
    if rules is None or table is None or not count:
        return None
    match = Match(message.match_id, rules, count, message.seed, tuple(message.entropy))
    return State(
        match,
        message.version,
        message.shuffles,
        message.phase,
        message.round,
        message.dealer,
        message.turn,
        message.turns,
        hands,
        tuple([seat.score for seat in seats]),
        tuple([seat.place for seat in seats]),
        tuple([seat.left for seat in seats]),
        stock,
        pile,
        table,
        last_play,
        claims,
    )


def _table(message: state_pb2.MatchState, american: bool | None, faults: list[Fault]) -> Trick | Discard | None:
    which = message.WhichOneof("table")
    if not right_table(which, american, faults):
        return None
    if which == "trick":
        trick = message.trick
        return Trick(trick.leader, read_plays(trick.plays, faults), trick.drawn)
    table = message.discard
    return Discard(table.suit, table.reversed, table.pending, table.drawn, table.passes)


def right_table(which: str | None, american: bool | None, faults: list[Fault]) -> bool:
    """Whether the table is the game's (``american`` None: the game is not known); notes why not."""
    if which is None:
        faults.append(no_choice("table", "trick", "discard"))
        return False
    if american is not None and american != (which == "discard"):
        wanted = "discard" if american else "trick"
        sentence = f"these rules have no {which}; set {wanted} instead"
        faults.append(Fault((which,), "wrong_table", sentence, {"wanted": wanted}))
        return False
    return True


def read_plays(plays: Sequence[state_pb2.TrickPlay], faults: list[Fault]) -> tuple[tuple[int, int], ...]:
    """The plays of a trick as (seat, card)."""
    if len(plays) > _MOST_ITEMS:
        faults.append(too_many("trick.plays", len(plays), MAX_SEATS, "plays"))
        return ()
    return tuple([(play.seat, play.card) for play in plays])


def read_last_play(message: state_pb2.LastPlay, faults: list[Fault]) -> LastPlay:
    """The play that can still be claimed against."""
    offenses: Sequence[int] = message.offenses
    if len(offenses) > _MOST_ITEMS:
        faults.append(too_many("last_play.offenses", len(offenses), 2, "offenses"))
        offenses = []
    return LastPlay(
        message.seat,
        read_row(message.cards, "last_play.cards", faults),
        tuple(offenses),
        message.suit_before,
        message.reversed_before,
        message.pending_before,
        message.starter,
        message.call,
    )


def read_claims(message: state_pb2.Claims, faults: list[Fault]) -> Claims:
    """The answers to the last play."""
    return Claims(
        message.level,
        read_seats(message.answered, "claims.answered", faults),
        read_dobons(message.dobons, faults),
    )


def read_seats(seats: Sequence[int], path: str, faults: list[Fault]) -> tuple[int, ...]:
    """A list of seats; the engine knows which of them there are."""
    if len(seats) > _MOST_ITEMS:
        faults.append(too_many(path, len(seats), MAX_SEATS, "seats"))
        return ()
    return tuple(seats)


def read_dobons(dobons: Sequence[state_pb2.DobonClaim], faults: list[Fault]) -> tuple[DobonClaim, ...]:
    """The hands laid down."""
    if len(dobons) > _MOST_ITEMS:
        faults.append(too_many("claims.dobons", len(dobons), MAX_SEATS, "claims"))
        return ()
    return tuple(
        [
            DobonClaim(
                dobon.seat,
                dobon.against,
                dobon.level,
                read_row(dobon.cards, f"claims.dobons[{at}].cards", faults),
                dobon.void,
            )
            for at, dobon in enumerate(dobons)
        ]
    )


def put_state(message: state_pb2.MatchState, state: State) -> None:
    """Write a state into an empty message."""
    out: Any = message  # the stubs' enums are types of their own, the engine's are plain ints
    match = state.match
    out.schema = SCHEMA
    out.match_id = match.match_id
    put_rules(out.rules, match.rules)
    out.version = state.version
    out.seed = match.seed
    if match.entropy:
        out.entropy.extend(match.entropy)
    out.shuffles = state.shuffles
    out.phase = state.phase
    out.round = state.round
    out.dealer = state.dealer
    out.turn = state.turn
    out.turns = state.turns
    add = out.seats.add
    for hand, score, place, left in zip(state.hands, state.scores, state.places, state.left, strict=True):
        seat = add()
        _HAND.put(seat, hand)
        if score:
            seat.score = score
        if place:
            seat.place = place
        if left:
            seat.left = left
    _STOCK.put(out, state.stock)
    _PILE.put(out, state.pile)
    _put_table(out, state.table)
    if state.last_play is not None:
        _put_last_play(out.last_play, state.last_play)
    if state.claims is not None:
        _put_claims(out.claims, state.claims)


def _put_table(out: Any, table: Trick | Discard) -> None:  # noqa: ANN401 - see put_state
    if isinstance(table, Discard):
        discard = out.discard
        discard.SetInParent()
        if table.suit:
            discard.suit = table.suit
        if table.reversed:
            discard.reversed = True
        if table.pending:
            discard.pending = table.pending
        if table.drawn:
            discard.drawn = table.drawn
        if table.passes:
            discard.passes = table.passes
        return
    trick = out.trick
    trick.leader = table.leader
    put_plays(trick.plays, table.plays)
    if table.drawn:
        trick.drawn = table.drawn


def put_plays(out: Any, plays: tuple[tuple[int, int], ...]) -> None:  # noqa: ANN401 - see put_state
    """Write the plays of a trick."""
    for seat, card in plays:
        out.add(seat=seat, card=card)


def _put_last_play(out: Any, play: LastPlay) -> None:  # noqa: ANN401 - see put_state
    out.offenses.extend(play.offenses)
    put_shown_play(out, play, _LAST_CARDS)


def put_shown_play(out: Any, play: LastPlay, cards: RowField) -> None:  # noqa: ANN401 - see put_state
    """Write what a LastPlay and a PlayView have in common."""
    out.seat = play.seat
    cards.put(out, play.cards)
    if play.suit_before:
        out.suit_before = play.suit_before
    if play.reversed_before:
        out.reversed_before = True
    if play.pending_before:
        out.pending_before = play.pending_before
    if play.starter:
        out.starter = True
    if play.call:
        out.call = play.call


def _put_claims(out: Any, claims: Claims) -> None:  # noqa: ANN401 - see put_state
    out.level = claims.level
    out.answered.extend(claims.answered)
    put_dobons(out.dobons, claims.dobons)


def put_dobons(out: Any, dobons: tuple[DobonClaim, ...]) -> None:  # noqa: ANN401 - see put_state
    """Write the hands laid down."""
    for dobon in dobons:
        claim = out.add(seat=dobon.seat, against=dobon.against, level=dobon.level, void=dobon.void)
        _CLAIM_CARDS.put(claim, dobon.cards)
