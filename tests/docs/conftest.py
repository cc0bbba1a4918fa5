"""The site, built once for the tests of this folder."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests import needs

SECONDS = 120


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does; a warning ends the build."""
    out = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [needs.program("mkdocs"), "build", "--quiet", "--site-dir", str(out)],
        cwd=needs.ROOT,
        env={"PATH": "/usr/bin:/bin", "NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert built.stderr.strip() == ""
    return out
