"""The other ports, and reflection (OPERATIONS.md, "Server")."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from grpc_channelz.v1 import channelz_pb2, channelz_pb2_grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from pageone.v1 import engine_service_pb2 as pb
from pageone_service import engine_service, health_service, rules_service, server, solo_service
from pageone_service.edge import Call, Method
from pageone_service.pool import Pool
from pageone_service.settings import split_address
from pageone_service.startup import CannotListenError
from pageone_service.watchdog import Watchdog

from tests.service.support import ENGINE, Ended, Running, message_of, new_state, running, viewer

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
NAMES = ("", engine_service.SERVICE, rules_service.SERVICE, solo_service.SERVICE)


def health_of(one: Running, name: str = "") -> int:
    with grpc.insecure_channel(one.server.health_address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        status = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=10).status
        return int(status)


def get(one: Running, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://{one.server.admin_address}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_health_tells_of_the_whole_of_each_service_and_of_life(service: Running) -> None:
    """OPERATIONS.md: "" and each service, and a `liveness` of its own; others are NOT_FOUND."""
    for name in (*NAMES, "liveness"):
        assert health_of(service, name) == SERVING
    with pytest.raises(grpc.RpcError) as caught:
        health_of(service, "pageone.v1.HouseService")
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND


def test_while_draining_health_says_so_and_calls_are_answered() -> None:
    """OPERATIONS.md: NOT_SERVING first; what still comes is served, and the process is alive."""
    with running() as one:
        one.server.drain()
        assert [health_of(one, name) for name in NAMES] == [NOT_SERVING] * len(NAMES)
        assert health_of(one, "liveness") == SERVING
        assert get(one, "/healthz") == (503, "not serving\n")
        one.engine.GetView(pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)))


def test_health_answers_while_every_thread_of_the_service_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """OPERATIONS.md: health is off the request pool."""
    entered, release = threading.Event(), threading.Event()

    def blocks(request: pb.GetViewRequest, call: Call) -> pb.GetViewResponse:
        entered.set()
        assert release.wait(20)
        return pb.GetViewResponse()

    monkeypatch.setattr(server, "METHODS", (Method(engine_service.SERVICE, "GetView", pb.GetViewRequest, blocks),))
    with running(threads=1) as one:
        futures = [one.engine.GetView.future(pb.GetViewRequest(), timeout=20) for _ in range(8)]
        assert entered.wait(10)
        assert health_of(one) == SERVING
        assert get(one, "/healthz") == (200, "serving\n")
        release.set()
        for future in futures:
            future.result(timeout=20)


def test_channelz_tells_of_connections_on_the_health_port_when_asked_for() -> None:
    """OPERATIONS.md: channelz on the health port, by a setting; else it is not there."""
    request = channelz_pb2.GetServersRequest()
    with running(channelz=True) as one, grpc.insecure_channel(one.server.health_address) as channel:
        one.raw(ENGINE + "GetView", b"")
        stub: Any = channelz_pb2_grpc.ChannelzStub(channel)
        started = [server.data.calls_started for server in stub.GetServers(request, timeout=10).server]
        assert 1 in started
    with running() as one, grpc.insecure_channel(one.server.health_address) as channel:
        stub = channelz_pb2_grpc.ChannelzStub(channel)
        with pytest.raises(grpc.RpcError) as caught:
            stub.GetServers(request, timeout=10)
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
        elsewhere = one.raw("/grpc.channelz.v1.Channelz/GetServers", b"")
        assert isinstance(elsewhere, Ended)
        assert elsewhere.code is grpc.StatusCode.UNIMPLEMENTED


def test_health_watchers_take_no_threads() -> None:
    """More watchers than health has threads, and Check still answers; they hear of the drain."""
    with running() as one, grpc.insecure_channel(one.server.health_address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        watches = [stub.Watch(health_pb2.HealthCheckRequest(), timeout=20) for _ in range(6)]
        assert [next(watch).status for watch in watches] == [SERVING] * 6
        assert health_of(one) == SERVING
        one.server.drain()
        assert [next(watch).status for watch in watches] == [NOT_SERVING] * 6
        for watch in watches:
            watch.cancel()


def test_a_watcher_that_hangs_up_never_stops_a_change() -> None:
    """Stopping: a status changes while watchers come and go, and nobody waits for them."""
    service = health_service.HealthService()
    health_server = grpc.server(ThreadPoolExecutor(2))
    pool = Pool(1, "health", Watchdog())
    health_server.add_generic_rpc_handlers((service.handler(pool),))
    port = health_server.add_insecure_port("127.0.0.1:0")
    health_server.start()
    service.set({"": SERVING})
    done = threading.Event()

    def come_and_go() -> None:
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            while not done.is_set():
                watch = stub.Watch(health_pb2.HealthCheckRequest(), timeout=20)
                next(watch)
                watch.cancel()

    callers = [threading.Thread(target=come_and_go, daemon=True) for _ in range(4)]
    for caller in callers:
        caller.start()

    def change() -> None:
        for number in range(20_000):
            service.set({"": (NOT_SERVING, SERVING)[number % 2]})

    changer = threading.Thread(target=change, daemon=True)
    changer.start()
    changer.join(30)
    stuck = changer.is_alive()
    done.set()
    for caller in callers:
        caller.join(20)
    assert health_server.stop(0).wait(20)
    assert not stuck


def test_a_watcher_who_does_not_read_stops_nobody() -> None:
    """Stopping: changes are told to all others, and the server stops."""
    with running() as one, grpc.insecure_channel(one.server.health_address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        deaf = [stub.Watch(health_pb2.HealthCheckRequest(), timeout=20) for _ in range(4)]
        heard = stub.Watch(health_pb2.HealthCheckRequest(), timeout=20)
        assert next(heard).status == SERVING
        for _ in range(1000):
            one.server.drain()
        assert next(heard).status == NOT_SERVING
        assert len(deaf) == 4


def test_too_many_watchers_are_refused_and_health_answers() -> None:
    """Health: each watcher has a thread, so their number is bounded; who asks is answered all the same."""
    most = health_service.MAX_WATCHERS
    with running() as one, grpc.insecure_channel(one.server.health_address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        watches = [stub.Watch(health_pb2.HealthCheckRequest(), timeout=20) for _ in range(most)]
        assert [next(watch).status for watch in watches] == [SERVING] * most
        with pytest.raises(grpc.RpcError) as caught:
            next(stub.Watch(health_pb2.HealthCheckRequest(), timeout=20))
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert health_of(one) == SERVING


@pytest.mark.skipif(not health_service.CAN_LIST, reason="the oldest stubs allowed have no List")
def test_health_is_listed_and_an_unknown_service_can_be_watched(service: Running) -> None:
    """grpc.health.v1: List has every name; Watch of an unknown one says SERVICE_UNKNOWN."""
    with grpc.insecure_channel(service.server.health_address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        request = health_pb2.HealthListRequest()  # type: ignore[attr-defined] # newer than its types
        statuses = stub.List(request, timeout=10).statuses
        assert {name: each.status for name, each in statuses.items()} == dict.fromkeys((*NAMES, "liveness"), SERVING)
        watch = stub.Watch(health_pb2.HealthCheckRequest(service="nobody"), timeout=10)
        assert next(watch).status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
        watch.cancel()


def test_reflection_lists_the_services_and_knows_their_messages(service: Running) -> None:
    """OPERATIONS.md: grpcurl needs no proto files on loopback."""
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(service.channel)
    requests = [
        reflection_pb2.ServerReflectionRequest(list_services=""),
        reflection_pb2.ServerReflectionRequest(file_containing_symbol="pageone.v1.ApplyActionRequest"),
    ]
    listed, found = stub.ServerReflectionInfo(iter(requests), timeout=10)
    assert {one.name for one in listed.list_services_response.service} == {
        engine_service.SERVICE,
        rules_service.SERVICE,
        solo_service.SERVICE,
        "grpc.reflection.v1alpha.ServerReflection",
    }
    assert found.file_descriptor_response.file_descriptor_proto


def test_reflection_can_be_left_out() -> None:
    """Settings: --reflection false."""
    with running(reflection=False) as one:
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(one.channel)
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        with pytest.raises(grpc.RpcError) as caught:
            list(stub.ServerReflectionInfo(iter([request]), timeout=10))
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


def test_health_and_admin_can_be_left_out() -> None:
    """Settings: an empty address leaves the port closed."""
    with running(health_address="", admin_address="") as one:
        assert (one.server.health_address, one.server.admin_address) == ("", "")
        one.engine.GetView(pb.GetViewRequest(state=message_of(new_state()), viewer=viewer(0)))


@pytest.mark.parametrize("which", ["address", "health_address", "admin_address"])
def test_a_taken_port_is_named(service: Running, which: str) -> None:
    """OPERATIONS.md: a second server on the port must fail, not share it."""
    taken = getattr(service.server, which)
    with pytest.raises(CannotListenError) as caught, running(**{which: taken}):
        pass
    assert f"--{which.replace('_', '-')}={taken}" in str(caught.value)


def test_the_ports_are_free_after_stopping() -> None:
    """A server that was stopped can be started again on the same ports."""
    with running() as one:
        places = {name: getattr(one.server, name) for name in ("address", "health_address", "admin_address")}
    with running(**places) as again:
        assert again.server.address == places["address"]
        assert split_address(places["address"])[1] != 0
        assert health_of(again) == SERVING
