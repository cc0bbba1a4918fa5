"""What both clients know of their connection: its options, deadlines, and what goes along with every call."""

from __future__ import annotations

import json
from typing import Any, Final

from .calls import Call, Language

DEFAULT_ADDRESS: Final = "127.0.0.1:50051"
#: Seconds for a call; VerifyTranscript and BatchApplyActions get several times as many.
DEFAULT_TIMEOUT: Final = 5.0
_LONG: Final = 6

#: Every call is a pure function of its request, but for StartGame, which deals another game that nobody has seen yet:
#: when the server could not be reached, try again.
SERVICE_CONFIG: Final = json.dumps(
    {
        "methodConfig": [
            {
                "name": [
                    {"service": "pageone.v1.EngineService"},
                    {"service": "pageone.v1.RulesService"},
                    {"service": "pageone.v1.SoloService"},
                ],
                "retryPolicy": {
                    "maxAttempts": 4,
                    "initialBackoff": "0.1s",
                    "maxBackoff": "1s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ]
    }
)


def channel_options() -> list[tuple[str, str | int]]:
    """What a channel of your own should be made with: the retry policy, reconnecting, and keepalive."""
    return [
        ("grpc.service_config", SERVICE_CONFIG),
        ("grpc.enable_retries", 1),
        # By default gRPC waits a second after a connection that failed, and every try of a call falls into it.
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", 5_000),
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.keepalive_timeout_ms", 20_000),
    ]


def seconds_for(call: Call[Any, Any], timeout: float) -> float:
    """How long ``call`` may take where others may take ``timeout`` seconds."""
    return timeout * _LONG if call.long else timeout


def metadata_of(
    call: Call[Any, Any], language: Language, authorization: tuple[str, str] | None
) -> list[tuple[str, str]]:
    """What goes along with ``call``: the language of its sentences, and the token where there is one."""
    metadata: list[tuple[str, str]] = [("accept-language", call.language or language)]
    return metadata if authorization is None else [*metadata, authorization]
