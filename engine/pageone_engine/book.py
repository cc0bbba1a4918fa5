"""Rules read once: what the hot paths ask of them, by card code (clauses A10 to A15, A20, C12, C20)."""

from functools import lru_cache
from typing import Final

from .actions import Play
from .cards import JOKER, RANK_OF, pack_of
from .rules import AmericanPageOneRules, CardPoints, PageOneRules, Rules
from .rules_check import validate_rules
from .terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    Offense,
    RoundEnd,
    Scoring,
    SpecialFinish,
    Starter,
    StockOut,
)

_CODES: Final = range(JOKER + 1)

#: (card, Refusal) for each card code.
Row = tuple[tuple[int, int], ...]
#: The plays of one card, for each card code.
Offers = tuple[tuple[Play, ...], ...]


class Power:
    """What a card does when it is played (clauses A3, A10, A13); a Joker is a draw card that names a suit."""

    NONE: Final = 0
    DRAW: Final = 1
    WILD: Final = 2
    SKIP: Final = 3
    REVERSE: Final = 4


class Book:
    """The rules as tables over card codes and plain flags; Page One's cards have no powers."""

    def __init__(self, rules: Rules) -> None:
        self.pack = pack_of(rules.decks, rules.jokers)
        self.first_out = rules.round_end == RoundEnd.FIRST_OUT
        self.penalties = rules.penalties
        self._read_calls(rules)
        american = rules.game if isinstance(rules.game, AmericanPageOneRules) else None
        self.american = american is not None
        self._read_powers(american)
        self._read_american(american or AmericanPageOneRules())
        self._read_page_one(rules.game if isinstance(rules.game, PageOneRules) else PageOneRules())
        # The offenses that the rules leave to the table to notice (clause L1).
        self.left_to_table = tuple(
            offense
            for offense, left in (
                (Offense.MISSED_CALL, self.missed_called_out),
                (Offense.ILLEGAL_PLAY, self.illegal_called_out),
            )
            if left
        )
        self.points = self._read_points(rules)
        # What the table says to each card, by kind of turn, suit and top card, and each seat's plays: filled by the
        # game as they are asked for.
        self.rows: dict[tuple[bool, int, int], Row] = {}
        self.offers: dict[int, Offers] = {}

    def _read_calls(self, rules: Rules) -> None:
        # Owed call by the number of cards that a play leaves (clause C12).
        self.owed_calls = (2 if rules.calls.last else 0, 1 if rules.calls.penultimate else 0)
        self.missed_costs = rules.penalties.missed_call > 0
        self.missed_penalized = rules.calls.missed == MissedCall.PENALIZED
        self.missed_called_out = (
            self.missed_costs and not self.missed_penalized and bool(rules.calls.penultimate or rules.calls.last)
        )

    def _read_powers(self, american: AmericanPageOneRules | None) -> None:
        by_rank = [(Power.NONE, 0)] * 14
        if american:
            specials = american.specials
            by_rank[specials.draw_two] = (Power.DRAW, 2)
            by_rank[specials.draw_three] = (Power.DRAW, 3)
            by_rank[specials.wild] = (Power.WILD, 0)
            by_rank[specials.skip] = (Power.SKIP, 0)
            by_rank[specials.reverse] = (Power.REVERSE, 0)
            by_rank[0] = (Power.DRAW, 4)
        self.power = tuple(by_rank[RANK_OF[card]][0] if card else Power.NONE for card in _CODES)
        self.draws = tuple(by_rank[RANK_OF[card]][1] if card else 0 for card in _CODES)
        self.names_suit = tuple(self.power[card] == Power.WILD or (self.american and card == JOKER) for card in _CODES)

    def _read_american(self, rules: AmericanPageOneRules) -> None:
        self.evasion_none = rules.evasion == Evasion.NONE
        self.linked = rules.evasion == Evasion.LINKED
        self.sets = rules.sets
        self.finish_penalized = rules.special_finish == SpecialFinish.PENALIZED
        self.finish_rejected = rules.special_finish == SpecialFinish.REJECTED
        self.drawn_only = rules.draw == DrawRule.ONE_PLAYABLE
        self.drawn_waits = rules.draw == DrawRule.ONE_WAITS
        self.until_playable = rules.draw == DrawRule.UNTIL_PLAYABLE
        self.pass_without_draw = rules.pass_without_draw
        self.starter_dealer = rules.starter == Starter.DEALER
        self.starter_neutral = rules.starter == Starter.NEUTRAL
        self.illegal_called_out = rules.illegal_play == IllegalPlay.WHEN_CALLED_OUT
        self.joker_without_suit = rules.joker_play == JokerPlay.WITHOUT_SUIT
        self.challenges = rules.joker_play == JokerPlay.CHALLENGEABLE
        self.dobon = rules.dobon.enabled
        self.dobon_on_starter = rules.dobon.enabled and rules.dobon.on_starter
        self.returns_last_laid = rules.dobon.dobon_return == DobonReturn.LAST_LAID
        self.returns_contested = rules.dobon.dobon_return == DobonReturn.CONTESTED
        self.two_seat_reverse_skips = rules.two_seat_reverse_skips

    def _read_page_one(self, rules: PageOneRules) -> None:
        self.takes_all = rules.stock_out == StockOut.TAKE_ALL
        self.takes_trick = rules.stock_out == StockOut.TAKE_TRICK
        self.reshuffles = rules.stock_out == StockOut.RESHUFFLE
        self.joker_forced = rules.joker_forced

    def _read_points(self, rules: Rules) -> tuple[int, ...]:
        if rules.scoring != Scoring.CARD_POINTS:
            return tuple(1 if card else 0 for card in _CODES)
        return tuple(self._points_of(card, rules.card_points) if card else 0 for card in _CODES)

    def _points_of(self, card: int, points: CardPoints) -> int:
        """What a card left in hand is worth (clause C20)."""
        rank = RANK_OF[card]
        if card == JOKER:
            return points.joker
        if self.power[card]:
            return points.wild if self.power[card] == Power.WILD else points.action
        if rank > 10:
            return points.court
        return points.ace if rank == 1 else rank


@lru_cache(maxsize=512)
def book_of(rules: Rules) -> Book:
    """The book of complete rules (zeros resolved, see ``presets``); an empty one of rules that are refused.

    A state can be built with any rules: it is for its validation to name their faults.
    """
    return Book(Rules() if validate_rules(rules) else rules)
