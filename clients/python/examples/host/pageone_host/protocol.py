"""uvicorn's WebSocket with an end for peers that do not read."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

#: Seconds that a full send buffer may take to drain.
DRAIN_SECONDS: Final = 15.0


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Aborts the connection when its send buffer stays full; closing it would wait for the peer for ever."""

    _stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The buffer is full: the clock runs."""
        super().pause_writing()
        self._stuck = asyncio.get_running_loop().call_later(DRAIN_SECONDS, self.transport.abort)

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
