"""Ports: tried before they are listened on, so that one that cannot be had is told in a sentence of our own.

gRPC writes a line of its own core to stderr when it cannot bind, and says not why.
"""

from __future__ import annotations

import errno
import socket
from typing import Final

from .settings import split_address

_REASONS: Final = {
    errno.EADDRINUSE: "the port is taken",
    errno.EADDRNOTAVAIL: "this machine has no such address",
    errno.EACCES: "that port takes more rights",
}


def refusal(flag: str, address: str, reason: str, *, optional: bool) -> str:
    """Where nobody can listen, why, and what helps; ``optional``: an empty address is one, too."""
    without = f', or {flag} "" to do without' if optional else ""
    return f"{flag}={address}: cannot listen there, {reason}; say {flag} 127.0.0.1:0 for any free port{without}"


def with_port(address: str, port: int) -> str:
    """``HOST:PORT`` with the port that was chosen in place of the one that was asked for."""
    return f"{address.rpartition(':')[0]}:{port}"


def why_not(address: str) -> str:
    """Why nobody can listen on ``HOST:PORT`` now; empty: somebody can."""
    host, port = split_address(address)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        return "there is no such host"
    errors = [error for family, *_, where in found if (error := _try(family, where)) is not None]
    taken = [error for error in errors if error.errno == errno.EADDRINUSE]
    # A name with several addresses is listened on where it can be, but never beside another server.
    if taken or len(errors) == len(found):
        return reason_of((taken or errors)[0])
    return ""


def reason_of(error: OSError) -> str:
    """What went wrong, in words."""
    if isinstance(error, socket.gaierror):
        return "there is no such host"
    return _REASONS.get(error.errno or 0) or error.strerror or "the system refuses it"


def _try(family: int, where: tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]) -> OSError | None:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # As the servers set it: a port whose connections have just been closed is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
    except OSError as error:
        return error
    return None
