"""The image, built once for all test processes."""

from __future__ import annotations

import pytest

from .build import Image, build
from .container import clean_up


@pytest.fixture(scope="session")
def image() -> Image:
    """The image of this checkout, built with buildah; skips, or fails in CI, where that cannot be done."""
    made = build()
    clean_up()
    return made
