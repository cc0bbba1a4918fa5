"""The Python client against a real server (issue 2, point 5)."""

from __future__ import annotations

import contextlib
import hashlib
import re
import socket
import struct
import threading
from collections.abc import Iterator
from concurrent import futures

import grpc
import pageone
import pytest
from pageone.v1 import engine_service_pb2

from .serving import Served

SEED = bytes(range(32))


@pytest.fixture
def client(server: Served) -> Iterator[pageone.Client]:
    with pageone.Client(server.address) as one:
        yield one


def test_every_call_has_a_method(client: pageone.Client) -> None:
    """Issue 2: friendly arguments in, messages out."""
    created = client.create_match("page_one", 3, seed=SEED, first_dealer=1, match_id="mine", viewers=[0, "spectator"])
    state = created.state
    assert (state.match_id, state.dealer, state.turn) == ("mine", 1, 1)
    assert [update.view.viewer.WhichOneof("kind") for update in created.updates] == [
        "seat",
        "spectator",
    ]
    view = client.view(state, 1)
    assert view.legal == client.legal_actions(state, 1)
    assert [each.seat for each in client.all_legal_actions(state)] == [0, 1, 2]
    assert pageone.due(view) == 1
    action = client.suggest(view, "easy", seed=b"s")
    assert action is not None
    assert client.suggest(client.view(state, 0)) is None
    applied = client.apply(state, action, viewers=[2])
    assert applied.state.version == 1
    assert len(applied.updates) == 1
    (result,) = client.apply_all([pageone.apply_request(state, action, [2])])
    assert result.response == applied
    transcript = engine_service_pb2.Transcript(
        rules=pageone.Rules(name="page_one"),
        seats=3,
        seed=SEED,
        first_dealer=1,
        match_id="mine",
        actions=[action],
    )
    commitment = hashlib.sha256(SEED).digest()
    verdict = client.verify(transcript, seed_commitment=commitment, state=applied.state)
    assert verdict.verified
    assert [one.rules.name for one in client.rule_sets()][:2] == ["page_one", "imohori"]
    described = client.describe_rules("page_one", 3)
    assert described.rule_set.rules == state.rules


def test_rules_can_be_given_whole(client: pageone.Client) -> None:
    """A message instead of a name."""
    rules = client.describe_rules("page_one").rule_set.rules
    rules.name = "house"
    rules.jokers = 0
    assert client.create_match(rules, 4).state.rules.jokers == 0


def test_sentences_are_in_the_clients_language(server: Served, client: pageone.Client) -> None:
    """Client(language=...), and for one call."""
    with pageone.Client(server.address, language="ja") as japanese:
        ours = japanese.rule_sets()[0].summary
        assert ours == client.rule_sets("ja")[0].summary
        assert ours != client.rule_sets()[0].summary
        state = japanese.create_match("page_one", 4, seed=SEED).state
        with pytest.raises(pageone.RefusedError) as caught:
            japanese.apply(state, pageone.actions.waive(0))
        assert re.search("[ぁ-ん]", caught.value.localized)


def test_a_refused_action_is_an_exception_with_the_refusal(client: pageone.Client) -> None:
    """R1: the Refusal as the contract's enum, a sentence, and the request's id."""
    state = client.create_match("page_one", 4, seed=SEED, first_dealer=0).state
    with pytest.raises(pageone.RefusedError) as caught:
        client.apply(state, pageone.actions.draw(1))
    error = caught.value
    assert error.refusal == pageone.Refusal.REFUSAL_NOT_YOUR_TURN
    assert error.reason == "REFUSAL_NOT_YOUR_TURN"
    assert error.code is grpc.StatusCode.FAILED_PRECONDITION
    assert error.localized
    assert len(error.request_id) == 16


def test_a_stale_action_is_an_exception_with_the_version(client: pageone.Client) -> None:
    """C26: the state's version, to look again."""
    state = client.create_match("page_one", 4, seed=SEED, first_dealer=0).state
    action = pageone.actions.play(0, state.seats[0].hand[:1])
    action.version = 0
    after = client.apply(state, action).state
    with pytest.raises(pageone.StaleError) as caught:
        client.apply(after, action)
    assert caught.value.version == 1


def test_a_malformed_request_is_an_exception_with_every_fault(client: pageone.Client) -> None:
    """API.md: field paths and sentences."""
    with pytest.raises(pageone.InvalidArgumentError) as caught:
        client.create_match("poker", 99, seed=b"short")
    faults = {fault.field: fault.description for fault in caught.value.faults}
    assert {"rules.name", "seats", "seed"} <= set(faults)
    assert all(faults.values())


def test_what_is_not_there_yet_is_an_exception(client: pageone.Client) -> None:
    """API.md: UNIMPLEMENTED with a reason."""
    state = client.create_match("page_one", 4, seed=SEED, first_dealer=0).state
    with pytest.raises(pageone.UnimplementedError) as caught:
        client.suggest(client.view(state, 0), "hard")
    assert caught.value.reason == "STRENGTH_NOT_AVAILABLE"


def test_what_is_too_large_is_an_exception(client: pageone.Client) -> None:
    """API.md: RESOURCE_EXHAUSTED; trying again does not help."""
    with pytest.raises(pageone.ResourceExhaustedError) as caught:
        client.create_match(pageone.Rules(name="n" * (1 << 20)), 4)
    assert caught.value.retry_after is None


def test_a_server_that_is_not_there_is_an_exception() -> None:
    """UNAVAILABLE after all tries, within the deadline."""
    with pageone.Client("127.0.0.1:1", timeout=5) as nobody, pytest.raises(pageone.UnavailableError):
        nobody.rule_sets()


class Flaky(grpc.GenericRpcHandler):
    """A server that is unavailable a few times before it answers, and counts the tries."""

    def __init__(self, failures: int, code: grpc.StatusCode) -> None:
        self.failures = failures
        self.code = code
        self.tries = 0

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
        return grpc.unary_unary_rpc_method_handler(self._answer)

    def _answer(self, request: bytes, context: grpc.ServicerContext) -> bytes:
        self.tries += 1
        if self.tries <= self.failures:
            context.abort(self.code, "not now")
        return b""


@pytest.mark.parametrize(
    ("failures", "code", "tries", "error"),
    [
        (3, grpc.StatusCode.UNAVAILABLE, 4, None),
        (9, grpc.StatusCode.UNAVAILABLE, 4, pageone.UnavailableError),
        (1, grpc.StatusCode.RESOURCE_EXHAUSTED, 1, pageone.ResourceExhaustedError),
        (1, grpc.StatusCode.INTERNAL, 1, pageone.InternalError),
        (1, grpc.StatusCode.UNKNOWN, 1, pageone.PageOneError),
        (1, grpc.StatusCode.PERMISSION_DENIED, 1, pageone.PermissionDeniedError),
        (1, grpc.StatusCode.UNAUTHENTICATED, 1, pageone.UnauthenticatedError),
    ],
)
def test_only_an_unavailable_server_is_tried_again(
    failures: int, code: grpc.StatusCode, tries: int, error: type[Exception] | None
) -> None:
    """Issue 2: the retry policy is in the service config, for UNAVAILABLE alone, four tries."""
    flaky = Flaky(failures, code)
    server = grpc.server(futures.ThreadPoolExecutor(1), handlers=[flaky])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        with pageone.Client(f"127.0.0.1:{port}", timeout=20) as client:
            if error is None:
                assert client.rule_sets() == []
            else:
                with pytest.raises(error):
                    client.rule_sets()
        assert flaky.tries == tries
    finally:
        server.stop(0).wait()


def test_a_call_has_a_deadline() -> None:
    """Issue 2: default deadlines: a server that does not answer holds nobody."""
    release = threading.Event()

    class Silent(grpc.GenericRpcHandler):
        def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
            return grpc.unary_unary_rpc_method_handler(self._wait)

        def _wait(self, request: bytes, context: grpc.ServicerContext) -> bytes:
            assert context.time_remaining() <= 1
            release.wait(20)
            return b""

    server = grpc.server(futures.ThreadPoolExecutor(1), handlers=[Silent()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        with pageone.Client(f"127.0.0.1:{port}", timeout=0.3) as client, pytest.raises(pageone.DeadlineExceededError):
            client.rule_sets()
    finally:
        release.set()
        server.stop(0).wait()


def test_a_channel_of_ones_own_stays_open(server: Served) -> None:
    """A channel with TLS, say, is its maker's to close."""
    with grpc.insecure_channel(server.address, options=pageone.channel_options()) as channel:
        for _ in range(2):
            with pageone.Client(channel=channel) as client:
                assert client.rule_sets()


def test_a_connection_that_is_reset_is_made_anew_within_the_tries_of_a_call(server: Served) -> None:
    """A server that dies resets who was just connecting; another one is on the port: nobody sees a failure."""
    host, _, port = server.address.rpartition(":")
    with socket.create_server(("127.0.0.1", 0)) as front:

        def reset_one_then_pass_on() -> None:
            first, _ = front.accept()
            first.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            first.close()
            second, _ = front.accept()
            with second, socket.create_connection((host, int(port))) as behind:
                pumps = [threading.Thread(target=pump, args=pair) for pair in ((second, behind), (behind, second))]
                for each in pumps:
                    each.start()
                for each in pumps:
                    each.join(30)

        front.settimeout(30)
        passing = threading.Thread(target=reset_one_then_pass_on)
        passing.start()
        with pageone.Client(f"127.0.0.1:{front.getsockname()[1]}", timeout=20) as client:
            assert client.rule_sets()
        passing.join(30)


def pump(source: socket.socket, sink: socket.socket) -> None:
    """Pass on what comes, until there is no more."""
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)


def test_actions_are_made_by_name() -> None:
    """A function for each kind of the contract's oneof."""
    make = pageone.actions
    hearts = pageone.Suit.SUIT_HEARTS
    made = [
        make.play(1, pageone.parse_cards("8c JK"), suit=hearts, call=pageone.Call.CALL_LAST),
        make.draw(1),
        make.pass_turn(1),
        make.name_suit(1, hearts),
        make.call_out(1, 2, pageone.Offense.OFFENSE_MISSED_CALL),
        make.challenge(1),
        make.dobon(1, 0),
        make.waive(1),
        make.leave(1),
        make.close_claims(),
        make.start_round(),
    ]
    kinds = [field.name for field in pageone.Action.DESCRIPTOR.oneofs_by_name["kind"].fields]
    assert [action.WhichOneof("kind") for action in made] == kinds
    assert [action.seat for action in made] == [1] * 9 + [0, 0]
    assert list(made[0].play.cards) == [pageone.Card.CARD_CLUBS_EIGHT, pageone.Card.CARD_JOKER]


def test_cards_are_written_and_read_back() -> None:
    """C2: every card; text for people."""
    every = range(1, 54)
    text = pageone.cards_text(every)
    assert text.startswith("AC 2C")
    assert text.endswith("KS JK")
    assert pageone.parse_cards(text.lower()) == list(every)
    assert pageone.card_text(0) == "??"
    with pytest.raises(ValueError, match="1H"):
        pageone.parse_cards("10H 1H")


def test_the_clients_cards_are_written_as_the_engines() -> None:
    """One way to write a card in the whole project."""
    from pageone_engine.card_notation import card_text

    assert [pageone.card_text(card) for card in range(1, 54)] == [card_text(card) for card in range(1, 54)]


def test_every_public_name_is_there() -> None:
    """A test that fails when an export is left out."""
    assert all(hasattr(pageone, name) for name in pageone.__all__)
    errors = {
        name
        for name, value in vars(pageone.errors).items()
        if isinstance(value, type) and issubclass(value, pageone.PageOneError)
    }
    assert errors <= set(pageone.__all__)
    documented = pageone.errors.__doc__ or ""
    assert all(name in documented for name in errors)


def play_out(game: pageone.SoloGame) -> None:
    """To the end of the match, always the first thing listed that is no call-out."""
    while not game.is_over:
        turn = [action for action in game.actions if action.WhichOneof("kind") != "call_out"]
        if game.is_round_over:
            game.start_round()
        elif game.is_turn:
            game.act(turn[0])
        else:
            before = game.view.version
            game.go_on()
            assert game.view.version > before


@pytest.mark.parametrize("name", ["page_one", "imohori", "only_one", "american_page_one"])
def test_a_game_against_bots_is_played_to_its_end(client: pageone.Client, name: str) -> None:
    """Issue 3: start, act, view; the game keeps the latest ticket, and what has just happened."""
    game = client.start_game(name, 4, seat=2, bots=["easy", "normal", "stand_in"])
    assert game.seat == 2
    assert game.events[0].WhichOneof("kind") == "match_started"
    play_out(game)
    assert hashlib.sha256(game.view.seed).digest() == game.view.seed_commitment
    assert game.events[-1].WhichOneof("kind") == "match_ended"


def test_a_game_goes_on_from_its_ticket(server: Served, client: pageone.Client) -> None:
    """Issue 3: resume from a ticket, in another process as well as here; a call that failed leaves it as it was."""
    game = client.start_game("page_one", 3)
    while not game.is_turn:
        game.go_on()
    kept, seen = game.ticket, game.view
    with pytest.raises(pageone.InvalidArgumentError) as caught:
        game.act(pageone.actions.draw(1))
    assert [fault.field for fault in caught.value.faults] == ["action.seat"]
    assert (game.ticket, game.view) == (kept, seen)
    with pageone.Client(server.address) as other:
        again = other.resume_game(kept)
        assert again.view == seen
        play_out(again)
    with pytest.raises(pageone.InvalidArgumentError) as caught:
        client.resume_game(kept[:-1])
    assert caught.value.reason == "TICKET_INVALID"
    with pytest.raises(pageone.PermissionDeniedError) as denied:
        game.act(pageone.actions.close_claims())
    assert denied.value.reason == "HOST_ONLY"


def test_a_person_can_leave_a_game(client: pageone.Client) -> None:
    """C25: with two seats the match is over then."""
    game = client.start_game("page_one", 2, seat=1, bots="easy")
    assert game.leave()[0].WhichOneof("kind") == "seat_left"
    assert game.is_over
