"""Versions, turn actions and that somebody can always act (C26 to C28), what can be taken back."""

from typing import Any

import pytest
from pageone_engine import StaleError, State, apply, awaited, create_match, legal_actions, undoable
from pageone_engine.actions import CloseClaims, Draw, StartRound
from pageone_engine.rules import Rules
from pageone_engine.terms import MissedCall, Phase, StockOut

from tests.engine.positions import SEED, action, page_one, refused, run, step, tricks

POINTED_OUT: dict[str, Any] = {"calls": {"missed": MissedCall.WHEN_CALLED_OUT}}


def following(**rules: Any) -> State:  # noqa: ANN401
    """Seat 1 must draw to a led heart."""
    rules.setdefault("penalties", {"table_talk": 1})
    return tricks(["6H 7H", "2C 3C", "9S 10S"], ["0 5H"], turn=1, draws="2S 4H KC", rules=page_one(**rules))


def test_each_action_raises_the_version_by_one() -> None:
    """C26: each applied action, of whatever kind, raises `version` by one; a refused one changes nothing."""
    state = following()
    for line in ("1 draw", "1 draw", "2 out 0 talk", "1 4H", "2 leave"):
        after = run(state, line)
        assert after.version == state.version + 1
        state = after
    assert refused(state, "1 draw") != ""


def test_another_version_is_stale() -> None:
    """C26: an action carrying another version is stale, older or newer; without one it fits any."""
    state = following()
    for version in (state.version - 1, state.version + 1):
        with pytest.raises(StaleError) as caught:
            apply(state, Draw(1, version=version))
        assert caught.value.version == state.version
    assert apply(state, Draw(1, version=state.version))[0] == apply(state, Draw(1))[0]


def test_stale_host_actions() -> None:
    """C26: also the host's own actions can be stale."""
    over = run(tricks(["5H", "6H 7H"]), "0 5H !!")
    with pytest.raises(StaleError):
        apply(over, StartRound(version=over.version - 1))
    assert apply(over, StartRound(version=over.version))[0].round == 2
    claims = run(tricks(["5H", "6H 7H"], rules=page_one(**POINTED_OUT)), "0 5H")
    with pytest.raises(StaleError):
        apply(claims, CloseClaims(version=claims.version + 1))


def test_turn_actions_are_counted() -> None:
    """C27: play and draw are turn actions; call-outs, waives, leaves and the host's actions are not."""
    state = following()
    assert run(state, "1 draw").turns == state.turns + 1
    assert run(state, "1 draw", "1 draw", "1 4H").turns == state.turns + 3
    assert run(state, "2 out 0 talk").turns == state.turns
    assert run(state, "1 leave").turns == state.turns
    claims = run(tricks(["5H", "6H 7H", "8H 9H"], rules=page_one(**POINTED_OUT)), "0 5H")
    assert claims.turns == 21
    assert run(claims, "1 waive").turns == 21
    assert run(claims, "1 out 0 missed").turns == 21
    assert run(claims, "0 close").turns == 21


def test_turn_in_claims_and_after_a_round() -> None:
    """C27: in CLAIMS `turn` is the seat whose play is claimed against; after a round it stays what it was."""
    claims = run(tricks(["6H 7H", "5H", "8H 9H"], turn=1, rules=page_one(**POINTED_OUT)), "1 5H")
    assert (claims.phase, claims.turn) == (Phase.CLAIMS, 1)
    assert run(claims, "2 waive").turn == 1
    over = run(claims, "0 close")
    assert (over.phase, over.turn) == (Phase.ROUND_OVER, 1)


@pytest.mark.parametrize("seats", [2, 3, 8])
@pytest.mark.parametrize(
    "rules",
    [
        page_one(turn_limit=150),
        page_one(turn_limit=150, stock_out=StockOut.TAKE_TRICK, jokers=2, joker_forced=True),
        page_one("imohori", turn_limit=150),
        page_one("only_one", turn_limit=150, **POINTED_OUT),
    ],
)
def test_somebody_can_always_act(rules: Rules, seats: int) -> None:
    """C28: as long as the match is not over, somebody has an action listed, or the host can start the next round."""
    state, _ = create_match(rules, seats, SEED)
    for number in range(1200):
        if state.phase == Phase.MATCH_OVER:
            break
        if state.phase == Phase.ROUND_OVER:
            state = apply(state, StartRound())[0]
            continue
        acting = [state.turn] if state.phase == Phase.TURN else list(awaited(state))
        assert acting
        for seat in acting:
            assert [choice for choice in legal_actions(state, seat).actions if choice.kind != "call_out"]
        own = [choice for choice in legal_actions(state, acting[0]).actions if choice.kind != "call_out"]
        state = apply(state, own[(number * 7) % len(own)])[0]
    else:
        assert state.round > 1


def test_undoable() -> None:
    """API: an action can be taken back when it drew, dealt, shuffled and showed nothing and was no call-out."""
    state = following()
    for line, back in (("1 draw", False), ("2 out 0 talk", False), ("2 leave", True)):
        _, events = step(state, line)
        assert undoable(action(line), events) is back, line
    leading = tricks(["5H 6H 7H", "8H 9H", "2C"], rules=page_one())
    _, events = step(leading, "0 5H")
    assert undoable(action("0 5H"), events)
    penalized = tricks(["5H 6H", "8H 9H", "2C 3C"])
    assert undoable(action("0 5H !"), step(penalized, "0 5H !")[1])
    assert not undoable(action("0 5H"), step(penalized, "0 5H")[1])
    over = tricks(["5H", "8H 9H", "2C 3C"])
    assert not undoable(action("0 5H !!"), step(over, "0 5H !!")[1])
    ended = run(over, "0 5H !!")
    assert not undoable(action("0 start"), step(ended, "0 start")[1])
    taking = tricks(["6H 7H", "2C 3C"], ["0 5H"], turn=1, stock="", rest=0)
    assert not undoable(action("1 draw"), step(taking, "1 draw")[1])
    claims = run(tricks(["5H", "8H 9H", "2C 3C"], rules=page_one(**POINTED_OUT)), "0 5H")
    assert undoable(action("1 waive"), step(claims, "1 waive")[1])
