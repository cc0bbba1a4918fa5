"""Tickets: what they carry, how long they are, and that nothing opens them but the key they were sealed with."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pageone.v1 import action_pb2, engine_service_pb2
from pageone.v1 import solo_service_pb2 as pb
from pageone_engine import PRESETS, create_match
from pageone_engine.cards import pack_of
from pageone_engine.rules import (
    AmericanPageOneRules,
    Calls,
    CardPoints,
    DobonRules,
    Penalties,
    Rules,
)
from pageone_engine.state import Claims, Discard, DobonClaim, LastPlay, Match, State
from pageone_engine.state_check import validate_state
from pageone_engine.terms import DobonReturn, Phase, RoundEnd, Scoring, Strength
from pageone_service.identity import match_id
from pageone_service.sealed import MOST_BYTES, UnpackError, pack, unpack
from pageone_service.solo import Game
from pageone_service.ticket_keys import Keyring, TicketKey, key_id, line_of, new_secret, read_keys
from pageone_service.tickets import BLOCK, LONGEST, TicketError, Tickets
from pageone_service.watched_files import BadFileError

from tests.engine.play import permuted, reached_states
from tests.service.support import SEED, SOLO, Ended, Running, new_state, preset, running, walk

PROMISED_BYTES = 1200
PRESET_BYTES = 700
#: Where the parts of a ticket begin: format, key id, schema, seat, nonce, sealed game.
KEY_ID, SCHEMA, SEAT, NONCE, SEALED = 1, 5, 6, 7, 19


def new_keyring() -> Keyring:
    return Keyring([TicketKey(new_secret())])


def game_of(state: State, seat: int = 0) -> Game:
    """A game as StartGame makes it: no entropy, an id that follows from the seed."""
    match = state.match
    own = Match(match_id(match.seed, ()), match.rules, match.seats, match.seed)
    state = state.copy()
    state.match = own
    bots = tuple(0 if each == seat else Strength.NORMAL for each in range(match.seats))
    return Game(state, seat, bots)


def first_game(seat: int = 2) -> Game:
    return game_of(new_state("american_page_one"), seat)


# What a ticket carries


@pytest.mark.parametrize("seed", range(12))
def test_a_game_comes_out_as_it_went_in(seed: int) -> None:
    """Every state of a random match of random rules, whatever has been played, missed or claimed."""
    keyring = new_keyring()
    tickets = Tickets(lambda: keyring)
    for number, state in enumerate(reached_states(seed, redeal=0.3)):
        game = game_of(state, number % state.match.seats)
        assert tickets.open(tickets.seal(game)) == game


def test_what_was_claimed_comes_out_as_it_went_in() -> None:
    """Hands that lie on the table by dobons are left out and put back (A24), the last play's cards too."""
    seen = set()
    for seed in range(40):
        for state in reached_states(seed, redeal=0.5):
            if state.claims and state.claims.dobons:
                game = game_of(state)
                data = pack(game)
                assert unpack(data, 0) == game
                seen.add(any(claim.void for claim in state.claims.dobons))
    assert seen == {True, False}


@pytest.mark.parametrize("data", [b"", b"\0", b"\0\0\4", b"\0\0\4\0\3\3\3", b"\0\0\4\0\3\3\3\0\2\xff\xff"])
def test_bytes_that_are_no_game_are_none(data: bytes) -> None:
    """Never anything but the one error, also for what only a key's holder could seal."""
    with pytest.raises(UnpackError):
        unpack(data, 0)


def test_a_game_needs_a_bot_in_every_other_seat() -> None:
    """What was sealed for one seat is no game of another."""
    game = first_game(seat=2)
    data = pack(game)
    assert unpack(data, 2) == game
    for seat in (0, 1, 3, 4, 255):
        with pytest.raises(UnpackError):
            unpack(data, seat)


# Sizes


@pytest.mark.parametrize("name", PRESETS)
def test_four_seat_tickets_of_presets_are_small(name: str) -> None:
    """API.md: the ticket of a four-seat state of a preset fits in 700 bytes; a multiple of 64 always."""
    keyring = new_keyring()
    tickets = Tickets(lambda: keyring)
    choice = random.Random(1)
    most = 0
    for seed in range(4):
        for state in walk(new_state(name, 4, bytes((seed,)) * 32), choice, 1500):
            ticket = tickets.seal(game_of(state))
            assert len(ticket) % BLOCK == 0
            most = max(most, len(ticket))
    print(f"{name}: ticket {most} bytes")  # pytest -s shows it
    assert most <= PRESET_BYTES


def largest_game() -> Game:
    """All that a ticket can have to carry at once: the longest words and numbers, most cards, dobons of all seats."""
    base = PRESETS["american_page_one"]
    assert isinstance(base.game, AmericanPageOneRules)
    rules = Rules(
        name="n" * 64,
        rounds=100,
        decks=1,
        jokers=203,
        hand_size=20,
        turn_limit=10_000,
        round_end=RoundEnd.LAST_STANDING,
        next_dealer=2,
        calls=Calls("\U0001f0a1" * 40, "\U0001f0a1" * 40, 2),
        penalties=Penalties(20, 20, 20, 20, 20),
        scoring=Scoring.PLACEMENT,
        card_points=CardPoints(1000, 1000, 1000, 1000, 1000),
        game=replace(
            base.game,
            sets=True,
            pass_without_draw=True,
            illegal_play=2,
            dobon=DobonRules(True, True, DobonReturn.LAST_LAID),
        ),
    )
    state, _ = create_match(rules, 8, SEED, match_id=match_id(SEED, ()))
    jokers, others = 203, [card for card in pack_of(1, 203) if card != 53]
    hands = [bytes([53] * 20) for _ in range(7)]
    played = bytes([53] * 20)
    rest = bytes([53] * (jokers - 160))
    largest = state.copy()
    largest.version = largest.shuffles = 1_000_000_000
    largest.turns, largest.round, largest.dealer, largest.turn = 9_999, 100, 7, 7
    largest.hands = [*hands, b""]
    largest.hands[7] = rest[:1]
    largest.scores = (-1_000_000_000,) * 8
    largest.stock, largest.pile = bytes(others[:26]), bytes(others[26:]) + rest[1:] + played
    largest.phase = Phase.CLAIMS
    largest.table = Discard(suit=4, reversed=True, pending=200)
    largest.last_play = LastPlay(7, played, (), 4, True, 200)
    claims = (DobonClaim(0, 7, 1, hands[0], True), *(DobonClaim(seat, 0, 2, hands[seat]) for seat in range(1, 7)))
    largest.claims = Claims(3, (), claims)
    return Game(largest, 7, (3,) * 7 + (0,))


def test_a_ticket_of_any_rules_fits() -> None:
    """API.md: with any rules a ticket fits in 1,200 bytes: the largest game, and what its parts could add at most."""
    game = largest_game()
    assert not validate_state(game.state)
    data = pack(game)
    print(f"largest: {len(data)} of {MOST_BYTES} bytes")
    assert unpack(data, 7) == game
    # What this game lacks and another may have: left and place of 8 seats, an answer of each, larger counters.
    more = 8 * 4 + 10 + 8
    assert len(data) + more <= MOST_BYTES
    keyring = new_keyring()
    assert len(Tickets(lambda: keyring).seal(game)) <= LONGEST <= PROMISED_BYTES
    assert LONGEST % BLOCK == 0


def test_the_length_tells_nothing_that_is_hidden() -> None:
    """API.md: games that differ in what is hidden alone are as long as each other, before any padding (C13, C30)."""
    compared = offenses = 0
    for seed in range(60):
        choice = random.Random(seed)
        for state in reached_states(seed):
            game = game_of(state)
            twin = permuted(game.state, 0, choice)
            if twin is not None:
                assert len(pack(game)) == len(pack(game_of(twin.state)))
                compared += 1
                offenses += not twin.same_offenses
    assert compared > 500
    assert offenses > 20


def test_a_sealed_game_looks_random() -> None:
    """Nothing of the game can be read, not even that two tickets hold the same one."""
    keyring = new_keyring()
    tickets = Tickets(lambda: keyring)
    game = first_game()
    one, two = tickets.seal(game), tickets.seal(game)
    assert one[:NONCE] == two[:NONCE]
    assert one[NONCE:SEALED] != two[NONCE:SEALED]
    assert sum(a == b for a, b in zip(one[SEALED:], two[SEALED:], strict=True)) < 20
    for hidden in (SEED, game.state.stock[:8], "ページワン".encode()):
        assert hidden in pack(game)
        assert hidden not in one


# What opens a ticket


def altered(ticket: bytes, keyring: Keyring, foreign: Tickets, game: Game) -> Iterator[tuple[str, bytes]]:
    """What is no ticket, by name: every byte changed, cut everywhere, other keys, other seats, other schemas."""
    for at in range(len(ticket)):
        yield f"byte {at} changed", ticket[:at] + bytes((ticket[at] ^ 1,)) + ticket[at + 1 :]
        yield f"cut at {at}", ticket[:at]
    yield "a byte more", ticket + b"\0"
    yield "a block more", ticket + bytes(BLOCK)
    yield "twice", ticket * 2
    yield "a megabyte more", ticket + bytes(1_000_000)
    yield "of a foreign key", foreign.seal(game)
    rekeyed = bytearray(foreign.seal(game))
    rekeyed[KEY_ID:SCHEMA] = keyring.first.id
    yield "of a foreign key under the id of this one", bytes(rekeyed)
    yield "zeros", bytes(len(ticket))
    yield "noise", os.urandom(len(ticket))
    yield "noise behind its head", ticket[:SEALED] + os.urandom(len(ticket) - SEALED)
    yield "text", b"not a ticket at all"
    cipher = keyring.first.cipher
    for name, at, value in (("schema", SCHEMA, 2), ("format", 0, 2), ("seat", SEAT, 3)):
        # What only a release with the same key could make.
        head = ticket[:at] + bytes((value,)) + ticket[at + 1 : NONCE]
        nonce = os.urandom(SEALED - NONCE)
        data = pack(game) + bytes(100)
        yield f"of another {name}", head + nonce + cipher.encrypt(nonce, data, b"pageone.v1.ticket" + head)
    plain = ticket[:NONCE]
    nonce = os.urandom(SEALED - NONCE)
    sealed = cipher.encrypt(nonce, pack(game) + bytes(100), b"pageone.v1.ticket")
    yield "of a head that was not sealed with it", plain + nonce + sealed
    yield "a sealed nothing", plain + nonce + cipher.encrypt(nonce, bytes(400), b"pageone.v1.ticket" + plain)


def test_nothing_but_the_ticket_opens() -> None:
    """Issue 3: altered, truncated, re-keyed or foreign: refused, each byte and each length."""
    keyring = new_keyring()
    foreign = new_keyring()
    tickets, others = Tickets(lambda: keyring), Tickets(lambda: foreign)
    game = first_game()
    ticket = tickets.seal(game)
    assert tickets.open(ticket) == game
    for name, bad in altered(ticket, keyring, others, game):
        with pytest.raises(TicketError) as caught:
            tickets.open(bad)
        assert not str(caught.value), name
        assert caught.value.__cause__ is None, name


def test_every_refusal_is_the_same_to_the_byte(tmp_path: Path) -> None:
    """Issue 3: refused alike: code, sentence and details are one, by GetGame and Act; only the request id differs."""
    path = tmp_path / "keys"
    secret = new_secret()
    path.write_text(line_of(secret))
    keyring, foreign = read_keys([path.read_bytes()]), new_keyring()
    game = first_game()
    with running(ticket_keys_file=str(path)) as one:
        ticket = Tickets(lambda: keyring).seal(game)
        assert not isinstance(one.raw(SOLO + "GetGame", pb.GetGameRequest(ticket=ticket).SerializeToString()), Ended)
        ends = set()
        for name, bad in altered(ticket, keyring, Tickets(lambda: foreign), game):
            if name.startswith(("byte", "cut")) and int(name.split()[-1 if "cut" in name else 1]) % 16:
                continue
            if len(bad) > 1_000_000:
                continue
            for path_of, request in (
                ("GetGame", pb.GetGameRequest(ticket=bad)),
                ("Act", pb.ActRequest(ticket=bad)),
                ("Act", pb.ActRequest(ticket=bad, action=action_pb2.Action(version=77))),
            ):
                end = one.ended(SOLO + path_of, request)
                ends.add((end.code, end.message, end.details_bytes))
                assert one.log.of(str(end.request_id))["reason"] == "TICKET_INVALID"
        assert len(ends) == 1
        assert (end.code.name, end.info.reason, end.info.domain) == ("INVALID_ARGUMENT", "TICKET_INVALID", "pageone.v1")
        assert not end.info.metadata
        assert end.paths == ["ticket"]
        for hidden in (ticket[SEALED : SEALED + 8], secret):
            assert hidden not in one.log.raw_bytes
            assert hidden.hex().encode() not in one.log.raw_bytes


def test_every_refusal_takes_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """No way out is shorter: each refused ticket is deciphered once, all of it, by whatever key."""
    keyring, foreign = new_keyring(), new_keyring()
    tickets = Tickets(lambda: keyring)
    game = first_game()
    ticket = tickets.seal(game)
    worked: list[int] = []

    class Counting:
        def __init__(self, key: TicketKey) -> None:
            self._cipher = key.cipher

        def decrypt(self, nonce: bytes, data: bytes, head: bytes) -> bytes:
            worked.append(len(data))
            return self._cipher.decrypt(nonce, data, head)

    candidates = list(altered(ticket, keyring, Tickets(lambda: foreign), game))
    for key in (keyring.first, keyring.decoy):
        monkeypatch.setattr(key, "cipher", Counting(key))
    for name, bad in candidates:
        worked.clear()
        with pytest.raises(TicketError):
            tickets.open(bad)
        assert worked == [len(bad[:LONGEST][SEALED:])], name


# Keys


def test_a_file_of_keys_is_read() -> None:
    """The first seals, all open; comments and empty lines are passed over, ids may be in capitals."""
    secrets = [new_secret() for _ in range(3)]
    lines = [line_of(secret) for secret in secrets]
    upper = lines[1].partition(".")[0].upper() + "." + lines[1].partition(".")[2]
    text = f"# rotated on Monday\n\n  {lines[0]}  \r\n{upper}\n{lines[2]}"
    keyring = read_keys([text.encode()])
    assert keyring.ids == [key_id(secret).hex() for secret in secrets]
    assert keyring.first.id == key_id(secrets[0])
    game = first_game()
    for secret in secrets:
        old = Keyring([TicketKey(secret)])
        assert Tickets(lambda: keyring).open(Tickets(lambda old=old: old).seal(game)) == game  # type: ignore[misc]


def test_a_key_has_no_text_that_tells_it() -> None:
    """Secrets never appear in logs or errors."""
    secret = new_secret()
    key = TicketKey(secret)
    assert repr(key) == f"TicketKey({key_id(secret).hex()})"
    assert not hasattr(key, "__dict__")


GOOD = line_of(bytes(32))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no key; `pageone ticket-key new` makes a line"),
        ("# nothing\n\n", "has no key; `pageone ticket-key new` makes a line"),
        ("nonsense", "line 1: expects ID.SECRET, as `pageone ticket-key new` makes it"),
        (f"{GOOD}\n{GOOD[:-1]}", "line 2: expects ID.SECRET, as `pageone ticket-key new` makes it"),
        (GOOD.replace(".", ""), "line 1: expects ID.SECRET, as `pageone ticket-key new` makes it"),
        (GOOD + "A", "line 1: expects ID.SECRET, as `pageone ticket-key new` makes it"),
        ("0" + GOOD[1:], "line 1: id and secret do not belong together; one of them was changed"),
        (GOOD[:-2] + "BA", "line 1: id and secret do not belong together; one of them was changed"),
        (f"{GOOD}\n#\n{GOOD}", "line 3: the key 5cb1e8d0 is there already"),
        ("\n".join(line_of(bytes([n]) * 32) for n in range(65)), "has 65 keys; at most 64 are taken"),
        ("\xff", "line 1: expects ID.SECRET, as `pageone ticket-key new` makes it"),
    ],
)
def test_what_is_wrong_with_a_file_of_keys_is_told_without_its_secrets(text: str, sentence: str) -> None:
    """Bad input: line and remedy, and nothing of what it holds."""
    with pytest.raises(BadFileError) as caught:
        read_keys([text.encode("latin-1")])
    wanted = sentence.replace("5cb1e8d0", key_id(bytes(32)).hex())
    assert caught.value.sentence == wanted


class Keys:
    """A file of keys that is rotated, and a server that has it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.old, self.new = line_of(new_secret()), line_of(new_secret())

    def write(self, *lines: str) -> None:
        # As an operator should, and as Kubernetes does: another file in its place.
        fresh = self.path.with_suffix(".new")
        fresh.write_text("\n".join(lines))
        fresh.replace(self.path)


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys(tmp_path / "ticket-keys")


def start(one: Running) -> bytes:
    request = pb.StartGameRequest(rules=preset("page_one"), seats=3, bots=[engine_service_pb2.STRENGTH_NORMAL])
    return one.solo.StartGame(request).ticket


def sealed_with(ticket: bytes) -> str:
    return ticket[KEY_ID:SCHEMA].hex()


def test_keys_are_rotated_without_losing_a_game(keys: Keys) -> None:
    """Issue 3: the new key opens, then seals, then the old one goes: a game that is played all the while goes on."""
    keys.write(keys.old)
    old_id, new_id = keys.old[:8], keys.new[:8]
    with running(ticket_keys_file=str(keys.path)) as one:
        kept = ticket = start(one)
        assert sealed_with(ticket) == old_id
        for lines, sealing in (((keys.old, keys.new), old_id), ((keys.new, keys.old), new_id), ((keys.new,), new_id)):
            keys.write(*lines)
            one.server.reload()
            ticket = one.solo.Act(pb.ActRequest(ticket=ticket)).ticket
            assert sealed_with(ticket) == sealing
        assert one.solo.GetGame(pb.GetGameRequest(ticket=ticket)).view.rules.name == "page_one"
        # Nobody has gone on with this one since, and its key is gone.
        assert one.ended(SOLO + "GetGame", pb.GetGameRequest(ticket=kept)).info.reason == "TICKET_INVALID"


@pytest.mark.parametrize("spoil", [lambda path: path.write_bytes(b"\0nonsense"), lambda path: path.unlink()])
def test_garbage_leaves_the_keys_that_were_good(keys: Keys, spoil: Callable[[Path], object]) -> None:
    """A file that is spoilt or gone changes nothing, and the log says so without what it holds."""
    keys.write(keys.old)
    with running(ticket_keys_file=str(keys.path)) as one:
        ticket = start(one)
        spoil(keys.path)
        one.server.reload()
        ticket = one.solo.Act(pb.ActRequest(ticket=ticket)).ticket
        assert any(line["event"] == "reload_failed" for line in one.log.all())
        keys.write(keys.new, keys.old)
        one.server.reload()
        assert sealed_with(one.solo.Act(pb.ActRequest(ticket=ticket)).ticket) == keys.new[:8]
        assert b"nonsense" not in one.log.raw_bytes
        assert keys.old[9:].encode() not in one.log.raw_bytes


def test_a_changed_file_is_seen_without_a_signal(keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kubernetes replaces a mounted file and tells nobody."""
    monkeypatch.setattr("pageone_service.watched_files.LOOK_SECONDS", 0.0)
    keys.write(keys.old)
    with running(ticket_keys_file=str(keys.path)) as one:
        ticket = start(one)
        keys.write(keys.new, keys.old)
        assert sealed_with(one.solo.Act(pb.ActRequest(ticket=ticket)).ticket) == keys.new[:8]


def test_an_own_key_is_told_in_the_log_and_dies_with_the_process() -> None:
    """Without a file tickets do not survive: the log says so, and another server refuses them."""
    with running() as one, running() as other:
        ticket = start(one)
        assert [line for line in one.log.all() if line["event"] == "own_ticket_key"]
        assert other.ended(SOLO + "GetGame", pb.GetGameRequest(ticket=ticket)).info.reason == "TICKET_INVALID"


def test_the_largest_game_is_large() -> None:
    """The test of the size means something: it is near the bound."""
    assert len(pack(largest_game())) > MOST_BYTES - 150
