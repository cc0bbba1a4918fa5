"""One server for all tests that leave it as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.support import Running, running


@pytest.fixture(scope="session")
def service() -> Iterator[Running]:
    with running() as one:
        yield one
