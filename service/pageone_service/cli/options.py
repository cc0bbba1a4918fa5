"""Options that several commands have, and what they become."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

import typer
from pageone import client
from pageone.client import Strength
from pageone_engine.presets import MAX_SEATS, MIN_SEATS

from .errors import CliError


class Language(StrEnum):
    """Languages that there are words in."""

    EN = "en"
    JA = "ja"

    @property
    def tag(self) -> client.Language:
        """As the client takes it."""
        return "ja" if self is Language.JA else "en"


def default_language() -> Language:
    """Japanese where the terminal's locale is, English elsewhere."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return Language.JA if value.startswith("ja") else Language.EN
    return Language.EN


LanguageOption = Annotated[
    Language,
    typer.Option(
        "--language",
        "-l",
        default_factory=default_language,
        show_default="the terminal's",
        help="Words in English or Japanese.",
    ),
]
AddressOption = Annotated[
    str | None,
    typer.Option(
        "--address",
        metavar="HOST:PORT",
        help="A running server; without it one is started for this command alone.",
    ),
]
CaFileOption = Annotated[
    Path | None,
    typer.Option("--tls-ca-file", metavar="FILE", help="With --address: speak TLS, and trust these authorities (PEM)."),
]
TokenFileOption = Annotated[
    Path | None,
    typer.Option("--token-file", metavar="FILE", help="With --address: a file with an API key or a JWT to show."),
]
SeatsOption = Annotated[int, typer.Option("--seats", "-s", min=MIN_SEATS, max=MAX_SEATS, help="How many seats play.")]
SeedOption = Annotated[
    str | None,
    typer.Option("--seed", metavar="TEXT", help="Any text: the same one gives the same cards and bots."),
]
RoundsOption = Annotated[
    int | None,
    typer.Option("--rounds", min=1, max=100, help="Rounds in a match; without it, what the rules say."),
]

#: Bots by the names they have on the command line.
STRENGTHS: Final[dict[str, Strength]] = {"stand_in": "stand_in", "easy": "easy", "normal": "normal"}


def no_such_bot(option: str, name: str, known: Iterable[str]) -> CliError:
    """What to say of a bot that there is not."""
    later = "hard bots come with a later release; " if name == "hard" else ""
    return CliError(option, f"there is no bot called {name!r}", f"{later}choose from {', '.join(known)}")


def seed_of(text: str | None) -> bytes:
    """The 32 bytes that a seed given as text stands for; random ones without a text."""
    return secrets.token_bytes(32) if text is None else sha256(text.encode()).digest()


def strengths_of(text: str, bots: int, option: str) -> list[Strength]:
    """``easy`` for all of ``bots`` bots, or ``easy,normal,...`` with one for each, in seat order."""
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in STRENGTHS:
            raise no_such_bot(option, name, STRENGTHS)
    if len(names) not in (1, bots):
        raise CliError(
            option,
            f"{len(names)} strengths for {bots} bots",
            f"name one for all of them, or {bots} with commas between them",
        )
    chosen = [STRENGTHS[name] for name in names]
    return chosen * bots if len(chosen) == 1 else chosen
