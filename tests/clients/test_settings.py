"""Swift, Dart and C#: nobody builds them here, but settings and the names in the examples are held to the contract."""

from __future__ import annotations

import base64
import json
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FileDescriptor
from pageone.v1 import (
    action_pb2,
    card_pb2,
    engine_service_pb2,
    event_pb2,
    rules_pb2,
    rules_service_pb2,
    solo_service_pb2,
    state_pb2,
    view_pb2,
)

from tests import needs

CLIENTS: Final = needs.ROOT / "clients"
FILES: Final[tuple[FileDescriptor, ...]] = tuple(
    module.DESCRIPTOR
    for module in (
        action_pb2,
        card_pb2,
        engine_service_pb2,
        event_pb2,
        rules_pb2,
        rules_service_pb2,
        solo_service_pb2,
        state_pb2,
        view_pb2,
    )
)
EXAMPLES: Final = {
    "swift": "Sources/TenLines/TenLines.swift",
    "dart": "bin/ten_lines.dart",
    "csharp": "TenLines/Program.cs",
}
#: What each plugin is to be told.
OPTIONS: Final = {
    "swift": ["Visibility=Public", "Visibility=Public,Server=False"],
    "dart": ["grpc"],
    "csharp": ["base_namespace=PageOne", "no_server,base_namespace=PageOne"],
}
#: A plugin that writes down what it was asked.
PLUGIN: Final = """\
import base64, json, pathlib, sys
from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest, CodeGeneratorResponse

asked = sys.stdin.buffer.read()
with pathlib.Path({log!r}).open("a") as log:
    print(json.dumps(base64.b64encode(asked).decode()), file=log)
answer = CodeGeneratorResponse(supported_features=CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL)
sys.stdout.buffer.write(answer.SerializeToString())
"""
#: Names in the examples that are of the language or of its gRPC.
OTHERS: Final = {
    "swift": {
        *("main", "http2NIOPosix", "dns", "plaintext", "Client", "with", "init", "contains", "Bool"),
    },
    "dart": {
        *("ClientChannel", "ChannelOptions", "ChannelCredentials", "CallOptions", "Duration", "Future"),
        *("insecure", "first", "contains", "shutdown", "dart", "pb", "pbgrpc"),
    },
    "csharp": {
        "GrpcChannel",
        "ForAddress",
        "System",
        "Console",
        "WriteLine",
        "Contains",
        "IsTurn",
        "Net",
        "Client",
        "Grpc",
    },
}


def settings(language: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((CLIENTS / language / "buf.gen.yaml").read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("language", EXAMPLES)
def test_buf_hands_the_plugins_the_contract_with_their_options(language: str, tmp_path: Path) -> None:
    """Programs that are not here are stood in for; the files and the options are those of the settings."""
    log = tmp_path / "asked"
    plugin = tmp_path / "plugin"
    plugin.write_text(f"#!{sys.executable}\n{PLUGIN.format(log=str(log))}", encoding="utf-8")
    plugin.chmod(plugin.stat().st_mode | stat.S_IXUSR)
    template = settings(language)
    for each in template["plugins"]:
        assert each["out"].startswith(f"clients/{language}/")
        each.pop("protoc_builtin", None)
        each["local"] = str(plugin)
    buf(["generate", "--template", json.dumps(template), "--output", str(tmp_path / "out")])
    asked = [
        CodeGeneratorRequest.FromString(base64.b64decode(json.loads(line)))
        for line in log.read_text(encoding="ascii").splitlines()
    ]
    assert sorted(each.parameter for each in asked) == sorted(OPTIONS[language])
    for each in asked:
        assert set(each.file_to_generate) == {file.name for file in FILES}


def buf(arguments: list[str]) -> None:
    program = Path(sys.executable).parent / "buf"
    result = subprocess.run(
        [str(program), *arguments], cwd=needs.ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert result.returncode == 0, result.stderr


def test_the_messages_of_csharp_are_generated(tmp_path: Path) -> None:
    """protoc has C# built in: with the options of the settings it generates namespace and names of the example."""
    protoc = needs.ROOT / ".tools" / "java" / "protoc"
    if not protoc.exists():
        needs.unmet("protoc is not installed: make proto-tools, with Maven")
    template = settings("csharp")
    template["plugins"] = [each for each in template["plugins"] if "protoc_builtin" in each]
    template["plugins"][0]["protoc_path"] = str(protoc)
    buf(["generate", "--template", json.dumps(template), "--output", str(tmp_path)])
    generated = tmp_path / "clients" / "csharp" / "Generated" / "V1"
    assert {path.name for path in generated.glob("*.cs")} == {
        "".join(map(str.capitalize, Path(file.name).stem.split("_"))) + ".cs" for file in FILES
    }
    text = "\n".join(path.read_text(encoding="utf-8") for path in generated.glob("*.cs"))
    assert "namespace PageOne.V1 {" in text
    for name in ("Strength", "MatchOver", "RoundOver", "StartRound", "Awaited", "Legal", "Ticket", "Easy"):
        assert re.search(rf"\b{name}\b", text), name


@pytest.mark.parametrize("language", EXAMPLES)
def test_every_name_of_the_contract_in_the_example_is_one(language: str) -> None:
    """A field, message, call or enum value that is renamed or misspelt is found, though nobody compiles the example."""
    code = re.sub(r"//.*|\"[^\"]*\"|'[^']*'", "", (CLIENTS / language / EXAMPLES[language]).read_text(encoding="utf-8"))
    used = set(re.findall(r"(?<=\.)[A-Za-z]\w*", code))
    used |= set(re.findall(r"\b(?:Pageone_V1_)?[A-Z][A-Za-z]\w*(?=[\s({.)])", code)) - {"TenLines"}
    known = {*contract(language), *OTHERS[language], "PageOne", "V1"}
    strange = {name.removeprefix("Pageone_V1_") for name in used} - known - set(re.findall(r"import (\w+)", code))
    assert strange == set()


def contract(language: str) -> Iterator[str]:
    """Messages, fields, calls and enum values as the language writes them."""
    for file in FILES:
        for message in file.message_types_by_name.values():
            yield message.name
            yield from fields(message, language)
        for enum in file.enum_types_by_name.values():
            yield enum.name
            yield from values(enum, language)
        for service in file.services_by_name.values():
            yield from (service.name, f"{service.name}Client")
            for method in service.methods:
                yield f"{method.name}Async" if language == "csharp" else lower(method.name)


def fields(message: Descriptor, language: str) -> Iterator[str]:
    for field in message.fields:
        yield upper(field.camelcase_name) if language == "csharp" else field.camelcase_name


def values(enum: EnumDescriptor, language: str) -> Iterator[str]:
    prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", enum.name).upper() + "_"
    for value in enum.values:
        words = "".join(map(str.capitalize, value.name.removeprefix(prefix).split("_")))
        yield {"dart": value.name, "csharp": words, "swift": lower(words)}[language]


def lower(name: str) -> str:
    return name[0].lower() + name[1:]


def upper(name: str) -> str:
    return name[0].upper() + name[1:]


@pytest.mark.parametrize("language", EXAMPLES)
def test_the_readme_shows_the_example(language: str) -> None:
    """The first snippet in the language is the file; the page says that nobody ran it."""
    readme = (CLIENTS / language / "README.md").read_text(encoding="utf-8")
    first = re.search(rf"```{language}\n(.*?)```", readme, re.DOTALL)
    assert first is not None
    assert first.group(1) == (CLIENTS / language / EXAMPLES[language]).read_text(encoding="utf-8")
    assert "was not run here" in readme
