"""What is listed (L1 to L3) and why an action is refused (R1, R2), in tricks."""

from typing import Any

import pytest
from pageone_engine import Action, InvalidError, RefusedError, StaleError, State, apply
from pageone_engine.actions import CallOut, Challenge, Dobon, Draw, Leave, NameSuit, Pass, Play
from pageone_engine.terms import MissedCall, Phase

from tests.engine.positions import action, cards, choices, listed, page_one, reasons, refused, run, tricks

POINTED_OUT: dict[str, Any] = {"calls": {"missed": MissedCall.WHEN_CALLED_OUT}}
HANDS = ["5H 6H 7C", "8H 9H 10C", "JC QC KC", "2H JK"]


def four(trick: tuple[str, ...] = (), turn: int = 0, **position: Any) -> State:  # noqa: ANN401
    """Four seats."""
    return tricks(HANDS, trick, turn=turn, **position)


def test_plays_with_every_owed_call() -> None:
    """L1: the leader's cards, each with the call that is owed, no draw."""
    assert choices(four(), 0) == ["7C", "5H", "6H"]
    assert choices(tricks(["5H 7C", "8H 9H"]), 0) == ["7C !", "5H !"]
    assert choices(tricks(["5H", "8H 9H"]), 0) == ["5H !!"]
    assert choices(tricks(["5H 7C", "8H 9H"], rules=page_one("imohori")), 0) == ["7C", "5H"]


def test_following() -> None:
    """L1, P3, P6: a follower's cards of the suit and the Joker; a draw only without the suit."""
    assert choices(four(("0 AH",), turn=1), 1) == ["8H", "9H"]
    assert choices(four(("0 AH", "1 KH"), turn=2), 2) == ["draw"]
    assert choices(four(("0 AH", "1 KH", "2 QH"), turn=3), 3) == ["2H !", "JK !"]
    assert choices(tricks(["5H 6H", "2C 3C JK"], ["0 AH"], turn=1), 1) == ["JK", "draw"]


def test_equal_cards_are_listed_once() -> None:
    """L1, C1: equal cards are interchangeable and listed once."""
    state = tricks(["5H 5H 7C", "8H 9H"], rules=page_one(decks=2))
    assert choices(state, 0) == ["7C", "5H"]


def test_call_outs_are_listed_true_or_not() -> None:
    """L1: with a word and a penalty, against the last play of an active seat, true or not, for every other seat."""
    for line in ("0 7C", "0 7C !"):
        state = run(tricks(["5H 7C", "8H 9H", "2C 3C"], rules=page_one(**POINTED_OUT)), line)
        assert listed(state, 0) == []
        assert "out 0 missed" in listed(state, 1)
        assert listed(state, 2) == ["out 0 missed"]
    assert all("out" not in line for line in listed(run(four(), "0 7C"), 1))
    wordless = page_one("imohori", **POINTED_OUT)
    assert listed(run(tricks(["5H 7C", "8H 9H"], rules=wordless), "0 7C"), 1) == ["draw"]


def test_claims_list_waives() -> None:
    """L1: in CLAIMS an awaited seat may waive; nothing else but calling out is listed."""
    state = run(tricks(["7C", "8H 9H", "2C 3C"], rules=page_one(**POINTED_OUT)), "0 7C")
    assert listed(state, 1) == ["waive", "out 0 missed"]
    assert listed(run(state, "1 waive"), 1) == ["out 0 missed"]
    assert listed(state, 0) == []


def test_nothing_is_listed_after_a_round() -> None:
    """L1: after a round nothing is listed for any seat."""
    over = run(tricks(["7C", "8H 9H", "2C 3C"]), "0 7C !!")
    assert all(listed(over, seat) == [] for seat in range(3))


def test_accepted_though_not_listed() -> None:
    """L2: leave, close_claims, start_round, table talk and plays without an owed call."""
    rules = page_one(penalties={"table_talk": 1}, **POINTED_OUT)
    state = tricks(["5H 7C", "8H 9H", "2C 3C"], rules=rules)
    for line in ("0 7C", "0 leave", "2 leave", "1 out 2 talk"):
        assert line[2:] not in listed(state, int(line[0]))
        assert refused(state, line) == ""
    claims = run(tricks(["7C", "8H 9H", "2C 3C"], rules=rules), "0 7C")
    assert refused(claims, "1 close") == ""
    assert refused(run(claims, "1 close"), "2 start") == ""


def test_everything_else_accepted_is_listed() -> None:
    """L2: of all single cards, suits and calls only what is listed, and that without its call, is accepted."""
    for state in (
        four(),
        four(("0 AH",), turn=1),
        four(("0 AH", "1 KH"), turn=2),
        four(("0 AH", "1 KH", "2 QH"), turn=3),
        tricks(["JK", "8H 9H"]),
        tricks(["JK 7C", "8H 9H"], ["1 AC"], turn=0),
    ):
        seat = state.turn
        offered = {line.rstrip(" !") for line in choices(state, seat)} | set(choices(state, seat))
        for code in sorted(set(state.hands[seat])):
            text = next(t for t in _texts() if cards(t)[0] == code)
            for call in ("", " !", " !!"):
                line = f"{text}{call}"
                assert (refused(state, f"{seat} {line}") == "") == (line in offered), line
        assert (refused(state, f"{seat} draw") == "") == ("draw" in offered)
        assert refused(state, f"{seat} pass") == "CANNOT_PASS"


def _texts() -> list[str]:
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    return [rank + suit for suit in "CDHS" for rank in ranks] + ["JK"]


def test_reasons() -> None:
    """L3: for each card that no listed play uses, the reason; of a seat not in turn, and in another phase."""
    assert reasons(four(), 0) == {}
    assert reasons(four(("0 AH",), turn=1), 1) == {"10C": "MUST_FOLLOW_SUIT"}
    assert reasons(four(("0 AH", "1 KH"), turn=2), 2) == dict.fromkeys(("JC", "QC", "KC"), "MUST_FOLLOW_SUIT")
    assert reasons(four(("0 AH",), turn=1), 0) == dict.fromkeys(("7C", "5H", "6H"), "NOT_YOUR_TURN")
    assert reasons(tricks(["JK", "8H 9H"]), 0) == {"JK": "JOKER_CANNOT_FINISH"}
    claims = run(tricks(["7C", "8H 9H", "2C 3C"], rules=page_one(**POINTED_OUT)), "0 7C")
    assert reasons(claims, 1) == dict.fromkeys(("8H", "9H"), "WRONG_PHASE")
    over = run(tricks(["7C", "8H 9H", "2C 3C"]), "0 7C !!")
    assert reasons(over, 1) == dict.fromkeys(("8H", "9H"), "WRONG_PHASE")


def test_reasons_for_equal_cards_once() -> None:
    """L3: each distinct card once."""
    state = tricks(["6H 7H", "2C 2C 3H"], ["0 5H"], turn=1, rules=page_one(decks=2))
    assert reasons(state, 1) == {"2C": "MUST_FOLLOW_SUIT"}


# R


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("1 waive", "WRONG_PHASE"),
        ("1 dobon 0", "WRONG_PHASE"),
        ("1 name H", "WRONG_PHASE"),
        ("1 close", "WRONG_PHASE"),
        ("1 start", "WRONG_PHASE"),
        ("0 5H", "NOT_YOUR_TURN"),
        ("0 QD", "NOT_YOUR_TURN"),
        ("0 draw", "NOT_YOUR_TURN"),
        ("0 pass", "NOT_YOUR_TURN"),
        ("0 challenge", "NOT_YOUR_TURN"),
        ("1 QD", "CARD_NOT_IN_HAND"),
        ("1 8H 9S", "CARD_NOT_IN_HAND"),
        ("1 8H 8H", "CARD_NOT_IN_HAND"),
        ("1 8H 9H", "SETS_NOT_ALLOWED"),
        ("1 8H 10C", "SETS_NOT_ALLOWED"),
        ("1 10C", "MUST_FOLLOW_SUIT"),
        ("1 10C =H", "MUST_FOLLOW_SUIT"),
        ("1 10C !!", "MUST_FOLLOW_SUIT"),
        ("1 8H =H", "SUIT_NOT_ALLOWED"),
        ("1 8H =H !", "SUIT_NOT_ALLOWED"),
        ("1 8H !", "WRONG_CALL"),
        ("1 draw", "MUST_FOLLOW_SUIT"),
        ("1 pass", "CANNOT_PASS"),
        ("1 challenge", "NOTHING_TO_CHALLENGE"),
        ("1 out 1 missed", "NOTHING_TO_CALL_OUT"),
        ("1 out 0 illegal", "NOTHING_TO_CALL_OUT"),
        ("1 out 0 talk", "NOTHING_TO_CALL_OUT"),
        ("1 8H", ""),
    ],
)
def test_the_first_fault_names_the_refusal(line: str, refusal: str) -> None:
    """R1: phase, seat, turn, cards in hand, set, the table, the suit, the finish, the call, in this order."""
    assert refused(four(("0 AH",), turn=1), line) == refusal


def test_a_play_without_cards() -> None:
    """R1: a play without cards: NO_CARDS; before the turn has come, NOT_YOUR_TURN."""
    state = four(("0 AH",), turn=1)
    for seat, expected in ((1, 27), (0, 1)):
        with pytest.raises(RefusedError) as caught:
            apply(state, Play(seat, b""))
        assert caught.value.refusal == expected


def test_a_suit_named_with_a_joker() -> None:
    """R1: in Page One no suit may be named, also not with a Joker; the suit comes before the finish."""
    assert refused(tricks(["JK 5H", "8H 9H"]), "0 JK =H !") == "SUIT_NOT_ALLOWED"
    assert refused(tricks(["JK", "8H 9H"]), "0 JK =H") == "SUIT_NOT_ALLOWED"
    assert refused(tricks(["JK", "8H 9H"]), "0 JK !") == "JOKER_CANNOT_FINISH"


def test_a_seat_that_is_out() -> None:
    """R1: any action but `leave` by a seat that is out: SEAT_NOT_PLAYING; of another phase WRONG_PHASE first."""
    state = tricks(["5H 6H", "", "8H 9H"], rules=page_one("imohori"), places=(0, 1, 0))
    for line in ("1 5H", "1 draw", "1 pass", "1 challenge"):
        assert refused(state, line) == "SEAT_NOT_PLAYING"
    assert refused(state, "1 waive") == "WRONG_PHASE"
    assert refused(state, "1 leave") == ""


def test_refusals_in_claims() -> None:
    """R1: in CLAIMS turn actions are of another phase; dobon is off in Page One."""
    state = run(tricks(["7C", "8H 9H", "2C 3C"], rules=page_one(**POINTED_OUT)), "0 7C")
    for line in ("0 draw", "1 8H", "1 draw", "1 pass", "1 challenge", "1 name H", "1 start"):
        assert refused(state, line) == "WRONG_PHASE"
    assert refused(state, "1 dobon 0") == "NO_DOBON"
    assert refused(state, "0 dobon 1") == "NO_DOBON"
    assert refused(state, "0 waive") == "WRONG_PHASE"
    waived = run(state, "1 waive")
    assert refused(waived, "1 waive") == "ALREADY_ANSWERED"
    assert refused(waived, "1 dobon 0") == "ALREADY_ANSWERED"


@pytest.mark.parametrize(
    "line",
    ["1 8H", "1 draw", "1 pass", "1 waive", "1 close", "1 out 0 missed", "1 out 1 missed", "1 challenge", "1 name H"],
)
def test_refusals_after_a_round(line: str) -> None:
    """R1: after a round everything but leave and start_round is of another phase, a call-out too."""
    over = run(tricks(["7C", "8H 9H", "2C 3C"]), "0 7C !!")
    assert over.phase == Phase.ROUND_OVER
    assert refused(over, line) == "WRONG_PHASE"


@pytest.mark.parametrize(
    ("made", "path"),
    [
        (Draw(4), "seat"),
        (Draw(-1), "seat"),
        (Leave(8), "seat"),
        (Play(4, b"\x05"), "seat"),
        (Play(1, b"\x00"), "cards[0]"),
        (Play(1, cards("8H") + b"\x36"), "cards[1]"),
        (Play(1, bytes(range(1, 54)) + b"\x01"), "cards"),
        (Play(1, cards("8H"), suit=5), "suit"),
        (Play(1, cards("8H"), suit=-1), "suit"),
        (Play(1, cards("8H"), call=3), "call"),
        (NameSuit(1, 5), "suit"),
        (CallOut(1, 4, 1), "offender"),
        (CallOut(1, 0, 0), "offense"),
        (CallOut(1, 0, 4), "offense"),
        (Dobon(1, 4), "against"),
        (Dobon(1, 0, b"\x00"), "cards[0]"),
    ],
)
def test_malformed(made: Action, path: str) -> None:
    """R2: out of range, no cards, more than the pack has, out of its enum: malformed, with the field's path."""
    with pytest.raises(InvalidError) as caught:
        apply(four(("0 AH",), turn=1), made)
    fields = [field for fault in caught.value.faults for field in fault.fields]
    assert any(field == path or field.endswith("." + path) for field in fields), fields
    assert all(fault.description for fault in caught.value.faults)


def test_every_fault_of_a_malformed_action() -> None:
    """R2, API: a malformed action names every fault found."""
    with pytest.raises(InvalidError) as caught:
        apply(four(), CallOut(7, 9, 0))
    fields = " ".join(field for fault in caught.value.faults for field in fault.fields)
    assert all(name in fields for name in ("seat", "offender", "offense"))


def test_form_before_version_before_phase() -> None:
    """R1: the form comes before the version, the version before everything else."""
    state = four()
    with pytest.raises(InvalidError):
        apply(state, Play(0, b"\x00", version=1))
    with pytest.raises(StaleError):
        apply(state, Pass(3, version=1))
    with pytest.raises(RefusedError):
        apply(state, Challenge(3, version=state.version))


def test_as_many_cards_as_the_pack_has_are_well_formed() -> None:
    """R2: all together not more than the pack has is no malformed action: they are simply not in hand."""
    with pytest.raises(RefusedError) as caught:
        apply(four(), Play(0, bytes(range(1, 54))))
    assert caught.value.refusal == 4
    assert refused(four(), "0 JK") == "CARD_NOT_IN_HAND"
    assert action("0 JK") == Play(0, b"\x35")
