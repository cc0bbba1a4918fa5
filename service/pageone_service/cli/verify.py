"""``pageone verify``: could this match have been played so, and is its seed the one that was promised?"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer
from google.protobuf import json_format
from google.protobuf.message import DecodeError
from pageone.v1 import engine_service_pb2
from pageone_engine.actions import Action
from pageone_engine.notation import NotationError, parse_transcript
from pageone_engine.refusals import Fault, InvalidError
from pageone_engine.scoring import standings
from pageone_engine.terms import Phase, name_of
from pageone_engine.transcript import Transcript, Verdict
from pageone_engine.transcript import verify as replay
from rich.console import Console
from rich.markup import escape

from ..convert import read_action, read_rules_or_preset
from .errors import EXIT_NO, CliError
from .files import read_bytes
from .options import Language, LanguageOption
from .phrases import phrase
from .rules_input import faults_in_words


class Form(StrEnum):
    """How a transcript is written."""

    AUTO = "auto"
    TEXT = "text"
    JSON = "json"
    BINARY = "binary"


_TEXT: Final = re.compile(r"\s*(#|[a-z][a-z ]*:)", re.IGNORECASE)
_UNKNOWN: Final = "is not recognised as a transcript in any of the three forms: text, proto3 JSON, binary protobuf"


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript: text, proto3 JSON or binary protobuf.")],
    *,
    form: Annotated[Form, typer.Option("--form", help="How FILE is written; auto: by its content.")] = Form.AUTO,
    commitment: Annotated[
        str | None,
        typer.Option(
            "--commitment",
            metavar="HEX",
            help="SHA-256 of the seed, as published at the start.",
        ),
    ] = None,
    language: LanguageOption,
) -> None:
    """Replay a transcript from its seed and say whether it holds, and if not, where it fails.

    The match need not be finished. FILE has the text form (docs/cli.md), or is a `pageone.v1.Transcript`.

    Examples:

        pageone verify friday.txt
        pageone verify friday.json --commitment 91c0...

    Exit codes: 0 verified, 1 not verified, 2 FILE cannot be read as a transcript.
    """
    transcript, promised = read_transcript(file, read_bytes(file), form)
    if commitment is not None:
        promised = _commitment(commitment)
    try:
        verdict = replay(transcript, promised)
    except InvalidError as error:
        raise CliError(str(file), faults_in_words(error.faults, language), "", EXIT_NO) from None
    _print(verdict, transcript, promised, language)
    if not verdict.verified:
        raise typer.Exit(EXIT_NO)


def read_transcript(file: Path, data: bytes, form: Form) -> tuple[Transcript, bytes]:
    """The transcript in ``data`` and the commitment in it (empty: none); `CliError` when it is none."""
    guessed = form is Form.AUTO
    form = _form(data) if guessed else form
    if form is Form.TEXT:
        return _from_text(file, data)
    if form is Form.BINARY:
        return _from_message(file, _from_binary(file, data, guessed)), b""
    message = engine_service_pb2.Transcript()
    try:
        json_format.Parse(data, message)
    except (json_format.ParseError, UnicodeDecodeError, RecursionError) as error:
        said = " ".join(str(error).split())
        raise CliError(str(file), f"is no transcript in {form} form: {said}", "--form names another form") from None
    return _from_message(file, message), b""


def _form(data: bytes) -> Form:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Form.BINARY
    if text.lstrip().startswith("{"):
        return Form.JSON
    return Form.TEXT if not text.strip() or _TEXT.match(text) else Form.BINARY


def _from_binary(file: Path, data: bytes, guessed: bool) -> engine_service_pb2.Transcript:
    """The message in ``data``; what was only ``guessed`` to be one must have rules, too: protobuf reads much."""
    message = engine_service_pb2.Transcript()
    try:
        message.ParseFromString(data)
    except DecodeError:
        if not guessed:
            raise CliError(str(file), "is no transcript in binary form", "--form names another form") from None
        message.Clear()
    if guessed and not message.HasField("rules"):
        raise CliError(
            str(file), _UNKNOWN, "docs/cli.md shows how a transcript is written; --form says which form it has"
        )
    return message


def _from_text(file: Path, data: bytes) -> tuple[Transcript, bytes]:
    try:
        return parse_transcript(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise CliError(str(file), "is not text in UTF-8", "save it as UTF-8") from None
    except NotationError as error:
        raise CliError(str(file), str(error), "docs/cli.md shows how a transcript is written") from None


def _from_message(file: Path, message: engine_service_pb2.Transcript) -> Transcript:
    rules, faults = read_rules_or_preset(message.rules)
    if not message.HasField("rules"):
        faults = [Fault(("rules",), "missing", "is missing; set it")]
    if faults:
        raise CliError(str(file), faults_in_words(faults, "en"), "--form names another form of transcript")
    actions: list[Action | None] = []
    for each in message.actions:
        wrong: list[Fault] = []
        action = read_action(each, "action", wrong)
        actions.append(None if wrong else action)
    return Transcript(
        rules, message.seats, message.seed, tuple(message.entropy), message.first_dealer, message.match_id, actions
    )


def _commitment(text: str) -> bytes:
    try:
        promised = bytes.fromhex(text)
    except ValueError:
        promised = b""
    if len(promised) != 32:
        raise CliError("--commitment", "is not 32 bytes in hexadecimal", "give all 64 digits of it")
    return promised


def _print(verdict: Verdict, transcript: Transcript, promised: bytes, language: Language) -> None:
    console = Console(highlight=False, soft_wrap=True)
    actions, state = len(transcript.actions), verdict.state
    if verdict.verified:
        key = "verified_with_seed" if promised else "verified"
        console.print(f"[bold green]{phrase(key, language, actions=actions)}[/bold green]")
    else:
        console.print(f"[bold red]{phrase('not_verified', language)}[/bold red] {escape(verdict.reason)}")
        if verdict.failed_action is not None:
            console.print(phrase("failed_action", language, index=verdict.failed_action, actions=actions))
    console.print(
        phrase(
            "reached", language, phase=name_of(Phase, state.phase), round=state.round, rounds=state.match.rules.rounds
        )
    )
    for each in standings(state):
        console.print(f"{each.rank}. @{each.seat}  {each.score}")
