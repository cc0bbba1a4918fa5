"""States that nobody has reached: a reached one with something changed. What validation accepts must be playable."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pageone_engine.state import Claims, Discard, DobonClaim, LastPlay, State, Trick

Mutation = Callable[[State, random.Random], None]

_NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 53, 54, 255, -1, 2**31, 2**32 - 1, 2**32, -(2**31), 10**12)


def mutated(state: State, rng: random.Random) -> State:
    """A copy with one to three changes."""
    other = state.copy()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(_MUTATIONS)(other, rng)
    return other


def _number(rng: random.Random, old: int) -> int:
    return rng.choice((old + 1, old - 1, old + 2, rng.randrange(9), rng.choice(_NUMBERS)))


def _counter(state: State, rng: random.Random) -> None:
    name = rng.choice(("version", "shuffles", "phase", "round", "dealer", "turn", "turns"))
    setattr(state, name, _number(rng, getattr(state, name)))


def _phase(state: State, rng: random.Random) -> None:
    state.phase = rng.randint(1, 4)


def _turn(state: State, rng: random.Random) -> None:
    state.turn = rng.randrange(len(state.hands))


def _row(state: State, rng: random.Random) -> None:
    name = rng.choice(("scores", "places", "left"))
    row = list(getattr(state, name))
    at = rng.randrange(len(row))
    row[at] = not row[at] if name == "left" else _number(rng, row[at])
    setattr(state, name, tuple(row))


def _move_card(state: State, rng: random.Random) -> None:
    """A card from one place to another: the pack is still whole."""
    rows = [*state.hands, state.stock, state.pile]
    start = rng.choice([at for at, row in enumerate(rows) if row])
    end = rng.randrange(len(rows))
    cut = rng.randrange(len(rows[start]))
    card = rows[start][cut : cut + 1]
    rows[start] = rows[start][:cut] + rows[start][cut + 1 :]
    seats = len(state.hands)
    rows[end] = bytes(sorted(rows[end] + card)) if end < seats else rows[end] + card
    state.hands, state.stock, state.pile = rows[:seats], rows[seats], rows[seats + 1]


def _swap_rows(state: State, rng: random.Random) -> None:
    """All cards of a place to another."""
    seats = len(state.hands)
    rows = [*state.hands, state.stock, state.pile]
    start, end = rng.randrange(len(rows)), rng.randrange(len(rows))
    if start != end:
        both = rows[end] + rows[start]
        rows[end], rows[start] = bytes(sorted(both)) if end < seats else both, b""
    state.hands, state.stock, state.pile = rows[:seats], rows[seats], rows[seats + 1]


def _spoil_row(state: State, rng: random.Random) -> None:
    """A card doubled, lost, or none at all."""
    at = rng.randrange(len(state.hands) + 2)
    rows = [*state.hands, state.stock, state.pile]
    row = bytearray(rows[at])
    if row and rng.random() < 0.5:
        row[rng.randrange(len(row))] = rng.randrange(256)
    else:
        row.append(rng.randrange(256))
    rows[at] = bytes(row)
    state.hands, state.stock, state.pile = rows[:-2], rows[-2], rows[-1]


def _shuffle_row(state: State, rng: random.Random) -> None:
    if rng.random() < 0.5:
        state.pile = bytes(rng.sample(state.pile, len(state.pile)))
    else:
        seat = rng.randrange(len(state.hands))
        state.hands[seat] = bytes(rng.sample(state.hands[seat], len(state.hands[seat])))


def _table(state: State, rng: random.Random) -> None:
    table = state.table
    if isinstance(table, Trick):
        _trick(table, state, rng)
        return
    name = rng.choice(("suit", "reversed", "pending", "drawn", "passes"))
    if name == "drawn" and rng.random() < 0.5 and state.hands[state.turn % len(state.hands)]:
        table.drawn = rng.choice(state.hands[state.turn % len(state.hands)])
    elif name == "reversed":
        table.reversed = not table.reversed
    else:
        setattr(table, name, _number(rng, getattr(table, name)))


def _trick(table: Trick, state: State, rng: random.Random) -> None:
    kind = rng.randrange(5)
    if kind == 0:
        table.leader = _number(rng, table.leader)
    elif kind == 1:
        hand = state.hands[state.turn % len(state.hands)] or b"\x01"
        table.drawn = rng.choice((rng.choice(hand), _number(rng, table.drawn)))
    elif kind == 2 and table.plays:
        seat, card = table.plays[-1]
        table.plays = (*table.plays[:-1], (_number(rng, seat), card))
    elif kind == 3 and table.plays:
        seat, card = table.plays[-1]
        state.pile += bytes((card & 255,))
        table.plays = table.plays[:-1]
    elif state.pile:
        table.plays = (*table.plays, (rng.randrange(len(state.hands)), state.pile[-1]))
        state.pile = state.pile[:-1]


def _other_table(state: State, rng: random.Random) -> None:
    state.table = Trick() if isinstance(state.table, Discard) else Discard(1)


def _last_play(state: State, rng: random.Random) -> None:
    last = state.last_play
    if last is None or rng.random() < 0.1:
        size = rng.randrange(3)
        cards = state.pile[-size:] if size else b""
        seat = rng.randrange(len(state.hands))
        state.last_play = rng.choice((None, LastPlay(seat, cards, suit_before=rng.randrange(5))))
        return
    seats = len(state.hands)
    changes: tuple[dict[str, Any], ...] = (
        {"seat": rng.randrange(seats)},
        {"seat": _number(rng, last.seat)},
        {"cards": state.pile[-rng.randint(1, 3) :]},
        {"cards": bytes(rng.randrange(256) for _ in range(rng.randrange(4)))},
        {"offenses": tuple(sorted(rng.sample((1, 2, 3, 4), rng.randrange(4))))},
        {"offenses": tuple(rng.choice(_NUMBERS) for _ in range(rng.randrange(4)))},
        {"suit_before": _number(rng, last.suit_before)},
        {"reversed_before": not last.reversed_before},
        {"pending_before": _number(rng, last.pending_before)},
        {"starter": not last.starter},
        {"call": _number(rng, last.call)},
    )
    state.last_play = replace(last, **rng.choice(changes))


def _claims(state: State, rng: random.Random) -> None:
    claims = state.claims
    seats = len(state.hands)
    if claims is None or rng.random() < 0.1:
        state.claims = rng.choice((None, Claims(rng.randrange(4))))
        return
    kind = rng.randrange(6)
    if kind == 0:
        state.claims = replace(claims, level=_number(rng, claims.level))
    elif kind == 1:
        answered = tuple(sorted(rng.sample(range(seats), rng.randrange(seats))))
        state.claims = replace(claims, answered=answered)
    elif kind == 2:
        state.claims = replace(claims, answered=tuple(rng.choice(_NUMBERS) for _ in range(rng.randrange(4))))
    elif kind == 3 or not claims.dobons:
        seat = rng.randrange(seats)
        claim = DobonClaim(seat, state.turn % seats, claims.level, state.hands[seat])
        state.claims = replace(claims, dobons=(*claims.dobons, claim))
    elif kind == 4:
        state.claims = replace(claims, dobons=claims.dobons[:-1])
    else:
        state.claims = replace(claims, dobons=(*claims.dobons[:-1], _claim(claims.dobons[-1], rng)))


def _claim(dobon: DobonClaim, rng: random.Random) -> DobonClaim:
    changes: tuple[dict[str, Any], ...] = (
        {"seat": _number(rng, dobon.seat)},
        {"against": _number(rng, dobon.against)},
        {"level": _number(rng, dobon.level)},
        {"cards": dobon.cards[::-1]},
        {"cards": dobon.cards[1:]},
        {"void": not dobon.void},
    )
    return replace(dobon, **rng.choice(changes))


_MUTATIONS: tuple[Mutation, ...] = (
    _counter,
    _phase,
    _turn,
    _row,
    _row,
    _move_card,
    _move_card,
    _move_card,
    _swap_rows,
    _spoil_row,
    _shuffle_row,
    _table,
    _table,
    _other_table,
    _last_play,
    _last_play,
    _last_play,
    _claims,
    _claims,
)
