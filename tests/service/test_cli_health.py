"""`pageone health`: the exit status tells whether calls should be sent to a server."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from pageone_service.cli import app
from pageone_service.server import Server, create_server
from pageone_service.settings import Settings, split_address
from typer.testing import CliRunner, Result


@pytest.fixture
def server() -> Iterator[Server]:
    """A server whose health port is a free one."""
    settings = Settings(address="127.0.0.1:0", health_address="127.0.0.1:0", admin_address="", log_level="error")
    with create_server(settings) as running:
        yield running


def health(*arguments: str, variable: str | None = None) -> Result:
    """`pageone health ARGUMENTS` with PAGEONE_HEALTH_ADDRESS set or not."""
    environment = {"COLUMNS": "200", "PAGEONE_HEALTH_ADDRESS": variable}
    result = CliRunner().invoke(app, ["health", *arguments], env=environment)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize("service", ["", "pageone.v1.EngineService", "pageone.v1.RulesService", "liveness"])
def test_a_server_that_takes_calls_is_healthy(server: Server, service: str) -> None:
    result = health("--address", server.health_address, "--service", service)
    assert (result.exit_code, result.stdout) == (0, "SERVING\n")


def test_a_server_that_drains_lives_and_takes_no_calls(server: Server) -> None:
    server.drain()
    drained = health("--address", server.health_address)
    assert drained.exit_code == 1
    assert "NOT_SERVING" in drained.stderr
    assert health("--address", server.health_address, "--service", "liveness").exit_code == 0


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "[::]"])
def test_a_server_that_listens_everywhere_is_asked_on_loopback(server: Server, everywhere: str) -> None:
    """The variable that the server reads is read here, too, and nobody can be reached at a wildcard address."""
    _, port = split_address(server.health_address)
    result = health(variable=f"{everywhere}:{port}")
    if everywhere == "0.0.0.0":
        assert (result.exit_code, result.stdout) == (0, "SERVING\n")
    else:
        assert result.exit_code == 1
        assert f"[::1]:{port}" in result.stderr


def test_a_flag_comes_before_the_variable(server: Server) -> None:
    assert health("--address", server.health_address, variable="127.0.0.1:1").exit_code == 0


def test_nobody_there_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        result = health("--address", f"127.0.0.1:{port}", "--timeout", "2")
    assert result.exit_code == 1
    assert f"127.0.0.1:{port}: UNAVAILABLE" in result.stderr
    assert "--health-address" in result.stderr


def test_a_server_that_does_not_answer_is_given_up_in_time() -> None:
    """The port takes connections and says nothing."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        result = health("--address", f"127.0.0.1:{silent.getsockname()[1]}", "--timeout", "0.3")
    assert result.exit_code == 1
    assert "DEADLINE_EXCEEDED" in result.stderr
    assert "--timeout" in result.stderr


def test_an_unknown_service_is_told(server: Server) -> None:
    result = health("--address", server.health_address, "--service", "pageone.v1.NoService")
    assert result.exit_code == 1
    assert "pageone.v1.NoService" in result.stderr
    assert "--service" in result.stderr


def test_the_service_port_is_not_the_health_port(server: Server) -> None:
    result = health("--address", server.address)
    assert result.exit_code == 1
    assert "UNIMPLEMENTED" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "variable", "told"),
    [
        (("--address", "nowhere"), None, "--address: 'nowhere': expects HOST:PORT"),
        ((), "::1:50052", "PAGEONE_HEALTH_ADDRESS: '::1:50052': an IPv6 host stands in brackets"),
        ((), "", "PAGEONE_HEALTH_ADDRESS: is empty"),
        (("--timeout", "0"), None, "--timeout"),
    ],
)
def test_a_wrong_command_line_ends_with_2(arguments: tuple[str, ...], variable: str | None, told: str) -> None:
    result = health(*arguments, variable=variable)
    assert result.exit_code == 2
    assert told in result.stderr
