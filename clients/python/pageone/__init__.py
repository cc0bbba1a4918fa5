"""Clients of the Page One service: `Client` and `AsyncClient`, their exceptions, and actions and cards by name.

The contract's messages are in `pageone.v1`.
"""

from . import actions, fairplay
from .actions import due
from .async_client import AsyncClient
from .calls import apply_request
from .cards import card_text, cards_text, parse_cards
from .client import Client
from .connection import DEFAULT_ADDRESS, DEFAULT_TIMEOUT, SERVICE_CONFIG, channel_options
from .credentials import Tls
from .errors import (
    CancelledError,
    DeadlineExceededError,
    Fault,
    InternalError,
    InvalidArgumentError,
    PageOneError,
    PermissionDeniedError,
    RefusedError,
    ResourceExhaustedError,
    StaleError,
    UnauthenticatedError,
    UnavailableError,
    UnimplementedError,
)
from .solo import AsyncSoloGame, SoloGame
from .v1.action_pb2 import Action, Call, Offense
from .v1.card_pb2 import Card, Rank, Suit
from .v1.rules_pb2 import Rules
from .v1.state_pb2 import Phase
from .v1.view_pb2 import Refusal

__all__ = [
    "DEFAULT_ADDRESS",
    "DEFAULT_TIMEOUT",
    "SERVICE_CONFIG",
    "Action",
    "AsyncClient",
    "AsyncSoloGame",
    "Call",
    "CancelledError",
    "Card",
    "Client",
    "DeadlineExceededError",
    "Fault",
    "InternalError",
    "InvalidArgumentError",
    "Offense",
    "PageOneError",
    "PermissionDeniedError",
    "Phase",
    "Rank",
    "Refusal",
    "RefusedError",
    "ResourceExhaustedError",
    "Rules",
    "SoloGame",
    "StaleError",
    "Suit",
    "Tls",
    "UnauthenticatedError",
    "UnavailableError",
    "UnimplementedError",
    "actions",
    "apply_request",
    "card_text",
    "cards_text",
    "channel_options",
    "due",
    "fairplay",
    "parse_cards",
]
