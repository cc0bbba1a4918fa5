"""Writes the tables of presets and options into README.md and README.ja.md, from the engine's presets and the contract.

``python -m tools.readme`` writes them, ``--check`` only tells whether they are current. Every field of the rules must
have its line in :data:`OPTIONS` and in :data:`JAPANESE`, and no other: a field that is added without a word for people
fails the check.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from pageone.v1 import rules_pb2
from pageone_engine import words_ja
from pageone_engine.presets import PRESETS
from pageone_engine.rules import Rules

README: Final = Path(__file__).parent.parent / "README.md"
README_JA: Final = README.with_name("README.ja.md")
TITLES: Final = {
    "page_one": "Page One ページワン",
    "imohori": "Imohori 芋掘り",
    "only_one": "Only One オンリーワン",
    "american_page_one": "American Page One アメリカンページワン",
}

#: What each option is about, and its clauses in docs/rules.md, by its path in ``pageone.v1.Rules``.
OPTIONS: Final = {
    "rounds": ("rounds in a match; 0: as many as seats", "C10"),
    "decks": ("packs of 52, shuffled together", "C1"),
    "jokers": ("Jokers in the whole pack, which has at most 255 cards; in Page One at most 2", "C1"),
    "hand_size": ("cards dealt to each seat; 0: by the number of seats", "C9"),
    "turn_limit": ("turn actions after which a round is void", "C24"),
    "round_end": ("when a round ends", "C19"),
    "next_dealer": ("who deals the next round", "C10"),
    "calls.penultimate": ("the word owed with the last card but one; empty: none", "C12"),
    "calls.last": ("the word owed with the last card; empty: none", "C12, C14"),
    "calls.missed": ("a forgotten call costs at once, or when somebody notices", "C13"),
    "penalties.missed_call": ("cards for a forgotten call", "C13, C16"),
    "penalties.illegal_play": ("cards for an illegal play that is called out", "A22"),
    "penalties.special_finish": ("cards for a special card as the last one", "A18"),
    "penalties.table_talk": ("cards for table talk; 0: nobody minds", "C18"),
    "penalties.false_call_out": ("cards for a wrong call-out; 0: it is refused", "C17"),
    "scoring": ("how a round is scored", "C20–C22"),
    "card_points.joker": ("points of a Joker left in hand", "C20"),
    "card_points.wild": ("points of a wild card", "C20"),
    "card_points.action": ("points of the other special cards", "C20"),
    "card_points.court": ("points of J, Q, K", "C20"),
    "card_points.ace": ("points of an ace", "C20"),
    "page_one.stock_out": ("a draw from an empty stock", "P11"),
    "page_one.joker_forced": ("without the suit a Joker must be played", "P6"),
    "american_page_one.specials.draw_two": ("the rank that makes the next seat draw two", "A10"),
    "american_page_one.specials.draw_three": ("the rank that makes the next seat draw three", "A10"),
    "american_page_one.specials.wild": ("the rank that matches always and names a suit", "A2, A3"),
    "american_page_one.specials.skip": ("the rank that jumps the next seat", "A13"),
    "american_page_one.specials.reverse": ("the rank that turns the direction", "A13"),
    "american_page_one.evasion": ("how a draw card can be answered", "A10–A12"),
    "american_page_one.sets": ("several cards of one rank at once", "A15"),
    "american_page_one.special_finish": ("a special card as the last one", "A18"),
    "american_page_one.draw": ("what a draw allows", "A4–A7"),
    "american_page_one.pass_without_draw": ("passing without a draw", "A5"),
    "american_page_one.starter": ("what the first card turned does", "A20"),
    "american_page_one.illegal_play": ("a play that the table forbids", "A21, A22"),
    "american_page_one.joker_play": ("when a Joker may be played", "A29, A30"),
    "american_page_one.dobon.enabled": ("winning with a hand that sums to the card just played", "A23–A28"),
    "american_page_one.dobon.on_starter": ("dobon on the starter, too", "A23"),
    "american_page_one.dobon.dobon_return": ("answers to a dobon", "A26"),
    "american_page_one.two_seat_reverse_skips": ("with two seats left a reverse skips", "A13"),
}

#: The same in Japanese.
JAPANESE: Final = {
    "rounds": "1試合のラウンド数。0なら席の数と同じ",
    "decks": "混ぜて使う52枚組の数",
    "jokers": "全体で使うジョーカーの枚数（カードは全部で255枚まで）。ページワンでは2枚まで",
    "hand_size": "各席に配る枚数。0なら席の数で決まる",
    "turn_limit": "この手数を超えるとラウンドは無効",
    "round_end": "ラウンドの終わり方",
    "next_dealer": "次のラウンドの親",
    "calls.penultimate": "残り1枚になるときの掛け声。空なら不要",
    "calls.last": "最後の1枚を出すときの掛け声。空なら不要",
    "calls.missed": "宣言忘れがすぐに罰になるか、指摘されたときか",
    "penalties.missed_call": "宣言忘れで引く枚数",
    "penalties.illegal_play": "反則の出し方を指摘されて引く枚数",
    "penalties.special_finish": "特殊カードを最後に出して引く枚数",
    "penalties.table_talk": "口出しで引く枚数。0なら気にしない",
    "penalties.false_call_out": "間違った指摘で引く枚数。0なら指摘そのものを断る",
    "scoring": "ラウンドの得点の数え方",
    "card_points.joker": "手札に残ったジョーカーの点",
    "card_points.wild": "ワイルドカードの点",
    "card_points.action": "そのほかの特殊カードの点",
    "card_points.court": "J・Q・Kの点",
    "card_points.ace": "Aの点",
    "page_one.stock_out": "山札がないときに引く人の扱い",
    "page_one.joker_forced": "同じスートがなければジョーカーを出さなければならない",
    "american_page_one.specials.draw_two": "次の人に2枚引かせるランク",
    "american_page_one.specials.draw_three": "次の人に3枚引かせるランク",
    "american_page_one.specials.wild": "いつでも出せてスートを指定するランク",
    "american_page_one.specials.skip": "次の人を飛ばすランク",
    "american_page_one.specials.reverse": "回る向きを逆にするランク",
    "american_page_one.evasion": "引かせるカードへの応じ方",
    "american_page_one.sets": "同じランクを何枚もまとめて出す",
    "american_page_one.special_finish": "特殊カードでの上がり",
    "american_page_one.draw": "引いた番にできること",
    "american_page_one.pass_without_draw": "引かずにパスする",
    "american_page_one.starter": "最初の台札の効果",
    "american_page_one.illegal_play": "場に合わないカードの扱い",
    "american_page_one.joker_play": "ジョーカーを出せるとき",
    "american_page_one.dobon.enabled": "手札の合計が出されたカードと同じなら上がり（ドボン）",
    "american_page_one.dobon.on_starter": "最初の台札にもドボンできる",
    "american_page_one.dobon.dobon_return": "ドボン返し",
    "american_page_one.two_seat_reverse_skips": "残り2人のときのリバースは相手を飛ばす",
}

#: Smallest and largest value of each number; what is refused beyond is the engine's to know, and tested against it.
RANGES: Final = {
    "rounds": (0, 100),
    "decks": (1, 4),
    "jokers": (0, 203),
    "hand_size": (0, 20),
    "turn_limit": (1, 10_000),
    **{path: (0, 20) for path in OPTIONS if path.startswith("penalties.")},
    **{path: (0, 1000) for path in OPTIONS if path.startswith("card_points.")},
}

_RANKS: Final = ("–", "A", *map(str, range(2, 11)), "J", "Q", "K")


def option_paths(message: Descriptor = rules_pb2.Rules.DESCRIPTOR, prefix: str = "") -> Iterator[str]:
    """Every option of ``pageone.v1.Rules`` by its path; the name is no option."""
    for field in message.fields:
        path = f"{prefix}{field.name}"
        if field.message_type is not None:
            yield from option_paths(field.message_type, f"{path}.")
        elif path != "name":
            yield path


def field_of(path: str) -> FieldDescriptor:
    """The contract's field at ``path``."""
    message = rules_pb2.Rules.DESCRIPTOR
    *parents, last = path.split(".")
    for name in parents:
        inner = message.fields_by_name[name].message_type
        assert inner is not None
        message = inner
    return message.fields_by_name[last]


def values_of(rules: Rules) -> dict[str, object]:
    """What an engine's rule set says of each option, by the contract's path."""
    game = type(rules.game).__name__
    name = "american_page_one" if game == "AmericanPageOneRules" else "page_one"
    return {path.replace("game.", f"{name}.", 1): value for path, value in _flat(rules)}


def _flat(value: object, prefix: str = "") -> Iterator[tuple[str, object]]:
    assert is_dataclass(value)
    for field in fields(value):
        inner = getattr(value, field.name)
        if is_dataclass(inner):
            yield from _flat(inner, f"{prefix}{field.name}.")
        else:
            yield f"{prefix}{field.name}", inner


@dataclass(frozen=True, slots=True)
class Words:
    """One language of the tables: what its columns are called, and the words in its cells."""

    heads: tuple[str, ...]
    about: Mapping[str, str]
    yes: str
    no: str
    rank: str
    word: str
    span: str
    comma: str
    terms: Mapping[str, Mapping[int, str]] | None = None


#: The words of each README.
WORDS: Final = {
    README: Words(
        heads=("option", "what it decides", "choices", "preset", "clause"),
        about={path: about for path, (about, _) in OPTIONS.items()},
        yes="yes",
        no="no",
        rank="a rank, or none",
        word="a word, at most 40 characters",
        span="{low} to {high:,}",
        comma=", ",
    ),
    README_JA: Words(
        heads=("フィールド", "決めること", "選べる値", "プリセット", "条文"),
        about=JAPANESE,
        yes="はい",
        no="いいえ",
        rank="ランク、またはなし",
        word="40文字までの言葉",
        span="{low}〜{high:,}",
        comma="、",
        terms=words_ja.JAPANESE.terms,
    ),
}


def _shown(path: str, value: object, words: Words) -> str:
    enum = field_of(path).enum_type
    if enum is not None and enum.name == "Rank":
        assert isinstance(value, int)
        return _RANKS[value]
    if enum is not None:
        assert isinstance(value, int)
        return f"`{_short(enum, value)}`"
    if isinstance(value, bool):
        return words.yes if value else words.no
    return str(value) if value != "" else "–"


def _short(enum: EnumDescriptor, number: int) -> str:
    """A value's name without the enum's: what is left of EVASION_LINKED is LINKED."""
    unset = enum.values_by_number[0].name
    return enum.values_by_number[number].name.removeprefix(unset.removesuffix("UNSPECIFIED"))


def _choices(path: str, words: Words) -> str:
    field = field_of(path)
    enum = field.enum_type
    if enum is not None:
        if enum.name == "Rank":
            return words.rank
        return words.comma.join(_choice(enum, value.number, words) for value in enum.values if value.number)
    if path in RANGES:
        low, high = RANGES[path]
        return words.span.format(low=low, high=high)
    return f"{words.yes}{words.comma}{words.no}" if field.type == FieldDescriptor.TYPE_BOOL else words.word


def _choice(enum: EnumDescriptor, number: int, words: Words) -> str:
    name = f"`{_short(enum, number)}`"
    return name if words.terms is None else f"{name}（{words.terms[enum.name][number]}）"


def presets_table(words: Words) -> list[str]:
    """The presets side by side: every option in which two of them differ."""
    values = {name: values_of(rules) for name, rules in PRESETS.items()}
    rows = ["| | " + " | ".join(f"`{name}`<br>{TITLES[name]}" for name in PRESETS) + " |"]
    rows.append("|---" * (len(PRESETS) + 1) + "|")
    for path in option_paths():
        if path.startswith("american_page_one."):
            continue
        cells = [_shown(path, each[path], words) if path in each else "" for each in values.values()]
        if len(set(cells)) > 1:
            rows.append(f"| `{path}` | " + " | ".join(cells) + " |")
    return rows


def options_table(words: Words) -> list[str]:
    """Every option: its path, what it is about, what it can be, what the preset of its game says, its clauses."""
    rows = [f"| {' | '.join(words.heads)} |", "|---" * len(words.heads) + "|"]
    page_one, american = values_of(PRESETS["page_one"]), values_of(PRESETS["american_page_one"])
    for path in option_paths():
        clauses = OPTIONS[path][1].replace(", ", words.comma)
        told = " / ".join(
            dict.fromkeys(_shown(path, values[path], words) for values in (page_one, american) if path in values)
        )
        rows.append(f"| `{path}` | {words.about[path]} | {_choices(path, words)} | {told} | {clauses} |")
    return rows


TABLES: Final = {"presets": presets_table, "options": options_table}


def with_tables(text: str, words: Words = WORDS[README]) -> str:
    """The text with each table between its marks written anew; ``ValueError`` when a mark is missing."""
    for name, table in TABLES.items():
        begin, end = f"<!-- {name}: written by tools/readme.py -->\n", f"<!-- end of {name} -->"
        head, found, rest = text.partition(begin)
        _, closed, tail = rest.partition(end)
        if not found or not closed:
            raise ValueError(f"the marks of the table {name!r} are missing")
        text = head + begin + "\n" + "\n".join(table(words)) + "\n\n" + end + tail
    return text


def main(arguments: list[str]) -> int:
    """Writes, or checks with ``--check``; 1 when a check finds something."""
    stale = []
    for page, words in WORDS.items():
        before = page.read_text(encoding="utf-8")
        after = with_tables(before, words)
        if before == after:
            continue
        stale.append(page.name)
        if "--check" not in arguments:
            page.write_text(after, encoding="utf-8")
    if "--check" in arguments and stale:
        print(f"{', '.join(stale)}: the tables are not current; run python -m tools.readme", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
