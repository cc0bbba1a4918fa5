"""The engine compiled by mypyc, unchanged, in a directory of its own: what it gains.

The compiled engine runs in a process of its own, since two engines of one name cannot live in one; only one process
plays at a time. `python -m tests.bench.compiled` is that process: it reads lines "key seconds" and answers each with
"steps seconds chance".
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pageone_engine

from .contestants import OURS, Play, Runner

ROOT = Path(__file__).parents[2]


#: Left as they are: mypyc takes an annotated class variable of a dataclass for a field, and these have a `kind`.
PLAIN = ("actions.py", "events.py")


class CompileError(Exception):
    """mypyc refused the engine, or what it made cannot be used; its words."""


def compile_engine(into: Path) -> None:
    """Copy the engine's source into a directory and compile its modules there, all but those of `PLAIN`."""
    source = Path(pageone_engine.__file__).parent
    shutil.copytree(source, into / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    modules = sorted(
        str(path.relative_to(into)) for path in (into / source.name).rglob("*.py") if path.name not in PLAIN
    )
    _run(into, "mypyc", *modules)
    _run(into, "tests.bench.compiled")  # asked nothing: it imports the engine and ends


def _run(into: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=into,
        env=_environment(into) | {"MYPYC_OPT_LEVEL": "2"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CompileError((done.stdout + done.stderr)[-4000:])


def _environment(into: Path) -> dict[str, str]:
    """One in which the engine imported is the one in that directory."""
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(into), str(ROOT)))}


@contextmanager
def compiled_runners() -> Iterator[dict[str, Runner]]:
    """Runners of the compiled engine, by contestant key."""
    with TemporaryDirectory(prefix="pageone-mypyc-") as name:
        into = Path(name)
        compile_engine(into)
        with subprocess.Popen(
            [sys.executable, "-m", "tests.bench.compiled"],
            env=_environment(into),
            cwd=into,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            try:
                yield {contestant.key: _remote(child, contestant.key) for contestant in OURS}
            finally:
                assert child.stdin is not None
                child.stdin.close()


def _remote(child: "subprocess.Popen[str]", key: str) -> Runner:
    def play(seconds: float) -> Play:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(f"{key} {seconds}\n")
        child.stdin.flush()
        answer = child.stdout.readline().split()
        if len(answer) != 3:
            raise RuntimeError("the compiled engine's process ended before it answered; its words are above")
        return Play(int(answer[0]), float(answer[1]), int(answer[2]))

    return play


def answer_requests() -> None:
    """Play what the parent asks for, until it closes the pipe."""
    compiled = sys.modules["pageone_engine.engine"].__file__ or ""
    if compiled.endswith(".py"):
        raise SystemExit("the engine imported here is the plain one: nothing to measure")
    runners = {contestant.key: contestant.start() for contestant in OURS}
    for line in sys.stdin:
        key, seconds = line.split()
        play = runners[key](float(seconds))
        print(play.steps, play.seconds, play.chance, flush=True)


if __name__ == "__main__":
    answer_requests()
