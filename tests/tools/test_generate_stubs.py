"""The committed stubs: what the check of them finds, and which versions they ask for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

from tools import generate_stubs
from tools.generate_stubs import ROOT, differences, languages, missing, settle, write

STUBS = ROOT / "clients" / "python" / "pageone" / "v1"


def lay(base: Path, **files: str) -> Path:
    """Write files of one generated folder, named without their suffix, below ``base``."""
    folder = base / "clients" / "python" / "v1"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return base


def test_differences_are_named_and_mended(tmp_path: Path) -> None:
    """A stub that is changed, missing or left over is named and mended; what people write beside them is left alone."""
    committed = lay(tmp_path / "committed", same_pb2="1", changed_pb2="1", left_over_pb2="1", __init__="1")
    fresh = lay(tmp_path / "fresh", same_pb2="1", changed_pb2="2", missing_pb2="1")
    names = ["changed_pb2", "left_over_pb2", "missing_pb2"]
    assert differences(fresh, committed) == [f"clients/python/v1/{name}.py" for name in names]
    write(fresh, committed)
    assert differences(fresh, committed) == []
    assert (committed / "clients/python/v1/__init__.py").read_text(encoding="utf-8") == "1"


def test_a_language_without_its_plugin_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said, with the program that is missing; where everything is required it is a failure."""
    plugins: list[generate_stubs.Plugin] = [{"local": ".tools/bin/protoc-gen-nothing", "out": "clients/nothing"}]
    assert missing(plugins) == [".tools/bin/protoc-gen-nothing"]
    monkeypatch.delenv("PAGEONE_REQUIRE", raising=False)
    assert settle("nothing", plugins, check=True)
    monkeypatch.setenv("PAGEONE_REQUIRE", "all")
    assert not settle("nothing", plugins, check=True)
    assert capsys.readouterr().err.count("nothing: left out, not installed: .tools/bin/protoc-gen-nothing") == 2


@pytest.mark.parametrize(
    ("first_line", "absent"),
    [
        ("#!/usr/bin/env no-such-program", ["no-such-program"]),
        ("#!/usr/bin/env -S no-such-program --flag", ["no-such-program"]),
        ("#!/no/such/program -x", ["/no/such/program"]),
        ("#!/usr/bin/env sh", []),
        ("#!/bin/sh", []),
        ("\x7fELF", []),
    ],
)
def test_a_script_needs_what_runs_it(tmp_path: Path, first_line: str, absent: list[str]) -> None:
    """As a plugin of npm needs node, which may be gone though the plugin is still there."""
    script = tmp_path / "protoc-gen-script"
    script.write_text(first_line + "\n", encoding="ascii")
    script.chmod(0o755)
    assert missing([{"local": str(script), "out": "clients/x"}]) == absent


def test_every_language_has_its_own_folder() -> None:
    """Plugins write below clients/LANGUAGE only, and only programs of this checkout or the compiler's own are run."""
    template = yaml.safe_load(generate_stubs.TEMPLATE.read_text(encoding="utf-8"))
    assert {"python", "typescript"} <= set(languages(template))
    assert not [plugin for plugin in template["plugins"] if "remote" in plugin]
    with pytest.raises(ValueError, match="clients/LANGUAGE"):
        languages({"plugins": [{"local": "x", "out": "elsewhere/go"}]})


def test_every_contract_file_has_stubs() -> None:
    """Messages and types for each file of the contract, service stubs for those that have a service."""
    names = {path.name for path in STUBS.iterdir()}
    for file in (ROOT / "proto" / "pageone" / "v1").glob("*.proto"):
        assert {f"{file.stem}_pb2.py", f"{file.stem}_pb2.pyi"} <= names
        has_service = "\nservice " in file.read_text(encoding="utf-8")
        assert (f"{file.stem}_pb2_grpc.py" in names) == has_service
        assert (f"{file.stem}_pb2_grpc.pyi" in names) == has_service


def floors(pyproject: Path) -> dict[str, str]:
    """Return the lowest version that a package allows of each of its dependencies."""
    lines = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]["dependencies"]
    return {match[1]: match[2] for line in lines if (match := re.match(r"([\w-]+)>=([\d.]+)", line))}


@pytest.mark.parametrize("pyproject", ["pyproject.toml", "clients/python/pyproject.toml"])
def test_floors_are_the_versions_the_stubs_were_made_for(pyproject: str) -> None:
    """Generated code refuses an older runtime: no package allows one. The service may ask for a newer gRPC."""
    allowed = floors(ROOT / pyproject)
    messages = (STUBS / "card_pb2.py").read_text(encoding="utf-8")
    services = (STUBS / "engine_service_pb2_grpc.py").read_text(encoding="utf-8")
    assert re.findall(r"^# Protobuf Python Version: (.+)$", messages, re.MULTILINE) == [allowed["protobuf"]]
    (made_for,) = re.findall(r"^GRPC_GENERATED_VERSION = '(.+)'$", services, re.MULTILINE)
    assert allowed.get("grpcio-status", made_for) == made_for
    assert Version(allowed["grpcio"]) >= Version(made_for)


def test_the_client_allows_the_oldest_grpc_that_its_stubs_do() -> None:
    """Whoever uses the client alone is not made to take what only the service needs."""
    services = (STUBS / "engine_service_pb2_grpc.py").read_text(encoding="utf-8")
    made_for = re.findall(r"^GRPC_GENERATED_VERSION = '(.+)'$", services, re.MULTILINE)
    assert made_for == [floors(ROOT / "clients/python/pyproject.toml")["grpcio"]]
