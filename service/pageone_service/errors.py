"""What a call that fails ends with: code, sentence and details (API.md, "Errors").

A `Failure` carries all of it. `failure_of` makes one from what the engine raises. The same failure
has the same bytes always: details are serialized deterministically, and bounded, because they
travel in headers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from pageone.v1 import view_pb2
from pageone_engine.refusals import EngineError, Fault, InvalidError, RefusedError, StaleError
from pageone_engine.words import refusal_text

DOMAIN: Final = "pageone.v1"
DETAILS_KEY: Final = "grpc-status-details-bin"
PUSHBACK_KEY: Final = "grpc-retry-pushback-ms"
#: Headers of 8 KiB are all that every client takes: details are base64 there, a third longer.
_DETAILS_BYTES: Final = 4096
_MESSAGE_BYTES: Final = 1024
_REFUSALS: Final[dict[int, str]] = {number: name for name, number in view_pb2.Refusal.items()}


class Failure(Exception):  # noqa: N818 - it is what a call ends with, not a bug
    """The status that a call ends with; ``refusal`` is the Refusal's number, 0 where there is none.

    ``retry_ms`` is told to the client (RetryInfo, pushback) when it is set.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        details: Sequence[Message] = (),
        *,
        refusal: int = 0,
        retry_ms: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = _shortened(message, _MESSAGE_BYTES)
        self.details = tuple(details)
        self.refusal = refusal
        self.retry_ms = retry_ms

    @property
    def number(self) -> int:
        """The gRPC status code as a number."""
        return int(self.code.value[0])

    @property
    def reason(self) -> str:
        """The ErrorInfo's reason; empty where there is none."""
        for detail in self.details:
            if isinstance(detail, error_details_pb2.ErrorInfo):
                return str(detail.reason)
        return ""

    def metadata(self) -> list[tuple[str, str | bytes]]:
        """The trailing metadata that carries the details."""
        pairs: list[tuple[str, str | bytes]] = []
        details = list(self.details)
        if self.retry_ms is not None:
            delay = duration_pb2.Duration()
            delay.FromMilliseconds(self.retry_ms)
            details.append(error_details_pb2.RetryInfo(retry_delay=delay))
            pairs.append((PUSHBACK_KEY, str(self.retry_ms)))
        if details:
            status = status_pb2.Status(code=self.number, message=self.message)
            for detail in details:
                packed = any_pb2.Any()
                packed.Pack(detail, deterministic=True)
                status.details.append(packed)
            pairs.append((DETAILS_KEY, status.SerializeToString(deterministic=True)))
        return pairs


def failure_of(error: EngineError, language: str) -> Failure | None:
    """The failure for what the engine raised; paths of an `InvalidError` are the request's.

    None for what a caller cannot cause.
    """
    if isinstance(error, RefusedError):
        return refused(error.refusal, language)
    if isinstance(error, StaleError):
        return stale(error.version)
    if isinstance(error, InvalidError):
        return malformed(error.faults)
    return None


def malformed(faults: Sequence[Fault]) -> Failure:
    """INVALID_ARGUMENT: every fault with its paths, as far as headers hold them."""
    request = error_details_pb2.BadRequest()
    sentences = []
    size = 0
    dropped = 0
    for fault in faults:
        sentences.append(f"{', '.join(fault.fields)}: {fault.description}")
        for path in fault.fields:
            violation = error_details_pb2.BadRequest.FieldViolation(
                field=_shortened(path, 200), description=_shortened(fault.description, 400)
            )
            size += violation.ByteSize() + 4
            if size > _DETAILS_BYTES - _MESSAGE_BYTES:
                dropped += 1
            else:
                request.field_violations.append(violation)
    if dropped:
        request.field_violations[-1].description += f" (and {dropped} faults more)"
    return Failure(grpc.StatusCode.INVALID_ARGUMENT, "; ".join(sentences), [request])


def refused(refusal: int, language: str) -> Failure:
    """FAILED_PRECONDITION: an action against the rules (R1), in words of ``language``."""
    name = _REFUSALS.get(refusal, str(refusal))
    details = [
        error_info(name),
        error_details_pb2.LocalizedMessage(locale=language, message=refusal_text(refusal, language)),
    ]
    message = f"{name}: {refusal_text(refusal, 'en')}"
    return Failure(grpc.StatusCode.FAILED_PRECONDITION, message, details, refusal=refusal)


def stale(version: int) -> Failure:
    """ABORTED: an action for another version than the state's, which is ``version`` (C26)."""
    return Failure(
        grpc.StatusCode.ABORTED,
        f"the action was made for another version; the state's is {version}",
        [error_info("STALE_ACTION", version=str(version))],
    )


def schema_unknown(path: str, schema: int, known: int) -> Failure:
    """INVALID_ARGUMENT: a state of a schema that this release does not read."""
    sentence = f"this release reads schema {known}, not {schema}"
    violation = error_details_pb2.BadRequest.FieldViolation(field=path, description=sentence)
    return Failure(
        grpc.StatusCode.INVALID_ARGUMENT,
        f"{path}: {sentence}",
        [
            error_info("SCHEMA_UNKNOWN", schema=str(schema), known=str(known)),
            error_details_pb2.BadRequest(field_violations=[violation]),
        ],
    )


def not_there_yet(what: str, reason: str) -> Failure:
    """UNIMPLEMENTED: something the contract has and this release has not."""
    return Failure(grpc.StatusCode.UNIMPLEMENTED, what, [error_info(reason)])


def too_large(what: str, size: int, limit: int) -> Failure:
    """RESOURCE_EXHAUSTED: more bytes than the limit; trying again does not help."""
    return Failure(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        f"{what} has {size} bytes; the limit is {limit}",
        [error_info("TOO_LARGE", size=str(size), limit=str(limit))],
    )


def overloaded(limit: int, retry_ms: int) -> Failure:
    """RESOURCE_EXHAUSTED: too many calls wait already; the client may try again after a while."""
    return Failure(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        f"{limit} calls wait already; try again in {retry_ms} ms",
        [error_info("TOO_MANY_WAITING", limit=str(limit))],
        retry_ms=retry_ms,
    )


def too_many_thinking(limit: int, retry_ms: int) -> Failure:
    """RESOURCE_EXHAUSTED: too many suggestions are being thought about; other calls are served."""
    return Failure(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        f"{limit} suggestions are thought about already; try again in {retry_ms} ms",
        [error_info("TOO_MANY_THINKING", limit=str(limit))],
        retry_ms=retry_ms,
    )


def thinker_died() -> Failure:
    """UNAVAILABLE: the process that thought ended, twice; it may be otherwise in a moment."""
    return Failure(grpc.StatusCode.UNAVAILABLE, "what thinks has ended; try again", retry_ms=1000)


def too_fast(rate: float, retry_ms: int) -> Failure:
    """RESOURCE_EXHAUSTED: this caller has called more often than it may; there is a token again in ``retry_ms``."""
    return Failure(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        f"{rate:g} calls a second are this caller's limit; try again in {retry_ms} ms",
        [error_info("TOO_FAST", limit=f"{rate:g}")],
        retry_ms=retry_ms,
    )


def doubled_header(name: str) -> Failure:
    """INVALID_ARGUMENT: a header that decides who somebody is came more than once."""
    return Failure(
        grpc.StatusCode.INVALID_ARGUMENT,
        f"the header {name} may come once only",
        [error_info("DOUBLED_HEADER", header=name)],
    )


def no_message() -> Failure:
    """CANCELLED: the call's message did not come in time, and the call was ended."""
    return Failure(grpc.StatusCode.CANCELLED, "the message did not come", [error_info("NO_MESSAGE")])


def unauthenticated(reason: str, sentence: str) -> Failure:
    """UNAUTHENTICATED: nobody known calls; ``sentence`` says what to send, not what was wrong with it."""
    return Failure(grpc.StatusCode.UNAUTHENTICATED, sentence, [error_info(reason)])


def permission_denied(scopes: frozenset[str]) -> Failure:
    """PERMISSION_DENIED: the caller is known, and has none of the scopes that the method asks for."""
    needed = " or ".join(sorted(scopes))
    sentence = f"the caller has not the scope that this method asks for: {needed}"
    return Failure(grpc.StatusCode.PERMISSION_DENIED, sentence, [error_info("SCOPE_MISSING", scope=needed)])


def host_only(what: str) -> Failure:
    """PERMISSION_DENIED: an action that a table's host decides on, sent by a player."""
    sentence = f"{what} is for a table's host to send, not for a player"
    return Failure(grpc.StatusCode.PERMISSION_DENIED, sentence, [error_info("HOST_ONLY")])


def ticket_invalid() -> Failure:
    """INVALID_ARGUMENT: not a ticket that this service opens; nothing tells why, so it is the same each time."""
    sentence = "is not a ticket that this service opens"
    violation = error_details_pb2.BadRequest.FieldViolation(field="ticket", description=sentence)
    return Failure(
        grpc.StatusCode.INVALID_ARGUMENT,
        f"ticket: {sentence}",
        [error_info("TICKET_INVALID"), error_details_pb2.BadRequest(field_violations=[violation])],
    )


def deadline_passed() -> Failure:
    """DEADLINE_EXCEEDED: the work was stopped."""
    return Failure(grpc.StatusCode.DEADLINE_EXCEEDED, "the deadline passed; the work was stopped")


def cancelled() -> Failure:
    """CANCELLED: nobody waits for the answer any more; the work was stopped."""
    return Failure(grpc.StatusCode.CANCELLED, "the caller is gone; the work was stopped")


def internal(request_id: str) -> Failure:
    """INTERNAL: something unforeseen; the log has it under ``request_id``."""
    return Failure(grpc.StatusCode.INTERNAL, f"internal error; its id is {request_id}")


def error_info(reason: str, **metadata: str) -> error_details_pb2.ErrorInfo:
    """An ErrorInfo of this service's domain."""
    return error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=metadata)


def _shortened(text: str, limit: int) -> str:
    """``text``, cut at a character when it has more than ``limit`` bytes."""
    encoded = text.encode("utf-8", "replace")
    if len(encoded) <= limit:
        return text
    return encoded[: limit - 3].decode("utf-8", "ignore") + "…"
