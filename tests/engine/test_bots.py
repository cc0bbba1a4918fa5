"""Bots: what they may see, that they play on in every position, and what they do in some of them."""

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given, settings
from pageone_engine.actions import Action, CallOut, Challenge, Dobon, Draw, NameSuit, Play, StartRound, Waive
from pageone_engine.bots import RandomPlayer, StrengthNotImplementedError, matching, suggest
from pageone_engine.bots.noticing import is_visible
from pageone_engine.bots.odds import odds_of_none, sum_odds
from pageone_engine.bots.outlook import Outlook
from pageone_engine.bots.style import STYLES
from pageone_engine.card_notation import parse_card, parse_cards
from pageone_engine.cards import JOKER, SUIT_OF, SUITS, Suit, ascending, pack_of, remove_all
from pageone_engine.claims import awaited
from pageone_engine.engine import apply, create_match
from pageone_engine.events import OffenseCalledOut, RoundEnded
from pageone_engine.listing import legal_actions
from pageone_engine.presets import AMERICAN_PAGE_ONE, IMOHORI, PAGE_ONE, PRESETS, resolved
from pageone_engine.refusals import InvalidError, RefusedError
from pageone_engine.rules import AmericanPageOneRules, DobonRules, Penalties, Rules
from pageone_engine.state import Claims, Discard, LastPlay, Match, State, Trick, View
from pageone_engine.terms import (
    Call,
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    Offense,
    Phase,
    RoundOutcome,
    SpecialFinish,
    Strength,
)
from pageone_engine.view import view

from tests.engine.play import random_rules, rearranged
from tests.engine.strategies import Table, tables

SEED = bytes(range(32))
STRENGTHS = (Strength.STAND_IN, Strength.EASY, Strength.NORMAL)


def american(rules: Rules = AMERICAN_PAGE_ONE, **changes: object) -> Rules:
    """``rules`` with some of the American fields changed."""
    assert isinstance(rules.game, AmericanPageOneRules)
    return replace(rules, game=replace(rules.game, **changes))  # type: ignore[arg-type]


OPEN_HOUSE = american(
    replace(AMERICAN_PAGE_ONE, penalties=Penalties(2, 2, 2, 0, 2)),
    sets=True,
    evasion=Evasion.LINKED,
    illegal_play=IllegalPlay.WHEN_CALLED_OUT,
    joker_play=JokerPlay.CHALLENGEABLE,
    dobon=DobonRules(True, True, DobonReturn.LAST_LAID),
)


def position(
    rules: Rules,
    hands: list[str],
    pile: str = "",
    *,
    suit: int = 0,
    pending: int = 0,
    reversed_: bool = False,
    plays: tuple[tuple[int, str], ...] = (),
    last: LastPlay | None = None,
    turn: int = 0,
) -> State:
    """A position in seat ``turn``'s turn; what is neither in a hand nor face up is the stock."""
    seats = len(hands)
    state = create_match(replace(rules, rounds=1), seats, SEED, first_dealer=seats - 1)[0].copy()
    state.phase, state.turn, state.claims, state.last_play = Phase.TURN, turn, None, last
    state.hands = [ascending(parse_cards(hand)) for hand in hands]
    state.pile = parse_cards(pile)
    trick = tuple((seat, parse_card(card)) for seat, card in plays)
    if isinstance(rules.game, AmericanPageOneRules):
        state.table = Discard(suit or SUIT_OF[state.pile[-1]], reversed_, pending)
    else:
        state.table = Trick(trick[0][0] if trick else turn, trick)
    face_up = b"".join([*state.hands, state.pile, bytes(card for _, card in trick)])
    state.stock = remove_all(pack_of(rules.decks, rules.jokers), face_up)
    return state


def advice(state: State, seat: int | None = None, strength: int = Strength.NORMAL) -> Action | None:
    """What a bot would do in the place of ``seat``; of the seat in turn when none is named."""
    return suggest(view(state, state.turn if seat is None else seat), strength, b"seed")


def played(state: State, strength: int = Strength.NORMAL) -> Play:
    action = advice(state, strength=strength)
    assert isinstance(action, Play)
    return action


def due(state: State) -> int:
    return state.turn if state.phase == Phase.TURN else awaited(state)[0]


def opening(rules: Rules, seats: int, number: int) -> State:
    return create_match(rules, seats, number.to_bytes(32, "big"), match_id=f"match {number}")[0]


def random_states(rules: Rules, seats: int, number: int, limit: int = 150) -> Iterator[State]:
    """The positions of a match between random players that also try what is not listed."""
    state = opening(replace(rules, turn_limit=min(rules.turn_limit, 200)), seats, number)
    player = RandomPlayer(number.to_bytes(4, "big"), mistakes=0.3)
    for _ in range(limit):
        if state.phase == Phase.MATCH_OVER:
            return
        if state.phase == Phase.ROUND_OVER:
            state = apply(state, StartRound())[0]
        yield state
        state = next_state(state, player)


def next_state(state: State, player: RandomPlayer) -> State:
    """After the first of the player's answers that is accepted, else its stand-in's."""
    seen = view(state, due(state))
    for refused in range(4):
        action = player(seen, refused)
        assert action is not None
        try:
            return apply(state, action)[0]
        except RefusedError:
            continue
    action = suggest(seen, Strength.STAND_IN)
    assert action is not None
    return apply(state, action)[0]


def check_suggestions(state: State) -> None:
    """Every strength in every seat's place: accepted, right when it calls out, and there when the seat is due."""
    for seat in range(state.match.seats):
        seen = view(state, seat)
        untouched = deepcopy(seen)
        for strength in STRENGTHS:
            action = suggest(seen, strength, b"seed")
            if action is None:
                assert seat != due(state), f"{seen} has nothing to do for {strength}"
                continue
            assert action.seat == seat
            assert action.version is None
            _, events = apply(state, action)
            if isinstance(action, CallOut):
                called = [event for event in events if isinstance(event, OffenseCalledOut)]
                assert called[0].upheld, f"false call-out of {state.last_play}"
        assert seen == untouched


# What a bot may see and must answer


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
@pytest.mark.parametrize("name", [*PRESETS, "open house"])
def test_suggestions_are_accepted_in_presets(name: str, seats: int) -> None:
    """C28, L2: suggestions are accepted, call-outs are right, and the seat that is due always gets one."""
    for state in random_states(PRESETS.get(name, OPEN_HOUSE), seats, seats, limit=80):
        check_suggestions(state)


@pytest.mark.parametrize("number", range(60))
def test_suggestions_are_accepted_under_random_rules(number: int) -> None:
    """C28, L2: the same under rules with every option."""
    rules, seats = random_rules(random.Random(number))
    for state in random_states(rules, seats, number, limit=60):
        check_suggestions(state)


def test_suggestions_in_rearranged_positions() -> None:
    """C28, L2: also in positions set up for dobons and small hands, which random play seldom reaches."""
    rng = random.Random(8)
    checked = 0
    for number in range(25):
        rules, seats = random_rules(rng)
        for state in random_states(rules, seats, number, limit=25):
            other = rearranged(state, rng)
            if other is not None:
                checked += 1
                check_suggestions(other)
    assert checked > 50


@pytest.mark.parametrize("name", PRESETS)
def test_same_view_strength_and_seed_same_answer(name: str) -> None:
    """API SuggestAction: the same view, strength and seed have the same answer, also from an equal view made anew."""
    for state in random_states(PRESETS[name], 3, 7, limit=40):
        seen = view(state, due(state))
        for strength in STRENGTHS:
            assert suggest(seen, strength, b"a") == suggest(deepcopy(seen), strength, b"a")


def test_seed_matters_to_easy_and_not_to_the_stand_in() -> None:
    """API SuggestAction: STAND_IN is a pure function of the view; EASY errs differently with another seed."""
    seen = view(opening(AMERICAN_PAGE_ONE, 2, 3), 0)
    seen = replace(seen, turn=0, hand=parse_cards("3C 4C 5C 6C 7C"), cards=(5, 7))
    seen.table = Discard(Suit.CLUBS)
    seeds = [bytes((number,)) for number in range(50)]
    assert len({suggest(seen, Strength.STAND_IN, seed) for seed in seeds}) == 1
    assert len({suggest(seen, Strength.EASY, seed) for seed in seeds}) > 2


@pytest.mark.parametrize("strength", STRENGTHS)
def test_suggestions_do_not_depend_on_hidden_cards(strength: int) -> None:
    """C29, C30: hidden cards exchanged among the other hands and the stock, a bot's answer is the same."""
    rng = random.Random(4)
    for state in random_states(OPEN_HOUSE, 3, 11, limit=60):
        seat = due(state)
        other = state.copy()
        hidden = bytearray(other.stock + b"".join(hand for at, hand in enumerate(other.hands) if at != seat))
        rng.shuffle(hidden)
        for at, hand in enumerate(other.hands):
            if at != seat:
                other.hands[at] = ascending(hidden[: len(hand)])
                del hidden[: len(hand)]
        other.stock = bytes(hidden)
        # Whether a dobon of the seat's own would be right depends on its own hand alone; so all else must be equal.
        assert advice(state, seat, strength) == advice(other, seat, strength)


def test_hard_is_not_faked() -> None:
    """API: a strength that is not there yet is refused as such, never answered by another one."""
    seen = view(opening(PAGE_ONE, 2, 1), 0)
    with pytest.raises(StrengthNotImplementedError) as error:
        suggest(seen, Strength.HARD)
    assert error.value.strength == Strength.HARD
    assert "HARD" in str(error.value)


@pytest.mark.parametrize(
    ("viewer", "strength", "fields"),
    [
        (None, Strength.EASY, [("view.viewer",)]),
        (2, Strength.EASY, [("view.viewer",)]),
        (-1, Strength.NORMAL, [("view.viewer",)]),
        (0, 0, [("strength",)]),
        (0, 5, [("strength",)]),
        (None, 77, [("view.viewer",), ("strength",)]),
    ],
)
def test_bad_questions_name_every_fault(viewer: int | None, strength: int, fields: list[tuple[str, ...]]) -> None:
    """API: a spectator's view, a seat that is not there and an unknown strength are malformed, all faults at once."""
    seen = replace(view(opening(PAGE_ONE, 2, 1), 0), viewer=viewer)
    with pytest.raises(InvalidError) as error:
        suggest(seen, strength)
    assert [fault.fields for fault in error.value.faults] == fields


def finished(view_state: State) -> View:
    while view_state.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        action = suggest(view(view_state, due(view_state)), Strength.STAND_IN)
        assert action is not None
        view_state = apply(view_state, action)[0]
    return view(view_state, 0)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("rounds", [1, 2])
def test_nothing_to_do_after_a_round(strength: int, rounds: int) -> None:
    """API SuggestAction: without anything to do the action is unset; starting a round is the host's."""
    seen = finished(opening(replace(PAGE_ONE, rounds=rounds), 2, 1))
    assert suggest(seen, strength) is None


# STAND_IN


def stand_in_match(state: State) -> list[int]:
    """The outcomes of a match of stand-ins alone, in their order."""
    outcomes: list[int] = []
    turn_limit, rounds, seats = state.match.rules.turn_limit, state.match.rules.rounds, state.match.seats
    # A turn draws at most the whole pack; every play awaits every seat at every level once.
    bound = rounds * (turn_limit + 1) * (len(state.match.book.pack) + seats * seats + 4)
    while state.phase != Phase.MATCH_OVER:
        if state.phase == Phase.ROUND_OVER:
            action: Action | None = StartRound()
        else:
            action = suggest(view(state, due(state)), Strength.STAND_IN)
        assert action is not None
        assert not isinstance(action, CallOut | Dobon | Challenge)
        state, events = apply(state, action)
        outcomes += [event.outcome for event in events if isinstance(event, RoundEnded)]
        assert state.version < bound
    assert len(outcomes) == rounds
    return outcomes


@settings(max_examples=60)
@given(tables(max_rounds=2, max_turn_limit=150))
def test_stand_ins_finish_every_match(table: Table) -> None:
    """C24, C28: a match of stand-ins alone ends, whatever the rules; they make no claims and no call-outs."""
    rules, seats = table
    stand_in_match(opening(rules, seats, 5))


@pytest.mark.parametrize("seats", [2, 4, 7])
@pytest.mark.parametrize("name", PRESETS)
def test_stand_ins_finish_rounds_of_presets_by_going_out(name: str, seats: int) -> None:
    """STAND_IN keeps a preset's game moving: nearly every round is won long before the turn limit."""
    outcomes = [
        outcome
        for number in range(6)
        for outcome in stand_in_match(opening(replace(PRESETS[name], rounds=2), seats, number))
    ]
    assert outcomes.count(RoundOutcome.WON) >= len(outcomes) - 1


def test_stand_in_makes_the_call_it_owes() -> None:
    """C12: an absent player is not penalized for a word that its stand-in could say."""
    state = position(PAGE_ONE, ["5C 6D", "2C 3C 4C"])
    assert played(state, Strength.STAND_IN).call == Call.PENULTIMATE
    state = position(PAGE_ONE, ["5C", "2C 3C 4C"])
    assert played(state, Strength.STAND_IN).call == Call.LAST


def test_stand_in_waives() -> None:
    """A23: a stand-in claims nothing, even when its hand sums to the card."""
    state = struck_at("9C", ["4D 5H", "KH KC"])
    assert isinstance(advice(state, 0, Strength.STAND_IN), Waive)
    assert isinstance(advice(state, 0), Dobon)


# Random player


def test_random_player_takes_every_listed_action_alike() -> None:
    """A random player's choice is even over what is listed: each of five cards and the draw comes up as often."""
    state = position(AMERICAN_PAGE_ONE, ["4C 5C 6C 7C 9C", "KH KC"], "10C")
    counts: dict[Action | None, int] = {}
    for number in range(1200):
        action = RandomPlayer(number.to_bytes(2, "big"))(view(state, 0))
        counts[action] = counts.get(action, 0) + 1
    assert set(counts) == set(legal_actions(state, 0).actions)
    assert all(150 < count < 250 for count in counts.values())


def test_random_player_out_of_turn_calls_out_or_lets_it_be() -> None:
    """L1: out of turn there is nothing listed but call-outs, true or not, and nothing need be done."""
    state = after_play(AMERICAN_PAGE_ONE, ["4S 5S 6S", "KH", "7S 9S"], "5C")
    answers = {RandomPlayer(bytes((seed,)))(view(state, 2)) for seed in range(30)}
    assert answers == {None, CallOut(2, 1, Offense.MISSED_CALL)}


def test_random_player_sees_a_seats_view_only() -> None:
    """A spectator has no action to make."""
    assert RandomPlayer()(view(opening(PAGE_ONE, 2, 1), None)) is None


# American Page One: what NORMAL does


def test_normal_keeps_the_wild_card() -> None:
    """A3: with an ordinary card that fits, the wild rank and the Joker stay in hand."""
    state = position(AMERICAN_PAGE_ONE, ["4C 8H JK 9D KS", "2C 3C 4D 5H 6H"], "10C")
    assert played(state).cards == parse_cards("4C")


def test_normal_plays_the_wild_card_rather_than_draw() -> None:
    """A4: where only the wild rank fits, laying it beats drawing, when a rival is about to go out."""
    state = position(AMERICAN_PAGE_ONE, ["8H 9D KS", "2C"], "10C")
    assert played(state).cards == parse_cards("8H")


@pytest.mark.parametrize(("hand", "suit"), [("8C 4D 5D 9S", Suit.DIAMONDS), ("8C 4S 5S 9D", Suit.SPADES)])
def test_normal_names_the_suit_it_holds_most_of(hand: str, suit: int) -> None:
    """A3: with a wild card the bot names the suit it holds most of."""
    assert played(position(AMERICAN_PAGE_ONE, [hand, "2C"], "10C", suit=Suit.HEARTS)).suit == suit


@pytest.mark.parametrize("suit", SUITS)
def test_normal_names_a_starters_suit_by_its_hand(suit: int) -> None:
    """A20: the dealer names the suit of a starter; the bot the one it holds most of."""
    hand = bytes(13 * (suit - 1) + rank for rank in (4, 5, 6)) + parse_cards("KC KD")
    state = position(AMERICAN_PAGE_ONE, ["KC", "2C 3C"], "8S")
    state.hands[0] = ascending(hand)
    state.table = Discard(0)
    assert advice(state) == NameSuit(0, suit)


def test_normal_evades() -> None:
    """A10: rather than draw four cards, it passes them on with the same rank."""
    state = position(AMERICAN_PAGE_ONE, ["2H 5C 6D", "KC KD KH"], "10C 2C 2D", pending=4)
    assert played(state).cards == parse_cards("2H")


def test_paying_is_weighed_against_the_card_that_would_evade() -> None:
    """A10, A11: who values a Joker above two cards drawn and six handed on, pays two, but not eight."""
    rules = american(evasion=Evasion.LINKED)
    hands = ["JK 5C 6D 9S", "KC KD KH QC QD QH JC JD"]
    small = position(rules, hands, "10C 2C", pending=2)
    large = position(rules, hands, "10C 2C 2D 2S 2H", pending=8)
    assert played(small).cards == played(large).cards == bytes((JOKER,))
    taste = replace(STYLES[Strength.NORMAL].matching, joker=8.0)

    def prefers(state: State) -> Action:
        outlook = Outlook(state, 0)
        return max(legal_actions(state, 0).actions, key=lambda action: matching.worth(outlook, taste, action))

    assert prefers(small) == Draw(0)
    assert isinstance(prefers(large), Play)


def test_normal_makes_its_calls() -> None:
    """C12: the call owed is made, with the last but one card and with the last."""
    assert played(position(AMERICAN_PAGE_ONE, ["5C 6D", "2C 3C"], "10C")).call == Call.PENULTIMATE
    assert played(position(AMERICAN_PAGE_ONE, ["5C", "2C 3C"], "10C")).call == Call.LAST


def test_easy_forgets_a_call_now_and_then_where_others_must_notice() -> None:
    """C13: EASY leaves something to call out; where the rules penalize by themselves it does not forget."""
    state = position(AMERICAN_PAGE_ONE, ["5C", "2C 3C"], "10C")
    strict = position(
        replace(AMERICAN_PAGE_ONE, calls=replace(AMERICAN_PAGE_ONE.calls, missed=1)), ["5C", "2C 3C"], "10C"
    )
    calls = []
    for number in range(100):
        seed = bytes((number,))
        made = suggest(view(state, 0), Strength.EASY, seed)
        if isinstance(made, Play):
            calls.append(made.call)
            apply(state, made)
        sure = suggest(view(strict, 0), Strength.EASY, seed)
        assert not isinstance(sure, Play) or sure.call == Call.LAST
    assert Call.LAST in calls
    assert Call.UNSPECIFIED in calls


def test_normal_goes_out_when_it_can() -> None:
    """C19: a play that empties the hand beats every other; with sets all cards of the rank at once."""
    state = position(american(sets=True), ["5C 5D 5H", "2C 3C"], "10C")
    assert ascending(played(state).cards) == parse_cards("5C 5D 5H")


def test_normal_does_not_finish_with_a_special_that_is_penalized() -> None:
    """A18: two cards, one with a power: the power goes first, so that the plain one can be the last."""
    rules = american(special_finish=SpecialFinish.PENALIZED)
    assert played(position(rules, ["5C QC", "2C 3C 4C", "9D 9S"], "10C")).cards == parse_cards("QC")


def test_normal_draws_rather_than_pay_for_a_special_finish() -> None:
    """A18: with one special card left, whose finish costs five cards, drawing one is cheaper."""
    rules = replace(american(special_finish=SpecialFinish.PENALIZED), penalties=Penalties(2, 2, 5, 0, 0))
    assert advice(position(rules, ["QC", "2C 3C 4C", "9D 9S"], "10C")) == Draw(0)
    assert played(position(AMERICAN_PAGE_ONE, ["QC", "2C 3C 4C", "9D 9S"], "10C")).cards == parse_cards("QC")


def test_normal_takes_the_extra_turn_with_two_seats() -> None:
    """A13: heads-up a skip brings the turn back, and a card that fits it can follow."""
    assert played(position(AMERICAN_PAGE_ONE, ["JC 5C 6D", "2C 3C"], "10C")).cards == parse_cards("JC")


def test_normal_attacks_a_small_hand() -> None:
    """A10: the next seat is about to go out: it is made to draw."""
    state = position(AMERICAN_PAGE_ONE, ["3C 5C 6C 7D 9S", "KD", "4H 4S 4D 5S"], "10C")
    assert played(state).cards == parse_cards("3C")


def joker_played(hand: str, count: int, suited_seen: bool) -> State:
    """Seat 1 has laid a Joker on a heart; nearly all hearts are seen by seat 0, or none of them."""
    rules = american(joker_play=JokerPlay.CHALLENGEABLE)
    pile = "10H JK"
    if suited_seen:
        pile = "AH AH 2H 2H 3H 3H 4H 4H 5H 5H 6H 6H 7H 7H 9H 9H JH JH QH QH KH KH 10H 10H JK"
    others = ["4C", "5C", "6C", "7C", "9C", "AC", "KC", "KD", "QD", "JD", "4D", "5D"][:count]
    last = LastPlay(1, bytes((JOKER,)), suit_before=Suit.HEARTS, call=Call.PENULTIMATE if count == 1 else 0)
    return position(rules, [hand, " ".join(others)], pile, suit=Suit.SPADES, pending=4, last=last)


def test_normal_challenges_when_the_suit_is_likely_in_hand() -> None:
    """A30: of twelve cards one is probably a heart; of one card, all hearts but a wild one seen, none is."""
    assert advice(joker_played("4S 5S", 12, False)) == Challenge(0)
    assert advice(joker_played("4S 5S", 1, True)) == Draw(0)


def test_normal_does_not_bluff_with_a_joker() -> None:
    """A30: with the suit in hand the Joker is not laid where it may be doubted."""
    rules = american(joker_play=JokerPlay.CHALLENGEABLE)
    assert played(position(rules, ["5C JK", "2C 3C 4C"], "10C")).cards == parse_cards("5C")


# Claims


def struck_at(card: str, hands: list[str], rules: Rules | None = None) -> State:
    """CLAIMS against seat 1, which has just played ``card``."""
    house = rules or american(dobon=DobonRules(True, False, DobonReturn.OFF))
    state = position(house, hands, f"10C {card}", turn=1)
    state.last_play = LastPlay(1, parse_cards(card), suit_before=Suit.CLUBS)
    state.phase = Phase.CLAIMS
    state.claims = Claims()
    return state


def test_normal_calls_dobon() -> None:
    """A23: the ranks of its hand sum to the card just played."""
    assert advice(struck_at("9C", ["4D 5H", "KH KC"]), 0) == Dobon(0, 1)
    assert advice(struck_at("9C", ["4D 6H", "KH KC"]), 0) == Waive(0)


def test_normal_returns_a_dobon() -> None:
    """A26 LAST_LAID: the struck player's own hand sums to the last card laid, and it strikes back."""
    rules = american(dobon=DobonRules(True, False, DobonReturn.LAST_LAID))
    state = struck_at("9C", ["6D 3H", "2H 4C"], rules)
    laid = advice(state, 0)
    assert laid == Dobon(0, 1, parse_cards("6D 3H")), "the lower card last: fewer hands sum to it"
    back = apply(state, Dobon(0, 1, parse_cards("3H 6D")))[0]
    assert awaited(back) == [1]
    assert isinstance(advice(back, 1), Dobon)


def test_normal_fears_dobon() -> None:
    """A23: against a hand of two cards a low rank is safer than a high one, which more hands sum to."""
    rules = american(dobon=DobonRules(True, False, DobonReturn.OFF))
    state = position(rules, ["4C KC 9D 9H 7S", "2C 3C"], "10C")
    assert played(state).cards == parse_cards("4C")
    assert played(replace_rules(state, AMERICAN_PAGE_ONE)).cards == parse_cards("KC")


def replace_rules(state: State, rules: Rules) -> State:
    other = state.copy()
    other.match = Match("", resolved(rules, state.match.seats), state.match.seats, SEED)
    return other


# Call-outs


def after_play(rules: Rules, hands: list[str], card: str, call: int = 0, under: str = "10C") -> State:
    """Seat 0's turn after seat 1 has played ``card``, whatever it was, on ``under``."""
    last = LastPlay(1, parse_cards(card), suit_before=SUIT_OF[parse_card(under)], call=call)
    return position(rules, hands, f"{under} {card}", last=last)


def callers(state: State, seat: int, strength: int) -> int:
    """In how many of a hundred cases the bot calls out."""
    seen = view(state, seat)
    return sum(isinstance(suggest(seen, strength, bytes((seed,))), CallOut) for seed in range(100))


def test_normal_calls_out_a_missed_call_mostly_and_easy_sometimes() -> None:
    """C13: one card is left and the word was not said; in turn and out of turn."""
    state = after_play(AMERICAN_PAGE_ONE, ["4S 5S 6S", "KH", "7S 9S"], "5C")
    for seat in (0, 2):
        assert callers(state, seat, Strength.NORMAL) > 75
        assert 10 < callers(state, seat, Strength.EASY) < 60
        assert callers(state, seat, Strength.STAND_IN) == 0


def test_no_call_out_where_nothing_was_missed() -> None:
    """C17: the word was said, or two cards are left: no bot risks a false call-out."""
    said = after_play(AMERICAN_PAGE_ONE, ["4S 5S 6S", "KH", "7S 9S"], "5C", Call.PENULTIMATE)
    many = after_play(AMERICAN_PAGE_ONE, ["4S 5S 6S", "KH KD", "7S 9S"], "5C")
    for state in (said, many):
        assert legal_actions(state, 2).actions == [CallOut(2, 1, Offense.MISSED_CALL)]
        assert callers(state, 2, Strength.NORMAL) == callers(state, 2, Strength.EASY) == 0
        assert advice(state, 2) is None


def test_no_call_out_that_costs_nothing() -> None:
    """C16, C17: where no card can be drawn the offense may have been called out already: it is let be."""
    state = after_play(AMERICAN_PAGE_ONE, ["4S 5S 6S", "KH", "7S 9S"], "5C")
    state.hands[0] = ascending(state.hands[0] + state.stock)
    state.stock = b""
    state.pile = state.pile[-1:]
    assert not is_visible(state, Offense.MISSED_CALL)


def test_no_call_out_of_a_special_finish_that_was_paid() -> None:
    """A18: a special last card owes no call; the one card left may be what it cost."""
    rules = replace(american(special_finish=SpecialFinish.PENALIZED), penalties=Penalties(2, 2, 1, 0, 2))
    assert callers(after_play(rules, ["4S 5S", "KH"], "QC"), 0, Strength.NORMAL) == 0
    assert callers(after_play(rules, ["4S 5S", "KH"], "5C"), 0, Strength.NORMAL) > 75


@pytest.mark.parametrize(
    ("card", "under", "pending", "illegal"),
    [
        ("5D", "10C", 0, True),
        ("5C", "10C", 0, False),
        ("10D", "10C", 0, False),
        ("8D", "10C", 0, False),
        ("JK", "10C", 0, False),
        ("5C", "2C", 2, True),
        ("2D", "2C", 2, False),
        ("8D", "2C", 2, True),
        ("3C", "2C", 2, True),
    ],
)
def test_normal_calls_out_what_no_hand_allows(card: str, under: str, pending: int, illegal: bool) -> None:
    """A21: a play that neither matches nor evades shows by itself that it is illegal."""
    rules = american(illegal_play=IllegalPlay.WHEN_CALLED_OUT)
    state = after_play(rules, ["4S 5S 6S", "KH KD KS"], card, under=under)
    assert state.last_play is not None
    state.last_play = replace(state.last_play, pending_before=pending)
    if card == "JK":
        state.table = Discard(Suit.SPADES)
    assert is_visible(state, Offense.ILLEGAL_PLAY) is illegal
    assert (callers(state, 0, Strength.NORMAL) > 75) is illegal


def test_only_a_play_can_be_seen_to_be_wrong() -> None:
    """S1, P16: no illegal play shows without a last play, of a starter, or in Page One, which refuses them."""
    state = after_play(AMERICAN_PAGE_ONE, ["4S", "KH KD"], "5D")
    assert is_visible(state, Offense.ILLEGAL_PLAY)
    bare = state.copy()
    bare.pile = bare.pile[-1:]
    assert not is_visible(bare, Offense.ILLEGAL_PLAY), "what it was laid on is not known any more"
    assert state.last_play is not None
    state.last_play = replace(state.last_play, starter=True)
    assert not is_visible(state, Offense.ILLEGAL_PLAY)
    state.last_play = None
    assert not is_visible(state, Offense.ILLEGAL_PLAY)
    trick = position(PAGE_ONE, ["4S", "KH"], last=LastPlay(1, parse_cards("5D")), plays=((1, "5D"),))
    assert not is_visible(trick, Offense.ILLEGAL_PLAY)


# Page One: what NORMAL does


def test_normal_leads_its_strongest_card() -> None:
    """P7: the lead is kept with the ace; the low card goes when nobody is left to beat it."""
    assert played(position(PAGE_ONE, ["AC 3D 4H 6S", "2C 3C 4C 5C"])).cards == parse_cards("AC")


def test_normal_wins_a_trick_as_cheaply_as_it_can() -> None:
    """P7: the last to play takes a ten with the jack, not with the ace; it throws its lowest where it cannot win."""
    hands = ["JC AC 3C 9D", "2D 3D 4D"]
    assert played(position(PAGE_ONE, hands, plays=((1, "10C"),))).cards == parse_cards("JC")
    hands = ["JC 9C 3C 9D", "2D 3D 4D"]
    assert played(position(PAGE_ONE, hands, plays=((1, "QC"),))).cards == parse_cards("3C")


def test_normal_plays_the_joker_rather_than_draw_for_the_suit() -> None:
    """P6: without the suit led the Joker wins the trick and saves the drawing."""
    state = position(PAGE_ONE, ["JK 5D 9D", "2D 3D 4D"], plays=((1, "QC"),))
    assert played(state).cards == bytes((JOKER,))


def test_normal_does_not_keep_the_joker_for_the_end() -> None:
    """P8: a Joker cannot be the last card: of two it goes first, and its trick leads the other."""
    assert played(position(PAGE_ONE, ["JK 5D", "2D 3D 4D"])).cards == bytes((JOKER,))
    assert played(position(PAGE_ONE, ["JK AD KH 5D", "2D 3D 4D 6C"])).cards != bytes((JOKER,))


@pytest.mark.parametrize("rules", [PAGE_ONE, IMOHORI])
def test_normal_draws_with_a_joker_alone(rules: Rules) -> None:
    """P9: with a Joker alone there is one thing to do."""
    assert advice(position(rules, ["JK", "2D 3D 4D"])) == Draw(0)


# Odds


def test_odds_of_none_by_counting() -> None:
    """Two of five cards, two of the five marked: three pairs of ten have none."""
    assert odds_of_none(5, 2, 2) == pytest.approx(0.3)
    assert odds_of_none(5, 0, 5) == 1
    assert odds_of_none(5, 3, 3) == 0


def test_sum_odds_of_one_and_two_cards() -> None:
    """A23: one card is each rank alike; two cards never sum to an ace; larger hands count as never."""
    one = sum_odds(1, 0, 1)
    assert one[1:] == pytest.approx([1 / 13] * 13)
    assert one[0] == 0
    two = sum_odds(1, 0, 2)
    assert two[1] == 0
    assert two[13] == pytest.approx(12 / 169)
    assert sum(sum_odds(1, 0, 9)) == 0


def test_draw_rules_leave_a_bot_something_to_do() -> None:
    """A6, A7: after a draw that may not be played, and while nothing can be played, a bot goes on."""
    waits = position(american(draw=DrawRule.ONE_WAITS), ["4D 5H", "2C 3C"], "10C")
    waits.table = Discard(Suit.CLUBS, drawn=parse_card("5H"))
    until = position(american(draw=DrawRule.UNTIL_PLAYABLE), ["4D 5H", "2C 3C"], "10C")
    for strength in STRENGTHS:
        kinds = [type(advice(state, strength=strength)).__name__ for state in (waits, until)]
        assert kinds == ["Pass", "Draw"]
