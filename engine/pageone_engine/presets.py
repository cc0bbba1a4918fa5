"""The rule sets that people know by name, as data, and what a 0 in them stands for (sections P and A)."""

from dataclasses import replace
from typing import Final

from .rules import (
    AmericanPageOneRules,
    Calls,
    CardPoints,
    DobonRules,
    PageOneRules,
    Penalties,
    Rules,
    Specials,
)
from .terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    NextDealer,
    RoundEnd,
    Scoring,
    SpecialFinish,
    Starter,
    StockOut,
)

MIN_SEATS: Final = 2
MAX_SEATS: Final = 8
TURN_LIMIT: Final = 3000
CARD_POINTS: Final = CardPoints(joker=50, wild=50, action=20, court=10, ace=1)

PAGE_ONE: Final = Rules(
    name="page_one",
    decks=1,
    jokers=1,
    hand_size=4,
    turn_limit=TURN_LIMIT,
    round_end=RoundEnd.FIRST_OUT,
    next_dealer=NextDealer.WINNER,
    calls=Calls(penultimate="ページワン", last="ストップ", missed=MissedCall.PENALIZED),
    penalties=Penalties(missed_call=5),
    scoring=Scoring.CARD_COUNT,
    card_points=CARD_POINTS,
    game=PageOneRules(stock_out=StockOut.TAKE_ALL),
)

IMOHORI: Final = replace(
    PAGE_ONE,
    name="imohori",
    calls=Calls(missed=MissedCall.PENALIZED),
    round_end=RoundEnd.LAST_STANDING,
    scoring=Scoring.PLACEMENT,
    game=PageOneRules(stock_out=StockOut.RESHUFFLE),
)

ONLY_ONE: Final = replace(
    IMOHORI, name="only_one", calls=Calls(penultimate="オンリーワン", missed=MissedCall.PENALIZED)
)

AMERICAN_PAGE_ONE: Final = Rules(
    name="american_page_one",
    decks=2,
    jokers=4,
    turn_limit=TURN_LIMIT,
    round_end=RoundEnd.FIRST_OUT,
    next_dealer=NextDealer.ROTATES,
    calls=Calls(penultimate="ページワン", last="ストップ", missed=MissedCall.WHEN_CALLED_OUT),
    penalties=Penalties(missed_call=2, illegal_play=2, special_finish=2),
    scoring=Scoring.CARD_POINTS,
    card_points=CARD_POINTS,
    game=AmericanPageOneRules(
        specials=Specials(draw_two=2, draw_three=3, wild=8, skip=11, reverse=12),
        evasion=Evasion.SAME_RANK,
        special_finish=SpecialFinish.ALLOWED,
        draw=DrawRule.ONE_PLAYABLE,
        starter=Starter.DEALER,
        illegal_play=IllegalPlay.REJECTED,
        joker_play=JokerPlay.ANY_TIME,
        dobon=DobonRules(dobon_return=DobonReturn.OFF),
        two_seat_reverse_skips=True,
    ),
)

#: By name, in the order in which they are listed.
PRESETS: Final[dict[str, Rules]] = {rules.name: rules for rules in (PAGE_ONE, IMOHORI, ONLY_ONE, AMERICAN_PAGE_ONE)}

_AMERICAN_HANDS: Final = {2: 7, 3: 7, 4: 7, 5: 6, 6: 5, 7: 5, 8: 5}
_PAGE_ONE_HAND: Final = 4


def resolved(rules: Rules, seats: int) -> Rules:
    """``rules`` with zeros replaced for ``seats`` (2 to 8): ``rounds`` one each, ``hand_size`` by the game (C10)."""
    american = isinstance(rules.game, AmericanPageOneRules)
    hand_size = rules.hand_size or (_AMERICAN_HANDS[seats] if american else _PAGE_ONE_HAND)
    return replace(rules, rounds=rules.rounds or seats, hand_size=hand_size)
