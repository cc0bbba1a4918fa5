"""EngineService as the host asks it; what it answers with errors is translated here and nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal

from pageone import (
    Action,
    AsyncClient,
    InvalidArgumentError,
    PageOneError,
    RefusedError,
    Rules,
    Tls,
)
from pageone.v1 import engine_service_pb2, rules_service_pb2, state_pb2, view_pb2

from .errors import Code, HostError

Language = Literal["en", "ja"]
_log = logging.getLogger(__name__)
#: Fields of requests that come from players.
_CALLERS_OWN: Final = ("action", "rules", "seats")
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja")


class RefusalError(Exception):
    """The rules do not allow the action; ``message`` says why in the player's language."""

    def __init__(self, refusal: str, message: str) -> None:
        super().__init__(message)
        self.refusal = refusal
        self.message = message


class Engine:
    """Calls one Page One service (or the load balancer before many); used with ``async with``."""

    def __init__(self, address: str, *, token: str | None = None, tls: Tls | bool = False) -> None:
        # The language belongs to a client, and refusals are for players who speak either.
        self._clients = {
            language: AsyncClient(address, language=language, token=token, tls=tls) for language in LANGUAGES
        }
        self._client = self._clients["en"]

    async def __aenter__(self) -> Engine:
        return self

    async def __aexit__(self, *_: object) -> None:
        for client in self._clients.values():
            await client.close()

    async def describe(self, rules: Rules, seats: int, language: Language) -> rules_service_pb2.DescribeRulesResponse:
        """Rules in words, completed, or their faults."""
        with _translated():
            return await self._clients[language].describe_rules(rules, seats)

    async def deal(
        self, rules: Rules, seats: int, *, seed: bytes, entropy: Sequence[bytes], match_id: str
    ) -> engine_service_pb2.CreateMatchResponse:
        """The match's beginning, with an update for each seat and the spectator. The same arguments give the same."""
        with _translated():
            return await self._client.create_match(
                rules, seats, seed=seed, entropy=entropy, match_id=match_id, viewers=viewers(seats)
            )

    async def apply(
        self, state: state_pb2.MatchState, action: Action, language: Language = "en"
    ) -> engine_service_pb2.ApplyActionResponse:
        """The state after ``action``, with an update for each seat and the spectator; or `RefusalError`."""
        with _translated():
            return await self._clients[language].apply(state, action, viewers=viewers(len(state.seats)))

    async def stand_in(self, view: view_pb2.MatchView) -> Action | None:
        """What is done for a seat whose time is up."""
        with _translated():
            return await self._client.suggest(view, "stand_in")

    async def check(self) -> None:
        """`HostError` UNAVAILABLE when the service does not answer."""
        with _translated():
            await self._client.rule_sets()


def viewers(seats: int) -> list[int | Literal["spectator"]]:
    """For whom updates are prepared, in the order in which they are kept: seats, then the spectator."""
    return [*range(seats), "spectator"]


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except RefusedError as error:
        raise RefusalError(error.reason, error.localized) from error
    except InvalidArgumentError as error:
        if not all(fault.field.startswith(_CALLERS_OWN) for fault in error.faults):
            # It speaks of the state, which no player may hear of, and which this host has kept wrong.
            _log.error("the rules' service refuses what this host has sent: %s", error)
            raise HostError(Code.UNAVAILABLE, "this match cannot go on; its host has been told") from error
        faults = [fault._asdict() for fault in error.faults]
        raise HostError(Code.INVALID, "malformed: faults has each field with a sentence", faults=faults) from error
    except PageOneError as error:
        # Also UNAUTHENTICATED and PERMISSION_DENIED, the host's own token: for its operator, not for a player.
        _log.error("the rules' service: %s %s", error.code.name, error)
        raise HostError(Code.UNAVAILABLE, "the rules' service does not answer: send the same again") from error
