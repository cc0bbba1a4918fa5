"""The setup page has every option of the contract, within the ranges that the engine takes."""

from __future__ import annotations

import re

from tests import needs
from tools import readme

SETUP = needs.ROOT / "clients" / "web" / "src" / "setup"


def test_numbers_have_the_ranges_of_the_engine() -> None:
    """`RANGES` of the page and of the README, which is tested against the engine, are the same."""
    text = (SETUP / "options.ts").read_text(encoding="utf-8")
    found = re.findall(r"^  '?([a-z_.]+)'?: \[([\d_]+), ([\d_]+)\],$", text, re.MULTILINE)
    assert {path: (int(low), int(high)) for path, low, high in found} == readme.RANGES


def test_every_option_has_words_in_both_languages() -> None:
    """A field that is added to the contract needs a name here before it can land."""
    text = (SETUP / "optionWords.ts").read_text(encoding="utf-8")
    tables = re.findall(r"^    labels: \{\n(.*?)^    \}", text, re.MULTILINE | re.DOTALL)
    assert len(tables) == 2
    for table in tables:
        assert re.findall(r"^      '?([a-z_.]+)'?: ", table, re.MULTILINE) == list(readme.option_paths())
