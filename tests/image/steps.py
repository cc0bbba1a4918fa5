"""Programs run to their end with a limit, and folders that only one process at a time works in."""

from __future__ import annotations

import fcntl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

#: The programs run so far, each with its seconds: where the time of a build went.
taken: list[tuple[str, float]] = []


class StepError(Exception):
    """A program failed or took too long; the text has the end of what it said."""


def run(command: Sequence[str | Path], seconds: float, cwd: Path | None = None) -> str:
    """What a program prints; ends it and all its children after ``seconds``."""
    words = [str(word) for word in command]
    start = time.monotonic()
    with subprocess.Popen(
        words,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            # The program may hold mounts: it gets a chance to take them back.
            process.terminate()
            try:
                out, err = process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
            raise StepError(f"{words[0]} took more than {seconds:g} s:\n{_end(out + err)}") from None
        except BaseException:
            # Interrupted: in a session of its own the program has not heard of it.
            process.terminate()
            raise
    taken.append((_name(words), time.monotonic() - start))
    if process.returncode:
        raise StepError(f"{' '.join(words)} ended with {process.returncode}:\n{_end(out + err)}")
    return out


def _name(words: Sequence[str]) -> str:
    """The program, and the subcommand of one that has such."""
    verbs = [word for word in words[1:] if word in ("from", "add", "config", "commit", "build", "push", "rm", "unpack")]
    return " ".join([Path(words[0]).name, *verbs[:1]])


def _end(text: str) -> str:
    return "\n".join(text.splitlines()[-30:])


def unmount(folder: Path) -> None:
    """Take away whatever is mounted in the folder, so that removing it removes nothing that lives elsewhere."""
    for line in reversed(Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()):
        where = line.split()[1]
        if Path(where).is_relative_to(folder):
            run(["umount", "--lazy", where], 30)


@contextmanager
def alone(folder: Path, seconds: float) -> Iterator[None]:
    """Hold a lock on the folder, which is made; test processes that want the same build wait for the first."""
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + seconds
    with (folder / "lock").open("w") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > end:
                    raise StepError(f"another process has held {folder} for {seconds:g} s") from None
                time.sleep(0.2)
        yield
