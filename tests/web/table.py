"""The table in the browser as a person uses it, and the true game behind it: what the ticket holds."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import Any

from pageone.v1 import event_pb2, solo_service_pb2
from pageone_engine.state import State

from tests.engine.positions import card
from tests.web import privacy
from tests.web.chromium import PHONE, Call, Chromium
from tests.web.stack import RECORD_KEY, Stack, kept, opened

SETTLED = "main[data-phase][data-busy=false]"
SUITS = {"C": 1, "D": 2, "H": 3, "S": 4}
#: What the page shows of the moment, in one look.
_LOOK = """(() => {
  const main = document.querySelector('main');
  const can = (name) => {
    const button = document.querySelector(`.draw-pass [data-action="${name}"]`);
    return button !== null && !button.classList.contains('dim');
  };
  return {
    phase: main?.dataset.phase ?? '',
    window: document.querySelector('[data-window]')?.dataset.window ?? '',
    results: document.querySelector('[data-results]')?.dataset.results ?? '',
    hand: [...document.querySelectorAll('.hand-card')].map((each) => Number(each.dataset.card)),
    legal: [...document.querySelectorAll('.hand-card.legal')].map((each) => Number(each.dataset.card)),
    calls: [...document.querySelectorAll('[data-call]')].map((each) => Number(each.dataset.call)),
    suits: document.querySelector('.suit-button') !== null,
    draw: can('draw'),
    pass: can('pass'),
  };
})()"""

#: Controls that are not on the screen as a whole, or too small to touch (WCAG 2.5.8: 24 pixels).
_AWKWARD = """[...document.querySelectorAll('main button, header button, header select')]
  .map((each) => [each.getBoundingClientRect(), each])
  .filter(([box]) => box.width > 0)
  .filter(([box]) => box.left < -1 || box.right > innerWidth + 1 || box.width < 24 || box.height < 24)
  .map(([box, each]) => `${each.className} ${each.innerText} ${box.left} ${box.width}x${box.height}`)"""


@dataclass(frozen=True)
class Look:
    """What is shown now; cards by their numbers."""

    phase: str
    window: str
    results: str
    hand: list[int]
    legal: list[int]
    calls: list[int]
    suits: bool
    draw: bool
    pass_: bool


@dataclass
class Table:
    """A page with a game; every call that it made is kept in ``calls``."""

    page: Chromium
    site: Stack
    calls: list[Call] = field(default_factory=list)
    recent: list[event_pb2.Event] = field(default_factory=list)

    def sit(self, state: State, seat: int = 0, **how: Any) -> None:  # noqa: ANN401 - those of Chromium.open
        """Open a game that stands so, as after a reload."""
        strength = how.pop("strength", 3)
        self.page.open(f"{self.site.url}#/game", storage=kept(state, seat, strength), **how)
        self.settle()

    def settle(self) -> None:
        """Wait until the page has shown all there is, and waits for the person."""
        self.page.wait_for(SETTLED)

    def look(self) -> Look:
        """What is shown now."""
        told = self.page.evaluate(_LOOK)
        return Look(**{("pass_" if key == "pass" else key): value for key, value in told.items()})

    @property
    def version(self) -> int:
        """Of the view that is shown."""
        return int(self.page.evaluate("Number(document.querySelector('main').dataset.version)"))

    @property
    def state(self) -> State:
        """The true state, out of the ticket that the browser keeps."""
        record = json.loads(self.page.stored(RECORD_KEY) or "{}")
        return opened(base64.b64decode(record["ticket"])).state

    def act(self, selector: str, *, force: bool = False) -> list[str]:
        """Click what makes a call, wait for all it leads to; the kinds of the events that came."""
        return self.after(lambda: self.page.click(selector, force=force))

    def after(self, does: Any) -> list[str]:  # noqa: ANN401 - a function without arguments
        """Do what makes a call, wait for all it leads to; the kinds of the events that came."""
        self.calls += self.page.calls()
        before = self.page.answered()
        does()
        self.page.wait_for_answer(before)
        self.settle()
        return self.events()

    def events(self) -> list[str]:
        """The kinds of all events that came since the last time."""
        new = self.page.calls()
        self.calls += new
        self.recent = []
        for call in new:
            answer = privacy.answer_of(call)
            if isinstance(answer, solo_service_pb2.ActResponse | solo_service_pb2.StartGameResponse):
                self.recent += answer.events
        return [str(event.WhichOneof("kind")) for event in self.recent]

    def told(self, kind: str) -> Any:  # noqa: ANN401 - a message of the kind
        """What the first event of a kind says, of those that came last."""
        return next(getattr(event, kind) for event in self.recent if event.WhichOneof("kind") == kind)

    def lift(self, number: int) -> None:
        """Choose a card of the hand, by what is always seen of it: its left edge."""
        self.page.click(f".hand-card[data-card='{number}']", at=(12, 30))

    def play(self, *texts: str, suit: str = "", call: int = 0) -> list[str]:
        """Lift cards (``8C``), say a word when one is to be said, and play them."""
        if call:
            self.page.click(f"[data-call='{call}']")
        for text in texts:
            self.lift(card(text))
        if suit:
            return self.act(f".suit-button[data-suit='{SUITS[suit]}']")
        return self.act(".choice .button.primary")

    def finish(self) -> None:
        """What has to be true of every test: a quiet console, and nothing that the person may not know."""
        self.calls += self.page.calls()
        assert privacy.check(self.calls) > 0
        assert self.page.problems() == []

    def check_access(self) -> None:
        """axe finds nothing, light, dark and on a phone, where nothing is too wide for it, or too small to touch."""
        for scheme in ("dark", "light"):
            self.page.scheme(scheme)
            assert self.page.axe() == [], scheme
        size = self.page.evaluate("[innerWidth, innerHeight]")
        self.page.viewport(*PHONE)
        # The hand finds out how wide it may be a frame later.
        try:
            self.page.wait(f"document.documentElement.scrollWidth <= innerWidth && {_AWKWARD}.length === 0")
        finally:
            assert self.page.evaluate(_AWKWARD) == []
            assert self.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        assert self.page.axe() == [], "phone"
        self.page.viewport(*size)


def card_selector(text: str) -> str:
    """A card of the hand, as it is written (``8C``)."""
    return f".hand-card[data-card='{card(text)}']"
