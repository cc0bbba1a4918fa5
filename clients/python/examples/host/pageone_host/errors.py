"""What a host answers when it cannot do what was asked."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """What went wrong, for programs; names stay as they are."""

    #: The message or the request is not one of this protocol: nothing was done.
    BAD_MESSAGE = "BAD_MESSAGE"
    #: There is no such table (any more).
    NO_TABLE = "NO_TABLE"
    #: The token opens no seat at this table.
    NO_SEAT = "NO_SEAT"
    #: Every seat is taken.
    FULL = "FULL"
    #: Not at this stage of the table.
    WRONG_STAGE = "WRONG_STAGE"
    #: The entropy is not what was promised.
    BROKEN_PROMISE = "BROKEN_PROMISE"
    #: The id was used for another action before.
    ID_REUSED = "ID_REUSED"
    #: Only the host sends such an action.
    HOST_ONLY = "HOST_ONLY"
    #: The rules or the action are malformed, says EngineService.
    INVALID = "INVALID"
    #: Too many messages, or too many connections.
    TOO_MANY = "TOO_MANY"
    #: EngineService or the store did not answer: send the same message again.
    UNAVAILABLE = "UNAVAILABLE"


class HostError(Exception):
    """A request that was not carried out; ``message`` is for people who write clients, ``more`` for their programs."""

    def __init__(self, code: Code, message: str, **more: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.more = more
