"""Certificates for tests, made anew each time: authorities, servers and clients."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

PrivateKey = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey | ed25519.Ed25519PrivateKey
#: What every server certificate is for.
HERE: Final = (x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1")))


class Authority:
    """An authority of its own, and what it signs."""

    def __init__(self, name: str = "Test authority") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named(name)
        self.certificate = self._sign(self._name, self._key, timedelta(days=1), (), authority=True)
        self.pem = self.certificate.public_bytes(Encoding.PEM)

    def _sign(
        self,
        name: x509.Name,
        key: PrivateKey,
        life: timedelta,
        names: Sequence[x509.GeneralName],
        *,
        authority: bool = False,
    ) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=2))
            .not_valid_after(now + life)
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        )
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return builder.sign(self._key, SHA256())

    def issue(
        self,
        name: str = "server",
        names: Sequence[x509.GeneralName] = HERE,
        *,
        key: PrivateKey | None = None,
        life: timedelta = timedelta(days=1),
    ) -> Pair:
        """A certificate and its key."""
        key = key or ec.generate_private_key(ec.SECP256R1())
        return Pair(self._sign(_named(name), key, life, names), key)


class Pair:
    """A certificate with its private key, in PEM form and as files."""

    def __init__(self, certificate: x509.Certificate, key: PrivateKey) -> None:
        self.serial = certificate.serial_number
        self.certificate = certificate.public_bytes(Encoding.PEM)
        self.key = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def write(self, folder: Path) -> dict[str, str]:
        """Write ``tls.crt`` and ``tls.key``; the settings that name them."""
        certificate, key = folder / "tls.crt", folder / "tls.key"
        certificate.write_bytes(self.certificate)
        key.write_bytes(self.key)
        return {"tls_certificate_file": str(certificate), "tls_key_file": str(key)}


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)] if name else [])
