"""The image, built once for all test processes."""

from __future__ import annotations

import pytest

from .build import Image, build


@pytest.fixture(scope="session")
def image() -> Image:
    """The image of this checkout, built with buildah; skips, or fails in CI, where that cannot be done."""
    return build()
