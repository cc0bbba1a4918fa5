"""docs/monitoring.md tells of every metric that there is, and of no other."""

from __future__ import annotations

import re
from pathlib import Path

from pageone_service.metrics import Metrics
from pageone_service.worker_metrics import _Workers
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily

TEXT = (Path(__file__).resolve().parents[2] / "docs/monitoring.md").read_text()
TABLE = TEXT.partition("<!-- metrics: begin -->")[2].partition("<!-- metrics: end -->")[0]


class NoFiles:
    """A directory without any worker's files."""

    def collect(self, report: object) -> list[object]:
        return []


def test_the_table_of_metrics_is_complete() -> None:
    """Names as queries use them; each with its labels."""
    metrics = Metrics("test")
    metrics.certificate_expiry()
    metrics.files_refused("--a-file")
    metrics.series("service", "method")
    for pool in ("calls", "slow"):
        metrics.pool(pool, 1)
        metrics.shed(pool)
    found: dict[str, set[str]] = {}
    registries = [metrics.registry, CollectorRegistry()]
    workers = _Workers(NoFiles(), None, dict, lambda: {"0": 1}, lambda: 2)  # type: ignore[arg-type]
    registries[1].register(workers)
    for registry in registries:
        for family in registry.collect():
            if not family.name.startswith(("grpc_", "pageone_")):
                continue
            name = family.name + ("_total" if family.type == CounterMetricFamily("x", "y").type else "")
            labels = {label for sample in family.samples for label in sample.labels} - {"le"}
            found[name] = labels
    told = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", TABLE, re.MULTILINE))
    assert told.keys() == found.keys()
    for name, text in told.items():
        if "the same" not in text:
            assert set(re.findall(r"`(\w+)`", text)) == found[name], name
