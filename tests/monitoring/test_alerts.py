"""The alert rules: each has a case in which it fires and one in which it does not, and a place in the docs."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

FOLDER = Path(__file__).resolve().parents[2] / "monitoring/prometheus"
DOCS = Path(__file__).resolve().parents[2] / "docs/monitoring.md"


@cache
def rules() -> list[dict[str, Any]]:
    """All alerting rules."""
    groups = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"] if "alert" in rule]


@cache
def cases() -> list[dict[str, Any]]:
    """What `promtool test rules` is told to expect (make check-alerts)."""
    tests = yaml.safe_load((FOLDER / "alerts_test.yaml").read_text())["tests"]
    return [case for test in tests for case in test["alert_rule_test"]]


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_each_alert_has_a_case_in_which_it_fires_and_one_in_which_it_does_not(rule: dict[str, Any]) -> None:
    """An alert that never fires, or always, is none."""
    expected = [bool(case["exp_alerts"]) for case in cases() if case["alertname"] == rule["alert"]]
    assert True in expected
    assert False in expected


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_each_alert_says_what_it_means_and_where_to_read_on(rule: dict[str, Any]) -> None:
    """Summary, description, a severity, and an anchor of docs/monitoring.md that is there."""
    notes = rule["annotations"]
    assert notes["summary"].endswith(".")
    assert notes["description"].endswith(".")
    assert rule["labels"]["severity"] in ("page", "ticket")
    page, _, anchor = notes["runbook_url"].partition("#")
    assert page == "docs/monitoring.md"
    headings = re.findall(r"^#+ (.+)$", DOCS.read_text(), re.MULTILINE)
    anchors = [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]
    assert anchor in anchors


def test_the_docs_tell_of_no_alert_that_is_not_there() -> None:
    """Headings of docs/monitoring.md that look like alerts are alerts."""
    told = re.findall(r"^#+ (PageOne\w+)$", DOCS.read_text(), re.MULTILINE)
    assert sorted(told) == sorted(rule["alert"] for rule in rules())


def test_no_case_is_about_an_alert_that_is_not_there() -> None:
    """promtool says nothing of a misspelled name that is expected not to fire."""
    assert {case["alertname"] for case in cases()} <= {rule["alert"] for rule in rules()}
