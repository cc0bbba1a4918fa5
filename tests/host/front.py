"""Envoy before several host processes, as a load balancer is: who is gone gets nobody, WebSockets go through."""

from __future__ import annotations

import json
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests import needs

from .support import PATIENCE


@contextmanager
def front(hosts: Sequence[str]) -> Iterator[str]:
    """The URL of an Envoy before the hosts with these URLs; ended afterwards."""
    program = needs.program("envoy")
    with tempfile.TemporaryDirectory(prefix="pageone-front-") as folder:
        port, admin = _free_port(), _free_port()
        config, log = Path(folder, "envoy.json"), Path(folder, "log")
        config.write_text(json.dumps(_config(hosts, port, admin)), encoding="utf-8")
        with log.open("wb") as errors:
            process = subprocess.Popen(
                [
                    *(program, "--config-path", str(config), "--use-dynamic-base-id", "--concurrency", "1"),
                    *("--log-level", "warning"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
            )
        try:
            _wait_until_ready(process, admin, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(timeout=PATIENCE)


def _wait_until_ready(process: subprocess.Popen[bytes], admin: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, log.read_text(encoding="utf-8")
        assert time.monotonic() < until, log.read_text(encoding="utf-8")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{admin}/clusters?format=json", timeout=5) as answer:
                hosts = json.load(answer)["cluster_statuses"][0]["host_statuses"]
            if not any(host["health_status"].get("failed_active_health_check") for host in hosts):
                return
        except OSError:
            pass
        time.sleep(0.02)


def _config(hosts: Sequence[str], port: int, admin: int) -> dict[str, Any]:
    route = {
        "match": {"prefix": "/"},
        "route": {
            "cluster": "hosts",
            "timeout": "0s",
            "retry_policy": {
                "retry_on": "connect-failure,refused-stream,reset-before-request",
                "num_retries": 3,
                "retry_host_predicate": [
                    {
                        "name": "envoy.retry_host_predicates.previous_hosts",
                        "typed_config": _typed("retry.host.previous_hosts.v3.PreviousHostsPredicate"),
                    }
                ],
            },
        },
    }
    manager = {
        **_typed("filters.network.http_connection_manager.v3.HttpConnectionManager"),
        "stat_prefix": "front",
        "upgrade_configs": [{"upgrade_type": "websocket"}],
        "route_config": {"virtual_hosts": [{"name": "all", "domains": ["*"], "routes": [route]}]},
        "http_filters": [
            {"name": "envoy.filters.http.router", "typed_config": _typed("filters.http.router.v3.Router")}
        ],
    }
    health = {
        "timeout": "1s",
        "interval": "0.2s",
        "unhealthy_threshold": 1,
        "healthy_threshold": 1,
        "http_health_check": {"path": "/healthz"},
    }
    cluster = {
        "name": "hosts",
        "type": "STATIC",
        "connect_timeout": "1s",
        "lb_policy": "RANDOM",
        "health_checks": [health],
        "load_assignment": {
            "cluster_name": "hosts",
            "endpoints": [{"lb_endpoints": [{"endpoint": _at(urlsplit(each).port or 80)} for each in hosts]}],
        },
    }
    listener = {
        "name": "front",
        **_at(port),
        "filter_chains": [
            {"filters": [{"name": "envoy.filters.network.http_connection_manager", "typed_config": manager}]}
        ],
    }
    return {"admin": _at(admin), "static_resources": {"listeners": [listener], "clusters": [cluster]}}


def _typed(name: str) -> dict[str, Any]:
    return {"@type": f"type.googleapis.com/envoy.extensions.{name}"}


def _at(port: int) -> dict[str, Any]:
    return {"address": {"socket_address": {"address": "127.0.0.1", "port_value": port}}}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
