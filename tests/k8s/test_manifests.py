"""The manifests: built, valid, hardened, and true across fields. Every check is seen to fail on a changed copy."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import grpc
import pytest
import yaml
from pageone.v1 import rules_service_pb2, rules_service_pb2_grpc
from pageone_service.server import create_server
from pageone_service.settings import load

from tests import needs
from tests.k8s.cross_checks import CHECKS
from tests.k8s.manifests import FOLDER, OVERLAYS, Manifests, built, built_text, walk
from tests.service.certificates import Authority
from tools import prometheus_rule

needs_kubectl = pytest.fixture(autouse=True)(lambda: needs.program("kubectl"))


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("check", CHECKS)
def test_the_overlays_hold(overlay: str, check: str) -> None:
    """OPERATIONS.md: no schema sees two handlers in a probe, a selector without pods, a grace too short."""
    assert list(CHECKS[check](built(overlay))) == []


Change = Callable[[Manifests], object]


def setting(**values: str) -> Change:
    """Other settings."""
    return lambda all_: all_.settings.update({f"PAGEONE_{name.upper()}": value for name, value in values.items()})


def edit(kind: str, name: str, path: str, value: object) -> Change:
    """Another value at a path such as spec.ports.0.port; ``...`` takes the key away."""

    def change(all_: Manifests) -> None:
        *way, last = path.split(".")
        place: Any = all_.one(kind, name)
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        key: Any = int(last) if isinstance(place, list) else last
        if value is ...:
            del place[key]
        else:
            place[key] = value

    return change


def server(path: str, value: object, name: str = "pageone") -> Change:
    """Something else in the servers' container."""
    return edit("Deployment", name, f"spec.template.spec.containers.0.{path}", value)


def pod(path: str, value: object, name: str = "pageone") -> Change:
    """Something else in the servers' pods."""
    return edit("Deployment", name, f"spec.template.spec.{path}", value)


def envoy(path: str, value: object) -> Change:
    """Something else in Envoy's configuration: at every mapping that has the path's first key."""
    first, *rest = path.split(".")

    def change(all_: Manifests) -> None:
        all_.other_envoy = deepcopy(all_.envoy)
        places = [one for one in walk(all_.other_envoy) if first in one]
        assert places, path
        for place in places:
            last: Any = first
            inner: Any = place
            for step in rest:
                inner, last = inner[last], (int(step) if step.isdigit() else step)
            inner[last] = value

    return change


EDGE = "pageone-edge"
HEALTH = "load_assignment.endpoints.0.lb_endpoints.0.endpoint"
#: What a check has to see: the check, the overlay, what somebody changed.
MUTATIONS: list[tuple[str, str, Change]] = [
    ("selectors", "plain", edit("Service", "pageone", "spec.selector", {"app.kubernetes.io/name": "page-one"})),
    ("selectors", "plain", edit("Service", "pageone", "spec.selector", {})),
    ("selectors", "envoy", edit("Service", "pageone", "spec.selector", {"app.kubernetes.io/name": "pageone"})),
    ("selectors", "plain", edit("Deployment", "pageone", "spec.template.metadata.labels", {"app": "pageone"})),
    ("selectors", "plain", edit("PodDisruptionBudget", "pageone", "spec.selector.matchLabels", {"app": "pageone"})),
    ("selectors", "plain", edit("NetworkPolicy", "pageone", "spec.podSelector.matchLabels", {})),
    ("selectors", "envoy", edit("PodMonitor", EDGE, "spec.selector.matchLabels", {"app": "pageone"})),
    ("selectors", "plain", pod("topologySpreadConstraints.0.labelSelector.matchLabels", {"app": "pageone"})),
    ("ports_have_names", "plain", edit("Service", "pageone", "spec.ports.0.targetPort", "http")),
    ("ports_have_names", "plain", edit("Service", "pageone-headless", "spec.ports.0.port", 80)),
    ("ports_have_names", "plain", edit("Service", "pageone-headless", "spec.ports.2.name", "http")),
    ("ports_have_names", "plain", lambda all_: all_.drop("Service", "pageone-headless")),
    ("ports_have_names", "envoy", edit("PodMonitor", EDGE, "spec.podMetricsEndpoints.0.port", "metrics")),
    ("application_protocols", "plain", edit("Service", "pageone", "spec.ports.0.appProtocol", "http")),
    ("application_protocols", "plain", setting(tls_certificate_file="/tls.crt")),
    ("application_protocols", "envoy", edit("Service", EDGE, "spec.ports.1.appProtocol", ...)),
    ("probes", "plain", server("livenessProbe.tcpSocket", {"port": 50052})),
    ("probes", "plain", server("livenessProbe.grpc.service", "")),
    ("probes", "plain", server("readinessProbe.grpc.service", "liveness")),
    ("probes", "plain", server("startupProbe.grpc.service", "pageone")),
    ("probes", "plain", server("startupProbe", {})),
    ("probes", "plain", server("readinessProbe.grpc.port", 50051)),
    ("probes", "plain", server("readinessProbe.timeoutSeconds", 3)),
    ("probes", "envoy", server("readinessProbe.httpGet.port", "admin", EDGE)),
    ("settings", "plain", setting(drain_second="8")),
    ("settings", "plain", setting(drain_seconds="eight")),
    ("settings", "plain", setting(health_address="0.0.0.0:8080")),
    ("settings", "plain", setting(admin_address="127.0.0.1:9464")),
    ("settings", "plain", lambda all_: all_.settings.pop("PAGEONE_API_KEYS_FILE")),
    ("settings", "plain", lambda all_: all_.settings.pop("PAGEONE_TICKET_KEYS_FILE")),
    ("settings", "plain", server("envFrom", [])),
    ("settings", "plain", server("env", [{"name": "PAGEONE_THREAD", "value": "4"}])),
    ("settings", "plain", server("ports.0.containerPort", 50050)),
    ("stopping", "plain", pod("terminationGracePeriodSeconds", 37)),
    ("stopping", "plain", setting(grace_seconds="30")),
    ("stopping", "plain", setting(grace_seconds="10")),
    ("stopping", "plain", setting(drain_seconds="4")),
    ("stopping", "plain", setting(drain_seconds="7")),
    ("stopping", "plain", server("lifecycle", {"preStop": {"sleep": {"seconds": 5}}})),
    ("stopping", "plain", server("readinessProbe.periodSeconds", 10)),
    ("stopping", "envoy", pod("terminationGracePeriodSeconds", 34, EDGE)),
    ("stopping", "envoy", server("lifecycle.preStop.exec.command.2", "sleep 24\n", EDGE)),
    ("autoscaling", "plain", edit("HorizontalPodAutoscaler", "pageone", "spec.scaleTargetRef.name", "page-one")),
    ("autoscaling", "plain", server("resources.requests.cpu", ...)),
    ("autoscaling", "plain", edit("Deployment", "pageone", "spec.replicas", 3)),
    ("autoscaling", "plain", edit("HorizontalPodAutoscaler", "pageone", "spec.minReplicas", 1)),
    ("autoscaling", "plain", lambda all_: all_.drop("HorizontalPodAutoscaler", "pageone")),
    ("disruption", "plain", edit("PodDisruptionBudget", "pageone", "spec.maxUnavailable", 2)),
    ("disruption", "plain", edit("PodDisruptionBudget", "pageone", "spec.maxUnavailable", 0)),
    ("disruption", "plain", lambda all_: all_.drop("PodDisruptionBudget", "pageone")),
    ("disruption", "envoy", edit("HorizontalPodAutoscaler", EDGE, "spec.minReplicas", 1)),
    ("disruption", "plain", edit("Deployment", "pageone", "spec.strategy.rollingUpdate.maxUnavailable", 1)),
    ("references", "plain", server("envFrom.0.configMapRef.name", "pageone")),
    ("references", "plain", pod("volumes.0.projected.sources.0.secret.name", "pageone-keys")),
    ("references", "plain", pod("volumes.0.projected.sources.0.secret.items.0.key", "keys")),
    ("references", "plain", pod("volumes.0.projected.sources.0.secret.items.0.path", "keys")),
    ("references", "plain", server("volumeMounts.0.mountPath", "/keys")),
    ("references", "plain", server("volumeMounts.0.name", "key")),
    ("references", "plain", setting(jwks_file="/etc/pageone/jwks.json")),
    ("references", "plain", pod("serviceAccountName", "page-one")),
    ("references", "plain", lambda all_: all_.objects.append({"kind": "Secret", "metadata": {"name": "pageone"}})),
    ("references", "envoy", pod("volumes.1.secret.secretName", "edge-tls", EDGE)),
    ("references", "envoy", pod("volumes.0.configMap.name", EDGE, EDGE)),
    ("network", "plain", edit("NetworkPolicy", "pageone", "spec.ingress.2", ...)),
    ("network", "plain", edit("NetworkPolicy", "pageone", "spec.ingress.0.ports.0.port", "http")),
    ("network", "plain", edit("NetworkPolicy", "pageone", "spec.ingress.0.from", [])),
    ("network", "plain", edit("NetworkPolicy", "pageone", "spec.policyTypes", ["Ingress"])),
    ("network", "plain", edit("NetworkPolicy", "pageone", "spec.egress", [{}])),
    ("network", "plain", lambda all_: all_.drop("NetworkPolicy", "pageone")),
    ("network", "envoy", edit("NetworkPolicy", "pageone", "spec.ingress.0.from.0.podSelector.matchLabels", {"a": "b"})),
    ("network", "envoy", edit("NetworkPolicy", EDGE, "spec.ingress.1.from", [])),
    ("network", "envoy", edit("NetworkPolicy", EDGE, "spec.egress.0.ports.1.port", 9464)),
    ("network", "envoy", edit("NetworkPolicy", EDGE, "spec.egress.1", ...)),
    ("envoy_addresses", "envoy", envoy(f"{HEALTH}.address.socket_address.address", "pageone")),
    ("envoy_addresses", "envoy", envoy(f"{HEALTH}.address.socket_address.port_value", 50053)),
    ("envoy_addresses", "envoy", envoy("health_check_config.port_value", 50051)),
    ("envoy_addresses", "envoy", envoy("admin.address.socket_address.address", "0.0.0.0")),
    ("envoy_addresses", "envoy", envoy("admin.address.socket_address.port_value", 9900)),
    ("envoy_addresses", "envoy", envoy("cluster", "servers")),
    ("envoy_addresses", "envoy", server("ports.0.containerPort", 8000, EDGE)),
    ("envoy_addresses", "envoy", server("ports.2.containerPort", 9901, EDGE)),
    ("envoy_addresses", "envoy", server("lifecycle.preStop.exec.command.2", "sleep 25\n", EDGE)),
    ("envoy_files", "envoy", server("volumeMounts.0.mountPath", "/envoy", EDGE)),
    ("envoy_files", "envoy", server("volumeMounts.1.mountPath", "/tls", EDGE)),
    ("envoy_files", "envoy", server("args.1", "/etc/envoy.yaml", EDGE)),
    ("envoy_files", "envoy", envoy("path_config_source.path", "/etc/envoy/sds.yaml")),
    ("envoy_limits", "envoy", setting(drain_seconds="2")),
    ("envoy_limits", "envoy", setting(max_call_seconds="30")),
    ("envoy_limits", "envoy", setting(max_metadata_bytes="8192")),
    ("envoy_limits", "envoy", setting(min_ping_seconds="120")),
    ("envoy_limits", "envoy", setting(max_streams="50")),
    ("envoy_limits", "envoy", setting(max_idle_seconds="300")),
    ("envoy_limits", "envoy", envoy("interval_jitter", "10s")),
    ("envoy_limits", "envoy", envoy("no_traffic_interval", "60s")),
    ("envoy_limits", "envoy", envoy("timeout", "15s")),
    ("envoy_limits", "envoy", server("resources.limits.memory", "128Mi", EDGE)),
    ("images", "plain", server("image", "pageone")),
    ("images", "envoy", server("image", "envoyproxy/envoy:v1.30.0", EDGE)),
    ("images", "plain", pod("securityContext.runAsUser", 1000)),
    ("images", "plain", server("args", ["demo"])),
    ("images", "plain", server("ports.2.containerPort", 9465)),
    ("memory", "plain", server("resources.limits.memory", "256Mi")),
    ("memory", "plain", setting(max_waiting="256")),
    ("hardening", "plain", server("securityContext.readOnlyRootFilesystem", False)),
    ("hardening", "plain", server("securityContext.capabilities", {"drop": ["NET_RAW"]})),
    ("hardening", "plain", server("securityContext.allowPrivilegeEscalation", True)),
    ("hardening", "envoy", pod("securityContext.runAsUser", 0, EDGE)),
    ("hardening", "plain", pod("securityContext.seccompProfile", ...)),
    ("hardening", "plain", pod("automountServiceAccountToken", ...)),
    ("hardening", "plain", pod("enableServiceLinks", ...)),
    ("hardening", "plain", pod("hostNetwork", True)),
    ("hardening", "plain", server("volumeMounts.0.readOnly", ...)),
    ("hardening", "plain", edit("ServiceAccount", "pageone", "automountServiceAccountToken", ...)),
    ("namespaces", "plain", edit("Service", "pageone", "metadata.namespace", "default")),
    ("namespaces", "plain", edit("Namespace", "pageone", "metadata.labels", {})),
    ("monitors", "plain", edit("ServiceMonitor", "pageone", "spec.endpoints.0.scrapeTimeout", "20s")),
    ("monitors", "plain", edit("ServiceMonitor", "pageone", "spec.endpoints.0.targetport", 9464)),
    ("monitors", "plain", edit("ServiceMonitor", "pageone", "spec.namespaceselector", {})),
    ("monitors", "plain", edit("PrometheusRule", "pageone", "spec.groups.0.rules.0.exp", "up")),
    ("monitors", "plain", lambda all_: all_.drop("PrometheusRule", "pageone")),
    ("monitors", "envoy", lambda all_: all_.drop("PodMonitor", EDGE)),
]


@pytest.mark.parametrize(
    ("check", "overlay", "change"), [pytest.param(*each, id=f"{each[0]}-{n}") for n, each in enumerate(MUTATIONS)]
)
def test_a_check_sees_what_is_wrong(check: str, overlay: str, change: Change) -> None:
    """A check that cannot fail proves nothing."""
    assert list(CHECKS[check](built(overlay).changed(change)))


def test_every_check_is_seen_to_fail() -> None:
    """No check without a mutation."""
    assert {check for check, _, _ in MUTATIONS} == set(CHECKS)


# schemas


#: The oldest release that knows all that is used, and the newest that the validator knows.
RELEASES = ("1.27", "1.37")


def validated(text: str, folder: Path, release: str = RELEASES[-1]) -> str:
    """What kubernetes-validate says of manifests, strictly."""
    file = folder / "built.yaml"
    file.write_text(text, encoding="utf-8")
    command = [needs.program("kubernetes-validate"), "--strict", "-k", release, str(file)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    told = result.stdout + result.stderr
    assert (result.returncode == 0) == ("ERROR" not in told), told
    return told


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_schemas_of_kubernetes_hold(overlay: str, release: str, tmp_path: Path) -> None:
    """`kubernetes-validate --strict` passes every object; only the Prometheus operator's kinds are unknown to it."""
    told = validated(built_text(FOLDER / "overlays" / overlay), tmp_path, release)
    objects = built(overlay).objects
    unknown = re.findall(r"Couldn't find schema for kind (\w+)", told)
    assert "ERROR" not in told, told
    assert sorted(unknown) == sorted(
        each["kind"] for each in objects if each["apiVersion"].startswith("monitoring.coreos.com/")
    )
    assert told.count(" passed for resource ") == len(objects) - len(unknown)


def test_an_unknown_field_is_seen_by_the_schemas(tmp_path: Path) -> None:
    """So that the test above can fail."""
    changed = built("plain").changed(server("readinessprobe", {}))
    assert "ERROR" in validated(yaml.safe_dump_all(changed.objects), tmp_path)


# checkov


def checkov(text: str, folder: Path, config: Path) -> str:
    """What checkov finds; empty when nothing."""
    file = folder / "built.yaml"
    file.write_text(text, encoding="utf-8")
    command = [needs.program("checkov"), "--file", str(file), "--config-file", str(config)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=folder)
    assert (result.returncode == 0) == ("FAILED" not in result.stdout), result.stdout + result.stderr
    return result.stdout


@pytest.mark.timeout(400)
def test_checkov_finds_nothing_but_what_is_explained(tmp_path: Path) -> None:
    """Every skip has its reason above it and is needed: without the skips exactly these checks fail."""
    config = FOLDER / ".checkov.yaml"
    text = config.read_text(encoding="utf-8")
    skips = yaml.safe_load(text)["skip-check"]
    for skip in skips:
        assert re.search(rf"^  # .{{40,}}\n(  # .*\n)*  - {skip}$", text, re.MULTILINE), f"{skip} has no reason"
    everything = built_text(FOLDER / "overlays" / "envoy")
    assert "Failed checks: 0, Skipped checks: 0" in checkov(everything, tmp_path, config)
    without = tmp_path / "checkov.yaml"
    without.write_text(text[: text.index("skip-check:")], encoding="utf-8")
    assert set(re.findall(r"CKV\w+", checkov(everything, tmp_path, without))) == set(skips)


# components and documentation

DOCS = needs.ROOT / "docs" / "kubernetes.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def overlay_of(text: str, folder: Path) -> Manifests:
    """An overlay from the documentation, beside a copy of k8s/ as it says."""
    subprocess.run(["cp", "-r", str(FOLDER), str(folder)], check=True, timeout=30)
    (folder / "kustomization.yaml").write_text(text, encoding="utf-8")
    return Manifests(list(yaml.safe_load_all(built_text(folder))))


def test_the_documented_balancer_opens_the_edge(tmp_path: Path) -> None:
    """docs/kubernetes.md: an overlay of one's own, as printed; nothing but calls is open."""
    text = next(text for language, text in BLOCKS if language == "yaml" and "LoadBalancer" in text)
    all_ = overlay_of(text, tmp_path)
    spec = all_.one("Service", "pageone-edge")["spec"]
    assert (spec["type"], spec["externalTrafficPolicy"]) == ("LoadBalancer", "Local")
    assert [port["name"] for port in spec["ports"]] == ["grpc", "https"]
    assert [each["spec"]["type"] for each in all_.of("Service")].count("LoadBalancer") == 1


def test_the_documented_components_hold(tmp_path: Path) -> None:
    """docs/kubernetes.md: TLS and JWT, their files mounted where the settings say: every check holds."""
    text = next(text for language, text in BLOCKS if language == "yaml" and "components/tls" in text)
    all_ = overlay_of(text, tmp_path)
    assert all_.settings["PAGEONE_JWT_AUDIENCE"] == "my-game"
    assert all_.settings["PAGEONE_TLS_KEY_FILE"] == "/etc/pageone/tls/tls.key"
    for name, check in CHECKS.items():
        assert list(check(all_)) == [], name
    told = validated(yaml.safe_dump_all(all_.objects), tmp_path)
    assert "ERROR" not in told, told


def test_the_documented_commands_make_what_the_manifests_ask_for(tmp_path: Path) -> None:
    """docs/kubernetes.md: pageone and kubectl commands run as printed (kubectl without a cluster); objects exist."""
    kubectl = needs.program("kubectl")
    environment = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    Authority().issue().write(tmp_path)
    (tmp_path / "jwks.json").write_text("{}", encoding="utf-8")
    made = {}
    names = {f"{each['kind'].lower()}/{each['metadata']['name']}" for each in built("envoy").objects}
    for line in (line for language, text in BLOCKS if language == "sh" for line in text.splitlines()):
        if line.startswith("kubectl apply -k "):
            assert list((needs.ROOT / line.split()[-1]).glob("kustomization.yaml")), line
        elif line.startswith("kubectl rollout "):
            assert line.split()[3] in names, line
            assert line.endswith(" --namespace pageone"), line
        else:
            command = line.replace("kubectl apply -f -", "cat")
            if command.startswith("kubectl create"):
                command = command if "--dry-run" in command else f"{command} --dry-run=client --output yaml"
                command = command.replace("kubectl", kubectl, 1)
            result = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", command],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert result.returncode == 0, (line, result.stderr)
            if line.startswith("kubectl create"):
                thing = yaml.safe_load(result.stdout)
                made[f"{thing['kind']} {thing['metadata']['name']}"] = set(thing.get("data", ()))
    assert made == {
        "Namespace pageone": set(),
        "Secret pageone-api-keys": {"api-keys"},
        "Secret pageone-ticket-keys": {"ticket-keys"},
        "Secret pageone-edge-tls": {"tls.crt", "tls.key"},
        "Secret pageone-tls": {"tls.crt", "tls.key"},
        "ConfigMap pageone-jwks": {"jwks.json"},
    }
    key = re.findall(r"^key: (.+)$", (tmp_path / "new-key").read_text(encoding="utf-8"), re.MULTILINE)[0]
    a_server_takes(tmp_path, key)


def a_server_takes(files: Path, key: str) -> None:
    """A server starts with the settings of the manifests and these files; it knows the caller with the key alone."""
    moved = {
        name: "127.0.0.1:0" if name.endswith("_ADDRESS") else value.replace("/etc/pageone/keys", str(files))
        for name, value in built("plain").settings.items()
    }
    with create_server(load({}, moved)) as one, grpc.insecure_channel(one.address) as channel:
        stub = rules_service_pb2_grpc.RulesServiceStub(channel)
        request = rules_service_pb2.ListRuleSetsRequest()
        answer = stub.ListRuleSets(request, timeout=10, metadata=(("authorization", f"Bearer {key}"),))
        assert len(answer.rule_sets) == 4
        with pytest.raises(grpc.RpcError) as refused:
            stub.ListRuleSets(request, timeout=10)
        assert refused.value.code() == grpc.StatusCode.UNAUTHENTICATED


def test_the_alerts_are_the_ones_that_promtool_tests() -> None:
    """The object for the operator is a copy: `python -m tools.prometheus_rule` writes it."""
    assert prometheus_rule.OBJECT.read_text(encoding="utf-8") == prometheus_rule.text()
    alerts = yaml.safe_load(prometheus_rule.ALERTS.read_text(encoding="utf-8"))
    for overlay in OVERLAYS:
        assert built(overlay).one("PrometheusRule", "pageone")["spec"] == alerts
    # One alert goes by the name of the job, which the operator takes from the Service.
    (service,) = (each for each in built("plain").of("Service") if "metrics" in str(each["spec"]["ports"]))
    jobs = re.findall(r'job=~\\?"([^"\\]+)', prometheus_rule.OBJECT.read_text(encoding="utf-8"))
    assert jobs
    assert all(re.fullmatch(job, service["metadata"]["name"]) for job in jobs)


def test_every_link_of_the_documentation_leads_somewhere() -> None:
    """Pages that are named are there."""
    links = re.findall(r"\]\(([^)#]+)", DOCS.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (DOCS.parent / link).exists()] == []
