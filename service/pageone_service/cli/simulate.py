"""``pageone simulate``: many matches between bots, and how often each of them wins."""

from __future__ import annotations

import os
from typing import Annotated

import typer
from pageone_engine.presets import MAX_SEATS, MIN_SEATS
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .. import simulate as simulation
from .errors import CliError
from .options import LanguageOption, RoundsOption, no_such_bot
from .rules_input import playable


def simulate(
    *,
    match: Annotated[
        str,
        typer.Option(
            "--match",
            metavar="BOT,BOT,...",
            help=f"Who plays: {', '.join(simulation.PLAYERS)}. Seats rotate from match to match.",
        ),
    ] = "normal,easy",
    matches: Annotated[int, typer.Option("--matches", "-n", min=1, help="How many matches.")] = 200,
    rules: Annotated[
        str, typer.Option("--rules", metavar="NAME|FILE.json", help="A preset, a variant, or a file of your own.")
    ] = "american_page_one",
    seats: Annotated[
        int | None,
        typer.Option(
            "--seats", "-s", min=MIN_SEATS, max=MAX_SEATS, help="How many seats, the bots taken over and over."
        ),
    ] = None,
    rounds: RoundsOption = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**64 - 1, help="The same one gives the same matches.")] = 0,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Processes; without it one for each core.")
    ] = None,
    mistakes: Annotated[
        float,
        typer.Option(
            "--mistakes", min=0, max=1, help="How often (0 to 1) a random player tries something that is not listed."
        ),
    ] = 0.0,
    language: LanguageOption,
) -> None:
    """Play many matches between bots: win rates by bot and seat, lengths, void rounds, refusals.

    The engine is asked directly, without a server. Intervals hold 95 % (Wilson).

    Examples:

        pageone simulate --match normal,easy -n 2000
        pageone simulate --match easy,random -n 2000 --rules imohori --rounds 1
        pageone simulate --match random --seats 4 --rules house.json --mistakes 0.2
    """
    players = seated(match, seats)
    chosen = playable(rules, len(players), rounds, language)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(chosen.name or rules, total=matches)
        found = simulation.run(
            chosen,
            players,
            matches,
            seed,
            jobs or os.cpu_count() or 1,
            lambda done: progress.update(task, completed=done),
            mistakes=mistakes,
        )
    Console(highlight=False).print(simulation.render(found))


def seated(match: str, seats: int | None) -> list[str]:
    """The bot in each seat: those of ``match`` over and over, for ``seats`` (None: as many as named)."""
    names = [name.strip().lower() for name in match.split(",")]
    for name in names:
        if name not in simulation.PLAYERS:
            raise no_such_bot("--match", name, simulation.PLAYERS)
    count = seats or max(len(names), MIN_SEATS)
    if not len(names) <= count <= MAX_SEATS:
        raise CliError("--match", f"{len(names)} bots for {count} seats", "name no more bots than seats")
    return [names[seat % len(names)] for seat in range(count)]
