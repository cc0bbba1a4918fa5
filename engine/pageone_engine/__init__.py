"""The rules of Page One and American Page One: pure, standard library only, the same answer everywhere and always.

A match is a :class:`State`; :func:`create_match` makes one, :func:`apply` leads from one to the next.
"""

from .claims import awaited
from .engine import apply, create_match, undoable
from .listing import Legal, legal_actions
from .presets import PRESETS, resolved
from .refusals import EngineError, Fault, InvalidError, Refusal, RefusedError, StaleError
from .scoring import standings
from .shuffle import Stream, first_dealer, shuffle
from .state import State, View

__all__ = [
    "PRESETS",
    "EngineError",
    "Fault",
    "InvalidError",
    "Legal",
    "Refusal",
    "RefusedError",
    "StaleError",
    "State",
    "Stream",
    "View",
    "apply",
    "awaited",
    "create_match",
    "first_dealer",
    "legal_actions",
    "resolved",
    "shuffle",
    "standings",
    "undoable",
]
