"""``pageone rules``: rules in words, or as a file to edit."""

from __future__ import annotations

from typing import Annotated

import typer
from pageone_engine.presets import PRESETS
from pageone_engine.rules_check import seat_range
from pageone_engine.words import describe
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from .errors import EXIT_NO, CliError
from .local_rules import LOCAL_RULES
from .options import Language, LanguageOption
from .phrases import phrase
from .rules_input import checked, faults_in_words, load_rules, message_of, to_json


def rules(
    given: Annotated[
        str | None,
        typer.Argument(metavar="[NAME|FILE.json]", help="A preset, a variant (see --list), or a file of your own."),
    ] = None,
    *,
    seats: Annotated[
        int, typer.Option("--seats", "-s", min=0, max=8, help="For so many seats; 0: for any number.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print them as proto3 JSON, to edit.")] = False,
    listing: Annotated[bool, typer.Option("--list", help="List the names there are.")] = False,
    language: LanguageOption,
) -> None:
    """Tell rules in words, or say what is wrong with them.

    Examples:

        pageone rules --list
        pageone rules imohori --language ja
        pageone rules american_page_one --json > house.json
        pageone rules house.json --seats 4

    Exit codes: 0 the rules can be played, 1 they are refused, 2 there are no such rules.
    """
    console = Console(highlight=False)
    if listing:
        console.print(_names(language))
        return
    if given is None:
        raise CliError("rules", "no rules are named", "name a preset or a file; `pageone rules --list` shows the names")
    told, faults = checked(load_rules(given), seats)
    if faults:
        raise CliError(given, faults_in_words(faults, language), "", EXIT_NO)
    if as_json:
        typer.echo(to_json(message_of(told)))
        return
    low, high = seat_range(told)
    console.print(f"[bold]{escape(told.name or given)}[/bold]  {phrase('seats_from_to', language, low=low, high=high)}")
    lines = Table.grid(padding=(0, 1))
    for line in describe(told, seats, language):
        lines.add_row("•", Text(line, overflow="fold"))
    console.print(lines)


def _names(language: Language) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(phrase("rules", language))
    table.add_column("")
    for name in PRESETS:
        table.add_row(name, phrase("preset", language))
    for variant in LOCAL_RULES:
        table.add_row(
            variant.name,
            f"{phrase('american_page_one', language)}: {variant.title(language)}",
        )
    return table
