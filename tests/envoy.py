"""A real Envoy with the configuration of k8s/overlays/envoy: only addresses and ports are others here.

    with envoy([first, second]) as edge, grpc.insecure_channel(edge.address) as channel: ...

A replica is whatever has an ``address`` and a ``health_address``: a `Server`, or a process of one. A replica that ends
and comes back has to come back on the same ports.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol

import yaml

from tests import needs

OVERLAY: Final = needs.ROOT / "k8s" / "overlays" / "envoy"
#: Seconds that anything here may take before it counts as failed.
PATIENCE: Final = 60.0
_LOOPBACK: Final = "127.0.0.1"


class Replica(Protocol):
    """Where a server answers calls, and where it answers for its health."""

    @property
    def address(self) -> str:
        """HOST:PORT of the services."""

    @property
    def health_address(self) -> str:
        """HOST:PORT of grpc.health.v1."""


@dataclass(frozen=True)
class Host:
    """A replica as Envoy sees it: whether it gets calls, and how many requests (retries, too) it got."""

    healthy: bool
    requests: int


@dataclass
class Envoy:
    """A running Envoy: ``address`` for calls, ``tls_address`` the same behind TLS, ``ops_address`` for probes."""

    process: subprocess.Popen[bytes]
    admin_address: str
    config_path: Path
    log_path: Path
    errors_path: Path
    address: str = ""
    tls_address: str = ""
    ops_address: str = ""

    def get(self, path: str, address: str = "") -> tuple[int, bytes]:
        """Status and body of a GET, by default at the admin interface."""
        try:
            with urllib.request.urlopen(f"http://{address or self.admin_address}{path}", timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def post(self, path: str) -> None:
        """Change something at the admin interface."""
        request = urllib.request.Request(f"http://{self.admin_address}{path}", method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            answer.read()

    def hosts(self) -> dict[str, Host]:
        """Every replica by its address."""
        found = {}
        for cluster in json.loads(self.get("/clusters?format=json")[1])["cluster_statuses"]:
            if cluster["name"] != "pageone":
                continue
            for host in cluster.get("host_statuses", ()):
                place = host["address"]["socket_address"]
                counts = {one["name"]: int(one.get("value", 0)) for one in host["stats"]}
                health = host["health_status"]
                failed = [key for key, value in health.items() if key.startswith("failed_") and value]
                well = health.get("eds_health_status") == "HEALTHY" and not failed
                found[f"{place['address']}:{place['port_value']}"] = Host(well, counts["rq_total"])
        return found

    def stats(self, prefix: str) -> dict[str, int]:
        """Counters and gauges whose names begin so."""
        lines = self.get(f"/stats?filter=^{prefix}")[1].decode().splitlines()
        pairs = (line.split(": ") for line in lines)
        return {name: int(value) for name, value in pairs if value.isdigit()}

    def log(self) -> list[dict[str, Any]]:
        """The access log so far, a line for each call."""
        return [json.loads(line) for line in self.log_path.read_bytes().splitlines() if line.endswith(b"}")]

    def wait_for(self, condition: Callable[[Envoy], bool], what: str, seconds: float = PATIENCE) -> None:
        """Wait until something is true of this Envoy; fail after ``seconds``."""
        until = time.monotonic() + seconds
        while True:
            assert self.process.poll() is None, f"Envoy ended: {self.errors()}"
            if condition(self):
                return
            assert time.monotonic() < until, f"after {seconds:g} s not yet: {what}: {self.hosts()}"
            time.sleep(0.02)

    def wait_for_healthy(self, *replicas: Replica, seconds: float = PATIENCE) -> None:
        """Wait until exactly these replicas get calls."""
        wanted = {each.address for each in replicas}
        self.wait_for(
            lambda _: {address for address, host in self.hosts().items() if host.healthy} == wanted,
            f"only {sorted(wanted)} are healthy",
            seconds,
        )
        # The thread that serves has heard of it, too, by the time it has answered a request that came later.
        self.get("/live", self.ops_address)

    def errors(self) -> str:
        """What Envoy wrote of itself: warnings and errors."""
        return self.errors_path.read_text(encoding="utf-8", errors="replace")


@contextmanager
def envoy(
    replicas: Sequence[Replica], *, tls: Path | None = None, concurrency: int = 1, wait: bool = True
) -> Iterator[Envoy]:
    """Run Envoy in front of ``replicas``, ready when this is entered, ended when it is left.

    ``tls`` is a directory with ``tls.crt`` and ``tls.key``, ``concurrency`` the number of Envoy's threads (each goes
    round the replicas by itself). With ``wait`` all replicas are seen healthy before it begins.
    """
    program = needs.program("envoy")
    with TemporaryDirectory(prefix="pageone-envoy-") as folder:
        edge = _started(program, Path(folder), replicas, tls, concurrency)
        try:
            _find_addresses(edge)
            if wait:
                edge.wait_for_healthy(*replicas)
            yield edge
        finally:
            edge.process.terminate()
            try:
                edge.process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                edge.process.kill()
                edge.process.wait(timeout=PATIENCE)


def load(path: Path = OVERLAY / "envoy.yaml") -> dict[str, Any]:
    """A configuration as it is committed."""
    loaded: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded


def placed(
    config: Mapping[str, Any], replicas: Sequence[Replica], admin_port: int, certificate: Path
) -> dict[str, Any]:
    """A configuration with the addresses and ports of a test, and nothing else changed.

    Listeners get any free port of loopback, the cluster ``pageone`` the replicas instead of the headless Service.
    """
    here = deepcopy(dict(config))
    here["admin"]["address"]["socket_address"].update(address=_LOOPBACK, port_value=admin_port)
    for listener in here["static_resources"]["listeners"]:
        listener["address"]["socket_address"].update(address=_LOOPBACK, port_value=0)
    clusters = {cluster["name"]: cluster for cluster in here["static_resources"]["clusters"]}
    for name, endpoints in (("pageone", [_endpoint(each) for each in replicas]), ("admin", None)):
        (locality,) = clusters[name]["load_assignment"]["endpoints"]
        if endpoints is None:
            locality["lb_endpoints"][0]["endpoint"]["address"]["socket_address"]["port_value"] = admin_port
        else:
            locality["lb_endpoints"] = [{"endpoint": each} for each in endpoints]
    text = yaml.safe_dump(here).replace("/etc/envoy/certificate.yaml", str(certificate))
    moved: dict[str, Any] = yaml.safe_load(text)
    return moved


def _endpoint(replica: Replica) -> dict[str, Any]:
    host, _, port = replica.address.rpartition(":")
    health_port = replica.health_address.rpartition(":")[2]
    return {
        "address": {"socket_address": {"address": host, "port_value": int(port)}},
        "health_check_config": {"port_value": int(health_port)},
    }


def _started(program: str, folder: Path, replicas: Sequence[Replica], tls: Path | None, concurrency: int) -> Envoy:
    certificate = folder / "certificate.yaml"
    text = (OVERLAY / "certificate.yaml").read_text(encoding="utf-8")
    certificate.write_text(text.replace("/etc/envoy-tls", str(tls or folder / "no-tls")), encoding="utf-8")
    (folder / "no-tls").mkdir()
    admin_port = _free_port()
    config = folder / "envoy.yaml"
    config.write_text(yaml.safe_dump(placed(load(), replicas, admin_port, certificate)), encoding="utf-8")
    log, errors = folder / "access.log", folder / "envoy.log"
    with log.open("wb") as out, errors.open("wb") as err:
        process = subprocess.Popen(
            [
                *(program, "--config-path", str(config), "--use-dynamic-base-id"),
                *("--concurrency", str(concurrency), "--log-level", "warning"),
                # Lines of the access log are at hand at once, not after ten seconds.
                *("--file-flush-interval-msec", "20"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
    return Envoy(process, f"{_LOOPBACK}:{admin_port}", config, log, errors)


def _find_addresses(edge: Envoy) -> None:
    """Wait until Envoy is ready, and ask which ports its listeners got."""

    def ready(_: Envoy) -> bool:
        try:
            return edge.get("/ready")[0] == 200
        except OSError:
            return False

    until = time.monotonic() + PATIENCE
    while not ready(edge):
        assert edge.process.poll() is None, f"Envoy ended: {edge.errors()}"
        assert time.monotonic() < until, f"Envoy is not ready after {PATIENCE:g} s: {edge.errors()}"
        time.sleep(0.02)
    for one in json.loads(edge.get("/listeners?format=json")[1])["listener_statuses"]:
        place = one["local_address"]["socket_address"]
        address = f"{place['address']}:{place['port_value']}"
        if one["name"] == "edge":
            edge.address = address
        elif one["name"] == "edge_tls":
            edge.tls_address = address
        elif one["name"] == "ops":
            edge.ops_address = address


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        return int(probe.getsockname()[1])
