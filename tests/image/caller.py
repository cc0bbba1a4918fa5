"""What is asked of a container from its own network, by the client of this checkout; answers in JSON on stdout.

``play [TOKEN]``: create a match and apply suggested actions until the round has ended. ``health``: the status of each
service. ``page PATH``: an HTTP page of the admin port.
"""

from __future__ import annotations

import json
import sys
import urllib.request
from collections.abc import Callable
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from pageone import Client, due

ADDRESS: Final = "127.0.0.1:50051"
HEALTH_ADDRESS: Final = "127.0.0.1:50052"
ADMIN: Final = "http://127.0.0.1:9464"
SERVICES: Final = ("pageone.v1.EngineService", "pageone.v1.RulesService")
_SECONDS: Final = 20


class _Bearer(grpc.UnaryUnaryClientInterceptor):
    """Adds the token to each call."""

    def __init__(self, token: str) -> None:
        self._header = ("authorization", f"Bearer {token}")

    def intercept_unary_unary(self, proceed: Any, details: Any, request: Any) -> Any:  # noqa: ANN401
        """One call."""
        metadata = [*(details.metadata or ()), self._header]
        return proceed(details._replace(metadata=metadata), request)


def play(token: str = "") -> dict[str, Any]:
    """A round between bots."""
    actions = 0
    with grpc.insecure_channel(ADDRESS) as plain:
        channel = grpc.intercept_channel(plain, _Bearer(token)) if token else plain
        client = Client(channel=channel)
        state = client.create_match("american_page_one", seats=3).state
        while (seat := due(client.view(state, "spectator"))) is not None:
            action = client.suggest(client.view(state, seat), "easy")
            assert action is not None, "a seat to act can always do something"
            state = client.apply(state, action).state
            actions += 1
    return {"actions": actions, "scores": [seat.score for seat in state.seats]}


def health() -> dict[str, str]:
    """The status of the whole, of each service, and of the process."""
    found = {}
    with grpc.insecure_channel(HEALTH_ADDRESS) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        for name in ("", *SERVICES, "liveness"):
            answer = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=_SECONDS)
            found[name] = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
    return found


def page(path: str) -> str:
    """The text of a page."""
    with urllib.request.urlopen(ADMIN + path, timeout=_SECONDS) as answer:
        return str(answer.read().decode())


_ASKED: Final[dict[str, Callable[..., Any]]] = {"play": play, "health": health, "page": page}

if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    print(json.dumps(_ASKED[what](*rest)))
