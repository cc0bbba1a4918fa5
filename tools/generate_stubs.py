"""Generate the Python stubs from proto/ into clients/python, or prove that they are current.

Runs in the tool environment of requirements/proto.lock, not in .venv: `make proto` and
`make check-proto` see to that.
"""

from __future__ import annotations

import argparse
import filecmp
import sys
import tempfile
from importlib import resources
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
STUBS = ROOT / "clients" / "python"
PACKAGE = Path("pageone", "v1")
PLUGINS = ("protoc-gen-mypy", "protoc-gen-mypy_grpc")
PATTERNS = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*_pb2_grpc.pyi")


def generate(out: Path) -> None:
    """Write messages, types and, where a file has a service, the service's stubs below `out`."""
    files = sorted((PROTO / PACKAGE).glob("*.proto"))
    services = [file for file in files if file.stem.endswith("_service")]
    run_protoc([f"--python_out={out}", f"--mypy_out=quiet:{out}"], files)
    run_protoc([f"--grpc_python_out={out}", f"--mypy_grpc_out=quiet:{out}"], services)


def run_protoc(outputs: list[str], files: list[Path]) -> None:
    """Run the compiler of grpcio-tools over `files`; end the program when it fails."""
    from grpc_tools import protoc  # only in the tool environment, which the tests of this file do not have

    well_known = resources.files("grpc_tools") / "_proto"
    tools = Path(sys.executable).parent
    plugins = [f"--plugin={name}={tools / name}" for name in PLUGINS]
    names = [file.relative_to(PROTO).as_posix() for file in files]
    command = ["protoc", f"-I{PROTO}", f"-I{well_known}", *plugins, *outputs, *names]
    if protoc.main(command) != 0:
        sys.exit("protoc failed")


def generated_files(base: Path) -> set[str]:
    """Return the names of the generated files in the package below `base`."""
    return {file.name for pattern in PATTERNS for file in (base / PACKAGE).glob(pattern)}


def differences(fresh: Path) -> list[str]:
    """Return the names of committed stubs that are missing, left over or not as in `fresh`."""
    names = generated_files(fresh)
    stale = generated_files(STUBS) - names
    _, mismatch, errors = filecmp.cmpfiles(fresh / PACKAGE, STUBS / PACKAGE, sorted(names), shallow=False)
    return sorted({*stale, *mismatch, *errors})


def write() -> None:
    """Make the committed stubs what proto/ says, and remove those it no longer has."""
    (STUBS / PACKAGE).mkdir(parents=True, exist_ok=True)
    before = generated_files(STUBS)
    with tempfile.TemporaryDirectory() as scratch:
        fresh = Path(scratch)
        generate(fresh)
        names = generated_files(fresh)
        for name in sorted(names):
            (STUBS / PACKAGE / name).write_bytes((fresh / PACKAGE / name).read_bytes())
    for name in before - names:
        (STUBS / PACKAGE / name).unlink()


def check() -> int:
    """Return 0 when generating again changes nothing, else name the files and return 1."""
    with tempfile.TemporaryDirectory() as scratch:
        generate(Path(scratch))
        changed = differences(Path(scratch))
    for name in changed:
        path = STUBS.relative_to(ROOT) / PACKAGE / name
        print(f"{path}: not what proto/ generates", file=sys.stderr)
    if changed:
        print("Run `make proto` and commit the result.", file=sys.stderr)
    return 1 if changed else 0


def main() -> int:
    """Generate, or with --check compare; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    if parser.parse_args().check:
        return check()
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
