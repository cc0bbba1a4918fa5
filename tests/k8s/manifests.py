"""The manifests as `kubectl kustomize` builds them, and ways to look things up in them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from pageone_service.settings import TABLE

from tests import needs

FOLDER: Final = needs.ROOT / "k8s"
OVERLAYS: Final = ("plain", "envoy")
Object = dict[str, Any]


@cache
def built_text(folder: Path) -> str:
    """What a kustomization is built to."""
    command = [needs.program("kubectl"), "kustomize", str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 0, result.stderr
    # Warnings, of deprecated fields say, come here.
    assert not result.stderr, result.stderr
    return result.stdout


def built(overlay: str) -> Manifests:
    """An overlay, the caller's to change."""
    return Manifests(deepcopy(parsed(FOLDER / "overlays" / overlay)))


@cache
def parsed(folder: Path) -> list[Object]:
    """The objects that a kustomization is built to: not to be changed."""
    return list(yaml.safe_load_all(built_text(folder)))


@cache
def envoy_config(text: str) -> Object:
    """A configuration of Envoy: not to be changed."""
    loaded: Object = yaml.safe_load(text)
    return loaded


@dataclass
class Manifests:
    """All objects of an overlay."""

    objects: list[Object]
    #: Envoy's configuration, where it is another than the ConfigMap's.
    other_envoy: Object | None = None

    def changed(self, change: Callable[[Manifests], object]) -> Manifests:
        """A copy in which something is different."""
        copy = Manifests(deepcopy(self.objects))
        change(copy)
        return copy

    def of(self, *kinds: str) -> list[Object]:
        """Objects of these kinds."""
        return [each for each in self.objects if each["kind"] in kinds]

    def one(self, kind: str, name: str) -> Object:
        """The object with this name; a generated one without its digest."""
        found = [each for each in self.of(kind) if each["metadata"]["name"] == name]
        found = found or [each for each in self.of(kind) if each["metadata"]["name"].rpartition("-")[0] == name]
        assert len(found) == 1, (kind, name, [each["metadata"]["name"] for each in self.of(kind)])
        return found[0]

    def drop(self, kind: str, name: str) -> None:
        """Take an object out."""
        self.objects.remove(self.one(kind, name))

    def deployment(self, name: str = "pageone") -> Object:
        """A Deployment."""
        return self.one("Deployment", name)

    def pod(self, name: str = "pageone") -> Object:
        """The pod's specification of a Deployment."""
        spec: Object = self.deployment(name)["spec"]["template"]["spec"]
        return spec

    def container(self, name: str = "pageone") -> Object:
        """The only container of a Deployment's pods."""
        (container,) = self.pod(name)["containers"]
        found: Object = container
        return found

    def selected(self, labels: Mapping[str, str]) -> list[Object]:
        """The Deployments whose pods have all these labels."""
        return [
            each
            for each in self.of("Deployment")
            if labels and labels.items() <= each["spec"]["template"]["metadata"]["labels"].items()
        ]

    @property
    def settings(self) -> dict[str, str]:
        """The PAGEONE_* variables of the servers."""
        data: dict[str, str] = self.one("ConfigMap", "pageone")["data"]
        return data

    def setting(self, name: str) -> str:
        """A setting, as the manifests say it or by its default."""
        variable = f"PAGEONE_{name.upper()}"
        default = next(row.default for row in TABLE if row.variable == variable)
        return self.settings.get(variable, str(default))

    @property
    def envoy(self) -> Object | None:
        """Envoy's configuration; None in the plain overlay."""
        if self.other_envoy is not None:
            return self.other_envoy
        if not any(each["metadata"]["name"].startswith("pageone-edge-") for each in self.of("ConfigMap")):
            return None
        return envoy_config(self.one("ConfigMap", "pageone-edge")["data"]["envoy.yaml"])


def ports(container: Mapping[str, Any]) -> dict[str, int]:
    """The ports of a container by their names."""
    return {each["name"]: each["containerPort"] for each in container["ports"]}


def walk(value: object) -> Iterator[dict[str, Any]]:
    """Every mapping in a value."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from walk(each)
    elif isinstance(value, list):
        for each in value:
            yield from walk(each)


def quantity(text: str) -> float:
    """A quantity of Kubernetes as a number: cores or bytes."""
    units = {"m": 1e-3, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "": 1}
    unit = text.lstrip("0123456789.")
    return float(text.removesuffix(unit)) * units[unit]


def seconds(text: str) -> float:
    """A duration of Envoy's, such as 0.5s."""
    assert text.endswith("s"), text
    return float(text[:-1])
