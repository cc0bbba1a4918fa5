"""The lock files and their check."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import lock
from tools.lock import ALL, DIGEST, Lock, digest, faults, project, requirements

RUNTIME = next(one for one in ALL if one.name == "runtime")
DEV = next(one for one in ALL if one.name == "dev")


@pytest.fixture
def locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of locks of the test's own."""
    monkeypatch.setattr(lock, "LOCKS", tmp_path)
    return tmp_path


def write(folder: Path, one: Lock, pins: str) -> None:
    """Write a lock made from today's requirements that holds `pins`."""
    (folder / f"{one.name}.lock").write_text(f"{DIGEST}{digest(one)}\n{pins}", encoding="utf-8")


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_committed_locks_fit(one: Lock) -> None:
    """What is committed was made from what is committed."""
    assert faults(one) == []


def test_requirements_hold_those_of_our_own_packages() -> None:
    """Our packages are on no index: their own requirements and extras stand in their place."""
    names = {project(line) for line in requirements(DEV)}
    assert {"grpcio", "grpcio-status", "pytest", "mypy"} <= names
    assert not names & lock.OWN_PACKAGES
    assert "pytest" not in {project(line) for line in requirements(RUNTIME)}


def test_missing_lock_is_named(locks: Path) -> None:
    """A lock that is not there is a fault."""
    assert faults(Lock("runtime")) == ["requirements/runtime.lock is missing"]


def test_changed_requirements_are_noticed(locks: Path) -> None:
    """A lock made from other requirements says so."""
    (locks / "uv.in").write_text("uv==1.0\n", encoding="utf-8")
    one = Lock("uv", source="uv.in")
    write(locks, one, "uv==1.0 \\\n    --hash=sha256:00\n")
    assert faults(one) == []
    (locks / "uv.in").write_text("uv==2.0\n", encoding="utf-8")
    assert faults(one) == [
        "requirements/uv.lock was made from other requirements",
        "requirements/uv.lock has 1.0 for 'uv==2.0'",
    ]


def test_unlocked_requirement_and_index_are_noticed(locks: Path) -> None:
    """A requirement without a version and an index in the file are faults."""
    (locks / "uv.in").write_text("uv>=1 # why\n", encoding="utf-8")
    one = Lock("uv", source="uv.in")
    write(locks, one, "--index-url https://example.invalid/simple\nUV.x==1.0\n")
    assert faults(one) == [
        "requirements/uv.lock names an index",
        "requirements/uv.lock has no version for 'uv>=1'",
    ]


def test_opentelemetry_changes_no_version_of_the_runtimes() -> None:
    """OPERATIONS.md: the extra installs without changing grpcio's version, and brings no second gRPC."""
    found = {
        one.name: dict(lock.PINNED.findall(one.path.read_text(encoding="utf-8")))
        for one in ALL
        if one.name in ("runtime", "otel")
    }
    assert found["runtime"].items() <= found["otel"].items()
    more = found["otel"].keys() - found["runtime"].keys()
    assert "opentelemetry-exporter-otlp-proto-http" in more
    assert [name for name in more if name.startswith("grpc")] == []
