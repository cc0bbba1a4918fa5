"""American Page One with each local rule of the sources switched on, as data for ``pageone demo``.

Every row of the table "Local rules" in docs/rules.md has its variants here; a variant is a title in two languages and
the fields that differ from the preset. The last one switches on everything that goes together.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pageone_engine.presets import AMERICAN_PAGE_ONE
from pageone_engine.rules import AmericanPageOneRules, DobonRules, Rules, Specials
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
    Starter,
)

Change = Callable[[Rules], Rules]


@dataclass(frozen=True, slots=True)
class LocalRule:
    """A variant: ``name`` for the rules and the command line, titles for people, and what it changes in the preset."""

    name: str
    en: str
    ja: str
    changes: tuple[Change, ...]
    #: Where it makes a difference: with so many seats (None: with any number).
    seats: int | None = None

    @property
    def rules(self) -> Rules:
        """The American preset with this rule switched on, under the variant's name."""
        rules = AMERICAN_PAGE_ONE
        for change in self.changes:
            rules = change(rules)
        return replace(rules, name=self.name)

    def title(self, language: str) -> str:
        """The title in ``ja`` or ``en``."""
        return self.ja if language == "ja" else self.en


def _american(rules: Rules) -> AmericanPageOneRules:
    assert isinstance(rules.game, AmericanPageOneRules)
    return rules.game


def top(**fields: object) -> Change:
    """Changes fields of :class:`Rules` itself."""
    return lambda rules: replace(rules, **fields)  # type: ignore[arg-type]


def game(**fields: object) -> Change:
    """Changes fields of :class:`AmericanPageOneRules`."""
    return lambda rules: replace(rules, game=replace(_american(rules), **fields))  # type: ignore[arg-type]


def specials(**ranks: int) -> Change:
    """Moves powers to other ranks, or takes them away (0)."""
    return lambda rules: game(specials=replace(_american(rules).specials, **ranks))(rules)


def penalties(**counts: int) -> Change:
    """Changes the size of penalties, in cards."""
    return lambda rules: replace(rules, penalties=replace(rules.penalties, **counts))


def calls(**fields: object) -> Change:
    """Changes the words, or what becomes of a missed call."""
    return lambda rules: replace(rules, calls=replace(rules.calls, **fields))  # type: ignore[arg-type]


def dobon(dobon_return: int = DobonReturn.OFF, *, on_starter: bool = False) -> Change:
    """Switches dobon on."""
    return game(dobon=DobonRules(enabled=True, on_starter=on_starter, dobon_return=dobon_return))


def _all_penalties(count: int) -> Change:
    return penalties(missed_call=count, illegal_play=count, special_finish=count)


LAST_STANDING: Final = top(round_end=RoundEnd.LAST_STANDING, scoring=Scoring.PLACEMENT)
ILLEGAL_CALLED_OUT: Final = game(illegal_play=IllegalPlay.WHEN_CALLED_OUT)
CHALLENGE: Final = game(joker_play=JokerPlay.CHALLENGEABLE)

LOCAL_RULES: Final[tuple[LocalRule, ...]] = (
    LocalRule("linked", "2, 3 and Joker linked by suit", "2・3・ジョーカー連携あり", (game(evasion=Evasion.LINKED),)),
    LocalRule("no_evasion", "Draw cards cannot be evaded", "引かせる札はかわせない", (game(evasion=Evasion.NONE),)),
    LocalRule("no_specials", "No special cards but Jokers", "ジョーカー以外の特殊札なし", (game(specials=Specials()),)),
    LocalRule("draw_two_off", "2 is an ordinary card", "2は普通の札", (specials(draw_two=0),)),
    LocalRule("draw_three_off", "3 is an ordinary card", "3は普通の札", (specials(draw_three=0),)),
    LocalRule("wild_off", "8 is an ordinary card", "8は普通の札", (specials(wild=0),)),
    LocalRule("skip_off", "J is an ordinary card", "Jは普通の札", (specials(skip=0),)),
    LocalRule("reverse_off", "Q is an ordinary card", "Qは普通の札", (specials(reverse=0),)),
    LocalRule("skip_on_ace", "Skip on the ace", "スキップはA", (specials(skip=1),)),
    LocalRule("skip_on_seven", "Skip on the 7", "スキップは7", (specials(skip=7),)),
    LocalRule("reverse_on_nine", "Reverse on the 9", "リバースは9", (specials(reverse=9),)),
    LocalRule(
        "reverse_on_jack",
        "Reverse on the J, skip on the ace",
        "リバースはJ、スキップはA",
        (specials(reverse=11, skip=1),),
    ),
    LocalRule("sets", "Several cards of one rank at once", "同じ数字の札をまとめて出せる", (game(sets=True),)),
    LocalRule(
        "special_finish_penalized",
        "A special card as the last one is penalized",
        "特殊札で上がると罰",
        (game(special_finish=SpecialFinish.PENALIZED),),
    ),
    LocalRule(
        "special_finish_rejected",
        "No finish with a special card",
        "特殊札では上がれない",
        (game(special_finish=SpecialFinish.REJECTED),),
    ),
    LocalRule(
        "drawn_card_waits",
        "A drawn card waits for the next turn",
        "引いた札はその番には出せない",
        (game(draw=DrawRule.ONE_WAITS),),
    ),
    LocalRule(
        "until_playable", "Draw until a card can be played", "出せるまで引く", (game(draw=DrawRule.UNTIL_PLAYABLE),)
    ),
    LocalRule("pass_without_draw", "Passing without a draw", "引かずにパスできる", (game(pass_without_draw=True),)),
    LocalRule("penalty_one", "Penalties of 1 card", "罰は1枚", (_all_penalties(1),)),
    LocalRule("penalty_five", "Penalties of 5 cards", "罰は5枚", (_all_penalties(5),)),
    LocalRule("penalty_none", "No penalties", "罰なし", (_all_penalties(0),)),
    LocalRule(
        "missed_call_penalized",
        "A forgotten call costs at once",
        "言い忘れはその場で罰",
        (calls(missed=MissedCall.PENALIZED),),
    ),
    LocalRule("starter_neutral", "Neutral starter", "最初の札の効果は親の次から", (game(starter=Starter.NEUTRAL),)),
    LocalRule("starter_plain", "Plain starter", "最初の札は普通の札だけ", (game(starter=Starter.PLAIN),)),
    LocalRule("last_standing", "Played to the last player", "最後の一人まで続ける", (LAST_STANDING,)),
    LocalRule("dobon", "Dobon", "ドボンあり", (dobon(),)),
    LocalRule("dobon_on_starter", "Dobon, on the starter too", "ドボンあり、最初の札にも", (dobon(on_starter=True),)),
    LocalRule(
        "dobon_last_laid",
        "Dobon, returned on the last card laid",
        "ドボン返しは最後に置いた札に",
        (dobon(DobonReturn.LAST_LAID),),
    ),
    LocalRule(
        "dobon_contested",
        "Dobon, returned on the contested card",
        "ドボン返しは元の札に",
        (dobon(DobonReturn.CONTESTED),),
    ),
    LocalRule("challenge", "A Joker can be challenged", "ジョーカーにチャレンジできる", (CHALLENGE,)),
    LocalRule(
        "joker_without_suit",
        "A Joker only without the suit in hand",
        "ジョーカーは場のマークを持たないときだけ",
        (game(joker_play=JokerPlay.WITHOUT_SUIT),),
    ),
    LocalRule("table_talk", "Table talk is called out", "手の内の話は指摘される", (penalties(table_talk=2),)),
    LocalRule(
        "illegal_called_out",
        "Illegal plays are called out by the table",
        "出せない札は指摘されたら戻す",
        (ILLEGAL_CALLED_OUT,),
    ),
    LocalRule("false_call_out", "A false call-out costs a card", "間違った指摘は1枚", (penalties(false_call_out=1),)),
    LocalRule(
        "one_pack_without_jokers",
        "52 cards without Jokers",
        "ジョーカーなしの52枚",
        (top(decks=1, jokers=0),),
    ),
    LocalRule(
        "two_seat_reverse_plain",
        "Two seats: a reverse skips nobody",
        "二人のとき、リバースは飛ばさない",
        (game(two_seat_reverse_skips=False),),
        seats=2,
    ),
    LocalRule(
        "other_words",
        "Other words: ノームサイ and ページバン",
        "別の掛け声（ノームサイ、ページバン）",
        (calls(penultimate="ノームサイ", last="ページバン"),),
    ),
    LocalRule(
        "everything",
        "Everything that goes together",
        "全部入り",
        (
            game(
                evasion=Evasion.LINKED, sets=True, special_finish=SpecialFinish.PENALIZED, draw=DrawRule.UNTIL_PLAYABLE
            ),
            game(starter=Starter.NEUTRAL),
            specials(skip=7, reverse=9),
            penalties(missed_call=5, illegal_play=5, special_finish=5, table_talk=1, false_call_out=1),
            dobon(DobonReturn.LAST_LAID, on_starter=True),
            CHALLENGE,
            ILLEGAL_CALLED_OUT,
            LAST_STANDING,
            calls(penultimate="ノームサイ", last="ページバン"),
        ),
    ),
)

BY_NAME: Final[dict[str, LocalRule]] = {rule.name: rule for rule in LOCAL_RULES}
