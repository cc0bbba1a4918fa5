"""Bearer tokens that are JSON Web Tokens (RFC 7519), verified with the public keys of a JWKS file.

A key verifies with one algorithm, which follows from its kind: RS256, ES256 or EdDSA. What a token's
header says can only agree with that, so neither ``none`` nor a public key taken for a shared secret
gets anybody in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from threading import Lock
from time import time
from typing import Any, Final, NamedTuple

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from .callers import SCOPES, Caller
from .settings import Settings
from .watched_files import BadFileError

#: Verified tokens that are remembered, at most.
_MAX_VERIFIED: Final = 10_000
_MAX_NAME: Final = 128
_RSA_BITS: Final = 2048
_ALGORITHMS: Final = {("RSA", ""): "RS256", ("EC", "P-256"): "ES256", ("OKP", "Ed25519"): "EdDSA"}
_REQUIRED: Final = ["exp", "iss", "aud", "sub"]


class PublicKey(NamedTuple):
    """A key of the set, and the one algorithm that it verifies with."""

    algorithm: str
    key: Any


class JwtVerifier:
    """Verifies tokens with ``keys`` (by key id) and remembers, until they expire, those that were good.

    ``issuer`` and ``audience`` are what tokens must name; clocks may differ by ``leeway`` seconds.
    """

    def __init__(self, keys: Mapping[str, PublicKey], issuer: str, audience: str, leeway: float) -> None:
        self._keys = dict(keys)
        self._issuer = issuer
        self._audience = audience
        self._leeway = leeway
        self._verified: dict[bytes, tuple[Caller, float]] = {}
        self._lock = Lock()

    def caller(self, token: str, digest: bytes) -> Caller | None:
        """Whoever ``token``, whose SHA-256 is ``digest``, was made out to; None: it is not good."""
        known = self._verified.get(digest)
        if known is not None:
            caller, end = known
            return caller if time() < end else None
        try:
            claims = self._claims(token)
            caller, end = _caller_of(claims), float(claims["exp"]) + self._leeway
        except Exception:
            # The header is whatever somebody sent: there is no list of what parsers make of that.
            return None
        self._remember(digest, caller, end)
        return caller

    def _claims(self, token: str) -> dict[str, Any]:
        header = jwt.get_unverified_header(token)
        if "crit" in header or "b64" in header:
            raise jwt.InvalidTokenError("an extension that is not known here")
        key = self._key(header.get("kid"))
        return jwt.decode(
            token,
            key.key,
            algorithms=[key.algorithm],
            issuer=self._issuer,
            audience=self._audience,
            leeway=self._leeway,
            options={"require": _REQUIRED},
        )

    def _key(self, kid: str | None) -> PublicKey:
        if kid is None and len(self._keys) == 1:
            return next(iter(self._keys.values()))
        return self._keys[str(kid)]

    def _remember(self, digest: bytes, caller: Caller, end: float) -> None:
        with self._lock:
            if len(self._verified) >= _MAX_VERIFIED:
                self._forget(time())
            self._verified[digest] = caller, end

    def _forget(self, now: float) -> None:
        """Make room: what has expired goes, and where nothing has, the older half."""
        kept = {digest: known for digest, known in self._verified.items() if known[1] > now}
        if len(kept) >= _MAX_VERIFIED:
            kept = dict(list(kept.items())[_MAX_VERIFIED // 2 :])
        self._verified = kept


def _caller_of(claims: Mapping[str, Any]) -> Caller:
    name = claims["sub"]
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= _MAX_NAME:
        raise jwt.InvalidTokenError("no name for a log")
    return Caller(f"jwt:{name}", _scopes_of(claims) & SCOPES)


def _scopes_of(claims: Mapping[str, Any]) -> frozenset[str]:
    found: set[str] = set()
    for claim in ("scope", "scopes"):
        value = claims.get(claim, "")
        found.update(value.split() if isinstance(value, str) else map(str, value))
    return frozenset(found)


def read_verifier(contents: Sequence[bytes], settings: Settings) -> JwtVerifier:
    """The verifier of a JWKS file; keys of other kinds and uses are passed over."""
    keys: dict[str, PublicKey] = {}
    found = _entries(contents[0])
    for number, entry in enumerate(found):
        key = _read_key(entry, f"keys[{number}]")
        if key is None:
            continue
        kid = entry.get("kid", "")
        if not isinstance(kid, str) or (not kid and len(found) > 1):
            raise BadFileError(f"keys[{number}]: expects a kid, a text, where there are several keys")
        if kid in keys:
            raise BadFileError(f"keys[{number}]: the kid of an earlier key; give each a kid of its own")
        keys[kid] = key
    if not keys:
        kinds = "RSA (RS256), EC on P-256 (ES256), OKP on Ed25519 (EdDSA)"
        raise BadFileError(f"has no key to verify tokens with; known are {kinds}")
    return JwtVerifier(keys, settings.jwt_issuer, settings.jwt_audience, settings.jwt_leeway_seconds)


def _entries(data: bytes) -> list[dict[str, Any]]:
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        raise BadFileError("is not JSON; save the key set there as the issuer's jwks_uri gives it") from None
    found = whole.get("keys") if isinstance(whole, dict) else None
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise BadFileError('expects a JSON Web Key Set: {"keys": [{"kty": ..., "kid": ...}]}')
    return found


def _read_key(entry: dict[str, Any], place: str) -> PublicKey | None:
    """The key of an entry; None: one for something else."""
    if entry.get("kty") == "oct":
        raise BadFileError(f"{place}: a shared secret; this file is for public keys")
    if "d" in entry:
        raise BadFileError(f"{place}: a private key; this file is for public keys, and that key is to be replaced")
    kind = str(entry.get("kty")), "" if entry.get("kty") == "RSA" else str(entry.get("crv"))
    algorithm = _ALGORITHMS.get(kind)
    if algorithm is None or entry.get("use", "sig") != "sig" or entry.get("alg", algorithm) != algorithm:
        return None
    try:
        key = jwt.PyJWK(entry, algorithm).key
    except Exception:
        raise BadFileError(f"{place}: is not a public key of its kind; take it from the issuer again") from None
    if isinstance(key, rsa.RSAPublicKey) and key.key_size < _RSA_BITS:
        raise BadFileError(f"{place}: an RSA key has at least {_RSA_BITS} bits")
    return PublicKey(algorithm, key)
