"""TLS and mTLS on the services' port, with certificates that can be replaced while the server runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

import grpc
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from .logs import Log
from .settings import Settings
from .watched_files import BadFileError, WatchedFiles

_CERTIFICATE: Final = 0
_KEY: Final = 1
_CLIENT_CA: Final = 2
_CURVES: Final = ("secp256r1", "secp384r1")
_RSA_BITS: Final = 2048


class Tls:
    """The credentials of the services' port; new connections get the newest good certificate.

    Connections that are open keep what they were made with. ``tell_expiry`` is told the time of every new
    certificate's end, in seconds since 1970. Raises `BadFileError` when a file is bad now.
    """

    def __init__(self, settings: Settings, log: Log, tell_expiry: Callable[[float], object]) -> None:
        files = {
            "--tls-certificate-file": settings.tls_certificate_file,
            "--tls-key-file": settings.tls_key_file,
        }
        mutual = bool(settings.tls_client_ca_file)
        if mutual:
            files["--tls-client-ca-file"] = settings.tls_client_ca_file

        def make(contents: Sequence[bytes]) -> grpc.ServerCertificateConfiguration:
            made = configuration_of(contents)
            tell_expiry(_certificates(contents[_CERTIFICATE], _CERTIFICATE)[0].not_valid_after_utc.timestamp())
            return made

        self._watched = WatchedFiles(files, make, log)
        self._given = self._watched.get()
        #: The files, for `Server.reload` and metrics.
        self.watched = [self._watched]
        self.credentials = grpc.dynamic_ssl_server_credentials(
            self._given,
            self._fetch,  # type: ignore[arg-type]  # None is allowed by the documentation, not by the stubs
            require_client_authentication=mutual,
        )

    def _fetch(self) -> grpc.ServerCertificateConfiguration | None:
        """What gRPC asks at every handshake; None: what it has is the newest."""
        newest = self._watched.get()
        if newest is self._given:
            return None
        self._given = newest
        return newest


def configuration_of(contents: Sequence[bytes]) -> grpc.ServerCertificateConfiguration:
    """Certificate chain, key and, with mTLS, the clients' authorities as gRPC takes them.

    Raises `BadFileError` for everything with which gRPC could not serve a client.
    """
    chain, key, *authorities = contents
    leaf = _certificates(chain, _CERTIFICATE)[0]
    _check_kind(leaf.public_key())
    if leaf.not_valid_after_utc <= datetime.now(UTC):
        raise BadFileError(f"the certificate expired at {leaf.not_valid_after_utc:%Y-%m-%d %H:%M} UTC", _CERTIFICATE)
    if _public_bytes(_private_key(key).public_key()) != _public_bytes(leaf.public_key()):
        raise BadFileError("is not the key of the certificate (the first one in its file)", _KEY)
    if authorities:
        _certificates(authorities[0], _CLIENT_CA)
    return grpc.ssl_server_certificate_configuration([(key, chain)], authorities[0] if authorities else None)


def _certificates(data: bytes, which: int) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(data)
    except ValueError:
        raise BadFileError("holds no certificates in PEM form, or a broken one", which) from None


def _private_key(data: bytes) -> ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey:
    try:
        key = load_pem_private_key(data, password=None)
    except TypeError:
        raise BadFileError("the key is encrypted; store it without a password", _KEY) from None
    except Exception:
        raise BadFileError("holds no private key in PEM form, or a broken one", _KEY) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey):
        raise BadFileError("is neither an RSA nor an elliptic curve key", _KEY)
    return key


def _check_kind(key: object) -> None:
    """Others are read by gRPC, and then no client can shake hands."""
    if isinstance(key, rsa.RSAPublicKey) and key.key_size >= _RSA_BITS:
        return
    if isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name in _CURVES:
        return
    sentence = f"the certificate's key must be RSA with at least {_RSA_BITS} bits, or on the curve P-256 or P-384"
    raise BadFileError(sentence, _CERTIFICATE)


def _public_bytes(key: object) -> bytes:
    assert isinstance(key, ec.EllipticCurvePublicKey | rsa.RSAPublicKey)
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
