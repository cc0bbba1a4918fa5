"""``pageone ticket-key``: keys for SoloService's tickets, made and looked over."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..ticket_keys import line_of, new_secret, read_keys
from ..watched_files import BadFileError
from .errors import CliError
from .files import read_bytes

ticket_key = typer.Typer(
    help="Make keys for SoloService's tickets (--ticket-keys-file), or tell which a file has.",
    no_args_is_help=True,
)


@ticket_key.command()
def new() -> None:
    """Print a line with a new key for the file that --ticket-keys-file names.

    The first line's key seals tickets, every line's key opens them. Keep the file as secret as a password: whoever has
    it can see every hand.

    Example:

        pageone ticket-key new > ticket-keys
    """
    typer.echo(line_of(new_secret()))


@ticket_key.command()
def ids(file: Annotated[Path, typer.Argument(help="A file of keys.", show_default=False)]) -> None:
    """Tell the ids of a file's keys, which are no secret, in their order.

    Example:

        pageone ticket-key ids ticket-keys

    Exit codes: 0 done, 2 the file cannot be read or is not a file of keys.
    """
    try:
        keyring = read_keys([read_bytes(file)])
    except BadFileError as error:
        raise CliError(str(file), error.sentence, "make a line with `pageone ticket-key new`") from None
    for number, each in enumerate(keyring.ids):
        typer.echo(f"{each} {'opens' if number else 'seals and opens'}")
