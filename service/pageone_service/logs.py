"""The log: a line of JSON for each call on stderr, and what else an operator must know.

Tokens, seeds, hands and the text of unforeseen exceptions (which may show a hand) never get here.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from typing import Any, BinaryIO, Final

import orjson
import structlog
from structlog.typing import EventDict, WrappedLogger

from .log_writer import LogWriter

Log = Any  # structlog's bound loggers are made at run time

_bound: ContextVar[Mapping[str, object]] = ContextVar("pageone_log", default={})  # noqa: B039 - nobody changes it
_LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def make_log(level: str, form: str, stream: BinaryIO | None = None) -> Log:
    """A logger of whole lines to ``stream`` (stderr, by a thread of its own); ``form`` is ``json`` or ``text``."""
    to: Any = stream or LogWriter(sys.stderr.buffer)
    logger = structlog.BytesLogger(to)
    render = _TEXT if form == "text" else _JSON
    return structlog.wrap_logger(
        logger,
        processors=[
            _add_bound,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        cache_logger_on_first_use=True,
    ).bind()


def bind(facts: Mapping[str, object]) -> Token[Mapping[str, object]]:
    """Put ``facts`` on every line that this thread or task writes, until `unbind` of what is returned.

    structlog's own way takes ten times as long, in every call.
    """
    return _bound.set(facts)


def unbind(token: Token[Mapping[str, object]]) -> None:
    """End what `bind` began."""
    _bound.reset(token)


def _add_bound(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    for name, value in _bound.get().items():
        event.setdefault(name, value)
    return event


def _json(_: WrappedLogger, __: str, event: EventDict) -> bytes:
    try:
        return orjson.dumps(event, default=repr)
    except TypeError:
        # What JSON cannot say (half a surrogate pair, a number beyond 64 bits) is shown, not lost.
        return orjson.dumps({key: _sayable(value) for key, value in event.items()}, default=repr)


def _sayable(value: object) -> object:
    try:
        orjson.dumps(value, default=repr)
    except TypeError:
        text = value if isinstance(value, str) else repr(value)
        return text.encode("ascii", "backslashreplace").decode("ascii")
    return value


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


def quietly(write: Callable[..., object], event: str, **facts: object) -> None:
    """Log; a log that cannot be written fails no call."""
    try:
        write(event, **facts)
    except Exception:
        return
