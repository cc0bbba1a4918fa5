"""A run from its options: a server when none is named, warm-up, the highest rate, the steps."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

from tests.bench.machine import this_machine

from .driver import Driver, driving
from .figures import Step
from .process import ServerProcess, own_server
from .report import Run
from .slo import Objective, broken
from .traffic import ENGINE_MIX, SOLO_MIX
from .worker import Games, Target

#: Shares of the highest rate that steps go through when rates are found out.
SHARES = (0.1, 0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1)
#: The objective is for up to this share of the highest rate: what one replica should be asked for.
PLANNED = 0.5
#: Callers that never rest, while the highest rate is looked for.
CALLERS = 32

#: A part of a run: its name and seconds give what hears how many more calls have ended.
Stage = Callable[[str, float], AbstractContextManager[Callable[[int], None]]]


@dataclass(frozen=True)
class Lengths:
    """Seconds: to warm up, to find the highest rate, of a step."""

    warm: float
    probe: float
    step: float


FULL, QUICK = Lengths(10, 10, 26), Lengths(1, 1.5, 1)


def lengths(options: argparse.Namespace) -> Lengths:
    """How long everything takes."""
    base = QUICK if options.quick else FULL
    return Lengths(base.warm, base.probe, options.step_seconds or base.step)


def seconds(options: argparse.Namespace) -> float:
    """How long the whole run takes, about."""
    each = lengths(options)
    probe = 0.0 if options.rates else each.probe
    return each.warm + probe + len(options.rates or SHARES) * each.step


def load(options: argparse.Namespace, command: str, stage: Stage) -> Run:
    """Carry out a run. Raises `DriverError`, and `OSError` for files that cannot be read."""
    machine = this_machine(f"python -m tests.load {command}".strip())
    with ExitStack() as stack:
        server = None if options.address else stack.enter_context(own_server(*_flags(options)))
        driver = stack.enter_context(driving(_target(options, server), _games(options), options.processes))
        each = lengths(options)
        with stage("warming up", each.warm) as tell:
            driver.step(0, each.warm, callers=CALLERS, tell=tell)
        rates, most = _rates(options, driver, each, stage)
        cpu = server.cpu_seconds() if server else 0.0
        steps = [_step(driver, rate, each.step, options.arrivals, stage) for rate in rates]
        found = _used(server, cpu, steps) if server else {}
    objective = Objective(options.slo_p99_ms, options.slo_errors)
    return Run(machine, _what(options), steps, objective, most, broken(objective, steps, most), found)


def _rates(options: argparse.Namespace, driver: Driver, each: Lengths, stage: Stage) -> tuple[list[float], float]:
    """The rates of the steps, and up to which the objective is meant."""
    if options.rates:
        rates = list(options.rates)
        return rates, options.slo_rate or max(rates)
    with stage("finding the highest rate", each.probe) as tell:
        probe = driver.step(0, each.probe, callers=CALLERS, tell=tell)
    highest = probe.answered
    return [max(1.0, share * highest) for share in SHARES], options.slo_rate or PLANNED * highest


def _step(driver: Driver, rate: float, length: float, arrivals: str, stage: Stage) -> Step:
    with stage(f"{rate:,.0f} calls/s", length) as tell:
        return driver.step(rate, length, poisson=arrivals == "poisson", tell=tell)


def _flags(options: argparse.Namespace) -> list[str]:
    return ["--log-level=warning", *options.serve_flag]


def _target(options: argparse.Namespace, server: ServerProcess | None) -> Target:
    return Target(
        addresses=tuple(options.address or ()) or ((server.address,) if server else ()),
        certificate=options.ca.read_bytes() if options.ca else None,
        token=options.token_file.read_text(encoding="utf-8").strip() if options.token_file else "",
        timeout=options.timeout,
        retries=options.retries,
        connections=options.connections,
        in_flight=options.in_flight,
    )


def _games(options: argparse.Namespace) -> Games:
    mix = options.mix or (SOLO_MIX if options.solo else ENGINE_MIX)
    return Games(mix, options.rules, options.seats, options.batch, options.tables, options.seed)


def _used(server: ServerProcess, cpu: float, steps: list[Step]) -> dict[str, str]:
    ended = sum(step.figures.ended for step in steps)
    micros = (server.cpu_seconds() - cpu) / max(1, ended) * 1e6
    return {
        "the server's processor time": f"{micros:,.0f} µs a call",
        "the server's memory at the end": f"{server.resident_bytes() / (1 << 20):,.0f} MiB",
        "calls it has ended, by its own count": ", ".join(f"{n:,} {code}" for code, n in server.handled().items()),
    }


def _what(options: argparse.Namespace) -> dict[str, str]:
    games = _games(options)
    weights = sum(games.mix.values())
    return {
        "server": ", ".join(options.address or ["its own: pageone serve " + " ".join(_flags(options))]),
        "mix": ", ".join(f"{kind} {weight / weights:.0%}" for kind, weight in games.mix.items()),
        "games": f"{', '.join(games.rules)}; {games.seats} seats, {games.tables * options.processes} matches at a time",
        "arrivals": f"{options.arrivals}, from {options.processes} processes of {options.connections} connections",
        "tries": "as the Python client does" if options.retries else "one",
    }
