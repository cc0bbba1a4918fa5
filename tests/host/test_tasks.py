"""Tasks that belong together end together, also those that a cancellation does not reach at once."""

from __future__ import annotations

import asyncio

import pytest
from pageone_host.tasks import end, first_of

from .support import run


def test_the_first_to_end_ends_the_others() -> None:
    """Its exception is what is raised, and nobody is left behind."""
    ended = []

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("forever")

    async def failing() -> None:
        await asyncio.sleep(0)
        raise KeyError("first")

    async def work() -> None:
        with pytest.raises(KeyError, match="first"):
            await first_of(forever(), failing(), forever())
        assert ended == ["forever", "forever"]

    run(work())


def test_a_task_that_loses_a_cancellation_is_cancelled_again() -> None:
    """As one does whose library swallows it together with a failed connection."""
    lost = []

    async def stubborn() -> None:
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                lost.append(1)
                if len(lost) > 2:
                    raise

    async def work() -> None:
        task = asyncio.create_task(stubborn())
        await asyncio.sleep(0)
        await end([task])
        assert task.cancelled()
        assert len(lost) == 3

    run(work())
