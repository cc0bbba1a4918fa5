"""Hypothesis strategies shared by the engine's tests: rules with every option, cards, actions."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
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
from pageone_engine.cards import JOKER
from pageone_engine.rules import (
    AmericanPageOneRules,
    Calls,
    CardPoints,
    DobonRules,
    PageOneRules,
    Penalties,
    Rules,
    Specials,
)
from pageone_engine.rules_check import seat_range
from pageone_engine.terms import (
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
    members,
)

Table = tuple[Rules, int]


def values(term: type) -> SearchStrategy[int]:
    """Every set value of an enum of :mod:`pageone_engine.terms`."""
    return st.sampled_from([number for number in members(term).values() if number])


def cards() -> SearchStrategy[int]:
    """One card's code, a Joker included."""
    return st.integers(1, JOKER)


def rows(min_size: int = 0, max_size: int = 12) -> SearchStrategy[bytes]:
    """A row of cards in any order."""
    return st.lists(cards(), min_size=min_size, max_size=max_size).map(bytes)


def seeds() -> SearchStrategy[bytes]:
    """32 bytes (clause C4)."""
    return st.binary(min_size=32, max_size=32)


def entropies() -> SearchStrategy[tuple[bytes, ...]]:
    """At most 8 entries of at most 64 bytes (clause C4)."""
    return st.lists(st.binary(max_size=64), max_size=8).map(tuple)


def texts(max_size: int = 40) -> SearchStrategy[str]:
    """Any text that can be sent: call words, names."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=max_size)


def call_words() -> SearchStrategy[str]:
    """None, the sources' own, or any other of at most 40 characters (clause C12)."""
    known = ["", "ページワン", "ストップ", "オンリーワン", "ノームサイ", "ページバン"]
    return st.one_of(st.sampled_from(known), texts(40))


@st.composite
def _specials(draw: st.DrawFn) -> Specials:
    """Each power absent or on a rank of its own (clause A14)."""
    ranks = draw(st.lists(st.integers(1, 13), min_size=5, max_size=5, unique=True))
    present = draw(st.lists(st.booleans(), min_size=5, max_size=5))
    usual = (2, 3, 8, 11, 12)
    if draw(st.booleans()):
        ranks = list(usual)
    return Specials(*(rank if there else 0 for rank, there in zip(ranks, present, strict=True)))


@st.composite
def _dobons(draw: st.DrawFn) -> DobonRules:
    if not draw(st.booleans()):
        return DobonRules(dobon_return=DobonReturn.OFF)
    return DobonRules(True, draw(st.booleans()), draw(values(DobonReturn)))


@st.composite
def _american(draw: st.DrawFn, jokers: int) -> AmericanPageOneRules:
    specials = draw(_specials())
    draw_kinds = sum(1 for kind in (specials.draw_two, specials.draw_three, jokers) if kind)
    evasions = values(Evasion)
    if draw_kinds < 2:
        evasions = st.sampled_from([Evasion.SAME_RANK, Evasion.NONE])
    draw_rule = draw(values(DrawRule))
    until_playable = draw_rule == DrawRule.UNTIL_PLAYABLE
    return AmericanPageOneRules(
        specials=specials,
        evasion=draw(evasions),
        sets=draw(st.booleans()),
        special_finish=draw(values(SpecialFinish)),
        draw=draw_rule,
        pass_without_draw=not until_playable and draw(st.booleans()),
        starter=draw(values(Starter)),
        illegal_play=draw(values(IllegalPlay)),
        joker_play=draw(values(JokerPlay)) if jokers else JokerPlay.ANY_TIME,
        dobon=draw(_dobons()),
        two_seat_reverse_skips=draw(st.booleans()),
    )


@st.composite
def _penalties(draw: st.DrawFn, game: PageOneRules | AmericanPageOneRules) -> Penalties:
    size = st.one_of(st.integers(0, 2), st.integers(0, 20))
    american = game if isinstance(game, AmericanPageOneRules) else AmericanPageOneRules()
    pays_finish = american.special_finish == SpecialFinish.PENALIZED
    pays_false = american.joker_play == JokerPlay.WITHOUT_SUIT and american.illegal_play == IllegalPlay.WHEN_CALLED_OUT
    return Penalties(
        missed_call=draw(size),
        illegal_play=draw(size),
        special_finish=max(draw(size), int(pays_finish)),
        table_talk=draw(size),
        false_call_out=max(draw(size), int(pays_false)),
    )


def _page_one() -> SearchStrategy[PageOneRules]:
    return st.builds(PageOneRules, stock_out=values(StockOut), joker_forced=st.booleans())


@st.composite
def valid_rules(
    draw: st.DrawFn,
    american: bool | None = None,
    max_rounds: int = 100,
    max_turn_limit: int = 10_000,
) -> Rules:
    """Rules without a fault, every option of both games (``american``: of this one alone)."""
    is_american = draw(st.booleans()) if american is None else american
    jokers = draw(st.integers(0, 8 if is_american else 2))
    game = draw(_american(jokers)) if is_american else draw(_page_one())
    round_end = draw(values(RoundEnd))
    by_cards = st.sampled_from([Scoring.CARD_COUNT, Scoring.CARD_POINTS])
    points = st.integers(0, 1000)
    return Rules(
        name=draw(st.one_of(st.just("house"), texts(16))),
        rounds=draw(st.integers(0, max_rounds)),
        decks=draw(st.integers(1, 4)),
        jokers=jokers,
        hand_size=draw(st.one_of(st.just(0), st.integers(1, 7), st.integers(1, 20))),
        turn_limit=draw(st.integers(1, max_turn_limit)),
        round_end=round_end,
        next_dealer=draw(values(NextDealer)),
        calls=Calls(draw(call_words()), draw(call_words()), draw(values(MissedCall))),
        penalties=draw(_penalties(game)),
        scoring=Scoring.PLACEMENT if round_end == RoundEnd.LAST_STANDING else draw(by_cards),
        card_points=draw(st.builds(CardPoints, points, points, points, points, points)),
        game=game,
    )


@st.composite
def tables(
    draw: st.DrawFn,
    american: bool | None = None,
    max_rounds: int = 100,
    max_turn_limit: int = 10_000,
) -> Table:
    """Rules and a number of seats that can be dealt with them (clause C9)."""
    rules = draw(valid_rules(american, max_rounds, max_turn_limit))
    return rules, draw(st.integers(*seat_range(rules)))


def _versions() -> SearchStrategy[int | None]:
    return st.one_of(st.none(), st.integers(0, 2**32 - 1))


def actions(seats: int = 8) -> SearchStrategy[Action]:
    """Any well-formed action of every kind, whether or not it can be made (clause R2)."""
    seat, version, suit = st.integers(0, seats - 1), _versions(), st.integers(0, 4)
    return st.one_of(
        st.builds(Play, seat, rows(), suit, st.integers(0, 2), version),
        st.builds(Draw, seat, version),
        st.builds(Pass, seat, version),
        st.builds(NameSuit, seat, suit, version),
        st.builds(CallOut, seat, seat, st.integers(1, 3), version),
        st.builds(Challenge, seat, version),
        st.builds(Dobon, seat, seat, rows(), version),
        st.builds(Waive, seat, version),
        st.builds(Leave, seat, version),
        st.builds(CloseClaims, version=version),
        st.builds(StartRound, version=version),
    )
