"""The only place that knows both worlds: messages of the contract and objects of the engine.

`read_…` takes a message and gives the engine's object, noting every fault with its path in the
request; `put_…` writes an object into an empty message.
"""

from .actions import put_action, put_legal, read_action
from .events import put_event, put_events
from .faults import SchemaUnknownError, beside, missing, out_of_range, prefixed, too_many
from .rules import put_rules, read_rules, read_rules_or_preset
from .states import SCHEMA, put_state, read_state
from .views import MAX_VIEWERS, put_view, read_view, read_viewer, read_viewers

__all__ = [
    "MAX_VIEWERS",
    "SCHEMA",
    "SchemaUnknownError",
    "beside",
    "missing",
    "out_of_range",
    "prefixed",
    "put_action",
    "put_event",
    "put_events",
    "put_legal",
    "put_rules",
    "put_state",
    "put_view",
    "read_action",
    "read_rules",
    "read_rules_or_preset",
    "read_state",
    "read_view",
    "read_viewer",
    "read_viewers",
    "too_many",
]
