"""The bench's own arithmetic, and that its parts run: a benchmark that measures the wrong thing misleads."""

from dataclasses import replace
from importlib.util import find_spec
from random import Random

import pytest
from pageone_engine import PRESETS, apply, legal_actions
from pageone_engine.actions import CallOut

from tests.bench.contestants import OURS, PEERS, SEATS, Play, Runner, pick
from tests.bench.interleave import chance_share, interleave, median_rate, paired_ratio
from tests.bench.machine import Machine
from tests.bench.parts import cost, measure_length, measure_parts
from tests.bench.positions import MATCH_ID, hand_size, of_equal_hands, play_round, sample
from tests.bench.reach import CLONE_RATIO, Goal
from tests.bench.report import Measured, goals, markdown
from tests.bench.sizes import STATE_LIMIT, VIEW_LIMIT, measure_sizes

MACHINE = Machine("a processor", 2, 0.0, "a system", "a Python", {"rlcard": "1"}, "a day", "make bench")


def test_interleave_gives_every_runner_its_turn_and_changes_the_order() -> None:
    order: list[str] = []

    def runner(key: str) -> Runner:
        def play(seconds: float) -> Play:
            order.append(key)
            return Play(1, seconds)

        return play

    told: list[int] = []
    plays = interleave({"a": runner("a"), "b": runner("b")}, 3, 0.5, lambda: told.append(1))
    assert order == ["a", "b", "b", "a", "a", "b"]
    assert len(told) == 6
    assert plays["a"] == [Play(1, 0.5)] * 3


def test_ratios_are_taken_within_a_round() -> None:
    """A machine that halves its speed for a round changes rates, not ratios."""
    ours = [Play(100, 1.0), Play(50, 1.0), Play(100, 1.0)]
    theirs = [Play(200, 1.0), Play(100, 1.0), Play(200, 1.0, chance=50)]
    assert paired_ratio(ours, theirs) == 0.5
    assert median_rate(theirs) == 200
    assert chance_share(theirs) == 0.1


@pytest.mark.parametrize(
    ("goal", "verdict"),
    [
        (Goal("a", 6.0, 6.0, "µs"), "met"),
        (Goal("a", 9.0, 6.0, "µs"), "missed by 50%"),
        (Goal("a", 0.35, 0.35, "×", at_least=True), "met"),
        (Goal("a", 0.28, 0.35, "×", at_least=True), "missed by 20%"),
    ],
)
def test_a_goal_says_whether_it_is_met_and_by_how_much_it_is_missed(goal: Goal, verdict: str) -> None:
    assert goal.verdict == verdict


def test_cost_is_the_median_over_the_items() -> None:
    seen: list[int] = []
    assert cost(seen.append, [1, 2, 3]) >= 0
    assert seen == [1, 2, 3]


def test_positions_are_such_that_their_action_is_accepted_and_carry_the_longest_promised_id() -> None:
    positions = sample(PRESETS["american_page_one"], 60, Random(1))
    assert len(positions) == 60
    assert len(MATCH_ID) == 36
    for position in positions:
        assert position.state.match.match_id == MATCH_ID
        assert apply(position.state, position.action)[0].version == position.state.version + 1


def test_pick_never_takes_a_call_out() -> None:
    for position in play_round(PRESETS["american_page_one"], Random(2)):
        actions = legal_actions(position.state, position.state.turn).actions
        assert not isinstance(pick(actions, Random(position.made).random), CallOut)


def test_equal_hands_pairs_positions_by_the_hand_to_act() -> None:
    whole = list(play_round(PRESETS["page_one"], Random(3)))
    early, late = of_equal_hands(whole[:6], whole[6:])
    assert early
    assert [hand_size(position) for position in early] == [hand_size(position) for position in late]


@pytest.mark.parametrize("contestant", OURS, ids=lambda one: one.key)
def test_ours_plays_on_through_rounds_and_matches(contestant: object) -> None:
    chosen = next(one for one in OURS if one is contestant)
    play = chosen.start()(0.05)
    assert play.steps > 0
    assert play.chance == 0
    assert play.rate == play.steps / play.seconds


@pytest.mark.skipif(
    find_spec("pyspiel") is None or find_spec("rlcard") is None,
    reason="the engines to compare with come with `make bench` (extra bench)",
)
@pytest.mark.filterwarnings("ignore")  # what the others warn of on import is theirs
@pytest.mark.parametrize("contestant", PEERS, ids=lambda one: one.key)
def test_peers_play_on(contestant: object) -> None:
    chosen = next(one for one in PEERS if one is contestant)
    play = chosen.start()
    assert play(0.02).steps > 0
    assert play(0.02).steps > 0


def test_sizes_keep_what_is_promised() -> None:
    """A four-seat state of a preset fits in 400 bytes, its view in 600."""
    for preset in PRESETS:
        sizes = measure_sizes(preset, 1)
        assert sizes.positions > SEATS
        assert 100 < sizes.state <= STATE_LIMIT
        assert 100 < sizes.view <= VIEW_LIMIT


def test_the_report_has_every_figure_and_every_goal() -> None:
    race = {one.key: [Play(100 + at, 1.0), Play(110 + at, 1.0)] for at, one in enumerate((*OURS, *PEERS))}
    parts = [measure_parts("american_page_one", 20, 1)]
    lengths = [replace(measure_length("american_page_one", 6, 1), ratio=1.5)]
    measured = Measured(MACHINE, 0.5, 2, race, parts, lengths, [measure_sizes("page_one", 1)])
    text = markdown(measured)
    assert "- Command: `make bench`" in text
    for contestant in PEERS:
        assert contestant.name in text
    found = {goal.what: goal for goal in goals(measured)}
    assert found["american step rate ÷ OpenSpiel clone + apply"].bound == CLONE_RATIO
    assert found["american_page_one: a step at action 500 ÷ at action 5"].verdict == "missed by 36%"
    for goal in found.values():
        assert f"| {goal.what} |" in text
        assert goal.verdict in text
