"""A container of the image, run by runc as a cluster would: read-only root, no rights, a network of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from pageone_service.startup import READY

from tests import needs
from tests.needs import ROOT

from .build import Image
from .steps import StepError, run, unmount

#: Nobody is authenticated, and no ticket is sealed: what `docker run` with these two shows on a first day.
TRIAL: Final = {"PAGEONE_INSECURE": "true", "PAGEONE_SOLO": "false", "PAGEONE_DRAIN_SECONDS": "0.2"}
#: A first start on two cores with a suite beside it.
_START_SECONDS: Final = 60.0
_PROCESS_SECONDS: Final = 60.0
#: Folders of containers; the number of the process that they belong to follows.
_PREFIX: Final = "pageone-image-"


class Container:
    """A container that runs; `stop` ends it and tells how."""

    def __init__(self, runc: tuple[str, ...], name: str, process: subprocess.Popen[bytes], folder: Path) -> None:
        self._runc = runc
        self._name = name
        self._process = process
        self._folder = folder

    @property
    def out(self) -> str:
        """What its process printed."""
        return (self._folder / "out").read_text(encoding="utf-8", errors="replace")

    @property
    def err(self) -> str:
        """What its process logged."""
        return (self._folder / "err").read_text(encoding="utf-8", errors="replace")

    @property
    def pid(self) -> int:
        """Its first process, as this machine counts."""
        return int(json.loads(run([*self._runc, "state", self._name], 30))["pid"])

    def wait_until_ready(self) -> None:
        """Until the server said so; raises `StepError` when it ended or the time is up."""
        end = time.monotonic() + _START_SECONDS
        while not READY.search(self.out):
            if self._process.poll() is not None or time.monotonic() > end:
                raise StepError(f"not ready, status {self._process.poll()}:\n{self.out}\n{self.err}")
            time.sleep(0.05)

    def execute(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a program inside, with the rights that its own process has."""
        return subprocess.run(
            [*self._runc, "exec", self._name, *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_PROCESS_SECONDS,
            check=False,
        )

    def call(self, what: str, *arguments: str) -> Any:  # noqa: ANN401 - JSON
        """What `tests.image.caller` says, run in the container's network with this checkout's client."""
        network = f"--net=/proc/{self.pid}/ns/net"
        command = [needs.program("nsenter"), network, sys.executable, "-m", "tests.image.caller", what, *arguments]
        return json.loads(run(command, _PROCESS_SECONDS, cwd=ROOT))

    def signal(self, name: str) -> None:
        """Send a signal to its first process."""
        run([*self._runc, "kill", self._name, name], 30)

    def wait(self, seconds: float) -> int:
        """Its exit status; raises when it has not ended by then."""
        return self._process.wait(seconds)


@contextmanager
def container(
    image: Image,
    *arguments: str,
    variables: Mapping[str, str] | None = None,
    mounts: Sequence[Mapping[str, Any]] = (),
    command: Sequence[str] = (),
    root: Path | None = None,
) -> Iterator[Container]:
    """A container that has been started; ended and taken away afterwards, whatever happens.

    ``arguments`` take the place of the image's command, ``command`` also of its entry point; ``variables`` are added
    to the image's. ``root``: a copy of the root file system that may be written to.
    """
    runc_program = needs.program("runc")
    with tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-") as name:
        folder = Path(name)
        spec = _spec(image, arguments, variables or {}, mounts, command, root)
        (folder / "config.json").write_text(json.dumps(spec), encoding="utf-8")
        runc = (runc_program, "--root", str(folder / "state"))
        identifier = f"pageone-test-{uuid.uuid4().hex[:12]}"
        with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
            process = subprocess.Popen(
                [*runc, "run", "--bundle", name, identifier], stdin=subprocess.DEVNULL, stdout=out, stderr=err
            )
        try:
            yield Container(runc, identifier, process, folder)
        finally:
            subprocess.run(
                [*runc, "delete", "--force", identifier], capture_output=True, timeout=_PROCESS_SECONDS, check=False
            )
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)


def clean_up() -> None:
    """End the containers of test processes that were killed before they could do it, and remove their folders."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if not owner.isdigit() or Path("/proc", owner).exists():
            continue
        state = folder / "state"
        for each in state.iterdir() if state.exists() else ():
            run([needs.program("runc"), "--root", state, "delete", "--force", each.name], _PROCESS_SECONDS)
        unmount(folder)
        shutil.rmtree(folder, ignore_errors=True)


def tmpfs(path: str) -> dict[str, Any]:
    """A small file system in memory, as `docker run --tmpfs` gives."""
    options = ["nosuid", "nodev", "noexec", "mode=1777", "size=16m"]
    return {"destination": path, "type": "tmpfs", "source": "tmpfs", "options": options}


def read_only(source: Path, path: str) -> dict[str, Any]:
    """A file or folder of this machine, to be read at ``path``."""
    return {"destination": path, "type": "bind", "source": str(source), "options": ["rbind", "ro", "nosuid", "nodev"]}


def _spec(
    image: Image,
    arguments: Sequence[str],
    variables: Mapping[str, str],
    mounts: Sequence[Mapping[str, Any]],
    command: Sequence[str],
    root: Path | None,
) -> dict[str, Any]:
    """umoci's configuration, made from the image's, with nothing granted."""
    spec = deepcopy(image.runtime)
    process = spec["process"]
    process["terminal"] = False
    process["noNewPrivileges"] = True
    process["capabilities"] = {name: [] for name in ("bounding", "effective", "inheritable", "permitted", "ambient")}
    if command:
        process["args"] = list(command)
    elif arguments:
        process["args"] = [*image.config["Entrypoint"], *arguments]
    process["env"] += [f"{name}={value}" for name, value in variables.items()]
    spec["root"] = {"path": str(root or image.root), "readonly": root is None}
    # No folder that can be written to but those asked for.
    spec["mounts"] = [each for each in spec["mounts"] if each["destination"] not in ("/dev/shm", "/dev/mqueue")]
    spec["mounts"] += mounts
    return spec
