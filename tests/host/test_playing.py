"""Whole matches between several clients at once."""

from __future__ import annotations

from .support import host, one_round, prove, run, table


def test_a_match_between_clients_of_two_processes(engine: str, store_url: str) -> None:
    """Seats at two processes that share a store play a match, watched by a spectator; nothing is lost or doubled."""

    async def play(urls: list[str]) -> None:
        played = await table(urls, one_round(engine, "page_one"), 4)
        await played.play()
        log = await prove(engine, store_url, urls[0], played)
        assert {each.host for each in played.players} == {"a", "b"}
        (watcher,) = played.watchers
        assert watcher.version == len(log)
        assert not watcher.view.hand
        assert [each.WhichOneof("kind") for each in watcher.events] == [
            each.WhichOneof("kind") for each in played.players[0].events
        ]

    with host(engine, store_url, name="a") as first, host(engine, store_url, name="b") as second:
        run(play([first.url, second.url]))
