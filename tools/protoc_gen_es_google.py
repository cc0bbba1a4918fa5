"""A plugin for buf: the error details of google.rpc for TypeScript, which no package of npm's registry has.

Whatever buf asks for, what is generated is google/rpc/error_details.proto as googleapis-common-protos carries it.
Reads a CodeGeneratorRequest from stdin, writes the answer to stdout. Runs in the environment of proto.lock.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import resources
from pathlib import Path
from typing import Final

from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest, CodeGeneratorResponse

FILE: Final = "google/rpc/error_details.proto"
#: The generator; buf runs its plugins at the top of the checkout.
PLUGIN: Final = Path("clients", "typescript", "node_modules", ".bin", "protoc-gen-es")


def generated(request: CodeGeneratorRequest) -> CodeGeneratorResponse:
    """The messages of the error details; an error where the compiler refuses them."""
    from grpc_tools import protoc  # only in the tool environment, which the type checker does not have

    answer = CodeGeneratorResponse(supported_features=CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL)
    paths = [f"-I{resources.files('google.rpc') / '..' / '..'}", f"-I{resources.files('grpc_tools') / '_proto'}"]
    with tempfile.TemporaryDirectory() as scratch:
        outputs = [
            f"--plugin={PLUGIN.name}={PLUGIN.resolve()}",
            f"--es_out={scratch}",
            f"--es_opt={request.parameter}",
        ]
        if protoc.main(["protoc", *paths, *outputs, FILE]):
            answer.error = f"es_google: the compiler refused {FILE}"
        for path in sorted(Path(scratch).rglob("*.ts")):
            answer.file.add(name=path.relative_to(scratch).as_posix(), content=path.read_text(encoding="utf-8"))
    return answer


if __name__ == "__main__":
    sys.stdout.buffer.write(generated(CodeGeneratorRequest.FromString(sys.stdin.buffer.read())).SerializeToString())
