"""What a call's headers say, as far as we listen."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import Final, NamedTuple

from .callers import Metadata
from .languages import negotiated
from .trace_context import TRACE_PARENT_KEY, TRACE_STATE_KEY, TraceContext, read_trace

REQUEST_ID_KEY: Final = "x-request-id"
#: Headers that decide who somebody is: of two, a proxy may have checked the one and we would take the other.
_ONCE: Final = frozenset({"authorization", "proxy-authorization", "x-api-key"})
_SANE_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")


class Headers(NamedTuple):
    """``size`` is in bytes; ``doubled`` names a header that must not come twice, and did."""

    request_id: str
    language: str
    trace: TraceContext | None
    size: int
    doubled: str = ""


def read_headers(metadata: Metadata) -> Headers:
    """Headers of a call; a request id that is absent, doubled or not sane is made."""
    request_ids: list[str] = []
    parents: list[str] = []
    states: list[str] = []
    once: list[str] = []
    language = doubled = ""
    size = 0
    for key, value in metadata:
        size += len(key) + len(value)
        if key == REQUEST_ID_KEY:
            request_ids.append(str(value))
        elif key == "accept-language":
            language = str(value)
        elif key == TRACE_PARENT_KEY:
            parents.append(str(value))
        elif key == TRACE_STATE_KEY:
            states.append(str(value))
        elif key in _ONCE:
            if key in once:
                doubled = key
            once.append(key)
    trace = read_trace(parents, states) if parents else None
    sane = len(request_ids) == 1 and _SANE_ID.fullmatch(request_ids[0])
    return Headers(request_ids[0] if sane else token_hex(8), negotiated(language), trace, size, doubled)
