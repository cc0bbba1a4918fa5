"""The one message of a call, waited for without holding up those whose message is there."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
from pageone_engine.refusals import Fault

from . import errors
from .pool import Pool


def read_message(messages: Iterator[bytes], context: grpc.ServicerContext, pool: Pool, seconds: float) -> bytes:
    """The message; ``seconds`` are what the call has. Raises `Failure` when none comes.

    A second message is not waited for: the call is answered by the first, as gRPC's own servers do.
    """
    absence = pool.leave(context.cancel)
    try:
        data = next(messages, None)
    except grpc.RpcError:
        pool.come_back(absence, 0)
        raise (errors.no_message() if absence.given_up else errors.cancelled()) from None
    if data is None:
        pool.come_back(absence, 0)
        raise errors.malformed([Fault(("request",), "missing", "the stream ended without a message")])
    pool.come_back(absence, seconds)
    return data
