"""Whole matches in a real Chromium, from the setup page to the last score, and a round by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pageone_engine import PRESETS
from pageone_engine.state import State
from pageone_engine.terms import Phase

from tests.engine.positions import american
from tests.engine.positions import table as position
from tests.web.chromium import PHONE, Chromium
from tests.web.pictures import beginning
from tests.web.stack import Stack
from tests.web.table import Look, Table

#: What is played here is over sooner.
MOST_STEPS = 300


@pytest.fixture
def table(browser: Chromium, site: Stack) -> Iterator[Table]:
    """A table at which nothing hidden is shown, and nothing is complained of in the console."""
    one = Table(browser, site)
    yield one
    one.finish()


def word_owed(look: Look) -> int:
    """The word for a play that leaves one card, or none, where the rules have one."""
    owed = {2: 1, 1: 2}.get(len(look.hand), 0)
    return owed if owed in look.calls else 0


def take_turn(table: Table, look: Look) -> None:
    """Play the first card that can be played, with its word; else draw; else pass."""
    page = table.page
    if look.suits:
        table.act(".suit-button")
    elif look.legal:
        call = word_owed(look)
        if call:
            page.click(f"[data-call='{call}']")
        table.lift(look.legal[0])
        table.act(".choice .button.primary" if page.count(".choice .button.primary") else ".suit-button")
    else:
        table.act("[data-action='draw']" if look.draw else "[data-action='pass']")


def go_on(table: Table) -> None:
    """Claim nothing, call nobody out."""
    table.act("[data-window] .go-on .button")


def play(
    table: Table,
    until: Callable[[Look], bool],
    turn: Callable[[Table, Look], None] = take_turn,
    window: Callable[[Table], None] = go_on,
) -> None:
    """Go on until something is shown."""
    for _ in range(MOST_STEPS):
        look = table.look()
        if until(look):
            return
        if look.results == "round":
            table.act("[data-action='next-round']")
        elif look.window in ("callOut", "answer"):
            window(table)
        elif look.suits or look.legal or look.draw or look.pass_:
            turn(table, look)
        else:
            # Nothing is the person's to do: the page goes on by itself.
            table.after(lambda: None)
    raise AssertionError(f"not after {MOST_STEPS} steps")


@pytest.mark.parametrize(
    ("preset", "seed", "how"),
    [
        ("page_one", 24, {}),
        ("imohori", 1, {"language": "ja"}),
        ("only_one", 3, {"size": PHONE, "scheme": "dark"}),
        ("american_page_one", 3, {"language": "ja", "size": PHONE}),
    ],
)
def test_a_whole_match(table: Table, preset: str, seed: int, how: dict[str, object]) -> None:
    """Round after round to the end: the scores are the true ones, and the browser finds that it was dealt fairly.

    The deal is a known one, so that the match is as long each time; other tests start theirs on the setup page.
    """
    deal = beginning(PRESETS[preset], 2, seed)
    table.page.open(f"{table.site.url}#/game", storage=deal.storage(), **how)  # type: ignore[arg-type]
    table.settle()
    play(table, lambda look: look.results == "match")
    state: State = table.state
    assert state.phase == Phase.MATCH_OVER
    rows = table.page.evaluate(
        """[...document.querySelectorAll('.results .scores tbody tr, .results table tbody tr')]
             .map((row) => row.innerText.replaceAll('−', '-'))"""
    )
    for score in state.scores:
        assert any(str(score) in row.replace("+", "").split() for row in rows), (score, rows)
    table.page.wait_for("[data-fair]")
    assert table.page.count("[data-fair='true']") == 1
    table.check_access()
    # To the beginning again, with what was played last.
    table.act("[data-action='again']")
    assert table.state.version < state.version
    assert table.state.match.rules == state.match.rules


def press_to(table: Table, selector: str, key: str = "Tab", most: int = 80) -> None:
    """Press a key until the focus is on an element."""
    for _ in range(most):
        if table.page.evaluate("document.activeElement?.matches(arg) ?? false", selector):
            return
        table.page.press(key)
    raise AssertionError(f"{key} does not lead to {selector}")


def keyboard_turn(table: Table, look: Look) -> None:
    """As `take_turn`, with keys: h to the hand, arrows, Enter; the words by their numbers; d and p."""
    page = table.page
    if look.suits:
        press_to(table, ".suit-button")
        table.after(lambda: page.press("Enter"))
    elif look.legal:
        call = word_owed(look)
        if call:
            page.press(str(call))
        page.press("h")
        page.press("Home")
        press_to(table, f".hand-card[data-card='{look.legal[0]}']", "ArrowRight", len(look.hand))
        page.press("Space")
        if table.look().suits:
            press_to(table, ".suit-button")
            table.after(lambda: page.press("Enter"))
        else:
            table.after(lambda: page.press("Enter"))
    else:
        table.after(lambda: page.press("d" if look.draw else "p"))


def test_a_round_by_keyboard_alone(table: Table) -> None:
    """From the setup page to the second round, without a pointer."""
    table.page.open(table.site.url)
    table.page.wait_for(".in-words[aria-busy=false] .summary li")
    press_to(table, "input[name=game]")
    for _ in range(3):
        table.page.press("ArrowDown")
    press_to(table, "#seats")
    table.page.press("2")
    press_to(table, ".start button", most=120)
    table.after(lambda: table.page.press("Enter"))
    assert table.state.match.rules.name == "american_page_one"
    assert len(table.state.hands) == 2

    def window(table: Table) -> None:
        table.after(lambda: table.page.press("g"))

    play(table, lambda look: look.results == "round", keyboard_turn, window)
    press_to(table, "[data-action='next-round']")
    table.after(lambda: table.page.press("Enter"))
    assert table.state.round == 2


def test_without_letters_as_keys_tab_reaches_everything(table: Table) -> None:
    """WCAG 2.1.4: single letters can be switched off; what they did is still done by Tab and Enter."""
    table.sit(position(["5D 9D KC", "7C 9H 2S"], "5S", draws="4H", rules=american()), letterKeys=False)
    table.page.press("d")
    press_to(table, "[data-action='draw']")
    assert table.state.version == 20
    table.after(lambda: table.page.press("Enter"))
    press_to(table, "[data-action='pass']")
    events = table.after(lambda: table.page.press("Space"))
    assert events[0] == "turn_passed"


ANIMATED = """document.getAnimations().filter((each) => each.playState === 'running'
  && each.effect.getComputedTiming().endTime > 50).length"""


@pytest.mark.parametrize("reduced", [False, True])
def test_reduced_motion(table: Table, reduced: bool) -> None:
    """Who asks for less motion sees none; who does not, sees cards fly (so this test could fail)."""
    table.sit(position(["5D 9D KC", "7C 9H 2S"], "5S", draws="4H"), reduced_motion=reduced, pace="normal")
    table.page.evaluate(
        f"""(() => {{
          window.moved = 0;
          const look = () => {{ window.moved = Math.max(window.moved, {ANIMATED}); requestAnimationFrame(look); }};
          look();
        }})()"""
    )
    table.act("[data-action='draw']")
    table.act("[data-action='pass']")
    assert (table.page.evaluate("window.moved") == 0) is reduced
