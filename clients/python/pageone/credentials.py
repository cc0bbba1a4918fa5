"""What a client shows to a server, and asks of it: TLS, a certificate, a token."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Final

import grpc

Token = str | Callable[[], str]
#: For `AsyncClient`: the function may also be a coroutine function.
AsyncToken = str | Callable[[], str | Awaitable[str]]
_TOKEN: Final = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True, slots=True)
class Tls:
    """How to speak TLS.

    ``ca_file``: PEM certificates of the authorities that the server's must be of; None: those that gRPC
    comes with. ``certificate_file`` and ``key_file``: what the client shows (mTLS). ``server_name``: the
    name in the server's certificate, where that is not the address's host.
    """

    ca_file: str | PathLike[str] | None = None
    certificate_file: str | PathLike[str] | None = None
    key_file: str | PathLike[str] | None = None
    server_name: str | None = None

    def __post_init__(self) -> None:
        if (self.certificate_file is None) != (self.key_file is None):
            raise ValueError("certificate_file and key_file go together")


def channel_credentials(
    address: str, tls: Tls | bool, token: Token | AsyncToken | None
) -> tuple[grpc.ChannelCredentials | None, list[tuple[str, str | int]]]:
    """What a channel to ``address`` needs: its credentials, None for plaintext, and options.

    `ValueError` when a token would travel for everybody to read.
    """
    if not tls:
        if token is not None and not _is_local(address):
            raise ValueError(f"a token is not sent to {address} in plaintext: say tls=True, or tls=Tls(ca_file=...)")
        return None, _direct(address)
    given = tls if isinstance(tls, Tls) else Tls()
    credentials = grpc.ssl_channel_credentials(*map(_read, (given.ca_file, given.key_file, given.certificate_file)))
    named = given.server_name is not None
    override: list[tuple[str, str | int]] = [("grpc.ssl_target_name_override", given.server_name or "")]
    return credentials, (override if named else []) + _direct(address)


def _direct(address: str) -> list[tuple[str, str | int]]:
    """To this machine not by the proxy of the environment (http_proxy): it is another machine, and a token is none of
    its business. gRPC would ask it unless no_proxy names every loopback address.
    """
    return [("grpc.enable_http_proxy", 0)] if _is_local(address) else []


def check_own_channel(channel: object, tls: Tls | bool, token: object) -> None:
    """`ValueError` when a ``channel`` of the caller's own comes with what only a new one would use."""
    if channel is not None and (tls or token is not None):
        raise ValueError("a channel of your own has its own credentials: leave tls and token out")


def authorization(text: str) -> tuple[str, str]:
    """The metadata that carries a token."""
    # gRPC would refuse it, too, and show it.
    if not _TOKEN.fullmatch(text):
        raise ValueError("a token is a text of visible ASCII characters, without spaces and line ends")
    return "authorization", f"Bearer {text}"


def _read(path: str | PathLike[str] | None) -> bytes | None:
    return None if path is None else Path(path).read_bytes()


def _is_local(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    if host == "localhost" or address.startswith("unix:"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
