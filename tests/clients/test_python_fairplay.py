"""A player checks the deal without the server: pageone.fairplay against known answers and against real matches."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable, Iterator
from hashlib import shake_256
from pathlib import Path
from typing import Any

import pageone
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pageone import fairplay
from pageone_engine import PRESETS, create_match
from pageone_engine.events import CardsDealt

from .serving import Served

ROOT = Path(__file__).resolve().parent.parent.parent
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (ROOT / "tests" / "vectors" / "shuffle.json").read_text(encoding="utf-8")
)
SEED = bytes(range(32))
entropies = st.lists(st.binary(max_size=64), max_size=8)


def unhex(entries: list[str]) -> list[bytes]:
    return [bytes.fromhex(entry) for entry in entries]


@pytest.mark.parametrize("vector", VECTORS["shuffle"], ids=lambda vector: str(vector["name"]))
def test_shuffles_are_the_known_ones(vector: dict[str, Any]) -> None:
    """C4, C5: the same order as every other implementation, however the cards are given."""
    for cards in (vector["cards"], vector["cards"][::-1]):
        shuffled = fairplay.shuffle(cards, bytes.fromhex(vector["seed"]), unhex(vector["entropy"]), vector["shuffles"])
        assert list(shuffled) == vector["shuffled"]


@pytest.mark.parametrize("vector", VECTORS["first_dealer"], ids=lambda vector: f"{vector['seats']} seats")
def test_first_dealers_are_the_known_ones(vector: dict[str, Any]) -> None:
    """C6: also where bytes are dropped."""
    drawn = fairplay.first_dealer(vector["seats"], bytes.fromhex(vector["seed"]), unhex(vector["entropy"]))
    assert drawn == vector["first_dealer"]


@pytest.mark.parametrize("vector", VECTORS["commitment"])
def test_commitments_are_the_known_ones(vector: dict[str, str]) -> None:
    """C7: SHA-256 of the seed."""
    assert fairplay.commitment(bytes.fromhex(vector["seed"])).hex() == vector["commitment"]


@pytest.mark.parametrize("preset", PRESETS)
@given(seats=st.integers(2, 8), seed=st.binary(min_size=32, max_size=32), entropy=entropies)
def test_the_engines_deals_agree(preset: str, seats: int, seed: bytes, entropy: list[bytes]) -> None:
    """C4 to C9: pack, shuffle, dealer and every hand as the engine deals them."""
    state, events = create_match(PRESETS[preset], seats, seed, entropy=tuple(entropy))
    rules = state.match.rules
    assert fairplay.first_dealer(seats, seed, entropy) == state.dealer
    cards = fairplay.shuffle(fairplay.pack(rules.decks, rules.jokers), seed, entropy)
    dealt = fairplay.deal(cards, seats, state.dealer, rules.hand_size)
    hands = {event.seat: tuple(event.cards) for event in events if isinstance(event, CardsDealt)}
    assert dict(enumerate(dealt.hands)) == hands
    if preset != "american_page_one":  # there the starter has been turned since
        assert dealt.stock == tuple(state.stock)


@pytest.fixture(scope="module")
def finished(server: Served) -> Iterator[dict[str, Any]]:
    """What a player knows at the end of a match of one round: all from a server's events and views, nothing else."""
    entropy = [b"salt of seat 0", b"of seat 1"]
    with pageone.Client(server.address) as client:
        rules = client.describe_rules("page_one").rule_set.rules
        rules.name, rules.rounds = "one round", 1
        created = client.create_match(rules, 3, entropy=entropy, viewers=[2])
        told = {event.WhichOneof("kind"): event for event in created.updates[0].events}
        mine = next(
            event.cards_dealt
            for event in created.updates[0].events
            if event.WhichOneof("kind") == "cards_dealt" and event.cards_dealt.seat == 2
        )
        state = created.state
        while state.phase != pageone.Phase.PHASE_MATCH_OVER:
            action = client.suggest(client.view(state, state.turn), "stand_in")
            assert action is not None
            state = client.apply(state, action).state
        started = told["match_started"].match_started
        yield {
            "commitment": started.seed_commitment,
            "seed": client.view(state, 2).seed,
            "entropy": entropy,
            "decks": started.rules.decks,
            "jokers": started.rules.jokers,
            "hand_size": started.rules.hand_size,
            "seats": started.seats,
            "dealer": told["round_started"].round_started.dealer,
            "drawn": True,
            "seat": 2,
            "hand": list(mine.cards),
        }


def test_a_servers_match_is_found_fair(finished: dict[str, Any]) -> None:
    """C8: from what a player saw, without asking the server again."""
    assert fairplay.check_first_deal(**finished) == []
    assert fairplay.check_first_deal(**finished | {"hand": finished["hand"][::-1]}) == []


def test_what_does_not_agree_is_named(finished: dict[str, Any]) -> None:
    """C6, C7, C9: each on its own, and together in this order."""

    def check(**changes: object) -> list[str]:
        return list(fairplay.check_first_deal(**finished | changes))

    other = (finished["dealer"] + 1) % 3
    hand = finished["hand"]
    assert check(commitment=bytes(32)) == ["commitment"]
    assert check(hand=[*hand[:-1], hand[-1] % 53 + 1]) == ["hand"]
    assert check(hand=hand[1:]) == ["hand"]
    assert "first_dealer" in check(dealer=other)
    assert "first_dealer" not in check(dealer=other, drawn=False)
    assert check(entropy=[])[-1:] == ["hand"]
    seed = next(
        seed
        for seed in (bytes([number] * 32) for number in range(256))
        if fairplay.first_dealer(3, seed, finished["entropy"]) != finished["dealer"]
    )
    assert check(seed=seed) == ["commitment", "first_dealer", "hand"]


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("seed", lambda: fairplay.commitment(b"short")),
        ("seed", lambda: fairplay.shuffle([1, 2], bytes(31))),
        ("decks", lambda: fairplay.pack(5, 0)),
        ("decks", lambda: fairplay.pack(0, 4)),
        ("jokers", lambda: fairplay.pack(4, 48)),
        ("jokers", lambda: fairplay.pack(1, -1)),
        ("cards", lambda: fairplay.shuffle([0], SEED)),
        ("cards", lambda: fairplay.shuffle([54], SEED)),
        ("cards", lambda: fairplay.shuffle([1] * 256, SEED)),
        ("shuffles", lambda: fairplay.shuffle([1], SEED, (), 2**32)),
        ("entropy", lambda: fairplay.shuffle([1, 2], SEED, [b""] * 9)),
        ("entropy", lambda: fairplay.first_dealer(2, SEED, [b"x" * 65])),
        ("seats", lambda: fairplay.first_dealer(1, SEED)),
        ("seats", lambda: fairplay.deal([1], 9, 0, 1)),
        ("dealer", lambda: fairplay.deal([1, 2], 2, 2, 1)),
        ("hand_size", lambda: fairplay.deal([1, 2, 3], 2, 0, 2)),
        ("hand_size", lambda: fairplay.deal([1, 2, 3], 2, 0, 0)),
    ],
)
def test_arguments_out_of_range_are_named(name: str, call: Callable[[], object]) -> None:
    """C1, C3, C4, C9: the ranges of the contract."""
    with pytest.raises(ValueError, match=name):
        call()


def test_a_seat_out_of_range_is_named(finished: dict[str, Any]) -> None:
    """C3: seats are numbered from 0."""
    with pytest.raises(ValueError, match="seat"):
        fairplay.check_first_deal(**finished | {"seat": 3})


def test_the_largest_pack_reads_on_in_the_stream() -> None:
    """C4: 255 cards drop more bytes than one read gives; the stream goes on where it was."""
    largest = next(vector for vector in VECTORS["shuffle"] if vector["name"] == "the largest pack")
    assert tuple(largest["cards"]) == fairplay.pack(4, 47)
    stream = fairplay._stream(b"label", SEED, (), 0)
    first = bytes(next(stream) for _ in range(5000))
    assert len(set(first)) > 200
    assert first == shake_256(b"label" + SEED + bytes(4)).digest(5000)


def test_it_needs_the_standard_library_alone() -> None:
    """A player can read it, and take it out of the package: no gRPC, no protobuf, nothing of ours."""
    tree = ast.parse(Path(fairplay.__file__).read_text(encoding="utf-8"))
    modules = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
    }
    assert all(name and name.partition(".")[0] in sys.stdlib_module_names for name in modules)
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree))
