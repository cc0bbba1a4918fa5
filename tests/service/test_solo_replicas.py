"""Games over two server processes that share a file of keys and nothing else (issue 3)."""

from __future__ import annotations

from tests.solo_soak import run


def test_games_over_two_replicas_finish() -> None:
    """Issue 3: random switching between replicas: every game finishes (`make soak-solo` plays many more)."""
    report, rotation = run(games=24, first=0, jobs=2, chunk=4)
    assert not report.failures
    assert report.games == 24
    assert report.switches > report.calls / 4
    assert max(report.tickets) <= 1200
    assert set(report.keys) <= set(rotation.ids)
