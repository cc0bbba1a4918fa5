"""What is kept of a table: its lobby, its match, and every action applied.

Nothing else has to survive a process. The lobby is replaced by compare-and-set on its ``revision``, the match by
compare-and-set on its ``version``, which is the state's. All of it is the host's secret: it holds the seed, the hands
and what opens a seat.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Final

#: The actor of what the host itself does: a stand-in's action, closing claims, the next round.
HOST: Final = "host"


class Stage(StrEnum):
    """How far a table has come."""

    #: Seats are free.
    JOINING = "joining"
    #: All sit; each seat sends the hash of its entropy.
    PROMISING = "promising"
    #: All hashes are public; each seat sends its entropy.
    REVEALING = "revealing"
    #: The match has been dealt; see `Match`.
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table. ``token_hash`` is all that is kept of the secret that opens the seat; texts are hex."""

    name: str
    token_hash: str
    promise: str = ""
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before and beside its match.

    ``revision`` counts the changes, from 0. ``rules`` are proto3 JSON, complete. ``seed`` (hex) is secret until the
    match is over; it is drawn anew whenever somebody stands up after promises were made. ``deadline``: milliseconds
    since 1970, None while the match has its own. ``accusations``: who reported whose table talk, see `judgement`.
    """

    table_id: str
    revision: int
    stage: Stage
    rules: str
    seed: str
    seats: tuple[Seat | None, ...]
    deadline: int | None
    accusations: tuple[tuple[int, int], ...] = ()

    def with_seat(self, number: int, seat: Seat | None) -> Lobby:
        """The same with another (or no) player in a seat."""
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return replace(self, seats=seats)

    def seat_of(self, token_hash: str) -> int | None:
        """The seat that a token opens."""
        return next((number for number, seat in enumerate(self.seats) if seat and seat.token_hash == token_hash), None)

    def to_json(self) -> str:
        """As it is stored."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> Lobby:
        """As it was stored."""
        fields = json.loads(text)
        fields["stage"] = Stage(fields["stage"])
        fields["seats"] = tuple(seat and Seat(**seat) for seat in fields["seats"])
        fields["accusations"] = tuple((accuser, offender) for accuser, offender in fields["accusations"])
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands.

    ``state`` is MatchState, ``views`` an ApplyActionResponse with each viewer's view (seats in order, then the
    spectator), both as bytes. ``window``: the version since which the same answers are awaited, see `rebasing`.
    ``deadline``: when the host acts in place of who has not (milliseconds since 1970); after the match: when it is
    forgotten.
    """

    table_id: str
    version: int
    state: bytes
    views: bytes
    window: int
    deadline: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One action that was applied: the line of the match's log for this ``version`` of the state.

    ``actor`` is `HOST` or the seat as text, ``action_id`` the actor's own name for the action, ``made_for`` the version
    that it was made for, ``action`` the Action as it was applied, ``at`` milliseconds since 1970.
    """

    version: int
    actor: str
    action_id: str
    made_for: int
    action: bytes
    at: int


@dataclass(frozen=True, slots=True)
class Update:
    """What a viewer has to be sent: the newest view, and the events since the version it has seen.

    ``views`` as in `Match`; ``events``: for each version since then an ApplyActionResponse with each viewer's events;
    None when they are not all there any more, so that the view alone has to do.
    """

    version: int
    views: bytes
    deadline: int
    events: tuple[bytes, ...] | None
