"""A port that several processes listen on: found free, and held for them, by a process that does not listen.

The kernel lets processes of one user share a port when each of them asks for it (SO_REUSEPORT). A socket that is bound
but does not listen gets no connections; it keeps others away, also while all of those who listen are dead.
"""

from __future__ import annotations

import errno
import socket
import sys
from contextlib import ExitStack
from typing import Final

from .ports import reason_of, refusal, why_not, with_port
from .settings import split_address
from .startup import CannotListenError

_TRIES: Final = 20


class SharedPort:
    """``address`` (port 0: a free one is chosen) held until `close`; raises `CannotListenError` naming ``flag``."""

    def __init__(self, flag: str, address: str, *, optional: bool) -> None:
        reason = why_not(address)
        if reason:
            raise CannotListenError(refusal(flag, address, reason, optional=optional))
        host, port = split_address(address)
        self._held = ExitStack()
        try:
            chosen = self._hold(host, port)
        except OSError as error:
            raise CannotListenError(refusal(flag, address, reason_of(error), optional=optional)) from None
        self.address = with_port(address, chosen)

    def _hold(self, host: str, port: int) -> int:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        families = [(family, where) for family, *_, where in found if why_not_here(family, where) is None]
        for left in reversed(range(_TRIES)):
            with ExitStack() as held:
                chosen = port
                try:
                    for family, where in families:
                        one = held.enter_context(_bound(family, (where[0], chosen, *where[2:])))
                        chosen = one.getsockname()[1]
                    held.enter_context(_only_one(host, chosen))
                except OSError:
                    # A free port of one family may be taken in another.
                    if port or not left:
                        raise
                    continue
                self._held = held.pop_all()
                return chosen
        raise AssertionError("every try returns or raises")

    def close(self) -> None:
        """Let the port go."""
        self._held.close()


def why_not_here(family: int, where: tuple[object, ...]) -> OSError | None:
    """Why this machine has no such address (IPv6 may be off); None: it has."""
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind((where[0], 0, *where[2:]))
    except OSError as error:
        return error
    return None


def _bound(family: int, where: tuple[object, ...]) -> socket.socket:
    try:
        return _bind(family, where, reuse=False)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
    # Connections of the server before this one are still being forgotten by the kernel (TIME_WAIT).
    return _bind(family, where, reuse=True)


def _bind(family: int, where: tuple[object, ...], *, reuse: bool) -> socket.socket:
    one = socket.socket(family, socket.SOCK_STREAM)
    try:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, int(reuse))
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        one.bind(where)
    except OSError:
        one.close()
        raise
    return one


def _only_one(host: str, port: int) -> socket.socket:
    """A name that only one process has: two that begin at the same moment would both share the port."""
    one = socket.socket(socket.AF_UNIX)
    try:
        if sys.platform == "linux":
            # An abstract name: no file, of this network namespace as ports are, gone with the process.
            one.bind(f"\0pageone {host} {port}")
    except OSError:
        one.close()
        raise
    return one
