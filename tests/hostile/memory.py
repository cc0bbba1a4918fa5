"""Memory over many calls: what a worker holds, and how much more it holds after each hundred thousand."""

from __future__ import annotations

from tests.load.bodies import body_of
from tests.load.h2load import counted
from tests.load.process import own_server

from .figures import Figure, Tell

MIB = 1 << 20
#: Calls between two looks at the memory.
_STEP = 25_000
#: Calls until everything that is made once has been made.
_WARM = 50_000
#: In turns, each about a position of its own.
_METHODS = ("ApplyAction", "GetView", "ListLegalActions", "CreateMatch", "SuggestAction")


def slope(points: list[tuple[float, float]]) -> float:
    """The rise of the line that fits points best, by least squares."""
    count = len(points)
    mean_x, mean_y = (sum(point[axis] for point in points) / count for axis in (0, 1))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def measure(calls: int, tell: Tell) -> list[Figure]:
    """Make ``calls`` calls of every kind in turns, and look at the memory in between."""
    bodies = [body_of(method, rules) for rules in ("american_page_one", "page_one") for method in _METHODS]
    points: list[tuple[float, float]] = []
    # Fewer suggestions may wait than the others: so many are never under way here that one is refused.
    with own_server("--max-slow-waiting=1000") as server:
        done = 0
        while done < calls + _WARM:
            counted(server, bodies[done // _STEP % len(bodies)], _STEP, clients=8, streams=4)
            done += _STEP
            held = server.resident_bytes() / MIB
            if done >= _WARM:
                points.append((done / 100_000, held))
            tell(f"{done:,} calls, {held:.1f} MiB")
    return [
        Figure("calls", done),
        Figure("memory at the first look", points[0][1], "MiB"),
        Figure("memory at the last look", points[-1][1], "MiB"),
        Figure("memory at most", max(held for _, held in points), "MiB", 80),
        Figure("more for each 100,000 calls", slope(points), "MiB", 1),
    ]
