"""The order in which faults are named, and the table of refusals (R1, R2)."""

from dataclasses import replace
from typing import Any

import pytest
from pageone_engine import Action, InvalidError, RefusedError, StaleError, State, apply
from pageone_engine.actions import CallOut, Dobon, Draw, Leave, NameSuit, Pass, Play, StartRound
from pageone_engine.refusals import Refusal
from pageone_engine.terms import DobonReturn, DrawRule, IllegalPlay, Offense, RoundEnd, Scoring, SpecialFinish, name_of

from tests.engine.positions import action, american, cards, refused, run, table

STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
SETS: dict[str, Any] = {"sets": True}
OTHERS = ["5D 5S 5H", "6C 6S 6H"]


def holding(held: str, top: str = "7H", rules: dict[str, Any] | None = None, **position: Any) -> State:  # noqa: ANN401
    """Seat 0 of three holds the cards and is to act."""
    return table([held, *OTHERS], top=top, rules=american(**(rules or {})), **position)


def verdict(state: State, made: Action) -> str:
    """What becomes of an action: "", the refusal's name, "INVALID" or "STALE"."""
    try:
        apply(state, made)
    except InvalidError:
        return "INVALID"
    except StaleError:
        return "STALE"
    except RefusedError as error:
        return name_of(Refusal, error.refusal)
    return ""


@pytest.mark.parametrize(
    "made",
    [
        Draw(3),
        Draw(-1),
        Play(0, bytes([0])),
        Play(0, bytes([54])),
        Play(0, cards("9H") * 109),
        Play(0, cards("9H"), suit=5),
        Play(0, cards("9H"), suit=-1),
        Play(0, cards("9H"), call=3),
        CallOut(0, 3, Offense.MISSED_CALL),
        CallOut(0, 1, Offense.UNSPECIFIED),
        CallOut(0, 1, 4),
        Dobon(0, 3),
        Dobon(0, 1, bytes([99])),
        NameSuit(0, 5),
        Leave(8),
        Pass(255),
    ],
)
def test_malformed_actions(made: Action) -> None:
    """R2: a seat, offender or `against` out of range, no cards, more than the pack, an enum out of range: malformed."""
    state = holding("9H KC 4C")
    with pytest.raises(InvalidError) as caught:
        apply(state, made)
    assert caught.value.faults
    assert all(fault.fields and fault.description for fault in caught.value.faults)


def test_form_before_version_before_phase() -> None:
    """R1: form, then the version, then the phase."""
    state = holding("9H KC 4C")
    assert verdict(state, Draw(9, version=1)) == "INVALID"
    assert verdict(state, StartRound(0, version=1)) == "STALE"
    assert verdict(state, replace(action("1 draw"), version=state.version)) == "NOT_YOUR_TURN"
    assert verdict(state, StartRound(0, version=state.version)) == "WRONG_PHASE"
    assert verdict(state, Draw(0, version=state.version)) == ""


def test_stale_names_the_version() -> None:
    """C26: an action for another version is stale, also one of a later version; the error tells the state's."""
    state = holding("9H KC 4C")
    for version in (state.version - 1, state.version + 1, 0):
        with pytest.raises(StaleError) as caught:
            apply(state, Draw(0, version=version))
        assert caught.value.version == state.version


def test_seat_numbers_of_the_hosts_actions_are_ignored() -> None:
    """R2, C27: `seat` is ignored for close_claims and start_round."""
    state = run(holding("9H"), "0 9H")
    assert verdict(state, action("2 close")) == ""


def test_phase_before_seat_before_turn() -> None:
    """R1: phase, then seat, then turn, then the cards in hand."""
    state = run(table(["9H", *OTHERS], top="7H", rules=american(**STANDING)), "0 9H !!")
    assert refused(state, "0 waive") == "WRONG_PHASE"
    assert refused(state, "0 dobon 1") == "WRONG_PHASE"
    assert refused(state, "0 draw") == "SEAT_NOT_PLAYING"
    assert refused(state, "0 9H") == "SEAT_NOT_PLAYING"
    assert refused(state, "0 challenge") == "SEAT_NOT_PLAYING"
    assert refused(state, "2 KC") == "NOT_YOUR_TURN"
    assert refused(state, "2 challenge") == "NOT_YOUR_TURN"
    assert refused(state, "1 KC") == "CARD_NOT_IN_HAND"


def test_actions_of_another_phase() -> None:
    """R1: an action of another phase: WRONG_PHASE."""
    turn = holding("9H KC 4C")
    for line in ("0 waive", "0 dobon 1", "0 name H", "0 close", "0 start"):
        assert refused(turn, line) == "WRONG_PHASE"
    claims = run(holding("9H"), "0 9H")
    for line in ("0 draw", "1 draw", "1 5H", "1 pass", "1 name H", "1 challenge", "1 start"):
        assert refused(claims, line) == "WRONG_PHASE"
    over = run(claims, "0 close")
    for line in ("0 draw", "1 waive", "1 dobon 0", "1 challenge", "1 out 0 missed", "0 out 0 missed", "1 close"):
        assert refused(over, line) == "WRONG_PHASE"


def test_cards_then_set_then_table() -> None:
    """R1: cards in hand, then set and ranks, then the table."""
    assert verdict(holding("9H KC 4C"), Play(0, b"")) == "NO_CARDS"
    assert refused(holding("9H KC 4C"), "0 KC KD") == "CARD_NOT_IN_HAND"
    assert refused(holding("9H KC 4C"), "0 KC KC") == "CARD_NOT_IN_HAND"
    assert refused(holding("9H KC 4C"), "0 KC 4C") == "SETS_NOT_ALLOWED"
    assert refused(holding("9H KC 4C", rules=SETS), "0 KC 4C") == "DIFFERENT_RANKS"
    drawn = run(holding("9H KC 4C", rules=SETS, draws="KH"), "0 draw")
    assert refused(drawn, "0 KH 4C") == "DIFFERENT_RANKS"
    assert refused(drawn, "0 KH KC") == "ONLY_DRAWN_CARD"


def test_table_then_suit_then_finish_then_call() -> None:
    """R1: drawn card, evasion, match, then the suit, the finish, the call."""
    assert refused(holding("9H KC 4C"), "0 KC =H") == "NO_MATCH"
    assert refused(holding("9H KC 4C"), "0 9H =H !!") == "SUIT_NOT_ALLOWED"
    assert refused(holding("8C KC"), "0 8C !!") == "SUIT_REQUIRED"
    pending = holding("8C KC 4C", top="2H", pending=2)
    assert refused(pending, "0 8C") == "MUST_EVADE_OR_DRAW"
    rejected = holding("JH", rules={"special_finish": SpecialFinish.REJECTED})
    assert refused(rejected, "0 JH !") == "SPECIAL_CANNOT_FINISH"
    assert refused(rejected, "0 JH =S") == "SUIT_NOT_ALLOWED"
    assert refused(holding("JC", rules={"special_finish": SpecialFinish.REJECTED}), "0 JC") == "NO_MATCH"
    assert refused(holding("9H KC"), "0 9H !!") == "WRONG_CALL"


def test_passes_and_draws() -> None:
    """R1, table: passing and drawing."""
    state = holding("9H KC 4C")
    assert refused(state, "0 pass") == "MUST_DRAW_FIRST"
    drawn = run(state, "0 draw")
    assert refused(drawn, "0 draw") == "ALREADY_DREW"
    pending = holding("9H KC 4C", top="2H", pending=2)
    assert refused(pending, "0 pass") == "MUST_EVADE_OR_DRAW"
    until = {"draw": DrawRule.UNTIL_PLAYABLE}
    assert refused(holding("9H KC 4C", rules=until), "0 draw") == "MUST_PLAY"
    assert refused(holding("9H KC 4C", rules=until), "0 pass") == "MUST_PLAY"
    assert refused(holding("9C KC 4C", rules=until), "0 pass") == "MUST_DRAW_FIRST"
    waits = run(holding("9H KC 4C", rules={"draw": DrawRule.ONE_WAITS}), "0 draw")
    assert refused(waits, "0 draw") == "ALREADY_DREW"
    assert refused(waits, "0 9H") == "DRAWN_CARD_WAITS"


def test_nothing_to_challenge_or_name() -> None:
    """R1, table: challenge when A30 does not allow it; name_suit without a suit to name."""
    assert refused(holding("9H KC 4C"), "0 challenge") == "NOTHING_TO_CHALLENGE"
    assert refused(holding("9H KC 4C"), "0 name H") == "WRONG_PHASE"


def test_seats_that_do_not_play() -> None:
    """R1, table: any action but `leave` by a seat that is out or has left; a call-out by one that is out is fine."""
    state = run(
        table(["9H", "5H 5D", "6C 6S 6H", "4C 4D 4S"], top="7H", rules=american(**STANDING)),
        "0 9H !!",
        "2 leave",
        "1 5H",
    )
    for line in ("0 draw", "0 pass", "2 draw", "2 leave", "2 out 1 missed"):
        assert refused(state, line) == "SEAT_NOT_PLAYING"
    assert refused(state, "0 out 1 missed") == ""
    assert refused(state, "0 leave") == ""


def test_out_seats_in_claims() -> None:
    """R1, table: a seat that is out neither waives nor claims."""
    rules = {**STANDING, "dobon": {"enabled": True}}
    state = run(table(["9H", "5H 5D 5C", "6C 6S 6H"], top="7H", rules=american(**rules)), "0 9H !!", "0 close", "1 5H")
    assert refused(state, "0 waive") == "SEAT_NOT_PLAYING"
    assert refused(state, "0 dobon 1") == "SEAT_NOT_PLAYING"


def test_dobon_refusals() -> None:
    """R1, table: hands that are not the claimant's, an empty hand, wrong sums, wrong `against`, answered before."""
    rules = {"dobon": {"enabled": True, "dobon_return": DobonReturn.LAST_LAID}}
    state = run(table(["9H", "4C 5D", "6S 4D"], top="5H", rules=american(**rules)), "0 9H !!")
    assert refused(state, "1 dobon 0 4C") == "CARD_NOT_IN_HAND"
    assert refused(state, "2 dobon 0 6S") == "CARD_NOT_IN_HAND", "cards in hand before the table"
    assert refused(state, "2 dobon 0") == "NO_DOBON"
    assert refused(state, "1 dobon 2") == "NO_DOBON"
    assert refused(state, "1 dobon 1") == "NO_DOBON"
    state = run(state, "1 dobon 0", "2 waive")
    assert refused(state, "0 dobon 1") == "NO_DOBON", "its hand is empty"
    assert refused(state, "1 dobon 0") == "ALREADY_ANSWERED"


def test_dobon_is_off() -> None:
    """R1, table: dobon where it is off: NO_DOBON; by one that has answered ALREADY_ANSWERED."""
    state = run(table(["9H", "4C 5D", "6S 4D"], top="5H", rules=american()), "0 9H")
    assert refused(state, "1 dobon 0") == "NO_DOBON"
    assert refused(state, "0 dobon 0") == "NO_DOBON"
    assert refused(state, "0 waive") == "WRONG_PHASE"
    state = run(state, "1 waive")
    assert refused(state, "1 dobon 0") == "ALREADY_ANSWERED"
    assert refused(state, "1 waive") == "ALREADY_ANSWERED"


def test_call_outs_that_are_not_listed() -> None:
    """R1, table: calling oneself out, or what L1 does not list: NOTHING_TO_CALL_OUT."""
    state = run(holding("9H KC 4C"), "0 9H")
    for line in ("0 out 0 missed", "1 out 0 illegal", "1 out 2 missed", "1 out 0 talk"):
        assert refused(state, line) == "NOTHING_TO_CALL_OUT"


def test_more_copies_than_the_pack_has() -> None:
    """R2: cards that all together are more than the pack has are malformed; fewer that are not in the hand are
    refused.
    """
    state = holding("9H KC 4C", rules=SETS)
    assert verdict(state, Play(0, cards("9H 9H"))) == "CARD_NOT_IN_HAND"
    assert verdict(state, Play(0, bytes(range(1, 54)) * 2 + cards("JK JK JK"))) == "INVALID"


def test_a_wrong_call_is_refused_even_where_illegal_plays_are_accepted() -> None:
    """R1, A21: only the table's objections are offenses: the call is looked at as ever."""
    state = holding("9H KC 4C", rules={"illegal_play": IllegalPlay.WHEN_CALLED_OUT})
    assert refused(state, "0 KC !") == "WRONG_CALL"
    assert refused(state, "0 KC") == ""
