"""Simulations: seats rotated, repeatable, and strengths that are really stronger."""

from dataclasses import replace

import pytest
from pageone_engine.actions import Action, CallOut, Draw, Play
from pageone_engine.bots import RandomPlayer
from pageone_engine.engine import apply, create_match
from pageone_engine.presets import AMERICAN_PAGE_ONE, IMOHORI, PAGE_ONE, PRESETS
from pageone_engine.refusals import InvalidError, Refusal
from pageone_engine.rules import AmericanPageOneRules, DobonRules, Rules
from pageone_engine.state import State, View
from pageone_engine.terms import DobonReturn, IllegalPlay, Offense, Phase, RoundOutcome, Strength
from pageone_service import simulate, table
from rich.console import Console

SHORT = replace(PAGE_ONE, rounds=1, turn_limit=200)


def american(**changes: object) -> Rules:
    assert isinstance(AMERICAN_PAGE_ONE.game, AmericanPageOneRules)
    game = replace(AMERICAN_PAGE_ONE.game, **changes)  # type: ignore[arg-type]
    return replace(AMERICAN_PAGE_ONE, rounds=1, turn_limit=200, game=game)


def timeless(statistics: simulate.Statistics) -> simulate.Statistics:
    return replace(statistics, seconds_per_match=0.0)


def win_rates(statistics: simulate.Statistics) -> dict[str, simulate.Rate]:
    return {rate.name: rate for rate in statistics.by_player}


# Strengths. The full figures, for each pair and preset:
#   pageone simulate --match normal,easy -n 2000 --rules imohori


@pytest.mark.parametrize("pair", [("normal", "easy"), ("easy", "random")])
@pytest.mark.parametrize("rules", [PAGE_ONE, IMOHORI, AMERICAN_PAGE_ONE], ids=lambda rules: rules.name)
def test_a_strength_beats_the_one_below(rules: Rules, pair: tuple[str, str]) -> None:
    """NORMAL is stronger than EASY, EASY than random play, heads-up in each game, beyond what chance explains."""
    found = simulate.run(replace(rules, turn_limit=200), pair, 200, seed=1)
    stronger = win_rates(found)[pair[0]]
    assert stronger.played == 200
    assert stronger.decided_low > 0.5
    assert stronger.share > 0.54


# The simulation


def test_the_same_seed_finds_the_same() -> None:
    """C8: everything but the times follows from the seed; another seed deals other matches."""
    players = ["normal", "easy", "random"]
    one = simulate.run(SHORT, players, 12, seed=7)
    assert timeless(one) == timeless(simulate.run(SHORT, players, 12, seed=7))
    assert timeless(one) != timeless(simulate.run(SHORT, players, 12, seed=8))


def test_processes_change_nothing() -> None:
    """Two processes find what one finds, in the same order, and progress is told of every match."""
    told: list[int] = []
    one = simulate.run(SHORT, ["stand_in", "random"], 20, seed=3)
    two = simulate.run(SHORT, ["stand_in", "random"], 20, 3, 2, told.append)
    assert timeless(one) == timeless(two)
    assert told == list(range(1, 21))


def test_seats_are_rotated() -> None:
    """Everybody sits everywhere as often: of six matches of three players, twice in each seat."""
    seatings = [simulate.seated(3, match) for match in range(6)]
    for seat in range(3):
        assert sorted(seating[seat] for seating in seatings) == [0, 0, 1, 1, 2, 2]
    played = simulate.play_match(SHORT, ["stand_in", "random", "easy"], 1, 4)
    assert played.seats == simulate.seated(3, 4)


def test_shares_of_a_match_sum_to_one() -> None:
    """C11: the best score wins; several of the same share the match evenly."""
    found = simulate.run(replace(IMOHORI, turn_limit=60), ["stand_in"] * 2, 40, seed=2)
    assert sum(rate.share for rate in found.by_seat) == pytest.approx(1)
    (both,) = found.by_player
    assert both.played == 80
    assert both.share == pytest.approx(0.5)
    assert both.tied > 0
    assert both.won * 2 + both.tied == both.played


def test_rounds_are_counted_by_outcome() -> None:
    """C24: rounds that the turn limit ends are void, and told apart from those that are won."""
    found = simulate.run(replace(PAGE_ONE, turn_limit=9, rounds=3), ["random"] * 2, 10)
    assert sum(found.outcomes.values()) == 30
    assert found.outcomes[RoundOutcome.VOID_TURN_LIMIT] > 0
    assert 0 < found.void_share <= 1
    assert found.turns.most <= 3 * 10


def test_mistakes_are_refused_and_counted() -> None:
    """R1: what random players try against the rules is counted by its reason; without mistakes nothing is refused."""
    calm = simulate.run(SHORT, ["random"] * 2, 10)
    clumsy = simulate.run(SHORT, ["random"] * 2, 10, mistakes=0.5)
    assert calm.refusals == {}
    assert clumsy.refusals[Refusal.MUST_FOLLOW_SUIT] > 0
    assert clumsy.refusals[Refusal.CARD_NOT_IN_HAND] > 0
    counts = list(clumsy.refusals.values())
    assert counts == sorted(counts, reverse=True)


def test_bots_are_never_refused() -> None:
    """SuggestAction: whatever the house rules, what bots do is accepted at once."""
    rules = american(
        sets=True,
        illegal_play=IllegalPlay.WHEN_CALLED_OUT,
        dobon=DobonRules(True, True, DobonReturn.LAST_LAID),
    )
    found = simulate.run(rules, ["easy", "normal", "stand_in", "easy"], 25, seed=5)
    assert found.refusals == {}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_simulated(name: str) -> None:
    """Presets come with 0 rounds and hand size; they are resolved for the players at hand (C9, C10)."""
    found = simulate.run(replace(PRESETS[name], turn_limit=150), ["easy", "normal", "random"], 2)
    assert sum(found.outcomes.values()) == 2 * 3


@pytest.mark.parametrize(
    ("players", "options", "fields"),
    [
        (["normal", "hard"], {}, ["players[1]"]),
        (["nobody", "easy"], {"matches": 0, "jobs": 0}, ["players[0]", "matches", "jobs"]),
        (["easy", "easy"], {"seed": -1, "mistakes": 1.5}, ["seed", "mistakes"]),
    ],
)
def test_bad_questions_name_every_fault(players: list[str], options: dict[str, float], fields: list[str]) -> None:
    """Unknown players and numbers out of range: every fault at once, with its field."""
    asked = {"matches": 2, "seed": 0, "jobs": 1, **options}
    with pytest.raises(InvalidError) as error:
        simulate.run(SHORT, players, **asked)  # type: ignore[arg-type]
    assert [fault.fields[0] for fault in error.value.faults] == fields


def test_seats_that_do_not_fit_the_rules_are_named() -> None:
    """C3, C9: nine players, or one, are too many or too few: said before anything is played."""
    for count in (1, 9):
        with pytest.raises(InvalidError) as error:
            simulate.run(SHORT, ["easy"] * count, 1)
        assert any("seats" in fault.fields for fault in error.value.faults)


def test_lengths() -> None:
    """Mean, median, 95th percentile by nearest rank, and maximum."""
    assert simulate.length_of([4]) == simulate.Length(4, 4, 4, 4)
    assert simulate.length_of([*range(1, 101)]) == simulate.Length(50.5, 50.5, 95, 100)


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0), (0.0, 0, 0.0, 1.0)],
)
def test_wilson_intervals(share: float, count: int, low: float, high: float) -> None:
    """Wilson's interval against worked values; it stays within 0 and 1 and is everything for no trial."""
    assert simulate.wilson(share, count) == pytest.approx((low, high), abs=1e-4)


def test_rates_tell_ties_apart() -> None:
    """A tie counts as an even part of a win; left out, three of four decided matches were won."""
    rate = simulate.rate_of("easy", [1, 1, 1, 0, 0.5, 0.5])
    assert (rate.won, rate.tied, rate.played) == (3, 2, 6)
    assert rate.share == pytest.approx(4 / 6)
    assert rate.decided == pytest.approx(3 / 4)


def test_rendering_shows_rates_lengths_and_refusals() -> None:
    """What is printed has the players, the intervals, the outcomes and the reasons of refusals."""
    found = simulate.run(SHORT, ["easy", "random"], 6, mistakes=0.5)
    console = Console(width=140, record=True, file=None, quiet=False, force_terminal=False)
    with console.capture() as capture:
        console.print(simulate.render(found))
    text = capture.get()
    for part in ("easy", "random", "seat 0", "95 %", "WON", "MUST_FOLLOW_SUIT", "turns", "median"):
        assert part in text


# The table


def opening(rules: Rules, seats: int = 3) -> State:
    return create_match(rules, seats, bytes(32), first_dealer=seats - 1)[0]


def test_in_claims_the_awaited_are_due_in_seat_order() -> None:
    """A23: in CLAIMS the first seat that has not answered is asked, then the next."""
    state = opening(american(dobon=DobonRules(True, True, DobonReturn.OFF)), 4)
    assert state.phase == Phase.CLAIMS
    asked = []
    while state.phase == Phase.CLAIMS:
        seat = table.due(state)
        assert seat is not None
        asked.append(seat)
        action = table.bot(Strength.STAND_IN)(simulate_view(state, seat), 0)
        assert action is not None
        state = apply(state, action)[0]
    assert asked == [0, 1, 2]
    assert table.due(state) == state.turn


def simulate_view(state: State, seat: int) -> View:
    from pageone_engine.view import view

    return view(state, seat)


def missed_call() -> State:
    """Seat 0 has laid its last but one card without the word; it is seat 1's turn."""
    state = opening(american()).copy()
    state.hands[0] = bytes((4, 5))
    state.pile, state.table.suit = bytes((10,)), 1  # type: ignore[union-attr]
    state.phase, state.turn, state.claims = Phase.TURN, 0, None
    return apply(state, Play(0, bytes((4,))))[0]


def test_witnesses_are_asked_before_the_next_turn_action() -> None:
    """C13, C17: a missed call is called out in seat order before the seat whose turn it is acts, and only once."""
    asked: list[int] = []

    def watcher(seat: int) -> table.Player:
        def answer(seen: View, refused: int) -> Action | None:
            asked.append(seat)
            if seen.turn == seat:
                return Draw(seat)
            return CallOut(seat, 0, Offense.MISSED_CALL) if seat == 2 and len(seen.cards) else None

        return answer

    state = missed_call()
    assert table.witnesses(state) == [2]
    steps = table.play_on(state, [watcher(0), watcher(1), watcher(2)])
    first, second, third = next(steps), next(steps), next(steps)
    assert first.action == CallOut(2, 0, Offense.MISSED_CALL)
    assert not first.refusal
    assert len(first.state.hands[0]) == 3
    assert second.refusal == Refusal.NOTHING_TO_CALL_OUT
    assert third.action == Draw(1)
    assert asked == [2, 2, 1]


def test_nobody_can_hold_a_match_up() -> None:
    """C28: a player that answers nothing, or only what is refused, is played for by its stand-in."""

    def stubborn(seen: View, refused: int) -> Action | None:
        return None if seen.viewer == 0 else Play(seen.viewer or 0, b"")

    steps = list(table.play_on(opening(SHORT, 2), [stubborn, stubborn]))
    assert steps[-1].state.phase == Phase.MATCH_OVER
    assert {step.refusal for step in steps} == {0, Refusal.NO_CARDS}


def test_a_bots_stand_in_acts_after_a_refusal() -> None:
    """A bot's refused answer is not repeated: the stand-in's takes its place."""
    seen = simulate_view(missed_call(), 1)
    answers = {type(table.bot(Strength.NORMAL, bytes((n,)))(seen, 0)) for n in range(9)}
    assert CallOut in answers
    assert type(table.bot(Strength.NORMAL)(seen, 1)) is not CallOut


def test_a_random_player_fits_a_seat() -> None:
    """The engine's random player is a player of the table as it is."""
    player: table.Player = RandomPlayer(b"x")
    assert player(simulate_view(opening(SHORT), 2), 0) is not None
