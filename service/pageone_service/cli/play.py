"""``pageone play``: a person at the terminal against bots, over gRPC."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from .errors import CliError
from .options import (
    AddressOption,
    CaFileOption,
    LanguageOption,
    RoundsOption,
    SeatsOption,
    SeedOption,
    TokenFileOption,
    seed_of,
    strengths_of,
)
from .phrases import phrase
from .reach import client_of
from .rules_input import message_of, playable
from .sitting import PersonsTable, Sitting
from .solo_table import SoloTable
from .table import Player, Table
from .words import Narrator


def play(
    given: Annotated[
        str, typer.Argument(metavar="[NAME|FILE.json]", help="A preset, a variant (`pageone rules --list`), or a file.")
    ] = "american_page_one",
    *,
    seats: SeatsOption = 4,
    seat: Annotated[int, typer.Option("--seat", min=0, max=7, help="Where you sit; seats are numbered from 0.")] = 0,
    bots: Annotated[
        str, typer.Option("--bots", help="stand_in, easy or normal; one for all, or one for each with commas.")
    ] = "normal",
    rounds: RoundsOption = None,
    seed: SeedOption = None,
    solo: Annotated[
        bool, typer.Option("--solo", help="Play by SoloService: this program, too, sees your seat and no other.")
    ] = False,
    address: AddressOption = None,
    tls_ca_file: CaFileOption = None,
    token_file: TokenFileOption = None,
    language: LanguageOption,
) -> None:
    """Play against bots at the terminal.

    You see what your seat may see, and nothing else. Calls are yours to make: type the word after the card. Type ? for
    all that can be typed, and q to leave.

    Examples:

        pageone play
        pageone play page_one --seats 3 --language ja
        pageone play everything --bots easy,normal,normal --rounds 2
        pageone play --solo --seat 2
        pageone play house.json --address 127.0.0.1:50051

    Exit codes: 0 the match is over, or you left it; 1 refused rules, or no server; 2 a wrong option.
    """
    if seat >= seats:
        raise CliError("--seat", f"there is no seat {seat} among {seats}", f"choose from 0 to {seats - 1}")
    if solo and seed is not None:
        raise CliError("--seed", "with --solo the server draws it", "leave one of the two out")
    rules = playable(given, seats, rounds, language)
    strengths = strengths_of(bots, seats - 1, "--bots")
    players: list[Player] = [*strengths[:seat], None, *strengths[seat:]]
    console = Console(highlight=False)
    with client_of(address, tls_ca_file, token_file, language) as client:
        table: PersonsTable
        if solo:
            table = SoloTable(client, message_of(rules), seats, seat, strengths)
        else:
            table = Table(client, message_of(rules), players, seed_of(seed))
        names = [player or phrase("person", language) for player in players]
        Sitting(table, seat, Narrator(language, seats, seat), console, names).run()
