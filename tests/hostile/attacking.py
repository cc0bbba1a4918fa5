"""Every attack in turn, on one server: what others see of it meanwhile, and what memory is left with it."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic, sleep

from tests.load.process import ServerProcess, own_server

from . import attacks
from .attacks import Attack
from .figures import Figure, Tell
from .probe import Probe, health_probe, service_probe

MIB = 1 << 20
#: Attacks and their full sizes.
SIZES: dict[str, tuple[Attack, int]] = {
    "truncated streams": (attacks.truncated_streams, 25),
    "header-only streams on one connection": (attacks.header_only_streams, 50),
    "header-only streams over several": (attacks.header_only_streams, 300),
    "streams that end without a message": (attacks.streams_without_messages, 100),
    "silent connections": (attacks.silent_connections, 300),
    "pings": (attacks.pings, 2000),
    "rapid resets": (attacks.rapid_resets, 2000),
    "gzip bombs (MiB unpacked, four at once)": (attacks.gzip_bombs, 512),
    "kB of headers": (attacks.large_headers, 100),
    "calls with two authorizations": (attacks.doubled_authorization, 25),
    "calls with two messages": (attacks.two_messages, 50),
    "connections that speak something else": (attacks.garbage, 100),
    "large answers that nobody reads": (attacks.unread_answers, 100),
}
#: Answers of the service that are waited for during each attack.
_ANSWERS = 50
#: What a caller beside an attack may have to wait at most, in milliseconds: as long as Kubernetes waits for a probe.
#: Attackers and those beside them share one process here, so that part of the time is theirs.
_SERVICE_MS, _HEALTH_MS = 1000, 1000


def measure(scale: float, tell: Tell, sizes: dict[str, tuple[Attack, int]] | None = None) -> list[Figure]:
    """Attack a server in every way, at ``scale`` of the full sizes."""
    figures: list[Figure] = []
    with ExitStack() as stack:
        server = stack.enter_context(own_server("--log-level=warning"))
        service = stack.enter_context(service_probe(server.address))
        health = stack.enter_context(health_probe(server.health_address))
        service.wait_for(_ANSWERS)
        # The first round makes what is made once; what the second one leaves behind grows with attacks.
        for again in (False, True):
            before = server.resident_bytes()
            for name, (attack, full) in (sizes or SIZES).items():
                size = max(1, round(full * scale))
                tell(f"{name}, {size:,}" + (", again" if again else ""))
                with attack(server.address, size):
                    figures += _meanwhile(f"{size:,} {name}", service, health) if not again else []
            with attacks.header_only_health(server.health_address, max(1, round(50 * scale))):
                tell("header-only streams at health")
                health.wait_for(_ANSWERS)
            after = _settled(server)
        failed = service.answers.failed + health.answers.failed
        figures += [
            Figure("calls of others that failed, in all", len(failed), "", 0),
            Figure("memory after a second round of all, more than before", (after - before) / MIB, "MiB", 8),
            Figure("memory at the end", after / MIB, "MiB"),
        ]
    return figures


def _meanwhile(name: str, service: Probe, health: Probe) -> list[Figure]:
    service.answers.seconds.clear()
    health.answers.seconds.clear()
    service.wait_for(_ANSWERS)
    health.wait_for(_ANSWERS)
    return [
        Figure(f"{name}: service, slowest", max(service.answers.seconds, default=0) * 1000, "ms", _SERVICE_MS),
        Figure(f"{name}: health, slowest", max(health.answers.seconds, default=0) * 1000, "ms", _HEALTH_MS),
    ]


def _settled(server: ServerProcess) -> int:
    """The memory when what attackers left has been given up."""
    lowest, until = server.resident_bytes(), monotonic() + 45
    while monotonic() < until:
        sleep(1)
        lowest = min(lowest, server.resident_bytes())
    return lowest
