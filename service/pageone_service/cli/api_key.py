"""``pageone api-key``: makes what callers show to a server that has ``--api-keys-file``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from .. import callers
from ..api_keys import NAME, line_of, new_key
from .errors import CliError

api_key = typer.Typer(help="Make keys for callers of a server that has --api-keys-file.", no_args_is_help=True)


class Scope(StrEnum):
    """What a key opens."""

    ENGINE = callers.ENGINE
    SOLO = callers.SOLO


@api_key.callback()
def _group() -> None:
    # Without it typer would take the one command for the whole group.
    pass


@api_key.command()
def new(
    name: Annotated[str, typer.Argument(help="Whose key it is; the server's log has it as key:NAME.")],
    *,
    scope: Annotated[
        list[Scope], typer.Option("--scope", help="engine (hosts of tables) or solo (players); may be given twice.")
    ],
) -> None:
    """Make a key, and print it with its line for the server's file.

    The first line printed is the key, for the caller; it is printed this once and kept nowhere. The second is the line
    to add to the file that --api-keys-file names; it has the key's hash alone. A running server takes it up within a
    second.

    Example:

        pageone api-key new host-1 --scope engine
    """
    if not NAME.fullmatch(name):
        problem = "a name has 1 to 64 letters, digits, dots, hyphens or underscores, and begins with a letter or digit"
        raise CliError("NAME", problem)
    key = new_key()
    typer.echo(f"key: {key}")
    typer.echo(f"line: {line_of(name, key, (each.value for each in scope))}")
