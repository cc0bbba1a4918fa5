"""The rules of Page One and American Page One: pure, standard library only, the same answer always.

A match is a :class:`State`; :func:`create_match` makes one, :func:`apply` leads from one to the
next. What a seat may know of it is a :class:`View`; a bot is asked with nothing else
(:mod:`pageone_engine.bots`). Text forms are in :mod:`pageone_engine.notation`.
"""

from .actions import Action
from .bots import StrengthNotImplementedError, suggest
from .claims import awaited
from .engine import apply, create_match, undoable
from .events import Event
from .fault_words import describe_fault
from .listing import Legal, legal_actions
from .presets import PRESETS, resolved
from .refusals import EngineError, Fault, InvalidError, Refusal, RefusedError, StaleError
from .rules import Rules
from .rules_check import seat_range, validate_rules
from .scoring import standings
from .shuffle import Stream, first_dealer, shuffle
from .state import State, View
from .state_check import validate_state, validate_view
from .transcript import Transcript, Verdict, verify
from .view import redact, state_of, view
from .words import describe, refusal_text, word

__all__ = [
    "PRESETS",
    "Action",
    "EngineError",
    "Event",
    "Fault",
    "InvalidError",
    "Legal",
    "Refusal",
    "RefusedError",
    "Rules",
    "StaleError",
    "State",
    "Stream",
    "StrengthNotImplementedError",
    "Transcript",
    "Verdict",
    "View",
    "apply",
    "awaited",
    "create_match",
    "describe",
    "describe_fault",
    "first_dealer",
    "legal_actions",
    "redact",
    "refusal_text",
    "resolved",
    "seat_range",
    "shuffle",
    "standings",
    "state_of",
    "suggest",
    "undoable",
    "validate_rules",
    "validate_state",
    "validate_view",
    "verify",
    "view",
    "word",
]
