"""Writes docs/api.md, the reference of the contract, from the comments in proto/.

``python -m tools.api_reference`` writes it, ``--check`` only tells whether it is current. `buf` reads the contract, so
the page has what every generator of stubs sees: services, calls, messages, fields, enum values, each with its comment.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    MethodDescriptorProto,
    ServiceDescriptorProto,
)

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "api.md"
PACKAGE: Final = "pageone.v1"
#: The files of the contract in the order in which they are read best, and what each is about.
FILES: Final = {
    "engine_service": "Calls of hosts",
    "solo_service": "Calls of single players",
    "rules_service": "Calls about rules",
    "action": "What a seat can do",
    "view": "What a viewer may see",
    "event": "What happened",
    "state": "The whole state, for hosts",
    "rules": "House rules",
    "card": "Cards",
}
INTRO: Final = """\
# API reference

<!-- written by tools/api_reference.py from proto/pageone/v1: change the comments there, then `make api-reference` -->

The contract is the package `pageone.v1` (proto3): three services and the messages that they exchange, told here by the
comments of its files in [proto/pageone/v1](../proto/pageone/v1). Numbers of clauses (C4, P11, A20 …) are those of
[the rules](rules.md).

- A call's path is `/pageone.v1.SERVICE/CALL`, as gRPC, or as gRPC-Web through [Envoy](kubernetes.md). Every call is
  unary.
- A field that is not set is 0, empty or false, and means what its comment says of that. Where “none” has to differ from
  0 the field is `optional`.
- A field of a *one of* excludes the others of its group.
- Names and numbers stay; fields, calls, event kinds and enum values are added. Skip what you do not know.
- Errors and their details: [README](../README.md#errors)."""

_Type = FieldDescriptorProto.Type
_MESSAGE, _ENUM = FieldDescriptorProto.TYPE_MESSAGE, FieldDescriptorProto.TYPE_ENUM
#: Numbers of fields in descriptor.proto: a comment's place in a file is a path of them.
_MESSAGES, _ENUMS, _SERVICES, _FIELDS, _ONEOFS, _METHODS, _VALUES = 4, 5, 6, 2, 8, 2, 2

Place = tuple[int, ...]


class Comments:
    """The comments of a file, by place."""

    def __init__(self, file: FileDescriptorProto) -> None:
        self._found = {tuple(each.path): each.leading_comments for each in file.source_code_info.location}

    def paragraphs(self, place: Place) -> list[str]:
        """The paragraphs of the comment at ``place``; ``ValueError`` when there is none."""
        text = self._found.get(place, "")
        found = [" ".join(each.split()) for each in re.split(r"\n\s*\n", text.strip())]
        if not found[0]:
            raise ValueError(f"nothing is said at {place}")
        return found

    def line(self, place: Place) -> str:
        """The comment in one line, for a cell of a table."""
        return " ".join(self.paragraphs(place)).replace("|", "\\|")


def contract() -> list[FileDescriptorProto]:
    """The contract's files with their comments, in the order of :data:`FILES`."""
    buf = Path(sys.executable).with_name("buf")
    built = subprocess.run(
        [str(buf), "build", "--as-file-descriptor-set", "--output", "-"], cwd=ROOT, check=True, capture_output=True
    )
    files = {Path(file.name).stem: file for file in FileDescriptorSet.FromString(built.stdout).file}
    ours = {name for name, file in files.items() if file.package == PACKAGE}
    if ours != set(FILES):
        raise ValueError(f"FILES in tools/api_reference.py has to name {', '.join(sorted(ours ^ set(FILES)))}")
    return [files[name] for name in FILES]


def page(files: Sequence[FileDescriptorProto]) -> str:
    """The whole page."""
    parts = [INTRO, *_contents(files)]
    for file in files:
        parts += _file(file)
    return "\n\n".join(parts) + "\n"


def _contents(files: Sequence[FileDescriptorProto]) -> Iterator[str]:
    rows = []
    for file in files:
        names = [
            *(each.name for each in file.service),
            *(each.name for each in file.message_type),
            *(each.name for each in file.enum_type),
        ]
        rows.append(f"| {_about(file)} | {', '.join(map(_link, names))} |")
    yield "\n".join(["| about | services, messages, enums |", "|---|---|", *rows])


def _about(file: FileDescriptorProto) -> str:
    return FILES[Path(file.name).stem]


def _file(file: FileDescriptorProto) -> Iterator[str]:
    comments = Comments(file)
    yield f"## {_about(file)}"
    yield f"`{file.name}`"
    for at, service in enumerate(file.service):
        yield from _service(service, comments, (_SERVICES, at))
    for at, message in enumerate(file.message_type):
        yield from _message(message, comments, (_MESSAGES, at))
    for at, enum in enumerate(file.enum_type):
        yield from _enum(enum, comments, (_ENUMS, at))


def _service(service: ServiceDescriptorProto, comments: Comments, place: Place) -> Iterator[str]:
    yield f"### {service.name}"
    yield from comments.paragraphs(place)
    for at, method in enumerate(service.method):
        yield from _method(service, method, comments, (*place, _METHODS, at))


def _method(
    service: ServiceDescriptorProto, method: MethodDescriptorProto, comments: Comments, place: Place
) -> Iterator[str]:
    if method.client_streaming or method.server_streaming:
        raise ValueError(f"the page says that every call is unary, but {method.name} is not")
    yield f"#### {service.name}.{method.name}"
    yield f"{_link(_short(method.input_type))} → {_link(_short(method.output_type))}"
    yield from comments.paragraphs(place)


def _message(message: DescriptorProto, comments: Comments, place: Place) -> Iterator[str]:
    if message.nested_type or message.enum_type:
        raise ValueError(f"{message.name} has types inside, which the page does not show")
    yield f"### {message.name}"
    yield from comments.paragraphs(place)
    for at, oneof in enumerate(message.oneof_decl):
        if not oneof.name.startswith("_"):
            yield f"One of `{oneof.name}`: {comments.line((*place, _ONEOFS, at))}"
    rows = [
        f"| {field.number} | `{field.name}` | {_kind(message, field)} | {comments.line((*place, _FIELDS, at))} |"
        for at, field in enumerate(message.field)
    ]
    yield "\n".join(["| no. | field | type | meaning |", "|---|---|---|---|", *rows]) if rows else "It has no fields."


def _kind(message: DescriptorProto, field: FieldDescriptorProto) -> str:
    if field.type in (_MESSAGE, _ENUM):
        name = _link(_short(field.type_name))
    else:
        name = _Type.Name(field.type).removeprefix("TYPE_").lower()
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {name}"
    if field.proto3_optional:
        return f"optional {name}"
    if field.HasField("oneof_index"):
        return f"{name}, one of `{message.oneof_decl[field.oneof_index].name}`"
    return name


def _enum(enum: EnumDescriptorProto, comments: Comments, place: Place) -> Iterator[str]:
    yield f"### {enum.name}"
    yield from comments.paragraphs(place)
    rows = [
        f"| {value.number} | `{value.name}` | {comments.line((*place, _VALUES, at))} |"
        for at, value in enumerate(enum.value)
    ]
    yield "\n".join(["| no. | value | meaning |", "|---|---|---|", *rows])


def _short(name: str) -> str:
    return name.rpartition(".")[2]


def _link(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def main(arguments: list[str]) -> int:
    """Writes, or checks with ``--check``; 1 when a check finds something."""
    text = page(contract())
    if "--check" in arguments:
        current = PAGE.exists() and PAGE.read_text(encoding="utf-8") == text
        if not current:
            print("docs/api.md is not what proto/ says: run `make api-reference`", file=sys.stderr)
        return int(not current)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
