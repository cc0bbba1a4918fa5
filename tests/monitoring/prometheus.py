"""A real Prometheus on loopback that scrapes servers of the test's, and what it answers."""

from __future__ import annotations

import json
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests import needs

ROOT: Final = Path(__file__).resolve().parents[2]
RULES: Final = ROOT / "monitoring/prometheus/alerts.yaml"
JOB: Final = "pageone"


class Prometheus:
    """A running one; ``url`` is its HTTP address. ``now`` is the time that queries are about; 0: the present."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.now = 0.0

    def get(self, path: str, **parameters: str) -> Any:  # noqa: ANN401 - any JSON
        """The data of an answer of its API; fails when it is an error."""
        address = f"{self.url}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            with error:
                raise AssertionError(f"{parameters}: {error.read().decode()}") from None

    def query(self, expression: str) -> list[dict[str, Any]]:
        """Every series of an expression."""
        when = {"time": str(self.now)} if self.now else {}
        found: list[dict[str, Any]] = self.get("query", query=expression, **when)["result"]
        return found

    def wait_for(self, condition: Callable[[], bool], seconds: float = 30) -> None:
        """Wait until it holds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"not within {seconds} s"
            time.sleep(0.1)


@contextmanager
def prometheus(folder: Path, targets: Mapping[str, str], interval: float = 0.5) -> Iterator[Prometheus]:
    """A Prometheus that scrapes ``targets``: names of instances by address, with the alert rules loaded."""
    program = needs.program("prometheus")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    milliseconds = f"{int(interval * 1000)}ms"
    config = {
        "global": {
            "scrape_interval": milliseconds,
            "scrape_timeout": milliseconds,
            "evaluation_interval": milliseconds,
        },
        "rule_files": [str(RULES)],
        "scrape_configs": [
            {
                "job_name": JOB,
                "static_configs": [
                    {"targets": [target], "labels": {"instance": name}} for target, name in targets.items()
                ],
            }
        ],
    }
    (folder / "prometheus.json").write_text(json.dumps(config))  # which is YAML, too
    log = folder / "prometheus.log"
    command = [
        program,
        f"--config.file={folder / 'prometheus.json'}",
        f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address={address}",
        f"--query.lookback-delta={4 * interval:.0f}s",
    ]
    with log.open("wb") as stderr:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr)
    try:
        one = Prometheus(f"http://{address}")

        def scraped() -> bool:
            assert process.poll() is None, log.read_text()
            try:
                up = one.query("up == 1")
            except (OSError, AssertionError):
                return False
            return len(up) == len(targets)

        one.wait_for(scraped)
        yield one
    finally:
        process.kill()
        process.wait(20)
