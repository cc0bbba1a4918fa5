"""uvicorn's WebSocket with an end for peers that do not read."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from typing import ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_BUFFER: Final = 16 * 1024
_log = logging.getLogger(__name__)


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Aborts a connection whose send buffer stays full for ``drain_seconds``: closing it would wait for the peer."""

    drain_seconds: ClassVar[float] = 10.0
    _stuck: asyncio.TimerHandle | None = None

    @classmethod
    def within(cls, seconds: float) -> type[BoundedWebSocket]:
        """The class with another patience."""
        return type(cls.__name__, (cls,), {"drain_seconds": seconds})

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A new connection: a few updates fit into its buffer, no more."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=_BUFFER)

    def pause_writing(self) -> None:
        """The buffer is full: the clock runs."""
        super().pause_writing()
        self._stuck = asyncio.get_running_loop().call_later(self.drain_seconds, self._abort)

    def resume_writing(self) -> None:
        """The buffer has drained."""
        self._drained()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._drained()
        super().connection_lost(exc)

    def _abort(self) -> None:
        _log.warning("a peer that does not read is cut off: %s", self.client)
        # What the kernel still holds for the peer is thrown away as well.
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def _drained(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
