"""Positions of random play to measure on, and what a match's length does to a step."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from pageone_engine import State, apply, create_match, legal_actions
from pageone_engine.actions import Action
from pageone_engine.rules import Rules
from pageone_engine.terms import Phase

from .contestants import SEATS, pick, seeds

#: As long as an id of the contract may be in the sizes that API.md promises: a UUID's text.
MATCH_ID = "01234567-89ab-cdef-0123-456789abcdef"


@dataclass(frozen=True, slots=True)
class Position:
    """A state, an action that its seat to act can make, and how many actions of the round were made before it."""

    state: State
    action: Action
    made: int


def play_round(rules: Rules, stream: Random) -> Iterator[Position]:
    """Every position of one random round of four seats."""
    one_round = replace(rules, rounds=1)
    state = create_match(one_round, SEATS, seeds(stream), match_id=MATCH_ID)[0]
    made = 0
    while state.phase == Phase.TURN:
        action = pick(legal_actions(state, state.turn).actions, stream.random)
        yield Position(state, action, made)
        state = apply(state, action)[0]
        made += 1


def sample(rules: Rules, count: int, stream: Random) -> list[Position]:
    """So many positions, one in seven of random rounds, so that they are of many rounds."""
    found: list[Position] = []
    while len(found) < count:
        found += list(play_round(rules, stream))[stream.randrange(7) :: 7]
    return found[:count]


def early_and_late(
    rules: Rules, early: int, late: int, width: int, rounds: int, stream: Random
) -> tuple[list[Position], list[Position]]:
    """Positions with ``early`` and with ``late`` actions made, ± ``width``, of so many rounds that lasted that long."""
    first: list[Position] = []
    last: list[Position] = []
    found = 0
    while found < rounds:
        whole = list(play_round(rules, stream))
        if len(whole) > late + width:
            found += 1
            first += whole[early - width : early + width + 1]
            last += whole[late - width : late + width + 1]
    return first, last


def of_equal_hands(early: list[Position], late: list[Position]) -> tuple[list[Position], list[Position]]:
    """As many positions of each size of the hand to act from both, so that nothing but the round's age differs."""
    of_size: dict[int, list[Position]] = {}
    for position in late:
        of_size.setdefault(hand_size(position), []).append(position)
    first: list[Position] = []
    last: list[Position] = []
    for position in early:
        partners = of_size.get(hand_size(position))
        if partners:
            first.append(position)
            last.append(partners.pop())
    return first, last


def hand_size(position: Position) -> int:
    """Cards in the hand of the seat to act."""
    return len(position.state.hands[position.state.turn])


def mean_hand(positions: list[Position]) -> float:
    """Cards in the hand of the seat to act, on average."""
    return sum(map(hand_size, positions)) / len(positions)
