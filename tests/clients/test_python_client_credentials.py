"""The Python client over TLS and with tokens (issue 3, point 2)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import grpc.aio
import pageone
import pytest
from pageone import AsyncClient, Client, Tls
from pageone.credentials import AsyncToken
from pageone_service.server import Server, create_server
from pageone_service.settings import Settings

from tests.service.certificates import Authority, Pair
from tests.service.tokens import ApiKeyFile


@dataclass
class Secure:
    """A server with TLS and API keys, and what its clients need."""

    server: Server
    port: str
    authority: Authority
    keys: dict[str, str]
    folder: Path

    @property
    def ca_file(self) -> Path:
        return self.folder / "ca.crt"


def settings(**changes: object) -> Settings:
    given = {"address": "127.0.0.1:0", "health_address": "", "admin_address": "", "log_level": "error", **changes}
    return Settings(**given)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secure]:
    folder = tmp_path_factory.mktemp("secure")
    authority = Authority()
    (folder / "ca.crt").write_bytes(authority.pem)
    keys = ApiKeyFile(folder, host="engine", app="solo")
    with create_server(settings(**authority.issue().write(folder), **keys.settings)) as server:
        yield Secure(server, server.address.rpartition(":")[2], authority, keys.keys, folder)


def test_a_client_with_tls_and_a_token_is_answered(secure: Secure) -> None:
    """Issue 3: Client(tls=..., token=...), the token a text."""
    with Client(f"localhost:{secure.port}", tls=Tls(secure.ca_file), token=secure.keys["host"]) as client:
        assert len(client.create_match("page_one", 4).state.seats) == 4


def test_a_function_gives_the_token_of_every_call(secure: Secure) -> None:
    """Issue 3: the token as a callable, for refresh: asked before each call; what it raises, the call raises."""
    tokens = [secure.keys["host"], "expired-meanwhile", secure.keys["host"]]

    def next_token() -> str:
        if not tokens:
            raise RuntimeError("no token to be had")
        return tokens.pop(0)

    with Client(f"localhost:{secure.port}", tls=Tls(secure.ca_file), token=next_token) as client:
        client.rule_sets()
        with pytest.raises(pageone.UnauthenticatedError) as caught:
            client.rule_sets()
        assert caught.value.reason == "TOKEN_INVALID"
        client.rule_sets()
        with pytest.raises(RuntimeError, match="no token to be had"):
            client.rule_sets()


def test_what_is_not_known_or_not_allowed_is_an_exception_of_its_own(secure: Secure) -> None:
    """Issue 3: UNAUTHENTICATED and PERMISSION_DENIED are clear exceptions, with reason and scope."""
    tls = Tls(secure.ca_file)
    with Client(f"localhost:{secure.port}", tls=tls) as nobody:
        with pytest.raises(pageone.UnauthenticatedError, match="send it as metadata") as unknown:
            nobody.rule_sets()
        assert unknown.value.reason == "TOKEN_MISSING"
    with Client(f"localhost:{secure.port}", tls=tls, token=secure.keys["app"]) as app:
        with pytest.raises(pageone.PermissionDeniedError, match="engine") as denied:
            app.create_match("page_one", 4)
        assert (denied.value.reason, denied.value.scope) == ("SCOPE_MISSING", "engine")
        app.rule_sets()


def test_a_server_that_cannot_prove_who_it_is_gets_nothing(secure: Secure, tmp_path: Path) -> None:
    """Other authorities, another name, or TLS without any: no call and no token leaves the client."""
    (tmp_path / "other.crt").write_bytes(Authority().pem)
    for tls in (True, Tls(), Tls(tmp_path / "other.crt"), Tls(secure.ca_file, server_name="elsewhere.example")):
        with (
            Client(f"localhost:{secure.port}", tls=tls, token=secure.keys["host"], timeout=2) as client,
            pytest.raises((pageone.UnavailableError, pageone.DeadlineExceededError)),
        ):
            client.rule_sets()
    with Client(
        f"127.0.0.1:{secure.port}", tls=Tls(secure.ca_file, server_name="localhost"), token=secure.keys["host"]
    ) as named:
        named.rule_sets()


def test_a_client_shows_its_certificate(tmp_path: Path) -> None:
    """Issue 3: mTLS: certificate_file and key_file."""
    authority = Authority()
    (tmp_path / "ca.crt").write_bytes(authority.pem)
    server_files = authority.issue().write(tmp_path)
    client_folder = tmp_path / "client"
    client_folder.mkdir()
    pair: Pair = authority.issue("host-1", ())
    shown = pair.write(client_folder)
    with create_server(settings(**server_files, tls_client_ca_file=str(tmp_path / "ca.crt"))) as server:
        port = server.address.rpartition(":")[2]
        tls = Tls(tmp_path / "ca.crt", shown["tls_certificate_file"], shown["tls_key_file"])
        with Client(f"localhost:{port}", tls=tls) as client:
            client.create_match("page_one", 2)
        with Client(f"localhost:{port}", tls=Tls(tmp_path / "ca.crt")) as bare, pytest.raises(pageone.UnavailableError):
            bare.rule_sets()


def test_over_plaintext_a_token_goes_to_this_machine_alone(tmp_path: Path) -> None:
    """Issue 3: over plaintext loopback is allowed; anywhere else the token would be for everybody to read."""
    keys = ApiKeyFile(tmp_path, host="engine")
    with create_server(settings(**keys.settings)) as server, Client(server.address, token=keys.keys["host"]) as client:
        client.create_match("page_one", 2)
    for address in ("localhost:1", "[::1]:1", "unix:/tmp/none"):
        Client(address, token="t").close()
    for address in ("10.0.0.1:50051", "cards.example:50051", "dns:///cards.example:50051", "localhost.example:1"):
        with pytest.raises(ValueError, match="in plaintext"):
            Client(address, token="t")


@pytest.mark.parametrize("token", ["", "two words", "line\n", "sécret", "\x00"])
def test_a_token_that_is_none_is_not_shown_in_the_error(token: str) -> None:
    """Secrets never in errors: gRPC would print the metadata that it refuses."""
    with Client("127.0.0.1:1", token=token) as client, pytest.raises(ValueError, match="visible ASCII") as caught:
        client.rule_sets()
    assert not token.strip() or token not in str(caught.value)


def test_options_that_do_not_go_together_are_refused() -> None:
    """Bad input gets a clear error naming the remedy."""
    with pytest.raises(ValueError, match="go together"):
        Tls(certificate_file="client.crt")
    with grpc.insecure_channel("127.0.0.1:1") as channel:
        for options in ({"tls": True}, {"token": "t"}):
            with pytest.raises(ValueError, match="a channel of your own"):
                Client(channel=channel, **options)
    with pytest.raises(FileNotFoundError, match=r"none\.crt"):
        Client("localhost:1", tls=Tls("none.crt"))


def test_the_client_for_asyncio_has_the_same_credentials(secure: Secure) -> None:
    """TLS; a token as a text or a function, also a coroutine function; never in plaintext to another machine."""
    key, asked = secure.keys["host"], []

    async def fresh() -> str:
        await asyncio.sleep(0)
        asked.append(1)
        return key

    async def main() -> None:
        address, tls = f"localhost:{secure.port}", Tls(secure.ca_file)
        tokens: list[AsyncToken] = [key, lambda: key, fresh]
        for token in tokens:
            async with AsyncClient(address, tls=tls, token=token) as client:
                assert (await client.create_match("page_one", 4)).state.seats
                assert await client.rule_sets()
        assert len(asked) == 2
        async with AsyncClient(address, tls=tls) as nobody:
            with pytest.raises(pageone.UnauthenticatedError) as unknown:
                await nobody.rule_sets()
            assert unknown.value.reason == "TOKEN_MISSING"
        async with AsyncClient(address, tls=tls, token=secure.keys["app"]) as app:
            with pytest.raises(pageone.PermissionDeniedError) as denied:
                await app.create_match("page_one", 4)
            assert denied.value.scope == "engine"
        async with AsyncClient(address, tls=tls, token="two words") as careless:
            with pytest.raises(ValueError, match="visible ASCII"):
                await careless.rule_sets()
        with pytest.raises(ValueError, match="plaintext"):
            AsyncClient("cards.example:443", token=key)
        async with grpc.aio.insecure_channel(address) as channel:
            with pytest.raises(ValueError, match="leave tls and token out"):
                AsyncClient(channel=channel, token=key)

    asyncio.run(asyncio.wait_for(main(), 60))


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(
    secure: Secure, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token in plaintext stays on this machine, also where http_proxy is set and no_proxy is not."""
    with socket.create_server(("127.0.0.1", 0)) as proxy, create_server(settings()) as plain:
        proxy.settimeout(0)
        for name in ("http_proxy", "https_proxy", "grpc_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.getsockname()[1]}")
        for name in ("no_proxy", "no_grpc_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)

        async def asynchronous() -> int:
            async with AsyncClient(plain.address, token="a-token") as client:
                return len(await client.rule_sets())

        with Client(plain.address, token="a-token") as client:
            assert len(client.rule_sets()) == asyncio.run(asynchronous()) > 0
        with Client(f"localhost:{secure.port}", tls=Tls(secure.ca_file), token=secure.keys["host"]) as client:
            assert client.rule_sets()
        with pytest.raises(BlockingIOError):
            proxy.accept()
