"""The setup page in a real Chromium: every house rule, its words and faults as they arise, seats, and the link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode

import pytest
from pageone.v1 import engine_service_pb2 as engine_pb
from pageone.v1 import rules_pb2, rules_service_pb2, solo_service_pb2

from tests.web import privacy
from tests.web.chromium import PHONE, Chromium
from tests.web.stack import Stack
from tools import readme

PRESETS = ("page_one", "imohori", "only_one", "american_page_one")


@pytest.fixture
def page(browser: Chromium, site: Stack) -> Iterator[Chromium]:
    """A browser to open pages in, which must not complain of anything."""
    yield browser
    assert browser.problems() == []


def opened(page: Chromium, site: Stack, **how: object) -> Chromium:
    """The setup page with the rules in words."""
    page.open(site.url, **how)  # type: ignore[arg-type]
    words(page)
    return page


def words(page: Chromium) -> list[str]:
    """The rules in words, once they are those of what is chosen now."""
    page.wait("document.querySelector('.in-words[aria-busy=false] .summary li, .in-words[aria-busy=false] .faults li')")
    return page.texts(".summary li")


def field(path: str) -> str:
    """The selector of an option's field."""
    return "#option-" + path.replace(".", "-")


def show_all(page: Chromium) -> None:
    """Open all parts of the house rules."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def start(page: Chromium) -> solo_service_pb2.StartGameRequest:
    """Start the game; what the page asked the service for."""
    page.calls()
    page.click(".start button")
    page.wait_for("main[data-phase][data-busy=false]")
    (call,) = (call for call in page.calls() if call.method == "StartGame")
    request = privacy.request_of(call)
    assert isinstance(request, solo_service_pb2.StartGameRequest)
    return request


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_of_the_contract_is_there(page: Chromium, site: Stack, preset: str) -> None:
    """Each field of the rules that the game has, and what the preset says of it."""
    opened(page, site)
    page.click(f"input[name=game][value={preset}]")
    words(page)
    game = "american_page_one" if preset == "american_page_one" else "page_one"
    wanted = [path for path in readme.OPTIONS if path.startswith(f"{game}.") or not re.match(r".*page_one\.", path)]
    shown = page.evaluate("[...document.querySelectorAll('[data-path]')].map((each) => each.dataset.path)")
    assert sorted(shown) == sorted(wanted)
    request = start(page)
    rules = [one.rules for one in rule_sets(page, site) if one.rules.name == preset]
    assert [request.rules] == rules
    assert (request.seats, request.seat, list(request.bots)) == (4, 0, [engine_pb.STRENGTH_NORMAL])


def rule_sets(page: Chromium, site: Stack) -> list[rules_service_pb2.RuleSet]:
    """What ListRuleSets answers the page."""
    page.goto("about:blank")
    page.goto(site.url)
    words(page)
    answers = [privacy.answer_of(call) for call in page.calls() if call.method == "ListRuleSets"]
    assert isinstance(answers[-1], rules_service_pb2.ListRuleSetsResponse)
    return list(answers[-1].rule_sets)


def test_a_changed_option_changes_the_words_at_once(page: Chromium, site: Stack) -> None:
    """The line that the option brings into the rules stands at it, and among the rules."""
    opened(page, site)
    page.click("input[name=game][value=american_page_one]")
    before = words(page)
    show_all(page)
    page.check(field("american_page_one.dobon.enabled"))
    page.wait(
        "document.querySelector('[data-path=\"american_page_one.dobon.enabled\"] .meaning')?.innerText.length > 10"
    )
    after = words(page)
    new = [line for line in after if line not in before]
    assert new
    told = page.text('[data-path="american_page_one.dobon.enabled"] .meaning')
    assert all(line in told for line in new)
    assert page.text("[data-group=dobon] .tally.own") == "1 changed"
    request = start(page)
    assert request.rules.american_page_one.dobon.enabled


@pytest.mark.parametrize("language", ["en", "ja"])
def test_faults_are_shown_at_the_field_as_they_arise(page: Chromium, site: Stack, language: str) -> None:
    """At every field that takes part, in the page's language; the game does not start, the first field is focused."""
    opened(page, site, language=language)
    page.click("input[name=game][value=american_page_one]")
    words(page)
    show_all(page)
    page.fill(field("jokers"), "0")
    page.select(field("american_page_one.joker_play"), str(rules_pb2.JOKER_PLAY_CHALLENGEABLE))
    for path in ("jokers", "american_page_one.joker_play"):
        page.wait_for(f"{field(path)}[aria-invalid=true]")
        described = page.evaluate("document.querySelector(arg).getAttribute('aria-describedby')", field(path))
        told = " ".join(page.text(f"#{each}") for each in described.split())
        assert ("ジョーカー" in told) == (language == "ja")
        assert "JOKER_PLAY" not in told, "the page's words, not the contract's"
    assert page.count(".faults li") == 1
    page.calls()
    page.click(".start button", force=True)
    assert page.evaluate("document.activeElement.id") == field("jokers")[1:]
    assert [call.method for call in page.calls()] == []
    page.fill(field("jokers"), "2")
    page.wait("document.querySelectorAll('[aria-invalid]').length === 0")
    assert words(page)


def test_a_number_that_is_none_is_told_without_asking(page: Chromium, site: Stack) -> None:
    opened(page, site)
    show_all(page)
    page.fill(field("turn_limit"), "")
    page.wait_for(f"{field('turn_limit')}[aria-invalid=true]")
    assert "whole number" in page.text("[data-path=turn_limit] .fault")
    page.fill(field("turn_limit"), "10001")
    page.wait("document.querySelector('[data-path=turn_limit] .fault')?.innerText.includes('10001')")
    assert "10000" in page.text("[data-path=turn_limit] .fault").replace(",", "")


def test_words_of_calls_can_be_ones_own(page: Chromium, site: Stack) -> None:
    """They are in the rules in words, and in the game."""
    opened(page, site)
    show_all(page)
    page.fill(field("calls.penultimate"), "リーチ")
    page.wait("[...document.querySelectorAll('.summary li')].some((line) => line.innerText.includes('リーチ'))")
    assert start(page).rules.calls.penultimate == "リーチ"
    assert "リーチ" in page.text("[data-call='1']")


def test_seats_and_strengths(page: Chromium, site: Stack) -> None:
    """How many, where one sits, and each bot's strength; the person stays at the table when seats go."""
    opened(page, site)
    page.select("#seats", "5")
    page.click(".chair:nth-child(4) input")
    page.select(".chair:nth-child(1) select", str(engine_pb.STRENGTH_EASY))
    page.select(".chair:nth-child(5) select", str(engine_pb.STRENGTH_STAND_IN))
    request = start(page)
    assert (request.seats, request.seat) == (5, 3)
    assert list(request.bots) == [
        engine_pb.STRENGTH_EASY,
        *[engine_pb.STRENGTH_NORMAL] * 2,
        engine_pb.STRENGTH_STAND_IN,
    ]
    page.goto("about:blank")
    opened_again(page, site)
    page.select("#seats", "2")
    assert page.count(".chair") == 2
    assert page.text(".chair:nth-child(2).taken strong") == "You"


def opened_again(page: Chromium, site: Stack) -> None:
    page.goto(site.url)
    words(page)


def test_the_last_choice_is_remembered(page: Chromium, site: Stack) -> None:
    opened(page, site)
    page.click("input[name=game][value=imohori]")
    page.select("#seats", "3")
    show_all(page)
    page.fill(field("rounds"), "7")
    words(page)
    page.reload()
    words(page)
    assert page.evaluate("document.querySelector('input[name=game]:checked').value") == "imohori"
    assert page.evaluate("document.querySelector('#seats').value") == "3"
    assert page.evaluate("document.querySelector(arg).value", field("rounds")) == "7"
    page.click(".own-rules button")
    page.wait("document.querySelector(arg).value === '0'", field("rounds"))


def test_a_link_leads_somebody_else_to_the_same_game(page: Chromium, site: Stack) -> None:
    """Rules and seats and nothing else: no ticket, no seed, no name of a game."""
    opened(page, site)
    page.click("input[name=game][value=american_page_one]")
    words(page)
    show_all(page)
    page.check(field("american_page_one.sets"))
    page.select(field("american_page_one.evasion"), str(rules_pb2.EVASION_LINKED))
    page.fill(field("calls.last"), "あがり & 終わり")
    page.select("#seats", "3")
    words(page)
    page.click(".share button")
    page.wait("document.querySelector('.told').innerText === 'Copied.'")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.evaluate("document.querySelector('#share').value")
    assert link.startswith(site.url + "#/?")
    assert set(parse_qs(link.partition("?")[2])) == {
        *("game", "seats", "seat", "bots"),
        *("american_page_one.sets", "american_page_one.evasion", "calls.last"),
    }
    mine = start(page)
    page.open(link)
    words(page)
    assert "came with a link" in page.text(".message")
    assert start(page) == mine


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("#/?%%%&game=chess&decks=many", "does not lead to a game"),
        ("#/?game=page_one&decks=many&seats=11&__proto__=1", "could not be read"),
        ("#/?game=page_one&constructor=1&toString=2", "as usual: constructor, toString"),
        ("#/nowhere/at/all", ""),
        ("#/?game=page_one&seats=8&hand_size=20", ""),
    ],
)
def test_a_link_that_is_wrong_is_told_kindly(page: Chromium, site: Stack, link: str, told: str) -> None:
    """There is a game to choose, whatever the link says; what the service refuses is told as any fault."""
    page.open(site.url + link)
    words(page)
    assert told in page.text(".message")
    assert page.count("input[name=game]:checked") == 1
    if "hand_size" in link:
        assert page.count(".faults li") == 1


def test_another_language_at_once(page: Chromium, site: Stack) -> None:
    """Words of the page and of the service, without losing what is chosen."""
    opened(page, site)
    page.click("input[name=game][value=only_one]")
    before = words(page)
    page.select("header select", "ja")
    page.wait("document.documentElement.lang === 'ja'")
    page.wait("/[ぁ-ん]/.test(document.querySelector('.in-words[aria-busy=false] .summary li')?.innerText)")
    after = words(page)
    assert len(after) == len(before)
    assert page.text("h2") == "新しいゲーム"
    assert page.evaluate("document.querySelector('input[name=game]:checked').value") == "only_one"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_axe_finds_nothing(page: Chromium, site: Stack, language: str, scheme: str) -> None:
    """All parts open, an option changed, a fault shown."""
    opened(page, site, language=language, scheme=scheme)
    page.click("input[name=game][value=american_page_one]")
    words(page)
    show_all(page)
    page.fill(field("decks"), "3")
    page.fill(field("jokers"), "250")
    page.wait_for(f"{field('jokers')}[aria-invalid=true]")
    assert page.axe() == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_fits_a_phone(page: Chromium, site: Stack, language: str) -> None:
    """Nothing is wider than the screen, and what is touched is large enough (WCAG 2.5.8: 24 pixels)."""
    opened(page, site, language=language, size=PHONE)
    page.click("input[name=game][value=american_page_one]")
    words(page)
    show_all(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    small = page.evaluate(
        """[...document.querySelectorAll('main button, main select, main input, main summary')]
             .map((each) => [each.closest('label') ?? each, each])
             .map(([area, each]) => [area.getBoundingClientRect(), each])
             .filter(([box]) => box.width > 0 && (box.width < 24 || box.height < 24))
             .map(([box, each]) => each.outerHTML.slice(0, 80) + box.width + 'x' + box.height)"""
    )
    assert small == []


def test_the_longest_calls_fit_the_smallest_phone(page: Chromium, site: Stack) -> None:
    """Forty letters without a space, which no line may break by itself: neither page is wider than the screen."""
    words_of_calls = urlencode({"calls.last": "W" * 40, "calls.penultimate": "\U00029e3d" * 40})
    page.open(f"{site.url}#/?game=american_page_one&seats=8&{words_of_calls}", size=(320, 640))
    words(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    start(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_service_can_be_away_and_come_back(page: Chromium, site: Stack) -> None:
    """A word and a button; what is chosen stays."""
    opened(page, site)
    page.offline(True)
    page.click("input[name=game][value=imohori]")
    page.wait_for(".in-words .message button")
    assert "cannot be reached" in page.text(".in-words .message")
    page.offline(False)
    page.click(".in-words .message button")
    page.wait("document.querySelector('.in-words .message') === null")
    assert words(page)
    assert start(page).rules.name == "imohori"
    # The browser's own lines about the network.
    assert all("net::ERR_INTERNET_DISCONNECTED" in each for each in page.problems())
