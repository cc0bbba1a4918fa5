"""What goes wrong in a real Chromium: refusals, a lost server, a ticket that does not open; reload, other languages."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator

import pytest
from google.rpc import error_details_pb2
from pageone.v1 import solo_service_pb2
from pageone_engine.terms import DrawRule, JokerPlay, SpecialFinish

from tests.engine.positions import american, card, page_one, reasons, tricks
from tests.engine.positions import table as position
from tests.web import privacy
from tests.web.chromium import PHONE, Chromium
from tests.web.stack import RECORD_KEY, Stack, kept
from tests.web.table import SETTLED, Table, card_selector

JAPANESE = re.compile("[ぁ-んァ-ン一-龠]")


@pytest.fixture
def table(browser: Chromium, site: Stack) -> Iterator[Table]:
    """A table at which nothing hidden is shown, and nothing is complained of in the console."""
    one = Table(browser, site)
    yield one
    one.finish()


#: A position for each reason for which a card is refused, and what the page says of it.
REFUSED = {
    "MUST_FOLLOW_SUIT": (tricks(["7H 9C", "6H 4S 2S"], ["1 5H"]), "9C", "Follow the suit led"),
    "JOKER_CANNOT_FINISH": (tricks(["JK", "6H 4S 2S"], ["1 5H"]), "JK", "cannot be your last card"),
    "NO_MATCH": (position(["KH 9D 5D", "7C 9H 2S"], "5C"), "KH", "neither the suit in force nor the rank"),
    "MUST_EVADE_OR_DRAW": (position(["2D 9C KS", "7C 9H 2S"], "2C", pending=2), "9C", "evade with a draw card"),
    "ONLY_DRAWN_CARD": (
        position(["5D 9D 4H", "7C 9H 2S"], "5S", drawn="4H"),
        "5D",
        "only the card you drew",
    ),
    "DRAWN_CARD_WAITS": (
        position(["5D 9D 4H", "7C 9H 2S"], "5S", drawn="4H", rules=american(draw=DrawRule.ONE_WAITS)),
        "5D",
        "nothing may be played",
    ),
    "JOKER_WITH_SUIT_IN_HAND": (
        position(["JK 9C KS", "7C 9H 2S"], "5C", rules=american(joker_play=JokerPlay.WITHOUT_SUIT)),
        "JK",
        "No Joker while you hold",
    ),
    "SPECIAL_CANNOT_FINISH": (
        position(["8C", "7C 9H 2S"], "5C", rules=american(special_finish=SpecialFinish.REJECTED)),
        "8C",
        "special card cannot be your last",
    ),
}


@pytest.mark.parametrize("refusal", REFUSED)
def test_why_a_card_is_refused_is_shown(table: Table, refusal: str) -> None:
    """L3: at the card, without a call; in the language of the page, for the eye and for a screen reader."""
    state, text, told = REFUSED[refusal]
    assert reasons(state, 0)[text] == refusal
    table.sit(state)
    assert card(text) not in table.look().legal
    table.page.click(card_selector(text))
    assert told in table.page.text(".reason[role=status], [role=status] .reason")
    table.page.select("header select", "ja")
    table.page.wait("document.documentElement.lang === 'ja'")
    assert JAPANESE.search(table.page.text(".reason"))
    assert table.page.axe() == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_error_with_details_is_read_in_the_browser(table: Table, language: str) -> None:
    """Code, Refusal and the service's sentence in the player's language, out of the trailers of gRPC-Web."""
    table.sit(tricks(["7H 9C", "6H 4S 2S"], ["1 5H"]), language=language)
    version = table.version
    table.act("[data-action='draw']", force=True)
    call = table.calls[-1]
    status = privacy.error_of(call)
    assert status is not None
    details = [each for each in status.details if each.Is(error_details_pb2.LocalizedMessage.DESCRIPTOR)]
    localized = error_details_pb2.LocalizedMessage()
    assert details[0].Unpack(localized)
    assert localized.locale == language
    shown = table.page.text("[role=alert] [data-notice='refused']")
    assert localized.message in shown
    assert bool(JAPANESE.search(localized.message)) == (language == "ja")
    assert "FAILED_PRECONDITION" in shown
    assert "REFUSAL_MUST_FOLLOW_SUIT" in shown
    assert table.version == version
    table.check_access()
    # The game goes on as if nothing had been.
    assert table.play("7H", call=1)[0] == "cards_played"
    assert table.page.count("[data-notice]") == 0


def test_a_reload_loses_nothing(table: Table) -> None:
    """Hand, table, log and version are as before."""
    table.sit(position(["5D 9D KC", "7C 9H 2S", "4H 6S 10D"], "5S", draws="4C"), strength=1)
    table.act("[data-action='draw']")
    before = (table.version, table.look(), table.page.text(".log"), table.page.text(".felt"))
    assert "drew" in before[2]
    table.page.reload()
    table.settle()
    assert (table.version, table.look(), table.page.text(".log"), table.page.text(".felt")) == before
    # And from the setup page one can go on with it.
    table.page.goto(table.site.url + "#/")
    table.page.click(".setup .continue")
    table.settle()
    assert table.version == before[0]


def test_another_language_in_the_middle_of_a_game(table: Table) -> None:
    """All that is said, the log too, without a call that changes the game."""
    table.sit(position(["5D 9D KC", "7C 9H 2S", "4H 6S 10D"], "5S", draws="4C"), strength=1)
    table.act("[data-action='draw']")
    version = table.version
    english = table.page.text(".log")
    table.page.select("header select", "ja")
    table.page.wait("document.documentElement.lang === 'ja'")
    assert JAPANESE.search(table.page.text(".log"))
    assert table.page.text("[data-action='pass']") == "パス"
    assert table.version == version
    table.check_access()
    table.page.reload()
    table.settle()
    assert table.page.evaluate("document.documentElement.lang") == "ja"
    table.page.select("header select", "en")
    table.page.wait("document.documentElement.lang === 'en'")
    assert table.page.text(".log") == english


def test_a_lost_server_and_its_return(browser: Chromium, site: Stack) -> None:
    """The whole stack ends and starts again: the page says so, asks again, and the action is done once."""
    table = Table(browser, site)
    table.sit(position(["5D 9D KC", "7C 9H 2S"], "5S", draws="4H"))
    site.stop()
    try:
        browser.click("[data-action='draw']")
        browser.wait_for(".notice.lost")
        assert "cannot be reached" in browser.text(".notice.lost")
        assert browser.axe() == []
        browser.wait("/Attempt [2-9]/.test(document.querySelector('.notice.lost')?.innerText ?? '')")
    finally:
        site.start()
    browser.click("[data-action='retry']")
    browser.wait(f"document.querySelector('.notice.lost') === null && document.querySelector('{SETTLED}') !== null")
    assert table.events() == ["cards_drawn"]
    assert table.state.version == 21
    assert len(table.state.hands[0]) == 4
    lines = browser.problems()
    assert lines
    # What the browser itself says of the network, and nothing else.
    assert all("Failed to load resource: net::ERR_CONNECTION_" in line for line in lines)
    table.finish()


def test_a_network_that_is_gone_and_back(browser: Chromium, site: Stack) -> None:
    """The page goes on by itself as soon as the browser is online again; a reload meanwhile is not needed."""
    table = Table(browser, site)
    table.sit(position(["5D 9D KC", "7C 9H 2S"], "5S", draws="4H"))
    browser.offline(True)
    browser.click("[data-action='draw']")
    browser.wait_for(".notice.lost")
    browser.offline(False)
    browser.wait(f"document.querySelector('.notice.lost') === null && document.querySelector('{SETTLED}') !== null")
    assert table.events() == ["cards_drawn"]
    assert all("net::ERR_INTERNET_DISCONNECTED" in line for line in browser.problems())
    table.finish()


def test_a_ticket_that_does_not_open(browser: Chromium, site: Stack) -> None:
    """A kind word, and two ways on; the same game can be started anew."""
    table = Table(browser, site)
    items = kept(position(["5D 9D KC", "7C 9H 2S"], "5S"))
    record = json.loads(items[RECORD_KEY])
    ticket = bytearray(base64.b64decode(record["ticket"]))
    ticket[-1] ^= 1
    record["ticket"] = base64.b64encode(ticket).decode("ascii")
    browser.open(site.url + "#/game", storage={RECORD_KEY: json.dumps(record)})
    browser.wait_for("[data-gone]")
    assert "nothing you did" in browser.text("[data-gone]")
    assert browser.axe() == []
    browser.calls()
    table.act("[data-gone] [data-action='again']")
    assert table.state.match.rules.name == "american_page_one"
    table.finish()


@pytest.mark.parametrize("text", ["{", "null", "[]", '{"format": 99}', '{"format": 1, "ticket": "%%%"}'])
def test_a_kept_game_that_is_none(browser: Chromium, site: Stack, text: str) -> None:
    """Whatever is in local storage, there is a page to begin on."""
    browser.open(site.url + "#/game", storage={RECORD_KEY: text})
    browser.wait_for(".setup .start button")
    assert browser.problems() == []


def test_many_cards_on_a_phone(table: Table) -> None:
    """Forty cards can be seen, reached and touched on a small screen, in both languages."""
    rules = page_one()
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    hand = " ".join(f"{rank}{suit}" for suit in "CDS" for rank in ranks)
    table.sit(tricks([hand, "6H 4H"], ["1 5H"], rules=rules), size=PHONE)
    assert len(table.look().hand) == 39
    boxes = table.page.evaluate(
        """[...document.querySelectorAll('.hand-card')].map((each) => {
             const box = each.getBoundingClientRect();
             return [box.left, box.right, box.width];
           })"""
    )
    assert all(left >= -1 and right <= PHONE[0] + 1 for left, right, _ in boxes)
    table.check_access()


def test_the_check_of_what_is_hidden_can_fail(table: Table) -> None:
    """A stranger's card, or the seed, in an answer would be found."""
    table.sit(position(["5D 9D KC", "7C 9H 2S"], "5S", draws="4H"), strength=1)
    table.act("[data-action='draw']")
    (call,) = (call for call in table.calls if call.method == "Act")
    answer = privacy.answer_of(call)
    assert isinstance(answer, solo_service_pb2.ActResponse)
    for change in ("hand", "seed"):
        forged = solo_service_pb2.ActResponse()
        forged.CopyFrom(answer)
        if change == "hand":
            forged.events[0].cards_drawn.seat = 1
        else:
            forged.view.seed = table.state.match.seed
        data = forged.SerializeToString()
        body = b"\0" + len(data).to_bytes(4, "big") + data
        with pytest.raises(AssertionError):
            privacy.check([type(call)(call.method, call.status, call.headers, call.request, body)])
