"""What is listed as legal, and why the rest is not (L1 to L3)."""

from itertools import permutations
from typing import Any

from pageone_engine import State, create_match, legal_actions
from pageone_engine.actions import Play
from pageone_engine.terms import DrawRule, Evasion, IllegalPlay, JokerPlay, RoundEnd, Scoring, SpecialFinish

from tests.engine.positions import american, cards, choices, listed, reasons, refused, run, table

SETS: dict[str, Any] = {"sets": True}
ILLEGAL: dict[str, Any] = {"illegal_play": IllegalPlay.WHEN_CALLED_OUT}
STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
OTHERS = ["5D 5S 5H", "6C 6S 6H"]


def holding(held: str, top: str = "7H", rules: dict[str, Any] | None = None, **position: Any) -> State:  # noqa: ANN401
    """Seat 0 of three holds the cards and is to act."""
    return table([held, *OTHERS], top=top, rules=american(**(rules or {})), **position)


def test_plays_draw_and_nothing_else() -> None:
    """L1: every play that matches, and the draw; nothing of it for a seat that is not to act."""
    state = holding("9H 9C KC 7S")
    assert listed(state, 0) == ["9H", "7S", "draw"]
    assert listed(state, 1) == []


def test_every_suit_that_may_be_named() -> None:
    """L1: a wild card or Joker is listed with each suit, and not without one."""
    assert choices(holding("8C KC 7C"), 0) == ["7C", "8C =C", "8C =D", "8C =H", "8C =S", "draw"]
    assert choices(holding("JK KC 9C"), 0) == ["JK =C", "JK =D", "JK =H", "JK =S", "draw"]


def test_a_wild_card_that_empties_the_hand() -> None:
    """L1: it is listed with each suit and without one, every time with the call that is owed."""
    named = [f"8C ={suit} !!" for suit in "CDHS"]
    assert sorted(choices(holding("8C"), 0)) == sorted([*named, "8C !!", "draw"])
    penalized = choices(holding("JK", rules={"special_finish": SpecialFinish.PENALIZED}), 0)
    assert sorted(penalized) == sorted(["JK =C", "JK =D", "JK =H", "JK =S", "JK", "draw"])


def test_every_owed_call_is_made() -> None:
    """L1: plays are listed with the call they owe alone; without it they are accepted though not listed (L2)."""
    state = holding("9H 4H")
    assert listed(state, 0) == ["4H !", "9H !", "draw"]
    assert refused(state, "0 4H") == ""


def test_equal_cards_are_listed_once() -> None:
    """L1, C1: equal cards are interchangeable: one play."""
    assert listed(holding("9H 9H KC 4C"), 0) == ["9H", "draw"]


def test_sets_every_choice_of_cards_and_of_the_last_one() -> None:
    """L1: with sets every choice of cards and of the last one, the first being the lowest legal one, those between
    ascending.
    """
    plays = [line for line in listed(holding("9C 9D 9H KC 4C", rules=SETS), 0) if line != "draw"]
    assert sorted(plays) == sorted(["9H", "9H 9C", "9H 9D", "9H 9C 9D", "9H 9D 9C"])


def test_sets_on_a_card_of_their_rank() -> None:
    """L1: every card may come first: the lowest of them does, but never the one that is to be last."""
    plays = [line for line in listed(holding("9C 9D 9H KC 4C", top="9S", rules=SETS), 0) if line != "draw"]
    pairs = ["9C 9D", "9C 9H", "9D 9C", "9D 9H", "9H 9C", "9H 9D"]
    triples = ["9C 9D 9H", "9C 9H 9D", "9D 9H 9C"]
    assert sorted(plays) == sorted(["9C", "9D", "9H", *pairs, *triples])


def test_sets_with_two_copies() -> None:
    """L1: two copies of a card: each choice of cards once, either copy last is the same."""
    plays = [line for line in listed(holding("9H 9H 9S KC 4C", rules=SETS), 0) if line != "draw"]
    assert sorted(plays) == sorted(["9H", "9H 9H", "9H 9S", "9H 9H 9S", "9H 9S 9H"])


def test_sets_with_calls_and_suits() -> None:
    """L1: sets with every suit and the owed call."""
    plays = [line for line in listed(holding("8C 8D 4C", rules=SETS), 0) if line.startswith("8C 8D")]
    assert sorted(plays) == sorted(f"8C 8D ={suit} !" for suit in "CDHS")
    plays = [line for line in listed(holding("8C 8D", rules=SETS), 0) if line.startswith("8D 8C")]
    assert sorted(plays) == sorted(["8D 8C !!", *(f"8D 8C ={suit} !!" for suit in "CDHS")])


def test_other_orders_of_a_set_are_accepted() -> None:
    """L2: other orders of a set are accepted though not listed, when the first is legal."""
    state = holding("9C 9D 9H 9S KC 4C", rules=SETS)
    rows = [" ".join(order) for order in permutations(["9C", "9D", "9H", "9S"])]
    accepted = [row for row in rows if refused(state, f"0 {row}") == ""]
    assert sorted(accepted) == sorted(row for row in rows if row.startswith("9H"))
    assert len([row for row in accepted if row in listed(state, 0)]) == 3


def test_sets_on_a_pending_draw() -> None:
    """L1: on a pending draw sets that evade."""
    state = holding("2C 2D 9H KC", top="2S", pending=2, rules=SETS)
    assert sorted(listed(state, 0)) == sorted(["2C", "2D", "2C 2D", "2D 2C", "draw"])


def test_after_a_draw() -> None:
    """L1: after a draw the drawn card alone and the pass; no set (A15)."""
    state = run(holding("9C 9D KC 4C", rules=SETS, draws="9H"), "0 draw")
    assert listed(state, 0) == ["9H", "pass"]


def test_call_outs_true_or_not() -> None:
    """L1: call-outs of the last play are listed for every other seat, true or not: noticing is the player's part."""
    for play in ("9H !", "9H"):
        state = run(holding("9H KC"), f"0 {play}")
        assert listed(state, 1)[-1] == "out 0 missed"
        assert listed(state, 2) == ["out 0 missed"]
        assert listed(state, 0) == []
    for play in ("9H", "4C"):
        state = run(holding("9H KC 4C", rules=ILLEGAL), f"0 {play}")
        assert listed(state, 2) == ["out 0 missed", "out 0 illegal"]


def test_the_same_list_for_legal_and_illegal_plays() -> None:
    """L1, C30: what is listed for others does not depend on whether the play was right."""
    rules = {**ILLEGAL, "calls": {"penultimate": "", "last": ""}}
    state = run(holding("9H KC 4C", rules=rules), "0 9H")
    assert listed(state, 2) == ["out 0 illegal"], "no word, nothing to miss"


def test_no_call_outs() -> None:
    """L1: none where the rules leave nothing to be called out, none against a seat that is out or left, or after a
    draw.
    """
    penalized = {"calls": {"missed": 1}}
    assert listed(run(holding("9H KC", rules=penalized), "0 9H"), 2) == []
    assert listed(run(holding("9H KC", rules={"penalties": {"missed_call": 0}}), "0 9H"), 2) == []
    assert listed(run(holding("9H", rules=STANDING), "0 9H !!"), 2) == []
    assert listed(run(holding("9H KC"), "0 9H", "0 leave"), 2) == []
    assert listed(run(holding("9H KC"), "0 9H", "1 draw"), 2) == []
    assert listed(run(holding("9H"), "0 9H !!"), 2) == []


def test_out_and_left_seats() -> None:
    """L1: a seat that is out still calls out; one that has left does nothing."""
    state = run(table(["9H", "5H 5D 5S", "6C 6S"], top="7H", rules=american(**STANDING)), "0 9H !!", "1 5H")
    assert listed(state, 0) == ["out 1 missed"]
    assert listed(run(state, "0 leave"), 0) == []


def test_claims() -> None:
    """L1: in CLAIMS `dobon` with its cards left empty, `waive`, and call-outs; after an answer call-outs alone."""
    rules = {**ILLEGAL, "dobon": {"enabled": True}}
    state = run(table(["9H KC 7C", "4C 5D", "6S 4D"], top="5H", rules=american(**rules)), "0 9H")
    assert listed(state, 1) == ["dobon 0", "waive", "out 0 missed", "out 0 illegal"]
    assert listed(state, 2) == ["waive", "out 0 missed", "out 0 illegal"]
    assert listed(run(state, "1 waive"), 1) == ["out 0 missed", "out 0 illegal"]
    assert listed(state, 0) == []


def test_challenge_is_listed() -> None:
    """L1: `challenge` where A30 allows it."""
    state = run(holding("JK 4H 9C 9D", rules={"joker_play": JokerPlay.CHALLENGEABLE}), "0 JK =S")
    assert choices(state, 1) == ["draw", "challenge"]


def test_not_listed_but_accepted() -> None:
    """L2: leave, table talk, and illegal plays under A21 are accepted though not listed; nothing else is."""
    rules = {**ILLEGAL, "penalties": {"table_talk": 1}}
    state = holding("9H KC 4C", rules=rules)
    for line in ("0 leave", "1 out 0 talk", "0 KC"):
        assert refused(state, line) == ""
    assert listed(state, 0) == ["9H", "draw"]


def test_everything_listed_is_accepted() -> None:
    """L2: everything listed but a false call-out is accepted, along whole matches of many rule sets."""
    made = [
        american(sets=True, evasion=Evasion.LINKED, pass_without_draw=True, **STANDING),
        american(joker_play=JokerPlay.CHALLENGEABLE, dobon={"enabled": True, "dobon_return": 2}, **ILLEGAL),
        american(draw=DrawRule.UNTIL_PLAYABLE, special_finish=SpecialFinish.PENALIZED, evasion=Evasion.NONE),
    ]
    for number, rules in enumerate(made):
        state = create_match(rules, 3, bytes([number]) * 32, first_dealer=0)[0]
        for turn in range(40):
            lines = [(seat, line) for seat in range(3) for line in listed(state, seat)]
            if not lines:
                break
            for seat, line in lines:
                assert refused(state, f"{seat} {line}") == "" or line.startswith("out ")
            calm = [(seat, line) for seat, line in lines if not line.startswith("out ")]
            seat, line = calm[(turn * 7) % len(calm)]
            state = run(state, f"{seat} {line}")


def test_no_version_in_listed_actions() -> None:
    """L1: listed actions carry no version; plays are made of the hand's cards."""
    legal = legal_actions(holding("9H KC 7S"), 0)
    assert all(choice.version is None for choice in legal.actions)
    assert legal.actions[0] == Play(0, cards("9H"))


def test_reasons() -> None:
    """L3: for each card that no listed play uses the reason why, each distinct card once, ascending."""
    assert reasons(holding("9H KC KC 4S 7S"), 0) == {"KC": "NO_MATCH", "4S": "NO_MATCH"}
    assert list(reasons(holding("9H KC KC 4S 7S"), 0)) == ["KC", "4S"]
    pending = holding("2C 9H 3H KC", top="2H", pending=2)
    assert reasons(pending, 0) == {"KC": "MUST_EVADE_OR_DRAW", "3H": "MUST_EVADE_OR_DRAW", "9H": "MUST_EVADE_OR_DRAW"}
    drawn = run(holding("9H KC 4S 7S", draws="KH"), "0 draw")
    assert reasons(drawn, 0) == dict.fromkeys(["KC", "9H", "4S", "7S"], "ONLY_DRAWN_CARD")
    waits = run(holding("9H KC", rules={"draw": DrawRule.ONE_WAITS}, draws="KH"), "0 draw")
    assert reasons(waits, 0) == dict.fromkeys(["KC", "9H", "KH"], "DRAWN_CARD_WAITS")
    joker = holding("9H JK 4C 4D", rules={"joker_play": JokerPlay.WITHOUT_SUIT})
    assert reasons(joker, 0)["JK"] == "JOKER_WITH_SUIT_IN_HAND"
    special = holding("JH", rules={"special_finish": SpecialFinish.REJECTED})
    assert reasons(special, 0) == {"JH": "SPECIAL_CANNOT_FINISH"}


def test_reasons_of_a_set_that_can_be_used() -> None:
    """L3: a card that a listed set uses has no reason, although it cannot be played alone."""
    assert reasons(holding("9H 9C KC 4S", rules=SETS), 0) == {"KC": "NO_MATCH", "4S": "NO_MATCH"}


def test_reasons_of_seats_that_are_not_to_act() -> None:
    """L3: of a seat not in turn NOT_YOUR_TURN, in another phase WRONG_PHASE, of one that left SEAT_NOT_PLAYING."""
    state = holding("9H KC 4S")
    assert set(reasons(state, 1).values()) == {"NOT_YOUR_TURN"}
    claims = run(holding("9H", rules={}), "0 9H")
    assert set(reasons(claims, 1).values()) == {"WRONG_PHASE"}
    over = run(claims, "0 close")
    assert set(reasons(over, 1).values()) == {"WRONG_PHASE"}
    assert set(reasons(run(state, "2 leave"), 2).values()) == {"SEAT_NOT_PLAYING"}


def test_reasons_where_illegal_plays_are_accepted() -> None:
    """L3: the table's own reason, although the play would be accepted (A21)."""
    assert reasons(holding("9H KC 4S", rules=ILLEGAL), 0) == {"KC": "NO_MATCH", "4S": "NO_MATCH"}
