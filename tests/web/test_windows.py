"""Every window of the table in a real Chromium: what is shown, what can be done, and what comes of it.

The positions are the tests' own. Each window is looked at by axe, light and dark, and on a phone; every answer of the
network is held against what the seat may know.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pageone_engine.terms import (
    DobonReturn,
    DrawRule,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    Phase,
    StockOut,
)

from tests.engine.positions import american, card, discard, hands_of, page_one, played, run, text_of, tricks, waiting
from tests.engine.positions import table as position
from tests.web.chromium import Chromium
from tests.web.stack import Stack
from tests.web.table import Table, card_selector

DOBON = {"enabled": True}


@pytest.fixture
def table(browser: Chromium, site: Stack) -> Iterator[Table]:
    """A table at which nothing hidden is shown, and nothing is complained of in the console."""
    one = Table(browser, site)
    yield one
    one.finish()


# American Page One: call-outs


def test_a_missed_call_is_called_out(table: Table) -> None:
    """C13: a bot lays its last card but one without the word; the person notices, and the bot draws."""
    state = position(["5D 9D KS", "7C 9H", "4H 6S 10D"], "5C", turn=1)
    table.sit(run(state, "1 7C"))
    assert table.look().window == "callOut"
    assert "without a word" in table.page.text("[data-window]")
    assert "1 card left" in table.page.text("[data-window]")
    table.check_access()
    events = table.act("[data-offense='1'][data-offender='1']")
    assert events[:2] == ["offense_called_out", "cards_drawn"]
    assert len(table.state.hands[1]) >= 3


def test_a_call_out_without_reason_costs(table: Table) -> None:
    """C17: the word was said; under a penalty the wrong call-out is taken, and costs the person a card."""
    rules = american(penalties={"false_call_out": 1})
    state = position(["5D 9D KS", "7C 9H", "4H 6S 10D"], "5C", turn=1, rules=rules)
    table.sit(run(state, "1 7C !"))
    assert "saying “ページワン!”" in table.page.text("[data-window]")
    assert "Wrong costs you 1 card" in table.page.text("[data-window]")
    table.act("[data-offense='1'][data-offender='1']")
    assert table.told("offense_called_out").upheld is False
    assert len(table.state.hands[0]) == 4


def test_nothing_is_said_and_the_game_goes_on(table: Table) -> None:
    """C13: nobody calls the bot out before the next turn action: the offense is over."""
    state = position(["5D 9D KS", "7C 9H", "4H 6S 10D"], "5C", turn=1)
    table.sit(run(state, "1 7C"), strength=1)
    events = table.act("[data-action='go-on']")
    assert "offense_called_out" not in events
    assert table.look().phase == "TURN"


def test_an_illegal_play_is_called_out(table: Table) -> None:
    """A22: a bot plays what does not fit; called out, its card goes back."""
    rules = american(illegal_play=IllegalPlay.WHEN_CALLED_OUT)
    state = position(["5D 9D KS", "KH 9H 7S", "4H 6S 10D"], "5C", turn=1, rules=rules)
    table.sit(run(state, "1 KH"))
    table.check_access()
    events = table.act("[data-offense='2'][data-offender='1']")
    assert events[:2] == ["offense_called_out", "cards_returned"]
    assert card("KH") in table.state.hands[1]


def test_the_person_may_try_an_illegal_play(table: Table) -> None:
    """A21: where the table alone forbids it, the page says so and lets the person try."""
    rules = american(illegal_play=IllegalPlay.WHEN_CALLED_OUT)
    table.sit(position(["KH 9D 5D", "7C 9H 2S", "4H 6S 10D"], "5C", rules=rules), strength=1)
    table.page.click(card_selector("KH"))
    assert "neither the suit in force nor the rank" in table.page.text(".reason")
    assert "if somebody notices" in table.page.text(".reason")
    table.check_access()
    assert table.act(".choice .button.primary")[0] == "cards_played"


# American Page One: challenge


@pytest.mark.parametrize("guilty", [True, False])
def test_a_joker_is_challenged(table: Table, guilty: bool) -> None:
    """A30: the hand of the Joker's player is shown to the challenger, and one of the two draws."""
    rules = american(joker_play=JokerPlay.CHALLENGEABLE)
    other = "JK 9C" if guilty else "JK 9D"
    state = position(["5D 9H KS", f"{other} 3S 4S"], "5C", turn=1, rules=rules)
    table.sit(run(state, "1 JK =H"))
    look = table.look()
    assert (look.phase, look.window) == ("TURN", "turn")
    table.check_access()
    events = table.act("[data-action='challenge']")
    assert events[:2] == ["hand_shown", "challenge_settled"]
    assert table.told("challenge_settled").guilty is guilty
    assert "♠3" in table.page.text(".log")


def test_a_joker_is_believed(table: Table) -> None:
    """A30: instead of challenging, the person draws what is owed."""
    rules = american(joker_play=JokerPlay.CHALLENGEABLE)
    state = run(position(["5D 9H KS", "JK 9C 3S 4S"], "5C", turn=1, rules=rules), "1 JK =H")
    table.sit(state)
    assert "4" in table.page.text("[data-action='draw']")
    assert table.act("[data-action='draw']")[0] == "cards_drawn"
    assert len(table.state.hands[0]) >= 7


# American Page One: dobon


def test_dobon(table: Table) -> None:
    """A23: the hand sums to the card just played; the person goes out on it."""
    state = position(["4D 5H", "9C KH QS", "2C 3C"], "5C", turn=1, rules=american(dobon=DOBON))
    table.sit(run(state, "1 9C"))
    assert table.look().window == "answer"
    table.check_access()
    events = table.act("[data-action='dobon']")
    assert events[0] == "dobon_called"
    assert {"seat_went_out", "round_ended"} <= set(events)
    assert table.look().results == "round"
    table.check_access()


def test_dobon_on_the_first_card(table: Table) -> None:
    """A23: with `on_starter` the turned card counts as the dealer's play."""
    rules = american(dobon={"enabled": True, "on_starter": True})
    state = position(
        ["4D 5H", "KC KH QS", "2C 3C"],
        "9C",
        rules=rules,
        turn=1,
        dealer=1,
        turns=0,
        phase=Phase.CLAIMS,
        claims=waiting(),
        last_play=played(1, "9C", starter=True),
        suit_in_force="C",
    )
    table.sit(state)
    assert "first card" in table.page.text("#window-title")
    assert "dobon_called" in table.act("[data-action='dobon']")


def test_a_dobon_that_is_none_is_refused(table: Table) -> None:
    """A23, C30: the page does not tell whether the hand makes it; the service does, and nothing has changed."""
    state = run(position(["4D 6H", "9C KH QS", "2C 3C"], "5C", turn=1, rules=american(dobon=DOBON)), "1 9C")
    table.sit(state)
    version = table.version
    table.act("[data-action='dobon']")
    assert "REFUSAL_NO_DOBON" in table.page.text("[data-notice='refused']")
    assert table.version == version
    table.check_access()
    assert table.act("[data-action='waive']")[0] == "claim_waived"
    assert table.page.count("[data-notice]") == 0


def test_dobon_return(table: Table) -> None:
    """A26: the person's card is struck; it returns the dobon on the last card that was laid."""
    rules = american(dobon={"enabled": True, "dobon_return": DobonReturn.LAST_LAID})
    state = position(["9C 2C 3S", "4D 5H"], "5C", rules=rules)
    table.sit(run(state, "0 9C", "1 dobon 0"))
    assert "any return" in table.page.text("#window-title")
    table.check_access()
    events = table.act("[data-action='dobon'][data-against='1']")
    assert events[:1] == ["dobon_called"]
    assert "dobon_voided" in events


def test_a_return_with_the_card_of_ones_choice_last(table: Table) -> None:
    """A24: the hand is laid in an order of the person's; the last card is what can be struck."""
    rules = american(dobon={"enabled": True, "dobon_return": DobonReturn.LAST_LAID})
    state = run(position(["4D 5H", "9C KH QS", "2C 3C"], "5C", turn=1, rules=rules), "1 9C")
    table.sit(state)
    table.page.select(".dobon-last select", str(card("4D")))
    table.act("[data-action='dobon']")
    assert text_of(table.told("dobon_called").cards) == "5H 4D"


def test_a_contested_return(table: Table) -> None:
    """A26: under CONTESTED only the struck player returns, on the contested rank."""
    rules = american(dobon={"enabled": True, "dobon_return": DobonReturn.CONTESTED})
    state = position(["9C 2C 7S", "4D 5H", "KD KH"], "5C", rules=rules)
    table.sit(run(state, "0 9C", "1 dobon 0", "2 waive"))
    assert table.act("[data-action='dobon'][data-against='1']")[0] == "dobon_called"
    assert table.look().results == "round"


# American Page One: suits, draws, sets


def test_a_suit_is_named_with_a_wild_card(table: Table) -> None:
    """A3: the page asks for it, and the suit is in force."""
    table.sit(position(["8C 9D KS", "7C 9H 2S"], "5C"), strength=1)
    table.page.click(card_selector("8C"))
    assert table.page.count(".suit-button") == 4
    table.check_access()
    table.act(".suit-button[data-suit='3']")
    assert table.told("cards_played").suit == 3


def test_the_dealer_names_the_suit_of_a_wild_starter(table: Table) -> None:
    """A20: nothing else can be done before."""
    table.sit(position(["8C 9D KS", "7C 9H 2S"], "JK", dealer=0, turns=0))
    assert table.look().suits
    table.check_access()
    assert table.act(".suit-button[data-suit='2']")[0] == "suit_named"


def test_owed_cards_are_drawn(table: Table) -> None:
    """A10: the page says how many are owed, and the turn is over when they are drawn."""
    table.sit(position(["2D 9D KS", "7C 9H 2S"], "2C", pending=2))
    assert "2" in table.page.text("[data-action='draw']")
    assert table.look().legal == [card("2D")]
    table.check_access()
    assert table.act("[data-action='draw']")[0] == "cards_drawn"


def test_owed_cards_are_passed_on(table: Table) -> None:
    """A10: a card of the same rank adds its number, and the next one owes all."""
    table.sit(position(["2D 9D KS", "7C 9H 4S"], "2C", pending=2))
    events = table.play("2D")
    assert events[:2] == ["cards_played", "draw_pending"]
    assert table.told("draw_pending").count == 4


def test_a_card_is_drawn_and_the_turn_passed(table: Table) -> None:
    """A4: after a draw the drawn card can be played, or one passes; others wait, and say why."""
    table.sit(position(["5D 9D KC", "7C 9H 2S"], "5S", draws="4H"))
    table.act("[data-action='draw']")
    look = table.look()
    assert (look.draw, look.pass_) == (False, True)
    table.page.click(card_selector("5D"))
    assert "only the card you drew" in table.page.text(".reason")
    assert table.act("[data-action='pass']")[0] == "turn_passed"


def test_draws_until_something_fits(table: Table) -> None:
    """A7: card by card, and then it must be played."""
    rules = american(draw=DrawRule.UNTIL_PLAYABLE)
    table.sit(position(["9D KD", "7C 9H 2S"], "5S", draws="4H 10H 6S", rules=rules))
    for _ in range(3):
        assert table.look().draw
        assert table.act("[data-action='draw']")[0] == "cards_drawn"
    look = table.look()
    assert (look.draw, look.pass_, look.legal) == (False, False, [card("6S")])


def test_a_set_is_laid_in_the_order_chosen(table: Table) -> None:
    """A15: the first must fit, the last is the new top card."""
    table.sit(position(["5D 5H 9D KS", "7C 9H 2S"], "5C", rules=american(sets=True)), strength=1)
    table.page.click(card_selector("5H"))
    table.page.click(card_selector("5D"))
    assert sorted(table.page.texts(".lay-number")) == ["1", "2"]
    table.check_access()
    table.act(".choice .button.primary")
    assert text_of(table.told("cards_played").cards) == "5H 5D"


# Page One


def test_a_joker_is_led(table: Table) -> None:
    """P7: after a Joker the next seat may play anything, which sets the suit."""
    table.sit(run(tricks(["7H 9C KD", "JK 5H 4S"], turn=1), "1 JK"))
    assert len(table.look().legal) == 3
    table.check_access()
    assert table.play("9C")[:1] == ["cards_played"]


def test_draws_until_the_suit_comes(table: Table) -> None:
    """P5: without the suit card by card; what comes must be played."""
    table.sit(tricks(["9C KD", "6H 4S 2S"], ["1 5H"], draws="4C 7D 8H"))
    for _ in range(3):
        assert table.look().legal == []
        assert table.act("[data-action='draw']")[0] == "cards_drawn"
    assert table.look().legal == [card("8H")]
    assert not table.look().draw


def test_a_forgotten_word_costs_at_once(table: Table) -> None:
    """C13: nobody reminds the person; five cards come in the same step."""
    table.sit(tricks(["7H 9C", "6H 4S 2S"], ["1 5H"]))
    events = table.play("7H")
    assert events[:3] == ["cards_played", "offense_called_out", "cards_drawn"]
    assert table.told("cards_drawn").count == 5


def test_a_word_that_is_said_costs_nothing(table: Table) -> None:
    """C12: the word is switched on before the card is played, and told to all."""
    table.sit(tricks(["7H 9C", "6H 4S 2S"], ["1 5H"]))
    assert table.page.text("[data-call='1'] .call-word") == "ページワン!"
    table.play("7H", call=1)
    assert table.told("cards_played").call == 1
    assert hands_of(table.state)[0] == "9C"
    assert "ページワン" in table.page.text(".log")


def test_the_last_card_with_its_word(table: Table) -> None:
    """C14: out, with the word; the round is over."""
    table.sit(tricks(["7H", "6H 4S 2S"], ["1 5H"]))
    events = table.play("7H", call=2)
    assert {"seat_went_out", "round_ended"} <= set(events)
    assert table.look().results == "round"
    table.check_access()


def test_a_finish_without_its_word_is_called_out(table: Table) -> None:
    """C14: everybody is asked before the finish counts; the bot has forgotten, and is not out."""
    rules = page_one(calls={"missed": MissedCall.WHEN_CALLED_OUT})
    state = run(tricks(["7H 9C KD", "5H", "4S 2S 3D"], turn=1, rules=rules), "1 5H")
    table.sit(state)
    assert table.look().window == "answer"
    assert "any objection" in table.page.text("#window-title")
    table.check_access()
    events = table.act("[data-offense='1'][data-offender='1']")
    assert events[0] == "offense_called_out"
    assert table.state.places[1] == 0


@pytest.mark.parametrize("rule", [StockOut.TAKE_ALL, StockOut.TAKE_TRICK])
def test_the_stock_is_empty(table: Table, rule: int) -> None:
    """P11: who must draw takes what lies there, and leads."""
    rules = page_one(stock_out=rule)
    table.sit(tricks(["9C KD", "6H 4S 2S"], ["1 5H"], stock="", rest=1, rules=rules))
    assert table.act("[data-action='draw']")[0] == "table_taken"
    assert card("5H") in table.state.hands[0]


def test_the_match_is_left(table: Table) -> None:
    """C25: asked first; then the others play on, and the person watches to the end."""
    table.sit(tricks(["7H 9C", "5H 4S 2S", "4C 6D 8D"], ["2 3C"], turn=0))
    table.page.click("header [aria-controls='game-menu']")
    table.page.click("[data-menu='leave']")
    table.check_access()
    assert "seat_left" in table.act("dialog [data-action='leave']")
    assert table.state.left[0]


def test_the_order_of_play_turns(table: Table) -> None:
    """A13: the direction is shown in words."""
    table.sit(position(["QD 9D KS", "7C 9H 2S", "4H 6S 10D"], "5D"), strength=1)
    before = table.page.text("main")
    events = table.play("QD")
    assert "direction_reversed" in events
    assert discard(table.state).reversed
    assert table.page.text("main") != before


@pytest.mark.parametrize("dialog", ["log", "scores", "rules", "help", "settings"])
def test_dialogs_can_be_used_by_all(table: Table, dialog: str) -> None:
    """axe finds nothing in them; Escape closes, and the focus goes back."""
    table.sit(position(["8C 9D KS", "7C 9H 2S"], "5C"))
    table.page.click("header [aria-controls='game-menu']")
    assert table.page.axe() == []
    table.page.click(f"[data-menu='{dialog}']")
    table.page.wait_for("dialog[open]")
    if dialog == "rules":
        table.page.wait("document.querySelectorAll('.rules-lines li').length > 10")
    table.check_access()
    table.page.press("Escape")
    table.page.wait("document.querySelector('dialog') === null")
