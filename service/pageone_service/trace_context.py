"""W3C Trace Context: which trace a call belongs to, as the caller's ``traceparent`` says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

TRACE_PARENT_KEY: Final = "traceparent"
TRACE_STATE_KEY: Final = "tracestate"
#: Later versions may add fields behind a further dash; version ff is none.
_TRACE_PARENT: Final = re.compile(r"(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[ -~]{0,64})?")
#: What the standard asks everybody to carry; a longer one is dropped as a whole.
_STATE_LENGTH: Final = 512
_SAMPLED: Final = 1


class TraceContext(NamedTuple):
    """A caller's trace: ids in hexadecimal, ``state`` its vendors' own (may be empty)."""

    trace_id: str
    parent_id: str
    flags: int
    state: str

    @property
    def sampled(self) -> bool:
        """Whether the caller records this trace."""
        return bool(self.flags & _SAMPLED)


def read_trace(parents: Sequence[str], states: Sequence[str] = ()) -> TraceContext | None:
    """The trace of a call's ``traceparent`` and ``tracestate`` headers.

    None where ``traceparent`` is absent, doubled or none by the standard: the call begins a trace
    of its own then. Whatever is wrong with ``tracestate`` loses the state alone.
    """
    match = _TRACE_PARENT.fullmatch(parents[0]) if len(parents) == 1 else None
    if match is None:
        return None
    version, trace_id, parent_id, flags, more = match.groups()
    known = version != "00" or not more
    if not known or not trace_id.strip("0") or not parent_id.strip("0"):
        return None
    state = ",".join(states)
    return TraceContext(trace_id, parent_id, int(flags, 16), state if len(state) <= _STATE_LENGTH else "")
