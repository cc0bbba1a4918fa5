"""Shuffle, dealer, deal and commitment: what a player computes without the server (clauses C4 to C9)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tests.conformance.authoring import Live, Scenario
from tests.vectors.make_vectors import dealer_vector, pack, seed_of, shuffle_vector

_VECTORS: Final[dict[str, list[dict[str, Any]]]] = json.loads(
    (Path(__file__).resolve().parents[2] / "vectors" / "shuffle.json").read_text(encoding="utf-8")
)


def scenarios(live: Live) -> Iterator[Scenario]:
    """The vectors of tests/vectors, the deal, and checks of a first deal that agrees or does not."""
    yield _commitments(live)
    yield _packs(live)
    yield from _shuffles(live)
    yield _dealers(live)
    yield _deals(live)
    yield from _checks(live)


def _commitments(live: Live) -> Scenario:
    one = live.scenario("fairplay/commitment", "C7: the commitment is the SHA-256 of the seed.")
    for vector in _VECTORS["commitment"]:
        one.verify("commitment", {"seed": vector["seed"]}, vector["commitment"])
    return one


def _packs(live: Live) -> Scenario:
    one = live.scenario("fairplay/pack", "C1, C5: the whole pack before its first shuffle.")
    for decks, jokers in ((1, 0), (1, 1), (2, 4), (4, 47)):
        one.verify("pack", {"decks": decks, "jokers": jokers}, pack(decks, jokers))
    return one


def _shuffles(live: Live) -> Iterator[Scenario]:
    for vector in _VECTORS["shuffle"]:
        one = live.scenario(f"fairplay/shuffle: {vector['name']}", "C4: Fisher-Yates by SHAKE-256.")
        given = {name: vector[name] for name in ("cards", "seed", "entropy", "shuffles")}
        one.verify("shuffle", given, vector["shuffled"])
        yield one


def _dealers(live: Live) -> Scenario:
    one = live.scenario("fairplay/first dealer", "C6: the first dealer follows from the seed.")
    for vector in _VECTORS["first_dealer"]:
        given = {name: vector[name] for name in ("seats", "seed", "entropy")}
        one.verify("first_dealer", given, vector["first_dealer"])
    return one


def _deals(live: Live) -> Scenario:
    one = live.scenario("fairplay/deal", "C9: one card at a time from the end, first to the seat after the dealer.")
    for decks, jokers, seats, dealer, hand_size in ((1, 1, 3, 0, 4), (2, 4, 2, 1, 7), (1, 0, 8, 7, 6), (1, 1, 2, 0, 1)):
        shuffled = shuffle_vector("", pack(decks, jokers), seed_of(30), [], 0)["shuffled"]
        given = {"cards": shuffled, "seats": seats, "dealer": dealer, "handSize": hand_size}
        one.verify("deal", given, _dealt(shuffled, seats, dealer, hand_size))
    return one


def _dealt(shuffled: list[int], seats: int, dealer: int, hand_size: int) -> dict[str, Any]:
    """C9, written from the clause alone: nobody's code but this file's."""
    stock = list(shuffled)
    hands: list[list[int]] = [[] for _ in range(seats)]
    for number in range(seats * hand_size):
        hands[(dealer + 1 + number) % seats].append(stock.pop())
    return {"hands": [sorted(hand) for hand in hands], "stock": stock}


def _checks(live: Live) -> Iterator[Scenario]:
    seed, entropy = seed_of(31), [b"salt", b""]
    shuffled = shuffle_vector("", pack(2, 4), seed, entropy, 0)["shuffled"]
    dealer: int = dealer_vector(4, seed, entropy)["first_dealer"]
    other = (dealer + 1) % 4
    good: dict[str, Any] = {
        "commitment": sha256(seed).hexdigest(),
        "seed": seed.hex(),
        "entropy": [entry.hex() for entry in entropy],
        "decks": 2,
        "jokers": 4,
        "handSize": 5,
        "seats": 4,
        "dealer": dealer,
        "drawn": True,
        "seat": 0,
        "hand": _dealt(shuffled, 4, dealer, 5)["hands"][0],
    }
    last = {**good, "seat": 3, "hand": _dealt(shuffled, 4, dealer, 5)["hands"][3]}
    named = {**good, "dealer": other, "drawn": False, "hand": _dealt(shuffled, 4, other, 5)["hands"][0]}
    one = live.scenario(
        "fairplay/first deal that agrees", "C4 to C9: of seat 0, of another seat, and of a named dealer."
    )
    for given in (good, last, named):
        one.verify("check_first_deal", given, [])
    yield one
    bad_hand = [*good["hand"][:-1], good["hand"][-1] % 53 + 1]
    faults: tuple[tuple[dict[str, Any], list[str]], ...] = (
        ({"commitment": sha256(b"another").hexdigest()}, ["commitment"]),
        ({"dealer": other, "hand": named["hand"]}, ["first_dealer"]),
        ({"hand": sorted(bad_hand)}, ["hand"]),
        ({"seat": 1}, ["hand"]),
        ({"entropy": good["entropy"][::-1], "drawn": False}, ["hand"]),
        ({"commitment": "00" * 32, "dealer": other, "hand": good["hand"]}, ["commitment", "first_dealer", "hand"]),
    )
    one = live.scenario("fairplay/first deal that does not agree", "C4 to C9: each fault by itself, and all at once.")
    for changes, found in faults:
        one.verify("check_first_deal", {**good, **changes}, found)
    yield one
