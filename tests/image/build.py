"""Builds the image with buildah, and unpacks it with umoci for runc; without any daemon."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests import needs
from tests.needs import ROOT

from . import base
from .steps import alone, run, unmount

FOLDER: Final = ROOT / ".tools" / "image"
#: All that a build copies; .dockerignore lets nothing else through.
INPUTS: Final = (
    *("Dockerfile", ".dockerignore", "LICENSE", "README.md", "pyproject.toml", "requirements/build.lock"),
    *("requirements/runtime.lock", "clients/python", "engine", "service", "tools/finish_image.py"),
)
REVISION: Final = "0123456789abcdef0123456789abcdef01234567"
_TAG: Final = "localhost/pageone:test"
_AUTHORITIES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
_PIP_SETTINGS: Final = ("index-url", "extra-index-url", "trusted-host", "proxy", "timeout")
_MB: Final = 1_000_000


@dataclass(frozen=True)
class Image:
    """The image on disk: ``folder`` has the root file system, the runtime's configuration and the image's own."""

    folder: Path

    @property
    def root(self) -> Path:
        """The root file system."""
        return self.folder / "bundle" / "rootfs"

    @property
    def runtime(self) -> dict[str, Any]:
        """What umoci makes of the image for runc."""
        runtime: dict[str, Any] = self._json("bundle/config.json")
        return runtime

    @property
    def config(self) -> dict[str, Any]:
        """The image's configuration as Docker writes it."""
        config: dict[str, Any] = self._json("docker.json")["config"]
        return config

    @property
    def layers(self) -> list[tuple[str, int, int]]:
        """Name, bytes and compressed bytes of each layer, the base first."""
        return [(name, size, packed) for name, size, packed in self._json("layers.json")]

    def _json(self, name: str) -> Any:  # noqa: ANN401 - JSON
        return json.loads((self.folder / name).read_text(encoding="utf-8"))


def tools() -> dict[str, str]:
    """The programs that building takes; skips or fails where one, or the right to use it, is missing."""
    needs.root()
    return {name: needs.program(name) for name in ("mmdebstrap", "buildah", "umoci", "runc", "nsenter")}


def build() -> Image:
    """The image of this checkout; built when anything that goes into it has changed since the last time."""
    programs = tools()
    with alone(FOLDER, 900):
        stand_in = base.make(FOLDER, programs["mmdebstrap"])
        target = FOLDER / f"image-{_digest(stand_in)}"
        if not target.exists():
            # Also what a build left that was killed.
            unmount(FOLDER)
            for old in FOLDER.glob("image-*"):
                shutil.rmtree(old)
            with tempfile.TemporaryDirectory(prefix="image-build-", dir=FOLDER) as name:
                made = Path(name) / "made"
                made.mkdir()
                _build(programs, stand_in, made, Path(name))
                made.rename(target)
        return Image(target)


def _digest(stand_in: Path) -> str:
    """Of all that goes into the image."""
    total = hashlib.sha256(stand_in.name.encode())
    for name in INPUTS:
        top = ROOT / name
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(f"{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    for mine in (Path(__file__), base.HOOK):
        total.update(mine.read_bytes())
    return total.hexdigest()[:16]


def _build(programs: dict[str, str], stand_in: Path, made: Path, work: Path) -> None:
    with _storage(programs["buildah"], work) as buildah:
        _import(buildah, stand_in)
        run([*buildah, "build", *_build_options(work), "--tag", _TAG, ROOT], 600, cwd=ROOT)
        docker = json.loads(run([*buildah, "inspect", "--type", "image", _TAG], 60))["Docker"]
        (made / "docker.json").write_text(json.dumps(docker), encoding="utf-8")
        layout = work / "oci"
        run([*buildah, "push", "--quiet", _TAG, f"oci:{layout}:test"], 300)
    (made / "layers.json").write_text(json.dumps(_layers(layout)), encoding="utf-8")
    run([programs["umoci"], "unpack", "--image", f"{layout}:test", made / "bundle"], 300)


@contextmanager
def _storage(buildah: str, work: Path) -> Iterator[tuple[str, ...]]:
    """The command buildah with a store of its own, from which nothing stays mounted."""
    command = (buildah, "--root", f"{work}/storage", "--runroot", f"{work}/run", "--storage-driver", "vfs")
    try:
        yield command
    finally:
        try:
            run([*command, "rm", "--all"], 120)
        finally:
            unmount(work)


def _import(buildah: Sequence[str], stand_in: Path) -> None:
    """Put the stand-in under the base image's name, with the official image's variables."""
    container = run([*buildah, "from", "scratch"], 60).strip()
    run([*buildah, "add", "--quiet", container, stand_in, "/"], 180)
    path = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
    version = f"PYTHON_VERSION={base.release()[0]}"
    run([*buildah, "config", "--env", f"PATH={path}", "--env", version, "--cmd", "python3", container], 60)
    run([*buildah, "commit", "--quiet", "--rm", container, base.image_name()], 180)


def _build_options(work: Path) -> list[str]:
    """How to build here: no daemon, no registry of images, packages as this machine gets them."""
    options = ["--pull-never", "--format", "docker", "--isolation", "chroot", "--network", "host"]
    options += ["--build-arg", f"REVISION={REVISION}"]
    if _AUTHORITIES.exists():
        # Mounted while it builds; the image keeps the base's own.
        options += ["--volume", f"{_AUTHORITIES}:{_AUTHORITIES}:ro"]
    settings = pip_settings()
    if settings:
        conf = work / "pip.conf"
        conf.write_text("\n".join(["[global]", *settings, ""]), encoding="utf-8")
        options += ["--secret", f"id=pip,src={conf}"]
    return options


def pip_settings() -> list[str]:
    """Which index this machine's pip asks, and how: lines of a pip.conf."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"]
    listed = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    lines = {}
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        key = name.rpartition(".")[2].removeprefix("default-")
        if key in _PIP_SETTINGS:
            lines[key] = f"{key} = {value.strip(chr(39))}"
    return list(lines.values())


def _layers(layout: Path) -> list[tuple[str, int, int]]:
    def blob(digest: str) -> Path:
        return layout / "blobs" / Path(*digest.split(":"))

    index = json.loads((layout / "index.json").read_text(encoding="utf-8"))
    manifest = json.loads(blob(index["manifests"][0]["digest"]).read_text(encoding="utf-8"))
    found = []
    for number, layer in enumerate(manifest["layers"]):
        packed = blob(layer["digest"])
        with gzip.open(packed) as file:
            size = sum(len(part) for part in iter(lambda: file.read(1 << 20), b""))
        found.append(("base" if number == 0 else "Page One", size, packed.stat().st_size))
    return found


def report(image: Image) -> str:
    """The sizes, in MB: of the layers, and of what is largest in ours."""
    lines = [f"{name:24} {size / _MB:7.1f} MB {packed / _MB:7.1f} MB compressed" for name, size, packed in image.layers]
    sizes, packed_sizes = zip(*((size, packed) for _, size, packed in image.layers), strict=True)
    lines.append(f"{'all':24} {sum(sizes) / _MB:7.1f} MB {sum(packed_sizes) / _MB:7.1f} MB compressed")
    packages = next((image.root / "opt/pageone/lib").glob("python3*/site-packages"))
    weights = {each.name: _weight(each) for each in packages.iterdir()}
    for name, weight in sorted(weights.items(), key=lambda item: -item[1])[:10]:
        lines.append(f"  {name:22} {weight / _MB:7.1f} MB")
    return "\n".join(lines)


def _weight(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.lstat().st_size for file in files if not file.is_dir())
