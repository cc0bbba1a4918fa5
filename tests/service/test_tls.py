"""TLS and mTLS on the services' port, and certificates replaced while it serves (OPERATIONS.md, "Security")."""

from __future__ import annotations

import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat
from grpc_health.v1 import health_pb2, health_pb2_grpc
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import rules_service_pb2
from pageone_service import watched_files
from pageone_service.callers import Caller
from pageone_service.server import create_server
from pageone_service.settings import SettingsError, load
from pageone_service.startup import CannotStartError

from tests.service.certificates import Authority, Pair
from tests.service.support import (
    ENGINE,
    RULES,
    Ended,
    LogLines,
    Running,
    message_of,
    new_state,
    running,
    settings,
    viewer,
)

AUTHORITY = Authority()
LIST = rules_service_pb2.ListRuleSetsRequest()
VIEW = pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0))


@contextmanager
def secure(one: Running, client: Pair | None = None, roots: bytes = AUTHORITY.pem) -> Iterator[Running]:
    """The same server, over a TLS channel of its own connection."""
    credentials = grpc.ssl_channel_credentials(roots, *((client.key, client.certificate) if client else ()))
    options = [("grpc.use_local_subchannel_pool", 1)]
    with grpc.secure_channel(one.server.address, credentials, options=options) as channel:
        yield Running(one.server, one.log, channel)


def code_of(one: Running, path: str = RULES + "ListRuleSets", data: bytes = b"", request_id: str = "tls") -> str:
    """How a call ends, by the name of its code."""
    answer = one.raw(path, data, (("x-request-id", request_id),))
    return answer.code.name if isinstance(answer, Ended) else "OK"


def serial(one: Running) -> int:
    """The serial number of the certificate that a new connection is shown."""
    context = ssl.create_default_context(cadata=AUTHORITY.pem.decode())
    context.set_alpn_protocols(["h2"])
    host, port = one.server.address.rsplit(":", 1)
    with (
        socket.create_connection((host, int(port)), timeout=10) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as connection,
    ):
        certificate = connection.getpeercert(binary_form=True)
    assert certificate is not None
    return x509.load_der_x509_certificate(certificate).serial_number


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until ``condition`` holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.01)


def told(log: LogLines, event: str) -> list[dict[str, object]]:
    return [line for line in log.all() if line["event"] == event]


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are looked at at every handshake, rather than once a second."""
    monkeypatch.setattr(watched_files, "LOOK_SECONDS", 0.0)


def test_the_services_speak_tls_and_nothing_else(tmp_path: Path) -> None:
    """Issue 3: TLS on --address; a client without it, or with other roots, gets no answer. Health stays plaintext."""
    with running(**AUTHORITY.issue().write(tmp_path)) as one:
        with secure(one) as client:
            assert code_of(client, request_id="tls-1") == "OK"
            assert one.log.of("tls-1")["caller"] == "anonymous"
        assert code_of(one) == "UNAVAILABLE"
        with secure(one, roots=Authority().pem) as distrusting:
            assert code_of(distrusting) == "UNAVAILABLE"
        with grpc.insecure_channel(one.server.health_address) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=10)
            assert answer.status == health_pb2.HealthCheckResponse.SERVING


def mutual(folder: Path, authority: Authority = AUTHORITY) -> dict[str, str]:
    """The settings of a server with mTLS."""
    roots = folder / "clients.crt"
    roots.write_bytes(authority.pem)
    return {**AUTHORITY.issue().write(folder), "tls_client_ca_file": str(roots)}


def test_with_mtls_only_the_authoritys_clients_are_let_in(tmp_path: Path) -> None:
    """Issue 3: mTLS: no certificate, another authority's or an expired one: refused before any call."""
    clients = Authority("Clients")
    with running(**mutual(tmp_path, clients)) as one:
        with secure(one, clients.issue("host-1", ())) as client:
            assert code_of(client, ENGINE + "GetView", VIEW.SerializeToString(), "mtls-1") == "OK"
        assert one.log.of("mtls-1")["caller"] == "cert:host-1"
        for stranger in (
            None,
            AUTHORITY.issue("host-1", ()),
            Authority("Clients").issue("host-1", ()),
            clients.issue("host-1", (), life=timedelta(days=-1)),
        ):
            with secure(one, stranger) as client:
                assert code_of(client) == "UNAVAILABLE"
        assert len(told(one.log, "call")) == 1


@pytest.mark.parametrize(
    ("name", "names", "caller"),
    [
        ("a", (), "cert:a"),
        ("a", (x509.DNSName("b.example"), x509.DNSName("c.example")), "cert:b.example"),
        (
            "",
            (x509.UniformResourceIdentifier("spiffe://here/ns/default/sa/host"),),
            "cert:spiffe://here/ns/default/sa/host",
        ),
        ("tab\there", (), None),
        ("", (), None),
        ("", (x509.DNSName("x" * 60 + "." + "y" * 60 + "." + "z" * 60),), None),
    ],
)
def test_a_certificates_first_name_is_the_callers(
    tmp_path: Path, name: str, names: tuple[x509.GeneralName, ...], caller: str | None
) -> None:
    """Issue 3: the name from the certificate's SAN, else its CN; one that names nobody fit for a log is refused."""
    with running(**mutual(tmp_path)) as one, secure(one, AUTHORITY.issue(name, names)) as client:
        expected = "OK" if caller else "UNAUTHENTICATED"
        assert code_of(client, ENGINE + "GetView", VIEW.SerializeToString(), "name-1") == expected
        assert one.log.of("name-1").get("caller") == caller


def test_what_a_certificate_opens_is_a_setting(tmp_path: Path) -> None:
    """Issue 3: scopes of an mTLS-only caller: engine by default; RulesService is open to all."""
    files = mutual(tmp_path)
    with running(**files, tls_client_scopes="solo") as one, secure(one, AUTHORITY.issue("app", ())) as client:
        ended = client.ended(ENGINE + "GetView", VIEW)
        assert ended.code is grpc.StatusCode.PERMISSION_DENIED
        assert ended.info.metadata["scope"] == "engine"
        assert code_of(client) == "OK"


def replaced(path: str, data: bytes) -> None:
    """Put a file in another's place at once."""
    beside = Path(path + ".new")
    beside.write_bytes(data)
    beside.replace(path)


@pytest.mark.usefixtures("soon")
def test_garbage_changes_nothing_and_a_good_pair_is_taken(tmp_path: Path) -> None:
    """Issue 3: reload survives garbage: the last good certificate stays, one line each in the log, connections live."""
    first, second = AUTHORITY.issue(), AUTHORITY.issue()
    files = first.write(tmp_path)
    certificate, key = files["tls_certificate_file"], files["tls_key_file"]
    with running(**files) as one, secure(one) as old_connection:
        assert code_of(old_connection) == "OK"
        bad: list[tuple[str, bytes]] = [
            (certificate, b"garbage"),
            (certificate, b""),
            (certificate, second.certificate[:300]),
            (certificate, second.certificate),
            (certificate, AUTHORITY.issue(life=timedelta(days=-1)).certificate),
            (key, b"\x00\xff" * 100),
            (key, first.key[:100]),
        ]
        for number, (path, data) in enumerate(bad, 1):
            first.write(tmp_path)
            replaced(path, data)
            for _ in range(3):
                assert serial(one) == first.serial
            assert code_of(old_connection) == "OK"
            assert len(told(one.log, "reload_failed")) == number
        os.unlink(key)
        assert serial(one) == first.serial
        assert "cannot be read (No such file" in str(told(one.log, "reload_failed")[-1]["error"])
        replaced(key, second.key)
        replaced(certificate, second.certificate)
        wait_for(lambda: serial(one) == second.serial)
        assert told(one.log, "reloaded")
        assert code_of(old_connection) == "OK"
        with secure(one) as new_connection:
            assert code_of(new_connection) == "OK"
    for line in told(one.log, "reload_failed"):
        assert str(line["error"]).startswith("--tls-")
    assert b"PRIVATE" not in one.log.raw_bytes


@pytest.mark.usefixtures("soon")
def test_no_connection_fails_while_files_are_replaced_again_and_again(tmp_path: Path) -> None:
    """Issue 3: written in place, one after the other, with garbage between: each handshake gets a pair that fits."""
    pairs = [AUTHORITY.issue() for _ in range(3)]
    seen: list[int] = []
    failed: list[Exception] = []
    stop = threading.Event()
    with running(**pairs[0].write(tmp_path)) as one:

        def connect() -> None:
            while not stop.is_set():
                try:
                    seen.append(serial(one))
                except OSError as error:
                    failed.append(error)

        connecting = [threading.Thread(target=connect) for _ in range(2)]
        for thread in connecting:
            thread.start()
        try:
            for number in range(40):
                before = len(seen)
                if number % 4 == 3:
                    (tmp_path / "tls.key").write_bytes(b"garbage")
                else:
                    pairs[number % 3].write(tmp_path)
                wait_for(lambda before=before: len(seen) > before + 1 or bool(failed))  # type: ignore[misc]
        finally:
            stop.set()
            for thread in connecting:
                thread.join(30)
        assert failed == []
        pairs[1].write(tmp_path)
        wait_for(lambda: serial(one) == pairs[1].serial)
    assert set(seen) == {pair.serial for pair in pairs}


def test_a_new_certificate_is_taken_within_seconds_or_at_once_when_told(tmp_path: Path) -> None:
    """Issue 3: files are looked at once a second that somebody connects; SIGHUP (Server.reload) at once."""
    pairs = [AUTHORITY.issue() for _ in range(3)]
    with running(**pairs[0].write(tmp_path)) as one:
        pairs[1].write(tmp_path)
        one.server.reload()
        assert serial(one) == pairs[1].serial
        pairs[2].write(tmp_path)
        wait_for(lambda: serial(one) == pairs[2].serial, 10)
        (tmp_path / "tls.crt").write_bytes(b"no certificate")
        one.server.reload()
        assert serial(one) == pairs[2].serial
        assert "no certificates in PEM form" in str(told(one.log, "reload_failed")[-1]["error"])


@pytest.mark.usefixtures("soon")
def test_kubernetes_swaps_the_whole_directory_by_a_symbolic_link(tmp_path: Path) -> None:
    """Issue 3: mounted Secrets: tls.crt -> ..data/tls.crt, and ..data is replaced in one step."""
    pairs = [AUTHORITY.issue(), AUTHORITY.issue()]
    for number, pair in enumerate(pairs):
        (tmp_path / f"..{number}").mkdir()
        pair.write(tmp_path / f"..{number}")
    (tmp_path / "..data").symlink_to("..0")
    files = {}
    for setting, name in (("tls_certificate_file", "tls.crt"), ("tls_key_file", "tls.key")):
        (tmp_path / name).symlink_to(f"..data/{name}")
        files[setting] = str(tmp_path / name)
    with running(**files) as one:
        assert serial(one) == pairs[0].serial
        (tmp_path / "..tmp").symlink_to("..1")
        (tmp_path / "..tmp").rename(tmp_path / "..data")
        wait_for(lambda: serial(one) == pairs[1].serial)


@pytest.mark.usefixtures("soon")
def test_the_clients_authorities_are_reloaded_too(tmp_path: Path) -> None:
    """Issue 3: clients of a new authority get in, those of one taken out no more."""
    old, new = Authority("Old"), Authority("New")
    files = mutual(tmp_path, old)
    with running(**files) as one:
        with secure(one, new.issue("n", ())) as client:
            assert code_of(client) == "UNAVAILABLE"
        replaced(files["tls_client_ca_file"], new.pem)
        with secure(one, new.issue("n", ())) as client:
            assert code_of(client) == "OK"
        with secure(one, old.issue("o", ())) as client:
            assert code_of(client) == "UNAVAILABLE"


@pytest.mark.usefixtures("soon")
def test_a_handshake_reads_no_file_that_has_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 3: times, sizes and inodes are looked at; a file is read when they change."""
    reads: list[str] = []
    read = watched_files._read
    monkeypatch.setattr(watched_files, "_SETTLED_SECONDS", 0.0)

    def counted(path: str) -> bytes:
        reads.append(path)
        return read(path)

    monkeypatch.setattr(watched_files, "_read", counted)
    with running(**AUTHORITY.issue().write(tmp_path)) as one:
        serial(one)
        reads.clear()
        for _ in range(20):
            serial(one)
        assert reads == []


def encrypted(pair: Pair) -> bytes:
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = load_pem_private_key(pair.key, None)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"password"))


GOOD = AUTHORITY.issue()


@pytest.mark.parametrize(
    ("certificate", "key", "sentence"),
    [
        (b"", GOOD.key, "--tls-certificate-file={}/tls.crt: holds no certificates in PEM form, or a broken one"),
        (GOOD.key, GOOD.key, "--tls-certificate-file={}/tls.crt: holds no certificates in PEM form, or a broken one"),
        (GOOD.certificate, b"", "--tls-key-file={}/tls.key: holds no private key in PEM form, or a broken one"),
        (
            GOOD.certificate,
            AUTHORITY.issue().key,
            "--tls-key-file={}/tls.key: is not the key of the certificate (the first one in its file)",
        ),
        (
            AUTHORITY.pem + GOOD.certificate,
            GOOD.key,
            "--tls-key-file={}/tls.key: is not the key of the certificate (the first one in its file)",
        ),
        (
            GOOD.certificate,
            encrypted(GOOD),
            "--tls-key-file={}/tls.key: the key is encrypted; store it without a password",
        ),
        (
            GOOD.certificate,
            bytes(2 << 20),
            "--tls-key-file={}/tls.key: is larger than 1048576 bytes; name the file of certificates or keys itself",
        ),
    ],
    # The same in every process: the certificates are not.
    ids=["empty", "no certificate", "no key", "another key", "another order", "encrypted", "large"],
)
def test_a_bad_file_at_the_start_is_refused_in_a_sentence(
    tmp_path: Path, certificate: bytes, key: bytes, sentence: str
) -> None:
    """Issue 3: fail closed: refuse to start, naming flag, file and fault, and nothing of what it holds."""
    files = GOOD.write(tmp_path)
    Path(files["tls_certificate_file"]).write_bytes(certificate)
    Path(files["tls_key_file"]).write_bytes(key)
    with pytest.raises(CannotStartError) as caught:
        create_server(settings(**files))
    assert str(caught.value) == sentence.format(tmp_path)


@pytest.mark.parametrize(
    ("key", "good"),
    [
        (ec.generate_private_key(ec.SECP384R1()), True),
        (rsa.generate_private_key(65537, 2048), True),
        (rsa.generate_private_key(65537, 1024), False),
        (ec.generate_private_key(ec.SECP521R1()), False),
        (ec.generate_private_key(ec.SECP256K1()), False),
        (ed25519.Ed25519PrivateKey.generate(), False),
    ],
    ids=["p384", "rsa2048", "rsa1024", "p521", "k256", "ed25519"],
)
def test_keys_that_no_client_could_shake_hands_with_are_refused(
    tmp_path: Path, key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey | ed25519.Ed25519PrivateKey, good: bool
) -> None:
    """Measured: gRPC loads P-521 and Ed25519, and every handshake fails; it cannot load secp256k1."""
    files = AUTHORITY.issue(key=key).write(tmp_path)
    if good:
        with running(**files) as one, secure(one) as client:
            assert code_of(client) == "OK"
        return
    with pytest.raises(CannotStartError, match="must be RSA with at least 2048 bits, or on the curve P-256 or P-384"):
        create_server(settings(**files))


def test_an_expired_certificate_and_files_that_are_none_are_refused_at_the_start(tmp_path: Path) -> None:
    """Issue 3: a clear sentence when files are bad at start."""
    with pytest.raises(CannotStartError, match="the certificate expired at 20"):
        create_server(settings(**AUTHORITY.issue(life=timedelta(days=-1)).write(tmp_path)))
    files = GOOD.write(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    for path, why in (
        (tmp_path / "none", "No such file"),
        (tmp_path, "Is a directory"),
        (tmp_path / "pipe", "is not a file; name a regular one"),
    ):
        with pytest.raises(CannotStartError, match=why):
            create_server(settings(**{**files, "tls_key_file": str(path)}))
    with pytest.raises(CannotStartError, match=r"--tls-client-ca-file=.*holds no certificates"):
        create_server(settings(**files, tls_client_ca_file=files["tls_key_file"]))


@pytest.mark.parametrize(
    ("flags", "problem"),
    [
        ({"tls_certificate_file": "c"}, "--tls-certificate-file: needs --tls-key-file"),
        ({"tls_key_file": "k"}, "--tls-key-file: needs --tls-certificate-file"),
        ({"tls_client_ca_file": "ca"}, "--tls-client-ca-file: needs --tls-certificate-file"),
        ({"tls_client_scopes": "all"}, "--tls-client-scopes=all: expects scopes out of engine, solo"),
    ],
)
def test_half_a_tls_is_refused(flags: dict[str, object], problem: str) -> None:
    """Bad input gets a clear error naming field and remedy."""
    with pytest.raises(SettingsError) as caught:
        load(flags, {})
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].startswith(problem)


def test_what_is_watched_never_raises_even_when_the_log_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 3: the fetcher never raises; what was good last stays."""

    class Broken:
        def error(self, *_: object, **__: object) -> None:
            raise OSError("no space left")

        info = error

    monkeypatch.setattr(watched_files, "LOOK_SECONDS", 0.0)
    path = tmp_path / "file"
    path.write_bytes(b"good")

    def make(contents: object) -> Caller:
        assert isinstance(contents, list)
        if contents == [b"odd"]:
            raise RuntimeError("quotes the file: odd")
        return Caller(contents[0].decode(), frozenset())

    watched = watched_files.WatchedFiles({"--a-file": str(path)}, make, Broken())
    for data, name in ((b"odd", "good"), (b"\xff", "good"), (b"new", "new")):
        path.write_bytes(data)
        assert watched.get().name == name
    path.unlink()
    assert watched.get().name == "new"
    path.write_bytes(b"odd")
    with pytest.raises(watched_files.BadFileError) as caught:
        watched.reload()
    assert str(caught.value) == f"--a-file={path}: cannot be understood (RuntimeError); put a whole one in its place"
