"""States and views that are refused: every fault at once, with the path of every field that takes part."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pageone_engine.actions import Draw
from pageone_engine.cards import JOKER
from pageone_engine.engine import apply, create_match
from pageone_engine.presets import PRESETS
from pageone_engine.rules import AmericanPageOneRules, PageOneRules, Rules, Specials
from pageone_engine.state import Claims, Discard, DobonClaim, LastPlay, Match, State, Trick, View
from pageone_engine.state_check import validate_state, validate_view
from pageone_engine.terms import (
    DobonReturn,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    Phase,
    RoundEnd,
    Scoring,
    Starter,
    StockOut,
)
from pageone_engine.view import view

from tests.engine.mutate import mutated
from tests.engine.play import reached_states
from tests.engine.positions import american, page_one, played, run, table, tricks, waiting

Spoil = Callable[[State], None]
LAST = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
CALLED_OUT = {"illegal_play": IllegalPlay.WHEN_CALLED_OUT}
DOBON = american(dobon={"enabled": True, "dobon_return": DobonReturn.LAST_LAID})


# Positions that are right


def turn() -> State:
    """American Page One, somebody to act, a play before it."""
    return table(
        ["2C 9D", "4H 5S 6S", "7S 8S"],
        "5C",
        pile="QD 9C",
        turn=1,
        last_play=played(0, "5C", suit_before="C"),
    )


def owing() -> State:
    """Seat 1 owes two."""
    return table(
        ["4C 9D", "2H 5S", "7S 8S"],
        "2C",
        pile="QD 9C",
        turn=1,
        pending=2,
        last_play=played(0, "2C", suit_before="C"),
    )


def drew() -> State:
    """Seat 1 has drawn."""
    return table(["4C 9D", "4H 5S 6S"], "5C", turn=1, drawn="5S")


def passed() -> State:
    """Nothing can be drawn, one has passed."""
    return table(["4C 9D", "4H 5S", "7S"], "5C", turn=1, passes=1, stock="", pile="", rest=2)


def naming() -> State:
    """The dealer is to name a starter's suit."""
    state = table(["4C 9D", "4H 5S", "7S"], "8C", turn=0, pile="", dealer=0, turns=0, version=0)
    return state_with(state, table=Discard())


def finishing() -> State:
    """A finish without the last call waits."""
    return table(
        ["", "4H 5S", "7S 8S"],
        "5C",
        pile="9C",
        turn=0,
        phase=Phase.CLAIMS,
        last_play=played(0, "5C", suit_before="C", offenses=(1,)),
        claims=waiting(1),
    )


def claiming() -> State:
    """Two have called dobon on a five, the first was struck by a return; level 2 is open."""
    return table(
        ["4C 9D", "2H 3S", "AS 4S", "5H", "7H 8S"],
        "5C",
        rules=DOBON,
        pile="9C",
        turn=0,
        phase=Phase.CLAIMS,
        last_play=played(0, "5C", suit_before="C"),
        claims=waiting(
            3,
            level=2,
            dobons=(
                DobonClaim(1, 0, 1, bytes((28, 42)), void=False),
                DobonClaim(2, 0, 1, bytes((40, 43)), void=False),
            ),
        ),
    )


def trick() -> State:
    """Page One, the third seat to follow a five of hearts."""
    return tricks(
        ["4C 9D", "4H 5S 6S", "7S 8H", "QS KS"],
        ["0 5H", "1 9H"],
        turn=2,
        pile="2C 3C",
        last_play=LastPlay(1, bytes((35,))),
    )


def leading() -> State:
    """Page One, a trick is to be led."""
    return tricks(["4C 9D", "4H 5S 6S", "7S 8H"], turn=1, pile="2C 3C")


def over() -> State:
    """American Page One, the first of three rounds was won by seat 1."""
    return run(table(["4C 9D", "5S", "7S 8S"], "5C", pile="9C", turn=1), "1 5S !!")


def state_with(state: State, **changes: Any) -> State:  # noqa: ANN401
    """The position with fields changed, none checked."""
    for name, value in changes.items():
        setattr(state, name, value)
    return state


def last_trick() -> State:
    """Page One: a finish without the last call waits."""
    rules = page_one(calls={"missed": MissedCall.WHEN_CALLED_OUT})
    return tricks(
        ["4C 9D", "", "7S 8H"],
        ["0 5H", "1 9H"],
        rules=rules,
        turn=1,
        phase=Phase.CLAIMS,
        last_play=LastPlay(1, bytes((35,)), (1,)),
        claims=waiting(),
    )


def doubtful() -> State:
    """EVASION_NONE: a Joker's draw waits for a challenge."""
    rules = american(evasion=Evasion.NONE, joker_play=JokerPlay.CHALLENGEABLE)
    return run(table(["JK 9D", "4H 5S", "7S 8S"], "5C", rules=rules), "0 JK =H !")


BASES = (last_trick, doubtful, turn, owing, drew, passed, naming, finishing, claiming, trick, leading, over)


@pytest.mark.parametrize("base", BASES)
def test_the_positions_are_right(base: Callable[[], State]) -> None:
    """S1, S2, S3: what the malformed states below are made of is accepted, and so is what is seen of it."""
    state = base()
    assert validate_state(state) == []
    for viewer in (None, *range(len(state.hands))):
        assert validate_view(view(state, viewer)) == []


# Ways to spoil them


def put(path: str, value: object) -> Spoil:
    """Sets ``name``, ``table.name``, ``last_play.name``, ``claims.name`` or an entry ``name[at]``."""

    def spoil(state: State) -> None:
        name, _, rest = path.partition(".")
        entry, _, at = name.partition("[")
        if rest:
            inner = getattr(state, name)
            setattr(state, name, replace(inner, **{rest: value}))
        elif at:
            row = list(getattr(state, entry))
            row[int(at[:-1])] = value
            setattr(state, entry, row if entry == "hands" else tuple(row))
        else:
            setattr(state, name, value)

    return spoil


def both(*spoils: Spoil) -> Spoil:
    def spoil(state: State) -> None:
        for each in spoils:
            each(state)

    return spoil


def move(source: str, target: str) -> Spoil:
    """The first card of a place goes to another: the pack stays whole."""

    def spoil(state: State) -> None:
        rows = {f"hand{seat}": hand for seat, hand in enumerate(state.hands)}
        rows |= {"stock": state.stock, "pile": state.pile}
        card, rows[source] = rows[source][:1], rows[source][1:]
        rows[target] = card + rows[target]
        state.hands = [bytes(sorted(rows[f"hand{seat}"])) for seat in range(len(state.hands))]
        state.stock, state.pile = rows["stock"], rows["pile"]

    return spoil


def all_to_stock(*sources: str) -> Spoil:
    def spoil(state: State) -> None:
        for source in sources:
            if source == "pile":
                state.stock, state.pile = state.stock + state.pile, b""
            else:
                seat = int(source[4:])
                state.stock += state.hands[seat]
                state.hands[seat] = b""

    return spoil


def pile_to_stock(cards: int) -> Spoil:
    """The lowest cards of the pile lie on the stock: as after a reshuffle."""

    def spoil(state: State) -> None:
        state.stock += state.pile[:cards]
        state.pile = state.pile[cards:]

    return spoil


def rules_put(**changes: Any) -> Spoil:  # noqa: ANN401
    """Other rules for the same position."""

    def spoil(state: State) -> None:
        old = state.match
        rules = _with(old.rules, changes)
        state.match = Match(old.match_id, rules, old.seats, old.seed, old.entropy)

    return spoil


def _with(rules: Rules, changes: dict[str, Any]) -> Rules:
    game = rules.game
    assert game is not None
    own = {name: value for name, value in changes.items() if hasattr(game, name)}
    rest = {name: value for name, value in changes.items() if name not in own}
    return replace(rules, game=replace(game, **own), **rest)


def match_put(**changes: Any) -> Spoil:  # noqa: ANN401
    def spoil(state: State) -> None:
        old = state.match
        values = {
            "match_id": old.match_id,
            "rules": old.rules,
            "seats": old.seats,
            "seed": old.seed,
            "entropy": old.entropy,
            **changes,
        }
        state.match = Match(**values)

    return spoil


def claim_put(at: int, **changes: Any) -> Spoil:  # noqa: ANN401
    def spoil(state: State) -> None:
        assert state.claims is not None
        dobons = list(state.claims.dobons)
        dobons[at] = replace(dobons[at], **changes)
        state.claims = replace(state.claims, dobons=tuple(dobons))

    return spoil


FORM = [
    # C4, API: sizes
    ("seed_short", turn, match_put(seed=bytes(31)), "seed"),
    ("seed_empty", turn, match_put(seed=b""), "seed"),
    ("entropy_many", turn, match_put(entropy=(b"x",) * 9), "entropy"),
    ("entropy_long", turn, match_put(entropy=(b"", bytes(65))), "entropy[1]"),
    ("id_long", turn, match_put(match_id="ワ" * 22), "match_id"),
    # C3: seats
    ("no_seats", turn, put("hands", []), "seats"),
    ("nine_seats", turn, put("hands", [b""] * 9), "seats"),
    ("other_seats", turn, match_put(seats=4), "seats"),
    ("scores_short", turn, put("scores", (0,)), "seats"),
    # rules inside a state are complete
    ("rounds_zero", turn, rules_put(rounds=0), "rules.rounds"),
    ("hand_zero", turn, rules_put(hand_size=0), "rules.hand_size"),
    ("enum_unset", turn, rules_put(evasion=0), "rules.american_page_one.evasion"),
    ("enum_unknown", turn, rules_put(round_end=9), "rules.round_end"),
    ("rank_unknown", turn, rules_put(specials=Specials(99)), "rules.american_page_one.specials.draw_two"),
    ("pack_none", turn, rules_put(decks=0), "rules.decks"),
    ("pack_negative", turn, rules_put(jokers=-1), "rules.jokers"),
    # counters and enums
    ("version_end", turn, put("version", 2**32 - 1), "version"),
    ("version_negative", turn, put("version", -1), "version"),
    ("version_low", turn, put("version", 3), "version"),
    ("shuffles_end", turn, put("shuffles", 2**32 - 1), "shuffles"),
    ("shuffles_none", turn, put("shuffles", 0), "shuffles"),
    ("turns_negative", turn, put("turns", -1), "turns"),
    ("turns_end", turn, both(put("turns", 2**32 - 1), put("version", 2**31)), "turns"),
    ("phase_unset", turn, put("phase", 0), "phase"),
    ("phase_unknown", turn, put("phase", 5), "phase"),
    ("round_none", turn, put("round", 0), "round"),
    ("round_beyond", turn, both(put("round", 4), put("shuffles", 9), put("version", 99)), "round"),
    ("dealer_beyond", turn, put("dealer", 3), "dealer"),
    ("turn_beyond", turn, put("turn", 3), "turn"),
    ("turn_negative", turn, put("turn", -1), "turn"),
    ("score_high", turn, put("scores[1]", 1_000_000_001), "seats[1].score"),
    ("score_low", turn, put("scores[2]", -1_000_000_001), "seats[2].score"),
    ("place_beyond", turn, put("places[1]", 4), "seats[1].place"),
    ("place_negative", turn, put("places[1]", -1), "seats[1].place"),
    # C1, C9: the pack and the hands
    ("card_doubled", turn, put("hands[1]", bytes((30, 44, 44))), "seats[1].hand[1]"),
    ("card_missing", turn, put("hands[1]", bytes((30, 44))), "stock"),
    ("card_code", turn, put("hands[1]", bytes((30, 44, 54))), "seats[1].hand[2]"),
    ("card_zero", turn, put("hands[2]", bytes((0, 46))), "seats[2].hand[0]"),
    ("hand_unsorted", turn, put("hands[1]", bytes((45, 30, 44))), "seats[1].hand[1]"),
    ("stock_huge", turn, put("stock", bytes(100_000)), "stock"),
    ("pile_code", turn, put("pile", bytes((24, 9, 255, 5))), "pile[2]"),
    # tables
    ("trick_in_american", turn, put("table", Trick()), "trick"),
    ("discard_in_page_one", leading, put("table", Discard(1)), "discard"),
    ("suit_unknown", turn, put("table.suit", 5), "discard.suit"),
    ("pending_negative", turn, put("table.pending", -2), "discard.pending"),
    ("pending_end", turn, put("table.pending", 2**32), "discard.pending"),
    ("drawn_code", turn, put("table.drawn", 54), "discard.drawn"),
    ("passes_many", turn, put("table.passes", 3), "discard.passes"),
    ("leader_beyond", leading, put("table.leader", 3), "trick.leader"),
    ("play_seat", trick, put("table.plays", ((0, 31), (9, 35))), "trick.plays[1].seat"),
    ("play_card", trick, put("table.plays", ((0, 31), (1, 300))), "trick.plays[1].card"),
    ("plays_many", trick, put("table.plays", ((0, 31),) * 5), "trick.plays"),
    ("trick_drawn_code", leading, put("table.drawn", -1), "trick.drawn"),
    # the last play and claims
    ("last_seat", turn, put("last_play.seat", 3), "last_play.seat"),
    ("last_no_cards", turn, put("last_play.cards", b""), "last_play.cards"),
    ("last_code", turn, put("last_play.cards", bytes((99,))), "last_play.cards[0]"),
    ("offense_unset", turn, put("last_play.offenses", (0,)), "last_play.offenses[0]"),
    ("offense_unknown", turn, put("last_play.offenses", (1, 9)), "last_play.offenses[1]"),
    ("offense_order", turn, put("last_play.offenses", (2, 1)), "last_play.offenses[1]"),
    ("offense_twice", turn, put("last_play.offenses", (1, 1)), "last_play.offenses[1]"),
    ("offense_talk", turn, put("last_play.offenses", (3,)), "last_play.offenses[0]"),
    ("offenses_many", turn, put("last_play.offenses", (1,) * 99), "last_play.offenses"),
    ("before_suit", turn, put("last_play.suit_before", 9), "last_play.suit_before"),
    ("before_pending", turn, put("last_play.pending_before", -1), "last_play.pending_before"),
    ("call_unknown", turn, put("last_play.call", 3), "last_play.call"),
    ("level_none", claiming, put("claims.level", 0), "claims.level"),
    ("answered_beyond", claiming, put("claims.answered", (3, 9)), "claims.answered[1]"),
    ("answered_order", claiming, put("claims.answered", (4, 3)), "claims.answered[1]"),
    ("answered_many", claiming, put("claims.answered", (0,) * 99), "claims.answered"),
    ("dobon_seat", claiming, claim_put(0, seat=9), "claims.dobons[0].seat"),
    ("dobon_against", claiming, claim_put(0, against=-1), "claims.dobons[0].against"),
    ("dobon_level", claiming, claim_put(0, level=0), "claims.dobons[0].level"),
    ("dobon_cards", claiming, claim_put(0, cards=b""), "claims.dobons[0].cards"),
    ("dobon_code", claiming, claim_put(0, cards=bytes((28, 99))), "claims.dobons[0].cards[1]"),
]

FIT = [
    # C15, C19, C28: who is in
    ("one_active", turn, put("left", (False, True, True)), "seats"),
    ("empty_hand", turn, all_to_stock("hand2"), "seats[2].hand"),
    ("turn_left", turn, put("left[1]", True), "turn"),
    ("turn_out", turn, both(rules_put(**LAST), put("places[1]", 1), all_to_stock("hand1")), "turn"),
    ("out_with_cards", turn, both(rules_put(**LAST), put("places[2]", 1)), "seats[2].hand"),
    ("place_first_out", turn, both(put("places[2]", 1), all_to_stock("hand2")), "seats[2].place"),
    ("place_skipped", turn, both(rules_put(**LAST), put("places[2]", 2), all_to_stock("hand2")), "seats[2].place"),
    # C24
    ("turns_over", turn, both(put("turns", 3000), put("version", 3000)), "turns"),
    ("play_before_turns", turn, put("turns", 0), "last_play.starter"),
    # phase and claims
    ("claims_in_turn", turn, put("claims", Claims()), "claims"),
    ("claims_missing", finishing, put("claims", None), "claims"),
    ("claims_about_nothing", finishing, put("last_play", None), "last_play"),
    ("claims_other_seat", finishing, put("turn", 1), "turn"),
    ("drawn_in_claims", finishing, put("table.drawn", 30), "discard.drawn"),
    ("passes_in_claims", finishing, put("table.passes", 1), "discard.passes"),
    ("nothing_to_claim", finishing, put("last_play.offenses", ()), "claims"),
    ("call_was_made", finishing, put("last_play.call", 2), "last_play.call"),
    ("dobon_off", finishing, put("claims.level", 2), "claims.level"),
    ("all_answered", finishing, put("claims.answered", (1, 2)), "claims.answered"),
    ("player_answered", finishing, put("claims.answered", (0,)), "claims.answered[0]"),
    ("pending_in_claims", finishing, put("table.pending", 2), "discard.pending"),
    ("direction_in_claims", finishing, put("table.reversed", True), "discard.reversed"),
    ("someone_else_empty", finishing, all_to_stock("hand2"), "seats[2].hand"),
    # A4: the drawn card
    ("drawn_elsewhere", drew, put("table.drawn", 4), "discard.drawn"),
    ("drawn_after_play", turn, put("table.drawn", 44), "discard.drawn"),
    ("drawn_and_pending", drew, both(put("table.pending", 2)), "discard.pending"),
    ("drawn_before_turns", drew, put("turns", 0), "discard.drawn"),
    # A9: passes
    ("passed_round", passed, both(put("left[2]", True), put("table.passes", 2)), "discard.passes"),
    ("passes_and_play", turn, put("table.passes", 1), "discard.passes"),
    ("passes_before_turns", passed, put("turns", 0), "discard.passes"),
    # A3, A20: the suit
    ("no_pile", drew, all_to_stock("pile"), "pile"),
    ("wrong_suit", turn, put("table.suit", 3), "discard.suit"),
    ("suit_unset", turn, put("table.suit", 0), "discard.suit"),
    ("named_late", naming, both(put("turns", 1), put("version", 1)), "discard.suit"),
    ("named_by_other", naming, put("turn", 1), "turn"),
    ("named_plain", naming, rules_put(starter=Starter.PLAIN), "discard.suit"),
    ("named_neutral", naming, rules_put(starter=Starter.NEUTRAL), "turn"),
    (
        "reversed_by_nothing",
        drew,
        both(rules_put(specials=Specials(2, 3, 8, 11, 0)), put("table.reversed", True)),
        "discard.reversed",
    ),
    # A10 to A13: what is owed
    ("pending_on_plain", turn, put("table.pending", 2), "discard.pending"),
    ("pending_one", owing, put("table.pending", 1), "discard.pending"),
    ("pending_three", owing, put("table.pending", 3), "discard.pending"),
    ("pending_too_much", owing, put("table.pending", 4), "discard.pending"),
    ("pending_none", owing, rules_put(evasion=Evasion.NONE), "discard.pending"),
    ("wrong_direction", turn, put("table.reversed", True), "discard.reversed"),
    ("pending_at_rest", doubtful, put("last_play", None), "discard.pending"),
    (
        "pending_linked",
        owing,
        both(rules_put(evasion=Evasion.LINKED, specials=Specials(13, 2, 8, 11, 12)), put("table.pending", 2)),
        "discard.pending",
    ),
    ("played_last", last_trick, put("table.plays", ((0, 31), (2, 35))), "turn"),
    # S1: the last play
    ("play_not_on_top", turn, put("last_play.cards", bytes((9,))), "last_play.cards"),
    ("play_two", turn, put("last_play.cards", bytes((9, 5))), "last_play.cards"),
    ("play_starter", turn, put("last_play.starter", True), "last_play.starter"),
    ("play_before_unset", turn, put("last_play.suit_before", 0), "last_play.suit_before"),
    ("play_before_wrong", turn, put("last_play.suit_before", 2), "last_play.suit_before"),
    ("play_not_evading", turn, put("last_play.pending_before", 2), "last_play.pending_before"),
    (
        "play_nothing_under",
        turn,
        both(rules_put(**CALLED_OUT), pile_to_stock(2)),
        "pile",
    ),
    ("offense_refused", turn, put("last_play.offenses", (2,)), "last_play.offenses"),
    (
        "offense_not_owed",
        turn,
        both(rules_put(calls=replace(american().calls, penultimate="")), put("last_play.offenses", (1,))),
        "last_play.offenses",
    ),
    (
        "offense_penalized",
        turn,
        both(rules_put(calls=replace(american().calls, missed=MissedCall.PENALIZED)), put("last_play.offenses", (1,))),
        "last_play.offenses",
    ),
    ("offense_of_leaver", turn, both(put("last_play.offenses", (1,)), put("left[0]", True)), "last_play.offenses"),
    (
        "call_not_known",
        turn,
        both(rules_put(calls=replace(american().calls, penultimate="")), put("last_play.call", 1)),
        "last_play.call",
    ),
    ("call_with_cards", turn, put("last_play.call", 2), "last_play.call"),
    # A24 to A26: dobons
    ("level_three", claiming, put("claims.level", 3), "claims.level"),
    ("level_off", claiming, rules_put(dobon=replace(american().game.dobon, enabled=True)), "claims.level"),  # type: ignore[union-attr]
    ("level_of_claim", claiming, claim_put(1, level=2), "claims.dobons[1].against"),
    ("claimed_twice", claiming, claim_put(1, seat=1), "claims.dobons[1].seat"),
    ("claimed_by_player", claiming, claim_put(1, seat=0), "claims.dobons[1].seat"),
    ("claimed_other", claiming, claim_put(1, against=3), "claims.dobons[1].against"),
    ("not_the_hand", claiming, claim_put(1, cards=bytes((40,))), "claims.dobons[1].cards"),
    ("wrong_sum", claiming, claim_put(0, cards=bytes((28,))), "claims.dobons[0].cards"),
    ("void_unstruck", claiming, claim_put(0, void=True), "claims.dobons[0].void"),
    ("claimant_answers", claiming, put("claims.answered", (1,)), "claims.answered[0]"),
    ("offenses_wiped", claiming, put("last_play.offenses", (1,)), "last_play.offenses"),
    # P1 to P4: tricks
    ("leader_in_turn", leading, put("table.leader", 0), "trick.leader"),
    ("leader_played_first", trick, put("table.leader", 3), "trick.leader"),
    ("order", trick, put("table.plays", ((0, 31), (0, 35))), "trick.plays[1].seat"),
    (
        "follow",
        trick,
        both(put("hands[1]", bytes((30, 35, 45))), put("table.plays", ((0, 31), (1, 44)))),
        "trick.plays[1].card",
    ),
    ("passed_over", trick, put("turn", 3), "turn"),
    ("played_already", trick, put("turn", 1), "turn"),
    ("drew_to_lead", leading, put("table.drawn", 30), "trick.drawn"),
    ("last_not_on_table", trick, put("last_play.seat", 0), "last_play.cards"),
    ("last_before", trick, put("last_play.suit_before", 1), "last_play.suit_before"),
    ("last_starter", trick, put("last_play.starter", True), "last_play.starter"),
    # S3, C10, C19: after a round
    ("over_with_play", over, put("last_play", played(1, "5C", suit_before="C")), "last_play"),
    ("over_with_suit", over, put("table", Discard(1)), "discard"),
    ("over_with_cards", over, move("stock", "hand1"), "seats[1].hand"),
    ("over_without_cards", over, all_to_stock("hand2"), "seats[2].hand"),
    ("over_second_place", over, put("places[2]", 2), "seats[2].place"),
    ("over_shared", over, put("places", (0, 1, 1)), "seats[1].place"),
    ("over_not_placed", over, rules_put(**LAST), "seats[0].place"),
    ("over_last_round", over, rules_put(rounds=1), "phase"),
    ("over_all_left", over, put("left", (True,) * 3), "seats"),
    ("match_not_over", over, put("phase", Phase.MATCH_OVER), "phase"),
]


@pytest.mark.parametrize(
    ("base", "spoil", "field"), [case[1:] for case in FORM + FIT], ids=[case[0] for case in FORM + FIT]
)
def test_what_is_wrong_is_named(base: Callable[[], State], spoil: Spoil, field: str) -> None:
    """API, S1–S4: each malformed state is refused, and the field at fault is among the paths."""
    state = base()
    spoil(state)
    faults = validate_state(state)
    assert field in {path for fault in faults for path in fault.fields}, faults
    assert all(fault.description and fault.code for fault in faults)


def test_every_fault_is_told_at_once() -> None:
    """API: every fault found, not the first alone."""
    state = turn()
    for spoil in (match_put(seed=b""), put("dealer", 9), put("phase", 7), put("hands[1]", bytes((45, 44, 30)))):
        spoil(state)
    paths = {path for fault in validate_state(state) for path in fault.fields}
    assert {"seed", "dealer", "phase", "seats[1].hand[1]"} <= paths


def test_a_doubled_card_names_every_place() -> None:
    """C1: where a surplus card lies, and that another is missing."""
    state = table(["2C 9D", "4H 5S"], "5C", rules=american(decks=1, jokers=0))
    state.hands[0] = bytes((2, 5))
    faults = {fault.code: fault for fault in validate_state(state)}
    assert faults["surplus_card"].fields == ("seats[0].hand[1]", "pile[0]")
    assert faults["surplus_card"].values == {"card": 5, "count": 2, "expected": 1}
    assert faults["missing_card"].values == {"card": 22, "count": 0, "expected": 1}


def test_a_shared_last_place_is_possible_where_the_stock_can_run_dry() -> None:
    """C19, P11: the active seats share the last place when Imohori's stock runs dry."""
    rules = page_one("imohori", rounds=2)
    state = tricks(["4C 9D", "", "7S 8H"], rules=rules, turn=1, places=(2, 1, 2), phase=Phase.ROUND_OVER, leader=1)
    assert validate_state(state) == []
    take_all = replace(rules, game=PageOneRules(StockOut.TAKE_ALL))
    state.match = Match("m", take_all, 3, bytes(32))
    assert {"seats[0].place", "seats[2].place"} == {path for f in validate_state(state) for path in f.fields}


def test_naming_a_neutral_starters_suit_starts_no_turn() -> None:
    """C24, A20: at a limit of one the first seat goes on after it has named the suit."""
    state = naming()
    for spoil in (rules_put(starter=Starter.NEUTRAL, turn_limit=1), put("turn", 1)):
        spoil(state)
    assert validate_state(state) == []
    state = run(state, "1 name H")
    assert (state.phase, state.turns) == (Phase.TURN, 1)
    assert validate_state(state) == []
    put("turns", 2)(state)
    put("version", 2)(state)
    assert {path for fault in validate_state(state) for path in fault.fields} == {"turns", "rules.turn_limit"}


def test_a_contested_dobon_strikes_every_claimant() -> None:
    """A26: only the struck player claims at level 2, against the lowest claimant, and all claims are void."""
    rules = american(dobon={"enabled": True, "dobon_return": DobonReturn.CONTESTED}, **LAST)
    state = table(
        ["5H", "2H 3S", "AS 4S", "7D", "7H 8S"],
        "5C",
        rules=rules,
        pile="9C",
        turn=0,
        phase=Phase.CLAIMS,
        last_play=played(0, "5C", suit_before="C"),
        claims=waiting(1),
    )
    assert state.claims is not None
    state.claims = Claims(1, (1, 2), (DobonClaim(1, 0, 1, bytes((28, 42))), DobonClaim(2, 0, 1, bytes((40, 43)))))
    assert validate_state(state) == []
    state = run(state, "3 waive", "4 waive")
    assert state.claims is not None
    assert state.claims.level == 2
    claims = state.claims
    laid = DobonClaim(0, 1, 2, bytes((31,)))
    void = tuple(replace(claim, void=True) for claim in claims.dobons)
    # Its level would have closed: nobody else is asked.
    state.claims = Claims(2, (0,), (*void, laid))
    assert [fault.code for fault in validate_state(state)] == ["nobody_awaited"]
    for wrong, field in (
        ((*claims.dobons, laid), "claims.dobons[0].void"),
        ((*void, replace(laid, against=2)), "claims.dobons[2].against"),
        ((*void, replace(laid, seat=3, cards=bytes((20,)))), "claims.dobons[2].against"),
    ):
        state.claims = Claims(2, (0,), wrong)
        assert field in {path for fault in validate_state(state) for path in fault.fields}


def test_claims_that_go_on_are_right_at_every_step() -> None:
    """A26, S2: a return that strikes both kinds of claims, in a script that validates each state."""
    state = claiming()
    assert state.claims is not None
    state = run(state, "0 waive", "4 waive")
    assert state.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)


# Garbage


@pytest.mark.parametrize("seed", range(30))
def test_validation_never_raises(seed: int) -> None:
    """API: whatever fits the types is answered with faults, states and views."""
    rng = random.Random(seed)
    states = reached_states(seed + 7000)
    refused = 0
    for state in rng.sample(states, min(len(states), 5)):
        for _ in range(60):
            other = state
            for _ in range(rng.choice((1, 2, 6))):
                other = mutated(other, rng)
            refused += bool(validate_state(other))
    assert refused


# Views


def spoiled(changes: dict[str, Any], base: Callable[[], State] = turn, viewer: int | None = 1) -> View:
    """What a viewer sees of a position, fields changed."""
    return replace(view(base(), viewer), **changes)


VIEWS: list[tuple[str, View, str]] = [
    ("viewer", spoiled({"viewer": 5}), "viewer.seat"),
    ("spectator_with_hand", spoiled({"viewer": None}), "hand"),
    ("hand_short", spoiled({"hand": bytes((30, 44))}), "hand"),
    ("hand_unsorted", spoiled({"hand": bytes((45, 30, 44))}), "hand[1]"),
    ("hand_code", spoiled({"hand": bytes((30, 44, 77))}), "hand[2]"),
    ("count_negative", spoiled({"cards": (-1, 3, 2)}), "seats[0].cards"),
    ("count_huge", spoiled({"cards": (2**40, 3, 2)}), "seats[0].cards"),
    ("stock_huge", spoiled({"stock": 10**15}), "stock"),
    ("stock_less", spoiled({"stock": 3}), "stock"),
    ("no_seats", spoiled({"cards": ()}), "seats"),
    ("pile_code", spoiled({"pile": bytes((24, 9, 0))}), "pile[2]"),
    ("seen_twice", spoiled({"hand": bytes((5, 5, 5))}), "hand"),
    ("seed_early", spoiled({"seed": bytes(32)}), "seed"),
    ("commitment", spoiled({"seed_commitment": b""}), "seed_commitment"),
    ("phase", spoiled({"phase": 0}), "phase"),
    ("rules", spoiled({"rules": Rules()}), "rules.round_end"),
    ("turn_left", spoiled({"left": (False, True, False)}), "turn"),
    ("empty_hand", spoiled({"cards": (4, 3, 0)}), "seats[2].cards"),
    ("drew_after_play", spoiled({"drew": True}), "discard.drawn"),
    ("drawn_of_another", spoiled({"table": Discard(1, drawn=44)}, drew, 0), "discard.drawn"),
    ("drawn_not_told", spoiled({"table": Discard(1)}, drew, 1), "discard.drawn"),
    ("passes", spoiled({"table": Discard(1, passes=1), "last_play": None}), "discard.passes"),
    (
        "offenses",
        spoiled({"last_play": replace(played(0, "5C", suit_before="C"), offenses=(1,))}),
        "last_play.offenses",
    ),
    ("awaited", spoiled({"awaited": (0,)}, claiming, 3), "claims.awaited"),
    (
        "laid_hand",
        spoiled({"cards": (2, 3, 2, 1, 2), "stock": len(claiming().stock) - 1}, claiming, 3),
        "claims.dobons[0].cards",
    ),
    ("trick_order", spoiled({"table": Trick(0, ((0, 31), (3, 35)))}, trick, 2), "turn"),
]


@pytest.mark.parametrize(("seen", "field"), [case[1:] for case in VIEWS], ids=[case[0] for case in VIEWS])
def test_what_is_wrong_in_a_view_is_named(seen: View, field: str) -> None:
    """API: SuggestAction's view is validated before a bot sees it; paths start at MatchView."""
    faults = validate_view(seen)
    assert field in {path for fault in faults for path in fault.fields}, faults


def test_the_revealed_seed_must_be_the_one_committed_to() -> None:
    """C7: a view of a match that is over shows the seed of its commitment."""
    state = over()
    state.match = Match("m", replace(state.match.rules, rounds=1), 3, bytes(32))
    state.phase = Phase.MATCH_OVER
    seen = view(state, 0)
    assert validate_view(seen) == []
    assert validate_view(replace(seen, seed=bytes(31) + b"\x01"))[0].fields == ("seed", "seed_commitment")
    assert validate_view(replace(seen, seed=b""))[0].fields == ("seed", "phase")


@pytest.mark.parametrize("preset", PRESETS)
def test_what_create_and_apply_give_is_accepted(preset: str) -> None:
    """API: a state is validated before it is used, so the engine's own pass."""
    for seats in range(2, 9):
        state, _ = create_match(PRESETS[preset], seats, bytes([seats]) * 32)
        assert validate_state(state) == []


def test_a_challenge_that_waits_is_accepted_when_its_joker_has_left() -> None:
    """A12, A30: under NONE a Joker's draw waits for a challenge, and stays a draw when its player leaves."""
    rules = american(evasion=Evasion.NONE, joker_play=JokerPlay.CHALLENGEABLE)
    state = table(["JK 9D", "4H 5S", "7S 8S"], "5C", rules=rules)
    state = run(state, "0 JK =H !")
    assert isinstance(state.table, Discard)
    assert state.table.pending == 4
    state = run(state, "0 leave")
    assert validate_state(state) == []
    assert isinstance(state.match.rules.game, AmericanPageOneRules)
    assert JOKER in state.pile
    after, _ = apply(state, Draw(1))
    assert validate_state(after) == []
