"""Dashboard and alerts ask for what the servers really have: a real Prometheus answers every query."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
import yaml

from tests.monitoring.prometheus import JOB, RULES, Prometheus, prometheus
from tests.monitoring.traffic import Caller, everything
from tests.service.certificates import Authority
from tests.service.workers import workers
from tools.dashboard import DASHBOARD, Panel, panels

INTERVAL = 0.5
VARIABLES = {"__rate_interval": "10s", "job": JOB, "instance": ".*"}
#: Names that PromQL itself has; every other word before a brace, bracket or operator is a metric's.
METRIC = re.compile(r"\b((?:grpc_server|pageone|process|python)_[a-z_]+)\b")


@contextmanager
def observed(folder: Path) -> Iterator[Prometheus]:
    """A Prometheus that has scraped, under traffic of every kind, a server with TLS and one of two workers."""
    folders = [folder / name for name in ("tls", "workers", "prometheus")]
    for each in folders:
        each.mkdir()
    authority = Authority()
    files = authority.issue(life=timedelta(days=60)).write(folders[0])
    limits = {"threads": "1", "max_waiting": "2", "rate_per_second": "100", "rate_burst": "150"}
    with (
        workers(folders[0], 1, **files, **limits) as single,
        workers(folders[1], 2) as several,
        prometheus(folders[2], {single.admin_address: "tls", several.admin_address: "workers"}, INTERVAL) as found,
    ):
        callers = [
            Caller(single.address, 1, grpc.ssl_channel_credentials(authority.pem)),
            Caller(several.address, 2),
        ]
        until = time.monotonic() + 3
        while time.monotonic() < until:
            for caller in callers:
                everything(caller, rounds=10)
        # Two more scrapes, and the rules once more; then time stands still, however long the tests take.
        enough = time.time() + 3 * INTERVAL
        found.wait_for(lambda: float(found.query("max(timestamp(up))")[0]["value"][1]) > enough)
        found.now = enough
        for caller in callers:
            caller.close()
        yield found


DRAWN = [panel for panel in panels(VARIABLES) if panel.queries]


def test_a_real_prometheus_answers_every_query_of_dashboard_and_alerts(tmp_path: Path) -> None:
    """One test, since its servers are dear: what is asked for is there, and shows what happened."""
    with observed(tmp_path) as found:
        for panel in DRAWN:
            check_panel(found, panel)
        check_traffic(found)
        check_names(found)
        check_rules(found)


def check_panel(observed: Prometheus, panel: Panel) -> None:
    """A panel that asks for a series that is not there stays empty for ever and nobody knows why."""
    for query in panel.queries:
        found = observed.query(query.expression)
        assert found, (panel.title, query.expression)
        values = [float(series["value"][1]) for series in found]
        assert any(value == value for value in values), (panel.title, query.expression, values)


def check_traffic(observed: Prometheus) -> None:
    """Not zeros alone: calls, errors of each kind, shed and limited calls, refusals, games."""
    for metric in (
        *('grpc_server_handled_total{grpc_code="OK"}', 'grpc_server_handled_total{grpc_code="FailedPrecondition"}'),
        *('grpc_server_handled_total{grpc_code="Aborted"}', 'grpc_server_handled_total{grpc_method="unknown"}'),
        *('pageone_calls_shed_total{pool="calls"}', "pageone_refusals_total", "pageone_actions_total"),
        *(
            "pageone_matches_total",
            "pageone_solo_games_total",
            "pageone_tickets_refused_total",
            "pageone_workers_ready",
        ),
        *("pageone_state_bytes_count", "pageone_engine_seconds_sum", "pageone_certificate_expiry_timestamp_seconds"),
    ):
        (total,) = observed.query(f"sum({metric})")
        assert float(total["value"][1]) > 0, metric
    assert observed.query('sum(grpc_server_handled_total{grpc_code=~"Internal|Unknown"})')[0]["value"][1] == "0"


def check_names(observed: Prometheus) -> None:
    """Names and the labels that are matched with a value."""
    names = set(observed.get("label/__name__/values"))
    asked = " ".join([*_expressions(), *(query.expression for panel in DRAWN for query in panel.queries)])
    wanted = set(METRIC.findall(asked))
    assert wanted
    assert wanted <= names, wanted - names


def check_rules(observed: Prometheus) -> None:
    """A rule that cannot be evaluated would be silent."""
    observed.wait_for(lambda: all(rule.get("lastEvaluation", "0001") > "0002" for rule in _rules(observed)))
    rules = _rules(observed)
    assert len(rules) == len(list(_expressions()))
    assert [(rule["name"], rule.get("lastError")) for rule in rules if rule["health"] != "ok"] == []
    recorded = [rule["name"] for rule in rules if rule["type"] == "recording"]
    for name in recorded:
        assert observed.query(name), name


def _rules(observed: Prometheus) -> list[dict[str, Any]]:
    return [rule for group in observed.get("rules")["groups"] for rule in group["rules"]]


def _expressions() -> Iterator[str]:
    for group in yaml.safe_load(RULES.read_text())["groups"]:
        for rule in group["rules"]:
            yield rule["expr"]


def test_the_dashboard_can_be_imported() -> None:
    """Grafana: ids are unique, no panel lies on another, every data source is the variable's."""
    whole = json.loads(DASHBOARD.read_text())
    assert whole["uid"] == "pageone"
    ids = [panel["id"] for panel in whole["panels"]]
    assert len(set(ids)) == len(ids)
    taken: dict[tuple[int, int], str] = {}
    for panel in panels(VARIABLES):
        assert 0 <= panel.x <= panel.x + panel.width <= 24, panel.title
        for x in range(panel.x, panel.x + panel.width):
            for y in range(panel.y, panel.y + panel.height):
                assert (x, y) not in taken, (panel.title, taken[x, y])
                taken[x, y] = panel.title
    sources = {json.dumps(panel["datasource"]) for panel in whole["panels"] if panel["type"] != "row"}
    assert sources == {json.dumps({"type": "prometheus", "uid": "${datasource}"})}
    for panel in DRAWN:
        for query in panel.queries:
            assert "$" not in query.expression, query.expression


def test_the_picture_is_there_and_shown() -> None:
    """docs/monitoring.md shows the dashboard as it looks with real data."""
    docs = DASHBOARD.parents[2] / "docs"
    assert (docs / "dashboard.png").read_bytes().startswith(b"\x89PNG")
    assert "](dashboard.png)" in (docs / "monitoring.md").read_text()
