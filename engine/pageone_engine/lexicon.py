"""The shape of one language's words: what a table such as ``words_en`` has to supply."""

from dataclasses import dataclass


class Count(int):
    """A number that knows its noun: ``f"{Count(2):card/cards}"`` is ``"2 cards"``, 1 is a card."""

    def __format__(self, spec: str) -> str:
        if "/" not in spec:
            return format(int(self), spec)
        one, many = spec.split("/")
        return f"{int(self)} {one if self == 1 else many}"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language.

    ``fields``: what a field of the rules is called, by path. ``faults`` and ``lines``: sentences
    with ``{places}`` for values, by the code of a fault, by the key of a statement about rules.
    ``refusals``: a sentence for each refusal. ``terms``: the names of an enum's values, by the name
    of the enum. ``comma`` stands between cards in a list, ``semicolon`` between longer things.
    """

    fields: dict[str, str]
    faults: dict[str, str]
    refusals: dict[int, str]
    terms: dict[str, dict[int, str]]
    lines: dict[str, str]
    comma: str
    semicolon: str
