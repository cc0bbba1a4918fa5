"""Write what the page's folding is tested with: ``python -m tests.web.record_folds`` (``--check``: is it current?).

Matches played at random with every kind of house rule, seen by seat 0: the view that a stretch begins with, and then
for each action its events and the view after it. The same checkout always writes the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pageone.v1 import event_pb2, solo_service_pb2, view_pb2
from pageone_engine import PRESETS, apply, create_match, view
from pageone_engine.events import Event
from pageone_engine.refusals import RefusedError
from pageone_engine.rules import Rules
from pageone_engine.state import State
from pageone_engine.terms import Phase
from pageone_engine.view import redact
from pageone_service.convert import put_events, put_view

from tests.engine.play import listed_action, random_rules, rearranged

FILE: Final = Path(__file__).resolve().parents[2] / "clients" / "web" / "test" / "data" / "folds.json"
SEAT: Final = 0
#: Actions of one match, and matches with random rules until every kind of event has been seen.
_LONGEST: Final = 120
_MOST: Final = 60


def record() -> str:
    """The file's text."""
    seen: set[str] = set()
    matches = [_match(name, rules, 4, seed, seen) for seed, (name, rules) in enumerate(PRESETS.items())]
    wanted = {field.name for field in event_pb2.Event.DESCRIPTOR.fields}
    for seed in range(100, 100 + _MOST):
        rules, seats = random_rules(random.Random(seed))
        before = len(seen)
        played = _match(f"random {seed}", rules, seats, seed, seen)
        if len(seen) > before or len(matches) < len(PRESETS) + 8:
            matches.append(played)
        if wanted <= seen and len(matches) >= len(PRESETS) + 8:
            break
    if missing := wanted - seen:
        raise SystemExit(f"no match had {sorted(missing)}")
    return json.dumps({"matches": matches}, indent=1) + "\n"


def _match(name: str, rules: Rules, seats: int, seed: int, seen: set[str]) -> dict[str, Any]:
    return {"name": name, "stretches": list(_stretches(rules, seats, seed, seen))}


def _stretches(rules: Rules, seats: int, seed: int, seen: set[str]) -> Iterator[dict[str, Any]]:
    """A stretch ends where the hands are dealt anew by hand, so that something rare can happen."""
    rng = random.Random(seed)
    state, events = create_match(rules, seats, bytes([seed]) * 32)
    stretch: dict[str, Any] = {"start": None, "steps": [_step(events, state, seen)]}
    for _ in range(_LONGEST):
        if state.phase == Phase.MATCH_OVER:
            break
        other = rearranged(state, rng) if rng.random() < 0.05 else None
        if other is not None:
            yield stretch
            state = other
            stretch = {"start": _encoded(solo_service_pb2.ActResponse(view=_view(state))), "steps": []}
        action = listed_action(state, rng)
        if action is None:
            continue
        try:
            state, events = apply(state, action)
        except RefusedError:
            continue
        stretch["steps"].append(_step(events, state, seen))
    yield stretch


def _step(events: list[Event], state: State, seen: set[str]) -> str:
    told = [redact(event, SEAT) for event in events]
    response = solo_service_pb2.ActResponse(view=_view(state))
    put_events(response.events, told)
    seen.update(str(event.WhichOneof("kind")) for event in response.events)
    return _encoded(response)


def _view(state: State) -> view_pb2.MatchView:
    message = view_pb2.MatchView()
    put_view(message, view(state, SEAT), None)
    return message


def _encoded(response: solo_service_pb2.ActResponse) -> str:
    return base64.b64encode(response.SerializeToString(deterministic=True)).decode("ascii")


def main() -> None:
    """Write, or compare."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--check", action="store_true", help="write nothing; fail when the file would change")
    text = record()
    if not arguments.parse_args().check:
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(text, encoding="utf-8")
    elif not FILE.is_file() or FILE.read_text(encoding="utf-8") != text:
        sys.exit(f"{FILE.name} is old: python -m tests.web.record_folds")


if __name__ == "__main__":
    main()
