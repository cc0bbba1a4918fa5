"""docs/api.md, the reference that is made from the contract's comments."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
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

from tools import api_reference

MODULES = (
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
TEXT = api_reference.PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def files() -> list[FileDescriptorProto]:
    return api_reference.contract()


def section(name: str) -> str:
    """What the page says below the heading of this name."""
    found = re.search(rf"^####? {re.escape(name)}$\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[1]


def test_the_page_is_current(files: list[FileDescriptorProto]) -> None:
    """`make api-reference` writes it."""
    assert api_reference.page(files) == TEXT


def test_every_call_message_and_enum_of_the_stubs_is_told() -> None:
    """Held against the generated Python, which another tool made from the same files."""
    fields = values = 0
    for module in MODULES:
        for service in module.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                told = section(f"{service.name}.{method.name}")
                assert f"[{method.input_type.name}]" in told
                assert f"[{method.output_type.name}]" in told
        for message in module.DESCRIPTOR.message_types_by_name.values():
            told = section(message.name)
            for field in message.fields:
                row = re.search(rf"^\| {field.number} \| `{field.name}` \| (.+) \| (.+) \|$", told, re.MULTILINE)
                assert row, f"{message.name}.{field.name}"
                assert row[1].startswith("repeated ") is field.is_repeated
                kind = field.message_type or field.enum_type
                assert kind is None or f"[{kind.name}](#{kind.name.lower()})" in row[1]
                fields += 1
        for enum in module.DESCRIPTOR.enum_types_by_name.values():
            told = section(enum.name)
            for value in enum.values:
                assert re.search(rf"^\| {value.number} \| `{value.name}` \| .+ \|$", told, re.MULTILINE), value.name
                values += 1
    assert (fields, values) == (
        len(re.findall(r"^\| \d+ \| `[a-z]", TEXT, re.M)),
        len(re.findall(r"^\| \d+ \| `[A-Z]", TEXT, re.M)),
    )


def test_what_may_be_unset_and_what_excludes_another_is_told() -> None:
    """Presence is part of the contract: seat 0 is a seat."""
    assert "| optional uint32 |" in section("CreateMatchRequest")
    assert "One of `kind`: " in section("Viewer")
    assert "| uint32, one of `kind` |" in section("Viewer")
    assert "It has no fields." in section("Spectator")


def test_a_thing_without_a_comment_is_refused(files: list[FileDescriptorProto]) -> None:
    """An empty cell would go unnoticed; `buf lint` asks for the comments, too."""
    bare = FileDescriptorProto()
    bare.CopyFrom(next(file for file in files if file.name.endswith("card.proto")))
    bare.ClearField("source_code_info")
    with pytest.raises(ValueError, match="nothing is said"):
        api_reference.page([bare])


def test_every_link_within_the_page_leads_to_a_heading() -> None:
    """Types link to what they are."""
    headings = {heading.lower().replace(".", "") for heading in re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)}
    targets = set(chain(re.findall(r"\]\(#([^)]+)\)", TEXT)))
    assert len(targets) > 80
    assert targets <= {heading.replace(" ", "-") for heading in headings}
