"""Write the alerts of monitoring/ as the object that the Prometheus operator takes.

kustomize reads nothing outside of its folder, so the object is a copy; a test says when it is old.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALERTS = ROOT / "monitoring" / "prometheus" / "alerts.yaml"
OBJECT = ROOT / "k8s" / "components" / "prometheus-operator" / "prometheusrule.yaml"
HEAD = """\
# Written by `python -m tools.prometheus_rule` from monitoring/prometheus/alerts.yaml, where promtool tests the rules.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: pageone
  labels:
    app.kubernetes.io/name: pageone
    app.kubernetes.io/component: server
    app.kubernetes.io/part-of: pageone
spec:
"""


def text() -> str:
    """The object, with the rules' own comments."""
    alerts = ALERTS.read_text(encoding="utf-8")
    groups = alerts[alerts.index("\ngroups:") + 1 :]
    return HEAD + "".join(f"  {line}".rstrip() + "\n" for line in groups.splitlines())


def main() -> None:
    """Write the object."""
    OBJECT.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
