"""uvicorn's WebSocket with an end for peers that do not read."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Aborts a connection whose send buffer stays full for ``drain_seconds``: closing it would wait for the peer."""

    drain_seconds: ClassVar[float] = 10.0
    _stuck: asyncio.TimerHandle | None = None

    @classmethod
    def within(cls, seconds: float) -> type[BoundedWebSocket]:
        """The class with another patience."""
        return type(cls.__name__, (cls,), {"drain_seconds": seconds})

    def pause_writing(self) -> None:
        """The buffer is full: the clock runs."""
        super().pause_writing()
        self._stuck = asyncio.get_running_loop().call_later(self.drain_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The buffer has drained."""
        self._drained()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._drained()
        super().connection_lost(exc)

    def _drained(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
