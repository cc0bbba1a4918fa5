"""Rules as they are given on the command line: a name, or a file with proto3 JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from google.protobuf import json_format
from pageone.v1 import rules_pb2
from pageone_engine.presets import PRESETS
from pageone_engine.refusals import Fault
from pageone_engine.rules import Rules
from pageone_engine.rules_check import validate_rules
from pageone_engine.words import describe_fault

from ..convert import put_rules, read_rules_or_preset
from ..convert.faults import merged
from .errors import EXIT_NO, CliError
from .files import read_text
from .json_faults import JsonFault, readable
from .local_rules import BY_NAME

_REMEDY: Final = "`pageone rules NAME --json` shows how a file looks"


def load_rules(given: str) -> rules_pb2.Rules:
    """The rules that ``given`` names: a preset, a variant of ``pageone demo``, or a JSON file's path.

    `CliError` when there is no such name or file, or when the file is no proto3 JSON of ``pageone.v1.Rules``. What the
    rules say is not judged here.
    """
    named = PRESETS.get(given) or (BY_NAME[given].rules if given in BY_NAME else None)
    if named is not None:
        return message_of(named)
    path = Path(given)
    if path.suffix != ".json" and not path.exists():
        raise CliError(
            "rules",
            f"there are no rules called {given!r}, and no such file",
            "`pageone rules --list` shows the names; `pageone rules NAME --json > my.json` gives a file to edit",
        )
    return _parsed(given, read_text(path))


def message_of(rules: Rules) -> rules_pb2.Rules:
    """The engine's rules as a message."""
    message = rules_pb2.Rules()
    put_rules(message, rules)
    return message


def to_json(message: rules_pb2.Rules) -> str:
    """Proto3 JSON, every field of it, so that there is nothing to look up when editing."""
    return json_format.MessageToJson(message, always_print_fields_with_no_presence=True, ensure_ascii=False)


def checked(message: rules_pb2.Rules, seats: int) -> tuple[Rules, list[Fault]]:
    """The rules for ``seats`` (0: any number), and every fault in them."""
    rules, faults = read_rules_or_preset(message)
    if any(fault.code == "no_such_preset" for fault in faults):
        return rules, faults
    return rules, merged(faults, validate_rules(rules, seats))


def playable(given: str, seats: int, rounds: int | None, language: str) -> Rules:
    """The rules that ``given`` names, with ``rounds`` of its own if any; `CliError` with every fault in them."""
    rules, faults = checked(load_rules(given), seats)
    if faults:
        raise CliError(given, faults_in_words(faults, language), "`pageone rules` tells what can be set", EXIT_NO)
    return rules if rounds is None else replace(rules, rounds=rounds)


def faults_in_words(faults: list[Fault], language: str) -> str:
    """A line for each fault: its fields and what is wrong with them."""
    return "\n".join(f"{', '.join(fault.fields)}: {describe_fault(fault, language)}" for fault in faults)


def _parsed(given: str, text: str) -> rules_pb2.Rules:
    if not text.lstrip().startswith("{"):
        raise CliError(given, "is no JSON object", _REMEDY)
    try:
        data = json.loads(text)
        kept, unread = readable(data, rules_pb2.Rules.DESCRIPTOR)
        if unread:
            raise CliError(given, "\n".join([*_lines(unread), *_others(kept, unread)]), _REMEDY)
        return json_format.Parse(text, rules_pb2.Rules())
    except json.JSONDecodeError as error:
        wrong = f"is no JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        raise CliError(given, wrong, _REMEDY) from None
    except json_format.ParseError as error:
        raise CliError(given, " ".join(str(error).split()), _REMEDY) from None
    except RecursionError:
        raise CliError(given, "is nested too deep", _REMEDY) from None


def _lines(faults: list[JsonFault]) -> list[str]:
    return [f"{fault.path}: {fault.problem}" for fault in faults]


def _others(kept: dict[str, Any], unread: list[JsonFault]) -> list[str]:
    """What else is wrong, as far as what could be read tells: nothing about fields that could not be."""
    if kept.keys() <= {"name"}:
        return []
    try:
        _, faults = checked(json_format.ParseDict(kept, rules_pb2.Rules()), 0)
    except json_format.ParseError:
        return []
    paths = {fault.path for fault in unread}
    return faults_in_words([fault for fault in faults if not _concerns(fault, paths)], "en").splitlines()


def _concerns(fault: Fault, paths: set[str]) -> bool:
    """Whether a fault is about one of the fields, or about one within them."""
    return any(field == path or field.startswith(f"{path}.") for field in fault.fields for path in paths)
