"""The commands, gathered; and what every one of them does with an error: say it, and end with its code."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Any

import typer
from pageone import PageOneError
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from .demo import demo
from .errors import EXIT_NO, CliError
from .play import play
from .rules import rules
from .serve import ServeCommand, serve
from .simulate import simulate
from .verify import verify
from .version import version


class _Commands(TyperGroup):
    """The group of commands; errors end in a message, never in a traceback."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer's own types differ between its releases
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except CliError as error:
            _show(error)
            raise typer.Exit(error.exit_code) from None
        except PageOneError as error:
            _show(CliError("server", str(error), "is it running, and of this release?", EXIT_NO))
            raise typer.Exit(EXIT_NO) from None


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
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=(
        "Page One and American Page One: a rules engine behind gRPC, with every house rule.\n\n"
        "Examples: `pageone serve`, `pageone demo --fast`, `pageone play american_page_one --language ja`.\n\n"
        "Exit codes: 0 done; 1 the answer is no, or no server could be used; 2 the command line or a file is wrong."
    ),
)
app.command(cls=ServeCommand)(serve)
for command in (demo, play, simulate, rules, verify, version):
    app.command()(command)


def main() -> None:
    """The console script ``pageone``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that has no sign for a suit shows another one, rather than ending the command.
            stream.reconfigure(errors="replace")
    app(prog_name="pageone")
