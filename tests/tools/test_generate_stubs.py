"""The committed stubs: what the check of them finds, and which versions they ask for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.version import Version

from tools import generate_stubs
from tools.generate_stubs import PACKAGE, ROOT, STUBS, differences, generated_files


def lay(base: Path, **files: str) -> Path:
    """Write generated files, named without their suffix, below `base`."""
    (base / PACKAGE).mkdir(parents=True)
    for name, text in files.items():
        (base / PACKAGE / f"{name}.py").write_text(text, encoding="utf-8")
    return base


def test_differences_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stub that is changed, missing or left over is named; other files of the package are not generated."""
    committed = lay(tmp_path / "committed", same_pb2="1", changed_pb2="1", left_over_pb2="1", __init__="1")
    fresh = lay(tmp_path / "fresh", same_pb2="1", changed_pb2="2", missing_pb2="1")
    monkeypatch.setattr(generate_stubs, "STUBS", committed)
    assert differences(fresh) == ["changed_pb2.py", "left_over_pb2.py", "missing_pb2.py"]


def test_every_contract_file_has_stubs() -> None:
    """Messages and types for each file of the contract, service stubs for those that have a service."""
    names = generated_files(STUBS)
    for file in (ROOT / "proto" / PACKAGE).glob("*.proto"):
        assert {f"{file.stem}_pb2.py", f"{file.stem}_pb2.pyi"} <= names
        has_service = "\nservice " in file.read_text(encoding="utf-8")
        assert (f"{file.stem}_pb2_grpc.py" in names) == has_service


def floors(pyproject: Path) -> dict[str, str]:
    """Return the lowest version that a package allows of each of its dependencies."""
    lines = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]["dependencies"]
    return {match[1]: match[2] for line in lines if (match := re.match(r"([\w-]+)>=([\d.]+)", line))}


@pytest.mark.parametrize("pyproject", ["pyproject.toml", "clients/python/pyproject.toml"])
def test_floors_are_the_versions_the_stubs_were_made_for(pyproject: str) -> None:
    """Generated code refuses an older runtime: no package allows one. The service may ask for a newer gRPC."""
    allowed = floors(ROOT / pyproject)
    messages = (STUBS / PACKAGE / "card_pb2.py").read_text(encoding="utf-8")
    services = (STUBS / PACKAGE / "engine_service_pb2_grpc.py").read_text(encoding="utf-8")
    assert re.findall(r"^# Protobuf Python Version: (.+)$", messages, re.MULTILINE) == [allowed["protobuf"]]
    made_for = re.findall(r"^GRPC_GENERATED_VERSION = '(.+)'$", services, re.MULTILINE)
    assert made_for == [allowed["grpcio-status"]]
    assert Version(allowed["grpcio"]) >= Version(made_for[0])


def test_the_client_allows_the_oldest_grpc_that_its_stubs_do() -> None:
    """Whoever uses the client alone is not made to take what only the service needs."""
    allowed = floors(ROOT / "clients/python/pyproject.toml")
    assert allowed["grpcio"] == allowed["grpcio-status"]
