"""``pageone demo``: whole matches of every preset and of every local rule, played by bots over gRPC."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Annotated, Final

import typer
from pageone import Client
from pageone.client import Strength
from pageone.v1 import event_pb2, rules_pb2, state_pb2
from pageone_engine.presets import PRESETS
from pageone_engine.rules import Rules
from rich.console import Console
from rich.rule import Rule
from rich.table import Table as RichTable

from .cards import coloured
from .errors import CliError
from .local_rules import LOCAL_RULES
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
from .rules_input import message_of
from .standings import match_table, round_table
from .table import Table
from .words import Narrator

_HEADINGS: Final = {"match_started": "bold", "round_started": "bold", "turn_started": "dim"}


@dataclass(frozen=True, slots=True)
class Item:
    """A match of the programme: what it is called, in full and below its preset, its rules, and who plays."""

    title: str
    short: str
    rules: rules_pb2.Rules
    players: tuple[Strength, ...]


@dataclass(slots=True)
class Played:
    """A match that was played: how long it was, and how it ended."""

    item: Item
    rounds: int = 0
    void: int = 0
    actions: int = 0
    ended: event_pb2.MatchEnded | None = None


def programme(language: str, players: Sequence[Strength], rounds: int | None) -> list[Item]:
    """Every preset, then American Page One with each local rule in turn, then with all of them.

    ``rounds`` in each match; None: in a preset's as many as its rules say, in a variant's one.
    """
    items = []
    for name, preset in PRESETS.items():
        title = phrase(name, language)
        items.append(Item(title, title, _with_rounds(preset, rounds), tuple(players)))
    american = phrase("american_page_one", language)
    for rule in LOCAL_RULES:
        title = rule.title(language)
        message = _with_rounds(rule.rules, rounds or 1)
        items.append(Item(f"{american}: {title}", f"+ {title}", message, tuple(players[: rule.seats])))
    return items


def _with_rounds(rules: Rules, rounds: int | None) -> rules_pb2.Rules:
    return message_of(rules if rounds is None else replace(rules, rounds=rounds))


def demo(
    *,
    fast: Annotated[bool, typer.Option("--fast", help="Print the standings alone.")] = False,
    only: Annotated[
        str | None, typer.Option("--only", metavar="NAME", help="One preset or variant of `pageone rules --list`.")
    ] = None,
    seats: SeatsOption = 4,
    bots: Annotated[
        str, typer.Option("--bots", help="stand_in, easy or normal; one for all, or one for each seat with commas.")
    ] = "normal",
    rounds: RoundsOption = None,
    seed: SeedOption = "demo",
    address: AddressOption = None,
    tls_ca_file: CaFileOption = None,
    token_file: TokenFileOption = None,
    language: LanguageOption,
) -> None:
    """Play whole matches of each preset, and of American Page One with every local rule in turn.

    Bots play over gRPC against a running server (--address), or against one that is started for the time of the demo.
    The same --seed shows the same matches.

    Examples:

        pageone demo
        pageone demo --fast
        pageone demo --only imohori --language ja --seats 3 --bots normal
        pageone demo --address 127.0.0.1:50051 --rounds 1
    """
    players = strengths_of(bots, seats, "--bots")
    items = _chosen(programme(language, players, rounds), only)
    console = Console(highlight=False)
    started = perf_counter()
    with client_of(address, tls_ca_file, token_file, language) as client:
        played = [_play(client, item, seed, None if fast else console, language) for item in items]
    console.print(_summary(played, language))
    actions = sum(each.actions for each in played)
    console.print(
        phrase("demo_done", language, matches=len(played), actions=actions, seconds=round(perf_counter() - started, 1))
    )


def _chosen(items: list[Item], only: str | None) -> list[Item]:
    if only is None:
        return items
    chosen = [item for item in items if item.rules.name == only]
    if not chosen:
        raise CliError("--only", f"there is nothing called {only!r}", "`pageone rules --list` shows the names")
    return chosen


def _play(client: Client, item: Item, seed: str | None, console: Console | None, language: str) -> Played:
    """Plays one match to its end, and prints it where there is a ``console`` to print it to."""
    narrator = Narrator(language, len(item.players))
    played = Played(item)
    if console is not None:
        console.print(Rule(item.title, style="bold green"))
    table = Table(client, item.rules, item.players, seed_of(None if seed is None else f"{seed}/{item.rules.name}"))
    while True:
        for event in table.events:
            _note(played, event)
            if console is not None:
                _print(console, narrator, event, item.players)
        if table.is_over:
            played.actions = table.actions
            return played
        _step(table)


def _step(table: Table) -> None:
    """One action more, whatever the bots think of; a call-out that finds nothing is no action."""
    if table.phase == state_pb2.PHASE_ROUND_OVER:
        table.start_round()
        return
    while True:
        action = table.bots_action()
        assert action is not None, "somebody can always act (clause C28)"
        if table.apply_bots(action):
            return


def _note(played: Played, event: event_pb2.Event) -> None:
    kind = event.WhichOneof("kind")
    if kind == "round_ended":
        played.rounds += 1
        played.void += event.round_ended.outcome != event_pb2.ROUND_OUTCOME_WON
    elif kind == "match_ended":
        played.ended = event.match_ended


def _print(console: Console, narrator: Narrator, event: event_pb2.Event, players: Sequence[str]) -> None:
    kind = event.WhichOneof("kind")
    if kind == "round_ended":
        console.print(round_table(narrator, event.round_ended))
    elif kind == "match_ended":
        console.print(match_table(narrator, event.match_ended, players))
    else:
        indent = "" if kind in _HEADINGS else "  "
        console.print(coloured(indent + narrator.tell(event), _HEADINGS.get(kind or "", "")))


def _summary(played: list[Played], language: str) -> RichTable:
    """The standings of every match, a line each."""
    table = RichTable(title=phrase("standings", language), title_justify="left")
    table.add_column(phrase("rules", language))
    for key in ("rounds", "void", "actions"):
        table.add_column(phrase(key, language), justify="right")
    table.add_column(phrase("standings", language), overflow="fold")
    for each in played:
        assert each.ended is not None
        names = Narrator(language, len(each.item.players)).names
        standings = "  ".join(f"{one.rank}. {names[one.seat]} {one.score}" for one in each.ended.standings)
        table.add_row(each.item.short, str(each.rounds), str(each.void), str(each.actions), standings)
    return table
