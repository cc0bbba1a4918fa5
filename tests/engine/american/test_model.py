"""A second, plain model of American Page One, held against the engine along random matches (A2 to A17, A29)."""

from random import Random
from typing import Any

import pytest
from pageone_engine import Action, RefusedError, Rules, State, apply, create_match
from pageone_engine.actions import Draw, Leave, NameSuit, Pass, Play, StartRound
from pageone_engine.refusals import Refusal
from pageone_engine.rules import AmericanPageOneRules
from pageone_engine.terms import DrawRule, Evasion, JokerPlay, Phase, RoundEnd, Scoring, SpecialFinish, Starter, name_of

from tests.engine.positions import american, assert_sound, discard

JOKER = 53


def rank(code: int) -> int:
    """1 to 13, 0 of a Joker."""
    return 0 if code == JOKER else (code - 1) % 13 + 1


def suit(code: int) -> int:
    """1 to 4, 0 of a Joker."""
    return 0 if code == JOKER else (code - 1) // 13 + 1


class Model:
    """What the rules say of one state, without calls, claims and offenses."""

    def __init__(self, state: State) -> None:
        assert isinstance(state.match.rules.game, AmericanPageOneRules)
        self.state = state
        self.rules = state.match.rules.game
        self.table = discard(state)
        self.top = state.pile[-1] if state.pile else 0

    def owes(self, code: int) -> int:
        """What a card makes the next seat draw."""
        powers = self.rules.specials
        return 4 if code == JOKER else {powers.draw_two: 2, powers.draw_three: 3}.get(rank(code), 0)

    def wild(self, code: int) -> bool:
        """Whether a suit is named with the card."""
        return code == JOKER or rank(code) == self.rules.specials.wild

    def special(self, code: int) -> bool:
        """Whether the card has a power."""
        powers = self.rules.specials
        ranks = {powers.draw_two, powers.draw_three, powers.wild, powers.skip, powers.reverse}
        return code == JOKER or rank(code) in ranks

    def can_draw(self) -> bool:
        """Whether stock and pile have a card to draw."""
        return bool(self.state.stock) or len(self.state.pile) > 1

    def fits(self, code: int, hand: bytes) -> str:
        """What the table has against a card as the first of a play."""
        if self.table.pending:
            same = rank(code) == rank(self.top) and bool(self.owes(code)) and bool(self.owes(self.top))
            linked = bool(self.owes(code)) and (code == JOKER or suit(code) == self.table.suit)
            evades = same or (self.rules.evasion == Evasion.LINKED and linked)
            return "" if evades and self.rules.evasion != Evasion.NONE else "MUST_EVADE_OR_DRAW"
        if not self.wild(code) and suit(code) != self.table.suit and rank(code) != rank(self.top):
            return "NO_MATCH"
        if code == JOKER and self.rules.joker_play == JokerPlay.WITHOUT_SUIT:
            held = [other for other in hand if suit(other) == self.table.suit and not self.wild(other)]
            return "JOKER_WITH_SUIT_IN_HAND" if held else ""
        return ""

    def play(self, cards: bytes, named: int) -> str:
        """The refusal that a play by the seat to act meets, in the order of R1."""
        hand = self.state.hands[self.state.turn]
        if any(cards.count(code) > hand.count(code) for code in cards):
            return "CARD_NOT_IN_HAND"
        if len(cards) > 1 and not self.rules.sets:
            return "SETS_NOT_ALLOWED"
        if len({rank(code) for code in cards}) > 1:
            return "DIFFERENT_RANKS"
        if self.table.drawn and self.rules.draw == DrawRule.ONE_WAITS:
            return "DRAWN_CARD_WAITS"
        if self.table.drawn and self.rules.draw == DrawRule.ONE_PLAYABLE and cards != bytes([self.table.drawn]):
            return "ONLY_DRAWN_CARD"
        refusal = self.fits(cards[0], hand)
        empties = len(cards) == len(hand)
        if not refusal and named and not self.wild(cards[0]):
            refusal = "SUIT_NOT_ALLOWED"
        if not refusal and not named and self.wild(cards[0]) and not empties:
            refusal = "SUIT_REQUIRED"
        if not refusal and empties and self.special(cards[0]) and self.rules.special_finish == SpecialFinish.REJECTED:
            refusal = "SPECIAL_CANNOT_FINISH"
        return refusal

    def able(self) -> bool:
        """Whether any card of the seat to act may be played (UNTIL_PLAYABLE)."""
        hand = self.state.hands[self.state.turn]
        return any(self.play(bytes([code]), 1 if self.wild(code) else 0) == "" for code in hand)

    def draw(self) -> str:
        """The refusal that a draw meets."""
        if self.table.pending:
            return ""
        if self.rules.draw == DrawRule.UNTIL_PLAYABLE:
            if self.able():
                return "MUST_PLAY"
        elif self.table.drawn:
            return "ALREADY_DREW"
        return "" if self.can_draw() else "NOTHING_TO_DRAW"

    def pass_turn(self) -> str:
        """The refusal that a pass meets."""
        if self.table.pending:
            return "MUST_EVADE_OR_DRAW"
        if self.rules.draw == DrawRule.UNTIL_PLAYABLE:
            if self.able():
                return "MUST_PLAY"
            return "MUST_DRAW_FIRST" if self.can_draw() else ""
        free = self.table.drawn or self.rules.pass_without_draw or not self.can_draw()
        return "" if free else "MUST_DRAW_FIRST"

    def active(self, seat: int, gone: int = -1) -> bool:
        """Whether a seat is in the round, ``gone`` being one that has just gone out."""
        return not self.state.left[seat] and not self.state.places[seat] and seat != gone

    def next(self, seat: int, reverse: bool, gone: int = -1) -> int:
        """The next active seat."""
        while True:
            seat = (seat + (-1 if reverse else 1)) % self.state.match.seats
            if self.active(seat, gone):
                return seat

    def after_play(self, cards: bytes, named: int) -> tuple[int, int, bool, int, dict[int, int]]:
        """Turn, pending draw, direction, suit in force and what was drawn after a play that ends no round."""
        seat, powers, k = self.state.turn, self.rules.specials, len(cards)
        gone = seat if k == len(self.state.hands[seat]) else -1
        penalized = gone >= 0 and self.special(cards[0]) and self.rules.special_finish == SpecialFinish.PENALIZED
        drawn: dict[int, int] = {}
        if penalized:
            gone, drawn[seat] = -1, self.state.match.rules.penalties.special_finish
        in_force = named or suit(cards[-1]) or self.table.suit
        reverse, jumps = self.table.reversed, 0
        if rank(cards[0]) == powers.skip:
            jumps = k
        if rank(cards[0]) == powers.reverse and k % 2:
            reverse = not reverse
            two = sum(self.active(other, gone) for other in range(self.state.match.seats)) == 2 and gone < 0
            jumps = 1 if two and self.rules.two_seat_reverse_skips else 0
        turn = self.next(seat, reverse, gone)
        for _ in range(jumps):
            turn = self.next(turn, reverse, gone)
        pending = self.table.pending + k * self.owes(cards[0])
        if pending and self.rules.evasion == Evasion.NONE:
            drawn[turn] = drawn.get(turn, 0) + pending
            turn, pending = self.next(turn, reverse, gone), 0
        return turn, pending, reverse, in_force, drawn


NO_CALLS: dict[str, Any] = {"calls": {"penultimate": "", "last": ""}, "hand_size": 4, "rounds": 20}
STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
RULES = {
    "preset": american(**NO_CALLS),
    "sets": american(sets=True, evasion=Evasion.LINKED, **NO_CALLS, **STANDING),
    "none": american(evasion=Evasion.NONE, sets=True, special_finish=SpecialFinish.PENALIZED, **NO_CALLS, **STANDING),
    "until": american(
        draw=DrawRule.UNTIL_PLAYABLE, special_finish=SpecialFinish.REJECTED, sets=True, **NO_CALLS, **STANDING
    ),
    "waits": american(
        draw=DrawRule.ONE_WAITS, pass_without_draw=True, two_seat_reverse_skips=False, **NO_CALLS, **STANDING
    ),
    "jokers": american(
        decks=1,
        jokers=12,
        joker_play=JokerPlay.WITHOUT_SUIT,
        evasion=Evasion.LINKED,
        sets=True,
        starter=Starter.NEUTRAL,
        **NO_CALLS,
        **STANDING,
    ),
    "moved": american(
        decks=1,
        jokers=0,
        starter=Starter.PLAIN,
        specials={"draw_two": 1, "draw_three": 13, "wild": 7, "skip": 5, "reverse": 6},
        sets=True,
        evasion=Evasion.LINKED,
        **NO_CALLS,
        **STANDING,
    ),
}


def verdict(state: State, made: Action) -> tuple[str, State]:
    """The refusal's name and the state after the action."""
    try:
        return "", apply(state, made)[0]
    except RefusedError as error:
        return name_of(Refusal, error.refusal), state


def some_play(rng: Random, state: State) -> tuple[bytes, int]:
    """Cards of the hand, often of one rank, and a suit or none."""
    hand = list(state.hands[state.turn])
    model = Model(state)
    fitting = [code for code in hand if not model.fits(code, bytes(hand))]
    first = rng.choice(fitting if fitting and rng.random() < 0.5 else hand)
    same = [code for code in hand if rank(code) == rank(first)]
    same.remove(first)
    rng.shuffle(same)
    cards = bytes([first, *same][: rng.choice([1, 1, 1, 2, 3])])
    if rng.random() < 0.03:
        cards = bytes(rng.sample(hand, min(2, len(hand))))
    return cards, rng.choice([0, 0, 1, 2, 3, 4])


def check_play(state: State, cards: bytes, named: int) -> State:
    """Engine and model agree on a play; gives the state after it."""
    model = Model(state)
    refusal, after = verdict(state, Play(state.turn, cards, named))
    assert refusal == model.play(cards, named), (state, cards, named)
    if refusal or after.phase != Phase.TURN:
        return after
    turn, pending, reverse, in_force, drawn = model.after_play(cards, named)
    table = discard(after)
    seen = (after.turn, table.pending, table.reversed, table.suit)
    assert seen == (turn, pending, reverse, in_force), (state, cards, named)
    if len(state.stock) > sum(drawn.values()):
        for seat, row in enumerate(state.hands):
            played = len(cards) if seat == state.turn else 0
            assert len(after.hands[seat]) == len(row) - played + drawn.get(seat, 0)
    return after


def check_turn(rng: Random, state: State) -> State:
    """Engine and model agree on everything tried in this turn; gives a state after one that was accepted."""
    model = Model(state)
    if not model.table.suit:
        return verdict(state, NameSuit(state.turn, rng.randint(1, 4)))[1]
    ways = []
    for made, expected in ((Draw(state.turn), model.draw()), (Pass(state.turn), model.pass_turn())):
        refusal, after = verdict(state, made)
        assert refusal == expected, (state, made)
        ways += [] if refusal else [after]
    for _ in range(4):
        cards, named = some_play(rng, state)
        after = check_play(state, cards, named)
        ways += [after] * 9 if after is not state else []
    return rng.choice(ways) if ways else state


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_engine_agrees_with_the_model(name: str, seats: int) -> None:
    """A2 to A17, A29, R1: what is accepted, why the rest is not, who is to act and what is owed, along
    random matches.
    """
    rules: Rules = RULES[name]
    for number in range(4):
        rng = Random(f"{name} {seats} {number}")
        state = create_match(rules, seats, rng.randbytes(32), first_dealer=0)[0]
        for _ in range(150):
            if state.phase == Phase.ROUND_OVER:
                state = apply(state, StartRound())[0]
            if state.phase == Phase.MATCH_OVER:
                break
            state = check_turn(rng, state)
            assert_sound(state)
            if rng.random() < 0.005 and seats > 2 and state.phase == Phase.TURN and sum(state.left) < seats - 2:
                leaver = rng.choice([seat for seat in range(seats) if not state.left[seat]])
                state = apply(state, Leave(leaver))[0]
