"""Envoy's configuration of `make run`: that of the cluster, for one machine, with the page's files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.envoy import load
from tools.edge_config import CONTENT_TYPES, Place, edge_config, page_files

WEB = Place("127.0.0.1", 8080)
SERVER = Place("127.0.0.1", 50051)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>page</title>", encoding="utf-8")
    (tmp_path / "assets" / "app-1a2b3c.js").write_text("x" * 5000, encoding="utf-8")
    return tmp_path


def manager(config: dict[str, Any]) -> dict[str, Any]:
    (listener,) = config["static_resources"]["listeners"]
    found: dict[str, Any] = listener["filter_chains"][0]["filters"][0]["typed_config"]
    return found


def host(config: dict[str, Any]) -> dict[str, Any]:
    (one,) = manager(config)["route_config"]["virtual_hosts"]
    found: dict[str, Any] = one
    return found


def test_filters_and_limits_are_those_of_the_cluster(page: Path) -> None:
    """What the overlay says of requests holds here, too: filters, limits of headers, the routes of gRPC."""
    here, there = manager(edge_config(page, WEB, SERVER, 50052)), manager_of_the_overlay()
    for name in set(there) - {"access_log", "route_config"}:
        assert here[name] == there[name], name
    routes = there["route_config"]["virtual_hosts"][0]["routes"]
    assert host(edge_config(page, WEB, SERVER, 50052))["routes"][: len(routes)] == routes


def manager_of_the_overlay() -> dict[str, Any]:
    edge = next(each for each in load()["static_resources"]["listeners"] if each["name"] == "edge")
    found: dict[str, Any] = edge["filter_chains"][0]["filters"][0]["typed_config"]
    return found


def test_every_file_is_answered_with_its_type(page: Path) -> None:
    """index.html at /, each file at its own path, the largest one within Envoy's limit."""
    config = edge_config(page, WEB, SERVER, None)
    routes = {each["match"]["path"]: each for each in host(config)["routes"] if "direct_response" in each}
    assert set(routes) == {"/", "/assets/app-1a2b3c.js"}
    assert manager(config)["route_config"]["max_direct_response_body_size_bytes"] == 5000
    told = {
        path: {one["header"]["key"]: one["header"]["value"] for one in route["response_headers_to_add"]}
        for path, route in routes.items()
    }
    assert told["/"]["content-type"].startswith("text/html")
    assert told["/"]["cache-control"] == "no-cache"
    assert "immutable" in told["/assets/app-1a2b3c.js"]["cache-control"]
    for headers in told.values():
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]


def test_only_the_names_of_this_machine_are_answered(page: Path) -> None:
    """A foreign name that leads to loopback (DNS rebinding) is no name of the page; beyond loopback any name may be."""
    names = host(edge_config(page, WEB, SERVER, None))["domains"]
    assert {"127.0.0.1:8080", "localhost:8080", "[::1]:8080"} <= set(names)
    assert "*" not in names
    assert host(edge_config(page, Place("0.0.0.0", 80), SERVER, None))["domains"] == ["*"]


@pytest.mark.parametrize("server", [Place("0.0.0.0", 1), Place("::", 1), Place("127.0.0.1", 1)])
def test_the_server_is_asked_where_it_listens(page: Path, server: Place) -> None:
    """On all addresses means on loopback's; its health is on a port of its own, or nowhere."""
    for port in (2, None):
        (cluster,) = edge_config(page, WEB, server, port)["static_resources"]["clusters"]
        endpoint = cluster["load_assignment"]["endpoints"][0]["lb_endpoints"][0]["endpoint"]
        assert endpoint["address"]["socket_address"]["address"] in ("127.0.0.1", "::1")
        assert ("health_checks" in cluster) == (port is not None)


def test_nothing_can_change_this_envoy(page: Path) -> None:
    """No admin interface, and no sharing of the port with another program."""
    config = edge_config(page, WEB, SERVER, None)
    assert "admin" not in config
    assert config["static_resources"]["listeners"][0]["enable_reuse_port"] is False


def test_a_file_of_an_unknown_type_is_named(page: Path) -> None:
    """Better than an answer that a browser guesses at."""
    (page / "film.mp4").write_bytes(b"")
    with pytest.raises(ValueError, match=r"/film\.mp4.*\.mp4"):
        page_files(page)
    assert ".mp4" not in CONTENT_TYPES


def test_a_folder_that_is_no_page_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"has no index\.html"):
        page_files(tmp_path)
