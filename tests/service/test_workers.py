"""Several workers under a supervisor: `pageone serve --workers N` (OPERATIONS.md, "Server", "Metrics", "Stopping")."""

from __future__ import annotations

import errno
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from pageone import Client
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import solo_service_pb2 as solo_pb
from pageone.v1.engine_service_pb2_grpc import EngineServiceStub
from pageone.v1.solo_service_pb2_grpc import SoloServiceStub
from pageone_engine import PRESETS, apply
from pageone_service.convert import put_rules
from pageone_service.log_writer import pieces
from pageone_service.logs import make_log
from pageone_service.metrics import Metrics, package_version
from pageone_service.settings import split_address
from pageone_service.shared_ports import SharedPort
from pageone_service.startup import CannotListenError, CannotStartError
from pageone_service.supervisor import Place, delay
from pageone_service.ticket_keys import line_of, new_secret
from pageone_service.worker_metrics import Directory, text_of

from tests.hostile.probe import GET_VIEW
from tests.hostile.wire import Wire
from tests.service.support import SEED, LogLines, action_message, listed, message_of, new_state, preset
from tests.service.workers import (
    LONE,
    Callers,
    Workers,
    flaws,
    is_running,
    libraries,
    serve_command,
    threads_on,
    wait_for,
    workers,
)

STATE = message_of(new_state())
HANDLED = (
    'grpc_server_handled_total{grpc_code="OK",grpc_method="GetView",'
    'grpc_service="pageone.v1.EngineService",grpc_type="unary"}'
)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """Two workers for the tests that leave them as they are."""
    with workers(tmp_path_factory.mktemp("two")) as service:
        service.first_scrape = service.scrape()
        yield service


def view_on_new_connection(service: Workers) -> None:
    with Client(service.address, timeout=30) as client:
        client.view(STATE, 0)


@contextmanager
def health(address: str) -> Iterator[Any]:
    with grpc.insecure_channel(address) as channel:
        yield health_pb2_grpc.HealthStub(channel)


def refused(**given: str) -> tuple[int, str, str]:
    """How a server that cannot start ends."""
    run = subprocess.run(serve_command(**given), capture_output=True, text=True, timeout=60, check=False)
    return run.returncode, run.stdout, run.stderr


def test_both_workers_answer_on_one_port_and_are_counted_as_one(two: Workers) -> None:
    """OPERATIONS.md: workers share the port; one scrape has the calls of all."""
    before = two.scrape()[HANDLED]
    calls = 0

    def both_called() -> bool:
        nonlocal calls
        view_on_new_connection(two)
        calls += 1
        return {line["worker"] for line in two.log("call")} == {0, 1}

    wait_for(both_called)
    assert two.scrape()[HANDLED] == before + calls
    with health(two.health_address) as stub:
        for name in ("", "pageone.v1.EngineService", "liveness"):
            assert stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=20).status == 1


def start_game(service: Workers) -> bytes:
    with grpc.insecure_channel(service.address) as channel:
        request = solo_pb.StartGameRequest(rules=preset("page_one"), seats=2, bots=[pb.STRENGTH_EASY])
        return SoloServiceStub(channel).StartGame(request, timeout=60).ticket


def play_a_while(service: Workers, ticket: bytes) -> bytes:
    """Look at the game and play in it on a new connection, which is any worker's."""
    with grpc.insecure_channel(service.address) as channel:
        stub = SoloServiceStub(channel)
        view = stub.GetGame(solo_pb.GetGameRequest(ticket=ticket), timeout=60).view
        actions = [action for action in view.legal.actions if action.WhichOneof("kind") != "call_out"]
        if not actions:
            return start_game(service)
        return stub.Act(solo_pb.ActRequest(ticket=ticket, action=actions[0]), timeout=60).ticket


def test_a_solo_game_goes_on_over_all_workers(two: Workers) -> None:
    """A ticket that one worker sealed is opened by every other, without a file of keys as well."""
    ticket = start_game(two)

    def both_played() -> bool:
        nonlocal ticket
        ticket = play_a_while(two, ticket)
        lines = two.log("call", method="/pageone.v1.SoloService/Act")
        assert {line["code"] for line in lines} <= {"OK"}
        return {line["worker"] for line in lines} == {0, 1}

    wait_for(both_played)
    # The key is nowhere to be read by others.
    for pid in two.pids().values():
        words = [Path(f"/proc/{pid}/{name}").read_bytes() for name in ("cmdline", "environ")]
        assert not re.search(rb"[0-9a-fA-F]{64}", b"".join(words))
    assert not re.search(r"[0-9a-f]{64}", two.log_path.read_text())


def test_sighup_makes_all_workers_read_their_files_again(tmp_path: Path) -> None:
    """SIGHUP reloads: new keys on every worker; files that are garbage change nothing."""
    keys = tmp_path / "keys"
    first, second = line_of(new_secret()), line_of(new_secret())
    keys.write_text(first)
    with workers(tmp_path, ticket_keys_file=str(keys)) as service:

        def told(event: str) -> bool:
            return {line["worker"] for line in service.log(event, what="--ticket-keys-file")} == {0, 1}

        ticket = start_game(service)
        keys.write_text(f"{second}\n{first}\n")
        service.process.send_signal(signal.SIGHUP)
        wait_for(lambda: told("reloaded"))
        # What the old key sealed is opened; what is sealed from now on has the new one's id.
        newer = play_a_while(service, ticket)
        identity = bytes.fromhex(second.partition(".")[0])
        assert identity in newer[:32]
        assert identity not in ticket[:32]
        keys.write_text("garbage")
        service.process.send_signal(signal.SIGHUP)
        wait_for(lambda: told("reload_failed"))
        play_a_while(service, newer)
        assert service.stop() == (0, "")


def test_the_supervisor_has_no_grpc(two: Workers) -> None:
    """OPERATIONS.md: the supervisor imports no grpc: its library is not in the process, but in the workers."""
    assert "cygrpc" not in libraries(two.process.pid)
    assert all("cygrpc" in libraries(pid) for pid in two.pids().values())


def test_the_way_to_the_supervisor_imports_no_grpc() -> None:
    """OPERATIONS.md: also not by what the command line imports on the way."""
    code = (
        "import sys, pageone_service.supervisor\n"
        "from pageone_service.cli.serve import serve\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'grpc', 'google', 'pageone'}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not bind processes to CPUs")
def test_each_worker_has_a_cpu(two: Workers) -> None:
    """SPEED.md: pinned, each thread of a worker to the same CPU, the workers to different ones in turn."""
    cpus = sorted(os.sched_getaffinity(0))
    for place, pid in two.pids().items():
        assert all(where == {cpus[place % len(cpus)]} for where in threads_on(pid))
    assert os.sched_getaffinity(two.process.pid) == set(cpus)


def test_every_series_of_one_server_is_there_from_the_start(two: Workers) -> None:
    """OPERATIONS.md: every series there from the start with zeros, with several workers as with one."""
    found = two.first_scrape
    alone = Metrics(package_version()).text().decode()
    # What a process tells of itself (memory, say) is there for each worker, under a label.
    expected = {line.rsplit(" ", 1)[0] for line in alone.splitlines() if line.startswith(("grpc_", "pageone_"))}
    assert expected - {name for name in expected if "_created" in name} <= found.keys()
    assert found["pageone_workers_ready"] == 2
    for worker in ("0", "1", "supervisor"):
        assert found[f'process_resident_memory_bytes{{worker="{worker}"}}'] > 1e6
    assert all(value == 0 for name, value in found.items() if name.startswith("grpc_server_handled_total"))


def test_a_killed_worker_is_not_missed_and_comes_back(tmp_path: Path) -> None:
    """OPERATIONS.md: SIGKILL of one: no failure seen with the retry policy; counted on; another in its place."""
    counts = tmp_path / "counts"
    with workers(tmp_path, metrics_directory=str(counts)) as service, Callers(service.address, 4) as callers:
        files = sorted(os.listdir(counts))
        first = service.pids()
        ticket = start_game(service)
        seen = [service.scrape()]
        for place in (0, 1):
            wait_for(lambda before=callers.answered: callers.answered > before + 50)  # type: ignore[misc]
            os.kill(first[place], signal.SIGKILL)
            wait_for(lambda place=place: service.log("worker_died", worker=place))  # type: ignore[misc]
            seen.append(service.scrape())
            wait_for(lambda place=place: service.pids()[place] != first[place])  # type: ignore[misc]
            seen.append(service.scrape())
        callers.stop()
        seen.append(service.scrape())
        play_a_while(service, ticket)
        assert callers.errors == []
        for before, after in pairwise(seen):
            assert flaws(before, after) == []
        # A call whose answer did not get through was tried, and counted, again.
        assert seen[-1][HANDLED] >= callers.answered
        assert seen[-1]["pageone_calls_in_flight"] == 0
        assert sorted(os.listdir(counts)) == files
        for place in (0, 1):
            assert seen[-1][f'pageone_worker_restarts_total{{worker="{place}"}}'] == 1
            assert service.log("worker_died", worker=place)[0]["next_in"] == 0
        assert service.stop() == (0, "")


def test_what_a_killed_worker_was_doing_is_not_counted_for_ever(tmp_path: Path) -> None:
    """OPERATIONS.md: dead workers marked also after a SIGKILL: a gauge of what is does not tell of what was."""
    request = long_transcript(20_000)
    with workers(tmp_path) as service, grpc.insecure_channel(service.address) as channel:
        call = EngineServiceStub(channel).VerifyTranscript.future(request, timeout=60)
        wait_for(lambda: service.scrape()["pageone_calls_in_flight"] == 1)
        first = service.pids()
        for pid in first.values():
            os.kill(pid, signal.SIGKILL)
        assert call.code() is grpc.StatusCode.UNAVAILABLE
        wait_for(lambda: all(service.pids()[place] != pid for place, pid in first.items()))
        after = service.scrape()
        assert after["pageone_calls_in_flight"] == 0
        assert after["pageone_serving"] == 2


def test_sigterm_loses_no_call(tmp_path: Path) -> None:
    """OPERATIONS.md: health NOT_SERVING on all workers first; what comes until balancers know is answered; exit 0."""
    with workers(tmp_path, drain_seconds="5") as service, Callers(service.address, 4) as callers:
        wait_for(lambda: callers.answered > 20)
        service.process.send_signal(signal.SIGTERM)
        with health(service.health_address) as stub:
            wait_for(lambda: stub.Check(health_pb2.HealthCheckRequest(), timeout=20).status == 2)
        before = callers.answered
        wait_for(lambda: callers.answered > before + 20)
        callers.stop()
        rest, _ = service.process.communicate(timeout=60)
        assert (service.process.returncode, rest) == (0, "")
        assert callers.errors == []
        stopped = [line["worker"] for line in service.log("worker_stopped")]
        assert stopped == [0, 1]
        assert not any(is_running(pid) for pid in service.pids().values())


def long_transcript(count: int) -> pb.VerifyTranscriptRequest:
    """A transcript of so many actions, for which verification takes about 50 microseconds each."""
    rules = replace(PRESETS["american_page_one"], rounds=100)
    state, choice, actions = new_state(rules, seats=2), random.Random(1), []
    for _ in range(count):
        action = choice.choice(listed(state))
        actions.append(action_message(action))
        state, _ = apply(state, action)
    request = pb.VerifyTranscriptRequest()
    put_rules(request.transcript.rules, rules)
    transcript = pb.Transcript(seats=2, seed=SEED, match_id="a-match", actions=actions)
    request.transcript.MergeFrom(transcript)
    return request


def test_calls_in_flight_are_answered_before_their_worker_stops(tmp_path: Path) -> None:
    """OPERATIONS.md: stop(grace): a call that takes a second is not cut off, on whichever worker it is."""
    request = long_transcript(20_000)
    with workers(tmp_path, drain_seconds="0", grace_seconds="60") as service, ExitStack() as stack:
        calls = []
        for _ in range(2):
            channel = stack.enter_context(grpc.insecure_channel(service.address, options=LONE))
            calls.append(EngineServiceStub(channel).VerifyTranscript.future(request, timeout=60))
        wait_for(lambda: service.scrape()["pageone_calls_in_flight"] == len(calls))
        service.process.send_signal(signal.SIGTERM)
        assert all(call.result(timeout=60).verified for call in calls)
        rest, _ = service.process.communicate(timeout=60)
        assert (service.process.returncode, rest) == (0, "")


def test_a_second_signal_ends_the_waiting(tmp_path: Path) -> None:
    """A person that presses Ctrl-C twice does not wait for the drain; workers leave the signal to the supervisor."""
    with workers(tmp_path, drain_seconds="300") as service:
        for pid in service.pids().values():
            os.kill(pid, signal.SIGINT)
        service.process.send_signal(signal.SIGINT)
        wait_for(lambda: service.log("draining"))
        assert service.stop(signal.SIGINT) == (0, "")
        assert not service.log("worker_died")


def test_a_second_signal_ends_the_grace_as_well(tmp_path: Path) -> None:
    """docs/workers.md: the same signal again ends the waiting, also for a call whose message never comes."""
    with ExitStack() as stack:
        service = stack.enter_context(workers(tmp_path, drain_seconds="0", grace_seconds="300", max_read_seconds="300"))
        wire = stack.enter_context(Wire(service.address))
        wire.open(GET_VIEW)
        wait_for(lambda: service.scrape()["pageone_calls_in_flight"] == 1)
        service.process.send_signal(signal.SIGTERM)
        # Told to come no more: to h2 whatever follows that on a connection is an error, which closes it.
        assert wire.wait_for(lambda: wire.goaway is not None or wire.closed)
        assert service.stop(signal.SIGTERM) == (0, "")


def test_workers_end_when_their_supervisor_is_killed(tmp_path: Path) -> None:
    """Nobody watches over them any more: the workers stop, and the port is free."""
    with workers(tmp_path) as service:
        pids = service.pids().values()
        counts = re.search(rb"PROMETHEUS_MULTIPROC_DIR=([^\0]+)", Path(f"/proc/{max(pids)}/environ").read_bytes())
        assert counts
        assert os.path.isdir(counts[1])
        service.process.kill()
        wait_for(lambda: not any(is_running(pid) for pid in pids))
        assert not os.path.exists(counts[1])
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(split_address(service.address))


@pytest.mark.parametrize("which", ["address", "health_address", "admin_address"])
@pytest.mark.parametrize("count", ["1", "2"])
def test_nobody_else_gets_their_ports(two: Workers, which: str, count: str) -> None:
    """OPERATIONS.md: neither one server nor another supervisor takes half of the connections silently."""
    given = {"address": "127.0.0.1:0", "health_address": "", "admin_address": "", which: getattr(two, which)}
    status, out, err = refused(**given, workers=count)
    assert (status, out) == (1, "")
    assert err.startswith(
        f"pageone serve: --{which.replace('_', '-')}={given[which]}: cannot listen there, the port is"
    )
    assert len(err.splitlines()) == 1


def test_two_that_begin_at_once_do_not_share_a_port() -> None:
    """Between looking and holding another may look, too: only one holds."""
    one = SharedPort("--address", "127.0.0.1:0", optional=False)
    try:
        with pytest.raises(CannotListenError, match="the port is taken"):
            SharedPort("--address", one.address, optional=False)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pageone_service.shared_ports.why_not", lambda _: "")
            with pytest.raises(CannotListenError, match="the port is taken"):
                SharedPort("--address", one.address, optional=False)
    finally:
        one.close()
    SharedPort("--address", one.address, optional=False).close()


def listening(address: str, *, shared: bool) -> socket.socket:
    """A socket that listens as gRPC makes it."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, int(shared))
    one.bind(split_address(address))
    one.listen()
    return one


def test_a_port_whose_connections_were_just_closed_is_had_and_still_not_shared() -> None:
    """A service that is started again at once must not wait until the kernel has forgotten the old connections."""
    with listening("127.0.0.1:0", shared=False) as old:
        address = f"127.0.0.1:{old.getsockname()[1]}"
        with socket.create_connection(split_address(address), timeout=5) as caller:
            old.accept()[0].close()
            assert caller.recv(1) == b""
    port = SharedPort("--address", address, optional=False)
    try:
        with pytest.raises(CannotListenError, match="the port is taken"):
            SharedPort("--address", address, optional=False)
        with listening(address, shared=True), listening(address, shared=True):
            pass
    finally:
        port.close()


def test_what_holds_a_port_takes_no_connection() -> None:
    """A socket that listened without accepting would swallow connections."""
    port = SharedPort("--address", "127.0.0.1:0", optional=False)
    try:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(split_address(port.address), timeout=5)
    finally:
        port.close()


def test_a_worker_that_cannot_start_ends_all_with_its_sentence() -> None:
    """As with one process: one sentence, exit status 1, nothing on stdout."""
    run = subprocess.run(
        serve_command(workers="2"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python", "PYTHONWARNINGS": "ignore"},
    )
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.splitlines()[-1].startswith("pageone serve: protobuf runs on its python implementation here;")


def test_a_spare_takes_the_place_of_a_dead_worker_and_may_die_itself(tmp_path: Path) -> None:
    """A process that has imported everything is ready at once; without it, one is started."""
    with workers(tmp_path) as service:
        spare = wait_for(lambda: service.log("spare_started"))[0]["pid"]
        os.kill(service.pids()[1], signal.SIGKILL)
        wait_for(lambda: service.pids()[1] == spare)
        assert len({tuple(cpus) for cpus in threads_on(spare)}) == 1
        second = wait_for(lambda: service.log("spare_started")[1:])[0]["pid"]
        os.kill(second, signal.SIGKILL)
        wait_for(lambda: service.log("spare_died", pid=second))
        first = service.pids()[0]
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: service.pids()[0] not in (first, second))
        view_on_new_connection(service)
        assert service.stop() == (0, "")


def test_a_worker_that_dies_again_and_again_is_waited_for_longer_and_longer(tmp_path: Path) -> None:
    """With back-off; the others go on serving."""
    counts = tmp_path / "counts"
    with workers(tmp_path, metrics_directory=str(counts)) as service:
        shutil.rmtree(counts)
        os.kill(service.pids()[1], signal.SIGKILL)
        # The next ones find no place to count, and end.
        wait_for(lambda: len(service.log("worker_died", worker=1)) >= 4)
        waits = [line["next_in"] for line in service.log("worker_died", worker=1)][:4]
        assert waits == sorted(waits)
        assert waits[0] == 0
        assert waits[3] >= 0.9
        view_on_new_connection(service)
        assert service.stop() == (0, "")


def test_delays_grow_to_a_limit() -> None:
    """The first is started again at once; a worker that was well for a while counts as the first."""
    assert [delay(deaths) for deaths in (0, 1, 2, 3, 4, 20)] == [0, 0, 0.5, 1.0, 2.0, 30.0]
    fake: Any = type("Ended", (), {"ready_since": 100.0, "close": lambda self: None})
    place = Place(0, None)
    dues = []
    for now in (101.0, 102.0, 103.0, 105.0):
        place.worker = fake()
        place.vacate(now)
        dues.append(place.due - now)
    assert dues == [0, 0.5, 1.0, 0]


def test_a_worker_that_hangs_is_replaced(tmp_path: Path) -> None:
    """A worker without a sign of life is ended, and another takes its place."""
    code = "from pageone_service import supervisor; supervisor._SILENT_SECONDS = 3.0"
    with workers(tmp_path, code=code) as service:
        hung = service.pids()[0]
        os.kill(hung, signal.SIGSTOP)
        wait_for(lambda: service.pids()[0] != hung)
        assert service.log("worker_silent", worker=0, pid=hung)
        assert not is_running(hung)
        assert service.stop() == (0, "")


TORN = {"empty": b"", "short": b"\x40", "cut": b"\xff\xff\0\0\0\0\0\0\x10\0\0\0[", "noise": bytes(range(1, 255)) * 300}


def test_torn_files_break_no_scrape(tmp_path: Path) -> None:
    """OPERATIONS.md: a 0-byte file left by a killed worker must not break the scrape; nor one that is cut or noise."""
    counts = tmp_path / "counts"
    with workers(tmp_path, metrics_directory=str(counts)) as service:
        view_on_new_connection(service)
        before = service.scrape()
        for place, content in enumerate(TORN.values(), 6):
            for kind in ("counter", "gauge_livesum", "histogram"):
                (counts / f"{kind}_{place}.db").write_bytes(content)
            after = service.scrape()
            assert flaws(before, after) == []
            assert after[HANDLED] == 1
            wait_for(lambda place=place: service.log("metrics_file_torn", file=f"counter_{place}.db"))  # type: ignore[misc]


@pytest.mark.parametrize("content", TORN.values(), ids=TORN)
def test_torn_files_are_taken_out_of_the_next_workers_way(tmp_path: Path, content: bytes) -> None:
    """The worker that takes a dead one's place opens its files."""
    directory = Directory(str(tmp_path))
    try:
        for name in ("counter_0.db", "gauge_livesum_0.db", "counter_1.db"):
            (tmp_path / name).write_bytes(content)
        assert sorted(directory.mend(0)) == ["counter_0.db", "gauge_livesum_0.db"]
        assert [file.name for file in tmp_path.glob("*.db")] == ["counter_1.db"]
    finally:
        directory.close()


def test_the_directory_is_private_emptied_and_one_servers_own(tmp_path: Path) -> None:
    """OPERATIONS.md: wiped at start; what is not ours there stays."""
    path = tmp_path / "new" / "counts"
    directory = Directory(str(path))
    try:
        assert path.stat().st_mode & 0o777 == 0o700
        with pytest.raises(CannotStartError, match=r"--metrics-directory=.*another server counts there"):
            Directory(str(path))
    finally:
        directory.close()
    (path / "counter_3.db").write_bytes(b"old")
    (path / "gauge_livesum_0.db").write_bytes(b"old")
    (path / "notes").write_bytes(b"mine")
    (path / "customers.db").write_bytes(b"somebody's")
    directory = Directory(str(path))
    assert list(directory.collect(lambda name: pytest.fail(name))) == []
    directory.close()
    assert sorted(os.listdir(path)) == [".lock", "customers.db", "notes"]
    temporary = Directory("")
    assert temporary.path.stat().st_mode & 0o777 == 0o700
    temporary.close()
    assert not temporary.path.exists()


def test_a_directory_that_cannot_be_had_is_told(tmp_path: Path) -> None:
    """Bad input gets a clear error naming flag and remedy."""
    (tmp_path / "file").write_bytes(b"")
    status, out, err = refused(workers="2", metrics_directory=str(tmp_path / "file"))
    assert (status, out) == (1, "")
    assert err.startswith(f"pageone serve: --metrics-directory={tmp_path / 'file'}: cannot count there, ")
    assert len(err.splitlines()) == 1


def test_no_temporary_directory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container whose root is read-only and which has no volume."""

    def none(prefix: str) -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr(tempfile, "mkdtemp", none)
    with pytest.raises(
        CannotStartError, match=r"a temporary directory: cannot count there, No usable .*--metrics-directory"
    ):
        Directory("")


def test_a_scrape_of_nothing_is_a_scrape(tmp_path: Path) -> None:
    """Before the first worker has begun to count, and of a process that has just ended."""
    directory = Directory(str(tmp_path))
    try:
        text = text_of(
            directory,
            make_log("info", "json", LogLines()),  # type: ignore[arg-type]
            processes=lambda: {"0": 2**22 + 1},
            restarts=lambda: {"0": 3},
            ready=lambda: 0,
        )
        assert b'pageone_worker_restarts_total{worker="0"} 3.0\n' in text()
    finally:
        directory.close()


def test_lines_go_to_a_shared_pipe_in_pieces_that_it_takes_whole() -> None:
    """Workers share stderr: POSIX cuts what is longer than PIPE_BUF when the pipe is nearly full."""
    lines = [b"%d" % number * size + b"\n" for number, size in enumerate((10, 2000, 2000, 90, 5000, 1, 4000, 300))]
    found = list(pieces(lines))
    assert b"".join(found) == b"".join(lines)
    assert all(piece.endswith(b"\n") for piece in found)
    assert [len(piece) for piece in found if piece.count(b"\n") > 1 and len(piece) > 4096] == []
    assert len(found) == 5
    assert list(pieces([])) == []
