"""The table of settings: flags, variables, defaults and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from pageone_service.server import create_server
from pageone_service.settings import (
    TABLE,
    Settings,
    SettingsError,
    check,
    close_misses,
    is_loopback,
    load,
    split_address,
)


def test_nothing_given_is_the_defaults() -> None:
    """Every default of the table is valid and is the field's."""
    assert load({}, {}) == Settings()
    for row in TABLE:
        text = str(row.default).lower() if isinstance(row.default, bool) else str(row.default)
        assert row.parse(text) == row.default
        assert row.help
        assert row.flag == "--" + row.name.replace("_", "-")
        assert row.variable == "PAGEONE_" + row.name.upper()


def test_flags_come_before_variables_before_defaults() -> None:
    """A flag that was not given (None) leaves the variable."""
    environ = {"PAGEONE_THREADS": "7", "PAGEONE_LOG_LEVEL": "debug", "PAGEONE_SERVICE_HOST": "x"}
    loaded = load({"threads": "9", "log_level": None, "insecure": True}, environ)
    assert (loaded.threads, loaded.log_level, loaded.insecure) == (9, "debug", True)
    assert load({"insecure": False}, {"PAGEONE_INSECURE": "yes"}).insecure is False


def test_a_variable_that_nearly_is_a_settings_is_noticed() -> None:
    """A slip is told with what was meant; what Kubernetes puts there for a service called pageone is none."""
    kubernetes = {
        "PAGEONE_SERVICE_HOST": "10.0.0.1",
        "PAGEONE_SERVICE_PORT": "50051",
        "PAGEONE_SERVICE_PORT_GRPC": "50051",
        "PAGEONE_SERVICE_PORT_HEALTH": "50052",
        "PAGEONE_PORT": "tcp://10.0.0.1:50051",
        "PAGEONE_PORT_50051_TCP": "tcp://10.0.0.1:50051",
        "PAGEONE_PORT_50051_TCP_ADDR": "10.0.0.1",
        "PAGEONE_PORT_50051_TCP_PORT": "50051",
        "PAGEONE_PORT_50051_TCP_PROTO": "tcp",
    }
    right = {row.variable: "" for row in TABLE}
    assert close_misses({**kubernetes, **right, "THREDS": "3", "PAGEONE_": "", "PATH": "/bin"}) == {}
    slips = {
        "PAGEONE_THREDS": "3",
        "PAGEONE_LOGLEVEL": "info",
        "PAGEONE_HEALTH_ADDRES": "",
        "PAGEONE_DRAIN_SECOND": "1",
    }
    assert close_misses({**kubernetes, **slips}) == {
        "PAGEONE_THREDS": "PAGEONE_THREADS",
        "PAGEONE_LOGLEVEL": "PAGEONE_LOG_LEVEL",
        "PAGEONE_HEALTH_ADDRES": "PAGEONE_HEALTH_ADDRESS",
        "PAGEONE_DRAIN_SECOND": "PAGEONE_DRAIN_SECONDS",
    }


def test_every_problem_is_named_at_once_with_its_origin() -> None:
    """Bad input gets a clear error naming field and remedy."""
    with pytest.raises(SettingsError) as caught:
        load(
            {"threads": "many", "address": "0.0.0.0:50051", "speed": 1},
            {"PAGEONE_DRAIN_SECONDS": "nan", "PAGEONE_LOG_FORMAT": "xml", "PAGEONE_INSECURE": "2"},
        )
    text = str(caught.value)
    assert len(caught.value.problems) == 7
    for part in (
        "--threads=many: expects a whole number from 1 to 64",
        "PAGEONE_DRAIN_SECONDS=nan: expects seconds from 0 to 300",
        "PAGEONE_LOG_FORMAT=xml: expects one of json, text",
        "PAGEONE_INSECURE=2: expects true or false",
        "speed: there is no such setting",
        "--insecure",
        "--ticket-keys-file",
    ):
        assert part in text


@pytest.mark.parametrize(("rate", "taken"), [("0", True), ("0.001", True), ("1e-300", False), ("-0.001", False)])
def test_a_rate_is_none_or_one_that_a_caller_can_wait_for(rate: str, taken: bool) -> None:
    """Seconds to wait until the next call are told to the caller, and must fit into a Duration."""
    if taken:
        assert load({"rate_per_second": rate}, {}).rate_per_second == float(rate)
        return
    with pytest.raises(SettingsError, match=r"--rate-per-second=.*expects a number from"):
        load({"rate_per_second": rate}, {})


@pytest.mark.parametrize("address", ["", "localhost", ":1", "h:-1", "h:65536", "h:x", "::1:5"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    """HOST:PORT, the port 0 to 65535, IPv6 in brackets."""
    with pytest.raises(SettingsError, match="--address="):
        load({"address": address}, {})


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("127.0.0.1:1", True),
        ("127.9.9.9:1", True),
        ("localhost:1", True),
        ("[::1]:1", True),
        ("0.0.0.0:1", False),
        ("[::]:1", False),
        ("192.168.1.5:1", False),
        ("example.org:1", False),
    ],
)
def test_loopback_is_known(address: str, loopback: bool) -> None:
    """A host name that is not localhost may be anywhere."""
    assert is_loopback(address) is loopback


@pytest.mark.parametrize("name", ["address", "health_address", "admin_address"])
def test_beyond_loopback_only_when_told_in_words(name: str) -> None:
    """OPERATIONS.md: without auth the server binds to loopback only, unless --insecure."""
    with pytest.raises(SettingsError, match="--insecure"):
        load({name: "0.0.0.0:0"}, {})
    changes: dict[str, Any] = {name: "0.0.0.0:0"}
    assert getattr(load({name: "0.0.0.0:0", "insecure": True, "solo": False}, {}), name) == "0.0.0.0:0"
    with pytest.raises(SettingsError, match="--insecure"):
        create_server(replace(Settings(), **changes))


@pytest.mark.parametrize(
    ("flags", "pairs"),
    [
        ({"address": "127.0.0.1:50052"}, ["--health-address --address"]),
        ({"health_address": "127.0.0.1:9464"}, ["--admin-address --health-address"]),
        ({"address": "[::1]:9464", "admin_address": "[::1]:9464"}, ["--admin-address --address"]),
        (
            {"address": "127.0.0.1:1", "health_address": "127.0.0.1:1", "admin_address": "127.0.0.1:1"},
            ["--health-address --address", "--admin-address --address"],
        ),
        ({"address": "127.0.0.1:0", "health_address": "127.0.0.1:0", "admin_address": "127.0.0.1:0"}, []),
        ({"health_address": "", "admin_address": ""}, []),
        ({"address": "[::1]:9464"}, []),
    ],
)
def test_a_port_is_for_one_address(flags: dict[str, str], pairs: list[str]) -> None:
    """Bad input gets a clear error naming field and remedy: both flags in one sentence, before a port is refused."""
    changes: dict[str, Any] = dict(flags)
    problems = check(replace(Settings(), **changes))
    assert [" ".join(re.findall(r"--[a-z-]+", each)) for each in problems] == pairs
    if pairs:
        with pytest.raises(SettingsError, match="give each a port of its own"):
            load(flags, {})


def test_addresses_are_split_at_the_port() -> None:
    """Brackets belong to the text, not to the host."""
    assert split_address("[::1]:50051") == ("::1", 50051)
    assert split_address("localhost:0") == ("localhost", 0)
