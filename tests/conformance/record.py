"""Write scenarios.json: ``python -m tests.conformance.record`` (``--check``: fail when that would change it).

What is sent and what is looked at stands in ``authored``; what the server answers is recorded from a real one, which
runs in this process on free ports. The same checkout always writes the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tests.conformance.authored import (
    cards,
    decode,
    errors,
    fairplay,
    matches,
    matching,
    refusals,
    rules,
    seats,
    solo,
    starters,
    suggestions,
    transcripts,
    tricks,
    words,
)
from tests.conformance.authoring import Live, Scenario
from tests.conformance.patterns import Json
from tests.conformance.python_runner import FORMAT
from tests.service.support import running

FOLDER: Final = Path(__file__).parent
FILE: Final = FOLDER / "scenarios.json"
TICKET_KEYS: Final = FOLDER / "ticket-keys.txt"
WIDTH: Final = 160

_AUTHORS: Final[tuple[Callable[[Live], Iterator[Scenario]], ...]] = (
    matches.scenarios,
    tricks.scenarios,
    starters.scenarios,
    matching.scenarios,
    words.scenarios,
    seats.scenarios,
    refusals.scenarios,
    errors.scenarios,
    solo.scenarios,
    suggestions.scenarios,
    transcripts.scenarios,
    rules.scenarios,
    decode.scenarios,
    cards.scenarios,
    fairplay.scenarios,
)


def record() -> str:
    """The text of scenarios.json, from a server of this checkout."""
    with running(ticket_keys_file=str(TICKET_KEYS)) as server:
        live = Live(server.channel)
        found = [scenario for author in _AUTHORS for scenario in author(live)]
    names = [scenario.name for scenario in found]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"scenarios of one name: {sorted(twice)}")
    return text_of(found)


def text_of(scenarios: list[Scenario]) -> str:
    """The file: a line for what fits into one."""
    entries = [{"name": each.name, "about": each.about, "steps": each.steps} for each in scenarios]
    texts = ",\n".join(lines(entry, "") for entry in entries)
    return f'{{"format": {FORMAT}, "scenarios": [\n{texts}\n]}}\n'


def lines(value: Json, indent: str, before: int = 0) -> str:
    """JSON, broken where a line would be too long; ``before``: what stands before it in its line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + before + len(flat) <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = indent + " "
    if isinstance(value, dict):
        members = [
            f"{inner}{json.dumps(name)}: {lines(member, inner, len(name) + 5)}" for name, member in value.items()
        ]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if all(not isinstance(element, dict | list) for element in value):
        return "[\n" + _wrapped(value, inner) + f"\n{indent}]"
    return "[\n" + ",\n".join(inner + lines(element, inner) for element in value) + f"\n{indent}]"


def _wrapped(elements: list[Any], indent: str) -> str:
    rows = [indent]
    for number, element in enumerate(elements):
        word = json.dumps(element, ensure_ascii=False) + ("," if number + 1 < len(elements) else "")
        if len(rows[-1]) + 1 + len(word) > WIDTH and rows[-1] != indent:
            rows.append(indent)
        rows[-1] += word if rows[-1] == indent else " " + word
    return "\n".join(rows)


def main(arguments: list[str]) -> int:
    """Write, or with ``--check`` compare."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.record", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail when the file is not what it would be"
    )
    check = parser.parse_args(arguments).check
    text = record()
    if not check:
        FILE.write_text(text, encoding="utf-8")
        print(f"{text.count(chr(10))} lines, {len(text.encode()) // 1024} KiB in {FILE.name}")
    elif FILE.read_text(encoding="utf-8") != text:
        print(f"{FILE.name} is not what the server answers: python -m tests.conformance.record", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
