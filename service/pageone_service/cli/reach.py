"""A client for the server that a command plays against: a running one, or one of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from pageone import Client, Tls, UnavailableError

from .errors import EXIT_NO, CliError
from .files import read_bytes, read_text
from .options import Language
from .own_server import server

#: What to do about a server that a plaintext call does not reach.
_UNREACHED: Final = "is it running, and of this release? does it speak TLS (--tls-ca-file)?"


@contextmanager
def client_of(
    address: str | None, ca_file: Path | None, token_file: Path | None, language: Language
) -> Iterator[Client]:
    """A client for ``address``, or for a server that is started for the time of the block.

    ``ca_file`` has the authorities to trust (None: plaintext), ``token_file`` the token to show, which is
    read anew for every call. `CliError` for what cannot be used.
    """
    if ca_file is not None:
        _needs(address, "--tls-ca-file")
        read_bytes(ca_file)
    if token_file is not None:
        _needs(address, "--token-file")
        _token_in(token_file)
    with server(address) as reached:
        try:
            client = Client(
                reached,
                language=language.tag,
                tls=False if ca_file is None else Tls(ca_file),
                token=None if token_file is None else partial(_token_in, token_file),
            )
        except ValueError:
            problem = f"a token is not sent to {reached} in plaintext"
            raise CliError("--token-file", problem, "speak TLS with --tls-ca-file") from None
        try:
            with client:
                yield client
        except UnavailableError as error:
            if address is None or ca_file is not None:
                raise
            raise CliError("server", str(error), _UNREACHED, EXIT_NO) from None


def _needs(address: str | None, option: str) -> None:
    if address is None:
        raise CliError(option, "is for a running server", "name one with --address")


def _token_in(path: Path) -> str:
    words = read_text(path).split()
    if len(words) != 1 or not (words[0].isascii() and words[0].isprintable()):
        raise CliError(str(path), "holds no token, or more than one", "put an API key or a JWT there, and nothing else")
    return words[0]
