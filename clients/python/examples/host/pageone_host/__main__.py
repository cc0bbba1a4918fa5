"""``pageone-host``: one process of the host."""

from __future__ import annotations

import argparse
import asyncio
import logging
import socket
import sys
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import fields
from pathlib import Path

import uvicorn
from pageone import DEFAULT_ADDRESS, Tls

from .clock import Times
from .engine import Engine
from .messages import MAX_MESSAGE
from .protocol import BoundedWebSocket
from .services import Services, services
from .store import StoreError, open_store
from .web import make_app

_KERNEL_BUFFER = 32 * 1024
_TIMES_HELP = {
    "turn": "seconds for a turn; then a stand-in plays",
    "claims": "seconds for claims; then they are closed",
    "pause": "seconds between rounds",
    "promise": "seconds for a player's promise, and again for its entropy; then the seat is lost",
    "empty": "seconds until a table that does not fill is given up",
    "keep": "seconds until a match that is over is forgotten",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until SIGTERM or SIGINT; the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    logging.basicConfig(level=options.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s")
    for name in ("uvicorn", "websockets"):
        # At DEBUG they write down every message, and so secrets of seats, and hands.
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
    times = Times(**{field.name: getattr(options, f"{field.name}_seconds") for field in fields(Times)})
    try:
        listener = _listener(options.address)
        token = options.engine_token_file.read_text(encoding="ascii").strip() if options.engine_token_file else None
        tls = Tls(ca_file=options.engine_ca_file) if options.engine_ca_file else options.engine_tls
        asyncio.run(_can_be_asked(options.engine, token, tls))
        store = open_store(options.store)
    except (OSError, ValueError, StoreError) as error:
        parser.error(str(error))
    host, port = listener.getsockname()[:2]
    name = options.name or f"{socket.gethostname()}:{port}"

    def opened() -> AbstractAsyncContextManager[Services]:
        engine = Engine(options.engine, token=token, tls=tls)
        return services(name, store, engine, times=times, poll=options.poll_seconds, tick=options.tick_seconds)

    config = uvicorn.Config(
        make_app(opened, options.max_sockets),
        ws=BoundedWebSocket.within(options.send_seconds),
        ws_max_size=MAX_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=5,
    )
    _Server(config, f"ready on http://{host}:{port}").run(sockets=[listener])
    return 0


async def _can_be_asked(address: str, token: str | None, tls: Tls | bool) -> None:
    """ValueError or OSError when these flags make no connection, whether or not somebody answers."""
    async with Engine(address, token=token, tls=tls):
        pass


class _Server(uvicorn.Server):
    """Says where it listens once it does, on stdout."""

    def __init__(self, config: uvicorn.Config, line: str) -> None:
        super().__init__(config)
        self._line = line

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            sys.stdout.write(self._line + "\n")
            sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pageone-host", description="A host for games of Page One between people.")
    add = parser.add_argument
    add("--address", default="127.0.0.1:8090", metavar="HOST:PORT", help="where to listen (%(default)s)")
    add("--store", default="sqlite:pageone-host.sqlite", metavar="URL", help="sqlite:PATH or redis://... (%(default)s)")
    add("--name", default="", help="what this process is called (host name and port)")
    add("--engine", default=DEFAULT_ADDRESS, metavar="HOST:PORT", help="the Page One service (%(default)s)")
    add("--engine-tls", action="store_true", help="speak TLS to it")
    add("--engine-ca-file", type=Path, metavar="FILE", help="PEM certificates of its authorities; implies TLS")
    add("--engine-token-file", type=Path, metavar="FILE", help="this host's API key, which needs the scope `engine`")
    for field in fields(Times):
        add(
            f"--{field.name}-seconds",
            type=_seconds,
            default=field.default,
            metavar="N",
            help=f"{_TIMES_HELP[field.name]} (%(default)g)",
        )
    add(
        "--poll-seconds",
        type=_seconds,
        default=0.5,
        metavar="N",
        help="between looks for others' changes (%(default)g)",
    )
    add("--tick-seconds", type=_seconds, default=0.2, metavar="N", help="between looks for deadlines (%(default)g)")
    add("--send-seconds", type=_seconds, default=10, metavar="N", help="for a socket that does not read (%(default)g)")
    add("--max-sockets", type=_count, default=2_000, metavar="N", help="connections at once (%(default)s)")
    add("--log-level", default="info", choices=["debug", "info", "warning", "error"], help="(%(default)s)")
    return parser


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return value


def _listener(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    if not host or not (port.isascii() and port.isdigit()) or int(port) > 65_535:
        raise ValueError(f"--address {address!r}: write HOST:PORT, such as 127.0.0.1:8090")
    host = host.strip("[]")
    listener = socket.create_server(
        (host, int(port)), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=2048
    )
    # What the kernel keeps for a socket that does not read; connections inherit it.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL_BUFFER)
    return listener


if __name__ == "__main__":
    sys.exit(main())
