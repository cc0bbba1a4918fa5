"""The panels of monitoring/grafana/dashboard.json and the queries in them, as Grafana would ask them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

DASHBOARD: Final = Path(__file__).resolve().parent.parent / "monitoring/grafana/dashboard.json"


@dataclass(frozen=True)
class Query:
    """An expression with Grafana's variables put in, and the template of its legend."""

    expression: str
    legend: str


@dataclass(frozen=True)
class Panel:
    """A panel: its place in a grid 24 wide, and its queries."""

    title: str
    kind: str
    unit: str
    x: int
    y: int
    width: int
    height: int
    queries: tuple[Query, ...]
    field: Mapping[str, Any]
    options: Mapping[str, Any]


def panels(variables: Mapping[str, str], path: Path = DASHBOARD) -> Iterator[Panel]:
    """All panels in their order, rows (which have no queries) among them; each ``$name`` is replaced."""
    for each in json.loads(path.read_text(encoding="utf-8"))["panels"]:
        place = each["gridPos"]
        yield Panel(
            title=each["title"],
            kind=each["type"],
            unit=each.get("fieldConfig", {}).get("defaults", {}).get("unit", ""),
            x=place["x"],
            y=place["y"],
            width=place["w"],
            height=place["h"],
            queries=tuple(
                Query(expanded(target["expr"], variables), target.get("legendFormat", ""))
                for target in each.get("targets", ())
            ),
            field=each.get("fieldConfig", {}).get("defaults", {}),
            options=each.get("options", {}),
        )


def expanded(expression: str, variables: Mapping[str, str]) -> str:
    """The expression with each ``$name`` replaced by its value."""
    for name, value in variables.items():
        expression = expression.replace(f"${name}", value)
    return expression


def legend(template: str, labels: Mapping[str, str]) -> str:
    """What a series is called: ``{{label}}`` replaced by its value, nothing where it has none."""
    for name, value in labels.items():
        template = template.replace(f"{{{{{name}}}}}", value)
    head, brace, rest = template.partition("{{")
    while brace:
        template = head + rest.partition("}}")[2]
        head, brace, rest = template.partition("{{")
    return template.strip()
