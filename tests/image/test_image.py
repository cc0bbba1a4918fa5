"""The image as operators run it: what is in it, how it starts, serves, tells its health, and stops (docs/image.md)."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pageone_service.settings import TABLE, Settings
from pageone_service.startup import READY

from tests import needs
from tests.needs import ROOT
from tools.lock import PINNED

from .base import DOCKERFILE, image_name
from .build import REVISION, Image, pip_settings
from .container import TRIAL, Container, container, read_only, tmpfs
from .steps import StepError

# The first test waits for the build.
pytestmark = pytest.mark.timeout(900)
USER = 65532
PYTHON = "/opt/pageone/bin/python"
STOP_SECONDS = 15.0


# the Dockerfile


def test_hadolint_finds_nothing() -> None:
    command = [needs.program("hadolint"), "--no-color", str(DOCKERFILE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_version_in_the_dockerfile_is_the_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"ARG VERSION={project['version']}\n" in DOCKERFILE.read_text(encoding="utf-8")


def test_wheels_are_built_by_what_the_packages_ask_for() -> None:
    """requirements/build.in, from which the image's lock is made, is [build-system] of both packages."""
    lines = (ROOT / "requirements/build.in").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if not line.startswith("#")]
    for file in ("pyproject.toml", "clients/python/pyproject.toml"):
        assert tomllib.loads((ROOT / file).read_text(encoding="utf-8"))["build-system"]["requires"] == wanted


def test_each_lock_that_the_image_can_have_gets_to_the_build() -> None:
    """`--build-arg LOCK=otel`: the versions of `runtime`, and more; .dockerignore lets both through."""
    let_through = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    pins = {}
    for name in ("runtime", "otel"):
        assert f"!requirements/{name}.lock" in let_through
        pins[name] = set(PINNED.findall((ROOT / f"requirements/{name}.lock").read_text(encoding="utf-8")))
    assert pins["runtime"] < pins["otel"]


# what is in it


def test_labels_and_configuration(image: Image) -> None:
    config = image.config
    prefix = "org.opencontainers.image."
    labels = {name.removeprefix(prefix): text for name, text in config["Labels"].items() if name.startswith(prefix)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert labels.pop("description")
    assert labels == {
        "title": "Page One",
        "licenses": project["license"],
        "vendor": project["authors"][0]["name"],
        "version": project["version"],
        "revision": REVISION,
        "base.name": image_name(),
    }
    assert config["User"] == f"{USER}:{USER}"
    assert config["Entrypoint"] == [PYTHON, "-m", "pageone_service.cli"]
    assert config["Cmd"] == ["serve"]
    assert set(config["ExposedPorts"]) == {"50051/tcp", "50052/tcp", "9464/tcp"}
    assert config["Healthcheck"]["Test"] == ["CMD", PYTHON, "-m", "pageone_service.cli", "health"]
    assert config["StopSignal"] == "SIGTERM"
    assert not config["Volumes"]


def test_no_variable_opens_the_service_to_anybody(image: Image) -> None:
    """Neither insecure nor any secret is part of the image, and nothing of the machine that built it."""
    names = [each.partition("=")[0] for each in image.config["Env"]]
    assert [name for name in names if name.startswith("PAGEONE_")] == [
        *("PAGEONE_ADDRESS", "PAGEONE_HEALTH_ADDRESS", "PAGEONE_ADMIN_ADDRESS")
    ]
    foreign = re.compile(r"proxy|^pip_|cert|ssl|token|secret|insecure", re.IGNORECASE)
    assert [name for name in names if foreign.search(name)] == []


def files(root: Path) -> Iterator[Path]:
    """All that is in the image, links not followed."""
    for folder, folders, names in os.walk(root):
        for name in (*folders, *names):
            yield Path(folder) / name


def test_nothing_in_it_builds_or_installs(image: Image) -> None:
    programs = re.compile(r"(pip|wheel|gcc|g\+\+|cc|c\+\+|clang|make|ld|as|cargo|rustc|go|git|uv|hatch)[\d.-]*")
    modules = {"pip", "setuptools", "wheel", "hatchling", "ensurepip", "pkg_resources"}
    stdlib = [path.name for path in (image.root / "usr/local/lib").glob("python3.*")]
    assert stdlib
    found = [
        path.relative_to(image.root)
        for path in files(image.root)
        if (path.parent.name in ("bin", "sbin") and programs.fullmatch(path.name))
        or (path.name in modules and path.parent.name in ("site-packages", "dist-packages", *stdlib))
    ]
    assert found == []


def test_its_user_owns_nothing_and_no_program_gives_rights(image: Image) -> None:
    """What may be written to are the folders that everybody may write to, and they are empty; no file is setuid."""
    open_folders = set()
    for path in files(image.root):
        status = path.lstat()
        assert status.st_uid != USER, path
        assert status.st_gid != USER, path
        if stat.S_ISLNK(status.st_mode):
            continue
        assert not (stat.S_ISREG(status.st_mode) and status.st_mode & (stat.S_ISUID | stat.S_ISGID)), path
        if status.st_mode & stat.S_IWOTH and not stat.S_ISCHR(status.st_mode):
            assert stat.S_ISDIR(status.st_mode), path
            assert list(path.iterdir()) == []
            open_folders.add(str(path.relative_to(image.root)))
    assert open_folders <= {"tmp", "var/tmp", "run/lock", "dev/shm"}


def test_nothing_of_the_build_is_left(image: Image) -> None:
    """No sources, no tests, no caches, no keys; no address of the index that packages came from."""
    left = ("build", "wheels", "finish", "run/secrets", "etc/pip.conf", "root/.cache", "root/.config")
    assert [name for name in left if (image.root / name).exists()] == []
    keys = [path for path in files(image.root / "opt") if path.suffix in (".key", ".pem")]
    assert [path.name for path in keys] == ["roots.pem"], "public authorities that gRPC brings"
    hosts = set(re.findall(r"://(?:[^/@\s]*@)?([^/:\s]+)", "\n".join(pip_settings())))
    hosts |= set(
        re.findall(
            r"://(?:[^/@\s]*@)?([^/:\s]+)", " ".join(os.environ.get(f"{one}_proxy", "") for one in ("http", "https"))
        )
    )
    written = [path for path in files(image.root / "opt") if path.suffix in (".json", ".cfg", ".conf", ".txt", "")]
    for path in written:
        if path.is_file() and not path.is_symlink():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not any(host in text for host in hosts), path


def test_it_is_small(image: Image) -> None:
    """Our part, without the base: below 80 MB, 30 MB compressed."""
    ours = image.layers[1:]
    assert ours
    assert sum(size for _, size, _ in ours) < 80e6
    assert sum(packed for _, _, packed in ours) < 30e6


# how it runs


def applied(running: Container) -> float:
    """How many actions the metrics say were applied."""
    for line in running.call("page", "/metrics").splitlines():
        series, _, value = line.rpartition(" ")
        labels = ('grpc_method="ApplyAction"', 'grpc_code="OK"')
        if series.startswith("grpc_server_handled_total{") and all(each in series for each in labels):
            return float(value)
    raise AssertionError("there is no such series")


def test_it_serves_tells_its_health_and_stops(image: Image) -> None:
    """With a read-only root, no folder to write to, no rights: a whole round, health twice over, metrics, SIGTERM."""
    with container(image, variables=TRIAL) as running:
        running.wait_until_ready()
        first = Path(f"/proc/{running.pid}")
        status = dict(re.findall(r"^(\w+):\s+(.*)$", (first / "status").read_text(encoding="utf-8"), re.MULTILINE))
        assert status["NSpid"].split()[-1] == "1"
        assert re.fullmatch(r"/usr/local/bin/python3\.\d+", os.readlink(first / "exe"))
        assert status["Uid"].split() == [str(USER)] * 4
        assert status["Gid"].split() == [str(USER)] * 4
        assert int(status["CapEff"], 16) == int(status["CapPrm"], 16) == int(status["CapBnd"], 16) == 0
        assert status["NoNewPrivs"] == "1"

        played = running.call("play")
        assert played["actions"] >= 5
        assert any(played["scores"])
        assert set(running.call("health").values()) == {"SERVING"}
        _, *check = image.config["Healthcheck"]["Test"]
        asked = running.execute(*check)
        assert (asked.returncode, asked.stdout.strip()) == (0, "SERVING"), asked.stderr
        assert applied(running) == played["actions"]

        written = running.execute(PYTHON, "-c", "open('/tmp/x', 'w')")
        assert "Read-only file system" in written.stderr
        start = time.monotonic()
        running.signal("TERM")
        assert running.wait(STOP_SECONDS) == 0
        assert time.monotonic() - start < STOP_SECONDS
        assert "Traceback" not in running.err


def test_workers_serve_with_a_small_tmp(image: Image) -> None:
    """Two workers count in files of a /tmp in memory; one scrape has the counts of both; all end with the first."""
    with container(
        image, "serve", "--workers", "2", "--no-pin-workers", variables=TRIAL, mounts=[tmpfs("/tmp")]
    ) as two:
        two.wait_until_ready()
        actions = sum(two.call("play")["actions"] for _ in range(2))
        assert applied(two) == actions
        assert set(two.call("health").values()) == {"SERVING"}
        two.signal("TERM")
        assert two.wait(STOP_SECONDS) == 0


def test_it_refuses_to_serve_just_anybody(image: Image) -> None:
    """As it comes, without a word of who may call, it ends at once and says what to do."""
    with container(image) as closed:
        assert closed.wait(60) == 2
        assert "--insecure" in closed.err
        assert "--api-keys-file" in closed.err
        assert not READY.search(closed.out)


def test_callers_with_keys(image: Image, tmp_path: Path) -> None:
    """As in production: keys made with the image itself, read from a read-only mount; others are refused."""
    made = {}
    for name, arguments in {
        "api-keys": ("api-key", "new", "host-1", "--scope", "engine"),
        "ticket-keys": ("ticket-key", "new"),
    }.items():
        with container(image, *arguments) as once:
            assert once.wait(60) == 0, once.err
            made[name] = once.out
    key, line = re.findall(r"^(?:key|line): (.*)$", made["api-keys"], re.MULTILINE)
    # Whoever runs it sees to it that its user, and no other, can read them.
    tmp_path.chmod(0o755)
    for name, text in {"api-keys": f"{line}\n", "ticket-keys": made["ticket-keys"]}.items():
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        os.chown(file, USER, USER)
        file.chmod(0o400)
    variables = {
        "PAGEONE_API_KEYS_FILE": "/run/secrets/pageone/api-keys",
        "PAGEONE_TICKET_KEYS_FILE": "/run/secrets/pageone/ticket-keys",
        "PAGEONE_DRAIN_SECONDS": "0.2",
    }
    with container(image, variables=variables, mounts=[read_only(tmp_path, "/run/secrets/pageone")]) as running:
        running.wait_until_ready()
        assert running.call("play", key)["actions"] >= 5
        with pytest.raises(StepError, match="UNAUTHENTICATED"):
            running.call("play")
        running.signal("TERM")
        assert running.wait(STOP_SECONDS) == 0
        assert key not in running.out + running.err


def listing(root: Path) -> dict[str, tuple[int, int, int, int]]:
    """What is in a folder, by path: mode, owner, size, time of the last change."""
    found = {}
    for path in files(root):
        status = path.lstat()
        size = 0 if stat.S_ISDIR(status.st_mode) else status.st_size
        found[str(path.relative_to(root))] = (status.st_mode, status.st_uid, size, status.st_mtime_ns)
    return found


def test_it_writes_nothing_where_it_could(image: Image, tmp_path: Path) -> None:
    """With a root that can be written to, and a /tmp that anybody may write to, nothing has changed afterwards."""
    root = tmp_path / "root"
    shutil.copytree(
        image.root, root, symlinks=True, ignore=lambda folder, _: ["dev"] if Path(folder) == image.root else []
    )
    for folder in ("dev", "proc", "sys"):
        (root / folder).mkdir(exist_ok=True)
    (root / "tmp").chmod(0o1777)
    with container(image, variables=TRIAL, root=root) as running:
        running.wait_until_ready()
        before = listing(root)
        running.call("play")
        assert running.execute(*image.config["Healthcheck"]["Test"][1:]).returncode == 0
        running.signal("TERM")
        assert running.wait(STOP_SECONDS) == 0
    assert listing(root) == before
    assert list((root / "tmp").iterdir()) == []


def test_it_starts_without_compiling_anything(image: Image) -> None:
    """Bytecode of all that serving imports is in the image; else each start would compile the standard library."""
    command = [PYTHON, "-v", "-m", "pageone_service.cli", "serve"]
    with container(image, variables=TRIAL, command=command) as running:
        running.wait_until_ready()
        running.signal("TERM")
        assert running.wait(STOP_SECONDS) == 0
        compiled = re.findall(r"^# code object from (/\S+\.py)$", running.err, re.MULTILINE)
        read = re.findall(r"^# code object from '(/\S+\.pyc)'$", running.err, re.MULTILINE)
    assert compiled == []
    assert len(read) > 300


# what is told of it


def test_the_pages_name_settings_that_there_are() -> None:
    """Every PAGEONE_ variable, and every flag of `pageone serve`, on the pages and in the Dockerfile is a setting."""
    variables = {row.variable for row in TABLE}
    flags = {row.flag for row in TABLE} | {"--help"}
    for page in (ROOT / "docs" / "image.md", ROOT / "README.md", DOCKERFILE):
        text = page.read_text(encoding="utf-8")
        assert set(re.findall(r"PAGEONE_[A-Z_]*[A-Z]", text)) <= variables, page
        for line in re.findall(r"pageone serve( .*)", text):
            named = {each.replace("--no-", "--") for each in re.findall(r" (--[\w-]+)", line)}
            assert named <= flags, line


def test_the_page_sums_up_the_stop_as_it_is() -> None:
    text = (ROOT / "docs" / "image.md").read_text(encoding="utf-8")
    settings = Settings()
    assert f"({settings.drain_seconds:g} + {settings.grace_seconds:g} s)" in text


def test_links_of_the_page_lead_somewhere() -> None:
    page = ROOT / "docs" / "image.md"
    for target in re.findall(r"\]\(([^)#\s]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
