"""The shape of one language's words: what a table such as ``words_en`` has to supply."""

from dataclasses import dataclass


class Count:
    """A number that knows its noun: ``f"{Count(2):card/cards}"`` is ``"2 cards"``, 1 is a card."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self.number)
        one, many = spec.split("/")
        return f"{self.number} {one if self.number == 1 else many}"


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
