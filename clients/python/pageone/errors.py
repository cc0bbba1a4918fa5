"""What a call can end with other than an answer, as exceptions.

PageOneError
├── InvalidArgumentError     malformed: ``faults`` has every field path with a sentence
├── RefusedError             against the rules: ``refusal``, and a sentence in the client's language
├── StaleError               the action was made for another version than ``version``
├── ResourceExhaustedError   too large, or too much at once: ``retry_after`` seconds, when it helps
├── UnimplementedError       this release does not have it: ``reason``
├── UnauthenticatedError     the token is missing or not valid there: ``reason``
├── PermissionDeniedError    the caller may not do this: ``reason``, and the ``scope`` it would need
├── DeadlineExceededError
├── CancelledError
├── UnavailableError         the server cannot be reached, after all tries
└── InternalError            the server's fault: tell its operator the ``request_id``
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple, cast

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from .v1 import view_pb2

_DETAILS_KEY: Final = "grpc-status-details-bin"
_REQUEST_ID_KEY: Final = "x-request-id"
_VERSION: Final = re.compile("[0-9]{1,10}")


class Fault(NamedTuple):
    """One thing that is wrong with a request: the path of the field, and a sentence."""

    field: str
    description: str


class Details:
    """What came with the status: see the fields of `PageOneError` and its classes."""

    def __init__(self, error: grpc.RpcError) -> None:
        self.code: grpc.StatusCode = error.code()
        self.message: str = error.details() or self.code.name
        self.request_id = ""
        self.reason = ""
        self.metadata: dict[str, str] = {}
        self.locale = ""
        self.localized = ""
        self.faults: list[Fault] = []
        self.retry_after: float | None = None
        # Pairs from both of gRPC's interfaces, though of different classes.
        for key, value in cast("Iterable[tuple[str, str | bytes]]", error.trailing_metadata() or ()):
            if key == _REQUEST_ID_KEY:
                self.request_id = str(value)
            elif key == _DETAILS_KEY and isinstance(value, bytes):
                # Malformed details, of something between: the code and the sentence tell enough.
                with suppress(DecodeError):
                    self._read(status_pb2.Status.FromString(value))

    def _read(self, status: status_pb2.Status) -> None:
        for packed in status.details:
            info = error_details_pb2.ErrorInfo()
            localized = error_details_pb2.LocalizedMessage()
            request = error_details_pb2.BadRequest()
            retry = error_details_pb2.RetryInfo()
            if packed.Unpack(info):
                self.reason = info.reason
                self.metadata = dict(info.metadata)
            elif packed.Unpack(localized):
                self.locale = localized.locale
                self.localized = localized.message
            elif packed.Unpack(request):
                self.faults += [Fault(each.field, each.description) for each in request.field_violations]
            elif packed.Unpack(retry):
                seconds = retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9
                self.retry_after = seconds if seconds >= 0 else None


class PageOneError(Exception):
    """A call that ended without an answer.

    ``code`` is gRPC's, ``message`` the server's sentence, ``request_id`` what the server's log knows the call by. Of
    the details, empty or None where there are none: ``reason`` and ``metadata`` of the ErrorInfo, ``locale`` and
    ``localized`` of the sentence for a player, ``faults`` with every field path, ``retry_after`` in seconds.
    """

    def __init__(self, details: Details) -> None:
        super().__init__(details.message)
        self.code = details.code
        self.message = details.message
        self.request_id = details.request_id
        self.reason = details.reason
        self.metadata = details.metadata
        self.locale = details.locale
        self.localized = details.localized
        self.faults = tuple(details.faults)
        self.retry_after = details.retry_after


class InvalidArgumentError(PageOneError):
    """A malformed request; ``faults`` are all that were found."""


class RefusedError(PageOneError):
    """An action that the rules do not allow now.

    ``refusal`` is the value of ``pageone.v1.Refusal`` (0 for one that this client does not know, its name
    is ``reason``), ``localized`` a sentence for the player in the client's language.
    """

    def __init__(self, details: Details) -> None:
        super().__init__(details)
        known = details.reason in view_pb2.Refusal.keys()  # noqa: SIM118 - no dict
        self.refusal = view_pb2.Refusal.Value(details.reason) if known else 0
        self.localized = details.localized or details.message


class StaleError(PageOneError):
    """An action for another version than the state's, which is ``version`` (0 when something between left it out)."""

    def __init__(self, details: Details) -> None:
        super().__init__(details)
        version = details.metadata.get("version", "")
        self.version = int(version) if _VERSION.fullmatch(version) else 0


class ResourceExhaustedError(PageOneError):
    """Too large, or too many at once; ``retry_after`` seconds when trying again may help."""


class UnimplementedError(PageOneError):
    """The server does not have this yet."""


class UnauthenticatedError(PageOneError):
    """The server does not know who calls: ``reason`` is TOKEN_MISSING or TOKEN_INVALID."""


class PermissionDeniedError(PageOneError):
    """The caller may not do this; ``scope`` is what its token would need (empty: no token helps)."""

    def __init__(self, details: Details) -> None:
        super().__init__(details)
        self.scope = details.metadata.get("scope", "")


class DeadlineExceededError(PageOneError):
    """The time was up before the answer came."""


class CancelledError(PageOneError):
    """The call was given up."""


class UnavailableError(PageOneError):
    """The server cannot be reached."""


class InternalError(PageOneError):
    """The server's own fault."""


_CLASSES: Final[dict[grpc.StatusCode, type[PageOneError]]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidArgumentError,
    grpc.StatusCode.FAILED_PRECONDITION: RefusedError,
    grpc.StatusCode.ABORTED: StaleError,
    grpc.StatusCode.RESOURCE_EXHAUSTED: ResourceExhaustedError,
    grpc.StatusCode.UNIMPLEMENTED: UnimplementedError,
    grpc.StatusCode.UNAUTHENTICATED: UnauthenticatedError,
    grpc.StatusCode.PERMISSION_DENIED: PermissionDeniedError,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlineExceededError,
    grpc.StatusCode.CANCELLED: CancelledError,
    grpc.StatusCode.UNAVAILABLE: UnavailableError,
    grpc.StatusCode.INTERNAL: InternalError,
}


def error_of(error: grpc.RpcError) -> PageOneError:
    """The exception for what gRPC raised."""
    details = Details(error)
    return _CLASSES.get(details.code, PageOneError)(details)
