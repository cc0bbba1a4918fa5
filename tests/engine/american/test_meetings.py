"""Positions in which several rules meet."""

from typing import Any

import pytest
from pageone_engine import State, awaited, create_match
from pageone_engine.events import (
    CardsDrawn,
    ClaimsClosed,
    DirectionReversed,
    DrawPending,
    OffenseCalledOut,
    RoundEnded,
    SeatLeft,
    SeatWentOut,
    StarterTurned,
    SuitNamed,
    TurnStarted,
)
from pageone_engine.terms import (
    DobonReturn,
    DrawReason,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    Offense,
    Phase,
    RoundEnd,
    Scoring,
    SpecialFinish,
    Starter,
)

from tests.engine.positions import (
    american,
    choices,
    discard,
    events_of,
    hands_of,
    kinds,
    listed,
    only,
    reasons,
    refused,
    run,
    suit,
    table,
    text_of,
)

ILLEGAL: dict[str, Any] = {"illegal_play": IllegalPlay.WHEN_CALLED_OUT}
NONE: dict[str, Any] = {"evasion": Evasion.NONE}
CHALLENGEABLE: dict[str, Any] = {"joker_play": JokerPlay.CHALLENGEABLE}
STANDING: dict[str, Any] = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
DOBON: dict[str, Any] = {"dobon": {"enabled": True}}
LAST_LAID: dict[str, Any] = {"dobon": {"enabled": True, "dobon_return": DobonReturn.LAST_LAID}}
CONTESTED: dict[str, Any] = {"dobon": {"enabled": True, "dobon_return": DobonReturn.CONTESTED}}
PENALIZED: dict[str, Any] = {"calls": {"missed": MissedCall.PENALIZED}}
OTHERS = ["5D 5S 5H", "6C 6S 6H", "7C 7D 7S"]


def four(held: str, top: str = "7H", rules: dict[str, Any] | None = None, **position: Any) -> State:  # noqa: ANN401
    """Four seats; seat 0 holds the cards and is to act."""
    return table([held, *OTHERS], top=top, rules=american(**(rules or {})), **position)


# Illegal plays and everything else


def test_an_illegal_special_card_as_the_last_one() -> None:
    """A18, A21, A22: it costs `special_finish` at once, does not wait, and called out goes back on top of that."""
    state = run(four("JC", rules={**ILLEGAL, "special_finish": SpecialFinish.PENALIZED}), "0 JC")
    assert (state.phase, state.turn, len(state.hands[0])) == (Phase.TURN, 2, 2)
    state = run(state, "3 out 0 illegal")
    assert (state.turn, len(state.hands[0])) == (1, 5)


def test_a_failed_finish_does_not_wait() -> None:
    """A22, C14: illegal plays WHEN_CALLED_OUT: a missed last call PENALIZED leaves cards in hand: it is no finish."""
    state = run(four("9H", rules={**ILLEGAL, **PENALIZED}), "0 9H")
    assert (state.phase, state.turn, len(state.hands[0])) == (Phase.TURN, 1, 2)


def test_what_was_forgiven_settles_the_restored_draw() -> None:
    """A22, A12: EVASION_NONE: of the draw that passed on only one card could be drawn: it is settled all the same."""
    rules = american(**NONE, **CHALLENGEABLE, **ILLEGAL)
    hands = ["JK 4H 4C", "9C 5S 5D", "6C 6S 6H", ""]
    state = table(hands, top="7H", stock="", rest=3, rules=rules)
    state = run(state, "0 JK =S", "1 9C")
    assert (state.turn, len(state.hands[2])) == (3, 4), "A8: the 7H was all there was"
    state = run(state, "0 out 1 illegal")
    assert (state.turn, discard(state).pending) == (2, 0)


def test_a_draw_whose_seat_left_is_restored() -> None:
    """A22, C25: a pending draw that passed on to a seat that left is gone for it; taken back, the table is
    as before.
    """
    state = run(four("9C 4C 4D", top="2H", pending=2, rules=ILLEGAL), "0 9C", "1 leave")
    assert (state.turn, discard(state).pending) == (2, 0)
    state = run(state, "3 out 0 illegal")
    assert (state.turn, discard(state).pending) == (2, 2)


def test_an_illegal_reverse_with_two_seats_taken_back() -> None:
    """A22, A13: the other seat that was jumped has its turn, in the restored direction."""
    state = table(["QC 4C 4D", "5D 5S 5H"], top="7H", rules=american(**ILLEGAL))
    state = run(state, "0 QC")
    assert (state.turn, discard(state).reversed) == (0, True)
    state = run(state, "1 out 0 illegal")
    assert (state.turn, discard(state).reversed) == (1, False)


def test_an_illegal_skip_on_a_pending_draw_with_two_seats() -> None:
    """A21, A13: the other is jumped: the total comes back to the offender itself."""
    state = table(["JC 4C 4D", "5D 5S 5H"], top="2H", pending=2, rules=american(**ILLEGAL))
    state = run(state, "0 JC")
    assert (state.turn, discard(state).pending) == (0, 2)
    assert len(run(state, "0 draw").hands[0]) == 4


def test_a_seat_that_is_out_calls_an_illegal_play_out() -> None:
    """C17, A22: a seat that is out may call out."""
    rules = {**ILLEGAL, **STANDING}
    state = run(table(["9H", *OTHERS], top="7H", rules=american(**rules)), "0 9H !!", "0 close", "1 5D")
    state = run(state, "0 out 1 illegal")
    assert (state.turn, len(state.hands[1]), text_of(state.pile[-1:])) == (2, 5, "9H")


def test_events_of_a_play_taken_back_say_what_differs() -> None:
    """A22: after the cards went back the events say the suit, direction and draw where they differ."""
    state = run(four("QC 4C 4D", top="8S", suit_in_force="D", rules=ILLEGAL), "0 QC")
    events = events_of(state, "1 out 0 illegal")
    assert only(events, SuitNamed)[0].suit == suit("D")
    assert only(events, DirectionReversed) == [DirectionReversed(False)]
    assert events[-1] == TurnStarted(1)
    pending = run(four("3C 4C 4D", top="2H", pending=2, rules=ILLEGAL), "0 3C")
    events = events_of(pending, "2 out 0 illegal")
    assert only(events, DrawPending) == [DrawPending(1, 2)]
    two = run(four("2C 4C 4D", rules=ILLEGAL), "0 2C")
    assert [event.count for event in only(events_of(two, "2 out 0 illegal"), DrawPending)] == [0]


def test_able_to_play_and_an_illegal_play() -> None:
    """A7, A21: UNTIL_PLAYABLE: a seat that is able must play; an illegal play is accepted nevertheless."""
    state = four("9H 4C 4D", rules={**ILLEGAL, "draw": DrawRule.UNTIL_PLAYABLE})
    assert choices(state, 0) == ["9H"]
    assert refused(state, "0 draw") == "MUST_PLAY"
    assert refused(state, "0 4C") == ""
    unable = four("9C 4C 4D", rules={**ILLEGAL, "draw": DrawRule.UNTIL_PLAYABLE})
    assert choices(unable, 0) == ["draw"]


def test_unable_because_a_special_card_cannot_finish() -> None:
    """A7, A18: UNTIL_PLAYABLE with a wild card alone that may not finish: the seat is unable and draws."""
    rules = {"draw": DrawRule.UNTIL_PLAYABLE, "special_finish": SpecialFinish.REJECTED}
    state = four("8C", rules=rules, draws="KC")
    assert choices(state, 0) == ["draw"]
    assert refused(state, "0 pass") == "MUST_DRAW_FIRST"
    state = run(state, "0 draw")
    assert choices(state, 0) == [f"8C ={letter} !" for letter in "CDHS"]
    assert refused(state, "0 draw") == "MUST_PLAY"


# Claims and everything else


def test_dobon_and_payment_at_once() -> None:
    """A23, A12: the payment under EVASION_NONE waits for the claims, then it is drawn at once."""
    state = run(four("2H 4C 4D", rules={**DOBON, **NONE}), "0 2H")
    assert (state.phase, len(state.hands[1])) == (Phase.CLAIMS, 3)
    events = events_of(state, "0 close")
    assert kinds(events) == ["claims_closed", "cards_drawn", "turn_started"]
    state = run(state, "0 close")
    assert (state.turn, len(state.hands[1])) == (2, 5)


def test_a_finish_paid_after_the_claims() -> None:
    """A16, A23: EVASION_NONE: a finishing two waits in the claims; closed, the next seat pays before scoring."""
    state = run(four("2H", rules={**DOBON, **NONE}), "0 2H !!")
    assert len(state.hands[1]) == 3
    over = run(state, "0 close")
    assert (over.phase, len(over.hands[1])) == (Phase.ROUND_OVER, 5)
    (ended,) = only(events_of(state, "0 close"), RoundEnded)
    assert -ended.results[1].points > 15


def test_a_finish_paid_by_the_next_seat_that_has_not_left() -> None:
    """A16, C25: the next seat has left: the one after it pays."""
    state = run(four("2H", rules=NONE), "1 leave", "0 2H !!")
    assert [len(row) for row in state.hands] == [0, 3, 5, 3]


def test_a_penalty_stays_when_the_play_is_struck() -> None:
    """C16, A24: a special finish PENALIZED, then struck: the card goes back and the penalty stays drawn."""
    rules = american(**DOBON, special_finish=SpecialFinish.PENALIZED)
    state = table(["JH", "5D 6S", "6C 6H", "7C"], top="7H", rules=rules)
    state = run(state, "0 JH")
    assert (state.phase, len(state.hands[0])) == (Phase.CLAIMS, 2)
    state = run(state, "1 dobon 0", "0 close")
    assert (state.phase, state.places, len(state.hands[0])) == (Phase.ROUND_OVER, (0, 1, 0, 0), 3)


def test_a_claimant_and_the_struck_player_alone() -> None:
    """A27, C19: LAST_STANDING, two active: the claimant takes the next place, the struck player the last."""
    rules = american(**DOBON, **STANDING)
    state = table(["9H", "4C 5D", ""], top="7H", rules=rules, places=(0, 0, 1))
    state = run(state, "0 9H !!", "1 dobon 0")
    assert (state.phase, state.places, state.scores) == (Phase.ROUND_OVER, (3, 2, 1), (0, 1, 2))
    assert hands_of(state)[0] == "9H"


def test_a_contested_return_goes_on() -> None:
    """A26, A27: LAST_STANDING, CONTESTED: the struck player is out, the claimants stay, the seat after it goes on."""
    rules = american(**CONTESTED, **STANDING)
    state = table(["9H 4S 5S", "4C 5D", "6S 3D", "7C"], top="7H", rules=rules)
    state = run(state, "0 9H", "1 dobon 0", "2 dobon 0", "3 waive", "0 dobon 1")
    assert (state.phase, state.places, state.turn) == (Phase.TURN, (1, 0, 0, 0), 1)
    assert (text_of(state.pile), discard(state).suit) == ("7H 9H 4S 5S", suit("S"))
    assert refused(state, "1 5D !") == "", "the claimants are in with their hands: a five on the five"


def test_listed_returns_of_several_claims() -> None:
    """A26, L1: a dobon is listed for each claimant whose last laid card fits, and for no other."""
    rules = american(**LAST_LAID)
    state = table(["9H KC", "4C 5D", "6S 3D", "AC 3S"], top="7H", rules=rules)
    state = run(state, "0 9H !", "1 dobon 0 5D 4C", "2 dobon 0 6S 3D", "3 waive")
    assert tuple(awaited(state)) == (0, 3)
    assert listed(state, 3) == ["dobon 1", "waive"]
    assert refused(state, "3 dobon 2") == "NO_DOBON"
    state = run(state, "3 dobon 1", "0 waive", "0 close")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (0, 0, 1, 1)), "the claim that was not struck stands, too"
    assert text_of(state.pile) == "7H 6S 3D AC 3S"


def test_a_leave_as_the_last_answer() -> None:
    """C25, A23: the next seat, the last one awaited, leaves: the claims close and the seat after it is to act."""
    state = run(four("9H 4C 4D", rules=DOBON), "0 9H", "2 waive", "3 waive", "1 leave")
    assert (state.phase, state.turn, state.claims) == (Phase.TURN, 2, None)
    assert (
        len(only(events_of(run(four("9H 4C 4D", rules=DOBON), "0 9H", "2 waive", "3 waive"), "1 leave"), SeatLeft)) == 1
    )


def test_a_leave_opens_the_next_level_without_the_leaver() -> None:
    """C25, A26: the last one awaited leaves at level 1: level 2 opens and does not await it."""
    state = table(["9H KC AC", "4C 5D", "6S 3D", "7C 7D"], top="7H", rules=american(**LAST_LAID))
    state = run(state, "0 9H", "1 dobon 0", "2 waive", "3 leave")
    assert state.claims is not None
    assert (state.claims.level, tuple(awaited(state))) == (2, (0, 2))


def test_an_out_seat_leaves_during_claims() -> None:
    """C25: a seat that is out leaves during the claims of others: nothing else changes."""
    rules = american(**DOBON, **STANDING)
    state = table(["9H KC AC", "4C 5D", "", "7C 7D"], top="7H", rules=rules, places=(0, 0, 1, 0))
    state = run(state, "0 9H", "1 waive")
    after = run(state, "2 leave")
    assert (after.phase, after.claims, after.places) == (Phase.CLAIMS, state.claims, state.places)


def test_an_out_seat_calls_out_in_claims() -> None:
    """C14, C17: a seat that is out is not awaited in CLAIMS but may call out."""
    state = table(["9H", "4C 5D", "", "7C 7D"], top="7H", rules=american(**STANDING), places=(0, 0, 1, 0))
    state = run(state, "0 9H")
    assert tuple(awaited(state)) == (1, 3)
    state = run(state, "2 out 0 missed")
    assert (state.phase, state.turn, len(state.hands[0])) == (Phase.TURN, 1, 2)


def test_events_of_a_missed_last_call_called_out() -> None:
    """C17, C14: called out, penalty, claims closed, then play goes on with the power."""
    state = run(four("JH"), "0 JH")
    assert kinds(events_of(state, "1 out 0 missed")) == [
        "offense_called_out",
        "cards_drawn",
        "claims_closed",
        "seats_skipped",
        "turn_started",
    ]
    assert run(state, "1 out 0 missed").turn == 2


def test_a_false_call_out_after_a_waive() -> None:
    """C14, C17: a call-out may follow one's own waive; a false one costs and CLAIMS go on."""
    rules = {**ILLEGAL, "penalties": {"false_call_out": 1}}
    state = run(four("9H", rules=rules), "0 9H !!", "1 waive", "1 out 0 illegal")
    assert (state.phase, len(state.hands[1])) == (Phase.CLAIMS, 4)
    assert run(state, "0 close").places == (1, 0, 0, 0)


# Challenges and everything else


def test_a_guilty_player_and_an_empty_stock() -> None:
    """A30, A8: the challenge unsets `last_play`: all but the Joker is shuffled; what cannot be drawn is forgiven."""
    state = table(["JK 4H 4C", "5D 5S 5H", ""], top="7H", stock="", pile="KD", rest=2, rules=american(**CHALLENGEABLE))
    state = run(state, "0 JK =S")
    drawn = [event for event in events_of(state, "1 challenge") if isinstance(event, CardsDrawn)]
    assert sum(event.count for event in drawn) == 2
    after = run(state, "1 challenge")
    assert (text_of(after.pile), hands_of(after)[0], after.turn) == ("JK", "4C KD 4H 7H", 1)


def test_a_drawn_joker_can_be_challenged() -> None:
    """A30, A4: a Joker played after it was drawn can be challenged like any other."""
    state = run(four("4H 4C 4D", rules=CHALLENGEABLE, draws="JK"), "0 draw", "0 JK =S")
    assert "challenge" in listed(state, 1)


def test_reverse_direction_and_a_challenge() -> None:
    """A30: in reverse the challenger is the seat to the right; not guilty, the turn goes on that way."""
    state = run(four("JK 4S 4C", rules=CHALLENGEABLE, reverse=True), "0 JK =S")
    assert state.turn == 3
    state = run(state, "3 challenge")
    assert (state.turn, len(state.hands[3])) == (2, 9)


def test_none_a_two_is_drawn_although_jokers_can_be_challenged() -> None:
    """A12: wherever nothing can be challenged: a set of twos at once, a set of Jokers waits."""
    rules = {**NONE, **CHALLENGEABLE, "sets": True}
    twos = run(four("2H 2C 4C 4D", rules=rules), "0 2H 2C")
    assert (twos.turn, len(twos.hands[1])) == (2, 7)
    jokers = run(four("JK JK 4C 4D", rules=rules), "0 JK JK =H")
    assert (jokers.turn, discard(jokers).pending) == (1, 8)


# Other meetings


def test_skips_with_seats_that_left() -> None:
    """A13, A15, C3: seats that left or are out are not jumped: the next active seats are."""
    rules = american(sets=True)
    hands = ["JH JC 4C 4D", *OTHERS]
    state = run(table(hands, top="7H", rules=rules), "1 leave")
    assert run(state, "0 JH").turn == 3
    assert run(state, "0 JH JC").turn == 0


def test_linked_and_the_starters_joker() -> None:
    """A11, A20: the suit the dealer names with a Joker starter links: the first seat evades by a two of that suit."""
    rules = american(evasion=Evasion.LINKED, hand_size=7)
    for number in range(3000):
        state, events = create_match(rules, 3, number.to_bytes(32, "big"), first_dealer=0)
        twos = [code for code in state.hands[1] if code != 53 and (code - 1) % 13 == 1]
        if text_of([only(events, StarterTurned)[0].card]) == "JK" and twos:
            break
    else:
        raise AssertionError("no such deal")
    letter = text_of(twos[:1])[-1]
    state = run(state, f"0 name {letter}", f"1 {text_of(twos[:1])}")
    assert (state.turn, discard(state).pending) == (2, 6)


def test_the_first_seat_leaves_while_it_names() -> None:
    """C25, A20: NEUTRAL: the first seat was to name and leaves: the starter's own suit, the next seat's turn."""
    rules = american(starter=Starter.NEUTRAL)
    for number in range(3000):
        state, events = create_match(rules, 3, number.to_bytes(32, "big"), first_dealer=0)
        if text_of([only(events, StarterTurned)[0].card]) == "8D":
            break
    state = run(state, "1 leave")
    assert (state.turn, discard(state).suit) == (2, suit("D"))


def test_penultimate_penalty_with_nothing_to_draw() -> None:
    """C16: a missed penultimate call PENALIZED with nothing to draw: all of it is forgiven."""
    rules = american(**PENALIZED, **ILLEGAL)
    state = table(["9H KC", "5D 5S 5H", ""], top="7H", stock="", rest=2, rules=rules)
    events = events_of(state, "0 9H")
    assert only(events, CardsDrawn) == [CardsDrawn(0, DrawReason.PENALTY, 0, 2)]
    assert only(events, OffenseCalledOut) == [OffenseCalledOut(None, 0, Offense.MISSED_CALL, True)]


def test_places_and_a_leaver_between() -> None:
    """C19, C22: a seat that left takes no place: the next one out takes the next number."""
    state = table(["9H", "9C", "6C 6S", "9D 4D"], top="7H", rules=american(**STANDING))
    state = run(state, "0 9H !!", "3 leave", "1 9C !!")
    assert (state.places, state.scores) == ((1, 2, 3, 0), (3, 2, 1, 0))


@pytest.mark.parametrize("line", ["0 draw", "0 9H", "1 leave", "1 waive"])
def test_a_refused_action_changes_nothing(line: str) -> None:
    """C26: a refused action changes nothing, an accepted one never its input; the same action gives the same again."""
    state = four("9H 4C 4D")
    first = refused(state, line)
    assert first == refused(state, line)
    if not first:
        assert run(state, line) == run(state, line)


def test_pass_needs_a_draw_while_the_card_under_the_play_can_be_drawn() -> None:
    """A5, A8: what a draw of one's turn could get decides, also where the last play could still be taken back."""
    state = table(["9H KC 4C", "5D 5S 5C", ""], top="7H", stock="", rest=2, rules=american(**ILLEGAL))
    state = run(state, "0 9H")
    assert choices(state, 1) == ["draw"]
    assert refused(state, "1 pass") == "MUST_DRAW_FIRST"
    assert set(reasons(state, 1).values()) == {"NO_MATCH"}


def test_two_seats_close_and_go_out_together() -> None:
    """C19, A27: FIRST_OUT with several winners: each place 1, told clockwise."""
    state = table(["9H KC 7C", "4C 5D", "6S 3D"], top="5H", rules=american(**DOBON))
    events = events_of(state, "0 9H", "2 dobon 0", "1 dobon 0")
    assert sorted((event.seat, event.place) for event in only(events, SeatWentOut)) == [(1, 1), (2, 1)]
    assert len(only(events, ClaimsClosed)) == 1


def test_a_finishing_draw_card_and_nobody_left() -> None:
    """A16, C25: EVASION_NONE, two seats: the other leaves while the finish waits: the player is out all the same."""
    state = table(["2H", "5D 5S"], top="7H", rules=american(**DOBON, **NONE, rounds=3))
    state = run(state, "0 2H !!", "1 leave")
    assert (state.phase, state.places) == (Phase.MATCH_OVER, (1, 0))


def test_a_void_claimant_has_called_dobon_still() -> None:
    """C18, A26: table talk of a claimant is not called out, also after its claim was struck."""
    rules = american(**LAST_LAID, penalties={"table_talk": 1})
    state = table(["9H AC 3D", "4C 5D", "6S KD", "7C 7D"], top="7H", rules=rules)
    state = run(state, "0 9H", "1 dobon 0 5D 4C", "0 close", "0 dobon 1")
    assert refused(state, "2 out 1 talk") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "2 out 0 talk") == "NOTHING_TO_CALL_OUT"
    assert refused(state, "1 out 2 talk") == ""


def test_the_winner_that_left_on_its_finish() -> None:
    """C25, C10: the player of a waiting finish leaves: it has the place, and deals no more."""
    rules = american(rounds=3, next_dealer=2)
    state = run(table(["9H", *OTHERS], top="7H", rules=rules, dealer=3), "0 9H", "0 leave")
    assert (state.phase, state.places[0]) == (Phase.ROUND_OVER, 1)
    assert run(state, "1 start").dealer == 1


def test_a_leave_that_ends_claims_at_the_limit() -> None:
    """C24, C25: claims opened at the turn limit still run; closed by the last leave, the round is void."""
    state = run(four("9H 4C 4D", rules={**DOBON, "turn_limit": 21}), "0 9H", "1 waive", "2 waive")
    assert state.phase == Phase.CLAIMS
    assert run(state, "3 waive").places == (0, 0, 0, 0)
    assert run(state, "3 leave").phase == Phase.ROUND_OVER


def test_two_reverses_with_two_active_of_four() -> None:
    """A15, A13: two active of four seats: two reverses jump nobody, one jumps the other."""
    rules = american(sets=True, **STANDING)
    hands = ["QH QC 4C 4D", "", "6C 6S 6H", ""]
    state = table(hands, top="7H", rules=rules, places=(0, 1, 0, 2))
    assert run(state, "0 QH").turn == 0
    assert run(state, "0 QH QC").turn == 2


def test_starter_claims_and_penalties() -> None:
    """A8, C18: in claims on a starter penalty cards come from the stock; the starter stays."""
    rules = american(dobon={"enabled": True, "on_starter": True}, penalties={"table_talk": 2})
    state = create_match(rules, 3, bytes(32), first_dealer=0)[0]
    assert state.phase == Phase.CLAIMS
    after = run(state, "1 out 2 talk")
    assert (len(after.hands[2]), after.pile, after.phase) == (9, state.pile, Phase.CLAIMS)
