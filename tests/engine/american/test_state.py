"""What the state holds after each kind of action (S1 to S4), and versions (C26, C27)."""

from typing import Any

from pageone_engine import State, awaited, undoable
from pageone_engine.state import LastPlay
from pageone_engine.terms import Call, Evasion, IllegalPlay, JokerPlay, Offense, Phase, RoundEnd, Scoring

from tests.engine.positions import action, american, cards, discard, run, step, suit, table, text_of

ILLEGAL: dict[str, Any] = {"illegal_play": IllegalPlay.WHEN_CALLED_OUT}
DOBON: dict[str, Any] = {"dobon": {"enabled": True}}
STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
CHALLENGEABLE_TALK: dict[str, Any] = {"joker_play": JokerPlay.CHALLENGEABLE, "penalties": {"table_talk": 1}}
OTHERS = ["5D 5S 5H", "6C 6S 6H"]


def holding(held: str, top: str = "7H", rules: dict[str, Any] | None = None, **position: Any) -> State:  # noqa: ANN401
    """Seat 0 of three holds the cards and is to act."""
    return table([held, *OTHERS], top=top, rules=american(**(rules or {})), **position)


def test_a_play_sets_the_last_play() -> None:
    """S1: `last_play` is set by every play: seat, cards, the table before it, the call that was made, offenses
    ascending.
    """
    state = run(holding("9H KC", top="8S", suit_in_force="H", reverse=True), "0 9H !")
    assert state.last_play == LastPlay(0, cards("9H"), (), suit("H"), True, 0, False, Call.PENULTIMATE)
    state = run(holding("3C KC", top="2H", pending=2, rules=ILLEGAL), "0 3C")
    both = (Offense.MISSED_CALL, Offense.ILLEGAL_PLAY)
    assert state.last_play == LastPlay(0, cards("3C"), both, suit("H"), False, 2, False, 0)


def test_other_turn_actions_unset_it() -> None:
    """S1: every other turn action unsets it: draw, pass, challenge."""
    played = run(holding("9H KC 4C", rules={"pass_without_draw": True}), "0 9H")
    assert run(played, "1 draw").last_play is None
    assert run(played, "1 pass").last_play is None
    joker = run(holding("JK KC 4C", rules={"joker_play": JokerPlay.CHALLENGEABLE}), "0 JK =S")
    assert run(joker, "1 challenge").last_play is None
    assert run(joker, "1 draw").last_play is None


def test_what_does_not_unset_it() -> None:
    """S1: upheld call-outs of other offenses, waives and a leave of another seat do not unset it."""
    rules = {"penalties": {"table_talk": 1}}
    played = run(holding("9H KC", rules=rules), "0 9H")
    for line in ("1 out 0 missed", "0 out 2 talk", "2 leave"):
        assert run(played, line).last_play is not None
    claims = run(holding("9H KC 4C", rules=DOBON), "0 9H", "1 waive")
    assert claims.last_play is not None
    assert run(claims, "2 waive").last_play is not None


def test_call_outs_of_illegal_plays_and_dobons_unset_it() -> None:
    """S1: an upheld call-out of an illegal play and dobons that stand unset it, and the round's end does."""
    assert run(holding("9C KC 4C", rules=ILLEGAL), "0 9C", "1 out 0 illegal").last_play is None
    rules = american(**DOBON, **STANDING)
    struck = run(table(["9H KC 7C", "4C 5D", "6S 4D", "AC"], top="5H", rules=rules), "0 9H", "1 dobon 0", "0 close")
    assert (struck.phase, struck.last_play, struck.claims) == (Phase.TURN, None, None)
    over = run(holding("9H"), "0 9H !!")
    assert (over.last_play, over.claims) == (None, None)


def test_claims_hold_the_table() -> None:
    """S2: in CLAIMS the suit is already that of the play, `reversed` and `pending` are those before it, `drawn` 0."""
    state = run(holding("8C KC 4C", top="7H", rules=DOBON), "0 8C =D")
    assert (discard(state).suit, state.turn) == (suit("D"), 0)
    state = run(holding("QH KC 4C", rules=DOBON), "0 QH")
    assert (discard(state).suit, discard(state).reversed) == (suit("H"), False)
    state = run(holding("2S KC 4C", top="2H", pending=2, rules=DOBON), "0 2S")
    assert (discard(state).suit, discard(state).pending) == (suit("S"), 2)
    state = run(holding("9S KC 4C", draws="KH", rules=DOBON), "0 draw", "0 KH")
    assert (discard(state).drawn, discard(state).passes) == (0, 0)


def test_claims_without_dobon() -> None:
    """S2: `level` is 1 where dobon is off; answered is ascending; a seat that leaves while awaited is added."""
    state = run(table(["9H", "4C 5D", "6S 4D", "AC KC"], top="5H", rules=american()), "0 9H", "3 waive", "1 leave")
    assert state.claims is not None
    assert (state.claims.level, state.claims.answered, state.claims.dobons) == (1, (1, 3), ())
    assert tuple(awaited(state)) == (2,)


def test_a_leave_by_one_that_has_answered() -> None:
    """S2: a seat that has answered and leaves is not added again."""
    state = run(table(["9H", "4C 5D", "6S 4D", "AC KC"], top="5H", rules=american()), "0 9H", "3 waive", "3 leave")
    assert state.claims is not None
    assert state.claims.answered == (3,)


def test_after_a_round_cards_stay() -> None:
    """S3: after a round hands, stock and pile stay as they lie; the discard is all zero."""
    state = holding("9H", reverse=True)
    after = run(state, "0 9H !!")
    assert (after.hands[1:], after.stock, text_of(after.pile)) == (state.hands[1:], state.stock, "7H 9H")
    assert discard(after) == type(discard(after))()


def test_after_a_struck_finish() -> None:
    """S3: after a dobon the laid cards lie on the pile, the claimants' hands are empty, the struck card is back."""
    state = table(["9H KC 7C", "4C 5D", "6S 4D"], top="5H", rules=american(**DOBON))
    after = run(state, "0 9H", "1 dobon 0", "2 waive")
    assert (after.hands[1], text_of(after.pile), after.turn) == (b"", "5H 4C 5D", 0)


def test_versions_and_turns() -> None:
    """C26, C27: every action raises the version; play, draw, pass, name_suit and challenge are turn actions, others
    are not.
    """
    state = holding("9H KC", rules={"penalties": {"table_talk": 1}})
    counted = []
    for line in ("0 9H", "1 out 0 missed", "2 out 1 talk", "1 draw", "1 pass", "2 leave"):
        after = run(state, line)
        assert after.version == state.version + 1
        counted.append(after.turns - state.turns)
        state = after
    assert counted == [1, 0, 0, 1, 1, 0]


def test_undoable() -> None:
    """S1, C29: an action can be undone when nobody learned anything hidden by it: it drew, showed and laid
    nothing down.
    """
    rules = american(**CHALLENGEABLE_TALK)
    state = table(["JK KC 4C 9H", *OTHERS], top="7H", rules=rules)
    told = {}
    for script in (
        ("0 9H",),
        ("0 JK =S",),
        ("0 draw",),
        ("0 draw", "0 pass"),
        ("1 out 0 talk",),
        ("0 JK =S", "1 draw"),
        ("0 JK =S", "1 challenge"),
        ("2 leave",),
    ):
        before = run(state, *script[:-1])
        told[" / ".join(script)] = undoable(action(script[-1]), step(before, script[-1])[1])
    assert told == {
        "0 9H": True,
        "0 JK =S": True,
        "0 draw": False,
        "0 draw / 0 pass": True,
        "1 out 0 talk": False,
        "0 JK =S / 1 draw": False,
        "0 JK =S / 1 challenge": False,
        "2 leave": True,
    }
    finish = table(["9H", *OTHERS], top="7H")
    assert not undoable(action("0 9H !!"), step(finish, "0 9H !!")[1]), "the hands were shown"
    assert undoable(action("0 9H"), step(finish, "0 9H")[1])


def test_undoable_when_nothing_was_drawn() -> None:
    """S1, A9: a payment of which nothing could be drawn told nothing."""
    state = table(["4C 9D 10S", "5D 5S 5C", ""], top="2H", stock="", rest=2, pending=4)
    assert undoable(action("0 draw"), step(state, "0 draw")[1])


def test_pending_after_each_answer() -> None:
    """S1, A10: `pending` is what the seat to act owes; after it was paid nothing is."""
    rules = {"evasion": Evasion.LINKED}
    state = run(table(["2H KC 4C", "3H 5S 5D", "6C 6S 6H"], top="7H", rules=american(**rules)), "0 2H", "1 3H")
    assert (state.turn, discard(state).pending) == (2, 5)
    assert state.last_play is not None
    assert (state.last_play.pending_before, state.last_play.suit_before) == (2, suit("H"))
    assert discard(run(state, "2 draw")).pending == 0
