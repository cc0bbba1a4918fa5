"""Two players at once: answers of one window are taken in their order, everything else is stale for the slower one."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from pageone import Action, Card, Offense, actions
from pageone.v1 import state_pb2
from pageone_host.player import request
from pageone_host.rebasing import may_rebase, same_window

from .support import Raw, act, dobon_rules, host, kept, run, seated, to_claims


def test_answers_of_one_window_do_not_race(engine: str, store_url: str) -> None:
    """Everybody waives for the same version through two processes: each is applied, one after another."""

    async def work(urls: list[str]) -> None:
        table_id, tokens = await seated(urls, dobon_rules(engine), 4)
        async with Raw.playing(urls, table_id, tokens) as raws:
            await to_claims(raws)
            version, awaited = raws[0].view.version, list(raws[0].view.claims.awaited)
            assert len(awaited) == 3
            answers = await asyncio.gather(*(act(raws[seat], actions.waive(seat)) for seat in awaited))
            assert Counter(answer["type"] for answer in answers) == {"applied": 3}
            assert sorted(answer["version"] for answer in answers) == [version + 1, version + 2, version + 3]
            log, state = await kept(store_url, table_id)
            assert [entry.made_for for entry in log[-3:]] == [version] * 3
            assert [Action.FromString(entry.action).version for entry in log[-3:]] == [version + n for n in range(3)]
            assert state.phase != state_pb2.PHASE_CLAIMS
            # The window is closed: one more answer, for the version that was, is stale.
            late = {"type": "act", "id": "late", "version": version, "action": {"waive": {}}}
            assert (await raws[awaited[0]].ask(late))["type"] == "stale"

    with host(engine, store_url, name="a") as first, host(engine, store_url, name="b") as second:
        run(work([first.url, second.url]))


def test_a_true_call_out_is_not_punished_for_being_slow(engine: str, redis: str) -> None:
    """C17: where a wrong call-out costs cards, the second of two equal ones is stale; where it is free, refused."""

    async def work(url: str, penalty: int, outcome: str) -> None:
        table_id, tokens = await seated([url], dobon_rules(engine, false_call_out=penalty, table_talk=0), 3)
        async with Raw.playing([url], table_id, tokens) as raws:
            await to_claims(raws)
            offender = raws[0].view.last_play.seat
            accusers = [seat for seat in range(3) if seat != offender]
            action = actions.call_out(0, offender, Offense.OFFENSE_MISSED_CALL)
            version = raws[0].view.version
            first = await act(raws[accusers[0]], action)
            # Free, it is refused, since the play left more than one card; else it costs the caller cards.
            assert first["type"] == ("applied" if penalty else "refused")
            late = {"type": "act", "id": "late", "version": version, "action": {"callOut": {"offender": offender}}}
            late["action"]["callOut"]["offense"] = "OFFENSE_MISSED_CALL"  # type: ignore[index]
            assert (await raws[accusers[1]].ask(late))["type"] == outcome

    with host(engine, redis) as one:
        run(work(one.url, 0, "refused"))
        run(work(one.url, 2, "stale"))


def test_table_talk_is_judged_by_the_table(engine: str, store_url: str) -> None:
    """C18: one player's word is written down; when more than half of the others agree, the call-out is made, once."""

    async def work(urls: list[str]) -> None:
        table_id, tokens = await seated(urls, dobon_rules(engine, table_talk=1), 4)
        async with Raw.playing(urls, table_id, tokens) as raws:
            offender = (raws[0].view.turn + 1) % 4
            others = [seat for seat in range(4) if seat != offender]
            action = actions.call_out(0, offender, Offense.OFFENSE_TABLE_TALK)
            before = raws[0].view.seats[offender].cards
            for _ in range(2):
                answer = await act(raws[others[0]], action)
                assert (answer["type"], answer["accusers"], answer["needed"]) == ("heard", 1, 2)
            answer = await act(raws[others[1]], action, "second")
            assert (answer["type"], answer["version"]) == ("applied", 1)
            assert (await raws[others[1]].ask(raws[others[1]].sent[-1]))["version"] == 1
            for raw in raws:
                await raw.until(1)
            assert raws[0].view.seats[offender].cards == before + 1
            assert (await act(raws[others[2]], action))["type"] == "heard"
            own = await act(raws[offender], action)
            assert (own["type"], own["refusal"]) == ("refused", "REFUSAL_NOTHING_TO_CALL_OUT")
            log, _ = await kept(store_url, table_id)
            assert len(log) == 1

    with host(engine, store_url, name="a") as first, host(engine, store_url, name="b") as second:
        run(work([first.url, second.url]))


def test_accusations_that_the_rules_refuse_are_not_written_down(engine: str, redis: str) -> None:
    """Of a seat that there is not, or that has left: the rules' answer, and the lobby stays as it is."""

    async def work(url: str) -> None:
        table_id, tokens = await seated([url], dobon_rules(engine, table_talk=1), 4)
        async with Raw.playing([url], table_id, tokens) as raws:
            accuser, leaver = raws[raws[0].view.turn], raws[(raws[0].view.turn + 1) % 4]
            before = (await request("GET", f"{url}/tables/{table_id}"))["revision"]
            answer = await act(accuser, actions.call_out(0, 4_000_000, Offense.OFFENSE_TABLE_TALK))
            assert answer["type"] in ("error", "refused"), answer
            assert (await act(leaver, actions.leave(0)))["type"] == "applied"
            await accuser.until(1)
            gone = await act(accuser, actions.call_out(0, leaver.view.viewer.seat, Offense.OFFENSE_TABLE_TALK))
            assert (gone["type"], gone["refusal"]) == ("refused", "REFUSAL_NOTHING_TO_CALL_OUT")
            assert (await request("GET", f"{url}/tables/{table_id}"))["revision"] == before

    with host(engine, redis) as one:
        run(work(one.url))


def test_leaving_is_an_action(engine: str, store_url: str) -> None:
    """C25: it is applied once; the seat still sees, and the match goes on without it."""

    async def work(url: str) -> None:
        table_id, tokens = await seated([url], "page_one", 3)
        async with Raw.playing([url], table_id, [*tokens, None]) as raws:
            leaver = raws[(raws[0].view.turn + 1) % 3]
            assert (await act(leaver, actions.leave(0)))["type"] == "applied"
            for raw in raws:
                await raw.until(1)
                assert [seat.left for seat in raw.view.seats].count(True) == 1
            again = await act(leaver, actions.leave(0))
            assert again["refusal"] == "REFUSAL_SEAT_NOT_PLAYING"

    with host(engine, store_url) as one:
        run(work(one.url))


def state(**changes: Any) -> state_pb2.MatchState:  # noqa: ANN401
    made = state_pb2.MatchState(version=7, phase=state_pb2.PHASE_CLAIMS, round=1, turn=2, turns=9)
    made.claims.level = 1
    made.seats.extend(state_pb2.SeatState() for _ in range(3))
    for name, value in changes.items():
        if name == "level":
            made.claims.level = value
        elif name == "left":
            made.seats[value].left = True
        else:
            setattr(made, name, value)
    return made


def test_what_closes_a_window() -> None:
    """Another round, phase, turn, turn action or level of claims, or somebody leaving; not another version."""
    assert same_window(state(), state(version=8))
    for change in (
        {"round": 2},
        {"phase": state_pb2.PHASE_TURN},
        {"turn": 1},
        {"turns": 10},
        {"level": 2},
        {"left": 0},
    ):
        assert not same_window(state(), state(**change)), change


def test_what_may_be_rebased() -> None:
    """Answers, within their window; turn actions never; a call-out not where a wrong one costs."""
    answers = [actions.waive(0), actions.dobon(0, 2), actions.call_out(0, 2, Offense.OFFENSE_MISSED_CALL)]
    for action in answers:
        assert may_rebase(action, 5, state(), window=5)
        assert not may_rebase(action, 4, state(), window=5)
        assert not may_rebase(action, 8, state(), window=5)
    for action in (
        actions.draw(0),
        actions.pass_turn(0),
        actions.play(0, [Card.CARD_JOKER]),
        actions.challenge(0),
    ):
        assert may_rebase(action, 7, state(), window=5)
        assert not may_rebase(action, 6, state(), window=5)
    assert may_rebase(actions.leave(0), 0, state(), window=5)
    assert not may_rebase(actions.leave(0), 8, state(), window=5)
    costly = state()
    costly.rules.penalties.false_call_out = 1
    assert not may_rebase(answers[2], 6, costly, window=5)
    assert may_rebase(answers[0], 6, costly, window=5)
