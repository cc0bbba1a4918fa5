"""The one message of a call, waited for without holding up those whose message is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import DecodeError
from pageone_engine.refusals import Fault

from . import errors
from .pool import Pool

Handler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"
_Run: TypeAlias = Callable[[Any, grpc.ServicerContext], Any]


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
        # gRPC says that nothing comes any more before it says why.
        if absence.given_up:
            raise errors.no_message()
        if context.time_remaining() <= 0:
            raise errors.deadline_passed()
        raise errors.malformed([Fault(("request",), "missing", "the stream ended without a message")])
    pool.come_back(absence, seconds)
    return data


def unary_handler(run: _Run, request: Any, pool: Pool, seconds: float) -> Handler:  # noqa: ANN401 - any message's class
    """A handler of unary calls that reads and answers on ``pool``: ``run`` has the ``request`` and the context.

    ``seconds`` a call may take, once its message has come, before a thread is there for it.
    """

    def answer(messages: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
        try:
            message = request.FromString(read_message(messages, context, pool, seconds))
        except DecodeError:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"not a {request.DESCRIPTOR.full_name}")
        except errors.Failure as failure:
            context.abort(failure.code, failure.message)
        return bytes(run(message, context).SerializeToString())

    # gRPC runs a behavior on this pool rather than on the server's.
    answer.experimental_thread_pool = pool  # type: ignore[attr-defined]
    return grpc.stream_unary_rpc_method_handler(answer)
