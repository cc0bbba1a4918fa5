"""A server for a module's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .serving import Served, served


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """One server for all tests of a module: it keeps nothing between calls."""
    with served() as one:
        yield one
