"""The commands, gathered; and what every one of them does with an error: say it, and end with its code.

A command's module is imported when the command is asked for: `serve` must not import gRPC (supervisor.py).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from .errors import EXIT_NO, CliError

#: Each command is a function of this name, or a group of commands, in a module of this name.
_NAMES: Final = ("serve", "demo", "play", "simulate", "rules", "verify", "health", "api-key", "ticket-key", "version")
_STYLE: Final[dict[str, Any]] = {
    "add_completion": False,
    "rich_markup_mode": "markdown",
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class _Lazy(Mapping[str, Any]):
    """The commands by name, each made when it is looked up."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - typer's own types differ between its releases
        if name not in _NAMES:
            raise KeyError(name)
        if name not in self._made:
            inside = name.replace("-", "_")
            module = import_module(f".{inside}", __package__)
            found = getattr(module, inside)
            alone = typer.Typer(**_STYLE)
            if isinstance(found, typer.Typer):
                alone.add_typer(found, name=name)
                self._made[name] = typer.main.get_group(alone).commands[name]
            else:
                alone.command(cls=getattr(module, "COMMAND_CLASS", TyperCommand))(found)
                self._made[name] = typer.main.get_command(alone)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


class _Commands(TyperGroup):
    """The group of commands; errors end in a message, never in a traceback."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - typer's own types differ between its releases
        super().__init__(**options)
        commands: Any = _Lazy()
        self.commands = commands

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer's own types differ between its releases
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except CliError as error:
            _show(error)
            raise typer.Exit(error.exit_code) from None
        except Exception as error:
            if not _is_clients(error):
                raise
            _show(CliError("server", str(error), _remedy(error), EXIT_NO))
            raise typer.Exit(EXIT_NO) from None


def _is_clients(error: Exception) -> bool:
    """Whether it is an error of the client; without an import of the client, which imports gRPC."""
    client = sys.modules.get("pageone")
    return client is not None and isinstance(error, client.PageOneError)


def _remedy(error: Exception) -> str:
    """What to do when a server does not answer as asked."""
    remedies = {
        "UnauthenticatedError": "show a token that this server knows with --token-file",
        "PermissionDeniedError": "show a token with that scope with --token-file",
    }
    return remedies.get(type(error).__name__, "is it running, and of this release?")


def _show(error: CliError) -> None:
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    text = Text()
    text.append(f"{error.field}: ", style="bold red")
    text.append(error.problem)
    if error.remedy:
        text.append(f"\n→ {error.remedy}", style="green")
    console.print(text)


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    help=(
        "Page One and American Page One: a rules engine behind gRPC, with every house rule.\n\n"
        "Examples: `pageone serve`, `pageone demo --fast`, `pageone play american_page_one --language ja`.\n\n"
        "Exit codes: 0 done; 1 the answer is no, or no server could be used; 2 the command line or a file is wrong."
    ),
    **_STYLE,
)


@app.callback()
def _group() -> None:
    # Makes a group of it: its commands are not known yet.
    pass


def main() -> None:
    """The console script ``pageone``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that has no sign for a suit shows another one, rather than ending the command.
            stream.reconfigure(errors="replace")
    app(prog_name="pageone")
