"""What there is to say about rules: statements made from their fields, before any language.

A statement is the key of a line in a :class:`~pageone_engine.lexicon.Lexicon`, and values. A field
that changes nothing under the other fields (a penalty that nothing can cost, the points of a card
that is not in the pack) is not spoken of.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from .presets import resolved
from .rules import AmericanPageOneRules, PageOneRules, Rules
from .rules_check import DECK, seat_range
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

#: Ranks, 0 for a Joker.
Ranks = tuple[int, ...]
#: Cards and what each of them counts.
Prices = list[tuple[Ranks, int]]
Value = int | str | Ranks | Prices

JOKER_RANK: Final = 0
_ACE: Final = 1
_COURT: Final = (11, 12, 13)

_DEALERS: Final = {NextDealer.ROTATES: "dealer.rotates", NextDealer.WINNER: "dealer.winner"}
_ENDS: Final = {
    RoundEnd.FIRST_OUT: "end.first_out",
    RoundEnd.LAST_STANDING: "end.last_standing",
}
_DRAWS: Final = {
    DrawRule.ONE_PLAYABLE: "draw.one_playable",
    DrawRule.ONE_WAITS: "draw.one_waits",
    DrawRule.UNTIL_PLAYABLE: "draw.until_playable",
}
_JOKER_PLAYS: Final = {
    JokerPlay.ANY_TIME: "joker.any_time",
    JokerPlay.WITHOUT_SUIT: "joker.without_suit",
    JokerPlay.CHALLENGEABLE: "joker.challengeable",
}
_RETURNS: Final = {
    DobonReturn.OFF: "dobon.return_off",
    DobonReturn.LAST_LAID: "dobon.return_last_laid",
    DobonReturn.CONTESTED: "dobon.return_contested",
}


class Statement(NamedTuple):
    """One line to say."""

    key: str
    values: dict[str, Value]


def _say(key: str, **values: Value) -> Statement:
    return Statement(key, values)


def statements(rules: Rules, seats: int) -> list[Statement]:
    """Everything to say about rules without a fault, for ``seats`` seats (0: any number)."""
    return list(_statements(rules, seats))


def _statements(rules: Rules, seats: int) -> Iterator[Statement]:
    game = rules.game
    yield _say("game.american" if isinstance(game, AmericanPageOneRules) else "game.page_one")
    yield from _seats(rules, seats)
    yield from _match(rules, seats)
    if isinstance(game, AmericanPageOneRules):
        yield from _american(rules, game)
    elif isinstance(game, PageOneRules):
        yield from _page_one(rules, game)
    yield from _calls(rules)
    yield from _penalties(rules)
    yield _say(_ENDS[rules.round_end])
    yield from _scoring(rules)
    yield _say("limit", limit=rules.turn_limit)


def _seats(rules: Rules, seats: int) -> Iterator[Statement]:
    low, high = (seats, seats) if seats else seat_range(rules)
    yield _say("seats", seats=low) if low == high else _say("seats.range", low=low, high=high)
    cards = DECK * rules.decks + rules.jokers
    if rules.jokers:
        yield _say("pack", decks=rules.decks, jokers=rules.jokers, cards=cards)
    else:
        yield _say("pack.no_jokers", decks=rules.decks)
    yield from _hands(rules, range(low, high + 1))


def _hands(rules: Rules, seats: range) -> Iterator[Statement]:
    """One line for each run of seat counts that are dealt alike (clause C9)."""
    runs: list[tuple[int, int, int]] = []
    for count in seats:
        hand = resolved(rules, count).hand_size
        if runs and runs[-1][2] == hand:
            runs[-1] = (runs[-1][0], count, hand)
        else:
            runs.append((count, count, hand))
    for low, high, hand in runs:
        if len(runs) == 1:
            yield _say("hand", hand=hand)
        elif low == high:
            yield _say("hand.seats", low=low, hand=hand)
        else:
            yield _say("hand.range", low=low, high=high, hand=hand)


def _match(rules: Rules, seats: int) -> Iterator[Statement]:
    rounds = rules.rounds or seats
    yield _say("rounds", rounds=rounds) if rounds else _say("rounds.seats")
    if rounds != 1:
        yield _say(_DEALERS[rules.next_dealer])


def _page_one(rules: Rules, game: PageOneRules) -> Iterator[Statement]:
    yield _say("trick")
    yield _say("trick.draw")
    yield _say("trick.rank" if rules.decks == 1 and rules.jokers < 2 else "trick.rank_equal")
    if rules.jokers:
        yield _say("trick.joker")
        yield _say("trick.joker_forced" if game.joker_forced else "trick.joker_free")
        yield _say("trick.joker_last")
    if game.stock_out == StockOut.TAKE_ALL:
        yield _say("stock.take_all")
    elif game.stock_out == StockOut.TAKE_TRICK:
        yield _say("stock.take_trick")
    elif rules.round_end == RoundEnd.FIRST_OUT:
        yield _say("stock.reshuffle_void")
    else:
        yield _say("stock.reshuffle_share")


def _american(rules: Rules, game: AmericanPageOneRules) -> Iterator[Statement]:
    yield _say("match")
    yield _say("match.draw")
    yield _say("sets.on" if game.sets else "sets.off")
    yield _say(_DRAWS[game.draw])
    if game.draw != DrawRule.UNTIL_PLAYABLE:
        yield _say("pass.free" if game.pass_without_draw else "pass.after_draw")
    yield from _powers(rules, game)
    yield from _joker_play(rules, game)
    yield from _evasion(rules, game)
    yield from _special_cards(rules, game)
    yield from _illegal_plays(rules, game)
    yield from _dobon(game)


def special_cards(rules: Rules, game: AmericanPageOneRules) -> Ranks:
    """Every rank with a power, ascending; a Joker, when there is one, last."""
    specials = game.specials
    ranks = sorted(
        rank
        for rank in (
            specials.draw_two,
            specials.draw_three,
            specials.wild,
            specials.skip,
            specials.reverse,
        )
        if rank
    )
    return (*ranks, JOKER_RANK) if rules.jokers else tuple(ranks)


def _powers(rules: Rules, game: AmericanPageOneRules) -> Iterator[Statement]:
    specials = game.specials
    for name, rank in (
        ("draw_two", specials.draw_two),
        ("draw_three", specials.draw_three),
        ("wild", specials.wild),
        ("skip", specials.skip),
        ("reverse", specials.reverse),
    ):
        if rank:
            yield _say("power." + name, card=(rank,))
    if rules.jokers:
        yield _say("power.joker")
    if not special_cards(rules, game):
        yield _say("power.none")
    if specials.reverse:
        yield _say("reverse.skips" if game.two_seat_reverse_skips else "reverse.plain")


def _joker_play(rules: Rules, game: AmericanPageOneRules) -> Iterator[Statement]:
    if not rules.jokers:
        return
    wild = game.specials.wild
    exempt: Ranks = (wild, JOKER_RANK) if wild else (JOKER_RANK,)
    yield _say(_JOKER_PLAYS[game.joker_play], exempt=exempt)


def _evasion(rules: Rules, game: AmericanPageOneRules) -> Iterator[Statement]:
    specials = game.specials
    cards = tuple(sorted(rank for rank in (specials.draw_two, specials.draw_three) if rank))
    if rules.jokers:
        cards = (*cards, JOKER_RANK)
    if not cards:
        return
    if game.evasion == Evasion.NONE:
        challenged = rules.jokers and game.joker_play == JokerPlay.CHALLENGEABLE
        yield _say("evasion.none_challenge" if challenged else "evasion.none")
    elif game.evasion == Evasion.LINKED:
        yield _say("evasion.linked_joker" if rules.jokers else "evasion.linked", cards=cards)
    else:
        yield _say("evasion.same_rank", cards=cards)


def _special_cards(rules: Rules, game: AmericanPageOneRules) -> Iterator[Statement]:
    cards = special_cards(rules, game)
    if not cards:
        return
    if game.special_finish == SpecialFinish.PENALIZED:
        yield _say("finish.penalized", cards=cards, penalty=rules.penalties.special_finish)
    elif game.special_finish == SpecialFinish.REJECTED:
        yield _say("finish.rejected", cards=cards)
    elif rules.round_end == RoundEnd.FIRST_OUT:
        yield _say("finish.allowed_stops", cards=cards)
    else:
        yield _say("finish.allowed_works", cards=cards)
    if game.starter == Starter.DEALER:
        yield _say("starter.dealer")
    elif game.starter == Starter.NEUTRAL:
        yield _say("starter.neutral_joker" if rules.jokers else "starter.neutral")
    else:
        yield _say("starter.plain", cards=cards)


def _illegal_plays(rules: Rules, game: AmericanPageOneRules) -> Iterator[Statement]:
    penalty = rules.penalties.illegal_play
    if game.illegal_play == IllegalPlay.REJECTED:
        yield _say("illegal.rejected")
    elif penalty:
        yield _say("illegal.called_out", penalty=penalty)
    else:
        yield _say("illegal.called_out_free")


def _dobon(game: AmericanPageOneRules) -> Iterator[Statement]:
    if not game.dobon.enabled:
        yield _say("dobon.off")
        return
    yield _say("dobon.on")
    yield _say("dobon.starter" if game.dobon.on_starter else "dobon.no_starter")
    yield _say(_RETURNS[game.dobon.dobon_return])


def _calls(rules: Rules) -> Iterator[Statement]:
    calls, penalty = rules.calls, rules.penalties.missed_call
    if calls.penultimate:
        yield _say("calls.penultimate", word=calls.penultimate)
    if calls.last:
        yield _say("calls.last", word=calls.last)
    if not (calls.penultimate or calls.last):
        yield _say("calls.none")
        return
    if calls.penultimate and calls.last and _has_sets(rules):
        yield _say("calls.sets")
    if not penalty:
        yield _say("missed.free")
        return
    key = "missed.penalized" if calls.missed == MissedCall.PENALIZED else "missed.called_out"
    yield _say(key + "_last" if calls.last else key, penalty=penalty)


def _has_sets(rules: Rules) -> bool:
    return isinstance(rules.game, AmericanPageOneRules) and rules.game.sets


def _penalties(rules: Rules) -> Iterator[Statement]:
    if _offense_is_left_to_others(rules):
        penalty = rules.penalties.false_call_out
        yield _say("false.penalty", penalty=penalty) if penalty else _say("false.free")
    if rules.penalties.table_talk:
        yield _say("talk.penalty", penalty=rules.penalties.table_talk)


def _offense_is_left_to_others(rules: Rules) -> bool:
    """Whether a missed call or an illegal play is for the others to call out (clause L1)."""
    game, calls = rules.game, rules.calls
    if isinstance(game, AmericanPageOneRules) and game.illegal_play == IllegalPlay.WHEN_CALLED_OUT:
        return True
    return (
        calls.missed == MissedCall.WHEN_CALLED_OUT
        and bool(calls.penultimate or calls.last)
        and rules.penalties.missed_call > 0
    )


def _scoring(rules: Rules) -> Iterator[Statement]:
    if rules.scoring == Scoring.PLACEMENT:
        yield _say("score.placement")
        return
    game = rules.game
    if not isinstance(game, AmericanPageOneRules):
        yield _say("score.gain")
    else:
        yield _say("score.exchange_shared" if game.dobon.enabled else "score.exchange")
    if rules.scoring == Scoring.CARD_COUNT:
        yield _say("count.cards")
    else:
        yield _say("count.points", prices=_prices(rules))


def _prices(rules: Rules) -> Prices:
    """Cards by what they count (clause C20), those that count their number left out."""
    points, game = rules.card_points, rules.game
    american = game if isinstance(game, AmericanPageOneRules) else AmericanPageOneRules()
    special = special_cards(rules, american)
    wild = american.specials.wild
    kinds: list[tuple[Ranks, int]] = [
        ((JOKER_RANK,) if rules.jokers else (), points.joker),
        ((wild,) if wild else (), points.wild),
        (tuple(rank for rank in special if rank not in (wild, JOKER_RANK)), points.action),
        (tuple(rank for rank in _COURT if rank not in special), points.court),
        (() if _ACE in special else (_ACE,), points.ace),
    ]
    return [(ranks, price) for ranks, price in kinds if ranks]
