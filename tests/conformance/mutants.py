"""Scenarios with one expectation altered: a runner that passes one of them does not look there.

``python -m tests.conformance.mutants -n 2000`` alters so many at random and lets every runner play them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.conformance.patterns import Json
from tests.conformance.runners import SCENARIOS, languages, run, serving

Path_ = tuple[str | int, ...]
#: Operators whose operand expects nothing.
_FREE: Final = ("$any", "$save")
_LANGUAGES: Final = {"ja": "en", "en": "ja"}


def leaves(expect: Json, path: Path_ = ()) -> Iterator[Path_]:
    """The paths of everything that an expectation expects; of a whole ``$length`` one."""
    if isinstance(expect, dict) and expect:
        for name, member in expect.items():
            if name == "$length":
                yield (*path, name)
            elif name == "$save_some":
                yield from leaves(member["match"], (*path, name, "match"))
            elif name not in _FREE:
                yield from leaves(member, (*path, name))
    elif isinstance(expect, list) and expect:
        for number, element in enumerate(expect):
            yield from leaves(element, (*path, number))
    else:
        yield path


def altered(value: Json, operator: str) -> Json:
    """Something that an answer which fits ``value`` does not fit."""
    if operator == "$length":
        return [value[1] + 1, value[1] + 1000]
    if operator == "$text":
        return _LANGUAGES[value]
    if operator == "$use":
        return "nothing"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    return [0] if isinstance(value, list) else 0


def mutants(count: int, seed: int) -> list[dict[str, Json]]:
    """So many scenarios, each with one thing altered that it expects; chosen evenly from all there is."""
    scenarios = json.loads(SCENARIOS.read_text(encoding="utf-8"))["scenarios"]
    places = [
        (number, step, path)
        for number, scenario in enumerate(scenarios)
        for step, each in enumerate(scenario["steps"])
        for path in leaves(each["expect"])
    ]
    chosen = random.Random(seed).sample(places, min(count, len(places)))
    return [_mutant(scenarios[number], step, path) for number, step, path in chosen]


def _mutant(scenario: dict[str, Any], step: int, path: Path_) -> dict[str, Json]:
    """The steps before are played as they are, those after it are left out."""
    steps = [*scenario["steps"][:step], deepcopy(scenario["steps"][step])]
    holder: Any = steps[step]
    for part in ("expect", *path)[:-1]:
        holder = holder[part]
    last: Any = ("expect", *path)[-1]
    holder[last] = altered(holder[last], str(last))
    place = ".".join(map(str, path))
    return {"name": f"{scenario['name']}, step {step}, {place}", "about": scenario["about"], "steps": steps}


def main(arguments: list[str]) -> int:
    """Play them all; 1 when one passed."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.mutants", description=__doc__)
    parser.add_argument("-n", type=int, default=500, help="how many; 0: all there can be")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", help="only this one")
    options = parser.parse_args(arguments)
    made = mutants(options.n or sys.maxsize, options.seed)
    survived = 0
    with TemporaryDirectory() as folder, serving() as server:
        file = Path(folder) / "mutants.json"
        file.write_text(json.dumps({"format": 1, "scenarios": made}, ensure_ascii=False), encoding="utf-8")
        for language in languages():
            if language.command and options.language in (None, language.name):
                done = run(language, (language.must or ("native",))[0], server, file)
                passed = [each.scenario for each in done.results if each.passed]
                survived += len(passed) + bool(done.fault)
                print(f"{language.name}: {len(done.failures)} of {len(made)} found; {done.fault}", *passed, sep="\n  ")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
