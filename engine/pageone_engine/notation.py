"""The text forms of cards, actions, events, states, rules and transcripts, gathered.

Cards ``8C 10H QS AD JK``, actions ``2: play 8C 8D, suit hearts, call last``; what has a ``parse_``
reads back to an equal object and raises :class:`NotationError` for anything else.
"""

from .action_notation import action_text, parse_action
from .card_notation import (
    NotationError,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    parse_suit,
    suit_text,
    term_text,
)
from .event_notation import event_text
from .rules_json import rules_from_json, rules_to_json
from .state_notation import state_text
from .transcript_notation import parse_rules, parse_transcript, rules_text, transcript_text

__all__ = [
    "NotationError",
    "action_text",
    "card_text",
    "cards_text",
    "event_text",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_rules",
    "parse_suit",
    "parse_transcript",
    "rules_from_json",
    "rules_text",
    "rules_to_json",
    "state_text",
    "suit_text",
    "term_text",
    "transcript_text",
]
