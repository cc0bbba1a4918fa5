"""The open-loop driver: calls go out at their times, latencies count from those, and real games are played forward."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import threading
from collections import Counter
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests import needs
from tests.service.support import Ended, Running, running

if find_spec("hdrh") is None or find_spec("matplotlib") is None:
    if needs.REQUIRED:
        raise RuntimeError("required here: hdrhistogram and matplotlib; make load-tools")
    pytest.skip("hdrhistogram and matplotlib come with `make load-tools`", allow_module_level=True)

from tests.load.__main__ import arguments, main
from tests.load.driver import DriverError, driving
from tests.load.figures import Figures, Histogram, Step, together
from tests.load.process import own_server
from tests.load.slo import Objective, broken, knee
from tests.load.traffic import ENGINE_MIX, SOLO_MIX, Traffic
from tests.load.worker import Games, Order, Target, arrivals

GAMES = Games({"GetView": 1}, ("page_one",), 4, 16, 4, 0)


def step(rate: float, latencies: list[float], errors: int = 0) -> Step:
    """A step of one second with these latencies, seconds."""
    figures = Figures(due=round(rate), lasted=1.0)
    for latency in latencies:
        figures.note("GetView", "OK", latency, latency, 0)
    for _ in range(errors):
        figures.note("GetView", "UNAVAILABLE", 0.001, 0.001, 0)
    return Step(rate, 1.0, figures)


def test_fixed_arrivals_are_even_and_poisson_ones_are_not() -> None:
    fixed = list(arrivals(Order(100, 2, 5.0, poisson=False), Random(1)))
    assert len(fixed) == 200
    assert 5.0 <= fixed[0] < 5.01
    assert {round(b - a, 9) for a, b in pairwise(fixed)} == {0.01}
    chance = list(arrivals(Order(1000, 4, 5.0), Random(1)))
    gaps = [b - a for a, b in pairwise(chance)]
    assert 3700 < len(chance) < 4300
    # Of a Poisson process' gaps a share of 1 - 1/e is shorter than the mean.
    assert sum(gap < 0.001 for gap in gaps) / len(gaps) == pytest.approx(0.632, abs=0.03)
    assert chance == list(arrivals(Order(1000, 4, 5.0), Random(1)))


def test_histograms_add_up_across_processes() -> None:
    one, other = Figures(), Figures()
    for latency in (0.001, 0.002, 0.003):
        one.note("GetView", "OK", latency, latency, 0)
    other.note("GetView", "UNAVAILABLE", 0.5, 0.5, 1)
    other.note("ApplyAction", "OK", 0.004, 0.004, 1)
    whole = together([pickle.loads(pickle.dumps(one)), pickle.loads(pickle.dumps(other))])
    assert whole.by_code() == {"OK": 4, "UNAVAILABLE": 1}
    assert whole.whole().count == 5
    assert whole.latency["GetView"].percentile(50) == pytest.approx(0.002, rel=0.01)
    assert whole.whole().most == pytest.approx(0.5, rel=0.01)
    assert whole.seconds == Counter({(0, True): 3, (1, True): 1, (1, False): 1})


def test_a_histogram_keeps_three_digits() -> None:
    histogram = Histogram()
    for at in range(1, 1001):
        histogram.record(at / 1000)
    assert histogram.percentile(50) == pytest.approx(0.5, rel=0.002)
    assert histogram.percentile(99.9) == pytest.approx(0.999, rel=0.002)


def test_the_objective_is_broken_by_latency_errors_or_missing_answers() -> None:
    objective = Objective(p99_ms=50, errors=0.01)
    assert objective.faults(step(100, [0.01] * 100)) == []
    assert "p99 is" in objective.faults(step(100, [0.01] * 95 + [0.1] * 5))[0]
    assert "3 UNAVAILABLE" in objective.faults(step(100, [0.01] * 97, errors=3))[0]
    assert "only 50 were answered" in objective.faults(step(100, [0.01] * 50))[0]
    good, bad, good_again = step(10, [0.01] * 10), step(20, [0.2] * 20), step(30, [0.01] * 30)
    assert knee(objective, [good_again, bad, good]) is good
    assert knee(objective, [bad]) is None
    assert broken(objective, [good, bad], most=15) == []
    assert len(broken(objective, [good, bad], most=20)) == 1


def play(server: Running, traffic: Traffic, calls: int) -> Counter[str]:
    """Make so many calls of some traffic, all of which must be answered; the calls by method."""
    made: Counter[str] = Counter()
    for _ in range(calls):
        request = traffic.next()
        answer = server.raw(request.path, request.message)
        assert not isinstance(answer, Ended), (request.path, answer)
        request.done(answer)
        made[request.path.rpartition("/")[2]] += 1
    return made


def test_real_matches_are_played_forward() -> None:
    """Load: mixed traffic of real games; every answer's state goes into the next call, to the matches' ends."""
    presets = ("page_one", "imohori", "only_one", "american_page_one")
    with running() as server:
        traffic = Traffic(ENGINE_MIX, presets, 4, 8, Random(3))
        made = play(server, traffic, 600)
        assert set(made) == set(ENGINE_MIX)
        versions = sorted(table.state.version for table in traffic.free)
        assert versions[-1] > 20
        assert sum(versions) >= made["ApplyAction"]


def test_games_against_bots_are_played_forward() -> None:
    """Load: the ticket of every answer goes into the next Act."""
    with running() as server:
        traffic = Traffic(SOLO_MIX, ("page_one", "american_page_one"), 4, 8, Random(7))
        made = play(server, traffic, 150)
        assert set(made) == set(SOLO_MIX)
        assert max(game.view.version for game in traffic.games) > 8


def test_a_match_that_is_over_is_cleared_away() -> None:
    with running() as server:
        traffic = Traffic({"ApplyAction": 1}, ("page_one",), 4, 8, Random(5))
        made = play(server, traffic, 1_000)
        assert made["CreateMatch"] >= 2
        assert len(traffic.free) == 1


def test_waiting_for_a_server_that_stands_still_is_in_the_latency() -> None:
    """Load: latency counts from the intended time, so that a stall shows although few calls are let go meanwhile."""
    with own_server("--log-level=error") as server:
        target = Target((server.address,), in_flight=2)
        with driving(target, GAMES, 1) as driver:
            driver.step(0, 0.2, callers=2)
            told: list[int] = []
            stop = threading.Timer(0.6, os.kill, (server.pid, signal.SIGSTOP))
            go_on = threading.Timer(1.2, os.kill, (server.pid, signal.SIGCONT))
            stop.start()
            go_on.start()
            found = driver.step(100, 2.0, poisson=False, tell=told.append).figures
            go_on.join()
    assert found.due == 200
    assert found.by_code() == {"OK": 200}
    assert found.held > 20
    # Two calls were on their way when it stood still; of those due meanwhile, all waited.
    assert found.service.percentile(95) < 0.3
    assert found.whole().percentile(90) > 0.2
    assert sum(told) <= 200


def test_codes_of_calls_that_fail_are_counted() -> None:
    with own_server("--log-level=error", "--max-call-seconds=0.1") as server:
        target = Target((server.address,), timeout=0.000_001)
        with pytest.raises(DriverError, match="DEADLINE_EXCEEDED"), driving(target, GAMES, 1):
            pass


def test_a_run_reports_what_the_server_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Load: several processes, several rates, the objective's exit status, a page that needs nothing else."""
    given = ["--quick", "--rates=30,60", "--tables=2", "--output", str(tmp_path), "--slo-p99-ms=9000"]
    assert main(given) == 0
    shown = capsys.readouterr().out
    assert "Knee: 60 calls/s" in shown
    data = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert data["kept"] is True
    assert [one["rate"] for one in data["steps"]] == [30, 60]
    for one in data["steps"]:
        assert one["codes"] == {"OK": one["calls"]}
        assert one["calls"] == sum(method["calls"] for method in one["methods"].values()) > 10
        assert one["latency_ms"]["p50"] >= one["latency_ms_from_sending"]["p50"] > 0
    counted = int(re.search(r"([\d,]+) OK", data["server"]["calls it has ended, by its own count"])[1].replace(",", ""))  # type: ignore[index]
    assert counted > sum(one["calls"] for one in data["steps"])
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 4
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//|@import|<script""", page)


def test_a_broken_objective_is_told_by_the_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with own_server("--log-level=error") as server:
        given = ["--quick", "--rates=20", "--tables=2", "--processes=1", "--address", server.address]
        assert main([*given, "--output", str(tmp_path), "--slo-p99-ms=0.001"]) == 1
    assert "p99 is" in capsys.readouterr().out


def test_a_server_that_is_not_there_ends_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--quick", "--address", "127.0.0.1:1", "--timeout=0.3", "--output", str(tmp_path)]
    assert main(given) == 2
    assert "not possible" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--mix", "Chess=1"], "'Chess' is none of CreateMatch"),
        (["--rules", "chess"], "no presets: chess"),
        (["--rates", "100,0"], "a number above 0"),
        (["--slo-errors", "2"], "a share from 0 to 1"),
        (["--processes", "0"], "a whole number from 1"),
    ],
)
def test_a_bad_option_is_named(given: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(given)
    assert told in capsys.readouterr().err
