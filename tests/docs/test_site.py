"""The documentation as a site: the pages of GitHub, nothing fetched from elsewhere, found in two languages."""

from __future__ import annotations

import json
import posixpath
import re
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt

from tests import needs
from tools import docs_site

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PAGES: Final = docs_site.pages()
SECONDS: Final = 120
#: The parts of a page that GitHub and the site must agree on.
PARTS: Final = (
    *("h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "table", "tr", "td", "th"),
    *("pre", "code", "strong", "em", "blockquote", "img", "hr", "a"),
)


class Page(HTMLParser):
    """What a page of the site says: its parts, its links, its anchors, its language."""

    def __init__(self, text: str, *, whole: bool) -> None:
        super().__init__()
        self.parts: Counter[str] = Counter()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.language = ""
        self._counts = whole
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.anchors.add(given["id"])
        self._addresses(tag, given)
        if tag == "html":
            self.language = given.get("lang", "")
        elif tag == "article":
            self._counts = True
        # mkdocs adds a link beside each heading and an anchor before each line of code.
        elif self._counts and given.get("class") != "headerlink" and not given.get("id", "").startswith("__"):
            self.parts[tag] += 1

    def _addresses(self, tag: str, given: dict[str, str]) -> None:
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and given.get("rel") not in ("canonical", "next", "prev", "alternate"):
            self.fetched.append(given["href"])
        self.fetched += [given[name] for name in ("src", "srcset", "data", "poster") if name in given]

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._counts = False


@pytest.fixture(scope="module")
def read(site: Path) -> dict[str, Page]:
    """Every page of HTML in the site, by its place there."""
    return {
        file.relative_to(site).as_posix(): Page(file.read_text(encoding="utf-8"), whole=False)
        for file in site.rglob("*.html")
    }


def built_page(name: str) -> str:
    return name.removesuffix(".md") + ".html"


def test_every_page_is_built_and_in_the_menu(site: Path, read: dict[str, Page]) -> None:
    """And nothing else is."""
    assert set(read) == {built_page(name) for name in PAGES.values()} | {"404.html"}
    start = (site / "index.html").read_text(encoding="utf-8")
    menu = {unquote(link).partition("#")[0] for link in re.findall(r'href="([^"]+)" class="md-nav__link', start)}
    assert {built_page(name) for name in PAGES.values()} <= menu


@pytest.mark.parametrize("file", PAGES)
def test_a_page_says_the_same_here_and_on_github(file: str, read: dict[str, Page]) -> None:
    """Two readers of Markdown see the same headings, lists, tables, code and links: none is swallowed by the other."""
    text = docs_site.without_folders((ROOT / file).read_text(encoding="utf-8"), file)
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    theirs = Page(reader.render(text), whole=True).parts
    # What mkdocs takes for a part of a sentence GitHub takes for a block: a picture in a paragraph looks the same.
    theirs["p"] += theirs["picture"]
    ours = read[built_page(PAGES[file])].parts
    assert {part: ours[part] for part in PARTS} == {part: theirs[part] for part in PARTS}
    assert ours["h1"]


def test_nothing_is_fetched_from_elsewhere(site: Path, read: dict[str, Page]) -> None:
    """No script, style, font or picture of another host, in pages and in style sheets."""
    for name, page in read.items():
        assert len(page.fetched) > 3
        assert [each for each in page.fetched if re.match(r"[a-z]+:|//", each)] == [], name
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert re.findall(r"""(?:@import|url\()\s*["']?(?:https?:)?//[^)"']*""", text) == [], sheet.name
    assert not any("mermaid" in (site / name).read_text(encoding="utf-8") for name in read), "loads from a CDN"


def test_every_link_leads_somewhere(site: Path, read: dict[str, Page]) -> None:
    """To a file of the site and, where a heading is named, to that heading."""
    followed = 0
    for name, page in read.items():
        for link in (*page.links, *page.fetched):
            path, _, fragment = unquote(link).partition("#")
            if re.match(r"[a-z]+:|//|/|\.$", path) or name == "404.html":
                continue
            there = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            assert (site / there).exists(), f"{name}: {link}"
            if fragment and there in read:
                assert fragment in read[there].anchors, f"{name}: {link}"
            followed += 1
    assert followed > 1000


def test_pages_say_their_language(read: dict[str, Page]) -> None:
    """For screen readers, and for browsers that offer to translate."""
    for name, page in read.items():
        assert page.language == ("ja" if name.startswith("ja/") else "en"), name
    assert "ja/index.html" in read["index.html"].links


def test_what_is_linked_but_no_page_comes_along(site: Path) -> None:
    """The contract's users look into its files; a reader of the licence sees it in the browser."""
    assert (site / "source" / "LICENSE.txt").read_bytes() == (ROOT / "LICENSE").read_bytes()
    for file in docs_site.copied(PAGES):
        assert (site / docs_site.place(file, PAGES)).read_bytes() == (ROOT / file).read_bytes()


def test_the_search_finds_words_of_both_languages(site: Path) -> None:
    """The site's own search, run as its browser does: also Japanese words within a sentence, and names in code."""
    wanted = {
        "dobon": "rules.html",
        "ドボン": "rules.html",
        "手札": "rules.html",
        "芋掘り": "rules.html",
        "再接続": "ja/index.html",
        "SuggestAction": "api.html",
        "first_dealer": "api.html",
        "capacity": "operations.html",
    }
    script = Path(__file__).with_name("search.mjs")
    ran = subprocess.run(
        [needs.program("node"), str(script), str(site), *wanted, "無い言葉"],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    *found, nothing = map(json.loads, ran.stdout.splitlines())
    for (query, page), pages in zip(wanted.items(), found, strict=True):
        assert page in pages[:5], (query, pages)
    assert nothing == []


# the links' arithmetic


def test_links_between_files_become_links_between_pages() -> None:
    """Pages, files that come along, folders that have a page; other hosts, anchors and code stay."""
    known = {
        "README.md": "start.md",
        "docs/solo.md": "solo.md",
        "docs/api.md": "api.md",
        "clients/go/README.md": "clients/go.md",
    }
    text = (
        "[a](docs/solo.md#keys) [b](LICENSE) [c](proto/pageone/v1) [d](https://x.example/docs/solo.md) [e](#here)\n"
        '<img src="docs/picture.svg"> [f](clients/go/README.md)\n```sh\n[g](docs/solo.md)\n```\n'
    )
    assert docs_site.relinked(text, "README.md", known) == (
        "[a](solo.md#keys) [b](source/LICENSE.txt) [c](api.md) [d](https://x.example/docs/solo.md) [e](#here)\n"
        '<img src="picture.svg"> [f](clients/go.md)\n```sh\n[g](docs/solo.md)\n```\n'
    )
    back = "[x](../../README.md) [y](../../docs/solo.md) [z](examples/main.go)"
    assert docs_site.relinked(back, "clients/go/README.md", known) == (
        "[x](../start.md) [y](../solo.md) [z](../source/clients/go/examples/main.go)"
    )


def test_links_to_folders_are_words_in_the_site() -> None:
    """But for those that have a page."""
    text = "[the rules' tests](../tests/engine), [the contract](../proto/pageone/v1), [solo](solo.md), [this](#here)"
    assert docs_site.without_folders(text, "docs/api.md") == (
        "the rules' tests, [the contract](../proto/pageone/v1), [solo](solo.md), [this](#here)"
    )


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("Where the rules left room 決めごと", "where-the-rules-left-room-決めごと"),
        ("C. Common to both games 共通", "c-common-to-both-games-共通"),
        ("`--workers` and CPUs", "--workers-and-cpus"),
        ("Errors, or: what went wrong?", "errors-or-what-went-wrong"),
    ],
)
def test_anchors_are_githubs(heading: str, anchor: str) -> None:
    """So that one link works in both places."""
    assert docs_site.anchor(heading.replace("`", "")) == anchor
