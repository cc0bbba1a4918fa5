"""The fair deal: commitment, promises, entropy, in this order; and what a cheating host would be caught at."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from pageone.v1 import engine_service_pb2, rules_pb2
from pageone_host import fair_play
from pageone_host.player import request, sit, transcript_of
from pageone_host.records import Stage
from pageone_host.store import open_store

from .support import Raw, host, one_round, prove, run, table, wait_for

#: What a player has seen, the transcript, the rules and the seed of its own last view.
Finished = tuple[fair_play.Witness, engine_service_pb2.Transcript, rules_pb2.Rules, bytes]


class Lobbyist(Raw):
    """A connection that takes part in the deal by hand."""

    async def stage(self, stage: str, revision: int = 0) -> dict[str, Any]:
        """The table when it has come to a stage."""
        while True:
            message = await self.receive()
            if message["type"] == "table" and message["stage"] == stage and message["revision"] >= revision:
                return message


def dealing(engine: str, store_url: str, work: Any, *flags: str) -> None:  # noqa: ANN401
    """A table of two at which both have sat down."""

    async def within(url: str) -> None:
        opened = await request("POST", f"{url}/tables", {"rules": "page_one", "seats": 2})
        table_id = opened["table"]
        tokens = [await sit(url, table_id, name) for name in ("Alice", "花子")]
        async with Lobbyist.greeted([url], table_id, tokens) as players:
            await work(url, opened, players)

    with host(engine, store_url, *flags) as one:
        run(within(one.url))


def test_entropy_is_not_taken_before_every_promise_is_public(engine: str, store_url: str) -> None:
    """C7: the commitment comes first and stays; no entropy is shown before all of it is in the deal."""

    async def work(url: str, opened: dict[str, Any], players: list[Lobbyist]) -> None:
        entropy = [fair_play.draw_entropy() for _ in players]
        shown = [await each.stage("promising") for each in players]
        assert {each["commitment"] for each in shown} == {opened["commitment"]}
        # No dash at its beginning: the id is an argument of commands.
        assert re.fullmatch(r"[0-9a-f]{16}", opened["table"])
        early = await players[0].ask({"type": "entropy", "entropy": entropy[0].hex()})
        assert early["code"] == "WRONG_STAGE"
        for each, own in zip(players, entropy, strict=True):
            await each.send({"type": "promise", "promise": fair_play.promise(own).hex()})
        shown = [await each.stage("revealing") for each in players]
        assert [seat["promise"] for seat in shown[0]["seats"]] == [fair_play.promise(own).hex() for own in entropy]
        for wrong in (entropy[1], fair_play.draw_entropy()):
            answer = await players[0].ask({"type": "entropy", "entropy": wrong.hex()})
            assert answer["code"] == "BROKEN_PROMISE"
        changed = await players[0].ask({"type": "promise", "promise": "00" * 32})
        assert changed["code"] == "WRONG_STAGE"
        await players[0].send({"type": "entropy", "entropy": entropy[0].hex()})
        half = await players[1].stage("revealing", revision=shown[1]["revision"] + 1)
        assert [seat["entropy"] for seat in half["seats"]] == ["", ""]
        await players[1].send({"type": "entropy", "entropy": entropy[1].hex()})
        over = await players[0].stage("playing")
        assert [seat["entropy"] for seat in over["seats"]] == [own.hex() for own in entropy]
        assert over["commitment"] == opened["commitment"]
        for each in players:
            assert (await each.until(0)).view.seed_commitment.hex() == opened["commitment"]
            # C7: nothing that was sent holds the seed.
            lobby = await stored(store_url, opened["table"])
            assert lobby.seed not in "".join(each.messages)

    dealing(engine, store_url, work)


async def stored(store_url: str, table_id: str) -> Any:  # noqa: ANN401
    store = open_store(store_url)
    try:
        return await store.lobby(table_id)
    finally:
        await store.close()


def test_who_does_not_answer_loses_the_seat_and_all_begin_anew(engine: str, store_url: str) -> None:
    """Walking away after the promises buys nothing: there is another seed, and other entropy is asked for."""

    async def work(url: str, opened: dict[str, Any], players: list[Lobbyist]) -> None:
        own = fair_play.draw_entropy()
        for each in players:
            await each.stage("promising")
            await each.send({"type": "promise", "promise": fair_play.promise(own).hex()})
        for each in players:
            await each.stage("revealing")
        await players[0].send({"type": "entropy", "entropy": own.hex()})
        again = await players[0].stage("joining")
        assert again["you"] == 0
        assert again["seats"] == [{"name": "Alice", "promise": "", "entropy": ""}, None]
        assert again["commitment"] != opened["commitment"]
        assert (await players[1].stage("joining"))["you"] is None
        late = await players[1].ask({"type": "entropy", "entropy": own.hex()})
        assert late["code"] == "NO_SEAT"

    dealing(engine, store_url, work, "--promise-seconds=1")


def test_a_seat_is_given_back_before_the_deal(engine: str, store_url: str) -> None:
    """Whoever stays begins anew; a table that nobody fills is given up."""

    async def work(url: str, opened: dict[str, Any], players: list[Lobbyist]) -> None:
        await players[0].stage("promising")
        await players[1].send({"type": "stand_up"})
        again = await players[0].stage("joining")
        assert [seat and seat["name"] for seat in again["seats"]] == ["Alice", None]
        gone = await players[0].answer()
        assert gone["code"] == "NO_TABLE"

        async def forgotten() -> bool:
            return await stored(store_url, opened["table"]) is None

        await wait_for(forgotten, "the table is forgotten")

    dealing(engine, store_url, work, "--empty-seconds=1")


def test_a_deal_that_no_process_made_is_made_by_the_clock(engine: str, store_url: str) -> None:
    """All entropy is stored, and the process died before it dealt: whichever process is there deals."""

    async def play() -> None:
        with host(engine, store_url, "--promise-seconds=1") as one:
            opened = await request("POST", f"{one.url}/tables", {"rules": "page_one", "seats": 2})
            tokens = [await sit(one.url, opened["table"], name) for name in ("A", "B")]
            store = open_store(store_url)
            lobby = await store.lobby(opened["table"])
            assert lobby is not None
            for number, seat in enumerate(lobby.seats):
                assert seat is not None
                entropy = bytes([number]) * 32
                full = replace(seat, promise=fair_play.promise(entropy).hex(), entropy=entropy.hex())
                lobby = lobby.with_seat(number, full)
            assert await store.replace(replace(lobby, revision=lobby.revision + 1, stage=Stage.REVEALING))
            await store.close()
            async with Lobbyist.greeted([one.url], opened["table"], tokens) as players:
                for each in players:
                    assert len((await each.until(0)).view.hand) == 4

    run(play())


@pytest.fixture(scope="module")
def finished(engine: str, redis_server: str) -> Finished:
    """What a player has seen of a match that is over, and the host's transcript."""
    store = f"{redis_server}/1"

    async def play(url: str) -> Finished:
        played = await table([url], one_round(engine, "page_one"), 2)
        await played.play()
        await prove(engine, store, url, played)
        one = played.players[0]
        assert one.witness is not None
        return one.witness, await transcript_of(url, played.table_id), one.view.rules, one.view.seed

    with host(engine, store) as server:
        return run(play(server.url))


def test_an_honest_match_has_no_faults(
    finished: Finished,
) -> None:
    """C8: seed, promises, own entropy, first dealer and hand agree."""
    assert fair_play.faults_of(*finished) == []


@pytest.mark.parametrize(
    ("cheat", "faults"),
    [
        ({"commitment": bytes(32)}, ["commitment"]),
        ({"promises": (bytes(32), bytes(32))}, ["promises"]),
        ({"entropy": bytes(32)}, ["own_entropy"]),
        ({"hand": (1, 2, 3, 4)}, ["hand"]),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_a_host_that_cheats_is_caught(
    finished: Finished,
    cheat: dict[str, Any],
    faults: list[str],
) -> None:
    """Had the player seen something else than what the transcript says, the check would name it."""
    witness, transcript, rules, seed = finished
    assert fair_play.faults_of(replace(witness, **cheat), transcript, rules, seed) == faults


def test_another_seed_or_order_is_caught(
    finished: Finished,
) -> None:
    """The seed is the one that was committed to, and entropy stands in the order of the seats."""
    witness, transcript, rules, seed = finished
    turned = engine_service_pb2.Transcript()
    turned.CopyFrom(transcript)
    turned.entropy[:] = list(transcript.entropy)[::-1]
    assert {"promises", "own_entropy"} <= set(fair_play.faults_of(witness, turned, rules, seed))
    assert "seed" in fair_play.faults_of(witness, transcript, rules, bytes(32))


def test_the_transcript_is_shown_when_the_match_is_over_and_not_before(engine: str, store_url: str) -> None:
    """C7: it tells every card."""

    async def play(url: str) -> None:
        opened = await request("POST", f"{url}/tables", {"rules": "page_one", "seats": 2})
        with pytest.raises(RuntimeError, match="WRONG_STAGE"):
            await transcript_of(url, opened["table"])
        with pytest.raises(RuntimeError, match="NO_TABLE"):
            await transcript_of(url, "nothing")

    with host(engine, store_url) as server:
        run(play(server.url))
