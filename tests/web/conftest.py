"""One Chromium and one stack for each process of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

# Their assertions tell what they compared, as those of tests do.
pytest.register_assert_rewrite("tests.web.table", "tests.web.privacy", "tests.service.test_hidden")

from tests.web import privacy  # noqa: E402
from tests.web.chromium import Chromium, chromium  # noqa: E402
from tests.web.stack import Stack, stack  # noqa: E402


@pytest.fixture(scope="session")
def browser() -> Iterator[Chromium]:
    """A real Chromium."""
    with chromium() as one:
        yield one


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Service, Envoy and page, as `make run` starts them."""
    with stack(tmp_path_factory.mktemp("web")) as one:
        yield one


@pytest.fixture(autouse=True)
def counted(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test with a browser has looked at, for the summary (tests/conftest.py)."""
    if "browser" not in request.fixturenames:
        yield
        return
    one: Chromium = request.getfixturevalue("browser")
    looks, answers = one.looks, privacy.checked_answers
    yield
    found = {"chromium": one.version, "axe": one.looks - looks, "answers": privacy.checked_answers - answers}
    request.node.user_properties += found.items()
