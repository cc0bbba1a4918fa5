"""Who calls: found out from a bearer token or a client's certificate, as the settings say.

Where tokens are configured every call needs one, and says by it who calls, also over mTLS: behind a
proxy with a certificate of its own there are many callers. Without tokens the certificate says it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import grpc

from . import errors
from .api_keys import ApiKeys, read_api_keys
from .callers import Caller, Identify, Metadata, anybody
from .logs import Log
from .settings import Settings, scopes_of
from .watched_files import WatchedFiles

if TYPE_CHECKING:
    from .jwt_tokens import JwtVerifier

AUTHORIZATION: Final = "authorization"
_SCHEME: Final = "bearer"
_MAX_TOKEN: Final = 8192
_MAX_NAME: Final = 128
#: A JWT is three parts with dots between them; no API key has any.
_DOTS_OF_JWT: Final = 2


class Authentication:
    """Finds out who calls (`identify`); raises `BadFileError` when a file is bad now."""

    def __init__(self, settings: Settings, log: Log) -> None:
        self._api_keys: WatchedFiles[ApiKeys] | None = None
        self._jwt: WatchedFiles[JwtVerifier] | None = None
        if settings.api_keys_file:
            self._api_keys = WatchedFiles({"--api-keys-file": settings.api_keys_file}, read_api_keys, log)
        if settings.jwks_file:
            # Megabytes, and a part of the time that a start takes, for those alone who use it.
            from .jwt_tokens import read_verifier

            read = partial(read_verifier, settings=settings)
            self._jwt = WatchedFiles({"--jwks-file": settings.jwks_file}, read, log)
        #: The files, for `Server.reload` and metrics.
        self.watched = [each for each in (self._api_keys, self._jwt) if each is not None]
        self._certificate_scopes = scopes_of(settings.tls_client_scopes)
        self.identify: Identify = anybody
        if self._api_keys or self._jwt:
            self.identify = self._by_token
        elif settings.tls_client_ca_file:
            self.identify = self._by_certificate

    def _by_token(self, metadata: Metadata, context: grpc.ServicerContext) -> Caller:
        token = _token_of([value for key, value in metadata if key == AUTHORIZATION])
        digest = sha256(token.encode()).digest()
        caller = None
        if self._api_keys is not None:
            caller = self._api_keys.get().caller(digest)
        if caller is None and self._jwt is not None and token.count(".") == _DOTS_OF_JWT:
            caller = self._jwt.get().caller(token, digest)
        if caller is None:
            raise _invalid()
        return caller

    def _by_certificate(self, metadata: Metadata, context: grpc.ServicerContext) -> Caller:
        # The first of the certificate's alternative names; without any, its common name.
        for identity in context.peer_identities() or ():
            name = identity.decode("utf-8", "replace")
            if name.isprintable() and 0 < len(name) <= _MAX_NAME:
                return Caller(f"cert:{name}", self._certificate_scopes)
        raise errors.unauthenticated("CERTIFICATE_NAMELESS", "the client's certificate names nobody")


def _token_of(values: Sequence[str | bytes]) -> str:
    if not values:
        sentence = "the call has no token; send it as metadata, authorization: Bearer TOKEN"
        raise errors.unauthenticated("TOKEN_MISSING", sentence)
    scheme, _, token = str(values[0]).partition(" ")
    if len(values) > 1 or scheme.lower() != _SCHEME or not 0 < len(token) <= _MAX_TOKEN:
        raise _invalid()
    return token


def _invalid() -> errors.Failure:
    return errors.unauthenticated("TOKEN_INVALID", "the call's token is not valid here")
