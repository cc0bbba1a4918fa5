"""Positions in which each refusal is given, found by seeded random play over rules that differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from pageone_engine import PRESETS, RefusedError, apply
from pageone_engine.actions import (
    Action,
    CallOut,
    Challenge,
    CloseClaims,
    Dobon,
    Draw,
    Leave,
    NameSuit,
    Pass,
    Play,
    StartRound,
    Waive,
)
from pageone_engine.refusals import Refusal
from pageone_engine.rules import AmericanPageOneRules, DobonRules, Rules
from pageone_engine.state import State
from pageone_engine.terms import DobonReturn, DrawRule, JokerPlay, SpecialFinish, members

from tests.service.support import new_state, walk

AMERICAN = PRESETS["american_page_one"]


def american(**changes: object) -> Rules:
    """The American preset with some of its own rules changed."""
    assert isinstance(AMERICAN.game, AmericanPageOneRules)
    return replace(AMERICAN, name="house", game=replace(AMERICAN.game, **changes))  # type: ignore[arg-type]


#: Rules and seats that together show every refusal.
TABLES: tuple[tuple[Rules, int], ...] = (
    (PRESETS["page_one"], 3),
    (AMERICAN, 3),
    (PRESETS["imohori"], 3),
    (american(sets=True, draw=DrawRule.ONE_WAITS), 2),
    (replace(american(special_finish=SpecialFinish.REJECTED), hand_size=1), 8),
    (american(draw=DrawRule.UNTIL_PLAYABLE, joker_play=JokerPlay.WITHOUT_SUIT), 2),
    (american(dobon=DobonRules(True, False, DobonReturn.LAST_LAID)), 3),
    (replace(american(), decks=1, jokers=0, hand_size=6), 8),
)


@cache
def refused_actions() -> dict[int, tuple[State, Action]]:
    """For each Refusal that was met, a state and an action that it refuses."""
    found: dict[int, tuple[State, Action]] = {}
    wanted = {number for number in members(Refusal).values() if number}
    choice = random.Random(20261130)
    for rules, seats in TABLES:
        for seed in range(6):
            state = new_state(rules, seats, bytes((seed,)) * 32)
            for each in walk(state, choice, 400):
                for action in attempts(each, choice):
                    try:
                        apply(each, action)
                    except RefusedError as error:
                        found.setdefault(error.refusal, (each, action))
                if wanted <= found.keys():
                    return found
    return found


def attempts(state: State, choice: random.Random) -> Iterator[Action]:
    """Actions that people try, of one seat or another, most of them refused."""
    seats = len(state.hands)
    seat = choice.choice((state.turn, choice.randrange(seats)))
    hand = state.hands[seat]
    suit = choice.randrange(5)
    other = choice.randrange(seats)
    for card in set(hand):
        for named in (0, 1):
            yield Play(seat, bytes((card,)), named)
        yield Play(seat, bytes((card,)), 0, choice.randrange(3))
    yield Play(seat, hand[:2], suit)
    yield Play(seat, b"")
    yield Play(seat, bytes((choice.randrange(1, 54),)))
    yield from (Draw(seat), Pass(seat), NameSuit(seat, suit), Challenge(seat), Waive(seat))
    yield from (Dobon(seat, other), Dobon(seat, other, hand[::-1]))
    yield from (CallOut(seat, other, 1 + choice.randrange(3)), CloseClaims(), StartRound())
    if choice.random() < 0.01:
        yield Leave(seat)
