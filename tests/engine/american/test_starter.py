"""The first card turned, under every rule for it (A19, A20)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pageone_engine import Event, RefusedError, Rules, State, apply, awaited, create_match
from pageone_engine.actions import NameSuit
from pageone_engine.events import (
    CardsDrawn,
    ClaimsOpened,
    DirectionReversed,
    DrawPending,
    SeatsSkipped,
    StarterTurned,
    SuitNamed,
    TurnStarted,
)
from pageone_engine.refusals import Refusal
from pageone_engine.terms import DrawReason, Evasion, IllegalPlay, JokerPlay, Phase, Starter

from tests.engine.positions import (
    american,
    assert_sound,
    discard,
    events_of,
    listed,
    only,
    refused,
    run,
    shuffled,
    suit,
    text_of,
)

Deal = tuple[State, list[Event], StarterTurned]


def deals(rules: Rules, seats: int, dealer: int = 0, tries: int = 3000) -> Iterator[Deal]:
    """Deals from one seed after another."""
    for number in range(tries):
        state, events = create_match(rules, seats, number.to_bytes(32, "big"), first_dealer=dealer)
        yield state, events, only(events, StarterTurned)[0]


def deal(
    rules: Rules, seats: int, wanted: Callable[[StarterTurned], bool], dealer: int = 0
) -> tuple[State, list[Event]]:
    """The first deal with a starter that is wanted."""
    state, events = next((state, events) for state, events, turned in deals(rules, seats, dealer) if wanted(turned))
    assert_sound(state)
    return state, events


def is_rank(rank: str, put_back: int = 0) -> Callable[[StarterTurned], bool]:
    """Whether the starter has the rank (``JK``: is a Joker), after so many cards were put back."""

    def wanted(turned: StarterTurned) -> bool:
        text = text_of([turned.card])
        return (text if text == "JK" else text[:-1]) == rank and len(turned.put_back) == put_back

    return wanted


def after_starter(events: list[Event]) -> list[Event]:
    """What happened after the starter was turned."""
    at = next(i for i, event in enumerate(events) if isinstance(event, StarterTurned))
    return events[at + 1 :]


def starter_suit(state: State) -> int:
    """The starter's own suit."""
    return (state.pile[-1] - 1) // 13 + 1


def test_the_starter_counts_as_the_dealers() -> None:
    """A19: it counts as played by the dealer: with dobon on the starter the dealer is its player."""
    rules = american(dobon={"enabled": True, "on_starter": True})
    state, events = deal(rules, 4, is_rank("9"), dealer=1)
    assert (state.phase, state.turn) == (Phase.CLAIMS, 1)
    assert state.last_play is not None
    assert (state.last_play.seat, state.last_play.starter, state.last_play.cards) == (1, True, state.pile)
    assert tuple(awaited(state)) == (0, 2, 3)
    assert after_starter(events) == [ClaimsOpened(1, (0, 2, 3))]
    assert run(state, "0 waive", "2 waive", "3 waive").turn == 2


def test_last_play_is_not_set_by_other_starters() -> None:
    """A19, S1: without dobon on the starter the starter is not a last play."""
    state, _ = deal(american(), 4, is_rank("9"))
    assert state.last_play is None


@pytest.mark.parametrize(("rank", "owed"), [("2", 2), ("3", 3)])
@pytest.mark.parametrize("rule", [Starter.DEALER, Starter.NEUTRAL])
def test_a_draw_card_is_owed_by_the_first_seat(rule: int, rank: str, owed: int) -> None:
    """A20: DEALER and NEUTRAL: a draw card is owed by the first seat, which may evade it."""
    state, events = deal(american(starter=rule), 4, is_rank(rank), dealer=2)
    assert (state.turn, discard(state).pending, discard(state).suit) == (3, owed, starter_suit(state))
    assert after_starter(events) == [DrawPending(3, owed), TurnStarted(3)]
    assert refused(state, "3 pass") == "MUST_EVADE_OR_DRAW"
    assert run(state, "3 draw").turn == 0


def test_a_draw_card_under_none_is_drawn_at_once() -> None:
    """A20, A12: EVASION_NONE: the first seat draws at once, the second begins."""
    state, events = deal(american(evasion=Evasion.NONE), 4, is_rank("2"))
    assert (state.turn, discard(state).pending, len(state.hands[1])) == (2, 0, 9)
    (drawn,) = only(events, CardsDrawn)
    assert (drawn.seat, drawn.reason, drawn.count, drawn.owed) == (1, DrawReason.PENDING, 2, 2)
    assert [event.seat for event in only(events, TurnStarted)] == [2]


@pytest.mark.parametrize("rule", [Starter.DEALER, Starter.NEUTRAL])
def test_a_skip_jumps_the_first_seat(rule: int) -> None:
    """A20: a skip jumps the first seat."""
    state, events = deal(american(starter=rule), 4, is_rank("J"), dealer=3)
    assert state.turn == 1
    assert after_starter(events) == [SeatsSkipped((0,)), TurnStarted(1)]


def test_a_reverse_makes_the_dealers_right_begin() -> None:
    """A20: DEALER: a reverse makes the dealer's right begin."""
    state, events = deal(american(), 4, is_rank("Q"), dealer=1)
    assert (state.turn, discard(state).reversed) == (0, True)
    assert after_starter(events) == [DirectionReversed(True), TurnStarted(0)]


def test_a_reverse_makes_the_dealer_begin_when_neutral() -> None:
    """A20: NEUTRAL: played by somebody between the dealer and the first seat, a reverse makes the dealer begin."""
    state, events = deal(american(starter=Starter.NEUTRAL), 4, is_rank("Q"), dealer=1)
    assert (state.turn, discard(state).reversed) == (1, True)
    assert after_starter(events) == [DirectionReversed(True), TurnStarted(1)]


@pytest.mark.parametrize(("skips", "turn"), [(True, 0), (False, 1)])
def test_two_seats_reverse_of_the_dealer(skips: bool, turn: int) -> None:
    """A20, A13: DEALER, two seats: a reverse as in A13: the other is jumped, or begins where the rules say no."""
    state, _ = deal(american(two_seat_reverse_skips=skips), 2, is_rank("Q"))
    assert (state.turn, discard(state).reversed) == (turn, True)


@pytest.mark.parametrize("skips", [True, False])
@pytest.mark.parametrize("rank", ["J", "Q"])
def test_two_seats_neutral(rank: str, skips: bool) -> None:
    """A20: NEUTRAL, two seats: skip and reverse both make the dealer begin, whatever A13 says of two seats."""
    rules = american(starter=Starter.NEUTRAL, two_seat_reverse_skips=skips)
    state, events = deal(rules, 2, is_rank(rank), dealer=1)
    assert (state.turn, discard(state).reversed) == (1, rank == "Q")
    assert events[-1] == TurnStarted(1)


def test_two_seats_skip_of_the_dealer() -> None:
    """A20: DEALER, two seats: a skip makes the dealer begin."""
    assert deal(american(), 2, is_rank("J"))[0].turn == 0


def test_the_dealer_names_the_suit_of_a_wild_card() -> None:
    """A20: DEALER: with a wild card the dealer first names a suit; nothing else is legal meanwhile."""
    state, events = deal(american(), 4, is_rank("8"), dealer=2)
    assert (state.phase, state.turn, discard(state).suit) == (Phase.TURN, 2, 0)
    assert after_starter(events) == [TurnStarted(2)]
    assert listed(state, 2) == ["name C", "name D", "name H", "name S"]
    assert listed(state, 3) == []
    for line in ("2 draw", "2 pass", f"2 {text_of(state.hands[2][:1])}", "2 challenge", "3 draw"):
        assert refused(state, line) == "WRONG_PHASE"
    assert refused(state, "3 name H") == "NOT_YOUR_TURN"
    assert events_of(state, "2 name H") == [SuitNamed(2, suit("H")), TurnStarted(3)]
    named = run(state, "2 name H")
    assert (named.turn, discard(named).suit, discard(named).pending) == (3, suit("H"), 0)
    assert refused(named, "3 name H") == "WRONG_PHASE"


def test_naming_needs_a_suit() -> None:
    """A20, R1: name_suit without a suit: SUIT_REQUIRED."""
    state, _ = deal(american(), 4, is_rank("8"), dealer=2)
    with pytest.raises(RefusedError) as caught:
        apply(state, NameSuit(2))
    assert caught.value.refusal == Refusal.SUIT_REQUIRED


def test_the_dealer_names_the_suit_of_a_joker() -> None:
    """A20: DEALER: with a Joker the dealer names a suit, then the first seat owes four; nobody can
    challenge it (A30).
    """
    state, _ = deal(american(joker_play=JokerPlay.CHALLENGEABLE), 4, is_rank("JK"))
    assert (state.turn, discard(state).suit, discard(state).pending) == (0, 0, 0)
    assert events_of(state, "0 name S") == [SuitNamed(0, suit("S")), DrawPending(1, 4), TurnStarted(1)]
    state = run(state, "0 name S")
    assert (state.turn, discard(state).suit, discard(state).pending) == (1, suit("S"), 4)
    assert refused(state, "1 challenge") == "NOTHING_TO_CHALLENGE"


def test_a_joker_under_none_is_drawn_at_once_even_if_challengeable() -> None:
    """A20, A12, A30: a starter cannot be challenged, so under NONE the first seat draws at once."""
    rules = american(evasion=Evasion.NONE, joker_play=JokerPlay.CHALLENGEABLE)
    state = run(deal(rules, 4, is_rank("JK"))[0], "0 name S")
    assert (state.turn, len(state.hands[1])) == (2, 11)


def test_the_first_seat_names_when_neutral() -> None:
    """A20: NEUTRAL: with a wild card the first seat names the suit before its turn, then acts itself."""
    state, _ = deal(american(starter=Starter.NEUTRAL), 4, is_rank("8"), dealer=2)
    assert (state.turn, discard(state).suit) == (3, 0)
    assert listed(state, 3) == ["name C", "name D", "name H", "name S"]
    assert refused(state, "2 name H") == "NOT_YOUR_TURN"
    assert events_of(state, "3 name D") == [SuitNamed(3, suit("D"))], "no turn starts by naming for one's own (C24)"
    named = run(state, "3 name D")
    assert (named.turn, discard(named).suit) == (3, suit("D"))
    assert "draw" in listed(named, 3)


def test_naming_is_a_turn_action() -> None:
    """A20, C24, C27: at the limit the turn after the dealer's naming makes the round void; naming for one's own does
    not.
    """
    state, _ = deal(american(turn_limit=1), 4, is_rank("8"), dealer=2)
    after = run(state, "2 name H")
    assert after.phase == Phase.ROUND_OVER
    state, _ = deal(american(turn_limit=1, starter=Starter.NEUTRAL), 4, is_rank("8"), dealer=2)
    named = run(state, "3 name H")
    assert named.phase == Phase.TURN
    assert run(named, "3 draw").turn == 3, "a turn already begun goes on"


def pack_in_order(state: State) -> tuple[bytes, bytes]:
    """The stock before the first starter, and the hands dealt, recomputed from the seed (C4, C5, C9)."""
    rules = state.match.rules
    pack = shuffled(list(range(1, 53)) * rules.decks + [53] * rules.jokers, seed=state.match.seed)
    dealt = rules.hand_size * state.match.seats
    return pack[: len(pack) - dealt], pack[len(pack) - dealt :]


def test_neutral_puts_a_joker_back_into_the_middle() -> None:
    """A20: NEUTRAL: a Joker is put back at position n // 2 of the n cards left, 0 being the bottom, and the next is
    turned.
    """
    found = 0
    rules = american(starter=Starter.NEUTRAL, jokers=8)
    for state, events, turned in deals(rules, 4, tries=400):
        stock = pack_in_order(state)[0]
        expected = b""
        while stock[-1] == 53:
            stock = stock[:-1]
            middle = len(stock) // 2
            stock = stock[:middle] + bytes([53]) + stock[middle:]
            expected += bytes([53])
        assert turned.put_back == expected
        assert turned.card == stock[-1]
        if expected and not only(events, CardsDrawn):
            found += 1
            assert state.stock == stock[:-1]
    assert found > 5


def test_plain_puts_special_cards_at_the_bottom() -> None:
    """A20: PLAIN: cards with powers and Jokers go to the bottom of the stock until a plain one is turned."""
    found = 0
    rules = american(starter=Starter.PLAIN)
    for state, _, turned in deals(rules, 4, tries=60):
        stock = pack_in_order(state)[0]
        expected = b""
        while text_of(stock[-1:])[:-1] in ("2", "3", "8", "J", "Q") or stock[-1] == 53:
            expected += stock[-1:]
            stock = stock[-1:] + stock[:-1]
        assert (turned.put_back, turned.card, state.stock) == (expected, stock[-1], stock[:-1])
        assert (state.turn, discard(state).pending, discard(state).reversed) == (1, 0, False)
        assert discard(state).suit == starter_suit(state)
        found += len(expected) > 1
    assert found > 3


TIGHT: dict[str, Any] = {"decks": 1, "jokers": 0, "hand_size": 17}


@pytest.mark.parametrize("rank", ["2", "J", "Q", "8"])
def test_the_nth_card_turned_is_not_put_back_plain(rank: str) -> None:
    """A20: PLAIN with one card left (n = 1): it stays without power, its own suit in force."""
    state, events = deal(american(starter=Starter.PLAIN, **TIGHT), 3, is_rank(rank))
    assert state.stock == b""
    assert (state.turn, discard(state).pending, discard(state).reversed) == (1, 0, False)
    assert discard(state).suit == starter_suit(state)
    assert after_starter(events) == [TurnStarted(1)]


@pytest.mark.parametrize("rule", [Starter.PLAIN, Starter.NEUTRAL])
def test_a_joker_as_the_nth_card_turned(rule: int) -> None:
    """A20: the n-th card turned is a Joker: it stays without power, spades in force."""
    rules = american(starter=rule, decks=1, jokers=1, hand_size=13)
    state, _ = deal(rules, 4, is_rank("JK"))
    assert (state.turn, discard(state).pending, discard(state).suit) == (1, 0, suit("S"))


def test_neutral_powers_of_the_nth_card() -> None:
    """A20: only a card that would have been put back loses its power: NEUTRAL puts back Jokers alone."""
    state, _ = deal(american(starter=Starter.NEUTRAL, **TIGHT), 3, is_rank("2"))
    assert (state.turn, discard(state).pending) == (1, 2)


def test_each_turning_counts() -> None:
    """A20: n = 2: the first card goes to the bottom, the second turned is not put back whatever it is."""
    rules = american(starter=Starter.PLAIN, decks=1, jokers=2, hand_size=13)
    state, _ = deal(rules, 4, lambda turned: len(turned.put_back) == 1 and text_of([turned.card])[:-1] in "23JQ8")
    assert len(state.stock) == 1
    assert (state.turn, discard(state).pending, discard(state).reversed) == (1, 0, False)
    assert discard(state).suit == starter_suit(state)


def test_the_dealers_starter_is_never_put_back() -> None:
    """A20: DEALER: whatever is turned stays and works."""
    assert all(turned.put_back == b"" for _, _, turned in deals(american(), 4, tries=60))


def test_nothing_can_be_called_out_against_a_starter() -> None:
    """A20, L1: nobody misses a call or plays illegally by a starter; nothing is listed against it."""
    rules = american(
        illegal_play=IllegalPlay.WHEN_CALLED_OUT,
        penalties={"false_call_out": 1},
        dobon={"enabled": True, "on_starter": True},
    )
    state, _ = deal(rules, 4, is_rank("9"))
    assert not any(line.startswith("out") for seat in range(4) for line in listed(state, seat))
    assert refused(state, "1 out 0 illegal") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "1 out 0 missed") == "NOTHING_TO_CALL_OUT"


def test_claims_on_a_starter_come_before_its_power_and_naming() -> None:
    """A20, A23, S2: on_starter: claims first, the suit of a wild card or Joker unspecified; then the dealer names."""
    rules = american(dobon={"enabled": True, "on_starter": True})
    state, _ = deal(rules, 3, is_rank("JK"))
    assert (state.phase, state.turn, discard(state).suit) == (Phase.CLAIMS, 0, 0)
    state = run(state, "1 waive", "2 waive")
    assert (state.phase, state.turn, discard(state).suit) == (Phase.TURN, 0, 0)
    state = run(state, "0 name C")
    assert (state.turn, discard(state).pending) == (1, 4)
    two, _ = deal(rules, 3, is_rank("2"))
    assert (two.phase, discard(two).pending, discard(two).suit) == (Phase.CLAIMS, 0, starter_suit(two))
    two = run(two, "0 close")
    assert (two.turn, discard(two).pending) == (1, 2)


def test_the_next_rounds_starter() -> None:
    """A20, C10: a later round's starter works like the first one's."""
    rules = american(turn_limit=1, rounds=3)
    state, _ = deal(rules, 3, is_rank("9"))
    state = run(state, "1 draw", "1 pass")
    assert state.phase == Phase.ROUND_OVER
    state = run(state, "1 start")
    assert (state.round, state.dealer, len(state.pile), state.turns) == (2, 1, 1, 0)
