"""Serve the service and the table in the browser on one URL (`make run`), until SIGTERM or Ctrl-C.

Starts `pageone serve`, builds the page when its sources have changed (tools/web_page.py), and puts an Envoy in front of
both (tools/edge_config.py). Where Node.js, npm's registry or Envoy cannot be had, it says what is missing and what to
do, and the service runs alone. Every argument but these two is `pageone serve`'s:

  --web-address HOST:PORT   where the page is; without it 127.0.0.1:8080, or any free port when that one is taken;
                            port 0: any free one; empty: no page
  --page FOLDER             a built page to serve in place of the one of clients/web, with an index.html

Exit codes: 0 stopped in order, 1 the page's address cannot be used or Envoy ended, otherwise that of `pageone serve`.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import yaml
from pageone.v1 import solo_service_pb2
from pageone_service.ports import why_not
from pageone_service.settings import split_address
from pageone_service.startup import READY

from tools import web_page
from tools.edge_config import Place, edge_config, page_files

ROOT: Final = Path(__file__).resolve().parent.parent
USUAL: Final = "127.0.0.1:8080"
#: Where an Envoy may be, in this order, before PATH.
ENVOY_FOLDERS: Final = (ROOT / ".tools" / "edge" / "bin", ROOT / ".tools" / "ops" / "bin")
#: Seconds that Envoy may take to answer, and that either may take to end.
START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 45.0
_HEALTH: Final = re.compile(r"health on (\S+?)[,)]")
_GRPC_WEB: Final = "application/grpc-web+proto"
#: Why the page is of no use, by the status that its call is refused with; INVALID_ARGUMENT (3) is as it should be.
_UNUSABLE: Final = {
    "7": "the service wants callers with the scope solo, and the page has no token",
    "12": "the service answers no solo games (--no-solo)",
    "14": "the service cannot be called in plaintext (--tls-certificate-file)",
    "16": "the service wants a token of its callers, and the page has none",
}


class NoTableError(Exception):
    """The page cannot be served; the text says why, and what helps."""


def say(text: str) -> None:
    """A line for the person at the terminal."""
    print(text, file=sys.stderr, flush=True)


class Child:
    """A process in a group of its own, so that Ctrl-C reaches this one first."""

    def __init__(self, name: str, process: asyncio.subprocess.Process) -> None:
        self.name = name
        self.process = process

    @classmethod
    async def start(cls, name: str, *command: str, stdout: int | None = None) -> Child:
        """Run a command; what it writes goes where ours goes, unless ``stdout`` says otherwise."""
        environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS")}
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=ROOT if name == "make" else None,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            start_new_session=True,
        )
        return cls(name, process)

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended yet."""
        return self.process.returncode is None

    async def stop(self, number: int = signal.SIGTERM) -> int:
        """End it and all that it started; killed when it takes too long. Its exit status."""
        if self.is_alive:
            self._signal(number)
            with suppress(TimeoutError):
                return await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
            say(f"{self.name} did not stop within {STOP_SECONDS:.0f} s and is killed")
            self._signal(signal.SIGKILL)
        return await self.process.wait()

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)


class Run:
    """The service, and the page in front of it: what has been started, and the end of it all."""

    def __init__(self, web_address: str | None, page: Path | None, serve: Sequence[str], folder: Path) -> None:
        self.web_address = web_address
        self.page = page
        self.serve = list(serve)
        self.folder = folder
        self.server: Child | None = None
        self.edge: Child | None = None
        self.helper: Child | None = None
        self.ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def start(self) -> None:
        """Start the service; then, when it answers, the page. Returns when there is nothing more to start."""
        command = [sys.executable, "-m", "pageone_service.cli", "serve", *self.serve]
        self.server = await Child.start("pageone serve", *command, stdout=subprocess.PIPE)
        asyncio.create_task(self._pass_on(self.server)).add_done_callback(lambda _: None)
        end: asyncio.Future[int] = asyncio.ensure_future(self.server.process.wait())
        either: list[asyncio.Future[str] | asyncio.Future[int]] = [self.ready, end]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not self.ready.done() or self.web_address == "":
            return
        try:
            await self._start_table(self.ready.result())
        except NoTableError as error:
            say(f"No table in the browser: {error}.")
            address = READY.search(self.ready.result())
            say(f"gRPC alone is served, on {address[1] if address else '?'}.")
            if self.edge is not None:
                edge, self.edge = self.edge, None
                await edge.stop()

    async def _pass_on(self, server: Child) -> None:
        """Print what the service prints, and take note of the line that says where it listens."""
        assert server.process.stdout is not None
        async for line in server.process.stdout:
            text = line.decode(errors="replace")
            print(text, end="", flush=True)
            if READY.match(text) and not self.ready.done():
                self.ready.set_result(text)

    async def _start_table(self, ready: str) -> None:
        if self.page is None and await self._help(sys.executable, "-m", "tools.web_page"):
            raise NoTableError("the page is not built (`make web` tries again)")
        envoy = find_envoy() or await self._install_envoy()
        match, health = READY.search(ready), _HEALTH.search(ready)
        assert match is not None
        server = Place(*split_address(match[1]))
        health_port = split_address(health[1])[1] if health else None
        web = self._free_place()
        page = self.page or web_page.PAGE
        for attempt in range(3):
            config = self.folder / f"envoy-{attempt}.yaml"
            config.write_text(yaml.safe_dump(edge_config(page, web, server, health_port)), encoding="utf-8")
            self.edge = await Child.start(
                "Envoy",
                *(envoy, "--config-path", str(config), "--use-dynamic-base-id"),
                *("--concurrency", "1", "--log-level", "error"),
            )
            status = await self._wait_for(self.edge, web)
            if status is not None or self.web_address is not None:
                break
            # Somebody was quicker to take the port that was free.
            web = free_place(web.host)
        if status is None:
            raise NoTableError("Envoy does not answer; what it wrote is above")
        if status != "3":
            raise NoTableError(
                _UNUSABLE.get(status, f"the service answers a call of the page with gRPC status {status}")
            )
        say("")
        print(f"The table is at http://{web.reachable}/", flush=True)

    def _free_place(self) -> Place:
        """Where the page is to be; any free port where nobody named one."""
        wanted = Place(*split_address(self.web_address or USUAL))
        if wanted.port == 0:
            return free_place(wanted.host)
        reason = why_not(str(wanted))
        if not reason:
            return wanted
        if self.web_address is not None:
            raise NoTableError(f"--web-address {wanted}: cannot listen there, {reason}")
        found = free_place(wanted.host)
        say(f"{wanted} cannot be had ({reason}), so the table gets another port; --web-address chooses one.")
        return found

    async def _install_envoy(self) -> str:
        make = shutil.which(os.environ.get("MAKE", "make"))
        if make is not None:
            await self._help(make, "--no-print-directory", "edge-tools")
        found = find_envoy()
        if found is None:
            raise NoTableError("Envoy is missing, and `make edge-tools` could not install it")
        return found

    async def _help(self, *command: str) -> int:
        """Run something that prepares; it ends with us."""
        self.helper = await Child.start("make", *command)
        status = await self.helper.process.wait()
        self.helper = None
        return status

    async def _wait_for(self, edge: Child, web: Place) -> str | None:
        """The gRPC status of a call through Envoy as the page makes it; None when Envoy ends or says nothing."""
        with suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                while edge.is_alive:
                    with suppress(OSError, http.client.HTTPException):
                        return await asyncio.to_thread(status_of_a_call, web.reachable)
                    await asyncio.sleep(0.05)
        return None

    async def ended(self) -> str:
        """Wait until one of what runs has ended; which, and with what status."""
        running = [child for child in (self.server, self.edge) if child is not None]
        waits = {asyncio.ensure_future(child.process.wait()): child for child in running}
        try:
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        child = waits[done.pop()]
        return f"{child.name} ended with status {child.process.returncode}"

    async def stop(self) -> int:
        """End what runs, callers' side first; the status of the service."""
        status = 0
        for child in (self.helper, self.edge, self.server):
            if child is not None:
                status = await child.stop()
        return status if self.server is not None else 0


def find_envoy() -> str | None:
    """An Envoy of this checkout's tools or on PATH."""
    path = os.pathsep.join([*map(str, ENVOY_FOLDERS), os.environ.get("PATH", "")])
    return shutil.which("envoy", path=path)


def free_place(host: str) -> Place:
    """A port that nobody listens on now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.bind((host, 0))
        return Place(host, int(probe.getsockname()[1]))


def status_of_a_call(web: Place) -> str:
    """What `GetGame` of no ticket is answered with: a gRPC status, 3 where games can be played."""
    body = solo_service_pb2.GetGameRequest().SerializeToString()
    frame = b"\0" + len(body).to_bytes(4, "big") + body
    connection = http.client.HTTPConnection(str(web), timeout=10)
    try:
        headers = {"content-type": _GRPC_WEB, "accept": _GRPC_WEB, "x-grpc-web": "1"}
        connection.request("POST", "/pageone.v1.SoloService/GetGame", frame, headers)
        answer = connection.getresponse()
        trailers = re.search(rb"^grpc-status: ?(\d+)", answer.read(), re.MULTILINE)
        told = answer.getheader("grpc-status") or (trailers[1].decode() if trailers else "")
    finally:
        connection.close()
    if not told:
        raise http.client.HTTPException("an answer without a status")
    return told


async def run(web_address: str | None, page: Path | None, serve: Sequence[str]) -> int:
    """Run until a signal, or until one of the two ends; the exit status."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    with TemporaryDirectory(prefix="pageone-table-") as folder:
        every = Run(web_address, page, serve, Path(folder))
        stop = asyncio.ensure_future(stopping.wait())
        start = asyncio.ensure_future(every.start())
        reason = ""
        try:
            await asyncio.wait({start, stop}, return_when=asyncio.FIRST_COMPLETED)
            if start.done():
                start.result()
                end = asyncio.ensure_future(every.ended())
                await asyncio.wait({end, stop}, return_when=asyncio.FIRST_COMPLETED)
                reason = end.result() if end.done() and not stop.done() else ""
                end.cancel()
        finally:
            start.cancel()
            stop.cancel()
            was_ready = every.ready.done()
            status = await every.stop()
        if reason and was_ready:
            say(f"{reason}; so everything is stopped")
            return status or 1
        return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the arguments that are not `pageone serve`'s, and run; the exit status."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--web-address", default=None)
    parser.add_argument("--page", type=Path, default=None)
    own, serve = parser.parse_known_args(arguments)
    if "--help" in serve:
        print(__doc__, flush=True)
    if own.web_address:
        try:
            place = Place(*split_address(own.web_address))
        except ValueError as error:
            say(f"--web-address {own.web_address}: {error}")
            return 1
        reason = why_not(str(place))
        if reason:
            say(
                f"--web-address {place}: cannot listen there, {reason}; say --web-address 127.0.0.1:0 for any free port"
            )
            return 1
    if own.page is not None:
        try:
            page_files(own.page)
        except ValueError as error:
            say(f"--page {own.page}: {error}")
            return 1
    return asyncio.run(run(own.web_address, own.page, serve))


if __name__ == "__main__":
    sys.exit(main())
