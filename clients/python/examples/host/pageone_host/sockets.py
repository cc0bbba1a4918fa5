"""One WebSocket: what its viewer may see goes out, what its seat does comes in.

Nothing is queued for a socket. It remembers the version that it has sent, and when it is woken and the last message has
gone, it reads what is new from the store: a slow reader gets fewer, longer updates, and of one that does not read at
all the connection is aborted (`protocol`), which ends what waits here.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Any, Final

from google.protobuf import json_format
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .engine import Language
from .errors import Code, HostError
from .lobbies import hash_of, public
from .matches import Applied, Heard, Outcome, Refused, Stale
from .messages import Act, Entropy, Hello, Message, Promise, StandUp, action_id_of, parse
from .records import Lobby, Stage
from .services import Services
from .store import StoreError
from .tasks import first_of
from .updates import update_message

_log = logging.getLogger(__name__)
HELLO_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 2.0
#: Messages a second that a socket may send in the long run, and at once: more than the quickest program plays.
RATE: Final = 100.0
BURST: Final = 200.0
_RETRY_SECONDS: Final = 1.0

CLOSE_POLICY: Final = 1008
CLOSE_TRY_LATER: Final = 1013
_NO_STORE: Final = HostError(Code.UNAVAILABLE, "the store does not answer: send the same again")


class Socket:
    """A connection from its hello to its end."""

    def __init__(self, websocket: WebSocket, services: Services, table_id: str) -> None:
        self._websocket = websocket
        self._services = services
        self._table_id = table_id
        self._token_hash: str | None = None
        self._language: Language = "en"
        self._allowed, self._allowed_at = BURST, time.monotonic()

    async def run(self) -> None:
        """Serve until the client goes, breaks the rules, or does not read."""
        await self._websocket.accept()
        try:
            hello = await self._hello()
            with self._services.hub.watching(self._table_id) as changed:
                await first_of(self._pushing(changed, hello.version), self._receiving())
        except HostError as error:
            await self._refuse(error)
        except StoreError:
            await self._refuse(_NO_STORE, CLOSE_TRY_LATER)
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            await self._close(1000)

    async def _hello(self) -> Hello:
        """The first message; a token may also have come in the Authorization header. Who has none is a spectator."""
        async with asyncio.timeout(HELLO_SECONDS):
            hello = parse(await self._text())
        if not isinstance(hello, Hello):
            raise HostError(Code.BAD_MESSAGE, "the first message is hello")
        token = hello.token or bearer(self._websocket.headers.get("authorization", ""))
        lobby = await self._lobby()
        if token is not None:
            self._token_hash = hash_of(token)
            if lobby.seat_of(self._token_hash) is None:
                raise HostError(Code.NO_SEAT, "this token opens no seat at this table")
        self._language = hello.language
        await self._send({"type": "welcome", "host": self._services.name})
        return hello

    # What goes out

    async def _pushing(self, changed: asyncio.Event, seen: int) -> None:
        revision = -1
        while True:
            changed.clear()
            try:
                lobby = await self._lobby()
                if lobby.revision != revision:
                    await self._send({"type": "table", "you": self._seat(lobby), **public(lobby)})
                    revision = lobby.revision
                if lobby.stage is Stage.PLAYING:
                    seen = await self._update(lobby, seen)
            except StoreError as error:
                _log.warning("a socket waits for the store: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            await changed.wait()

    async def _update(self, lobby: Lobby, seen: int) -> int:
        update = await self._services.store.update(self._table_id, seen)
        if update is None or update.version == seen:
            return seen
        # Whose hand this is was decided by the lobby that is stored now, not by the one at the time of the hello.
        await self._send(update_message(update, self._seat(lobby), seen))
        return update.version

    async def _send(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        try:
            await self._websocket.send_text(text)
        except RuntimeError as error:
            # The other task has closed the connection meanwhile.
            raise WebSocketDisconnect(1006) from error

    # What comes in

    async def _receiving(self) -> None:
        while True:
            text = await self._text()
            try:
                await self._answer(parse(text))
            except HostError as error:
                await self._send(error_message(error, action_id_of(text)))
            except StoreError:
                await self._send(error_message(_NO_STORE, action_id_of(text)))

    async def _answer(self, message: Message) -> None:
        services = self._services
        if isinstance(message, Hello):
            raise HostError(Code.BAD_MESSAGE, "hello is the first message, and said once")
        if self._token_hash is None:
            raise HostError(Code.NO_SEAT, "spectators watch")
        match message:
            case Promise(promise):
                await services.lobbies.promise(self._table_id, self._token_hash, promise)
            case Entropy(entropy):
                await services.lobbies.reveal(self._table_id, self._token_hash, entropy)
            case StandUp():
                await services.lobbies.stand_up(self._table_id, self._token_hash)
            case Act(request):
                lobby = await self._lobby()
                seat = self._seat(lobby)
                if seat is None:
                    raise HostError(Code.NO_SEAT, "this seat is yours no more")
                outcome = await services.matches.act(lobby, seat, request, self._language)
                await self._send({"id": request.action_id, **_outcome_message(outcome)})

    async def _text(self) -> str:
        """The next message; binary ones and too many are answered here."""
        while True:
            frame = await self._websocket.receive()
            if frame["type"] != "websocket.receive":
                raise WebSocketDisconnect
            if not self._take():
                await self._refuse(HostError(Code.TOO_MANY, f"at most {RATE:g} messages a second"))
                raise WebSocketDisconnect
            text: str | None = frame.get("text")
            if text is not None:
                return text
            await self._send(error_message(HostError(Code.BAD_MESSAGE, "messages are text, not binary"), None))

    def _take(self) -> bool:
        """One message more, if the bucket still has one."""
        now = time.monotonic()
        self._allowed = min(BURST, self._allowed + (now - self._allowed_at) * RATE)
        self._allowed_at = now
        self._allowed -= 1
        return self._allowed >= 0

    # Both

    async def _lobby(self) -> Lobby:
        return await self._services.lobbies.get(self._table_id)

    def _seat(self, lobby: Lobby) -> int | None:
        return None if self._token_hash is None else lobby.seat_of(self._token_hash)

    async def _refuse(self, error: HostError, code: int = CLOSE_POLICY) -> None:
        """Say why, and end the connection."""
        try:
            await self._send(error_message(error, None))
            await self._close(code)
        except (WebSocketDisconnect, TimeoutError):
            pass

    async def _close(self, code: int) -> None:
        if self._websocket.application_state is WebSocketState.CONNECTED:
            try:
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._websocket.close(code)
            except (WebSocketDisconnect, TimeoutError, RuntimeError):
                pass


def error_message(error: HostError, action_id: str | None) -> dict[str, Any]:
    """An error as it is sent; ``id``: of the action that was not carried out."""
    return {"type": "error", "id": action_id, "code": error.code.value, "message": error.message, **error.more}


def bearer(header: str) -> str | None:
    """The token of an Authorization header; None when there is none."""
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def _outcome_message(outcome: Outcome) -> dict[str, Any]:
    match outcome:
        case Applied(version):
            return {"type": "applied", "version": version}
        case Stale(view):
            return {"type": "stale", "version": view.version, "view": json_format.MessageToDict(view)}
        case Refused(refusal, message):
            return {"type": "refused", "refusal": refusal, "message": message}
        case Heard(accusers, needed):
            return {"type": "heard", "accusers": accusers, "needed": needed}
