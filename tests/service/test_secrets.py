"""Secrets stay where they are: real processes are sent marked ones through every kind of failure, then searched."""

from __future__ import annotations

import base64
import json
import os
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGHUP

import grpc
from google.protobuf.message import Message
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import solo_service_pb2
from pageone_service.ticket_keys import line_of, new_secret

from tests.service.certificates import Authority, Pair
from tests.service.refusals import refused_actions
from tests.service.support import ENGINE, Ended, action_message, message_of, new_state, preset, viewer
from tests.service.tokens import ApiKeyFile, Issuer, bearer
from tests.service.workers import Workers, wait_for, workers

SOLO = "/pageone.v1.SoloService/"
SEED = b"\xa5\x5a\xc3\x3c" * 8


def forms(secret: bytes) -> list[bytes]:
    """A secret as it may be written somewhere: itself, hexadecimal, base64 of both kinds, escaped, numbers."""
    return [
        secret,
        secret.hex().encode(),
        base64.b64encode(secret)[: len(secret)],
        base64.urlsafe_b64encode(secret)[: len(secret)],
        repr(secret)[2:-1].encode(),
        str(list(secret))[1:-1].encode(),
    ]


class Secrets:
    """All that must not be found, by what it is; pieces of it, since a piece is too much already."""

    def __init__(self) -> None:
        self._pieces: dict[str, set[bytes]] = {}

    def add(self, what: str, *secrets: str | bytes) -> None:
        found = self._pieces.setdefault(what, set())
        for secret in secrets:
            data = secret.encode() if isinstance(secret, str) else secret
            for piece in (data[:16], data[len(data) // 2 :][:16], data[-16:]):
                assert len(piece) == 16
                found.update(forms(piece))

    def found_in(self, text: bytes) -> set[str]:
        return {what for what, pieces in self._pieces.items() for piece in pieces if piece in text}


class Caller:
    """Calls a server over mTLS and keeps all that it says."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._channel = channel
        self.said: list[bytes] = []
        self.codes: set[str] = set()

    def call(
        self, path: str, request: Message | bytes, *metadata: tuple[str, str], timeout: float = 20
    ) -> bytes | None:
        """Call; what is said with a failure is kept, and None returned."""
        data = request if isinstance(request, bytes) else request.SerializeToString()
        method: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(path)
        try:
            answer = method(data, timeout=timeout, metadata=metadata)
        except grpc.RpcError as error:
            ended = Ended(error)
            self.codes.add(ended.code.name)
            pairs = [f"{each.key}={each.value!r}" for each in error.trailing_metadata() or ()]
            self.said += [ended.message.encode(), ended.details_bytes, str(error).encode(), " ".join(pairs).encode()]
            return None
        self.codes.add("OK")
        return answer


@contextmanager
def calling(address: str, authority: Authority, client: Pair) -> Iterator[Caller]:
    credentials = grpc.ssl_channel_credentials(authority.pem, client.key, client.certificate)
    with grpc.secure_channel(address, credentials) as channel:
        yield Caller(channel)


def tokens_fail(caller: Caller, keys: ApiKeyFile, issuer: Issuer, secrets: Secrets) -> None:
    """Every way in which a call with a token, or something like one, can end."""
    view = pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0))
    host, app, token = bearer(keys.keys["host"]), bearer(keys.keys["app"]), bearer(issuer.token())
    strangers = [keys.keys["host"][::-1], issuer.token(sub="stranger\n"), issuer.token(exp=1), Issuer().token()]
    secrets.add("token", *keys.keys.values(), host[1], token[1], *strangers)
    for good in (host, token):
        caller.call(ENGINE + "GetView", view, good)
        caller.call(ENGINE + "GetView", b"\xff\xff", good)
        caller.call(ENGINE + "GetView", view, good, good)
        caller.call(ENGINE + "GetView", view, good, ("x-filler", "x" * 20_000))
        caller.call(ENGINE + "GetView", view, good, ("x-filler", "x" * 100_000))
        caller.call(ENGINE + "Cheat", view, good)
        caller.call(ENGINE + "GetView", view, good, timeout=0.000_1)
        caller.call(ENGINE + "GetView", b"\xba\x3e\x80\x80\x80\x01" + bytes(2 << 20), good)
        for state, action in list(refused_actions().values())[:3]:
            request = pb.ApplyActionRequest(state=message_of(state), action=action_message(action))
            caller.call(ENGINE + "ApplyAction", request, good)
    caller.call(ENGINE + "GetView", view, app)
    caller.call(ENGINE + "GetView", view)
    for stranger in strangers:
        caller.call(ENGINE + "GetView", view, bearer(stranger))
        caller.call(ENGINE + "GetView", view, ("authorization", stranger))
        caller.call(ENGINE + "GetView", view, ("authorization", f"Basic {stranger}"))
        caller.call(ENGINE + "GetView", view, ("x-api-key", stranger), ("cookie", stranger))


def seeds_fail(caller: Caller, host: tuple[str, str], secrets: Secrets) -> None:
    """A seed that is used, and one that is wrong."""
    secrets.add("seed", SEED)
    for request in (
        pb.CreateMatchRequest(rules=preset("page_one"), seats=4, seed=SEED),
        pb.CreateMatchRequest(rules=preset("page_one"), seats=4, seed=SEED + b"!"),
        pb.CreateMatchRequest(rules=preset("page_one"), seats=99, seed=SEED),
    ):
        caller.call(ENGINE + "CreateMatch", request, host)


def tickets_fail(caller: Caller, app: tuple[str, str], secrets: Secrets) -> None:
    """A ticket that is good, altered, cut, or shown to the wrong call."""
    start = solo_service_pb2.StartGameRequest(rules=preset("page_one"), seats=2, seat=0, bots=[pb.STRENGTH_EASY])
    answer = caller.call(SOLO + "StartGame", start, app)
    assert answer is not None
    ticket = solo_service_pb2.StartGameResponse.FromString(answer).ticket
    secrets.add("ticket", ticket)
    for shown in (ticket, ticket[:-1], ticket[:40], ticket[::-1]):
        secrets.add("ticket", shown)
        caller.call(SOLO + "GetGame", solo_service_pb2.GetGameRequest(ticket=shown), app)
        caller.call(SOLO + "Act", solo_service_pb2.ActRequest(ticket=shown), app)
        caller.call(SOLO + "Act", shown, app)


def spoil(path: str, data: str, secrets: Secrets, what: str) -> None:
    secrets.add(what, data.split()[-2] if " " in data else data)
    Path(path).write_text(data)


def processes_of(pid: int) -> list[int]:
    """A process and those that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in processes_of(int(child)))]


def shown_by(one: Workers) -> bytes:
    """All that others on the machine, or operators, can see: log, metrics, arguments, environment, names of threads."""
    found = [one.log_path.read_bytes()]
    with urllib.request.urlopen(f"http://{one.admin_address}/metrics", timeout=20) as answer:
        found.append(answer.read())
    pids = processes_of(one.process.pid)
    assert len(pids) >= 3  # the supervisor, its workers, and what those started
    for pid in pids:
        found += [Path(f"/proc/{pid}/{name}").read_bytes() for name in ("cmdline", "environ")]
        found += [path.read_bytes() for path in Path(f"/proc/{pid}/task").glob("*/comm")]
    return b"\n".join(found)


def test_secrets_are_nowhere_to_be_found(tmp_path: Path) -> None:
    """Issue 3: never in logs, errors, metrics or process arguments, in whatever way calls and files fail."""
    secrets, authority, issuer = Secrets(), Authority(), Issuer()
    keys = ApiKeyFile(tmp_path, host="engine", app="solo")
    server = authority.issue()
    ticket_key = new_secret()
    (tmp_path / "tickets").write_text(line_of(ticket_key) + "\n")
    (tmp_path / "roots").write_bytes(authority.pem)
    files = {**server.write(tmp_path), **keys.settings, **issuer.write(tmp_path)}
    secrets.add("key of the certificate", *server.key.splitlines()[1:3])
    secrets.add("ticket key", ticket_key)
    given = {**files, "tls_client_ca_file": str(tmp_path / "roots"), "ticket_keys_file": str(tmp_path / "tickets")}
    with workers(tmp_path, 2, **given) as one:
        with calling(one.address, authority, authority.issue("client", ())) as caller:
            tokens_fail(caller, keys, issuer, secrets)
            seeds_fail(caller, bearer(keys.keys["host"]), secrets)
            tickets_fail(caller, bearer(keys.keys["app"]), secrets)
        spoil(
            files["api_keys_file"], "host pageone_a-key-in-plain-sight-instead-of-its-hash engine", secrets, "plain key"
        )
        spoil(files["tls_key_file"], "-----a-torn-private-key-" + "k" * 40, secrets, "torn key")
        private = {"kty": "EC", "crv": "P-256", "d": "a-private-part-of-a-key-that-is-marked"}
        secrets.add("private JWK", private["d"])
        Path(files["jwks_file"]).write_text(json.dumps({"keys": [private]}))
        spoil(str(tmp_path / "tickets"), "12345678.a-ticket-key-that-is-none-at-all", secrets, "torn ticket key")
        os.kill(one.process.pid, SIGHUP)
        wait_for(lambda: len(one.log("reload_failed")) >= 8)
        shown = shown_by(one)
        assert one.stop()[0] == 0
    assert caller.codes == {
        "OK",
        "DEADLINE_EXCEEDED",
        "FAILED_PRECONDITION",
        "INVALID_ARGUMENT",
        "PERMISSION_DENIED",
        "RESOURCE_EXHAUSTED",
        "UNAUTHENTICATED",
        "UNIMPLEMENTED",
    }
    assert secrets.found_in(b"\n".join(caller.said)) == set()
    assert secrets.found_in(shown + one.log_path.read_bytes()) == set()
    callers = {line.get("caller") for line in one.log("call")}
    assert callers == {"key:host", "key:app", "jwt:somebody", None}


def test_the_search_finds_what_it_looks_for() -> None:
    """The test above can fail: a piece of a secret is seen, in any of the forms that it may be written in."""
    secrets, secret = Secrets(), b"\x01" * 8 + b"an-api-key-of-somebody" + b"\xfe" * 8
    secrets.add("one", secret)
    for form in (*forms(secret[:16]), *forms(secret[-16:])):
        assert secrets.found_in(b"before " + form + b" after") == {"one"}
    assert secrets.found_in(b"an-api-key-of-somebody-else") == set()
