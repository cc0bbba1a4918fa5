"""Probabilities of what others hold, from counts alone."""

from functools import lru_cache
from typing import Final

from ..cards import RANK_OF, pack_of

#: The highest sum that can strike a card (clause A23).
HIGHEST_SUM: Final = 13
#: Larger hands hardly ever sum to a rank; they count as if they never did.
_LARGEST_HAND: Final = 6


def odds_of_none(cards: int, marked: int, drawn: int) -> float:
    """The chance that ``drawn`` of ``cards`` cards hold none of the ``marked`` ones among them (each 0 or more)."""
    plain = cards - marked
    if drawn <= 0 or marked <= 0:
        return 1.0
    if drawn > plain:
        return 0.0
    odds = 1.0
    for taken in range(drawn):
        odds *= (plain - taken) / (cards - taken)
    return odds


def odds_of_some(cards: int, marked: int, drawn: int) -> float:
    """The chance of at least one of the ``marked``."""
    return 1.0 - odds_of_none(cards, marked, drawn)


@lru_cache(maxsize=256)
def sum_odds(decks: int, jokers: int, hand: int) -> tuple[float, ...]:
    """For each rank 0 (Joker) to 13, the chance that ``hand`` cards of a whole pack sum to it (clause A23).

    The cards are taken as independent, which is near enough for a pack of 52 and more.
    """
    if hand < 1 or hand > _LARGEST_HAND:
        return (0.0,) * (HIGHEST_SUM + 1)
    pack = pack_of(decks, jokers)
    share = [0.0] * (HIGHEST_SUM + 1)
    for card in pack:
        share[RANK_OF[card]] += 1 / len(pack)
    sums = [1.0] + [0.0] * HIGHEST_SUM
    for _ in range(hand):
        sums = [sum(sums[total - rank] * share[rank] for rank in range(total + 1)) for total in range(HIGHEST_SUM + 1)]
    return tuple(sums)
