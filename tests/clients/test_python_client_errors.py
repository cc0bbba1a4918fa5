"""Details of an error that something between has changed: the exception is still the one that the status says."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent import futures
from contextlib import contextmanager

import grpc
import pageone
import pytest
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

MALFORMED = b"\xff\xff\xff\xff"


def packed(*details: Message) -> bytes:
    status = status_pb2.Status(message="no")
    for detail in details:
        status.details.add().Pack(detail)
    return bytes(status.SerializeToString())


def stale(version: str) -> bytes:
    return packed(error_details_pb2.ErrorInfo(reason="STALE_ACTION", metadata={"version": version}))


def retry(seconds: int, nanos: int = 0) -> bytes:
    return packed(error_details_pb2.RetryInfo(retry_delay=duration_pb2.Duration(seconds=seconds, nanos=nanos)))


def malformed_detail() -> bytes:
    broken = any_pb2.Any(type_url="type.googleapis.com/google.rpc.ErrorInfo", value=MALFORMED)
    return bytes(status_pb2.Status(details=[broken]).SerializeToString())


@contextmanager
def answering(code: grpc.StatusCode, details: bytes) -> Iterator[str]:
    """The address of a server that ends every call so."""

    class Handler(grpc.GenericRpcHandler):
        def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
            return grpc.unary_unary_rpc_method_handler(self._answer)

        def _answer(self, request: bytes, context: grpc.ServicerContext) -> bytes:
            context.set_trailing_metadata((("grpc-status-details-bin", details), ("x-request-id", "r-1")))
            context.abort(code, "the sentence")

    server = grpc.server(futures.ThreadPoolExecutor(1), handlers=[Handler()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(0).wait()


@pytest.mark.parametrize(
    ("code", "details", "kind"),
    [
        (grpc.StatusCode.FAILED_PRECONDITION, MALFORMED, pageone.RefusedError),
        (grpc.StatusCode.FAILED_PRECONDITION, malformed_detail(), pageone.RefusedError),
        (grpc.StatusCode.ABORTED, MALFORMED, pageone.StaleError),
        (grpc.StatusCode.ABORTED, stale("abc"), pageone.StaleError),
        (grpc.StatusCode.ABORTED, stale("-1"), pageone.StaleError),
        (grpc.StatusCode.ABORTED, stale("٣"), pageone.StaleError),
        (grpc.StatusCode.ABORTED, stale("9" * 5000), pageone.StaleError),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, retry(-5), pageone.ResourceExhaustedError),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, retry(2**63 - 1, 2**31 - 1), pageone.ResourceExhaustedError),
    ],
)
def test_malformed_details_are_left_out(code: grpc.StatusCode, details: bytes, kind: type[Exception]) -> None:
    """Never an exception of the protobuf library or of `int`; code, sentence and request id tell enough."""
    with answering(code, details) as address, pageone.Client(address, timeout=20) as client:
        with pytest.raises(kind) as found:
            client.rule_sets()
        error = found.value
        assert isinstance(error, pageone.PageOneError)
        assert (error.code, error.message, error.request_id) == (code, "the sentence", "r-1")
        if isinstance(error, pageone.StaleError):
            assert error.version == 0
        if isinstance(error, pageone.ResourceExhaustedError):
            assert error.retry_after is None or error.retry_after > 0
