"""How long a person may think before the game goes on by itself, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pageone_engine.state import State

from tests.engine.positions import run
from tests.engine.positions import table as position
from tests.web.chromium import Chromium
from tests.web.stack import Stack
from tests.web.table import Table

WENT_ON = "Number(document.querySelector('main').dataset.version) > arg"
RUNS = "document.querySelector('.clock:not(.paused)') !== null"
STANDS = "document.querySelector('.clock.paused') !== null"


@pytest.fixture
def table(browser: Chromium, site: Stack) -> Iterator[Table]:
    """A table at which nothing hidden is shown, and nothing is complained of in the console."""
    one = Table(browser, site)
    yield one
    one.finish()


@pytest.fixture
def missed() -> State:
    """A bot has laid its last card but one without the word (C13)."""
    return run(position(["5D 9D KS", "7C 9H", "4H 6S 10D"], "5C", turn=1), "1 7C")


def test_the_game_goes_on_by_itself(table: Table, missed: State) -> None:
    """C13: a person that says nothing in its time has let the play pass."""
    table.sit(missed, thinking=2, strength=1)
    version = table.version
    table.page.wait(WENT_ON, version)
    table.settle()
    assert "offense_called_out" not in table.events()


def test_the_clock_stands_for_whoever_is_thinking(table: Table, missed: State) -> None:
    """Neither a look at the help nor one at the panel costs time; each ends with what began it."""
    table.sit(missed, thinking=8, strength=1)
    version = table.version
    table.page.wait(RUNS)
    table.page.press("?")
    table.page.wait(STANDS)
    table.page.press("Escape")
    table.page.wait(RUNS)
    table.page.press("c")
    table.page.wait(STANDS)
    assert table.page.evaluate("document.activeElement.dataset.offense") == "1"
    table.page.press("h")
    table.page.wait(RUNS)
    assert table.version == version


def test_without_a_time_nothing_goes_on(table: Table, missed: State) -> None:
    """With 0 chosen there is no clock: only the person lets the game go on, here by a key."""
    table.sit(missed, thinking=0, strength=1)
    assert table.page.evaluate("document.querySelector('.clock') === null")
    table.after(lambda: table.page.press("g"))
    assert table.look().window != "callOut"
