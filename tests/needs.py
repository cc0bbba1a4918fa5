"""Programs that tests run, and what happens where one is missing.

A developer's test is skipped and says how to get the program; in CI, with ``PAGEONE_REQUIRE=all``, it fails.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final, NoReturn

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
#: Whether nothing may be skipped for want of a program or of rights.
REQUIRED: Final = os.environ.get("PAGEONE_REQUIRE") == "all"
_FOLDERS: Final = (
    *(ROOT / ".tools" / name for name in ("bin", "edge/bin", "ops/bin", "docs/bin")),
    *(Path("/usr/sbin"), Path("/sbin")),
)
_REMEDIES: Final = {
    **dict.fromkeys(("hadolint", "kubectl", "kubernetes-validate", "checkov"), "make ops-tools"),
    **dict.fromkeys(
        (
            *("openssl", "promtool", "prometheus", "h2load", "buildah", "runc", "umoci", "mmdebstrap"),
            *("redis-server", "chromium"),
        ),
        "make ops-debian",
    ),
    **dict.fromkeys(("grpcurl", "jq"), "make readme-tools"),
    "envoy": "make edge-tools",
    "mkdocs": "make docs",
}


def find(name: str) -> str | None:
    """The path of a program in this checkout's tools or on PATH; None where it is missing."""
    path = os.pathsep.join([*map(str, _FOLDERS), os.environ.get("PATH", "")])
    return shutil.which(name, path=path)


def program(name: str) -> str:
    """The path of a program that the calling test or fixture cannot do without."""
    found = find(name)
    if found is None:
        unmet(f"{name} is not installed: {_REMEDIES.get(name, 'install it')}")
    return found


def root() -> None:
    """Rights that the calling test cannot do without."""
    if os.geteuid() != 0:
        unmet("needs root")


def unmet(reason: str) -> NoReturn:
    """Skip the test, or fail it where everything is required."""
    if REQUIRED:
        pytest.fail(f"required here: {reason}", pytrace=False)
    pytest.skip(reason)
