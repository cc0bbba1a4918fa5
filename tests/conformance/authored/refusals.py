"""Every Refusal: reason, metadata, and a sentence in Japanese and in English (clause R1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pageone.v1 import view_pb2
from pageone_engine.state import State
from pageone_engine.terms import DobonReturn, DrawRule, JokerPlay, RoundEnd, Scoring, SpecialFinish

from tests.conformance.authoring import Live, Scenario
from tests.conformance.positions import holding
from tests.conformance.table import Table
from tests.engine.positions import tricks


@dataclass(frozen=True, slots=True)
class Case:
    """A position, what is played before, and the line that is refused then."""

    refusal: str
    about: str
    state: State
    refused: str
    before: tuple[str, ...] = ()


def cases() -> Iterator[Case]:
    """One for each refusal, in their order; some that differ between the games have two."""
    plain = holding("9H KC 4C")
    yield Case("NOT_YOUR_TURN", "R1: another seat is to act.", plain, "1 5H")
    yield Case("WRONG_PHASE", "R1: there is nothing to waive.", plain, "0 waive")
    standing = holding("9H", rules_round_end=RoundEnd.LAST_STANDING, rules_scoring=Scoring.PLACEMENT)
    yield Case("SEAT_NOT_PLAYING", "C3: seat 0 is out.", standing, "0 draw", ("0 9H !!",))
    yield Case("CARD_NOT_IN_HAND", "R1: somebody else's card.", plain, "0 5H")
    follow = tricks(["2C 5H", "9C 6H", "8D 9D"], ["2 KH"], turn=0)
    yield Case("MUST_FOLLOW_SUIT", "P3: hearts were led.", follow, "0 2C !")
    yield Case("NO_MATCH", "A2: neither the suit in force nor the top card's rank.", plain, "0 KC")
    pending = holding("8C KC 4C", top="2H", pending=2)
    yield Case("MUST_EVADE_OR_DRAW", "A10: two cards are owed.", pending, "0 8C =H")
    drew = holding("9H KC 4C", draws="JH")
    yield Case("ONLY_DRAWN_CARD", "A4: after a draw only the drawn card may be played.", drew, "0 9H", ("0 draw",))
    waits = holding("9H KC 4C", rules_draw=DrawRule.ONE_WAITS, draws="JH")
    yield Case("DRAWN_CARD_WAITS", "A6: after a draw nothing may be played.", waits, "0 JH", ("0 draw",))
    yield Case("SETS_NOT_ALLOWED", "A15: one card at a time.", holding("9H 9C 4C"), "0 9H 9C")
    yield Case("DIFFERENT_RANKS", "A15: a set is of one rank.", holding("9H KH 4C", rules_sets=True), "0 9H KH")
    yield Case("SUIT_REQUIRED", "A3: an eight names a suit.", holding("8C KC 4C"), "0 8C")
    yield Case("SUIT_NOT_ALLOWED", "A3: a nine names none.", plain, "0 9H =S")
    yield Case("WRONG_CALL", "C12: three cards are left, no call is owed.", holding("9H KC 4C 4D"), "0 9H !")
    joker = tricks(["JK", "9C 6H", "8D 9D"], ["2 KH"], turn=0)
    yield Case("JOKER_CANNOT_FINISH", "P8: a Joker is never the last card.", joker, "0 JK !!")
    rejected = holding("JH", rules_special_finish=SpecialFinish.REJECTED)
    yield Case("SPECIAL_CANNOT_FINISH", "A18: a jack is special.", rejected, "0 JH !!")
    without = holding("JK 4H 9C 9D", rules_joker_play=JokerPlay.WITHOUT_SUIT)
    yield Case("JOKER_WITH_SUIT_IN_HAND", "A29: there is a heart in the hand.", without, "0 JK =S")
    led = tricks(["5H 2C", "9C 6H", "8D 9D"], turn=0)
    yield Case("MUST_PLAY", "P5: who leads can always play.", led, "0 draw")
    yield Case("ALREADY_DREW", "A4: one draw a turn.", drew, "0 draw", ("0 draw",))
    yield Case("MUST_DRAW_FIRST", "A5: no pass without a draw.", plain, "0 pass")
    yield Case("CANNOT_PASS", "P16: Page One has no pass.", follow, "0 pass")
    nothing = holding("9C KC 4C", stock="", pile="", rest=1, top="7H")
    yield Case("NOTHING_TO_DRAW", "A9: no stock and nothing to shuffle.", nothing, "0 draw")
    yield Case("NOTHING_TO_CALL_OUT", "C17: the call was made.", holding("9H KC"), "1 out 0 missed", ("0 9H !",))
    yield Case("NOTHING_TO_CHALLENGE", "A30: there is no Joker to challenge.", plain, "0 challenge")
    dobon = {"enabled": True, "dobon_return": DobonReturn.LAST_LAID}
    struck = holding("9H 10C 7C", others=["4C 5D", "6S 4D"], top="5H", rules_dobon=dobon)
    yield Case("NO_DOBON", "A23: six and four are not nine.", struck, "2 dobon 0", ("0 9H",))
    yield Case("ALREADY_ANSWERED", "A26: seat 1 has waived.", struck, "1 dobon 0", ("0 9H", "1 waive"))
    yield Case("NO_CARDS", "R1: a play of no card.", plain, "0")


def scenarios(live: Live) -> Iterator[Scenario]:
    """Each refusal, with the name that the case promises."""
    seen = set()
    for case in cases():
        one = live.scenario(f"refusals/{case.refusal}", case.about)
        at = Table.at(one, case.state)
        for line in case.before:
            at.act(line, watching=())
        error = at.refused(_no_cards() if case.refused == "0" else case.refused)
        if error["refusal"] != f"REFUSAL_{case.refusal}":
            raise AssertionError(f"{case.refusal}: {error}")
        seen.add(error["refusal"])
        yield one
    every = {value.name for value in view_pb2.Refusal.DESCRIPTOR.values if value.number}
    if seen != every:
        raise AssertionError(f"no scenario for {every - seen}")


def _no_cards() -> dict[str, Any]:
    return {"seat": 0, "play": {}}
