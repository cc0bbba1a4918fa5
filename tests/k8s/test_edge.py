"""The edge for browsers: the committed Envoy configuration, run by a real Envoy before real servers (OPERATIONS.md)."""

from __future__ import annotations

import base64
import http.client
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import engine_service_pb2_grpc
from pageone_service.api_keys import line_of, new_key

from tests import needs
from tests.envoy import OVERLAY, PATIENCE, Envoy, envoy
from tests.k8s.manifests import built
from tests.service.certificates import Authority
from tests.service.support import (
    ENGINE,
    SEED,
    Running,
    action_message,
    listed,
    message_of,
    new_state,
    preset,
    running,
    viewer,
)

ORIGIN = "https://pageone.example"


@dataclass
class Edge:
    """An Envoy before two servers, and a channel to it."""

    envoy: Envoy
    replicas: list[Running]
    channel: grpc.Channel

    @property
    def engine(self) -> engine_service_pb2_grpc.EngineServiceStub:
        return engine_service_pb2_grpc.EngineServiceStub(self.channel)


@contextmanager
def edge(**options: object) -> Iterator[Edge]:
    """Two servers behind an Envoy."""
    with ExitStack() as stack:
        replicas = [stack.enter_context(running(drain_seconds=5.0)) for _ in range(2)]
        front = stack.enter_context(envoy([each.server for each in replicas], **options))  # type: ignore[arg-type]
        channel = stack.enter_context(grpc.insecure_channel(front.address))
        yield Edge(front, replicas, channel)


@pytest.fixture(scope="module")
def shared() -> Iterator[Edge]:
    """For tests that leave everything as it was."""
    with edge() as one:
        yield one


@dataclass
class Answer:
    """What a browser gets: status, headers in lower case, body."""

    status: int
    headers: dict[str, str]
    body: bytes


def fetch(address: str, method: str, path: str, body: bytes, /, **headers: str) -> Answer:
    """A request as a browser makes it, over HTTP/1.1; ``_`` in names of headers stands for ``-``."""
    connection = http.client.HTTPConnection(address, timeout=PATIENCE)
    try:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, found, answer.read())
    finally:
        connection.close()


def frame(message: Message) -> bytes:
    """A message of gRPC-Web: a flag byte, its length in four, its bytes."""
    data = message.SerializeToString()
    return b"\0" + len(data).to_bytes(4, "big") + data


def frames(body: bytes) -> list[tuple[int, bytes]]:
    """The frames of an answer: flag and bytes each; flag 128 has the trailers."""
    found = []
    while body:
        size = int.from_bytes(body[1:5], "big")
        assert len(body) >= 5 + size, "cut off"
        found.append((body[0], body[5 : 5 + size]))
        body = body[5 + size :]
    return found


def trailers(data: bytes) -> dict[str, str]:
    """The lines of a trailer frame."""
    pairs = (line.split(":", 1) for line in data.decode("ascii").split("\r\n") if line)
    return {name.strip(): value.strip() for name, value in pairs}


def told(answer: Answer) -> dict[str, str]:
    """Status and details of an answer, be they in its headers or in its last frame."""
    return {**answer.headers, **(trailers(frames(answer.body)[-1][1]) if answer.body else {})}


def slow_request() -> pb.BatchApplyActionsRequest:
    """A request that takes a server several milliseconds."""
    state = new_state()
    one = pb.ApplyActionRequest(state=message_of(state), action=action_message(listed(state)[0]))
    return pb.BatchApplyActionsRequest(requests=[one] * 256)


def too_late(shared: Edge) -> dict[str, str]:
    """What a browser is told that gives a slow request one millisecond."""
    path = ENGINE + "BatchApplyActions"
    return told(fetch(shared.envoy.address, "POST", path, frame(slow_request()), **BINARY, grpc_timeout="1m"))


CREATE = pb.CreateMatchRequest(rules=preset("page_one"), seats=3, seed=SEED)
BINARY = {"content_type": "application/grpc-web+proto", "x_grpc_web": "1", "origin": ORIGIN}
TEXT = {"content_type": "application/grpc-web-text", "accept": "application/grpc-web-text", "origin": ORIGIN}


def test_envoy_accepts_the_configuration_as_committed(tmp_path: Path) -> None:
    """`envoy --mode validate`, with no warning and nothing deprecated in it, and a fault is told."""
    program = needs.program("envoy")

    def validated(text: str) -> subprocess.CompletedProcess[str]:
        config = tmp_path / "envoy.yaml"
        config.write_text(text.replace("/etc/envoy/", f"{tmp_path}/"), encoding="utf-8")
        command = [program, "--mode", "validate", "--use-dynamic-base-id", "--log-level", "warning", "-c", str(config)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    (tmp_path / "certificate.yaml").write_bytes((OVERLAY / "certificate.yaml").read_bytes())
    text = (OVERLAY / "envoy.yaml").read_text(encoding="utf-8")
    result = validated(text)
    assert (result.returncode, result.stderr) == (0, "")
    assert validated(text.replace("stream_idle_timeout", "stream_idle_timeouts")).returncode != 0


def test_grpc_web_gives_a_browser_the_same_answer(shared: Edge) -> None:
    """OPERATIONS.md: gRPC-Web for browsers: the answer's bytes are the server's, the trailers follow in a frame."""
    direct = shared.replicas[0].engine.CreateMatch(CREATE, timeout=PATIENCE)
    answer = fetch(shared.envoy.address, "POST", ENGINE + "CreateMatch", frame(CREATE), **BINARY, x_request_id="web-1")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/grpc-web+proto"
    (flag, data), (last, rest) = frames(answer.body)
    assert (flag, last) == (0, 128)
    created = pb.CreateMatchResponse.FromString(data)
    created.state.match_id = direct.state.match_id
    assert created.state == direct.state
    assert trailers(rest)["grpc-status"] == "0"
    assert trailers(rest)["x-request-id"] == "web-1"


def test_grpc_web_text_gives_a_browser_the_same_answer(shared: Edge) -> None:
    """The form in base64, for browsers that read streams as text."""
    body = base64.b64encode(frame(CREATE))
    answer = fetch(shared.envoy.address, "POST", ENGINE + "CreateMatch", body, **TEXT)
    assert answer.headers["content-type"].startswith("application/grpc-web-text")
    # Each frame is padded by itself.
    groups = (answer.body[start : start + 4] for start in range(0, len(answer.body), 4))
    (_, data), (_, rest) = frames(b"".join(base64.b64decode(group) for group in groups))
    assert len(pb.CreateMatchResponse.FromString(data).state.seats) == 3
    assert trailers(rest)["grpc-status"] == "0"


def test_a_page_may_read_an_error_with_its_details(shared: Edge) -> None:
    """OPERATIONS.md: expose_headers: an answer without a message has code, sentence and details in its headers."""
    request = pb.CreateMatchRequest(rules=preset("page_one"), seats=99)
    answer = fetch(shared.envoy.address, "POST", ENGINE + "CreateMatch", frame(request), **BINARY)
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    found = told(answer)
    assert found["grpc-status"] == str(grpc.StatusCode.INVALID_ARGUMENT.value[0])
    encoded = found["grpc-status-details-bin"]
    status = status_pb2.Status.FromString(base64.b64decode(encoded + "=" * (-len(encoded) % 4)))
    assert status.details[0].Is(error_details_pb2.BadRequest.DESCRIPTOR)
    exposed = answer.headers["access-control-expose-headers"].split(",")
    needed = {"grpc-status", "grpc-message", "grpc-status-details-bin", "grpc-retry-pushback-ms", "x-request-id"}
    assert needed == set(exposed)
    assert needed - {"grpc-retry-pushback-ms"} <= set(found)


def test_pages_of_the_named_origin_may_ask_and_no_others(shared: Edge) -> None:
    """CORS: the preflight is answered by the edge; a page from elsewhere is not told that it may."""
    asks = {"access_control_request_method": "POST", "access_control_request_headers": "content-type,x-grpc-web"}
    before = shared.envoy.hosts()
    allowed = fetch(shared.envoy.address, "OPTIONS", ENGINE + "CreateMatch", b"", origin=ORIGIN, **asks)
    assert allowed.status == 200
    assert allowed.headers["access-control-allow-origin"] == ORIGIN
    assert allowed.headers["access-control-allow-methods"] == "POST"
    headers = set(allowed.headers["access-control-allow-headers"].split(","))
    # What connect-web sends, and what our API reads.
    assert {"content-type", "x-grpc-web", "x-user-agent", "grpc-timeout", "authorization", "x-request-id"} <= headers
    assert "access-control-allow-credentials" not in allowed.headers
    assert {key: host.requests for key, host in before.items()} == {
        key: host.requests for key, host in shared.envoy.hosts().items()
    }
    foreign = fetch(shared.envoy.address, "OPTIONS", ENGINE + "CreateMatch", b"", origin="https://evil.example", **asks)
    assert "access-control-allow-origin" not in foreign.headers


def test_calls_of_one_connection_go_to_one_replica_after_the_other(shared: Edge) -> None:
    """OPERATIONS.md: round robin per call over the replicas: both get half, over a single connection."""
    before = shared.envoy.hosts()
    for _ in range(40):
        shared.engine.CreateMatch(CREATE, timeout=PATIENCE)
    after = shared.envoy.hosts()
    assert [after[each.server.address].requests - before[each.server.address].requests for each in shared.replicas] == [
        20,
        20,
    ]


def test_only_the_contract_is_reached_through_the_edge(shared: Edge) -> None:
    """Reflection, health and whatever is no method are not for the world."""
    for path in (
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        "/grpc.health.v1.Health/Check",
        "/x",
    ):
        call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = shared.channel.unary_unary(path)
        with pytest.raises(grpc.RpcError) as ended:
            call(b"", timeout=PATIENCE)
        assert ended.value.code() == grpc.StatusCode.UNIMPLEMENTED
    calls = [line for each in shared.replicas for line in each.log.all() if line["event"] == "call"]
    assert all(line["method"].startswith("/pageone.v1.") for line in calls)


def test_headers_beyond_the_limit_never_reach_a_server(shared: Edge) -> None:
    """OPERATIONS.md: max_request_headers_kb 16; the next call on the connection is served."""
    before = sum(host.requests for host in shared.envoy.hosts().values())
    with pytest.raises(grpc.RpcError):
        shared.engine.CreateMatch(CREATE, timeout=PATIENCE, metadata=(("x-filler", "x" * 20_000),))
    assert sum(host.requests for host in shared.envoy.hosts().values()) == before
    shared.engine.CreateMatch(CREATE, timeout=PATIENCE)


def test_a_caller_cannot_order_timeouts_or_retries(shared: Edge) -> None:
    """OPERATIONS.md: Envoy's own timeouts end as UNAVAILABLE: no header of a caller brings one about."""
    metadata = (("x-envoy-upstream-rq-timeout-ms", "1"), ("x-envoy-max-retries", "50"))
    answer = shared.engine.BatchApplyActions(slow_request(), timeout=PATIENCE, metadata=metadata)
    assert len(answer.results) == 256


def test_the_deadline_is_the_servers_to_hold(shared: Edge) -> None:
    """The caller's grpc-timeout goes on to the server unchanged, and its status comes back: not Envoy's UNAVAILABLE."""
    assert too_late(shared)["grpc-status"] == str(grpc.StatusCode.DEADLINE_EXCEEDED.value[0])


def test_statuses_take_no_replica_out(shared: Edge) -> None:
    """DEADLINE_EXCEEDED is a 504 to Envoy, and callers choose deadlines: nobody may empty the list of replicas so."""
    for number in range(20):
        too_late(shared)
        assert all(host.healthy for host in shared.envoy.hosts().values()), number
    assert shared.envoy.stats("cluster.pageone.outlier_detection.ejections_enforced_total") == {
        "cluster.pageone.outlier_detection.ejections_enforced_total": 0
    }


def test_a_call_leaves_one_line_without_its_secrets(shared: Edge) -> None:
    """The access log names path, code and request id; no token, nothing of the query."""
    metadata = (("x-request-id", "logged-1"), ("authorization", "Bearer s3cret"))
    shared.engine.CreateMatch(CREATE, timeout=PATIENCE, metadata=metadata)
    fetch(shared.envoy.address, "POST", "/nothing?token=s3cret", b"")
    shared.envoy.wait_for(lambda _: any(line["path"] == "/nothing" for line in shared.envoy.log()), "the line is there")
    assert b"s3cret" not in shared.envoy.log_path.read_bytes()
    (line,) = (each for each in shared.envoy.log() if each["request_id"] == "logged-1")
    assert (line["path"], line["code"], line["http_status"]) == (ENGINE + "CreateMatch", "OK", 200)
    assert line["upstream"] in shared.envoy.hosts()
    (replica,) = (each for each in shared.replicas if each.server.address == line["upstream"])
    assert replica.log.of("logged-1")["code"] == "OK"


def test_what_is_for_operators_changes_nothing(shared: Edge) -> None:
    """The listener ops has probes and metrics; nothing that stops Envoy, and nothing else of the admin interface."""
    ops = shared.envoy.ops_address
    assert shared.envoy.get("/ready", ops) == (200, b"LIVE\n")
    assert shared.envoy.get("/live", ops) == (200, b"LIVE\n")
    status, text = shared.envoy.get("/stats/prometheus", ops)
    assert status == 200
    assert b"envoy_cluster_upstream_rq_total" in text
    for path in ("/quitquitquit", "/healthcheck/fail", "/config_dump", "/drain_listeners", "/ready/../config_dump"):
        assert shared.envoy.get(path, ops)[0] == 404
    assert fetch(ops, "POST", "/ready", b"").status == 404
    assert shared.envoy.process.poll() is None


def test_a_replica_that_says_not_serving_gets_no_calls() -> None:
    """OPERATIONS.md: active gRPC health checks: while a server drains, all calls go to the other, and none fails."""
    with edge() as one:
        first, second = one.replicas
        first.server.drain()
        one.envoy.wait_for_healthy(second.server)
        before = one.envoy.hosts()[first.server.address].requests
        for _ in range(20):
            one.engine.CreateMatch(CREATE, timeout=PATIENCE)
        assert one.envoy.hosts()[first.server.address].requests == before
        # Nobody is left: callers hear it at once, rather than being sent to those who said no.
        second.server.drain()
        one.envoy.wait_for_healthy()
        with pytest.raises(grpc.RpcError) as ended:
            one.engine.CreateMatch(CREATE, timeout=PATIENCE)
        assert ended.value.code() == grpc.StatusCode.UNAVAILABLE


def test_a_replica_that_is_gone_costs_no_call() -> None:
    """A connection that is refused, or closed before an answer, is tried at another replica: callers see nothing."""
    with edge() as one:
        one.engine.CreateMatch(CREATE, timeout=PATIENCE)
        one.replicas[0].server.stop(0)
        for _ in range(20):
            one.engine.CreateMatch(CREATE, timeout=PATIENCE)


def test_connections_that_come_of_age_cost_no_call() -> None:
    """OPERATIONS.md: max_connection_age with grace: servers end connections all the time, callers see nothing of it."""
    with ExitStack() as stack:
        aged = [stack.enter_context(running(max_connection_age_seconds=0.3)) for _ in range(2)]
        front = stack.enter_context(envoy([each.server for each in aged]))
        channel = stack.enter_context(grpc.insecure_channel(front.address))
        stub = engine_service_pb2_grpc.EngineServiceStub(channel)
        counter = "cluster.pageone.upstream_cx_total"
        until = time.monotonic() + PATIENCE
        calls = 0
        while front.stats(counter)[counter] < 6:
            assert time.monotonic() < until, "connections do not end"
            for _ in range(20):
                stub.CreateMatch(CREATE, timeout=PATIENCE)
            calls += 20
        assert calls


def test_a_body_larger_than_every_buffer_passes(shared: Edge) -> None:
    """Buffers of Envoy slow a caller down, they limit nothing: requests to their limit pass, and large answers."""
    # A field that no release knows, and that is passed over: tag 2000, length-delimited.
    size = 900_000
    filler = b"\x82\x7d" + bytes([size & 127 | 128, size >> 7 & 127 | 128, size >> 14]) + bytes(size)
    create: grpc.UnaryUnaryMultiCallable[bytes, bytes] = shared.channel.unary_unary(ENGINE + "CreateMatch")
    answer = create(CREATE.SerializeToString() + filler, timeout=PATIENCE)
    assert len(pb.CreateMatchResponse.FromString(answer).state.seats) == 3
    batch = slow_request()
    for each in batch.requests:
        each.viewers.extend(viewer(seat) for seat in (0, 1, 2, 3, None))
    assert shared.engine.BatchApplyActions(batch, timeout=PATIENCE).ByteSize() > 300_000


def test_tokens_pass_and_two_of_them_are_refused(tmp_path: Path) -> None:
    """OPERATIONS.md: bearer tokens; duplicate security headers are refused, also when Envoy makes one line of them."""
    key = new_key()
    keys = tmp_path / "api-keys"
    keys.write_text(line_of("page", key, ["engine"]) + "\n", encoding="utf-8")
    with running(api_keys_file=str(keys)) as one, envoy([one.server]) as front:
        path, body = ENGINE + "CreateMatch", frame(CREATE)
        good = {**BINARY, "authorization": f"Bearer {key}"}
        assert told(fetch(front.address, "POST", path, body, **good))["grpc-status"] == "0"
        unauthenticated = str(grpc.StatusCode.UNAUTHENTICATED.value[0])
        assert told(fetch(front.address, "POST", path, body, **BINARY))["grpc-status"] == unauthenticated
        with grpc.insecure_channel(front.address) as channel:
            stub = engine_service_pb2_grpc.EngineServiceStub(channel)
            token = ("authorization", f"Bearer {key}")
            stub.CreateMatch(CREATE, timeout=PATIENCE, metadata=(token,))
            with pytest.raises(grpc.RpcError) as twice:
                stub.CreateMatch(CREATE, timeout=PATIENCE, metadata=(token, token))
            assert twice.value.code() == grpc.StatusCode.UNAUTHENTICATED


def test_the_hook_of_the_edge_asks_callers_to_go_and_serves_on() -> None:
    """Stopping the edge: not ready from the hook on, callers are asked to connect anew, no call is lost."""
    command = built("envoy").container("pageone-edge")["lifecycle"]["preStop"]["exec"]["command"]
    with running() as one, envoy([one.server]) as front, grpc.insecure_channel(front.address) as channel:
        stub = engine_service_pb2_grpc.EngineServiceStub(channel)
        stub.CreateMatch(CREATE, timeout=PATIENCE)
        path, body = ENGINE + "CreateMatch", frame(CREATE)
        assert "connection" not in fetch(front.address, "POST", path, body, **BINARY).headers
        before = front.stats("http.edge.downstream_cx_http2_total")["http.edge.downstream_cx_http2_total"]
        # The hook as it stands, but for the port and the time that it waits in the end.
        port = front.admin_address.rpartition(":")[2]
        script = re.sub(r"^sleep \d+$", "", command[-1].replace("/127.0.0.1/9901", f"/127.0.0.1/{port}"), flags=re.M)
        hook = subprocess.run([*command[:-1], script], capture_output=True, text=True, timeout=20, check=True)
        assert hook.stdout.startswith("HTTP/1.1 200 OK")
        assert front.get("/ready", front.ops_address)[0] == 503
        assert front.get("/live", front.ops_address)[0] == 200
        for _ in range(20):
            stub.CreateMatch(CREATE, timeout=PATIENCE)
        after = front.stats("http.edge.downstream_cx_http2_total")["http.edge.downstream_cx_http2_total"]
        assert after > before, "nobody was asked to connect anew"
        assert fetch(front.address, "POST", path, body, **BINARY).headers["connection"] == "close"


def test_envoy_takes_the_arguments_of_the_deployment(shared: Edge) -> None:
    """A flag that Envoy does not know keeps its pods from starting."""
    container = built("envoy").container("pageone-edge")
    arguments = list(container["args"])
    arguments[arguments.index("--config-path") + 1] = str(shared.envoy.config_path)

    def started(*more: str) -> int:
        command = [needs.program("envoy"), *arguments, *more, "--mode", "validate"]
        return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode

    assert started() == 0
    assert started("--no-such-flag") != 0


def mount(folder: Path, version: str, certificate: bytes, key: bytes) -> None:
    """Put a certificate and its key into a folder as a kubelet does: both files change at once."""
    real = folder / f"..{version}"
    real.mkdir()
    (real / "tls.crt").write_bytes(certificate)
    (real / "tls.key").write_bytes(key)
    (folder / "..next").symlink_to(real.name)
    (folder / "..next").rename(folder / "..data")
    for file in ("tls.key", "tls.crt"):
        if not (folder / file).is_symlink():
            (folder / file).symlink_to(f"..data/{file}")


def test_the_edge_serves_tls_and_takes_a_renewed_certificate(tmp_path: Path) -> None:
    """TLS at the edge: HTTP/2 by ALPN, nothing older than TLS 1.2; renewed while it runs, and by garbage not at all."""
    authority = Authority()
    old, new = authority.issue("old"), authority.issue("new")
    mount(tmp_path, "old", old.certificate, old.key)
    with running() as server, envoy([server.server], tls=tmp_path) as front:
        host, _, port = front.tls_address.rpartition(":")

        def call() -> None:
            credentials = grpc.ssl_channel_credentials(authority.pem)
            with grpc.secure_channel(front.tls_address, credentials) as channel:
                engine_service_pb2_grpc.EngineServiceStub(channel).CreateMatch(CREATE, timeout=PATIENCE)

        def served() -> bytes:
            return ssl.get_server_certificate((host, int(port)), timeout=PATIENCE).encode()

        call()
        assert served() == old.certificate
        mount(tmp_path, "new", new.certificate, new.key)
        front.wait_for(lambda _: served() == new.certificate, "the new certificate is served")
        call()
        mount(tmp_path, "garbage", b"garbage", b"garbage")
        failed = "sds.edge.key_rotation_failed"
        front.wait_for(lambda _: front.stats(failed)[failed] > 0, "the garbage was looked at")
        call()
        assert served() == new.certificate
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.set_ciphers("ALL:@SECLEVEL=0")
        with pytest.warns(DeprecationWarning, match="TLSv1_1"):
            context.maximum_version = ssl.TLSVersion.TLSv1_1
        with (
            socket.create_connection((host, int(port)), timeout=PATIENCE) as plain,
            pytest.raises(ssl.SSLError),
            context.wrap_socket(plain, server_hostname="localhost"),
        ):
            pass


def test_without_a_certificate_everything_but_tls_is_served(shared: Edge) -> None:
    """The Secret for TLS may be missing, where a balancer before Envoy ends TLS."""
    host, _, port = shared.envoy.tls_address.rpartition(":")
    with pytest.raises((ssl.SSLError, ConnectionError)):
        ssl.get_server_certificate((host, int(port)), timeout=PATIENCE)
    shared.engine.CreateMatch(CREATE, timeout=PATIENCE)
