"""The log: a line of JSON for each call on stderr, and what else an operator must know.

Tokens, seeds, hands and the text of unforeseen exceptions (which may show a hand) never get here.
"""

from __future__ import annotations

import sys
import traceback
from typing import Any, BinaryIO, Final

import orjson
import structlog
from structlog.typing import EventDict, WrappedLogger

Log = Any  # structlog's bound loggers are made at run time

_LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def make_log(level: str, form: str, stream: BinaryIO | None = None) -> Log:
    """A logger that writes whole lines to ``stream`` (stderr); ``form`` is ``json`` or ``text``."""
    logger = structlog.BytesLogger(stream or sys.stderr.buffer)
    render = _TEXT if form == "text" else _JSON
    return structlog.wrap_logger(
        logger,
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        cache_logger_on_first_use=True,
    ).bind()


def _json(_: WrappedLogger, __: str, event: EventDict) -> bytes:
    return orjson.dumps(event, default=repr)


def _bytes(_: WrappedLogger, __: str, text: str) -> bytes:
    return text.encode("utf-8", "replace")


_JSON: Final = (_json,)
_TEXT: Final = (structlog.dev.ConsoleRenderer(colors=False), _bytes)


def where(error: BaseException) -> list[str]:
    """The way to an exception, innermost last, without its text and without any values."""
    return [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
