"""The table of docs/configuration.md is the settings'."""

from __future__ import annotations

import re

import pytest
from pageone_service.settings import TABLE

from tools import configuration


def test_the_table_is_current() -> None:
    """Every setting with flag, variable, default, unit and meaning; mend it with `make configuration`."""
    document = configuration.DOCUMENT.read_text(encoding="utf-8")
    assert document == configuration.text(document)


def test_every_setting_has_its_row() -> None:
    """As many rows as settings, in their order, each with five cells that say something."""
    rows = [line for line in configuration.table().splitlines() if line.startswith("| `--")]
    assert [re.findall(r"`([^`]*)`", line)[:2] for line in rows] == [[one.flag, one.variable] for one in TABLE]
    for line in rows:
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        assert len(cells) == 5
        assert all(cells)


def test_flags_that_the_text_speaks_of_are_settings() -> None:
    """A setting that is renamed is renamed in the text, too."""
    document = configuration.DOCUMENT.read_text(encoding="utf-8")
    flags = {one.flag for one in TABLE} | {"--flag", "--no-flag", "--workers"}
    assert set(re.findall(r"`(--[a-z-]+)`", document)) <= flags


def test_a_document_without_markers_is_an_error() -> None:
    """Better than a document without a table."""
    with pytest.raises(ValueError, match="markers"):
        configuration.text("# Configuration\n")
