"""The engine's words in Japanese and English: rules in sentences, faults, refusals, terms.

Every function takes ``language`` "ja" or "en" (``ValueError`` for any other); what a caller asked
for is for the service to negotiate.
"""

from typing import Final

from .fault_words import LEXICONS, describe_fault, lexicon
from .lexicon import Count, Lexicon
from .rules import Rules
from .rules_words import Prices, Ranks, Statement, Value, statements
from .terms import name_of

#: The languages there are.
LANGUAGES: Final = tuple(LEXICONS)

_REPLACEMENT: Final = "\ufffd"


def describe(rules: Rules, seats: int, language: str) -> list[str]:
    """Rules without a fault in words, a line each, made from their fields alone.

    ``seats``: 2 to 8, or 0 for any number; every field that matters under the others is told.
    """
    words = lexicon(language)
    return [_line(words, statement) for statement in statements(rules, seats)]


def refusal_text(refusal: int, language: str) -> str:
    """What to tell a player whose action was refused; ``KeyError`` for a number that is none."""
    return lexicon(language).refusals[refusal]


def word(term: type, value: int, language: str) -> str:
    """What a value of an enum in :mod:`pageone_engine.terms` (or a suit) is called."""
    named = lexicon(language).terms.get(term.__name__, {})
    return named.get(value) or name_of(term, value)


def rank_word(rank: int, language: str) -> str:
    """What a rank is called, 1 (ace) to 13 (king), 0 a Joker."""
    return lexicon(language).terms["Rank"][rank]


def printable(text: str) -> str:
    """Text that others wrote, such as a call's word, with nothing in it that breaks a line."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _REPLACEMENT for letter in text)


def _line(words: Lexicon, statement: Statement) -> str:
    told = {name: _told(words, value) for name, value in statement.values.items()}
    return words.lines[statement.key].format(**told)


def _told(words: Lexicon, value: Value) -> Count | str:
    if isinstance(value, int):
        return Count(value)
    if isinstance(value, str):
        return printable(value)
    return _cards(words, value) if isinstance(value, tuple) else _prices(words, value)


def _cards(words: Lexicon, ranks: Ranks) -> str:
    return words.comma.join(words.terms["Rank"][rank] for rank in ranks)


def _prices(words: Lexicon, prices: Prices) -> str:
    price = words.lines["count.price"]
    return words.semicolon.join(price.format(cards=_cards(words, ranks), points=points) for ranks, points in prices)


__all__ = [
    "LANGUAGES",
    "describe",
    "describe_fault",
    "printable",
    "rank_word",
    "refusal_text",
    "word",
]
