"""Which language to answer in: the header accept-language, as browsers send it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

#: What there are words in; the first is for those who ask for none of them.
LANGUAGES: Final = ("en", "ja")


@lru_cache(maxsize=256)
def negotiated(header: str) -> str:
    """The language that ``header`` (``ja,en;q=0.8``) likes best; "en" when it likes none."""
    best, best_quality = LANGUAGES[0], 0.0
    for item in header[:200].split(","):
        tag, _, parameter = item.partition(";")
        quality = _quality(parameter)
        language = _language(tag)
        if language and quality > best_quality:
            best, best_quality = language, quality
    return best


def _language(tag: str) -> str:
    primary = tag.strip().lower().partition("-")[0]
    if primary == "*":
        return LANGUAGES[0]
    return primary if primary in LANGUAGES else ""


def _quality(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    if name.strip().lower() != "q":
        return 1.0
    try:
        quality = float(value)
    except ValueError:
        return 0.0
    return quality if 0 <= quality <= 1 else 0.0
