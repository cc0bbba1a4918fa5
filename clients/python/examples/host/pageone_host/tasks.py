"""Tasks that belong together: when one ends, the others are ended, for certain."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

_AGAIN_SECONDS: Final = 0.5


async def first_of(*works: Coroutine[Any, Any, None]) -> None:
    """Run coroutines until the first of them ends; the others are cancelled, and its exception is raised."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await end(tasks)


async def end(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait until they have ended, whatever they end with.

    More than once where it must be: a cancellation that meets a connection's failure can be lost on its way through
    the libraries below, and the task would go on for ever.
    """
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_AGAIN_SECONDS)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # looked at, so that nobody complains that nobody did
