"""A server of the same flavour as ours that does nothing: its threads and options, a raw handler, bytes back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import grpc
from pageone_service import server
from pageone_service.settings import Settings

from tests.load.bodies import METHODS, SERVICE


class Echo(grpc.GenericRpcHandler):
    """Answers every method of ours with its request."""

    def __init__(self) -> None:
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(_echo)
        self._handlers = {f"/{SERVICE}/{method}": handler for method in METHODS}

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes] | None:
        """The handler of a path."""
        return self._handlers.get(handler_call_details.method)


def _echo(data: bytes, _: grpc.ServicerContext) -> bytes:
    return data


def main() -> None:
    """Serve until killed; the first line says where."""
    settings = Settings()
    echo = grpc.server(ThreadPoolExecutor(settings.threads), options=server._options(settings, shared=False))
    echo.add_generic_rpc_handlers((Echo(),))
    port = echo.add_insecure_port("127.0.0.1:0")
    echo.start()
    print(f"echo is ready on 127.0.0.1:{port}", flush=True)
    echo.wait_for_termination()


if __name__ == "__main__":
    main()
