"""Calls with their answers, as lines of JSON in a compressed file."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
FILE: Final = "calls.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A call: what it is ``about``, its method and bytes; the answer's bytes, or the code and reason it ended with."""

    about: str
    method: str
    request: bytes
    response: bytes = b""
    code: str = "OK"
    reason: str = ""


def releases() -> list[Path]:
    """The folders of all releases, oldest first."""
    found = [path.parent for path in FOLDER.glob(f"*/{FILE}")]
    return sorted(found, key=lambda path: [int(part) for part in path.name.split(".")])


def write(folder: Path, calls: Iterable[Recorded]) -> None:
    """Write a release's calls; the same calls give the same bytes."""
    lines = [
        json.dumps(
            {
                "about": call.about,
                "method": call.method,
                "request": base64.b64encode(call.request).decode(),
                "response": base64.b64encode(call.response).decode(),
                "code": call.code,
                "reason": call.reason,
            }
        )
        for call in calls
    ]
    (folder / FILE).write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))


def read(folder: Path) -> Iterator[Recorded]:
    """A release's calls."""
    for line in gzip.decompress((folder / FILE).read_bytes()).decode().splitlines():
        entry = json.loads(line)
        for name in ("request", "response"):
            entry[name] = base64.b64decode(entry[name])
        yield Recorded(**entry)
