"""Many matches between players of the engine's own, and what came of them; repeatable by its seed."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from typing import Final

from pageone_engine.bots import RandomPlayer
from pageone_engine.engine import create_match
from pageone_engine.events import RoundEnded, TurnStarted
from pageone_engine.refusals import Fault, InvalidError, Refusal
from pageone_engine.rules import Rules
from pageone_engine.scoring import standings
from pageone_engine.terms import RoundOutcome, Strength, name_of
from rich.console import Group, RenderableType
from rich.table import Table

from .table import Player, bot, play_on

#: Who can be seated, by name. RANDOM is no strength: it is what a strength must beat.
STRENGTHS: Final = {
    "stand_in": Strength.STAND_IN,
    "easy": Strength.EASY,
    "normal": Strength.NORMAL,
}
RANDOM: Final = "random"
PLAYERS: Final = (*STRENGTHS, RANDOM)

_LABEL: Final = b"pageone.v1.simulate"
#: The 97.5 % point of the normal distribution, for intervals that hold 95 %.
_Z: Final = 1.959964
_CHUNK: Final = 8


@dataclass(frozen=True, slots=True)
class Record:
    """One match: its length, its winners, its rounds' outcomes, what was refused, and how long it took.

    ``seats`` are the players' numbers by seat; ``shares`` what each seat won of the match: 1 for the best score
    alone, an even part of 1 for each of several, 0 for the others.
    """

    seats: tuple[int, ...]
    shares: tuple[float, ...]
    turns: int
    actions: int
    outcomes: tuple[int, ...]
    refusals: tuple[tuple[int, int], ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a seat, or a player, won: ``played`` seats in matches, ``won`` alone, ``tied`` with others.

    ``share`` counts a tie as an even part of a win; ``low`` and ``high`` are its Wilson 95 % interval;
    ``decided`` is the share of wins where ties are left out, with the interval ``decided_low`` to
    ``decided_high``.
    """

    name: str
    played: int
    won: int
    tied: int
    share: float
    low: float
    high: float
    decided: float
    decided_low: float
    decided_high: float


@dataclass(frozen=True, slots=True)
class Length:
    """How long matches were."""

    mean: float
    median: float
    p95: float
    most: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a simulation found. ``outcomes`` counts rounds by RoundOutcome, ``refusals`` attempts by Refusal."""

    rules: str
    seats: int
    matches: int
    seed: int
    turns: Length
    actions: Length
    by_seat: list[Rate]
    by_player: list[Rate]
    outcomes: dict[int, int]
    refusals: dict[int, int]
    seconds_per_match: float
    players: list[str] = field(default_factory=list)

    @property
    def void_share(self) -> float:
        """The share of rounds that ended void, 0 to 1 (clause C24)."""
        rounds = sum(self.outcomes.values())
        return 1 - self.outcomes.get(RoundOutcome.WON, 0) / rounds if rounds else 0.0


def run(
    rules: Rules,
    players: Sequence[str],
    matches: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    *,
    mistakes: float = 0.0,
) -> Statistics:
    """Play ``matches`` (1 or more) of ``rules`` with ``players``, one name of :data:`PLAYERS` for each seat.

    Seats are rotated from match to match; everything but the times follows from ``seed`` (0 or more).
    ``jobs``: processes (1: this one). ``progress`` is called with the number of matches played so far.
    ``mistakes`` (0 to 1): the share of its turns in which a random player first tries something that is not
    listed. Raises InvalidError with every fault.
    """
    _check(players, matches, seed, jobs, mistakes)
    create_match(rules, len(players), match_seed(seed, 0))
    play = partial(play_match, rules, tuple(players), seed, mistakes=mistakes)
    records = []
    for record in _each(play, matches, jobs):
        records.append(record)
        progress(len(records))
    return summarize(rules, players, seed, records)


def _check(players: Sequence[str], matches: int, seed: int, jobs: int, mistakes: float) -> None:
    faults = [
        Fault((f"players[{at}]",), "player_unknown", f"must be one of {', '.join(PLAYERS)}")
        for at, name in enumerate(players)
        if name not in PLAYERS
    ]
    bounds = (
        ("matches", matches >= 1, "must be 1 or more"),
        ("seed", 0 <= seed < 1 << 64, "must be from 0 to 2^64 - 1"),
        ("jobs", jobs >= 1, "must be 1 or more"),
        ("mistakes", 0 <= mistakes <= 1, "must be from 0 to 1"),
    )
    faults += [Fault((name,), f"{name}_range", text) for name, fits, text in bounds if not fits]
    if faults:
        raise InvalidError(faults)


def _each(play: Callable[[int], Record], matches: int, jobs: int) -> Iterator[Record]:
    """The records in the order of the matches, whoever played them."""
    if jobs == 1:
        yield from map(play, range(matches))
        return
    # Spawned, not forked: the same on every platform, and safe whatever threads the caller runs. Unlike a
    # multiprocessing.Pool, an executor notices a process that died and raises instead of waiting for it for ever.
    pool = ProcessPoolExecutor(min(jobs, matches), mp_context=get_context("spawn"))
    try:
        yield from pool.map(play, range(matches), chunksize=_CHUNK)
    finally:
        pool.shutdown(cancel_futures=True)


def match_seed(seed: int, match: int) -> bytes:
    """The 32 bytes that match number ``match`` is dealt from."""
    return sha256(_LABEL + seed.to_bytes(8, "big") + match.to_bytes(8, "big")).digest()


def seated(players: int, match: int) -> tuple[int, ...]:
    """The number of the player in each seat: everybody moves on by one from match to match."""
    return tuple((seat + match) % players for seat in range(players))


def play_match(rules: Rules, players: Sequence[str], seed: int, match: int, *, mistakes: float = 0.0) -> Record:
    """Play match number ``match`` of a simulation."""
    began = time.perf_counter()
    dealt_from = match_seed(seed, match)
    seats = seated(len(players), match)
    state, _ = create_match(rules, len(players), dealt_from, match_id=f"simulated-{match}")
    seating = [_player(players[number], dealt_from, mistakes) for number in seats]
    turns = actions = 0
    outcomes: list[int] = []
    refusals: Counter[int] = Counter()
    for step in play_on(state, seating):
        state = step.state
        if step.refusal:
            refusals[step.refusal] += 1
            continue
        actions += 1
        turns += sum(isinstance(event, TurnStarted) for event in step.events)
        outcomes += [event.outcome for event in step.events if isinstance(event, RoundEnded)]
    first = [standing.seat for standing in standings(state) if standing.rank == 1]
    shares = tuple(1 / len(first) if seat in first else 0.0 for seat in range(len(players)))
    seconds = time.perf_counter() - began
    return Record(seats, shares, turns, actions, tuple(outcomes), tuple(refusals.items()), seconds)


def _player(name: str, seed: bytes, mistakes: float) -> Player:
    return RandomPlayer(seed, mistakes) if name == RANDOM else bot(STRENGTHS[name], seed)


def summarize(rules: Rules, players: Sequence[str], seed: int, records: Sequence[Record]) -> Statistics:
    """The statistics of at least one record."""
    seats = len(players)
    return Statistics(
        rules=rules.name,
        seats=seats,
        matches=len(records),
        seed=seed,
        turns=length_of([record.turns for record in records]),
        actions=length_of([record.actions for record in records]),
        by_seat=[rate_of(f"seat {seat}", [record.shares[seat] for record in records]) for seat in range(seats)],
        by_player=[
            rate_of(name, [share for record in records for share in _shares(record, players, name)])
            for name in dict.fromkeys(players)
        ],
        outcomes=dict(Counter(outcome for record in records for outcome in record.outcomes)),
        refusals=_total(record.refusals for record in records),
        seconds_per_match=sum(record.seconds for record in records) / len(records),
        players=list(players),
    )


def _shares(record: Record, players: Sequence[str], name: str) -> list[float]:
    return [share for number, share in zip(record.seats, record.shares, strict=True) if players[number] == name]


def _total(counts: Iterable[Iterable[tuple[int, int]]]) -> dict[int, int]:
    total: Counter[int] = Counter()
    for pairs in counts:
        total.update(dict(pairs))
    return dict(total.most_common())


def length_of(values: Sequence[int]) -> Length:
    """Mean, median, 95th percentile (nearest rank) and maximum of at least one value."""
    ordered = sorted(values)
    count = len(ordered)
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return Length(sum(ordered) / count, middle, ordered[math.ceil(0.95 * count) - 1], ordered[-1])


def rate_of(name: str, shares: Sequence[float]) -> Rate:
    """The rate of one seat or player from its shares of the matches."""
    won = sum(share == 1 for share in shares)
    tied = sum(0 < share < 1 for share in shares)
    decided = len(shares) - tied
    share = sum(shares) / len(shares)
    low, high = wilson(share, len(shares))
    decided_share = won / decided if decided else 0.0
    decided_low, decided_high = wilson(decided_share, decided)
    return Rate(name, len(shares), won, tied, share, low, high, decided_share, decided_low, decided_high)


def wilson(share: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of ``count`` trials; 0 to 1 for none.

    Ties counted in parts vary less than wins and losses, so there the interval is wider than it need be.
    """
    if not count:
        return 0.0, 1.0
    square = _Z * _Z
    middle = share + square / (2 * count)
    reach = _Z * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    scale = 1 + square / count
    return max((middle - reach) / scale, 0.0), min((middle + reach) / scale, 1.0)


def render(statistics: Statistics) -> RenderableType:
    """The statistics as tables for a rich console."""
    return Group(
        _rates(f"Wins of {statistics.matches} matches of {statistics.rules or 'these rules'}", statistics.by_player),
        _rates("Wins by seat", statistics.by_seat),
        _lengths(statistics),
        _rounds(statistics),
        *([_refusals(statistics)] if statistics.refusals else []),
    )


def _rates(title: str, rates: Sequence[Rate]) -> Table:
    table = Table(title=title, title_justify="left", caption_justify="left")
    table.caption = "A tie is an even part of a win; in brackets: 95 %."
    for heading in ("", "won", "tied", "of", "win rate", "ties left out"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for rate in rates:
        table.add_row(
            rate.name,
            str(rate.won),
            str(rate.tied),
            str(rate.played),
            _with_interval(rate.share, rate.low, rate.high),
            _with_interval(rate.decided, rate.decided_low, rate.decided_high),
        )
    return table


def _with_interval(share: float, low: float, high: float) -> str:
    # A backslash keeps rich from reading the bracket as markup.
    return f"{share:.1%} \\[{low:.1%}, {high:.1%}]"


def _lengths(statistics: Statistics) -> Table:
    table = Table(title="Length of a match", title_justify="left")
    for heading in ("", "mean", "median", "95th percentile", "most"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, length in (("turns", statistics.turns), ("actions", statistics.actions)):
        table.add_row(name, f"{length.mean:.1f}", f"{length.median:g}", f"{length.p95:g}", str(length.most))
    table.add_row("milliseconds", f"{1000 * statistics.seconds_per_match:.1f}", "", "", "")
    return table


def _rounds(statistics: Statistics) -> Table:
    rounds = sum(statistics.outcomes.values())
    table = Table(title=f"Rounds: {statistics.void_share:.2%} void", title_justify="left")
    table.add_column("outcome")
    table.add_column("rounds", justify="right")
    table.add_column("share", justify="right")
    for outcome, count in sorted(statistics.outcomes.items()):
        table.add_row(name_of(RoundOutcome, outcome), str(count), f"{count / rounds:.2%}")
    return table


def _refusals(statistics: Statistics) -> Table:
    attempts = sum(statistics.refusals.values())
    table = Table(title=f"Refused attempts: {attempts}", title_justify="left")
    table.add_column("reason")
    table.add_column("attempts", justify="right")
    table.add_column("share", justify="right")
    for refusal, count in statistics.refusals.items():
        table.add_row(name_of(Refusal, refusal), str(count), f"{count / attempts:.2%}")
    return table
