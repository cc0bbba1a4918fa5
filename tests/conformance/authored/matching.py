"""American Page One, special card by special card, window by window; seat 0 acts, wins and is the target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pageone_engine.terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    RoundEnd,
    Scoring,
    SpecialFinish,
)

from tests.conformance.authoring import Live, Scenario
from tests.conformance.positions import Line, holding, played

_DOBON: Final = {"enabled": True}
_LAST_LAID: Final = {"enabled": True, "dobon_return": DobonReturn.LAST_LAID}
_CONTESTED: Final = {"enabled": True, "dobon_return": DobonReturn.CONTESTED}
_STANDING: Final[dict[str, Any]] = {"rules_round_end": RoundEnd.LAST_STANDING, "rules_scoring": Scoring.PLACEMENT}
_ILLEGAL: Final[dict[str, Any]] = {"rules_illegal_play": IllegalPlay.WHEN_CALLED_OUT}
_NINES: Final = ("4C 5D", "6S 3D")


def scenarios(live: Live) -> Iterator[Scenario]:
    """All lines of this game."""
    for lines in (_cards(), _draws(), _calls(), _dobons(), _jokers(), _offenses(), _ends()):
        yield from played(live, lines)


def _cards() -> Iterator[Line]:
    yield Line(
        "cards played/named suit", "A3: an eight names a suit, which is in force.", holding("8C KC 4C"), ("0 8C =S",)
    )
    yield Line("cards played/skip", "A13: seat 1 is jumped.", holding("JH KC 4C"), ("0 JH",))
    skipped = holding("KD QC 4C", others=["5D 5S 5H", "JH 6S 6H"], turn=2)
    yield Line("cards played/seat 0 is jumped", "A13: seat 0 is the one that is skipped.", skipped, ("2 JH",))
    yield Line(
        "cards played/reverse", "A13: play goes counter-clockwise, to seat 2.", holding("QH KC 4C"), ("0 QH", "2 draw")
    )
    two = holding("QH KC 4C", others=["5D 5S 5H"])
    yield Line("cards played/reverse between two", "A13: with two seats it jumps the other one.", two, ("0 QH",))
    sets = holding("9H 9C 9S 4C KD", rules_sets=True)
    yield Line("cards played/a set", "A15: three nines, bottom first.", sets, ("0 9H 9C 9S",))
    twos = holding("2H 2C 4C KD", rules_sets=True)
    yield Line("cards played/a set of draw cards", "A15: two twos owe four.", twos, ("0 2H 2C", "1 draw"))
    jacks = holding("JH JC 4C KD", rules_sets=True)
    yield Line(
        "cards played/a set of skips",
        "A15: two jacks jump two seats, of which the second is seat 2.",
        jacks,
        ("0 JH JC",),
    )


def _draws() -> Iterator[Line]:
    evades = holding("2H KC 4C", others=["2D 5S 5C", "6C 6S 6H"])
    yield Line(
        "draws/pending, passed on", "A10: a two on a two; four cards are owed then.", evades, ("0 2H", "1 2D", "2 draw")
    )
    to_zero = holding("KD KC 4C", others=["5D 5S 5C", "2H 6S 6C"], turn=2)
    yield Line("draws/seat 0 owes", "A10: the pending draw of seat 0.", to_zero, ("2 2H", "0 draw"))
    linked = holding("2H KC 4C", others=["3H 5S 5C", "JK 6S 6C"], rules_evasion=Evasion.LINKED)
    yield Line(
        "draws/linked",
        "A11: a three of the suit on a two, a Joker on both.",
        linked,
        ("0 2H", "1 3H", "2 JK =D", "0 draw"),
    )
    none = holding("3H KC 4C", rules_evasion=Evasion.NONE)
    yield Line("draws/no evasion", "A12: the next seat draws at once.", none, ("0 3H",))
    drawn = holding("9C KC 4C", draws="9H")
    yield Line(
        "draws/the drawn card is played", "A4: seat 0 alone sees it until then.", drawn, ("0 draw", "0 9H"), host=True
    )
    passed = holding("9C KC 4C", draws="10S")
    yield Line("draws/a pass after a draw", "A5.", passed, ("0 draw", "0 pass"))
    until = holding("9C KC 4C", draws="10S JD 3H", rules_draw=DrawRule.UNTIL_PLAYABLE)
    yield Line(
        "draws/until playable", "A7: one card for each draw.", until, ("0 draw", "0 draw", "0 draw", "! 0 pass", "0 3H")
    )
    pile = holding("9C KC 4C", stock="10S", pile="AC 2C 3C", rest=1)
    short = ("0 draw", "0 pass", "1 draw")
    yield Line("draws/the pile is shuffled", "A8: from an empty stock.", pile, short)
    blocked = holding("9C KC 4C", others=["5D 5S 5C", "6C 6S"], stock="", pile="", rest=0, turn=1, top="7H")
    yield Line("draws/nothing to draw", "A9: whoever cannot draw may pass.", blocked, ("! 1 draw", "1 pass"), host=True)


def _calls() -> Iterator[Line]:
    yield Line("calls/made", "C12: with the last card but one.", holding("9H KC"), ("0 9H !",))
    forgotten = holding("9H KC")
    yield Line(
        "calls/missed and called out by seat 2",
        "C13: it costs two cards.",
        forgotten,
        ("0 9H", "2 out 0 missed"),
        host=True,
    )
    zero = holding("KD KC 4C", others=["5D 5S 5C", "9H 6S"], turn=2)
    yield Line(
        "calls/missed and called out by seat 0",
        "C13: the caller is seat 0.",
        zero,
        ("2 9H", "0 out 2 missed"),
        host=True,
    )
    late = holding("9H KC")
    yield Line(
        "calls/missed and not noticed",
        "C13: after the next turn action it is too late.",
        late,
        ("0 9H", "1 5H", "! 2 out 0 missed"),
    )
    at_once = holding("9H KC", rules_calls={"missed": MissedCall.PENALIZED})
    yield Line("calls/missed and penalized", "C13: the rules find it, nobody is the caller.", at_once, ("0 9H",))
    last = holding("9H")
    yield Line(
        "calls/the last one, missed", "C14: the finish waits; called out it is none.", last, ("0 9H", "1 out 0 missed")
    )
    waived = holding("9H")
    yield Line(
        "calls/the last one, not noticed", "C14: everybody waives, seat 0 wins.", waived, ("0 9H", "1 waive", "2 waive")
    )
    false = holding("9H KC", rules_penalties={"false_call_out": 1})
    yield Line("calls/a false call-out", "C17: it costs the caller.", false, ("0 9H !", "1 out 0 missed"))
    talk = holding("9H KC", rules_penalties={"table_talk": 3})
    yield Line("calls/table talk", "C18: the host judges it; seat 1 calls seat 0 out.", talk, ("1 out 0 talk",))


def _dobons() -> Iterator[Line]:
    nine = holding("9H KC 7C", others=_NINES, top="5H", rules_dobon=_DOBON)
    yield Line("dobon/by one", "A23 to A25: seat 1 strikes seat 0.", nine, ("0 9H", "1 dobon 0 5D 4C", "2 waive"))
    yield Line("dobon/by two", "A25: both are out.", nine, ("0 9H", "1 dobon 0", "2 dobon 0"))
    yield Line("dobon/waived", "A23: play goes on.", nine, ("0 9H", "2 waive", "1 waive"))
    yield Line(
        "dobon/closed by the host", "C27: who has not answered has waived.", nine, ("0 9H", "1 waive", "0 close")
    )
    by_zero = holding("4C 5D", others=["9H KC 7C", "6S KD"], top="5H", turn=1, rules_dobon=_DOBON)
    yield Line("dobon/by seat 0", "A24: seat 0 wins.", by_zero, ("1 9H", "0 dobon 1", "2 waive"))
    struck = holding("9H 4D AC", others=("4C 5H", "6S 3D"), top="7H", rules_dobon=_LAST_LAID)
    yield Line(
        "dobon/returned",
        "A26: the hand of seat 0 sums to the card that seat 1 laid last; it strikes back.",
        struck,
        ("0 9H", "1 dobon 0 4C 5H", "2 waive", "0 dobon 1", "2 waive"),
        host=True,
    )
    contested = holding("9H 8D AC", others=("4C 5H", "6S 3D"), top="7H", rules_dobon=_CONTESTED)
    yield Line(
        "dobon/returned against all",
        "A26: seat 0 alone may answer, with the contested nine.",
        contested,
        ("0 9H", "1 dobon 0", "2 dobon 0", "0 dobon 1"),
    )
    yield Line(
        "dobon/not returned", "A26: seat 0 waives the return.", contested, ("0 9H", "1 dobon 0", "2 waive", "0 waive")
    )


def _jokers() -> Iterator[Line]:
    any_time = holding("JK KC 4C")
    yield Line(
        "jokers/played", "A2, A3, A10: it fits, names a suit, and four are owed.", any_time, ("0 JK =D", "1 draw")
    )
    guilty = holding("JK 4H 9C", rules_joker_play=JokerPlay.CHALLENGEABLE)
    yield Line(
        "jokers/challenged, guilty", "A30: seat 1 alone sees the hand of seat 0.", guilty, ("0 JK =S", "1 challenge")
    )
    innocent = holding("JK 4S 9C", rules_joker_play=JokerPlay.CHALLENGEABLE)
    yield Line("jokers/challenged, not guilty", "A30: the challenger draws.", innocent, ("0 JK =S", "1 challenge"))
    by_zero = holding("KD KC 4C", others=["5D 5S 5C", "JK 6H 9C"], turn=2, rules_joker_play=JokerPlay.CHALLENGEABLE)
    yield Line("jokers/challenged by seat 0", "A30: the hand is shown to seat 0.", by_zero, ("2 JK =S", "0 challenge"))


def _offenses() -> Iterator[Line]:
    state = holding("KC QC 2C 9D 10S", **_ILLEGAL)
    yield Line(
        "illegal plays/called out",
        "A22: the card goes back, two are drawn.",
        state,
        ("0 KC", "1 out 0 illegal"),
        host=True,
    )
    yield Line("illegal plays/not noticed", "A21: it stays.", state, ("0 KC", "1 draw"))
    power = holding("2C QC 9D 10S", **_ILLEGAL)
    taken = ("0 2C", "2 out 0 illegal")
    yield Line("illegal plays/with a power", "A22: what was owed is owed no more.", power, taken)


def _ends() -> Iterator[Line]:
    won = holding("9H", others=["5D JK 8S", "6C KS AH"], rules_calls={"missed": MissedCall.PENALIZED})
    yield Line(
        "ends/seat 0 wins, the next round", "C10, C19, C21: points, and the next dealer.", won, ("0 9H !!", "0 start")
    )
    last = holding("9H", others=["5D JK 8S", "6C KS AH"], round=3, shuffles=3, version=60, scores=(-3, 5, -2))
    ends = ("0 9H !!", "! 0 start")
    yield Line("ends/the match", "C7, C11: standings, equal or not, and the seed.", last, ends)
    special = holding("JH", rules_special_finish=SpecialFinish.PENALIZED)
    yield Line("ends/a special finish", "A18: it costs two cards and is none.", special, ("! 0 JH !!", "0 JH"))
    standing = holding("9H", others=["5H 5D", "6C 6S"], **_STANDING)
    yield Line(
        "ends/last standing",
        "C19, C22: places are scored.",
        standing,
        ("0 9H !!", "1 5H !", "2 draw", "2 pass", "1 draw"),
    )
    leaves = holding("9H KC 4C")
    yield Line("ends/seat 0 leaves", "C25: the others play on.", leaves, ("0 leave", "! 0 draw", "1 5H"))
    yield Line("ends/one is left", "C19, C25: a round with one seat is over.", leaves, ("1 leave", "2 leave"))
    limit = holding("9C KC 4C", rules_turn_limit=20, turns=19)
    yield Line("ends/turn limit", "C24: the round is void.", limit, ("0 draw", "0 pass"))
