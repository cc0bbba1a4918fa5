"""What is no message of the protocol gets an error that says what would be right, and the connection lives on."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import given, settings
from hypothesis import strategies as st
from pageone_host.errors import Code, HostError
from pageone_host.messages import MAX_MESSAGE, Act, checked_name, checked_token, parse
from pageone_host.player import request, some_action
from pageone_host.sockets import BURST
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from .support import PATIENCE, Raw, host, run, seated, socket_url

ACT: dict[str, Any] = {"type": "act", "id": "x", "version": 0, "action": {"draw": {}}}

MALFORMED: list[tuple[str | bytes, str]] = [
    ("", "no JSON"),
    ("{", "no JSON"),
    ("[" * 5_000, "no JSON"),
    ("[]", "a JSON object"),
    ("null", "a JSON object"),
    ("NaN", "a JSON object"),
    ('"act"', "a JSON object"),
    ("{}", "type: one of"),
    ('{"type": 5}', "type: one of"),
    ('{"type": ["act"]}', "type: one of"),
    ('{"type": "Act"}', "type: one of hello, promise, entropy, stand_up, act"),
    ('{"type": "hello"}', "hello is the first message"),
    ('{"type": "promise"}', "promise: 32 bytes in hex"),
    ('{"type": "promise", "promise": "AA"}', "promise: 32 bytes in hex"),
    ('{"type": "entropy", "entropy": 7}', "entropy: 32 bytes in hex"),
    ('{"type": "stand_up", "seat": 1}', 'no member "seat"'),
    (json.dumps({**ACT, "id": ""}), "id: 1 to 64"),
    (json.dumps({**ACT, "id": "x" * 65}), "id: 1 to 64"),
    (json.dumps({**ACT, "id": "é"}), "id: 1 to 64"),
    (json.dumps({**ACT, "version": -1}), "version:"),
    (json.dumps({**ACT, "version": True}), "version:"),
    (json.dumps({**ACT, "version": 1.5}), "version:"),
    (json.dumps({**ACT, "version": 2**32}), "version:"),
    (json.dumps({key: value for key, value in ACT.items() if key != "version"}), "version:"),
    (json.dumps({**ACT, "action": "draw"}), "action: a pageone.v1.Action"),
    (json.dumps({**ACT, "action": {}}), "says nothing to do"),
    (json.dumps({**ACT, "action": {"seat": 1}}), "says nothing to do"),
    (json.dumps({**ACT, "action": {"fly": {}}}), "fly"),
    (json.dumps({**ACT, "action": {"play": {"cards": ["CARD_FOO"]}}}), "CARD_FOO"),
    (json.dumps({**ACT, "action": {"draw": {}, "waive": {}}}), "action:"),
    (json.dumps({**ACT, "more": 1}), 'no member "more"'),
    (json.dumps({**ACT, "action": {"\ud800": 1}}), "no JSON"),
    ('{"type": "stand_up", "\\udfff": 1}', "no JSON"),
    (b"\x00\x01", "text, not binary"),
]


def test_malformed_messages_are_answered_and_the_connection_goes_on(engine: str, store_url: str) -> None:
    """After every fault the same connection can play."""

    async def work(url: str) -> None:
        table_id, tokens = await seated([url], "page_one", 2)
        for start in range(0, len(MALFORMED), 25):
            async with Raw.playing([url], table_id, tokens) as raws:
                for message, words in MALFORMED[start : start + 25]:
                    await raws[0].send(message)
                    answer = await raws[0].answer()
                    assert answer["type"] == "error", message
                    assert answer["code"] == "BAD_MESSAGE", message
                    assert words in answer["message"], message
                mover = raws[raws[0].view.turn]
                action = some_action(mover.view)
                assert action is not None
                made = json_format.MessageToDict(action)
                answer = await mover.ask(
                    {"type": "act", "id": f"good-{start}", "version": mover.view.version, "action": made}
                )
                assert answer["type"] == "applied", answer

    with host(engine, store_url) as one:
        run(work(one.url))


def test_what_the_host_alone_sends_is_refused(engine: str, store_url: str) -> None:
    """A player can neither close claims nor start a round, nor act for another seat, nor say what no rule allows."""

    async def work(url: str) -> None:
        table_id, tokens = await seated([url], "page_one", 2)
        async with Raw.playing([url], table_id, [*tokens, None]) as raws:
            turn = raws[0].view.turn
            other, spectator = raws[1 - turn], raws[2]
            for kind in ("closeClaims", "startRound"):
                answer = await other.ask({**ACT, "id": kind, "action": {kind: {}}})
                assert (answer["code"], answer["id"]) == ("HOST_ONLY", kind)
            # Whatever seat an action names, it is the sender's.
            answer = await other.ask({**ACT, "action": {"seat": turn, "draw": {}}})
            assert (answer["type"], answer["refusal"]) == ("refused", "REFUSAL_NOT_YOUR_TURN")
            answer = await spectator.ask(ACT)
            assert (answer["code"], answer["message"]) == ("NO_SEAT", "spectators watch")
            answer = await other.ask({**ACT, "action": {"callOut": {"offender": turn}}})
            assert (answer["type"], answer["code"]) == ("error", "INVALID")
            assert answer["faults"][0]["field"]

    with host(engine, store_url) as one:
        run(work(one.url))


def test_refusals_are_in_the_player_s_language(engine: str, store_url: str) -> None:
    """The language of the hello."""

    async def work(url: str) -> None:
        table_id, tokens = await seated([url], "page_one", 2)
        for language, word in (("en", "turn"), ("ja", "番")):
            async with connect(socket_url(url, table_id)) as first, connect(socket_url(url, table_id)) as second:
                for socket, token in ((first, tokens[0]), (second, tokens[1])):
                    raw = Raw(socket)
                    await raw.send({"type": "hello", "token": token, "language": language})
                    await raw.until(0)
                    if raw.view.turn != raw.view.viewer.seat:
                        answer = await raw.ask(ACT)
                        assert word in answer["message"]

    with host(engine, store_url) as one:
        run(work(one.url))


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ("{", "BAD_MESSAGE"),
        (json.dumps(ACT), "BAD_MESSAGE"),
        ('{"type": "hello", "token": "short"}', "BAD_MESSAGE"),
        ('{"type": "hello", "token": "' + "x" * 43 + '"}', "NO_SEAT"),
        ('{"type": "hello", "language": "fr"}', "BAD_MESSAGE"),
        ('{"type": "hello", "version": "1"}', "BAD_MESSAGE"),
    ],
)
def test_without_a_good_hello_nothing_is_shown(engine: str, redis: str, hello: str, code: str) -> None:
    """A wrong first message, or a token that opens nothing, ends the connection with its reason."""

    async def work(url: str) -> None:
        opened = await request("POST", f"{url}/tables", {"rules": "page_one", "seats": 2})
        async with connect(socket_url(url, opened["table"])) as socket:
            raw = Raw(socket)
            await raw.send(hello)
            assert (await raw.receive())["code"] == code
            with pytest.raises(ConnectionClosed) as closed:
                await raw.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        async with connect(socket_url(url, "nothing")) as socket:
            raw = Raw(socket)
            await raw.send({"type": "hello"})
            assert (await raw.receive())["code"] == "NO_TABLE"

    with host(engine, redis) as one:
        run(work(one.url))


def test_too_much_ends_the_connection(engine: str, redis: str) -> None:
    """A message that is too long, or too many of them: the socket is closed, the process lives."""

    async def work(url: str) -> None:
        table_id, tokens = await seated([url], "page_one", 2)
        async with Raw.playing([url], table_id, tokens) as (long, many):
            await long.send("x" * (MAX_MESSAGE + 1))
            with pytest.raises(ConnectionClosed) as closed:
                await long.until(1)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            # The end may come before the last of them is sent.
            with suppress(ConnectionClosed):
                for _ in range(3 * int(BURST)):
                    await many.send('{"type": "nothing"}')
            codes: list[str] = []
            while not codes or codes[-1] != "TOO_MANY":
                codes.append((await many.answer())["code"])
            with pytest.raises(ConnectionClosed):
                await many.receive()
            assert set(codes[:-1]) == {"BAD_MESSAGE"}
            assert len(codes) > BURST
        async with Raw.playing([url], table_id, tokens):
            pass

    with host(engine, redis) as one:
        run(work(one.url))


def test_more_connections_than_allowed_are_sent_elsewhere(engine: str, redis: str) -> None:
    """The process says that it is full, with the code for trying again later."""

    async def work(url: str) -> None:
        opened = await request("POST", f"{url}/tables", {"rules": "page_one", "seats": 2})
        async with Raw.greeted([url], opened["table"], [None, None]) as raws:
            assert (await raws[1].receive())["type"] == "welcome"
            async with connect(socket_url(url, opened["table"]), open_timeout=PATIENCE) as third:
                with pytest.raises(ConnectionClosed) as closed:
                    await third.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013

    with host(engine, redis, "--max-sockets=2") as one:
        run(work(one.url))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"rules": "page_one"}, "seats: a whole number"),
        ({"rules": "page_one", "seats": 9}, "seats: a whole number"),
        ({"rules": 5, "seats": 2}, "no rules|INVALID|rules"),
        ({"rules": {"foo": 1}, "seats": 2}, "foo"),
        ({"rules": {"\ud800": 1}, "seats": 2}, "BAD_MESSAGE"),
        ({"rules": "whist", "seats": 2}, "cannot be played|whist"),
    ],
)
def test_a_table_that_cannot_be_opened_says_why(engine: str, redis: str, body: dict[str, Any], words: str) -> None:
    """Faults of the rules come from the rules' service, those of the request from the host."""

    async def work(url: str) -> None:
        with pytest.raises(RuntimeError, match=words):
            await request("POST", f"{url}/tables", body)
        for path in ("tables/nothing", "nothing"):
            with pytest.raises(RuntimeError):
                await request("GET", f"{url}/{path}")

    with host(engine, redis) as one:
        run(work(one.url))


NAMES = st.sampled_from(["type", "id", "version", "action", "token", "promise", "play", "seat"])
KINDS = st.sampled_from(["hello", "promise", "entropy", "stand_up", "act"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | KINDS
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner), max_leaves=8)


@settings(max_examples=200)
@given(VALUES | st.dictionaries(NAMES, VALUES).flatmap(lambda rest: KINDS.map(lambda kind: {**rest, "type": kind})))
def test_whatever_comes_is_a_message_or_a_fault(value: object) -> None:
    """`parse` never fails otherwise."""
    found: list[HostError] = []
    try:
        parse(json.dumps(value))
    except HostError as error:
        found.append(error)
    assert all(error.code is Code.BAD_MESSAGE and len(error.message) < 400 for error in found)


def test_a_good_action_is_read() -> None:
    """All of it, and the seat that it names is not believed (`matches`)."""
    message = parse(json.dumps({**ACT, "action": {"play": {"cards": ["CARD_JOKER"], "suit": "SUIT_HEARTS"}}}))
    assert isinstance(message, Act)
    assert list(message.request.action.play.cards) == [53]


@pytest.mark.parametrize("name", [None, "", "  ", "x" * 41, "a\u202eb", 5, "a\x00b"])
def test_names_are_printable(name: object) -> None:
    """A name that could disturb others' screens is refused; spaces are joined."""
    with pytest.raises(HostError, match="name: 1 to 40"):
        checked_name(name)
    assert checked_name("  花 子 \n") == "花 子"


@pytest.mark.parametrize("token", [None, "", "x" * 31, "x" * 129, "x" * 40 + " ", "é" * 40])
def test_tokens_are_long(token: object) -> None:
    """A secret that could be guessed is refused."""
    with pytest.raises(HostError, match="token: 32 to 128"):
        checked_token(token)
