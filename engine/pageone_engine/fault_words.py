"""Faults of rules in words: apart from :mod:`words`, as the check of rules itself needs them."""

from typing import Final

from .lexicon import Count, Lexicon
from .refusals import Fault
from .words_en import ENGLISH
from .words_ja import JAPANESE

LEXICONS: Final[dict[str, Lexicon]] = {"ja": JAPANESE, "en": ENGLISH}


def lexicon(language: str) -> Lexicon:
    """The words of ``language``, "ja" or "en"; ``ValueError`` for any other."""
    try:
        return LEXICONS[language]
    except KeyError:
        raise ValueError(f"no words in {language!r}; choose one of {', '.join(LEXICONS)}") from None


def describe_fault(fault: Fault, language: str) -> str:
    """The fault in one sentence; its own (English) description where ``language`` has no words."""
    words = lexicon(language)
    try:
        return _sentence(words, fault.code, fault.fields, fault.values)
    except KeyError:
        return fault.description


def fault_in_english(code: str, fields: tuple[str, ...], values: dict[str, int | str]) -> str:
    """The sentence that becomes a fault's ``description``."""
    return _sentence(ENGLISH, code, fields, values)


def _sentence(words: Lexicon, code: str, fields: tuple[str, ...], values: dict[str, int | str]) -> str:
    path = fields[0].rpartition("rules.")[2]
    told = {name: _told(name, value) for name, value in values.items()}
    told["field"] = words.fields.get(path, path)
    sentence = words.faults[code].format(**told)
    return sentence[:1].upper() + sentence[1:]


def _told(name: str, value: int | str) -> Count | str:
    if isinstance(value, str):
        return value
    return ENGLISH.terms["Rank"][value] if name == "rank" else Count(value)
