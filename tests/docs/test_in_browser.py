"""The site as a reader has it, in Chromium: nothing from elsewhere, no complaint, a search that answers in Japanese."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import needs

MODULES = needs.ROOT / "clients" / "web" / "e2e"
SECONDS = 200


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and writes nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        pass


@pytest.fixture
def url(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            serving.join(30)


def test_a_reader_gets_all_of_it_from_one_place(url: str) -> None:
    """Pages, search in both languages, a phone's width."""
    if not (MODULES / "node_modules" / "playwright-core").is_dir():
        needs.unmet("playwright-core is not installed: make web-tools")
    script = Path(__file__).with_name("browser.mjs")
    ran = subprocess.run(
        [needs.program("node"), str(script), str(MODULES), needs.program("chromium"), url],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    seen = json.loads(ran.stdout)
    assert seen["elsewhere"] == []
    assert seen["complaints"] == []
    assert seen["overflow"] == [], "wider than a phone"
    assert [heading.rstrip("¶") for heading in seen["headings"]] == [
        "Page One",
        "Page One",
        "API reference",
        "pageone-client",
        "ページワン",
    ]
    assert seen["found"]["ドボン"].startswith(f"{url}/rules.html")
    assert seen["found"]["compare-and-set"].partition("?")[0].startswith(url)
