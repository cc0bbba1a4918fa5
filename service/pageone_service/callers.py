"""Who calls, and what a caller may call: names and scopes, without how they are found out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    # The settings have scopes, too, and are read before gRPC may be imported.
    import grpc

#: For hosts of tables: EngineService, which is given whole states.
ENGINE: Final = "engine"
#: For players: SoloService, whose states are sealed.
SOLO: Final = "solo"
SCOPES: Final = frozenset({ENGINE, SOLO})
#: What a method asks for that every caller may call.
ANY_SCOPE: Final[frozenset[str]] = frozenset()


class Caller(NamedTuple):
    """Whoever calls: ``name`` is fit for the log and for limits, and never a secret."""

    name: str
    scopes: frozenset[str]

    def may(self, scopes: frozenset[str]) -> bool:
        """Whether one of ``scopes`` is the caller's; without any, everybody may."""
        return not scopes or not scopes.isdisjoint(self.scopes)


#: Everybody, where no authentication is configured.
ANONYMOUS: Final = Caller("anonymous", SCOPES)
#: The caller of a call that has not been identified.
NOBODY: Final = Caller("", frozenset())

Metadata: TypeAlias = Sequence[tuple[str, str | bytes]]
#: Finds out who calls, from a call's metadata and context; raises `Failure` when that is nobody known.
Identify: TypeAlias = "Callable[[Metadata, grpc.ServicerContext], Caller]"


def anybody(metadata: Metadata, context: grpc.ServicerContext) -> Caller:
    """The anonymous caller, for servers without authentication."""
    return ANONYMOUS
