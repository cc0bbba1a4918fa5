"""A real Chromium for tests: clients/web/e2e/runner.mjs drives it with playwright-core, this tells it what to do."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import Any, Final

from tests import needs

E2E: Final = needs.ROOT / "clients" / "web" / "e2e"
#: Seconds until a command that is not answered counts as failed; the runner gives up sooner.
PATIENCE: Final = 40.0
DESKTOP: Final = (1280, 900)
PHONE: Final = (360, 740)
SETTINGS_KEY: Final = "pageone.settings"


@dataclass(frozen=True)
class Call:
    """A call of the page: the method's name, HTTP status and headers, the messages' frames as they were sent."""

    method: str
    status: int
    headers: Mapping[str, str]
    request: bytes
    answer: bytes


class Chromium:
    """A browser that shows one page at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.version: str = self._answer()
        #: How often axe has looked at a page.
        self.looks = 0

    def _do(self, name: str, **given: object) -> Any:  # noqa: ANN401 - what a page returns
        assert self._process.stdin is not None
        print(json.dumps({"do": name, **given}), file=self._process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> Any:  # noqa: ANN401 - what a page returns
        assert self._process.stdout is not None
        if not select([self._process.stdout], [], [], PATIENCE)[0]:
            raise AssertionError(f"Chromium's runner has not answered within {PATIENCE:g} s")
        line = self._process.stdout.readline()
        assert line, f"Chromium's runner ended with status {self._process.wait(PATIENCE)}"
        answer = json.loads(line)
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["value"]

    def open(
        self,
        url: str,
        *,
        storage: Mapping[str, str] | None = None,
        size: tuple[int, int] = DESKTOP,
        scheme: str = "light",
        locale: str = "en-US",
        reduced_motion: bool = False,
        **settings: object,
    ) -> None:
        """Show ``url`` in a context of its own; ``settings`` are the page's, as it keeps them itself."""
        kept = {"language": "en", "pace": "off", "thinking": 0, **settings}
        options = {
            "viewport": {"width": size[0], "height": size[1]},
            "colorScheme": scheme,
            "locale": locale,
            "reducedMotion": "reduce" if reduced_motion else "no-preference",
            "hasTouch": size[0] < 600,
        }
        items = {SETTINGS_KEY: json.dumps({key: value for key, value in kept.items() if value is not None})}
        self._do("open", url=url, storage={**items, **(storage or {})}, options=options)

    def goto(self, url: str) -> None:
        """Go to another address in the same page."""
        self._do("goto", url=url)

    def reload(self) -> None:
        """Load the page anew."""
        self._do("reload")

    def click(self, selector: str, *, force: bool = False, at: tuple[int, int] | None = None) -> None:
        """Click the first element that fits, once it can be clicked; ``force``: though it says that it is disabled.

        ``at``: pixels from its upper left corner; by default its middle.
        """
        place = {"at": {"x": at[0], "y": at[1]}} if at else {}
        self._do("click", selector=selector, force=force, **place)

    def press(self, key: str) -> None:
        """Press a key, as Playwright names it."""
        self._do("press", key=key)

    def fill(self, selector: str, text: str) -> None:
        """Put a text into a field."""
        self._do("fill", selector=selector, text=text)

    def select(self, selector: str, value: str) -> None:
        """Choose an option of a list by its value."""
        self._do("select", selector=selector, value=value)

    def check(self, selector: str, on: bool = True) -> None:
        """Switch a box on or off."""
        self._do("check", selector=selector, on=on)

    def wait(self, expression: str, arg: object = None) -> None:
        """Wait until a JavaScript expression, which may use ``arg``, is true on the page."""
        self._do("wait", expression=expression, arg=arg)

    def wait_for(self, selector: str) -> None:
        """Wait until an element is there."""
        self.wait("document.querySelector(arg) !== null", selector)

    def evaluate(self, expression: str, arg: object = None) -> Any:  # noqa: ANN401 - what a page returns
        """What a JavaScript expression is on the page; it may use ``arg``."""
        return self._do("evaluate", expression=expression, arg=arg)

    def text(self, selector: str) -> str:
        """The text of the first element that fits, as it is shown; empty where there is none."""
        return str(self.evaluate("document.querySelector(arg)?.innerText ?? ''", selector))

    def texts(self, selector: str) -> list[str]:
        """The texts of all elements that fit."""
        found: list[str] = self.evaluate("[...document.querySelectorAll(arg)].map((each) => each.innerText)", selector)
        return found

    def count(self, selector: str) -> int:
        """How many elements fit."""
        return int(self.evaluate("document.querySelectorAll(arg).length", selector))

    def stored(self, key: str) -> str | None:
        """An item of the page's local storage."""
        found: str | None = self.evaluate("localStorage.getItem(arg)", key)
        return found

    def scheme(self, scheme: str) -> None:
        """Prefer light or dark."""
        self._do("scheme", scheme=scheme)

    def viewport(self, width: int, height: int) -> None:
        """Make the window another size."""
        self._do("viewport", width=width, height=height)

    def offline(self, on: bool) -> None:
        """Take the network away, or give it back."""
        self._do("offline", on=on)

    def screenshot(self, path: Path, *, full: bool = False) -> None:
        """Write a picture of the page, of all of it with ``full``."""
        self._do("screenshot", path=str(path), full=full)

    def axe(self) -> list[str]:
        """What axe finds wrong with the page as it is now, a line each."""
        self.looks += 1
        found: list[str] = self._do("axe")
        return found

    def problems(self) -> list[str]:
        """Errors and warnings in the console, and exceptions, since the last time."""
        found: list[str] = self._do("problems")
        return found

    def calls(self) -> list[Call]:
        """Every call to the service since the last time."""
        return [
            Call(
                each["method"],
                each["status"],
                each["headers"],
                base64.b64decode(each["request"]),
                base64.b64decode(each["answer"]),
            )
            for each in self._do("calls")
        ]

    def answered(self) -> int:
        """How many calls to the service were answered since the page was opened."""
        return int(self._do("answered"))

    def wait_for_answer(self, after: int) -> None:
        """Wait until more calls than ``after`` were answered."""
        self._do("waitForAnswer", after=after)

    def close(self) -> None:
        """Close the page."""
        self._do("close")


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A Chromium for many pages, ended afterwards."""
    program = needs.program("chromium")
    node = shutil.which("node")
    if node is None:
        needs.unmet("Node.js is not installed")
    if not (E2E / "node_modules" / "playwright-core").is_dir():
        needs.unmet("playwright-core is not installed: make web-tools")
    process = subprocess.Popen(
        [node, str(E2E / "runner.mjs"), program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=E2E,
    )
    try:
        yield Chromium(process)
    finally:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=PATIENCE)
        process.stdout.close()
