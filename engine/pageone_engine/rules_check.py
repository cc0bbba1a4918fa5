"""Rules that are refused: every fault at once, each with all the fields that take part.

RULES.md, "Rules that are refused". A value out of its own range is one fault and takes part in no
other: what it means together with the rest is not known.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Final

from .fault_words import fault_in_english
from .presets import MAX_SEATS, MIN_SEATS, resolved
from .refusals import Fault
from .rules import AmericanPageOneRules, PageOneRules, Rules, Specials
from .terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    RoundEnd,
    Scoring,
    SpecialFinish,
)

MAX_PACK: Final = 255
MAX_DECKS: Final = 4
MAX_ROUNDS: Final = 100
MAX_HAND: Final = 20
MAX_PENALTY: Final = 20
MAX_TURN_LIMIT: Final = 10_000
MAX_POINTS: Final = 1000
MAX_NAME_BYTES: Final = 64
MAX_WORD: Final = 40
MAX_PAGE_ONE_JOKERS: Final = 2
DECK: Final = 52
KING: Final = 13

_Getter = Callable[[object], int]


def _get(path: str) -> _Getter:
    return attrgetter(path)


def _numbers(group: str, names: str, low: int, high: int) -> list[tuple[str, _Getter, int, int]]:
    paths = [f"{group}.{name}" if group else name for name in names.split()]
    return [(path, _get(path), low, high) for path in paths]


#: Path, where it is found, lowest and highest value.
_NUMBERS: Final = (
    *_numbers("", "rounds", 0, MAX_ROUNDS),
    *_numbers("", "decks", 1, MAX_DECKS),
    *_numbers("", "hand_size", 0, MAX_HAND),
    *_numbers("", "turn_limit", 1, MAX_TURN_LIMIT),
    *_numbers(
        "penalties",
        "missed_call illegal_play special_finish table_talk false_call_out",
        0,
        MAX_PENALTY,
    ),
    *_numbers("card_points", "joker wild action court ace", 0, MAX_POINTS),
)
_POWERS: Final = ("draw_two", "draw_three", "wild", "skip", "reverse")
_RANKS_OF: Final[Callable[[Specials], tuple[int, ...]]] = attrgetter(*_POWERS)

#: Path, where it is found, highest number of the enum.
_ENUMS: Final = (
    ("round_end", _get("round_end"), 2),
    ("next_dealer", _get("next_dealer"), 2),
    ("calls.missed", _get("calls.missed"), 2),
    ("scoring", _get("scoring"), 3),
)
_PAGE_ONE_ENUMS: Final = (("stock_out", _get("stock_out"), 3),)
_AMERICAN_ENUMS: Final = (
    ("evasion", _get("evasion"), 3),
    ("special_finish", _get("special_finish"), 3),
    ("draw", _get("draw"), 3),
    ("starter", _get("starter"), 3),
    ("illegal_play", _get("illegal_play"), 2),
    ("joker_play", _get("joker_play"), 3),
    ("dobon.dobon_return", _get("dobon.dobon_return"), 3),
)


class _Check:
    """The faults found so far in one set of rules."""

    __slots__ = ("faults", "rules", "seats")

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.faults: list[Fault] = []

    def add(self, code: str, *fields: str, **values: int | str) -> None:
        self.faults.append(Fault(fields, code, fault_in_english(code, fields, values), values))

    def number(self, path: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            self.add("out_of_range", path, value=value, low=low, high=high)

    def enum(self, path: str, value: int, highest: int) -> None:
        if value == 0:
            self.add("unset", path)
        elif not 0 < value <= highest:
            self.add("unknown_value", path, value=value, high=highest)

    def size(self, path: str, text: str) -> int:
        """Bytes of the text in UTF-8; 0 and a fault when it has no such form."""
        try:
            return len(text.encode())
        except UnicodeEncodeError:
            self.add("not_text", path)
            return 0


def validate_rules(rules: Rules, seats: int = 0) -> list[Fault]:
    """Every fault of ``rules`` for ``seats`` seats (0: any number); none when they can be played.

    Paths start at ``Rules`` (``american_page_one.evasion``), the number of seats is ``seats``.
    ``rounds`` and ``hand_size`` may be 0, as may ``dobon`` be left out (off). Clauses C1, C3, C9,
    C22, A14, A29 and RULES.md "Rules that are refused".
    """
    check = _Check(rules, seats)
    _check_names(check)
    for path, get, low, high in _NUMBERS:
        value = get(rules)
        if not low <= value <= high:
            check.number(path, value, low, high)
    for path, get, highest in _ENUMS:
        value = get(rules)
        if not 0 < value <= highest:
            check.enum(path, value, highest)
    if seats:
        check.number("seats", seats, MIN_SEATS, MAX_SEATS)
    _check_pack(check)
    _check_deal(check)
    _check_scoring(check)
    game = rules.game
    if isinstance(game, AmericanPageOneRules):
        _check_american(check, game)
    elif isinstance(game, PageOneRules):
        _check_page_one(check, game)
    else:
        check.add("game_unset", "page_one", "american_page_one")
    return check.faults


def seat_range(rules: Rules) -> tuple[int, int]:
    """The smallest and largest number of seats that rules without a fault can deal (C3, C9)."""
    dealt = [seats for seats in range(MIN_SEATS, MAX_SEATS + 1) if _can_deal(rules, seats)]
    return (dealt[0], dealt[-1]) if dealt else (0, 0)


def _can_deal(rules: Rules, seats: int) -> bool:
    # Both games need a card more than the hands: for a stock, for a starter (clause C9).
    hand = resolved(rules, seats).hand_size
    return seats * hand + 1 <= DECK * rules.decks + rules.jokers


def _check_names(check: _Check) -> None:
    rules = check.rules
    size = check.size("name", rules.name)
    if size > MAX_NAME_BYTES:
        check.add("name_too_long", "name", value=size, high=MAX_NAME_BYTES)
    for path, word in (
        ("calls.penultimate", rules.calls.penultimate),
        ("calls.last", rules.calls.last),
    ):
        if check.size(path, word) and len(word) > MAX_WORD:
            check.add("word_too_long", path, value=len(word), high=MAX_WORD)


def _check_pack(check: _Check) -> None:
    """At most 255 cards (clause C1)."""
    decks, jokers = check.rules.decks, check.rules.jokers
    if not 1 <= decks <= MAX_DECKS or jokers < 0:
        check.number("jokers", jokers, 0, MAX_PACK - DECK)
    elif DECK * decks + jokers > MAX_PACK:
        check.add("pack_too_large", "decks", "jokers", value=DECK * decks + jokers, high=MAX_PACK)


def _check_deal(check: _Check) -> None:
    """Enough cards for every hand and one more (clause C9)."""
    rules, seats = check.rules, check.seats or MIN_SEATS
    in_range = (
        1 <= rules.decks <= MAX_DECKS
        and rules.jokers >= 0
        and 0 <= rules.hand_size <= MAX_HAND
        and MIN_SEATS <= seats <= MAX_SEATS
        and (rules.game or rules.hand_size)
    )
    if in_range and not _can_deal(rules, seats):
        fields = ("decks", "jokers", "hand_size", "seats")
        check.add(
            "cannot_deal",
            *(fields if check.seats else fields[:3]),
            seats=seats,
            hand=resolved(rules, seats).hand_size,
            pack=DECK * rules.decks + rules.jokers,
        )


def _check_scoring(check: _Check) -> None:
    """LAST_STANDING and PLACEMENT go together (clause C22)."""
    rules = check.rules
    if rules.round_end == RoundEnd.LAST_STANDING and 0 < rules.scoring < Scoring.PLACEMENT:
        check.add("needs_placement", "round_end", "scoring")
    elif rules.round_end == RoundEnd.FIRST_OUT and rules.scoring == Scoring.PLACEMENT:
        check.add("needs_last_standing", "round_end", "scoring")


def _check_page_one(check: _Check, game: PageOneRules) -> None:
    for name, get, highest in _PAGE_ONE_ENUMS:
        check.enum("page_one." + name, get(game), highest)
    jokers = check.rules.jokers
    if jokers > MAX_PAGE_ONE_JOKERS:
        check.add("too_many_jokers", "jokers", "page_one", value=jokers, high=MAX_PAGE_ONE_JOKERS)


def _check_american(check: _Check, game: AmericanPageOneRules) -> None:
    for name, get, highest in _AMERICAN_ENUMS:
        value = get(game)
        if not 0 < value <= highest:
            check.enum(_american(name), value, highest)
    _check_specials(check, game)
    _check_jokers(check, game)
    _check_dobon(check, game)
    if game.draw == DrawRule.UNTIL_PLAYABLE and game.pass_without_draw:
        check.add("pass_until_playable", _american("draw"), _american("pass_without_draw"))
    if game.special_finish == SpecialFinish.PENALIZED and check.rules.penalties.special_finish == 0:
        check.add("special_finish_free", _american("special_finish"), "penalties.special_finish")


def _american(name: str) -> str:
    return "american_page_one." + name


def _check_specials(check: _Check, game: AmericanPageOneRules) -> None:
    """No two powers on one rank (clause A14)."""
    ranks = _RANKS_OF(game.specials)
    if len(set(ranks)) == len(ranks) and min(ranks) >= 0 and max(ranks) <= KING:
        return
    bearers: dict[int, list[str]] = {}
    for name, rank in zip(_POWERS, ranks, strict=True):
        path = _american("specials." + name)
        if 1 <= rank <= KING:
            bearers.setdefault(rank, []).append(path)
        else:
            check.number(path, rank, 0, KING)
    for rank, fields in bearers.items():
        if len(fields) > 1:
            check.add("rank_shared", *fields, rank=rank)


def _check_jokers(check: _Check, game: AmericanPageOneRules) -> None:
    jokers = check.rules.jokers
    joker_play = game.joker_play
    if jokers == 0 and joker_play in (JokerPlay.WITHOUT_SUIT, JokerPlay.CHALLENGEABLE):
        check.add("joker_play_without_jokers", "jokers", _american("joker_play"))
    kinds = (game.specials.draw_two, game.specials.draw_three, jokers)
    if game.evasion == Evasion.LINKED and sum(1 for kind in kinds if kind) < 2:
        check.add(
            "nothing_to_link",
            _american("evasion"),
            _american("specials.draw_two"),
            _american("specials.draw_three"),
            "jokers",
        )
    if (
        joker_play == JokerPlay.WITHOUT_SUIT
        and game.illegal_play == IllegalPlay.WHEN_CALLED_OUT
        and check.rules.penalties.false_call_out == 0
    ):
        check.add(
            "false_call_out_free",
            _american("joker_play"),
            _american("illegal_play"),
            "penalties.false_call_out",
        )


def _check_dobon(check: _Check, game: AmericanPageOneRules) -> None:
    dobon = game.dobon
    if dobon.enabled:
        return
    if dobon.on_starter:
        check.add("starter_without_dobon", _american("dobon.enabled"), _american("dobon.on_starter"))
    if dobon.dobon_return in (DobonReturn.LAST_LAID, DobonReturn.CONTESTED):
        check.add("return_without_dobon", _american("dobon.enabled"), _american("dobon.dobon_return"))
