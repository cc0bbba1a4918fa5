"""The host over HTTP: tables are opened, seats taken and transcripts read by requests; playing is a WebSocket."""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from google.protobuf import json_format
from pageone import Rules
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from .engine import Language
from .errors import Code, HostError
from .lobbies import public
from .messages import checked_name, checked_token, read_json
from .services import Services
from .sockets import CLOSE_TRY_LATER, Socket, bearer, error_message
from .store import StoreError
from .tasks import end

_MAX_BODY: Final = 64 * 1024
_STATUS: Final[Mapping[Code, int]] = {
    Code.NO_TABLE: 404,
    Code.NO_SEAT: 403,
    Code.FULL: 409,
    Code.WRONG_STAGE: 409,
    Code.UNAVAILABLE: 503,
    Code.TOO_MANY: 503,
}
_Handler = Callable[[Request], Awaitable[Response]]


def make_app(
    opened: Callable[[], AbstractAsyncContextManager[Services]], max_sockets: int = 2_000
) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
    """The ASGI application. ``opened`` makes the services when it starts and closes them when it ends."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with opened() as services:
            app.state.services, app.state.sockets = services, 0
            background = [asyncio.create_task(each.run()) for each in (services.hub, services.timers)]
            try:
                yield
            finally:
                await end(background)

    async def socket(websocket: WebSocket) -> None:
        state = websocket.app.state
        if state.sockets >= max_sockets:
            await websocket.accept()
            await websocket.close(CLOSE_TRY_LATER, "this process has as many connections as it may")
            return
        state.sockets += 1
        try:
            await Socket(websocket, state.services, websocket.path_params["table"]).run()
        finally:
            state.sockets -= 1

    routes = [
        Route("/", _page),
        Route("/tables", _open, methods=["POST"]),
        Route("/tables/{table}", _table),
        Route("/tables/{table}/seats", _sit, methods=["POST"]),
        Route("/tables/{table}/transcript", _transcript),
        WebSocketRoute("/tables/{table}/socket", socket),
        Route("/healthz", _alive),
        Route("/readyz", _ready),
    ]
    handlers: dict[Any, Any] = {HostError: _refused, StoreError: _no_store, HTTPException: _http_error}
    return _with_headers(Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers))


async def _page(request: Request) -> Response:
    return Response(_PAGE, media_type="text/html", headers={"Content-Security-Policy": _policy(_PAGE)})


async def _open(request: Request) -> Response:
    """``{"rules": NAME or Rules, "seats": 2 to 8}`` → the table."""
    data = await _json(request)
    given, seats = data.get("rules"), data.get("seats")
    if type(seats) is not int or not 2 <= seats <= 8:
        raise HostError(Code.BAD_MESSAGE, "seats: a whole number from 2 to 8")
    if isinstance(given, str):
        given = {"name": given}
    try:
        rules = json_format.ParseDict(given if isinstance(given, dict) else {}, Rules(), max_recursion_depth=10)
    except json_format.ParseError as error:
        raise HostError(Code.BAD_MESSAGE, f"rules: a preset's name or pageone.v1.Rules: {str(error)[:200]}") from None
    lobby = await _services(request).lobbies.open(rules, seats, _language(request))
    return JSONResponse(public(lobby), 201)


async def _table(request: Request) -> Response:
    """What everybody may know of the table."""
    return JSONResponse(public(await _services(request).lobbies.get(request.path_params["table"])))


async def _sit(request: Request) -> Response:
    """``{"name": TEXT}`` with the player's own secret in the Authorization header → ``{"seat": N}``."""
    data = await _json(request)
    token = checked_token(bearer(request.headers.get("authorization", "")))
    seat = await _services(request).lobbies.sit(request.path_params["table"], checked_name(data.get("name")), token)
    return JSONResponse({"seat": seat}, 201)


async def _transcript(request: Request) -> Response:
    """A match that is over, for everybody to verify: pageone.v1.Transcript."""
    return JSONResponse(await _services(request).matches.transcript(request.path_params["table"]))


async def _alive(request: Request) -> Response:
    return JSONResponse({"host": _services(request).name})


async def _ready(request: Request) -> Response:
    services = _services(request)
    await services.store.check()
    await services.engine.check()
    return JSONResponse({"host": services.name})


async def _refused(request: Request, error: HostError) -> Response:
    return JSONResponse(error_message(error, None), _STATUS.get(error.code, 400))


async def _no_store(request: Request, error: StoreError) -> Response:
    return await _refused(request, HostError(Code.UNAVAILABLE, "the store does not answer: try again"))


async def _http_error(request: Request, error: HTTPException) -> Response:
    return JSONResponse({"type": "error", "message": error.detail}, error.status_code, headers=error.headers)


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


def _language(request: Request) -> Language:
    return "ja" if request.headers.get("accept-language", "").lower().startswith("ja") else "en"


async def _json(request: Request) -> dict[str, Any]:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MAX_BODY:
            raise HostError(Code.BAD_MESSAGE, f"a body has at most {_MAX_BODY} bytes")
    with suppress(ValueError):
        data = read_json(body)
        if isinstance(data, dict):
            return data
    raise HostError(Code.BAD_MESSAGE, "a body is a JSON object")


def _policy(page: str) -> str:
    """Nothing but what is in the page itself, and connections to where it came from."""

    def hashed(tag: str) -> str:
        (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"

    return (
        f"default-src 'none'; script-src {hashed('script')}; style-src {hashed('style')}; connect-src 'self';"
        " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _with_headers(
    app: Starlette,
) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
    """Headers that every answer has: nothing is cached, nothing is told to other sites."""
    headers = [
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer"),
        (b"x-content-type-options", b"nosniff"),
    ]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        await app(scope, receive, sending)

    return wrapped


_PAGE: Final = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
