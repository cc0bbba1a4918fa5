"""Many games of SoloService over two replicas: ``python -m tests.solo_soak``.

Two server processes share a file of keys and nothing else; each call goes to one of them at random. While the games
are played the keys are rotated: a new one is added, takes the first place, and the old one goes. Every answer must
follow from the one before, and every game must finish. A game follows from its own seed, but for the cards, which the
servers deal. Exit code 1 when a game did not finish.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import grpc
from pageone.v1 import action_pb2, rules_pb2, solo_service_pb2_grpc, state_pb2, view_pb2
from pageone.v1 import engine_service_pb2 as engine_pb
from pageone.v1 import solo_service_pb2 as pb
from pageone_engine import PRESETS
from pageone_service.convert import put_rules
from pageone_service.ticket_keys import line_of, new_secret

from tests.engine.play import random_rules

#: More calls than any game needs: a game that has not ended by then does not.
MOST_CALLS = 20_000
#: Seconds between two looks at a file of keys, and what a slow machine adds.
SETTLE_SECONDS = 3.0
CHUNK = 20
TIMEOUT = 60.0
Request = TypeVar("Request", pb.StartGameRequest, pb.ActRequest)
Answer = TypeVar("Answer", pb.StartGameResponse, pb.ActResponse)
_SERVE = (sys.executable, "-m", "pageone_service.cli", "serve", "--address", "127.0.0.1:0")
_QUIET = (*("--health-address", "", "--admin-address", ""), *("--log-level", "warning", "--drain-seconds", "0"))


@dataclass
class Report:
    """What a number of games has shown; times are those of calls as the client saw them, in seconds."""

    games: int = 0
    calls: int = 0
    switches: int = 0
    tickets: Counter[int] = field(default_factory=Counter)
    keys: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Take another report in."""
        self.games += other.games
        self.calls += other.calls
        self.switches += other.switches
        self.tickets += other.tickets
        self.keys += other.keys
        self.rules += other.rules
        self.seconds += other.seconds
        self.failures += other.failures


class Person:
    """One game, its calls going to a replica at random."""

    def __init__(self, stubs: Sequence[solo_service_pb2_grpc.SoloServiceStub], seed: int, report: Report) -> None:
        self.choice = random.Random(seed)
        self.stubs = stubs
        self.report = report
        self.ticket = b""
        self.at = -1

    def play(self) -> None:
        """From the deal to the end of the match."""
        request = new_game(self.choice)
        self.report.rules[request.rules.name] += 1
        view = self._took(self._stub().StartGame, request)
        commitment, version = view.seed_commitment, view.version
        for _ in range(MOST_CALLS):
            if view.phase == state_pb2.PHASE_MATCH_OVER:
                assert sha256(view.seed).digest() == commitment, "the seed is not the one committed to"
                return
            action = self._action(view)
            seen = self._took(self._stub().Act, pb.ActRequest(ticket=self.ticket, action=action))
            assert seen.match_id == view.match_id, "another match"
            assert seen.version >= version + (action is not None), "the game went back"
            assert action is not None or seen.version > version, "nobody can go on"
            view, version = seen, seen.version
        raise AssertionError(f"not over after {MOST_CALLS} calls")

    def _stub(self) -> solo_service_pb2_grpc.SoloServiceStub:
        at = self.choice.randrange(len(self.stubs))
        self.report.switches += self.at >= 0 and at != self.at
        self.at = at
        return self.stubs[at]

    def _took(self, method: grpc.UnaryUnaryMultiCallable[Request, Answer], request: Request) -> view_pb2.MatchView:
        began = time.perf_counter()
        answer = method(request, timeout=TIMEOUT)
        self.report.seconds.append(time.perf_counter() - began)
        self.report.calls += 1
        self.report.tickets[len(answer.ticket)] += 1
        self.report.keys[answer.ticket[1:5].hex()] += 1
        self.ticket = answer.ticket
        return answer.view

    def _action(self, view: view_pb2.MatchView) -> action_pb2.Action | None:
        if view.phase == state_pb2.PHASE_ROUND_OVER:
            return action_pb2.Action(start_round=action_pb2.StartRound())
        listed = list(view.legal.actions)
        turn = [action for action in listed if action.WhichOneof("kind") != "call_out"]
        action = self.choice.choice(turn) if turn else None
        if action is not None:
            action.version = view.version
        return action


def new_game(choice: random.Random) -> pb.StartGameRequest:
    """Half of the games by a preset's name alone, the rest a round of a preset, or of rules at random."""
    name = choice.choice(list(PRESETS))
    kind = choice.random()
    rules, seats = rules_pb2.Rules(name=name), choice.randint(2, 4)
    if kind < 0.9:
        put_rules(rules, PRESETS[name])
        rules.rounds = 1
    if kind < 0.2:
        drawn, seats = random_rules(choice)
        rules = rules_pb2.Rules()
        put_rules(rules, drawn)
    strengths = [engine_pb.STRENGTH_STAND_IN, engine_pb.STRENGTH_EASY, engine_pb.STRENGTH_NORMAL]
    bots = [choice.choice(strengths) for _ in range(choice.choice((1, seats - 1)))]
    return pb.StartGameRequest(rules=rules, seats=seats, seat=choice.randrange(seats), bots=bots)


def play_chunk(addresses: Sequence[str], seeds: range) -> Report:
    """Play the games of ``seeds``; one that fails ends alone."""
    report = Report()
    with ExitStack() as stack:
        channels = [stack.enter_context(grpc.insecure_channel(address)) for address in addresses]
        stubs = [solo_service_pb2_grpc.SoloServiceStub(channel) for channel in channels]
        for seed in seeds:
            try:
                Person(stubs, seed, report).play()
                report.games += 1
            except (grpc.RpcError, AssertionError) as error:
                report.failures.append(f"game {seed}: {type(error).__name__} {error}")
    return report


@contextmanager
def replicas(count: int, keys: Path) -> Iterator[list[str]]:
    """The addresses of ``count`` server processes with the same file of keys; ended afterwards."""
    processes: list[subprocess.Popen[str]] = []
    try:
        for _ in range(count):
            command = (*_SERVE, *_QUIET, "--ticket-keys-file", str(keys), "--rate-per-second", "0")
            processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        addresses = []
        for process in processes:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("Page One is ready on "), line
            addresses.append(line.split()[5])
        yield addresses
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            try:
                process.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


class Rotation:
    """A file of keys and its three steps from an old key to a new one, each taken once enough games are over."""

    def __init__(self, path: Path, games: int) -> None:
        self.path = path
        old, new = line_of(new_secret()), line_of(new_secret())
        self.ids = [old[:8], new[:8]]
        self._write(old)
        self._steps = [(games // 4, (old, new)), (games // 2, (new, old)), (games * 3 // 4, (new,))]
        self._taken = 0.0

    def step(self, games: int) -> None:
        """Take the next step when ``games`` are over and every replica must have seen the last one."""
        if self._steps and games >= self._steps[0][0] and time.monotonic() - self._taken > SETTLE_SECONDS:
            self._write(*self._steps.pop(0)[1])
            self._taken = time.monotonic()

    @property
    def done(self) -> bool:
        """Whether the old key is gone."""
        return not self._steps

    def _write(self, *lines: str) -> None:
        fresh = self.path.with_suffix(".new")
        fresh.write_text("\n".join(lines) + "\n")
        fresh.replace(self.path)


def run(games: int, first: int, jobs: int, chunk: int = CHUNK) -> tuple[Report, Rotation]:
    """Play ``games`` over two replicas, ``jobs`` at a time."""
    total = Report()
    with tempfile.TemporaryDirectory() as folder:
        rotation = Rotation(Path(folder) / "ticket-keys", games)
        # Spawned: whoever calls this may have used gRPC, and then a fork hangs.
        with replicas(2, rotation.path) as addresses, ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            seeds = range(first, first + games)
            waiting = [pool.submit(play_chunk, addresses, seeds[at : at + chunk]) for at in range(0, games, chunk)]
            for done in as_completed(waiting):
                total.add(done.result())
                rotation.step(total.games)
                print(f"\r{total.games} of {games} games, {len(total.failures)} failed", end="", file=sys.stderr)
        print(file=sys.stderr)
    return total, rotation


def told(report: Report, rotation: Rotation, seconds: float) -> str:
    """The report in words."""
    times = sorted(report.seconds)
    middle, late = (times[int(len(times) * share)] * 1e3 for share in (0.5, 0.99))
    old, new = (report.keys[each] for each in rotation.ids)
    return "\n".join(
        [
            f"games finished    {report.games}, failed {len(report.failures)}",
            f"calls             {report.calls} in {seconds:.0f} s ({report.calls / seconds:.0f}/s), "
            f"{report.switches} to another replica than the one before",
            f"a call            median {middle:.1f} ms, p99 {late:.1f} ms (as a Python client sees it)",
            f"tickets           {min(report.tickets)} to {max(report.tickets)} bytes",
            f"keys              {old} tickets sealed with the old one, {new} with the new one; "
            f"{'the old one is gone' if rotation.done else 'not rotated to the end'}",
            f"rules             {dict(report.rules.most_common())}",
            *report.failures[:20],
        ]
    )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.solo_soak", description=__doc__)
    parser.add_argument("-n", "--games", type=int, default=1000, help="how many games (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, help="games at a time, a process each (default: 2)")
    given = parser.parse_args()
    began = time.monotonic()
    report, rotation = run(given.games, given.seed, given.jobs)
    print(told(report, rotation, time.monotonic() - began))
    return bool(report.failures or report.games != given.games)


if __name__ == "__main__":
    sys.exit(main())
