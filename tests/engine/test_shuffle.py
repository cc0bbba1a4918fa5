"""Clauses C4 to C8: every deal can be recomputed from seed and entropy by anybody."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pageone_engine import create_match
from pageone_engine.cards import ascending, pack_of
from pageone_engine.presets import PRESETS
from pageone_engine.shuffle import Stream, first_dealer, shuffle

from tests.engine.strategies import entropies, rows, seeds

VECTORS = Path(__file__).parents[1] / "vectors"
KNOWN: dict[str, list[dict[str, Any]]] = json.loads((VECTORS / "shuffle.json").read_text(encoding="utf-8"))


def _entropy(vector: dict[str, Any]) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(entry) for entry in vector["entropy"])


@pytest.mark.parametrize("vector", KNOWN["shuffle"], ids=lambda vector: vector["name"])
def test_known_shuffles(vector: dict[str, Any]) -> None:
    """C4: SHAKE-256 over label, seed, entropy and count, Fisher-Yates from the end."""
    seed = bytes.fromhex(vector["seed"])
    cards = bytes(vector["cards"])
    assert list(shuffle(cards, seed, _entropy(vector), vector["shuffles"])) == vector["shuffled"]


@pytest.mark.parametrize("vector", KNOWN["shuffle"], ids=lambda vector: vector["name"])
def test_cards_are_put_in_order_before_a_shuffle(vector: dict[str, Any]) -> None:
    """C5: before every shuffle the cards are ascending, whatever order they lay in."""
    seed = bytes.fromhex(vector["seed"])
    cards = bytes(reversed(vector["cards"]))
    assert list(shuffle(cards, seed, _entropy(vector), vector["shuffles"])) == vector["shuffled"]


@pytest.mark.parametrize("vector", KNOWN["first_dealer"], ids=lambda vector: f"{vector['seats']}-{vector['seed'][:6]}")
def test_known_first_dealers(vector: dict[str, Any]) -> None:
    """C6: one byte of the dealer's stream, taken modulo the seats by rejection."""
    seed = bytes.fromhex(vector["seed"])
    assert first_dealer(seed, _entropy(vector), vector["seats"]) == vector["first_dealer"]


@pytest.mark.parametrize("vector", KNOWN["commitment"], ids=lambda vector: vector["seed"][:6])
def test_known_commitments(vector: dict[str, Any]) -> None:
    """C7: what a match publishes at its start is SHA-256 of the seed."""
    state, _ = create_match(PRESETS["page_one"], 2, bytes.fromhex(vector["seed"]))
    assert state.match.seed_commitment.hex() == vector["commitment"]


def test_the_vectors_reach_the_rejection() -> None:
    """C4, C6: the vectors hold draws whose first byte had to be dropped, for cards and dealer."""
    assert sum(1 for vector in KNOWN["shuffle"] if vector["rejected"]) >= 10
    assert {vector["seats"] for vector in KNOWN["first_dealer"] if vector["rejected"]} == {
        3,
        5,
        6,
        7,
    }


def test_the_vectors_are_what_their_script_makes() -> None:
    """C8: shuffle.json is made by an implementation of its own, which imports no engine."""
    script = VECTORS / "make_vectors.py"
    assert "pageone_engine" not in script.read_text(encoding="utf-8")
    made = subprocess.run([sys.executable, "-I", str(script), "--check"], check=False, timeout=60, capture_output=True)
    assert made.returncode == 0, made.stderr.decode()


def test_the_pack_is_ascending() -> None:
    """C5: all copies of a card together, Jokers last."""
    assert list(pack_of(2, 3)) == [card for card in range(1, 53) for _ in range(2)] + [53] * 3


@given(rows(max_size=255), seeds(), entropies(), st.integers(0, 2**32 - 1))
def test_a_shuffle_only_moves_cards(cards: bytes, seed: bytes, entropy: tuple[bytes, ...], shuffles: int) -> None:
    """C4: the same cards come out, and the same again when asked again."""
    once = shuffle(cards, seed, entropy, shuffles)
    assert ascending(once) == ascending(cards)
    assert once == shuffle(cards, seed, entropy, shuffles)


@given(seeds(), entropies(), st.integers(0, 255))
def test_every_part_of_the_key_counts(seed: bytes, entropy: tuple[bytes, ...], at: int) -> None:
    """C4: another bit of the seed, another entry or another count gives another order."""
    cards = pack_of(2, 4)
    order = shuffle(cards, seed, entropy, 0)
    flipped = bytearray(seed)
    flipped[at // 8] ^= 1 << at % 8
    assert shuffle(cards, bytes(flipped), entropy, 0) != order
    assert shuffle(cards, seed, (*entropy, b""), 0) != order
    assert shuffle(cards, seed, entropy, 1) != order


@given(seeds(), st.integers(1, 256))
def test_a_draw_is_below_its_bound(seed: bytes, bound: int) -> None:
    """C4: bytes past the last whole multiple of the bound are dropped, however many are read."""
    stream = Stream(b"label", seed)
    drawn = [stream.below(bound) for _ in range(700)]
    assert all(0 <= value < bound for value in drawn)
    again = Stream(b"label", seed)
    assert drawn == [again.below(bound) for _ in range(700)]
