"""``pageone serve``: the server, with a flag for every row of the settings' table."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from ..settings import TABLE, Setting, Settings, SettingsError, close_misses, load
from .errors import CliError


def _serve(**flags: str | bool | None) -> None:
    """Serve EngineService, RulesService and SoloService until SIGTERM or Ctrl-C.

    One line on stdout says when it is ready, with the addresses (port 0: any free one); the log goes to stderr.
    Each flag can be given as a variable, too; a flag comes first.

    Examples:

        pageone serve
        pageone serve --address 127.0.0.1:0 --health-address "" --admin-address ""
        PAGEONE_LOG_FORMAT=text pageone serve --log-level warning
        pageone serve --address 0.0.0.0:50051 --api-keys-file keys --tls-certificate-file tls.crt --tls-key-file tls.key
        pageone serve --workers 2

    Exit codes: 0 stopped in order, 1 a port or a file cannot be used, 2 a setting is wrong.
    """
    try:
        settings = load(flags, os.environ)
    except SettingsError as error:
        raise CliError("settings", "\n".join(error.problems), "`pageone serve --help` tells what each may be") from None
    from ..logs import make_log

    log = make_log(settings.log_level, settings.log_format)
    for variable, meant in close_misses(os.environ).items():
        log.warning("unknown_variable", variable=variable, hint=f"there is no such setting; did you mean {meant}?")
    raise typer.Exit(_runner(settings)(settings))


def _runner(settings: Settings) -> Callable[[Settings], int]:
    """What serves. Imported here: gRPC reads its environment when it is imported, and a supervisor does without it."""
    # gRPC writes a line of its own to stderr for each header that it cannot read, as many as callers like.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    if settings.workers > 1:
        from ..supervisor import supervise

        return supervise
    from ..server import serve as run

    return run


def _parameter(row: Setting) -> inspect.Parameter:
    """The flag of a setting: text, parsed by the table itself, or a switch."""
    told = f"{row.help[:1].upper()}{row.help[1:]}. [{_default(row)}; {row.variable}]"
    if row.metavar:
        kind: Any = str | None
        option = typer.Option(row.flag, metavar=row.metavar, help=told, show_default=False)
    else:
        kind = bool | None
        switch = f"{row.flag}/--no-{row.flag.removeprefix('--')}"
        option = typer.Option(switch, help=told, show_default=False)
    return inspect.Parameter(row.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, option])


def _default(row: Setting) -> str:
    return str(row.default).lower() if isinstance(row.default, bool) else f"{row.default}" or "empty"


#: A longer flag stands on a line of its own.
_FLAG_COLUMNS: Final = 26


class ServeCommand(TyperCommand):
    """The command whose help is plain text: a table of so many settings cuts names that are to be copied."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - typer's own types differ between its releases
        told = inspect.cleandoc(options.get("help") or "")
        # What is indented stays as it is (click's mark for that).
        options |= {"rich_markup_mode": None, "help": told.replace("\n\n    ", "\n\n\b\n    ")}
        super().__init__(*arguments, **options)

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own types differ between its releases
        """Writes the flags in a column so narrow that the longest variable has room beside it."""
        formatter.write_dl = partial(formatter.write_dl, col_max=_FLAG_COLUMNS)
        super().format_options(ctx, formatter)


#: The class that shows this command.
COMMAND_CLASS: Final = ServeCommand


def _with_flags(function: Callable[..., None]) -> Callable[..., None]:
    """The command with a parameter for each setting, as typer reads them."""
    parameters = [_parameter(row) for row in TABLE]
    shown: Any = function
    shown.__signature__ = inspect.Signature(parameters)
    shown.__annotations__ = {each.name: each.annotation for each in parameters}
    shown.__name__ = "serve"
    return function


serve = _with_flags(_serve)
