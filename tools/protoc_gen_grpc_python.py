"""A plugin for buf: Python service stubs by grpcio-tools, and their types by mypy-protobuf.

grpcio-tools has its generator only inside of its compiler, which buf calls for languages that every compiler has; and
both would write empty stubs for files without a service. Reads a CodeGeneratorRequest from stdin, writes the answer to
stdout. Runs in the environment of requirements/proto.lock.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest, CodeGeneratorResponse
from google.protobuf.descriptor_pb2 import FileDescriptorSet

#: The generator of the stubs' types.
TYPES: Final = Path(sys.executable).parent / "protoc-gen-mypy_grpc"


def generated(request: CodeGeneratorRequest) -> CodeGeneratorResponse:
    """The service stubs of the files to generate; an error where the compiler refuses them."""
    from grpc_tools import protoc  # only in the tool environment, which the type checker does not have

    services = {file.name for file in request.proto_file if file.service}
    names = [name for name in request.file_to_generate if name in services]
    answer = CodeGeneratorResponse(supported_features=CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL)
    with tempfile.TemporaryDirectory() as scratch:
        descriptors, out = Path(scratch, "descriptors.binpb"), Path(scratch, "out")
        descriptors.write_bytes(FileDescriptorSet(file=request.proto_file).SerializeToString())
        out.mkdir()
        outputs = [f"--plugin={TYPES.name}={TYPES}", f"--grpc_python_out={out}", f"--mypy_grpc_out=quiet:{out}"]
        if names and protoc.main(["protoc", f"--descriptor_set_in={descriptors}", *outputs, *names]):
            answer.error = "grpc_python: the compiler refused the files"
        for path in sorted(out.rglob("*.py*")):
            answer.file.add(name=path.relative_to(out).as_posix(), content=path.read_text(encoding="utf-8"))
    return answer


if __name__ == "__main__":
    sys.stdout.buffer.write(generated(CodeGeneratorRequest.FromString(sys.stdin.buffer.read())).SerializeToString())
