"""Tickets of a release with the key that opens them, and what GetGame answers to each."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from pageone.v1 import solo_service_pb2 as pb
from pageone_engine import apply, create_match
from pageone_engine.rules import Rules
from pageone_engine.terms import Phase, Strength
from pageone_service.solo import Game
from pageone_service.ticket_keys import line_of, read_keys
from pageone_service.tickets import Tickets

from tests.service.support import Ended, Running, listed, running

FILE: Final = "tickets.json"
KEYS: Final = "ticket-keys.txt"
GET_GAME: Final = "/pageone.v1.SoloService/GetGame"
ACT: Final = "/pageone.v1.SoloService/Act"
_MOST: Final = 60


@dataclass(frozen=True, slots=True)
class Kept:
    """A ticket, what it is ``about``, and the bytes that GetGame answered."""

    about: str
    ticket: bytes
    response: bytes


@contextmanager
def opening(folder: Path) -> Iterator[Running]:
    """A server that opens a release's tickets."""
    with running(ticket_keys_file=str(folder / KEYS)) as one:
        yield one


def game_of(one: Running, ticket: bytes) -> bytes:
    """What GetGame answers."""
    response = one.raw(GET_GAME, pb.GetGameRequest(ticket=ticket).SerializeToString())
    assert not isinstance(response, Ended), response
    return response


def write(folder: Path, tables: Iterator[tuple[Rules, int]]) -> int:
    """Seal a game of each table with a key of the corpus' own, and keep what is answered; how many there are."""
    secret = sha256(b"a key for tests, and for nothing else").digest()
    (folder / KEYS).write_text(line_of(secret) + "\n", encoding="utf-8")
    keyring = read_keys([(folder / KEYS).read_bytes()])
    tickets = Tickets(lambda: keyring)
    kept = []
    with opening(folder) as one:
        for number, (rules, seats) in enumerate(tables):
            ticket = tickets.seal(_game(rules, seats, random.Random(number)))
            kept.append(Kept(f"{rules.name}, {seats} seats", ticket, game_of(one, ticket)))
    entries = [
        {
            "about": each.about,
            "ticket": base64.b64encode(each.ticket).decode(),
            "response": base64.b64encode(each.response).decode(),
        }
        for each in kept
    ]
    (folder / FILE).write_text(json.dumps(entries, indent=0) + "\n", encoding="utf-8")
    return len(kept)


def read(folder: Path) -> list[Kept]:
    """A release's tickets."""
    entries = json.loads((folder / FILE).read_text(encoding="utf-8"))
    decode = base64.b64decode
    return [Kept(each["about"], decode(each["ticket"]), decode(each["response"])) for each in entries]


def _game(rules: Rules, seats: int, rng: random.Random) -> Game:
    """Some moment of a random match, with bots of both strengths."""
    state, _ = create_match(rules, seats, rng.randbytes(32), first_dealer=0, match_id="corpus")
    for _ in range(rng.randrange(_MOST)):
        if state.phase == Phase.MATCH_OVER:
            break
        state, _ = apply(state, rng.choice(listed(state)))
    seat = rng.randrange(seats)
    bots = tuple(0 if each == seat else rng.choice((Strength.EASY, Strength.NORMAL)) for each in range(seats))
    return Game(state, seat, bots)
