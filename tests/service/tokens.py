"""Bearer tokens for tests: API keys and JWTs, with the files that a server knows them by."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm
from pageone_service.api_keys import line_of, new_key

ISSUER: Final = "https://issuer.example"
AUDIENCE: Final = "page-one"
_MAKERS: Final[dict[str, Any]] = {"RS256": RSAAlgorithm, "ES256": ECAlgorithm, "EdDSA": OKPAlgorithm}


def _private_key(algorithm: str) -> Any:  # noqa: ANN401 - as PyJWT takes it
    if algorithm == "RS256":
        return rsa.generate_private_key(65537, 2048)
    return ec.generate_private_key(ec.SECP256R1()) if algorithm == "ES256" else ed25519.Ed25519PrivateKey.generate()


class Issuer:
    """Signs tokens with a key of each kind; their key ids are the names of the algorithms."""

    def __init__(self) -> None:
        self.keys = {algorithm: _private_key(algorithm) for algorithm in _MAKERS}

    def jwks(self, algorithms: Iterable[str] = _MAKERS) -> dict[str, Any]:
        """The public keys."""
        entries = []
        for algorithm in algorithms:
            entry = _MAKERS[algorithm].to_jwk(self.keys[algorithm].public_key(), as_dict=True)
            entries.append({**entry, "kid": algorithm, "use": "sig", "alg": algorithm})
        return {"keys": entries}

    def write(self, folder: Path) -> dict[str, str]:
        """Write the JWKS file; the settings that name it."""
        path = folder / "jwks.json"
        path.write_text(json.dumps(self.jwks()))
        return {"jwks_file": str(path), "jwt_issuer": ISSUER, "jwt_audience": AUDIENCE}

    def token(self, algorithm: str = "ES256", headers: dict[str, Any] | None = None, **claims: object) -> str:
        """A token that is good but for ``claims``; None leaves one out."""
        headers = {"kid": algorithm, **(headers or {})}
        return jwt.encode(claims_with(**claims), self.keys[algorithm], algorithm, headers=headers)


def claims_with(**claims: object) -> dict[str, Any]:
    """Claims of a good token, but for ``claims``; None leaves one out."""
    good = {"iss": ISSUER, "aud": AUDIENCE, "sub": "somebody", "exp": int(time.time()) + 600, "scope": "engine"}
    return {name: value for name, value in {**good, **claims}.items() if value is not None}


class ApiKeyFile:
    """A file of API keys; ``keys`` by name."""

    def __init__(self, folder: Path, **scopes: str) -> None:
        self.path = folder / "api-keys"
        self.keys = {name: new_key() for name in scopes}
        self.lines = [line_of(name, key, scopes[name].split(",")) for name, key in self.keys.items()]
        self.path.write_text("# name, hash, scopes\n\n" + "\n".join(self.lines) + "\n")
        self.settings = {"api_keys_file": str(self.path)}


def bearer(token: str) -> tuple[str, str]:
    """The metadata that carries a token."""
    return "authorization", f"Bearer {token}"
