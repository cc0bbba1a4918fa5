"""Envoy's configuration for one machine: the page and the service on one address.

It is the configuration of k8s/overlays/envoy with addresses of loopback and its filters as they stand. In place of the
gRPC and CORS routes for other origins there is one virtual host for this address: ``/pageone.v1.*`` goes to the server,
every file of the page is answered by Envoy itself, and anything else is 404. So a page of another origin can neither
call nor, by a name of its own for this address, pretend to be this one.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parent.parent
OVERLAY: Final = ROOT / "k8s" / "overlays" / "envoy" / "envoy.yaml"

#: Content types by suffix; what is not here is no part of a page.
CONTENT_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
#: What the page may load and do: its own files, and calls to where it came from.
CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS: Final = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
#: Files under this folder have their content's hash in their names (Vite's default).
_HASHED: Final = "/assets/"
_FOREVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"


@dataclass(frozen=True)
class Place:
    """A host (a name or an address, IPv6 without brackets) and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def reachable(self) -> Place:
        """Where a client on this machine connects to; an address that means "all of them" is loopback's."""
        return Place({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host), self.port)


def page_files(page: Path) -> dict[str, Path]:
    """The files of a built page by the path of their URL; ``ValueError`` names one whose type nobody knows."""
    found = {f"/{file.relative_to(page).as_posix()}": file for file in sorted(page.rglob("*")) if file.is_file()}
    for path, file in found.items():
        if file.suffix not in CONTENT_TYPES:
            raise ValueError(f"{path}: no content type for {file.suffix!r} (tools/edge_config.py)")
    if "/index.html" not in found:
        raise ValueError(f"{page} has no index.html")
    return {"/": found.pop("/index.html"), **found}


def edge_config(page: Path, web: Place, server: Place, health_port: int | None) -> dict[str, Any]:
    """The configuration of an Envoy that listens on ``web`` and has the server behind it.

    ``health_port`` is where the server answers grpc.health.v1 on its host; None: nowhere, and it is taken for healthy.
    """
    config: dict[str, Any] = deepcopy(yaml.safe_load(OVERLAY.read_text(encoding="utf-8")))
    # Nobody asks this Envoy for anything but the page: no interface that could change it or end it.
    del config["admin"]
    resources = config["static_resources"]
    (edge,) = (each for each in resources["listeners"] if each["name"] == "edge")
    (cluster,) = (each for each in resources["clusters"] if each["name"] == "pageone")
    resources["listeners"], resources["clusters"] = [edge], [cluster]
    edge["address"]["socket_address"] = _socket_address(web)
    # Two programs shall not share a port without knowing of each other.
    edge["enable_reuse_port"] = False
    manager = edge["filter_chains"][0]["filters"][0]["typed_config"]
    # The server logs its calls; the page's files are of no interest.
    del manager["access_log"]
    files = page_files(page)
    route_config = manager["route_config"]
    route_config["max_direct_response_body_size_bytes"] = max(file.stat().st_size for file in files.values()) or 1
    (host,) = route_config["virtual_hosts"]
    del host["typed_per_filter_config"]
    host["domains"] = _names(web)
    host["routes"] = [*host["routes"], *_static_routes(files)]
    _point(cluster, server.reachable, health_port)
    return config


def _socket_address(place: Place) -> dict[str, Any]:
    return {"address": place.host, "port_value": place.port}


def _names(web: Place) -> list[str]:
    """What a browser on this machine calls the page's host; any name where others can reach it, too."""
    try:
        local = web.host == "localhost" or ipaddress.ip_address(web.host).is_loopback
    except ValueError:
        local = False
    if not local:
        return ["*"]
    places = (Place(host, web.port) for host in dict.fromkeys((web.host, "127.0.0.1", "::1", "localhost")))
    return [name for place in places for name in (str(place), str(place).rpartition(":")[0])]


def _static_routes(files: dict[str, Path]) -> Iterator[dict[str, Any]]:
    for path, file in files.items():
        headers = {
            "content-type": CONTENT_TYPES[file.suffix],
            "cache-control": _FOREVER if path.startswith(_HASHED) else _ASK_AGAIN,
            **SECURITY_HEADERS,
        }
        yield {
            "match": {
                "path": path,
                "headers": [{"name": ":method", "string_match": {"safe_regex": {"regex": "GET|HEAD"}}}],
            },
            "direct_response": {"status": 200, "body": {"filename": str(file.resolve())}},
            "response_headers_to_add": [
                {"header": {"key": key, "value": value}, "append_action": "OVERWRITE_IF_EXISTS_OR_ADD"}
                for key, value in headers.items()
            ],
        }


def _point(cluster: dict[str, Any], server: Place, health_port: int | None) -> None:
    (locality,) = cluster["load_assignment"]["endpoints"]
    endpoint: dict[str, Any] = {"address": {"socket_address": _socket_address(server)}}
    if health_port is None:
        del cluster["health_checks"]
    else:
        endpoint["health_check_config"] = {"port_value": health_port}
    locality["lb_endpoints"] = [{"endpoint": endpoint}]
