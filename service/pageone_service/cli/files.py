"""Files named on the command line: read, or a message that says why not."""

from __future__ import annotations

from pathlib import Path

from .errors import CliError


def read_bytes(path: Path) -> bytes:
    """The file's bytes; `CliError` when it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CliError(str(path), error.strerror or "cannot be read", "name a file that can be read") from None


def read_text(path: Path) -> str:
    """The file's text; `CliError` when it cannot be read or is not UTF-8."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        raise CliError(str(path), "is not text in UTF-8", "save it as UTF-8") from None
