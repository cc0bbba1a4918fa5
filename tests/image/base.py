"""What stands in for the official Python image, which no registry gives us here: Debian's own Python of that version.

It is the same Debian release with the same minor version of Python, in the same places (standin.sh moves it),
bootstrapped from Debian's packages. What it cannot show is what the official build itself brings.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path
from typing import Final

from tests.needs import ROOT

from .steps import run

DOCKERFILE: Final = ROOT / "Dockerfile"
HOOK: Final = Path(__file__).with_name("standin.sh")
PACKAGES: Final = ("ca-certificates", "python3", "python3-pip-whl")
#: As in the official image: no manuals, no translations.
_LEFT_OUT: Final = ("/usr/share/man/*", "/usr/share/locale/*", "/usr/share/doc/*")
_SECONDS: Final = 420


def image_name() -> str:
    """The base that the Dockerfile names."""
    found = re.search(r"^ARG PYTHON_IMAGE=(\S+)$", DOCKERFILE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found, "the Dockerfile names its base in one ARG"
    return found[1]


def release() -> tuple[str, str]:
    """Python's minor version and Debian's release, as the base's tag has them."""
    found = re.fullmatch(r"\S+/python:(\d+\.\d+)-slim-([a-z]+)", image_name())
    assert found, image_name()
    return found[1], found[2]


def make(folder: Path, mmdebstrap: str) -> Path:
    """The base as a tar file in ``folder``; kept there until anything that it is made from changes."""
    inputs = (*release(), *PACKAGES, HOOK.read_text(encoding="utf-8"))
    digest = hashlib.sha256("\n".join(inputs).encode()).hexdigest()[:16]
    target = folder / f"base-{digest}.tar"
    if target.exists():
        return target
    for old in folder.glob("base-*.tar*"):
        old.unlink()
    python, debian = release()
    partial = target.with_suffix(".tar.part")
    run(
        [
            *(mmdebstrap, "--quiet", "--variant=minbase", "--format=tar"),
            f"--include={','.join(PACKAGES)}",
            '--aptopt=Acquire::Languages "none"',
            '--aptopt=Acquire::Retries "3"',
            *(f"--dpkgopt=path-exclude={each}" for each in _LEFT_OUT),
            f"--customize-hook={HOOK}",
            *(debian, str(partial), *_mirror()),
        ],
        _SECONDS,
    )
    listing = run(["tar", "-tf", partial], 60)
    assert f"./usr/local/lib/python{python}/os.py" in listing, f"Debian {debian} has another Python than {python}"
    return partial.rename(target)


def _mirror() -> list[str]:
    """Where this machine's own packages of Debian come from; nothing: mmdebstrap's own choice."""
    form = "$(ORIGIN) $(LABEL) $(REPO_URI)"
    done = subprocess.run(
        ["apt-get", "indextargets", "--format", form], capture_output=True, text=True, timeout=60, check=False
    )
    mirrors = [line.split()[2] for line in done.stdout.splitlines() if line.startswith("Debian Debian ")]
    return mirrors[:1]
