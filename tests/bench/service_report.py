"""The service's figures as tables."""

from __future__ import annotations

from collections.abc import Sequence

from tests.load.bodies import MAX_BATCH

from .interleave import median_rate, paired_ratio
from .reach import BATCH_RATIO, ECHO_RATIOS, FIRST_ANSWER, SLOPE_MB, TAIL_RATIO, WORKER_MB, Goal
from .report import Section, goals_section
from .service import APPLY, BATCH, CLIENTS, ECHO, Service, Turn, cpu_ratio, median_cpu

TITLE = "Benchmarks of the service"


def sections(service: Service) -> list[Section]:
    """The report, in order."""
    return [_race(service), _splits(service), _handlers(service), _latency(service), _memory(service), _goals(service)]


def batch_ratio(turns: dict[str, list[Turn]]) -> float:
    """Actions a second of batches through those of unary calls."""
    return MAX_BATCH * paired_ratio(turns[BATCH], turns[APPLY])


def _race(service: Service) -> Section:
    turns = service.turns
    echo = turns[ECHO]
    rows: list[Sequence[str]] = []
    for name, own in turns.items():
        spread = sorted(turn.rate for turn in own)
        rows.append(
            (
                name if name != BATCH else f"{BATCH} of {MAX_BATCH}",
                f"{median_rate(own):,.0f}",
                f"{spread[0]:,.0f} – {spread[-1]:,.0f}",
                f"{paired_ratio(own, echo):.3f}",
                f"{median_cpu(own):,.0f}",
                f"{cpu_ratio(own, echo):.3f}",
            )
        )
    rounds, seconds = len(echo), sum(turn.seconds for turn in echo) / len(echo)
    return Section(
        "Beside an echo of the same flavour",
        [
            f"h2load, {CLIENTS} connections with a call at a time each (2 for batches), {rounds} rounds of about "
            f"{seconds:.1f} s each in turns, every second round the other way about, another position of "
            f"{service.rules} in each. The echo is a gRPC server for Python with the same number of threads and the "
            "same options, whose handler returns the bytes of ApplyAction's request as they came; ours writes a line "
            "in its log for each call. Both are pinned to a core, and h2load to another, where there are two. Every "
            "call was answered with OK by the server's own count. Ratios are medians of those within each round; "
            "processor time is the server's, which other programs on the machine disturb less than the rate.",
        ],
        ("calls", "calls/s, median", "least – most", "÷ echo", "CPU, µs a call", "echo's CPU ÷ it"),
        rows,
    )


def _splits(service: Service) -> Section:
    return Section(
        "Where a call's time goes",
        [
            "One caller, one call after another: microseconds on average. Transport is what the caller waits beyond "
            "the handler's time (gRPC, threads, loopback); the rest is conversion, checks, metrics and log.",
        ],
        ("method", "caller waits", "transport", "handler", "of it the engine", "conversion and the rest"),
        [
            (
                one.method,
                f"{one.waited:,.0f}",
                f"{one.waited - one.handling:,.0f}",
                f"{one.handling:,.0f}",
                f"{one.engine:,.0f}",
                f"{one.handling - one.engine:,.0f}",
            )
            for one in service.splits
        ],
    )


def _handlers(service: Service) -> Section:
    first, *_ = service.handlers
    return Section(
        "What the handler's time is made of",
        [
            "ApplyAction in one thread without gRPC: microseconds of processor time, the least of several passes, the "
            "mean over positions. What a call costs the server beyond this is gRPC, its threads, and their turns at "
            "the interpreter's lock; the echo has that too.",
        ],
        ("part", *(f"{one.viewers} viewers" for one in service.handlers)),
        [(part, *(f"{one.parts[part]:.1f}" for one in service.handlers)) for part in first.parts],
    )


def _latency(service: Service) -> Section:
    one = service.latency
    return Section(
        "Latency at half of the highest rate",
        ["ApplyAction without viewers, h2load at a fixed rate over 4 connections, from the sending on."],
        ("calls/s", "p50, ms", "p99, ms", "p99 ÷ p50"),
        [(f"{one.rate:,.0f}", f"{one.p50:.2f}", f"{one.p99:.2f}", f"{one.p99 / one.p50:.1f}")],
    )


def _memory(service: Service) -> Section:
    one = service.memory
    return Section(
        "Memory and start",
        [
            "Resident memory of one worker; a connection has made a call and stays open. Start: from the process's "
            "start to its first answer, the median of several.",
        ],
        ("figure", "measured"),
        [
            ("warm, MB", f"{one.start:.1f}"),
            (f"with {one.connections:,} connections, MB", f"{one.connected:.1f}"),
            ("a connection, kB", f"{one.kb_a_connection:.0f}"),
            (f"after {one.calls:,} calls, MB", f"{one.after:.1f}"),
            ("growth for 100,000 calls, second half, MB", f"{one.slope:.2f}"),
            ("start to first answer, s", f"{service.start_seconds:.2f}"),
        ],
    )


def goals(service: Service) -> list[Goal]:
    """What the service set out to reach, as this run has measured it."""
    turns = service.turns
    found = [
        Goal(f"{name} ÷ echo", paired_ratio(turns[name], turns[ECHO]), bound, "×", True)
        for name, bound in ECHO_RATIOS.items()
    ]
    latency, memory = service.latency, service.memory
    return [
        *found,
        Goal(f"actions/s of batches of {MAX_BATCH} ÷ of unary calls", batch_ratio(turns), BATCH_RATIO, "×", True),
        Goal("p99 ÷ p50 at half of the highest rate", latency.p99 / latency.p50, TAIL_RATIO, "×"),
        Goal("start to first answer", service.start_seconds, FIRST_ANSWER, "s"),
        Goal(f"a worker after {memory.calls:,} calls", memory.after, WORKER_MB, "MB"),
        Goal("growth for 100,000 calls", memory.slope, SLOPE_MB, "MB"),
    ]


def _goals(service: Service) -> Section:
    return goals_section(goals(service), "The bounds are those of one run on one machine, as ratios where they can be.")
