"""Winning with a hand that sums to the card just played, and answers to that (A23 to A28)."""

from collections.abc import Iterator
from typing import Any

import pytest
from pageone_engine import State, awaited, create_match
from pageone_engine.events import (
    CardsPlayed,
    CardsReturned,
    ClaimsClosed,
    ClaimsOpened,
    ClaimWaived,
    DobonCalled,
    DobonVoided,
    RoundEnded,
    SeatWentOut,
    TurnStarted,
)
from pageone_engine.state import DobonClaim
from pageone_engine.terms import DobonReturn, IllegalPlay, JokerPlay, Phase, RoundEnd, RoundOutcome, Scoring

from tests.engine.positions import (
    american,
    cards,
    choices,
    discard,
    events_of,
    hands_of,
    kinds,
    listed,
    only,
    refused,
    run,
    suit,
    table,
    text_of,
)

ON = {"dobon": {"enabled": True}}
LAST_LAID = {"dobon": {"enabled": True, "dobon_return": DobonReturn.LAST_LAID}}
CONTESTED = {"dobon": {"enabled": True, "dobon_return": DobonReturn.CONTESTED}}
STANDING = {"round_end": RoundEnd.LAST_STANDING, "scoring": Scoring.PLACEMENT}
#: Seat 0 plays the 9H; seats 1 and 2 hold nine, seat 3 seventeen.
HANDS = ["9H KC 7C", "4C 5D", "6S 3D", "AC KD 3S"]


def four(hands: list[str] = HANDS, top: str = "5H", rules: dict[str, Any] = ON, **position: Any) -> State:  # noqa: ANN401
    """Four seats with dobon on, seat 0 to act."""
    return table(hands, top=top, rules=american(**rules), **position)


def level(state: State) -> int:
    """The level of claims that is open."""
    assert state.claims is not None
    return state.claims.level


def test_every_play_opens_claims() -> None:
    """A23: every play opens claims of level 1 before its power works, whether anybody could claim or not."""
    state = four(hands=["2H KC 7C", "KH KS", "QH QS", "JH JS"])
    events = events_of(state, "0 2H")
    assert events == [CardsPlayed(0, cards("2H")), ClaimsOpened(1, (1, 2, 3))]
    state = run(state, "0 2H")
    assert (state.phase, state.turn, level(state)) == (Phase.CLAIMS, 0, 1)
    assert discard(state).pending == 0
    assert tuple(awaited(state)) == (1, 2, 3)
    assert choices(state, 1) == ["waive"]


def test_play_goes_on_when_all_have_waived() -> None:
    """A25, A23: closed without claims play goes on: the power, then the next turn."""
    state = run(four(hands=["2H KC 7C", "KH KS", "QH QS", "JH JS"]), "0 2H", "3 waive", "1 waive")
    assert tuple(awaited(state)) == (2,)
    events = events_of(state, "2 waive")
    assert kinds(events) == ["claim_waived", "claims_closed", "draw_pending", "turn_started"]
    state = run(state, "2 waive")
    assert (state.phase, state.turn, discard(state).pending, state.claims) == (Phase.TURN, 1, 2, None)


def test_the_host_may_close_the_claims() -> None:
    """A23, C27: the host closes: who has not answered has waived."""
    state = run(four(), "0 9H", "1 waive", "0 close")
    assert (state.phase, state.turn) == (Phase.TURN, 1)


@pytest.mark.parametrize(
    ("held", "play", "may"),
    [
        ("4C 5D", "9H", True),
        ("4C 6D", "9H", False),
        ("9C", "9H", True),
        ("JK 9C", "9H", True),
        ("AC AD", "2H", True),
        ("6C 6D", "QH", True),
        ("KC", "KH", True),
        ("JK", "JK =S", True),
        ("JK JK", "JK =S", True),
        ("AC", "JK =S", False),
        ("KC AC", "AH", False),
    ],
)
def test_who_may_dobon(held: str, play: str, may: bool) -> None:
    """A23: the ranks of the hand (A 1 to K 13, Joker 0) sum to the rank of the play's top card."""
    state = four(hands=[f"{play.split()[0]} 10C 7C", held, "6S 6D KS", "AS KD 3S"], top="5H")
    state = run(state, f"0 {play}")
    assert refused(state, "1 dobon 0") == ("" if may else "NO_DOBON")
    assert ("dobon 0" in listed(state, 1)) == may


def test_the_top_card_of_a_set_counts() -> None:
    """A23: of a set it is the rank of its top card, which all its cards share."""
    state = run(four(hands=["9H 9C KC 7C", *HANDS[1:]], rules={**ON, "sets": True}), "0 9H 9C")
    assert refused(state, "2 dobon 0") == ""


def test_events_of_a_dobon() -> None:
    """A24, A25: the hand is laid down; when all have answered the claims are final and the play is undone."""
    state = four()
    happened = events_of(state, "0 9H", "1 dobon 0 5D 4C", "2 waive", "3 waive")
    assert happened[:6] == [
        CardsPlayed(0, cards("9H")),
        ClaimsOpened(1, (1, 2, 3)),
        DobonCalled(1, 0, cards("5D 4C")),
        ClaimWaived(2),
        ClaimWaived(3),
        ClaimsClosed(),
    ]
    assert happened[6] == CardsReturned(0, cards("9H"))
    assert only(happened, SeatWentOut) == [SeatWentOut(1, 1)]
    (ended,) = only(happened, RoundEnded)
    assert ended.outcome == RoundOutcome.WON


def test_nothing_moves_until_the_claims_are_final() -> None:
    """A24: laid hands stay hands and the struck cards lie on the pile until the claims are final."""
    state = run(four(), "0 9H", "1 dobon 0 5D 4C")
    assert hands_of(state)[1] == "4C 5D"
    assert text_of(state.pile) == "5H 9H"
    assert state.claims is not None
    assert state.claims.dobons == (DobonClaim(1, 0, 1, cards("5D 4C")),)
    assert state.claims.answered == (1,)
    after = run(state, "2 waive", "3 waive")
    assert text_of(after.pile) == "5H 5D 4C"
    assert hands_of(after)[:2] == ["7C KC 9H", ""]


def test_cards_left_out_are_ascending() -> None:
    """A24: `cards` left empty lays the hand in ascending order; other cards than the hand are refused."""
    state = run(four(), "0 9H")
    laid = run(state, "1 dobon 0").claims
    assert laid is not None
    assert laid.dobons[0].cards == cards("4C 5D")
    assert refused(state, "1 dobon 0 4C") == "CARD_NOT_IN_HAND"
    assert refused(state, "1 dobon 0 4C 5D 6D") == "CARD_NOT_IN_HAND"
    assert refused(state, "1 dobon 0 4C 5S") == "CARD_NOT_IN_HAND"


def test_first_out_scores_the_returned_cards() -> None:
    """A27, C21: the struck cards are back in the hand and counted; every loser loses what it holds."""
    state = run(four(), "0 9H", "1 dobon 0", "0 close")
    assert state.phase == Phase.ROUND_OVER
    losses = {0: 9 + 10 + 7, 2: 6 + 20, 3: 1 + 10 + 20}
    assert state.scores == (-losses[0], sum(losses.values()), -losses[2], -losses[3])


def test_several_claims_stand_together() -> None:
    """A25, A27, C19: all claims of one level stand together: they share place 1 and each gains all that was lost."""
    state = run(four(), "0 9H", "2 dobon 0", "1 dobon 0", "3 waive")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (0, 1, 1, 0))
    lost = (9 + 10 + 7) + (1 + 10 + 20)
    assert state.scores == (-26, lost, lost, -31)
    assert text_of(state.pile) == "5H 4C 5D 3D 6S", "laid clockwise from the struck player"


def test_laid_clockwise_from_the_struck_player() -> None:
    """A27: the laid cards go on the pile clockwise from the struck player: here seat 3 before seat 1."""
    hands = ["AC KD 3S", "4C 5D", "9H KC 7C", "6S 3D"]
    state = run(four(hands=hands, turn=2, reverse=True), "2 9H", "1 dobon 2", "3 dobon 2 6S 3D", "0 waive")
    assert text_of(state.pile) == "5H 6S 3D 4C 5D"


def test_a_seat_that_answered_cannot_answer_again() -> None:
    """A23, R1: a second answer at one level: ALREADY_ANSWERED; the player itself may not answer at level 1."""
    state = run(four(), "0 9H", "1 waive", "2 dobon 0")
    assert refused(state, "1 dobon 0") == "ALREADY_ANSWERED"
    assert refused(state, "1 waive") == "ALREADY_ANSWERED"
    assert refused(state, "2 waive") == "ALREADY_ANSWERED"
    assert refused(state, "0 dobon 0") == "NO_DOBON"
    assert refused(state, "0 waive") == "WRONG_PHASE"
    assert refused(state, "3 dobon 1") == "NO_DOBON"


def test_a_claimant_owes_no_call() -> None:
    """A24: the claimant owes no call: nothing can be called out against it."""
    rules = {**ON, **STANDING}
    state = run(four(rules=rules), "0 9H", "1 dobon 0", "2 waive", "3 waive")
    assert state.places == (0, 1, 0, 0)
    assert refused(state, "0 out 1 missed") == "NOTHING_TO_CALL_OUT"


def test_a_finish_with_the_struck_play_never_was() -> None:
    """A24: dobon against a finish: the card goes back and the player is not out."""
    state = run(four(hands=["9H", *HANDS[1:]]), "0 9H !!")
    assert (state.phase, state.places) == (Phase.CLAIMS, (0, 0, 0, 0))
    over = run(state, "1 dobon 0", "2 waive", "3 waive")
    assert (over.phase, over.places, hands_of(over)[0]) == (Phase.ROUND_OVER, (0, 1, 0, 0), "9H")
    out = run(state, "1 waive", "2 waive", "3 waive")
    assert (out.phase, out.places) == (Phase.ROUND_OVER, (1, 0, 0, 0))


def test_offenses_are_gone_at_the_first_dobon() -> None:
    """A24, A28: before a dobon the play can be called out, afterwards nothing can be, and nothing is listed."""
    rules = {**ON, "illegal_play": IllegalPlay.WHEN_CALLED_OUT}
    state = run(four(hands=["9H KC", *HANDS[1:]], top="5C", rules=rules), "0 9H")
    assert listed(state, 2) == ["dobon 0", "waive", "out 0 missed", "out 0 illegal"]
    struck = run(state, "1 dobon 0")
    assert listed(struck, 2) == ["dobon 0", "waive"]
    assert refused(struck, "2 out 0 illegal") == "NOTHING_TO_CALL_OUT"
    assert refused(struck, "2 out 0 missed") == "NOTHING_TO_CALL_OUT"
    assert struck.last_play is not None
    assert struck.last_play.offenses == ()


def test_a_missed_call_called_out_in_claims() -> None:
    """A28, C17: a missed call is penalized in CLAIMS, which go on until all have answered."""
    state = run(four(hands=["9H KC", *HANDS[1:]]), "0 9H", "3 waive", "3 out 0 missed")
    assert (state.phase, len(state.hands[0]), tuple(awaited(state))) == (Phase.CLAIMS, 3, (1, 2))
    struck = run(state, "1 dobon 0", "2 waive")
    assert len(struck.hands[0]) == 4, "C16: the penalty stays drawn when the play is struck"


def test_an_illegal_play_called_out_in_claims() -> None:
    """A28, C17: an illegal play goes back and CLAIMS are over at once, whoever has not answered."""
    rules = {**ON, "illegal_play": IllegalPlay.WHEN_CALLED_OUT}
    state = run(four(top="5C", rules=rules), "0 9H", "1 waive", "2 out 0 illegal")
    assert (state.phase, state.turn, state.claims, state.last_play) == (Phase.TURN, 1, None, None)
    assert text_of(state.pile) == "5C"


def test_the_sum_is_that_of_the_hand_now() -> None:
    """A23, C18: cards drawn for table talk in CLAIMS change the sum."""
    rules = {**ON, "penalties": {"table_talk": 1}}
    state = run(four(rules=rules, draws="KS"), "0 9H", "3 out 1 talk")
    assert refused(state, "1 dobon 0") == "NO_DOBON"


# LAST_STANDING


def test_last_standing_goes_on_after_a_dobon() -> None:
    """A27: the claimant takes the next place, the last card laid is the top card without power, nothing is pending,
    the seat after the struck player goes on.
    """
    hands = ["4H KC 7C", "AC 3D", "6S 4D", "AH KD 3S"]
    state = run(four(hands=hands, rules={**ON, **STANDING}), "0 4H", "1 dobon 0", "2 waive")
    events = events_of(state, "3 waive")
    assert kinds(events)[:4] == ["claim_waived", "claims_closed", "cards_returned", "seat_went_out"]
    assert events[-1] == TurnStarted(2)
    state = run(state, "3 waive")
    assert (state.phase, state.places, state.turn) == (Phase.TURN, (0, 1, 0, 0), 2)
    assert (text_of(state.pile[-1:]), discard(state).suit, discard(state).pending) == ("3D", suit("D"), 0)
    assert hands_of(state)[0] == "7C KC 4H"
    assert state.last_play is None


def test_the_struck_plays_power_never_was() -> None:
    """A24, A27: a struck two owes nothing, an older pending draw is gone too, a struck reverse turns nothing."""
    rules = {**ON, **STANDING}
    two = run(
        four(hands=["2S KC 7C", "2C", "6S 4D", "AH KD 3S"], top="2H", pending=2, rules=rules),
        "0 2S",
        "1 dobon 0",
        "0 close",
    )
    assert (two.turn, discard(two).pending, discard(two).suit) == (2, 0, suit("C"))
    queen = run(four(hands=["QH KC 7C", "6C 6H", "6S 4D", "AH KD 3S"], rules=rules), "0 QH", "1 dobon 0", "0 close")
    assert (queen.turn, discard(queen).reversed) == (2, False)


def test_the_direction_counts_for_who_goes_on() -> None:
    """A27: the seat after the struck player, in the direction that was."""
    rules = {**ON, **STANDING}
    state = run(four(rules=rules, reverse=True), "0 9H", "1 dobon 0", "0 close")
    assert (state.turn, discard(state).reversed) == (3, True)


@pytest.mark.parametrize(("top", "in_force", "expected"), [("5H", "", "H"), ("8C", "H", "H")])
def test_a_joker_laid_last_leaves_the_suit(top: str, in_force: str, expected: str) -> None:
    """A27: the last card laid is a Joker: the suit is as it was before the struck play."""
    hands = ["8S KC 7C", "8D JK", "6S 4D", "AH KD 3S"]
    state = run(
        four(hands=hands, top=top, suit_in_force=in_force, rules={**ON, **STANDING}), "0 8S =S", "1 dobon 0", "0 close"
    )
    assert (text_of(state.pile[-1:]), discard(state).suit, discard(state).pending) == ("JK", suit(expected), 0)


def test_a_wild_card_laid_last_gives_its_own_suit() -> None:
    """A27: its own suit is in force: nobody names one."""
    hands = ["9H KC 7C", "AD 8S", "6S 4D", "AH KD 3S"]
    state = run(four(hands=hands, rules={**ON, **STANDING}), "0 9H", "1 dobon 0 AD 8S", "0 close")
    assert (discard(state).suit, state.turn) == (suit("S"), 2)


def test_last_standing_shared_places() -> None:
    """A27, C19, C22: several claimants share the next place, the next place counts them."""
    state = run(four(rules={**ON, **STANDING}), "0 9H", "1 dobon 0", "2 dobon 0", "3 waive")
    assert (state.places, state.turn, state.phase) == ((0, 1, 1, 0), 3, Phase.TURN)
    state = run(state, "0 leave")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (0, 1, 1, 3))
    assert state.scores == (0, 3, 3, 1)


def test_last_standing_ends_with_one_active_seat() -> None:
    """A27, C19: all others claim: the struck player is left and takes the last place."""
    state = run(table(HANDS[:3], top="5H", rules=american(**ON, **STANDING)), "0 9H", "1 dobon 0", "2 dobon 0")
    assert (state.phase, state.places, state.scores) == (Phase.ROUND_OVER, (3, 1, 1), (0, 2, 2))
    assert hands_of(state)[0] == "7C KC 9H"


# Returns


def test_returns_off() -> None:
    """A26: OFF: when all have answered the claims are final."""
    hands = ["9H AC 3D", "4C 5D", "6S KD", "AH KD 3S"]
    state = run(four(hands=hands), "0 9H", "1 dobon 0 5D 4C", "2 waive", "3 waive")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (0, 1, 0, 0))


RETURNS = ["9H AC 3D", "4C 5D", "AS 3S", "2C AH"]


def returned(*lines: str, rules: dict[str, Any] = LAST_LAID) -> State:
    """Seat 0 played the 9H, seat 1 struck it and laid the 4C last; then ``lines``."""
    return run(four(hands=RETURNS, rules=rules), "0 9H", "1 dobon 0 5D 4C", "2 waive", "3 waive", *lines)


def test_last_laid_opens_a_next_level() -> None:
    """A26: LAST_LAID: every active seat that has not claimed may strike a claimant, the struck player and who waived
    too.
    """
    state = four(hands=RETURNS, rules=LAST_LAID)
    assert events_of(state, "0 9H", "1 dobon 0 5D 4C", "2 waive", "3 waive")[-1] == ClaimsOpened(2, (0, 2, 3))
    state = returned()
    assert (level(state), state.phase, state.turn) == (2, Phase.CLAIMS, 0)
    assert tuple(awaited(state)) == (0, 2, 3)
    assert state.claims is not None
    assert state.claims.answered == ()
    assert listed(state, 0) == ["dobon 1", "waive"]
    assert listed(state, 2) == ["dobon 1", "waive"]
    assert listed(state, 3) == ["waive"]
    assert listed(state, 1) == []
    assert refused(state, "1 waive") == "ALREADY_ANSWERED"
    assert refused(state, "1 dobon 0") == "ALREADY_ANSWERED"
    assert refused(state, "2 dobon 0") == "NO_DOBON", "only claims of the level before can be struck"
    assert refused(state, "3 dobon 1") == "NO_DOBON"


def test_last_laid_without_returns() -> None:
    """A26: the level closes without a claim: the claims are final."""
    state = returned("0 waive", "2 waive", "3 waive")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (0, 1, 0, 0))
    assert hands_of(state)[0] == "AC 3D 9H"


def test_the_struck_player_returns() -> None:
    """A26, A27: the struck player strikes the claimant and stands: its struck cards stay on the pile below the laid
    ones.
    """
    state = four(hands=RETURNS, rules=LAST_LAID)
    script = ("0 9H", "1 dobon 0 5D 4C", "2 waive", "3 waive", "0 dobon 1 AC 3D", "2 waive", "3 waive")
    assert only(events_of(state, *script), DobonVoided) == [DobonVoided(1)]
    state = run(state, *script)
    assert level(state) == 3
    assert tuple(awaited(state)) == (2, 3)
    assert refused(state, "2 dobon 1") == "NO_DOBON", "a claim of an older level"
    state = run(state, "2 waive", "3 waive")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (1, 0, 0, 0))
    assert text_of(state.pile) == "5H 9H AC 3D"
    assert hands_of(state)[1:] == ["4C 5D", "AS 3S", "2C AH"]
    assert state.scores == (9 + 21 + 21, -9, -21, -21)


def test_a_void_claim_stays_in_with_its_hand() -> None:
    """A26, A27: LAST_STANDING: the struck claimant stays in, the striker is out, the seat after the struck player goes
    on.
    """
    rules = {"dobon": LAST_LAID["dobon"], **STANDING}
    state = returned("0 dobon 1 3D AC", "2 waive", "3 waive", "0 close", rules=rules)
    assert (state.places, state.turn) == ((1, 0, 0, 0), 1)
    assert (text_of(state.pile), discard(state).suit) == ("5H 9H 3D AC", suit("C"))
    assert hands_of(state)[1] == "4C 5D"


def test_a_third_seat_returns() -> None:
    """A26, A27: another seat strikes the claimant: it is out, and the struck play is undone all the same."""
    state = returned("0 waive", "2 dobon 1 3S AS", "3 waive", "0 close")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (0, 0, 1, 0))
    assert hands_of(state)[0] == "AC 3D 9H"
    assert text_of(state.pile) == "5H 3S AS"


def test_a_return_of_a_return() -> None:
    """A26: levels go on; who was struck by a void claim does not come back to life, the play is undone."""
    state = returned("0 dobon 1 AC 3D", "2 waive", "3 waive")
    assert listed(state, 3) == ["dobon 0", "waive"]
    state = run(state, "3 dobon 0", "2 waive")
    assert level(state) == 4
    assert tuple(awaited(state)) == (2,)
    state = run(state, "2 waive")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (0, 0, 0, 1))
    assert hands_of(state) == ["AC 3D 9H", "4C 5D", "AS 3S", ""]


def test_a_claim_may_be_struck_by_several() -> None:
    """A26: several seats of one level may strike the same claim; it is void from the first on, and they stand
    together.
    """
    assert only(events_of(returned("0 dobon 1 AC 3D"), "2 dobon 1"), DobonVoided) == []
    state = returned("0 dobon 1 AC 3D", "2 dobon 1 AS 3S")
    assert state.claims is not None
    assert [claim.void for claim in state.claims.dobons] == [True, False, False]
    state = run(state, "3 waive", "0 close")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (1, 0, 1, 0))
    assert text_of(state.pile) == "5H 9H AC 3D AS 3S"


def test_levels_end_when_nobody_is_awaited() -> None:
    """A26: a level that awaits nobody is final at once."""
    state = run(table(RETURNS[:2], top="5H", rules=american(**LAST_LAID)), "0 9H", "1 dobon 0 5D 4C", "0 dobon 1")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (1, 0))


def test_the_host_closes_one_level() -> None:
    """A26, C27: closing a level with claims opens the next."""
    state = run(four(hands=RETURNS, rules=LAST_LAID), "0 9H", "1 dobon 0 5D 4C", "0 close")
    assert (state.phase, level(state)) == (Phase.CLAIMS, 2)
    assert run(state, "0 close").phase == Phase.ROUND_OVER


CONTEST = ["9H 4S 5S", "4C 5D", "6S 3D", "AC KD 3S"]


def test_contested_awaits_the_struck_player_alone() -> None:
    """A26: CONTESTED: only the struck player may return, against the lowest seat of all claimants."""
    state = run(four(hands=CONTEST, rules=CONTESTED), "0 9H", "2 dobon 0", "1 dobon 0", "3 waive")
    assert (level(state), tuple(awaited(state))) == (2, (0,))
    assert listed(state, 0) == ["dobon 1", "waive"]
    assert listed(state, 3) == []
    assert refused(state, "0 dobon 2") == "NO_DOBON"
    assert refused(state, "3 waive") == "WRONG_PHASE", "R1: not awaited, and it has not answered at this level"
    assert refused(state, "3 dobon 1") == "NO_DOBON"
    assert refused(state, "1 waive") == "ALREADY_ANSWERED"


def test_contested_strikes_all_claimants() -> None:
    """A26, A27: it strikes all claimants and no further level opens; it goes out by its laid hand."""
    state = run(four(hands=CONTEST, rules=CONTESTED), "0 9H", "2 dobon 0", "1 dobon 0", "3 waive")
    assert sorted(event.seat for event in only(events_of(state, "0 dobon 1"), DobonVoided)) == [1, 2]
    state = run(state, "0 dobon 1 5S 4S")
    assert (state.phase, state.places) == (Phase.ROUND_OVER, (1, 0, 0, 0))
    assert text_of(state.pile) == "5H 9H 5S 4S"
    assert hands_of(state)[1:3] == ["4C 5D", "3D 6S"]


def test_contested_needs_the_contested_rank() -> None:
    """A26: its hand must sum to the contested rank, not to a laid card's; a finish leaves no hand to return with."""
    hands = ["9H AC 3H", "5D 4C", "6S 7D", "AC KD 3S"]
    state = run(four(hands=hands, rules=CONTESTED), "0 9H", "1 dobon 0 5D 4C", "2 waive", "3 waive")
    assert refused(state, "0 dobon 1") == "NO_DOBON"
    assert run(state, "0 waive").places == (0, 1, 0, 0)
    state = run(four(hands=["9H", *hands[1:]], rules=CONTESTED), "0 9H !!", "1 dobon 0", "2 waive", "3 waive")
    if state.phase == Phase.CLAIMS:
        assert refused(state, "0 dobon 1") == "NO_DOBON"
        state = run(state, "0 waive")
    assert (state.places, hands_of(state)[0]) == ((0, 1, 0, 0), "9H")


def test_last_laid_after_a_finish() -> None:
    """A26: after a finish the struck player is awaited with an empty hand and can only waive."""
    state = run(four(hands=["9H", *RETURNS[1:]], rules=LAST_LAID), "0 9H !!", "1 dobon 0", "2 waive", "3 waive")
    assert tuple(awaited(state)) == (0, 2, 3)
    assert listed(state, 0) == ["waive"]
    assert refused(state, "0 dobon 1") == "NO_DOBON"


def test_an_empty_hand_sums_to_nothing() -> None:
    """A23, A26: at least one card: an empty hand does not strike a Joker, although both count 0."""
    hands = ["9H", "9C JK", "6S KD", "AC KD 3S"]
    state = run(four(hands=hands, rules=LAST_LAID), "0 9H !!", "1 dobon 0 9C JK", "0 close")
    assert listed(state, 0) == ["waive"]
    assert refused(state, "0 dobon 1") == "NO_DOBON"
    hands = ["JK", "JK", "6S KD", "AC KD 3S"]
    state = run(four(hands=hands, rules=CONTESTED), "0 JK =S !!", "1 dobon 0", "2 waive")
    last = run(state, "3 waive")
    assert refused(last, "0 dobon 1") in ("NO_DOBON", "WRONG_PHASE")
    assert last.places == (0, 1, 0, 0) or run(last, "0 waive").places == (0, 1, 0, 0)


# On the starter


def starters(hand_size: int, **rules: Any) -> Iterator[State]:  # noqa: ANN401
    """Deals of three seats with claims on the starter, seat 0 being the dealer."""
    made = american(hand_size=hand_size, dobon={"enabled": True, "on_starter": True}, **rules)
    for number in range(4000):
        yield create_match(made, 3, number.to_bytes(32, "big"), first_dealer=0)[0]


def sums(state: State, seat: int) -> bool:
    """Whether a seat's hand sums to the starter's rank."""
    ranks = [0 if code == 53 else (code - 1) % 13 + 1 for code in state.pile + state.hands[seat]]
    return ranks[0] == sum(ranks[1:])


def test_dobon_on_the_starter() -> None:
    """A23, A20, A27: the dealer is struck: the starter goes into its hand and is counted."""
    state = next(state for state in starters(1) if sums(state, 2))
    starter = state.pile
    after = run(state, "1 waive", "2 dobon 0")
    assert (after.phase, after.places) == (Phase.ROUND_OVER, (0, 0, 1))
    assert after.hands[0] == bytes(sorted(state.hands[0] + starter))
    assert after.pile == state.hands[2]


def test_no_claims_on_the_starter_without_the_rule() -> None:
    """A23: without `on_starter` the starter opens no claims."""
    state = create_match(american(**ON), 3, bytes(32), first_dealer=0)[0]
    assert state.phase == Phase.TURN


def test_last_standing_after_a_dobon_on_the_starter() -> None:
    """A27: the seat after the dealer goes on, on the laid card, without power."""
    state = next(state for state in starters(1, **STANDING) if sums(state, 2) and text_of(state.pile) != "JK")
    after = run(state, "1 waive", "2 dobon 0")
    assert (after.phase, after.turn, after.places) == (Phase.TURN, 1, (0, 0, 1))
    assert (after.pile, discard(after).pending) == (state.hands[2], 0)
    assert discard(after).suit == (state.hands[2][0] - 1) // 13 + 1
    assert not discard(after).reversed


def test_a_joker_laid_on_the_starter() -> None:
    """A27: before a starter there was no suit: a Joker laid last leaves spades."""
    states = starters(1, jokers=20, decks=1, **STANDING)
    state = next(state for state in states if text_of(state.pile) == "JK" and text_of(state.hands[2]) == "JK")
    after = run(state, "1 waive", "2 dobon 0")
    assert (after.turn, discard(after).suit, discard(after).pending) == (1, suit("S"), 0)


def test_a_starter_returns_like_a_play() -> None:
    """A20, A26: the dealer is the starter's player: CONTESTED lets it return."""
    states = starters(1)
    state = next(state for state in states if sums(state, 1) and sums(state, 0))
    contested = {**CONTESTED["dobon"], "on_starter": True}
    match = state.match
    again = create_match(american(hand_size=1, dobon=contested), 3, match.seed, first_dealer=0)[0]
    after = run(again, "1 dobon 0", "2 waive", "0 dobon 1")
    assert (after.phase, after.places) == (Phase.ROUND_OVER, (1, 0, 0))
    assert after.pile == state.pile + state.hands[0]


def test_no_jokers_in_claims_of_challenges() -> None:
    """A30, A23: a Joker's challenge comes after the claims are closed."""
    rules = {**ON, "joker_play": JokerPlay.CHALLENGEABLE}
    state = run(four(hands=["JK KC 7C 4H", *HANDS[1:]], rules=rules), "0 JK =S")
    assert refused(state, "1 challenge") == "WRONG_PHASE"
    assert refused(run(state, "0 close"), "1 challenge") == ""
