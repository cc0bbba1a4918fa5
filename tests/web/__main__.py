"""Take the pictures of the table for README and docs: docs/web-*.png. Run by `make web-pictures`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pageone_engine import view
from pageone_engine.state import State, Trick
from pageone_engine.terms import DobonReturn, Evasion, Phase

from tests import needs
from tests.engine.positions import american, page_one
from tests.web.chromium import Chromium, chromium
from tests.web.pictures import Scene, scene
from tests.web.stack import Stack, stack
from tests.web.table import SETTLED, card_selector

DOCS = needs.ROOT / "docs"
_WIDE = (1280, 800)
_PHONE = (390, 800)
_HOUSE = american(
    dobon={"enabled": True, "dobon_return": DobonReturn.LAST_LAID}, evasion=Evasion.LINKED, sets=True, jokers=4
)


@dataclass(frozen=True)
class Picture:
    """A picture: what is shown, on what screen, and what is done before it is taken."""

    name: str
    about: str
    size: tuple[int, int]
    language: str
    scheme: str
    game: Callable[[], Scene] | None = None
    steps: tuple[Callable[[Chromium], None], ...] = field(default=())


def _points(card: int) -> int:
    return 0 if card == 53 else (card - 1) % 13 + 1


def dobon_is_possible(state: State) -> bool:
    """A bot's card is one that the person's few cards sum to, and its answer is awaited."""
    last = state.last_play
    return (
        state.phase == Phase.CLAIMS
        and last is not None
        and last.seat != 0
        and 0 in view(state, 0).awaited
        and 2 <= len(state.hands[0]) <= 4
        and sum(map(_points, state.hands[0])) == _points(last.cards[-1])
    )


def choice_of_suit(state: State) -> bool:
    """The person's turn, a wild card and others in hand, after a round with scores."""
    wild = any(_points(card) == 8 for card in state.hands[0])
    return state.round >= 2 and state.phase == Phase.TURN and state.turn == 0 and wild and 4 <= len(state.hands[0]) <= 8


def middle_of_a_trick(state: State) -> bool:
    """Page One: the person follows, and cannot play everything it has."""
    if not isinstance(state.table, Trick):
        return False
    plays = state.table.plays
    suits = {(card - 1) // 13 for card in state.hands[0] if card != 53}
    return (
        state.phase == Phase.TURN
        and state.turn == 0
        and len(plays) == 2
        and state.round >= 2
        and len(state.hands[0]) >= 3
        and len(suits) >= 3
        and (plays[0][1] - 1) // 13 in suits
    )


def _lift_wild(page: Chromium) -> None:
    page.click(", ".join(f"{card_selector(f'8{suit}')}" for suit in "CDHS"))
    page.wait_for(".suit-button")


def _house_rules(page: Chromium) -> None:
    page.click("input[name=game][value=american_page_one]")
    page.wait_for(".in-words[aria-busy=false] .summary li")
    for part in ("dobon", "play"):
        page.click(f"[data-group={part}] summary")
    page.check("#option-american_page_one-dobon-enabled")
    page.wait_for("[data-group=dobon] .meaning")
    page.evaluate("document.querySelector('[data-group=play]').scrollIntoView({ block: 'start' })")
    page.evaluate("scrollBy(0, 200)")


PICTURES = (
    Picture(
        "web-desktop-en",
        "American Page One: a suit is named with a wild card",
        _WIDE,
        "en",
        "light",
        lambda: scene(american(), 4, choice_of_suit),
        (_lift_wild,),
    ),
    Picture("web-desktop-ja-dark", "a window: dobon", _WIDE, "ja", "dark", lambda: scene(_HOUSE, 4, dobon_is_possible)),
    Picture(
        "web-phone-ja",
        "Page One on a phone",
        _PHONE,
        "ja",
        "light",
        lambda: scene(page_one(), 3, middle_of_a_trick),
    ),
    Picture("web-phone-en-dark", "dobon on a phone", _PHONE, "en", "dark", lambda: scene(_HOUSE, 4, dobon_is_possible)),
    Picture("web-setup-ja", "house rules, in words", _WIDE, "ja", "light", None, (_house_rules,)),
)


def take(picture: Picture, page: Chromium, site: Stack) -> Path:
    """Take one picture; where it is."""
    shown = picture.game() if picture.game else None
    page.open(
        site.url + ("#/game" if shown else ""),
        storage=shown.storage() if shown else {},
        size=picture.size,
        scheme=picture.scheme,
        language=picture.language,
        theme="auto",
    )
    page.wait_for(SETTLED if shown else ".in-words[aria-busy=false] .summary li")
    for step in picture.steps:
        step(page)
    path = DOCS / f"{picture.name}.png"
    page.screenshot(path)
    return path


def main() -> None:
    """Take them all."""
    with tempfile.TemporaryDirectory() as folder, stack(Path(folder)) as site, chromium() as page:
        for picture in PICTURES:
            print(f"{take(picture, page, site)}: {picture.about}")


if __name__ == "__main__":
    main()
