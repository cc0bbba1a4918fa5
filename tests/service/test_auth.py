"""Who may call what: callers, tokens, scopes, and what is answered to nobody known (API.md, "Errors")."""

from __future__ import annotations

import base64
import hashlib
import hmac
import itertools
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import rules_service_pb2
from pageone_service import engine_service, jwt_tokens, rules_service, server, watched_files
from pageone_service.api_keys import KEY_PREFIX, line_of, new_key
from pageone_service.callers import ANONYMOUS, ANY_SCOPE, ENGINE, SCOPES, Caller
from pageone_service.cli.app import app
from pageone_service.jwt_tokens import JwtVerifier, read_verifier
from pageone_service.server import create_server
from pageone_service.settings import Settings, SettingsError, check, load
from pageone_service.startup import CannotStartError
from pageone_service.ticket_keys import line_of as key_line
from pageone_service.ticket_keys import new_secret
from typer.testing import CliRunner

from tests.service.certificates import Authority
from tests.service.support import ENGINE as ENGINE_PATH
from tests.service.support import RULES, Ended, Running, message_of, new_state, running, settings, viewer
from tests.service.tokens import AUDIENCE, ISSUER, ApiKeyFile, Issuer, bearer, claims_with

SCOPES_OF_SERVICES = {
    engine_service.SERVICE: frozenset({ENGINE}),
    rules_service.SERVICE: ANY_SCOPE,
}
VIEW = pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0))
GET_VIEW = ENGINE_PATH + "GetView"
INVALID = "the call's token is not valid here"


def test_every_method_has_the_scopes_of_its_service() -> None:
    """API.md: EngineService is for hosts, RulesService is open to every scope."""
    for method in server.METHODS:
        assert method.scopes == SCOPES_OF_SERVICES[method.service], method.path


def test_a_caller_may_what_one_of_its_scopes_allows() -> None:
    """Issue 3: scopes engine and solo; the anonymous caller has all of them."""
    solo = Caller("app", frozenset({"solo"}))
    assert solo.may(frozenset({"solo"}))
    assert solo.may(SCOPES)
    assert solo.may(ANY_SCOPE)
    assert not solo.may(frozenset({ENGINE}))
    assert not Caller("app", frozenset()).may(SCOPES)
    assert all(ANONYMOUS.may(frozenset({scope})) for scope in SCOPES)


def test_without_authentication_everybody_is_the_anonymous_caller(service: Running) -> None:
    """Issue 3: no authentication configured: every call is the anonymous caller's, in the log too."""
    service.rules.ListRuleSets(rules_service_pb2.ListRuleSetsRequest(), metadata=(("x-request-id", "who-1"),))
    assert service.log.of("who-1")["caller"] == "anonymous"


class Guarded:
    """A server that knows API keys and JWTs."""

    def __init__(self, one: Running, keys: ApiKeyFile, issuer: Issuer) -> None:
        self.one = one
        self.keys = keys
        self.issuer = issuer
        self._number = 0

    def call(self, *metadata: tuple[str, str], path: str = GET_VIEW, data: bytes | None = None) -> tuple[Any, Any]:
        """How a call ends: its code and the caller that the log has."""
        answer, caller = self.answer(*metadata, path=path, data=data)
        return (answer.code.name if isinstance(answer, Ended) else "OK"), caller

    def answer(self, *metadata: tuple[str, str], path: str = GET_VIEW, data: bytes | None = None) -> tuple[Any, Any]:
        self._number += 1
        request_id = f"auth-{id(self)}-{self._number}"
        whole = VIEW.SerializeToString() if data is None else data
        answer = self.one.raw(path, whole, (("x-request-id", request_id), *metadata))
        return answer, self.one.log.of(request_id).get("caller")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    folder = tmp_path_factory.mktemp("auth")
    keys = ApiKeyFile(folder, host="engine", app="solo", both="engine,solo")
    issuer = Issuer()
    with running(**keys.settings, **issuer.write(folder)) as one:
        yield Guarded(one, keys, issuer)


def test_an_api_key_says_who_calls(guarded: Guarded) -> None:
    """Issue 3: a key from the file, as a bearer token; the scheme's case does not matter (RFC 9110)."""
    key = guarded.keys.keys["host"]
    for scheme in ("Bearer", "bearer", "BEARER"):
        assert guarded.call(("authorization", f"{scheme} {key}")) == ("OK", "key:host")
    assert guarded.call(bearer(guarded.keys.keys["both"])) == ("OK", "key:both")


def test_a_caller_without_the_scope_is_denied_and_told_which(guarded: Guarded) -> None:
    """Issue 3: wrong scope: PERMISSION_DENIED naming the scope needed; RulesService is open to every scope."""
    ended, caller = guarded.answer(bearer(guarded.keys.keys["app"]))
    assert ended.code is grpc.StatusCode.PERMISSION_DENIED
    assert (ended.info.reason, dict(ended.info.metadata)) == ("SCOPE_MISSING", {"scope": "engine"})
    assert "engine" in ended.message
    assert caller == "key:app"
    for token in (
        guarded.keys.keys["app"],
        guarded.issuer.token(scope="profile email"),
        guarded.issuer.token(scope=None),
    ):
        assert guarded.call(bearer(token), path=RULES + "ListRuleSets", data=b"")[0] == "OK"
        assert guarded.call(bearer(token))[0] == "PERMISSION_DENIED"


def test_a_call_without_a_token_is_told_to_bring_one(guarded: Guarded) -> None:
    """API.md: UNAUTHENTICATED with ErrorInfo, before the request is looked at; RulesService, too."""
    for path in (GET_VIEW, RULES + "ListRuleSets"):
        ended, caller = guarded.answer(path=path, data=b"\xff garbage")
        assert (ended.code, ended.info.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING")
        assert "authorization: Bearer" in ended.message
        assert caller is None


def test_where_a_call_by_nobody_known_comes_from_is_in_the_log(guarded: Guarded) -> None:
    """So that an operator sees who tries; the address of callers who are known is nobody's business."""
    for token, told in (("guessed", True), (guarded.keys.keys["host"], False)):
        guarded.one.raw(GET_VIEW, b"", (("x-request-id", f"peer-{told}"), bearer(token)))
        line = guarded.one.log.of(f"peer-{told}")
        assert ("peer" in line) is told
        assert not told or line["peer"].startswith(("ipv4:127.0.0.1:", "ipv4:127.0.0.1%3A"))


def segment(data: bytes | dict[str, Any]) -> str:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unsigned(header: bytes | dict[str, Any], **claims: object) -> str:
    return f"{segment(header)}.{segment(claims_with(**claims))}."


def as_shared_secret(issuer: Issuer, algorithm: str) -> str:
    """The old trick: HS256 with the public key, which everybody knows, as the secret."""
    pem = issuer.keys[algorithm].public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    signed = f"{segment({'alg': 'HS256', 'typ': 'JWT', 'kid': algorithm})}.{segment(claims_with())}"
    return f"{signed}.{segment(hmac.digest(pem, signed.encode(), hashlib.sha256))}"


def bad_tokens(guarded: Guarded) -> dict[str, str]:
    """Tokens that let nobody in, by what is wrong with them."""
    issuer, other, now = guarded.issuer, Issuer(), int(time.time())
    key = guarded.keys.keys["host"]
    good = issuer.token()
    head, body, signature = good.split(".")
    elliptic = ec.generate_private_key(ec.SECP256R1())
    return {
        "another key": KEY_PREFIX + "x" * 43,
        "a key cut short": key[:-1],
        "a key and more": key + "A",
        "a key in another case": key.swapcase(),
        "a key's hash": guarded.keys.lines[0].split()[1],
        "two keys": f"{key} {key}",
        "much too long": "x" * 9000,
        "another issuer's key": other.token(),
        "an unknown key id": issuer.token(headers={"kid": "nobody"}),
        "no key id, of several": jwt.encode(claims_with(), issuer.keys["ES256"], "ES256"),
        "another key's id": issuer.token("ES256", {"kid": "RS256"}),
        "a key id that is a list": f"{segment({'alg': 'ES256', 'kid': ['ES256']})}.{body}.{signature}",
        "no algorithm": unsigned({"alg": "none", "kid": "ES256"}),
        "no algorithm named": unsigned({"kid": "ES256"}),
        "no algorithm in capitals": unsigned({"alg": "NONE", "kid": "ES256"}),
        "a public key as a secret": as_shared_secret(issuer, "ES256"),
        "an RSA key as a secret": as_shared_secret(issuer, "RS256"),
        "another algorithm of the key": jwt.encode(
            claims_with(), issuer.keys["RS256"], "PS256", headers={"kid": "RS256"}
        ),
        "a key in the header": jwt.encode(
            claims_with(),
            elliptic,
            "ES256",
            headers={"kid": "mine", "jwk": jwt.algorithms.ECAlgorithm.to_jwk(elliptic.public_key(), as_dict=True)},
        ),
        "an extension": issuer.token(headers={"crit": ["exp"], "exp": 1}),
        "a signature cut short": good[:-4],
        "no signature": f"{head}.{body}.",
        "another body": f"{head}.{segment(claims_with(sub='admin'))}.{signature}",
        "expired": issuer.token(exp=now - 11),
        "not yet": issuer.token(nbf=now + 60),
        "made in the future": issuer.token(iat=now + 60),
        "for ever": issuer.token(exp=None),
        "an end that is none": issuer.token(exp="soon"),
        "an end beyond numbers": issuer.token(exp=float("inf")),
        "for others": issuer.token(aud="another-service"),
        "for nobody": issuer.token(aud=None),
        "of others": issuer.token(iss="https://elsewhere.example"),
        "of nobody": issuer.token(iss=None),
        "of a part of the issuer": issuer.token(iss=ISSUER[:-1]),
        "of an empty issuer": issuer.token(iss=""),
        "of several": jwt.PyJWS().encode(
            json.dumps(claims_with(iss=[ISSUER])).encode(), issuer.keys["ES256"], "ES256", headers={"kid": "ES256"}
        ),
        "for a part of us": issuer.token(aud=AUDIENCE[:-1]),
        "for us in other letters": issuer.token(aud=AUDIENCE.upper()),
        "without a name": issuer.token(sub=None),
        "with an empty name": issuer.token(sub=""),
        "with a name that breaks lines": issuer.token(sub="a\nb"),
        "with a name too long": issuer.token(sub="n" * 129),
        "a header that is no JSON": f"{segment(b'{{{')}.{body}.{signature}",
        "a header that is a list": f"{segment(b'[]')}.{body}.{signature}",
        "a header without end": f"{segment(b'[' * 5000)}.{body}.{signature}",
        "dots": "..",
    }


def test_bad_tokens_are_all_refused_alike(guarded: Guarded) -> None:
    """Issue 3: an unknown token is UNAUTHENTICATED, without a word about why: the same bytes for all."""
    answers = set()
    for what, token in bad_tokens(guarded).items():
        ended, caller = guarded.answer(bearer(token))
        assert isinstance(ended, Ended), what
        assert (ended.code, caller) == (grpc.StatusCode.UNAUTHENTICATED, None), what
        answers.add((ended.message, ended.details_bytes))
    assert [message for message, _ in answers] == [INVALID]
    for value in ("Bearer", "Bearer ", guarded.keys.keys["host"], f"Basic {guarded.keys.keys['host']}", ""):
        ended, _ = guarded.answer(("authorization", value))
        assert (ended.message, ended.details_bytes) in answers, value


def test_random_tokens_end_in_no_fault_of_the_server(guarded: Guarded) -> None:
    """Rule: what a caller can send never ends in INTERNAL or UNKNOWN."""
    choice = random.Random(3)
    good = guarded.issuer.token()
    for _ in range(150):
        letters = list(good)
        for _ in range(choice.randrange(1, 4)):
            letters[choice.randrange(len(letters))] = chr(choice.randrange(33, 127))
        token = "".join(letters)
        code, _ = guarded.call(bearer(token))
        assert code == "UNAUTHENTICATED" or token.split(".")[:2] == good.split(".")[:2], token


@pytest.mark.parametrize("algorithm", ["RS256", "ES256", "EdDSA"])
def test_a_jwt_of_each_kind_says_who_calls(guarded: Guarded, algorithm: str) -> None:
    """Issue 3: RS256, ES256 and EdDSA by the JWKS file; the caller is the token's sub."""
    for _ in range(2):
        assert guarded.call(bearer(guarded.issuer.token(algorithm, sub="client-7"))) == ("OK", "jwt:client-7")


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ({"scope": "engine"}, "OK"),
        ({"scope": "openid engine solo"}, "OK"),
        ({"scope": None, "scopes": ["engine"]}, "OK"),
        ({"scope": None, "scopes": "solo engine"}, "OK"),
        ({"scope": "solo", "scopes": ["engine"]}, "OK"),
        ({"scope": "engines"}, "PERMISSION_DENIED"),
        ({"scope": "engine,solo"}, "PERMISSION_DENIED"),
        ({"scope": "solo"}, "PERMISSION_DENIED"),
        ({"scope": None, "scopes": [1, None, {"engine": 1}]}, "PERMISSION_DENIED"),
        ({"scope": 5}, "UNAUTHENTICATED"),
        ({"aud": ["x", AUDIENCE]}, "OK"),
        ({"exp": -2}, "OK"),
        ({"nbf": 8}, "OK"),
    ],
)
def test_a_jwts_claims_are_read_as_the_standards_say(guarded: Guarded, claims: dict[str, Any], code: str) -> None:
    """RFC 7519, 8693: aud may be a list, scope has spaces (or scopes a list); the leeway counts for exp and nbf."""
    now = int(time.time())
    claims = {name: now + value if name in ("exp", "nbf") else value for name, value in claims.items()}
    assert guarded.call(bearer(guarded.issuer.token(**claims)))[0] == code


def verifier(issuer: Issuer, leeway: float = 0.0) -> JwtVerifier:
    whole = Settings(jwt_issuer=ISSUER, jwt_audience=AUDIENCE, jwt_leeway_seconds=leeway)
    return read_verifier([json.dumps(issuer.jwks(["EdDSA"])).encode()], whole)


def test_a_token_is_verified_once_and_not_beyond_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 3: a cache of verified tokens that expire at exp."""
    issuer, decoded = Issuer(), []
    decode = jwt.decode

    def counted(token: str, key: str, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - as they come
        decoded.append(token)
        return decode(token, key, **options)

    monkeypatch.setattr(jwt, "decode", counted)
    one = verifier(issuer)
    end = int(time.time()) + 60
    token = issuer.token("EdDSA", exp=end)
    for _ in range(5):
        assert one.caller(token, b"1") == Caller("jwt:somebody", frozenset({"engine"}))
    assert decoded == [token]
    monkeypatch.setattr(jwt_tokens, "time", lambda: float(end))
    assert one.caller(token, b"1") is None
    assert decoded == [token]


def test_the_cache_of_tokens_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 3: bounded: expired tokens leave first, else the oldest; nobody is refused for it."""
    monkeypatch.setattr(jwt_tokens, "_MAX_VERIFIED", 10)
    issuer = Issuer()
    one = verifier(issuer)
    tokens = [issuer.token("EdDSA", sub=f"s{number}") for number in range(35)]
    for number, token in enumerate(tokens):
        assert one.caller(token, bytes([number])) is not None
        assert len(one._verified) <= 10
    assert one.caller(tokens[0], bytes([0])) == Caller("jwt:s0", frozenset({"engine"}))
    now = time.time()
    monkeypatch.setattr(jwt_tokens, "time", lambda: now + 700)
    late = issuer.token("EdDSA", exp=int(now) + 2000)
    one._verified.update({bytes([100 + number]): (ANONYMOUS, now) for number in range(10)})
    assert one.caller(late, b"late") is not None
    assert len(one._verified) == 1


def test_a_key_set_of_one_key_needs_no_key_ids() -> None:
    """RFC 7515: kid is optional; with one key there is no doubt."""
    issuer = Issuer()
    entry = issuer.jwks(["ES256"])["keys"][0]
    del entry["kid"], entry["use"], entry["alg"]
    whole = Settings(jwt_issuer=ISSUER, jwt_audience=AUDIENCE)
    one = read_verifier([json.dumps({"keys": [entry]}).encode()], whole)
    assert one.caller(jwt.encode(claims_with(), issuer.keys["ES256"], "ES256"), b"1") is not None
    assert one.caller(jwt.encode(claims_with(), Issuer().keys["ES256"], "ES256"), b"2") is None


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are looked at at every call, rather than once a second."""
    monkeypatch.setattr(watched_files, "LOOK_SECONDS", 0.0)


@pytest.mark.usefixtures("soon")
def test_keys_are_added_and_taken_away_while_it_serves(tmp_path: Path) -> None:
    """Issue 3: the files reload when they change; garbage keeps what was good, with a line in the log."""
    keys = ApiKeyFile(tmp_path, old="engine")
    issuer, next_issuer = Issuer(), Issuer()
    with running(**keys.settings, **issuer.write(tmp_path)) as one:
        here = Guarded(one, keys, issuer)
        old, token = bearer(keys.keys["old"]), bearer(issuer.token())
        assert [here.call(old)[0], here.call(token)[0]] == ["OK", "OK"]
        for garbage in ("", "\x00", "new only-two", keys.lines[0] + "x"):
            keys.path.write_text(garbage)
            (tmp_path / "jwks.json").write_text(garbage)
            assert [here.call(old)[0], here.call(token)[0]] == ["OK", "OK"]
        failures = [line for line in one.log.all() if line["event"] == "reload_failed"]
        assert len(failures) == 8
        assert {line["what"] for line in failures} == {"--api-keys-file", "--jwks-file"}
        new = ApiKeyFile(tmp_path, new="engine").keys["new"]
        next_issuer.write(tmp_path)
        assert [here.call(old)[0], here.call(bearer(new))[0]] == ["UNAUTHENTICATED", "OK"]
        assert [here.call(token)[0], here.call(bearer(next_issuer.token()))[0]] == ["UNAUTHENTICATED", "OK"]


def test_a_revoked_key_is_refused_within_seconds_or_at_once_when_told(tmp_path: Path) -> None:
    """Issue 3: the files are looked at once a second; SIGHUP (Server.reload) takes them at once."""
    keys = ApiKeyFile(tmp_path, host="engine")
    with running(**keys.settings) as one:
        here = Guarded(one, keys, Issuer())
        first = keys.keys["host"]
        assert here.call(bearer(first))[0] == "OK"
        second = ApiKeyFile(tmp_path, host="engine").keys["host"]
        one.server.reload()
        assert [here.call(bearer(first))[0], here.call(bearer(second))[0]] == ["UNAUTHENTICATED", "OK"]
        ApiKeyFile(tmp_path, host="engine")
        end = time.monotonic() + 10
        while here.call(bearer(second))[0] == "OK":
            assert time.monotonic() < end
            time.sleep(0.02)


HASH = "ab" * 32


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no keys; make one with `pageone api-key new NAME --scope engine`"),
        ("# only words\n", "has no keys; make one with `pageone api-key new NAME --scope engine`"),
        (f"host {HASH}", "line 1: expects NAME SHA256 SCOPES, as `pageone api-key new` makes it"),
        (f"#\nhost {HASH} engine, solo", "line 2: expects NAME SHA256 SCOPES, as `pageone api-key new` makes it"),
        (f"ho/st {HASH} engine", "line 1: a name has 1 to 64 letters, digits, dots, hyphens or underscores"),
        (f"host {HASH.upper()} engine", "line 1: expects the key's SHA-256 as 64 hexadecimal digits in lower case"),
        ("host pageone_plain-key engine", "line 1: expects the key's SHA-256 as 64 hexadecimal digits in lower case"),
        (f"host {HASH} admin", "line 1: expects scopes out of engine, solo, with commas"),
        (f"a {HASH} solo\nb {HASH} engine", "line 2: the key of an earlier line; take one of them out"),
        ("\udcff", "is not text in UTF-8; `pageone api-key new NAME --scope engine` makes a line"),
    ],
)
def test_bad_api_keys_at_the_start_are_refused_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    """Issue 3: fail closed: configured but unreadable: refuse to start; the sentence tells nothing of a key."""
    path = tmp_path / "keys"
    path.write_text(text, errors="surrogateescape")
    with pytest.raises(CannotStartError) as caught:
        create_server(settings(api_keys_file=str(path)))
    assert str(caught.value) == f"--api-keys-file={path}: {sentence}"


GOOD_KEYS = Issuer()
EC_KEY, RSA_KEY = (GOOD_KEYS.jwks([one])["keys"][0] for one in ("ES256", "RS256"))
SMALL = jwt.algorithms.RSAAlgorithm.to_jwk(rsa.generate_private_key(65537, 1024).public_key(), as_dict=True)
KINDS = "RSA (RS256), EC on P-256 (ES256), OKP on Ed25519 (EdDSA)"
NO_JSON = "is not JSON; save the key set there as the issuer's jwks_uri gives it"
NO_SET = 'expects a JSON Web Key Set: {"keys": [{"kty": ..., "kid": ...}]}'


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", NO_JSON),
        ("[" * 100_000, NO_JSON),
        ("[]", NO_SET),
        ({"keys": {}}, NO_SET),
        ({"keys": [1]}, NO_SET),
        ({"keys": []}, f"has no key to verify tokens with; known are {KINDS}"),
        ({"keys": [{**EC_KEY, "use": "enc"}]}, f"has no key to verify tokens with; known are {KINDS}"),
        ({"keys": [{**RSA_KEY, "alg": "RS512"}]}, f"has no key to verify tokens with; known are {KINDS}"),
        ({"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}, "keys[0]: a shared secret; this file is for public keys"),
        (
            {"keys": [EC_KEY, {**RSA_KEY, "d": "AQAB"}]},
            "keys[1]: a private key; this file is for public keys, and that key is to be replaced",
        ),
        ({"keys": [{**EC_KEY, "x": "AA"}]}, "keys[0]: is not a public key of its kind; take it from the issuer again"),
        (
            {"keys": [{"kty": "RSA", "n": "", "e": "AQAB"}]},
            "keys[0]: is not a public key of its kind; take it from the issuer again",
        ),
        ({"keys": [SMALL]}, "keys[0]: an RSA key has at least 2048 bits"),
        ({"keys": [EC_KEY, EC_KEY]}, "keys[1]: the kid of an earlier key; give each a kid of its own"),
        ({"keys": [EC_KEY, {**RSA_KEY, "kid": ""}]}, "keys[1]: expects a kid, a text, where there are several keys"),
        ({"keys": [{**EC_KEY, "kid": 7}]}, "keys[0]: expects a kid, a text, where there are several keys"),
    ],
    ids=itertools.count(),
)
def test_a_bad_key_set_at_the_start_is_refused_in_a_sentence(
    tmp_path: Path, content: str | dict[str, Any], sentence: str
) -> None:
    """Issue 3: fail closed; never HS with public keys: a shared secret has no place in the file."""
    path = tmp_path / "jwks"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(CannotStartError) as caught:
        create_server(settings(jwks_file=str(path), jwt_issuer=ISSUER, jwt_audience=AUDIENCE))
    assert str(caught.value) == f"--jwks-file={path}: {sentence}"


def test_files_that_are_not_there_are_refused_at_the_start(tmp_path: Path) -> None:
    """Issue 3: any auth configured but unreadable: refuse to start."""
    for changes in (
        {"api_keys_file": str(tmp_path / "none")},
        {"jwks_file": str(tmp_path / "none"), "jwt_issuer": ISSUER, "jwt_audience": AUDIENCE},
    ):
        with pytest.raises(CannotStartError, match=r"-file=.*/none: cannot be read \(No such file or directory\)"):
            create_server(settings(**changes))


@pytest.mark.parametrize(
    "secret",
    [
        Authority().issue().key.decode(),
        new_key(),
        key_line(new_secret()),
        Issuer().token(),
        "-----BEGIN PRIVATE KEY-----",
        '{"keys": []}',
        line_of("host", new_key(), ["engine"]),
    ],
    ids=["key", "api-key", "ticket-key", "jwt", "pem", "json", "line"],
)
def test_a_secret_in_the_place_of_its_path_is_not_told(secret: str) -> None:
    """Secrets never in errors: a setting that was given the key itself, where it expects a file."""
    with pytest.raises(CannotStartError) as caught:
        create_server(settings(api_keys_file=secret))
    assert str(caught.value) == "--api-keys-file: expects the path of a file, and not what it holds"


@pytest.mark.parametrize("path", ["keys", "/etc/page one/api-keys", "/run/secrets/" + "a" * 60, "../x/y.z", "C"])
def test_a_path_that_leads_nowhere_is_told(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bad input gets a clear error naming field and remedy: the path as it was given."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannotStartError) as caught:
        create_server(settings(api_keys_file=path))
    remedy = "name a file that this process may read"
    assert str(caught.value) == f"--api-keys-file={path}: cannot be read (No such file or directory); {remedy}"


@pytest.mark.parametrize(
    ("flags", "problems"),
    [
        ({"jwks_file": "f"}, ["--jwks-file: needs --jwt-issuer", "--jwks-file: needs --jwt-audience"]),
        ({"jwks_file": "f", "jwt_issuer": "i"}, ["--jwks-file: needs --jwt-audience"]),
        ({"jwt_issuer": "i"}, ["--jwt-issuer: needs --jwks-file"]),
        ({"jwt_audience": "a"}, ["--jwt-audience: needs --jwks-file"]),
    ],
)
def test_half_an_authentication_is_refused(flags: dict[str, object], problems: list[str]) -> None:
    """Issue 3: fail closed: a token for others, or of others, must not open anything for want of a setting."""
    with pytest.raises(SettingsError) as caught:
        load(flags, {})
    assert caught.value.problems == problems


@pytest.mark.parametrize("name", ["address", "health_address", "admin_address"])
def test_beyond_loopback_callers_have_to_show_who_they_are(name: str) -> None:
    """Issue 3: without authentication loopback only; with any of the three kinds everywhere, health and admin too."""
    everywhere: dict[str, Any] = {name: "0.0.0.0:0", "solo": False}
    assert any("--api-keys-file" in problem for problem in check(Settings(**everywhere)))
    tls: dict[str, Any] = {"tls_certificate_file": "c", "tls_key_file": "k"}
    assert check(Settings(**everywhere, **tls)) != []
    assert check(Settings(**everywhere, **tls, tls_client_ca_file="ca")) == []
    assert check(Settings(**everywhere, api_keys_file="f")) == []
    assert check(Settings(**everywhere, jwks_file="f", jwt_issuer="i", jwt_audience="a")) == []


def test_what_is_allowed_and_not_safe_everywhere_is_in_the_log(tmp_path: Path) -> None:
    """Issue 3: beyond loopback: tokens over plaintext (a mesh may encrypt them), and nobody authenticated."""
    keys = ApiKeyFile(tmp_path, host="engine")
    beyond: dict[str, Any] = {"address": "0.0.0.0:0", "health_address": "", "admin_address": "", "solo": False}
    certificate = Authority().issue().write(tmp_path)
    for changes, expected in (
        (keys.settings, ["plaintext"]),
        ({"insecure": True}, ["unauthenticated"]),
        ({**keys.settings, **certificate}, []),
    ):
        with running(**beyond, **changes) as one:
            assert [line["event"] for line in one.log.all() if line["level"] == "warning"] == expected


def test_with_mtls_and_tokens_a_call_needs_both(tmp_path: Path) -> None:
    """Decision: where tokens are configured each call needs one; the certificate of a proxy opens nothing by itself."""
    authority = Authority()
    keys = ApiKeyFile(tmp_path, host="engine")
    roots = tmp_path / "roots"
    roots.write_bytes(authority.pem)
    files = {**authority.issue().write(tmp_path), "tls_client_ca_file": str(roots), **keys.settings}
    proxy = authority.issue("proxy", ())
    credentials = grpc.ssl_channel_credentials(authority.pem, proxy.key, proxy.certificate)
    with running(**files) as one, grpc.secure_channel(one.server.address, credentials) as channel:
        here = Guarded(Running(one.server, one.log, channel), keys, Issuer())
        assert here.call() == ("UNAUTHENTICATED", None)
        assert here.call(bearer(keys.keys["host"])) == ("OK", "key:host")
        bare = grpc.ssl_channel_credentials(authority.pem)
        with grpc.secure_channel(one.server.address, bare) as without:
            ended = Running(one.server, one.log, without).raw(GET_VIEW, b"", (bearer(keys.keys["host"]),))
            assert isinstance(ended, Ended)
            assert ended.code is grpc.StatusCode.UNAVAILABLE


def test_a_key_of_the_command_line_opens_what_its_line_says(tmp_path: Path) -> None:
    """Issue 3: `pageone api-key new NAME --scope engine` prints the key once, and the line to add."""
    made = CliRunner().invoke(app, ["api-key", "new", "host-1", "--scope", "solo", "--scope", "engine"])
    assert made.exit_code == 0, made.output
    first, second = made.output.splitlines()
    key, line = first.removeprefix("key: "), second.removeprefix("line: ")
    assert key.startswith(KEY_PREFIX)
    assert line == line_of("host-1", key, ["engine", "solo"])
    assert key not in line
    path = tmp_path / "keys"
    path.write_text(line + "\n")
    with running(api_keys_file=str(path)) as one:
        assert not isinstance(one.raw(GET_VIEW, VIEW.SerializeToString(), (bearer(key),)), Ended)
    again = CliRunner().invoke(app, ["api-key", "new", "host-1", "--scope", "engine"])
    assert again.output.splitlines()[0] != first
    assert CliRunner().invoke(app, ["api-key", "new", "a b", "--scope", "engine"]).exit_code == 2
    assert CliRunner().invoke(app, ["api-key", "new", "a"]).exit_code == 2
    assert CliRunner().invoke(app, ["api-key", "new", "a", "--scope", "all"]).exit_code == 2
