"""Files that an operator replaces while the server runs: what they hold is taken over once it is good.

Certificates, token keys and API keys are read at the start, when they must be good, and looked at
again every second that somebody asks (by size, time and inode: Kubernetes swaps a symbolic link
under a whole directory). Files that are garbage, half-written or do not belong together change
nothing: what was good last stays, and the log says so once. What a file holds is never told.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from threading import Lock
from time import monotonic, time
from typing import Final, Generic, TypeVar

from .logs import Log

Made = TypeVar("Made")
#: More than any certificate, key set or list of keys has.
_MAX_BYTES: Final = 1 << 20
#: Seconds between two looks at the files, however many ask.
LOOK_SECONDS: Final = 1.0
#: A file this young may have been changed again without a new time or size: it is read again.
_SETTLED_SECONDS: Final = 2.0


#: What somebody gave who took the setting for the secret itself, which must not be told: lines, PEM, JSON, a long
#: random text.
_SECRET: Final = re.compile(r"[\r\n{]|-----|(?<![/\w.-])[\w.-]*[\w-]{40}")


class BadFileError(ValueError):
    """What is wrong with the file at place ``which`` of those that belong together; nothing of what it holds."""

    def __init__(self, sentence: str, which: int = 0) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.which = which


class WatchedFiles(Generic[Made]):
    """What ``make`` makes of the contents of ``files``, made anew when they change.

    ``files`` are paths by the flag that named them. ``make`` raises `BadFileError`, and so does the first
    reading, with flag and path. Threads may share it.
    """

    def __init__(self, files: Mapping[str, str], make: Callable[[Sequence[bytes]], Made], log: Log) -> None:
        self._files = dict(files)
        self._make = make
        self._log = log
        self._lock = Lock()
        self._seen = self._signature()
        contents = self._contents()
        self._digest = _digest(contents)
        self._value = self._made(contents)
        #: Why the files cannot be used now, and by what they hold; empty while they are good.
        self._trouble = ""
        self._tell_refused: Callable[[bool], object] = bool
        self._settled = False
        self._next_look = monotonic() + LOOK_SECONDS

    def get(self) -> Made:
        """What the files hold, or held when they were good last. Never raises, rarely reads."""
        if monotonic() >= self._next_look and self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._lock.release()
        return self._value

    def reload(self) -> None:
        """Read the files now, whatever they look like from outside; `BadFileError` when they cannot be used."""
        with self._lock:
            self._take(force=True)

    @property
    def name(self) -> str:
        """The flags of the files."""
        return ", ".join(self._files)

    def tell_refused(self, tell: Callable[[bool], object]) -> None:
        """Have ``tell`` called now, and whenever it changes whether the files cannot be used as they are."""
        self._tell_refused = tell
        tell(bool(self._trouble))

    def _look(self) -> None:
        self._next_look = monotonic() + LOOK_SECONDS
        trouble = self._trouble
        try:
            changed = self._take(force=False)
        except BadFileError as error:
            if self._trouble != trouble:
                self._tell("error", "reload_failed", error=error.sentence, hint="what was good before stays in use")
        else:
            if changed or trouble != self._trouble:
                self._tell("info", "reloaded")

    def _take(self, *, force: bool) -> bool:
        """Take over what is new, and say whether anything is; remembers why not."""
        # Before reading: what is written meanwhile shows at the next look.
        seen = self._signature()
        if not force and self._settled and seen == self._seen:
            return False
        self._seen = seen
        self._settled = all(each is not None and time() - each[2] / 1e9 > _SETTLED_SECONDS for each in seen)
        digest = b""
        try:
            contents = self._contents()
            digest = _digest(contents)
            if digest != self._digest:
                self._value = self._made(contents)
        except BadFileError as error:
            self._note(error.sentence + digest.hex())
            raise
        changed = digest != self._digest
        self._digest = digest
        self._note("")
        return changed

    def _note(self, trouble: str) -> None:
        changed = bool(trouble) != bool(self._trouble)
        self._trouble = trouble
        if changed:
            with suppress(Exception):
                self._tell_refused(bool(trouble))

    def _signature(self) -> list[tuple[int, ...] | None]:
        return [_stat_of(path) for path in self._files.values()]

    def _contents(self) -> list[bytes]:
        found = []
        for which, path in enumerate(self._files.values()):
            try:
                found.append(_read(path))
            except BadFileError as error:
                raise self._named(which, error.sentence) from None
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) else "is no path"
                raise self._named(which, f"cannot be read ({reason}); name a file that this process may read") from None
        return found

    def _made(self, contents: Sequence[bytes]) -> Made:
        try:
            return self._make(contents)
        except BadFileError as error:
            raise self._named(error.which, error.sentence) from None
        except Exception as error:
            # What a parser raises of itself may quote the file.
            raise self._named(
                0, f"cannot be understood ({type(error).__name__}); put a whole one in its place"
            ) from None

    def _named(self, which: int, sentence: str) -> BadFileError:
        flag, path = list(self._files.items())[which]
        if _SECRET.search(path):
            return BadFileError(f"{flag}: expects the path of a file, and not what it holds", which)
        return BadFileError(f"{flag}={path}: {sentence}", which)

    def _tell(self, level: str, event: str, **facts: object) -> None:
        # A log that cannot be written fails no call and no handshake.
        with suppress(Exception):
            getattr(self._log, level)(event, what=self.name, **facts)


def _stat_of(path: str) -> tuple[int, int, int, int] | None:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino, max(found.st_mtime_ns, found.st_ctime_ns), found.st_size


def _read(path: str) -> bytes:
    # Not waiting for a pipe that nobody writes to.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise BadFileError("is not a file; name a regular one")
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise BadFileError(f"is larger than {_MAX_BYTES} bytes; name the file of certificates or keys itself")
    return content


def _digest(contents: Sequence[bytes]) -> bytes:
    return b"".join(sha256(content).digest() for content in contents)
