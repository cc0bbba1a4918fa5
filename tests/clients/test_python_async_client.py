"""The Python client for asyncio: the same calls, games and errors as the other one's, and what only asyncio has."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent import futures
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import grpc
import pageone
import pytest
from pageone import AsyncClient, AsyncSoloGame, Client, SoloGame
from pageone.v1 import engine_service_pb2

from .serving import Served

SEED = bytes(range(32))
#: No wait in this file may take longer.
SECONDS = 60


def run(main: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run a coroutine function to its end, within the limit."""
    asyncio.run(asyncio.wait_for(main(), SECONDS))


# the same surface


def public(cls: type) -> dict[str, Any]:
    """What a class offers, its ancestors included, and how it is made."""
    return {name: value for name, value in inspect.getmembers(cls) if name == "__init__" or not name.startswith("_")}


def shape(function: Callable[..., object], left_out: str) -> tuple[object, ...]:
    """Parameters and result, with the asyncio names written as the others'."""
    signature = inspect.signature(function)
    parameters = [
        (each.name, each.kind, each.default, str(each.annotation).replace("Async", "").replace("grpc.aio", "grpc"))
        for each in signature.parameters.values()
        if each.name != left_out
    ]
    return parameters, str(signature.return_annotation).replace("Async", "")


@pytest.mark.parametrize(("blocking", "awaited"), [(Client, AsyncClient), (SoloGame, AsyncSoloGame)])
def test_both_have_the_same_methods_and_signatures(blocking: type, awaited: type) -> None:
    """What is said of one client holds for the other: names, parameters, defaults, results."""
    ours, theirs = public(blocking), public(awaited)
    assert set(ours) == set(theirs)
    assert len(ours) > 5
    for name, method in ours.items():
        if isinstance(method, property):
            assert theirs[name] is method
            continue
        assert shape(method, "caller") == shape(theirs[name], "caller"), name
        assert inspect.iscoroutinefunction(theirs[name]) is (name != "__init__"), name
        assert not inspect.iscoroutinefunction(method), name
        assert bool(method.__doc__) is bool(theirs[name].__doc__), name


def test_every_call_of_the_contract_is_made(server: Served) -> None:
    """Friendly arguments in, messages out, and the same answers as the other client's."""

    async def main() -> None:
        with Client(server.address) as other:
            async with AsyncClient(server.address) as client:
                arguments: dict[str, Any] = {
                    "seed": SEED,
                    "first_dealer": 0,
                    "match_id": "mine",
                    "viewers": [0, "spectator"],
                }
                created = await client.create_match("page_one", 3, **arguments)
                assert created == other.create_match("page_one", 3, **arguments)
                state = created.state
                assert state.dealer == 0  # seat 0 is a seat
                seat = pageone.due(await client.view(state, "spectator"))
                assert seat is not None
                view = await client.view(state, seat)
                assert view.legal == await client.legal_actions(state, seat)
                assert [each.seat for each in await client.all_legal_actions(state)] == [0, 1, 2]
                action = await client.suggest(view, "easy", seed=b"s")
                assert action is not None
                assert await client.suggest(await client.view(state, (seat + 1) % 3)) is None
                applied = await client.apply(state, action, viewers=[2])
                (result,) = await client.apply_all([pageone.apply_request(state, action, [2])])
                assert result.response == applied
                transcript = engine_service_pb2.Transcript(
                    rules=pageone.Rules(name="page_one"),
                    seats=3,
                    seed=SEED,
                    first_dealer=0,
                    match_id="mine",
                    actions=[action],
                )
                verdict = await client.verify(
                    transcript, seed_commitment=pageone.fairplay.commitment(SEED), state=applied.state
                )
                assert verdict.verified
                assert (await client.rule_sets("ja"))[0].summary == other.rule_sets("ja")[0].summary
                described = await client.describe_rules("page_one", 3)
                assert described.rule_set.rules == state.rules

    run(main)


@pytest.mark.parametrize("name", ["page_one", "american_page_one"])
def test_a_game_against_bots_is_played_to_its_end(server: Served, name: str) -> None:
    """Start, act, go on, start round, resume: as SoloGame."""

    async def main() -> None:
        async with AsyncClient(server.address) as client:
            game = await client.start_game(name, 3, seat=0, bots=["easy", "stand_in"])
            assert game.seat == 0
            assert game.events[0].WhichOneof("kind") == "match_started"
            again = await client.resume_game(game.ticket)
            assert again.view == game.view
            while not again.is_over:
                turn = [action for action in again.actions if action.WhichOneof("kind") != "call_out"]
                if again.is_round_over:
                    await again.start_round()
                elif again.is_turn:
                    await again.act(turn[0])
                else:
                    await again.go_on()
            assert pageone.fairplay.commitment(again.view.seed) == game.view.seed_commitment

    run(main)


def test_a_person_can_leave_a_game(server: Served) -> None:
    """C25: with two seats the match is over then."""

    async def main() -> None:
        async with AsyncClient(server.address) as client:
            game = await client.start_game("page_one", 2, seat=1, bots="easy")
            assert (await game.leave())[0].WhichOneof("kind") == "seat_left"
            assert game.is_over

    run(main)


def test_errors_are_the_same_exceptions(server: Served) -> None:
    """R1, C26: with reason, refusal, sentence, version, faults and the request's id."""

    async def main() -> None:
        async with AsyncClient(server.address, language="ja") as client:
            state = (await client.create_match("page_one", 4, seed=SEED, first_dealer=0)).state
            with pytest.raises(pageone.RefusedError) as refused:
                await client.apply(state, pageone.actions.draw(1))
            assert refused.value.refusal == pageone.Refusal.REFUSAL_NOT_YOUR_TURN
            assert any("ぁ" <= letter <= "ん" for letter in refused.value.localized)
            assert len(refused.value.request_id) == 16
            action = pageone.actions.play(0, state.seats[0].hand[:1])
            action.version = 5
            with pytest.raises(pageone.StaleError) as stale:
                await client.apply(state, action)
            assert stale.value.version == 0
            with pytest.raises(pageone.InvalidArgumentError) as invalid:
                await client.create_match("poker", 99)
            assert {fault.field for fault in invalid.value.faults} >= {"rules.name", "seats"}

    run(main)


def test_calls_run_at_the_same_time(server: Served) -> None:
    """Any number of tasks share one client."""

    async def main() -> None:
        async with AsyncClient(server.address, timeout=20) as client:
            seeds = [bytes([number] * 32) for number in range(40)]
            created = await asyncio.gather(*(client.create_match("page_one", 4, seed=seed) for seed in seeds))
            assert [each.state.seed for each in created] == seeds

    run(main)


# cancellation and deadlines


class Held:
    """A server that answers nobody before it is released, and knows of calls that were given up."""

    def __init__(self) -> None:
        self.arrived = threading.Semaphore(0)
        self.given_up = threading.Event()
        self.release = threading.Event()

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
        return grpc.unary_unary_rpc_method_handler(self._hold)

    def _hold(self, request: bytes, context: grpc.ServicerContext) -> bytes:
        context.add_callback(self.given_up.set)
        self.arrived.release()
        self.release.wait(SECONDS)
        return b""


@contextmanager
def serving(held: Held, threads: int = 2) -> Iterator[str]:
    class Handler(grpc.GenericRpcHandler):
        service = held.service

    server = grpc.server(futures.ThreadPoolExecutor(threads), handlers=[Handler()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        held.release.set()
        server.stop(0).wait(SECONDS)


async def until(acquire: Callable[..., bool]) -> None:
    """Wait for another thread without holding the loop."""
    assert await asyncio.to_thread(acquire, timeout=SECONDS)


@asynccontextmanager
async def waiting(client: AsyncClient, held: Held) -> AsyncIterator[asyncio.Task[Any]]:
    """A task whose call has come to the server."""
    task = asyncio.create_task(client.rule_sets())
    await until(held.arrived.acquire)
    yield task


def test_a_cancelled_task_gives_its_call_up() -> None:
    """asyncio's own CancelledError, not one of ours; the server is told; the client goes on."""
    held = Held()

    async def main(address: str) -> None:
        async with AsyncClient(address, timeout=SECONDS) as client:
            async with waiting(client, held) as task:
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert task.cancelled()
                await until(held.given_up.wait)
            held.release.set()
            assert await client.rule_sets() == []

    with serving(held) as address:
        run(lambda: main(address))


def test_asyncios_own_timeouts_work() -> None:
    """asyncio.timeout and wait_for raise TimeoutError, as around anything else."""
    held = Held()

    async def main(address: str) -> None:
        async with AsyncClient(address, timeout=SECONDS) as client:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await client.rule_sets()
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(client.rule_sets(), 0.2)

    with serving(held, threads=4) as address:
        run(lambda: main(address))


def test_a_call_has_a_deadline() -> None:
    """The client's timeout: DeadlineExceededError, and the loop was free meanwhile."""
    held = Held()

    async def main(address: str) -> None:
        async with AsyncClient(address, timeout=0.3) as client:
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0.01)
                    ticks += 1

            ticking = asyncio.create_task(tick())
            with pytest.raises(pageone.DeadlineExceededError):
                await client.rule_sets()
            ticking.cancel()
            assert ticks > 3

    with serving(held) as address:
        run(lambda: main(address))


def test_long_calls_have_six_times_as_long() -> None:
    """VerifyTranscript and BatchApplyActions: what the server is told of the deadline."""
    told: list[float] = []

    class Handler(grpc.GenericRpcHandler):
        def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
            return grpc.unary_unary_rpc_method_handler(self._answer)

        def _answer(self, request: bytes, context: grpc.ServicerContext) -> bytes:
            told.append(context.time_remaining() or 0.0)
            return b""

    server = grpc.server(futures.ThreadPoolExecutor(1), handlers=[Handler()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()

    async def main() -> None:
        async with AsyncClient(f"127.0.0.1:{port}", timeout=100) as client:
            await client.rule_sets()
            await client.apply_all([])
            await client.verify(engine_service_pb2.Transcript())

    try:
        run(main)
        with Client(f"127.0.0.1:{port}", timeout=100) as client:
            client.rule_sets()
            client.apply_all([])
            client.verify(engine_service_pb2.Transcript())
    finally:
        server.stop(0).wait(SECONDS)
    assert [round(seconds / 100) for seconds in told] == [1, 6, 6] * 2


def test_a_client_that_is_closed_ends_its_calls() -> None:
    """Who waited was not cancelled itself: it gets the client's CancelledError, and its task goes on."""
    held = Held()

    async def main(address: str) -> None:
        client = AsyncClient(address, timeout=SECONDS)
        async with waiting(client, held) as task:
            await client.close()
            with pytest.raises(pageone.CancelledError, match="closed") as caught:
                await task
            assert caught.value.code is grpc.StatusCode.CANCELLED
            assert not task.cancelled()

    with serving(held) as address:
        run(lambda: main(address))


def test_an_unavailable_server_is_tried_again(server: Served) -> None:
    """The same retry policy as the other client's: four tries, then the exception."""
    tries = 0

    class Flaky(grpc.GenericRpcHandler):
        def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
            return grpc.unary_unary_rpc_method_handler(self._answer)

        def _answer(self, request: bytes, context: grpc.ServicerContext) -> bytes:
            nonlocal tries
            tries += 1
            if tries not in (4, 9):
                context.abort(grpc.StatusCode.UNAVAILABLE, "not now")
            return b""

    flaky = grpc.server(futures.ThreadPoolExecutor(1), handlers=[Flaky()])
    port = flaky.add_insecure_port("127.0.0.1:0")
    flaky.start()

    async def main() -> None:
        async with AsyncClient(f"127.0.0.1:{port}", timeout=20) as client:
            assert await client.rule_sets() == []
            assert tries == 4
            with pytest.raises(pageone.UnavailableError):
                await client.rule_sets()
            assert tries == 8

    try:
        run(main)
    finally:
        flaky.stop(0).wait(SECONDS)


# how it is made


def test_it_is_made_where_a_loop_runs() -> None:
    """gRPC binds a channel to a loop: without one the mistake is told at once."""
    with pytest.raises(RuntimeError, match="no running event loop"):
        AsyncClient("127.0.0.1:1")


def test_a_channel_of_ones_own_stays_open(server: Served) -> None:
    """It is its maker's to close; and has its own credentials."""

    async def main() -> None:
        async with grpc.aio.insecure_channel(server.address, options=pageone.channel_options()) as channel:
            for _ in range(2):
                async with AsyncClient(channel=channel) as client:
                    assert await client.rule_sets()
            with pytest.raises(ValueError, match="leave tls and token out"):
                AsyncClient(channel=channel, token="secret")

    run(main)
