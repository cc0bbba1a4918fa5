"""The service's start: the one line on stdout when it is ready, and the errors when it cannot be."""

from __future__ import annotations

import re
from typing import Final

#: The line; its groups are the addresses of the services and, where there are such, of health and admin.
READY: Final = re.compile(
    r"^Page One is ready on (\S+)(?: \((?:health on ([^\s,)]+))?(?:, )?(?:metrics on http://(\S+)/metrics)?\))?$",
    re.MULTILINE,
)


class CannotStartError(Exception):
    """The server cannot run here; the text says why, and what helps."""


class CannotListenError(CannotStartError):
    """A port cannot be bound; the text names flag, address, reason and remedy."""


def say_ready(address: str, health_address: str, admin_address: str) -> None:
    """Say that calls are answered, and where; an address that is empty is left out."""
    others = []
    if health_address:
        others.append(f"health on {health_address}")
    if admin_address:
        others.append(f"metrics on http://{admin_address}/metrics")
    more = f" ({', '.join(others)})" if others else ""
    print(f"Page One is ready on {address}{more}", flush=True)  # noqa: T201 - it is the answer
