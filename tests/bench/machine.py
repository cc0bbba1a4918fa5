"""Where a run was taken: figures without their machine say nothing."""

import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from os import getloadavg, sched_getaffinity
from pathlib import Path

PACKAGES = ("open_spiel", "rlcard", "numpy", "protobuf", "grpcio")


@dataclass(frozen=True)
class Machine:
    """The machine, its Python and libraries, and when and how the run was made."""

    processor: str
    cores: int
    load: float
    system: str
    python: str
    packages: dict[str, str]
    date: str
    command: str

    def lines(self) -> list[str]:
        """One fact a line."""
        packages = ", ".join(f"{name} {number}" for name, number in self.packages.items())
        return [
            f"Processor: {self.processor}, {self.cores} cores to run on; load average at the start {self.load:.1f}",
            f"System: {self.system}",
            f"Python: {self.python}",
            f"Libraries: {packages}",
            f"Date: {self.date}",
            f"Command: `{self.command}`",
        ]


def processor() -> str:
    """The processor's model as the kernel names it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def installed(name: str) -> str:
    """A package's version, or that it is missing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def this_machine(command: str) -> Machine:
    """The machine that this runs on, now."""
    return Machine(
        processor(),
        len(sched_getaffinity(0)),
        getloadavg()[0],
        f"{platform.system()} {platform.release()} {platform.machine()}",
        f"{platform.python_implementation()} {platform.python_version()}",
        {name: installed(name) for name in PACKAGES},
        datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        command,
    )
