"""``pageone health``: does a server take calls? For a container's health check, and for scripts."""

from __future__ import annotations

import ipaddress
import os
from typing import Annotated, Any, Final

import grpc
import typer
from grpc_health.v1 import health_pb2, health_pb2_grpc

from ..settings import TABLE, Setting, split_address
from .errors import EXIT_NO, CliError

_ROW: Final[Setting] = next(row for row in TABLE if row.name == "health_address")
_SERVING: Final = health_pb2.HealthCheckResponse.SERVING
_LOOPBACK: Final = {4: "127.0.0.1", 6: "[::1]"}
_REMEDIES: Final = {
    grpc.StatusCode.UNAVAILABLE: "is it running, and is this its --health-address?",
    grpc.StatusCode.DEADLINE_EXCEEDED: "it answers late or not at all; --timeout gives it longer",
    grpc.StatusCode.NOT_FOUND: "leave --service out for the whole server",
    grpc.StatusCode.UNIMPLEMENTED: "is this its --health-address?",
}


def health(
    address: Annotated[
        str | None,
        typer.Option(
            "--address",
            metavar="HOST:PORT",
            show_default=False,
            help=f"The server's health port. [{_ROW.default}; {_ROW.variable}]",
        ),
    ] = None,
    service: Annotated[
        str,
        typer.Option(
            "--service",
            metavar="NAME",
            show_default=False,
            help="One service, such as pageone.v1.EngineService, or liveness; without it the whole server.",
        ),
    ] = "",
    timeout: Annotated[
        float,
        typer.Option("--timeout", min=0.1, max=60, metavar="SECONDS", help="How long to wait for an answer."),
    ] = 3.0,
) -> None:
    """Ask a server's health port whether it takes calls (grpc.health.v1).

    Example:

        pageone health --address 127.0.0.1:50052

    Exit codes: 0 it does (SERVING), 1 it does not or nobody answers, 2 the command line is wrong.
    """
    target = _target(address)
    status = _ask(target, service, timeout)
    if status != _SERVING:
        name = health_pb2.HealthCheckResponse.ServingStatus.Name(status)
        raise CliError("health", f"{target} says {name}", exit_code=EXIT_NO)
    typer.echo("SERVING")


def _target(given: str | None) -> str:
    """Whom to ask: where a server of these flags and variables listens, or its loopback where it listens everywhere."""
    origin = "--address" if given is not None else _ROW.variable
    address = given if given is not None else os.environ.get(_ROW.variable, str(_ROW.default))
    if not address:
        raise CliError(origin, "is empty: there is no health port", "name one with --address HOST:PORT")
    try:
        host, port = split_address(address)
    except ValueError as error:
        raise CliError(origin, f"{address!r}: {error}") from None
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return address
    return f"{_LOOPBACK[number.version]}:{port}" if number.is_unspecified else address


def _ask(target: str, service: str, seconds: float) -> int:
    """The serving status; a `CliError` where there is none to be had."""
    # What is asked is this machine or its neighbour, never by way of a proxy.
    with grpc.insecure_channel(target, options=[("grpc.enable_http_proxy", 0)]) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        try:
            answer = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=seconds)
        except grpc.RpcError as error:
            code = error.code()
            what = f"{service or 'the server'} at {target}: {code.name}"
            raise CliError("health", what, _REMEDIES.get(code, ""), EXIT_NO) from None
        return int(answer.status)
