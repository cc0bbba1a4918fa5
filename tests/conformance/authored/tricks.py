"""Page One: tricks, Jokers, and what becomes of an empty stock; Imohori and Only One where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pageone_engine.terms import StockOut

from tests.conformance.authoring import Live, Scenario
from tests.conformance.positions import Line, played
from tests.conformance.table import SPECTATOR
from tests.engine.positions import page_one, tricks

_SILENT: Final = {"penultimate": "", "last": ""}
_IMOHORI: Final = page_one("imohori")


def scenarios(live: Live) -> Iterator[Scenario]:
    """All lines of this game."""
    yield from played(live, _tricks())
    yield from played(live, _stock())


def _tricks() -> Iterator[Line]:
    lead = tricks(["5H 2C 7D", "6H 9C KD", "KH 9D 8S"])
    yield Line(
        "tricks/seat 0 leads, seat 2 wins", "P3, P7: the highest card of the suit.", lead, ("0 5H", "1 6H", "2 KH")
    )
    wins = tricks(["AH 2C 7D", "6H 9C KD", "KH 9D 8S"])
    yield Line("tricks/seat 0 wins", "P7: the ace beats the king.", wins, ("0 AH", "1 6H", "2 KH", "0 2C !"))
    joker = tricks(["5H 2C 7D", "JK 9C KD", "KH 9D 8S"])
    yield Line("tricks/a Joker wins", "P6, P7.", joker, ("0 5H", "1 JK", "2 KH"))
    draws = tricks(["5H 2C 7D", "6C 9C KD", "KH 9D 8S"], draws="3S 6H")
    script = ("0 5H", "! 1 6C", "1 draw", "! 1 KD", "1 draw", "1 6H", "2 KH")
    yield Line("tricks/drawing for the suit", "P5: until there is a heart, which seat 1 alone sees.", draws, script)
    forced = tricks(["2C 7D", "JK 9C KD", "KH 9D 8S"], ["0 5H"], turn=1, rules=page_one(joker_forced=True))
    yield Line("tricks/a Joker that must be played", "P6: with joker_forced.", forced, ("! 1 draw", "1 JK"))
    past = tricks(["2C 7D", "JK 9C KD", "KH 9D 8S"], ["0 5H"], turn=1, draws="3S")
    yield Line("tricks/drawing past a Joker", "P6: without joker_forced.", past, ("1 draw",))
    out = tricks(["5H", "6H 9C KD", "KH 9D 8S"])
    yield Line(
        "tricks/seat 0 goes out",
        "C12, C19, C21: it wins with its last card, and the call.",
        out,
        ("0 5H !!", "0 start"),
    )
    missed = tricks(["5H", "6H 9C KD", "KH 9D 8S"])
    yield Line("tricks/the last call missed", "C14: five cards, and no finish.", missed, ("0 5H",))
    one_left = tricks(["5H 2C", "6H 9C KD", "KH 9D 8S"])
    yield Line("tricks/the call for one card missed", "C13: five cards at once.", one_left, ("0 5H",))
    third = tricks(["5H", "6H 9C", "KH 9D"], rules=_IMOHORI)
    yield Line(
        "tricks/Imohori: play goes on",
        "C19, P15: seat 0 is first, the others play on.",
        third,
        ("0 5H", "1 6H", "2 KH", "2 9D"),
    )
    only = tricks(["5H 2C", "6H 9C KD", "KH 9D 8S"], rules=page_one("only_one"))
    yield Line("tricks/Only One: one call", "C12: オンリーワン with the last card but one.", only, ("0 5H !", "1 6H"))


def _stock() -> Iterator[Line]:
    few: list[dict[str, Any]] = [{"seat": 0}, SPECTATOR]
    hands = ["2C 3C", "9C 2S", "8D 9D"]
    for name, rule, about in (
        ("TAKE_ALL", StockOut.TAKE_ALL, "every face-up card is taken"),
        ("TAKE_TRICK", StockOut.TAKE_TRICK, "the cards of the trick are taken"),
        ("RESHUFFLE", StockOut.RESHUFFLE, "the finished tricks are the stock again"),
    ):
        rules = page_one(calls=_SILENT, stock_out=rule)
        state = tricks(hands, ["0 5H"], turn=1, rules=rules, stock="", pile="KD QD 7D", rest=2)
        yield Line(f"stock out/{name}", f"P11: {about}.", state, ("1 draw",), few)
    alone = tricks(["JK", "2H 3H"], rules=page_one(calls=_SILENT), stock="", pile="", rest=1)
    yield Line("stock out/nothing left", "P11: the round is void; seat 0 drew.", alone, ("0 draw",), few)
    shared = tricks(
        ["2C 3C", "9C 2S", "8D 9D", ""],
        ["0 5H"],
        turn=1,
        rules=_IMOHORI,
        stock="",
        pile="",
        rest=2,
        places=(0, 0, 0, 1),
    )
    yield Line(
        "stock out/the last place is shared", "P11, C22: Imohori without finished tricks.", shared, ("1 draw",), few
    )
