"""Each part of a step by itself, in microseconds: the median over positions of random play, every call timed alone."""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import TypeVar

from pageone.v1 import state_pb2, view_pb2
from pageone_engine import PRESETS, apply, legal_actions, validate_state, view
from pageone_engine.refusals import Fault
from pageone_service.convert.states import put_state, read_state
from pageone_service.convert.views import put_view

from .positions import Position, early_and_late, mean_hand, of_equal_hands, sample

Item = TypeVar("Item")

EARLY, LATE, WIDTH = 5, 500, 2


@contextmanager
def settled() -> Iterator[None]:
    """Keeps the collector off what is only kept to be measured; what a call itself leaves is collected as always."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def cost(call: Callable[[Item], object], items: Iterable[Item]) -> float:
    """Microseconds of one call, the median over the items."""
    now = perf_counter_ns
    times: list[int] = []
    for item in items:
        began = now()
        call(item)
        times.append(now() - began)
    return median(times) / 1000


def costs(calls: dict[str, Callable[[Position], object]], items: list[Position], passes: int) -> dict[str, float]:
    """Each call's cost, the median over passes that take the calls in turns."""
    seen: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(passes):
        for name, call in calls.items():
            seen[name].append(cost(call, items))
    return {name: median(found) for name, found in seen.items()}


@dataclass(frozen=True)
class Parts:
    """A preset's costs by name, in microseconds."""

    preset: str
    positions: int
    costs: dict[str, float]


@dataclass(frozen=True)
class Length:
    """What a step costs early and late in a round, microseconds, and the hands it was asked of."""

    preset: str
    rounds: int
    early: float
    late: float
    ratio: float
    early_hand: float
    late_hand: float
    alike: int
    alike_ratio: float


def step(position: Position) -> object:
    """List and make, as in the race of the engines."""
    legal_actions(position.state, position.state.turn)
    return apply(position.state, position.action)


def checked(faults: list[Fault]) -> None:
    """What was measured must have been a state that is accepted."""
    if faults:
        raise RuntimeError(f"a state of random play is refused: {faults[0]}")


def measure_parts(preset: str, count: int, passes: int) -> Parts:
    """`apply`, `legal_actions`, `view`, validation and conversion, each by itself."""
    items = sample(PRESETS[preset], count, Random(preset))
    messages: dict[int, state_pb2.MatchState] = {}
    for item in items:
        message = state_pb2.MatchState()
        put_state(message, item.state)
        messages[id(item)] = message

    def read(position: Position) -> object:
        faults: list[Fault] = []
        state = read_state(messages[id(position)], "state", faults)
        checked(faults)
        return state

    def write(position: Position) -> object:
        message = state_pb2.MatchState()
        put_state(message, position.state)
        return message

    def parse(position: Position) -> object:
        return state_pb2.MatchState.FromString(wires[id(position)])

    def write_view(position: Position) -> object:
        message = view_pb2.MatchView()
        put_view(message, view(position.state, position.state.turn), None)
        return message

    wires = {key: message.SerializeToString(deterministic=True) for key, message in messages.items()}
    calls: dict[str, Callable[[Position], object]] = {
        "apply": lambda position: apply(position.state, position.action),
        "legal": lambda position: legal_actions(position.state, position.state.turn),
        "view": lambda position: view(position.state, position.state.turn),
        "validate_state": lambda position: checked(validate_state(position.state)),
        "message to State, validated": read,
        "State to message": write,
        "view, and its message": write_view,
        "parse a state's bytes": parse,
        "serialize a state": lambda position: messages[id(position)].SerializeToString(deterministic=True),
        "nothing (the timer itself)": lambda position: None,
    }
    with settled():
        return Parts(preset, len(items), costs(calls, items, passes))


def measure_length(preset: str, rounds: int, passes: int) -> Length:
    """A step's cost around the 500th action of a round beside the one around the 5th, in turns."""
    early, late = early_and_late(PRESETS[preset], EARLY, LATE, WIDTH, rounds, Random(f"{preset} length"))
    young, old = of_equal_hands(early, late)
    if not old:
        raise RuntimeError("no hands of equal size early and late: play more rounds")
    pairs: list[tuple[float, float]] = []
    alike: list[tuple[float, float]] = []
    with settled():
        for _ in range(passes):
            pairs.append((cost(step, early), cost(step, late)))
            alike.append((cost(step, young), cost(step, old)))
    return Length(
        preset,
        rounds,
        median(pair[0] for pair in pairs),
        median(pair[1] for pair in pairs),
        median(pair[1] / pair[0] for pair in pairs),
        mean_hand(early),
        mean_hand(late),
        len(old),
        median(pair[1] / pair[0] for pair in alike),
    )
