"""Hold the engine pure: it imports nothing but itself and the pure part of the standard library.

import-linter knows packages, not what a module of the standard library can do. A clock, a file, a
socket, a thread or a random generator would make a move depend on something other than the state
(C8), so the modules that are allowed are listed here; the built-ins that do I/O are not.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = Path("engine", "pageone_engine")

PURE_MODULES = frozenset(
    {
        "__future__",
        "abc",
        "array",
        "base64",
        "binascii",
        "bisect",
        "collections",
        "copy",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "heapq",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "string",
        "struct",
        "textwrap",
        "types",
        "typing",
        "unicodedata",
    }
)
IMPURE_BUILTINS = frozenset({"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"})


def faults_of_module(source: str, filename: str) -> list[str]:
    """Return what a module of the engine may not do, a sentence for each place."""
    return [
        f"{filename}:{line}: {what}"
        for node in ast.walk(ast.parse(source, filename))
        for line, what in faults_of_node(node)
    ]


def faults_of_node(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and a sentence for what is wrong with one node of a module."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if not allowed(alias.name):
                yield node.lineno, f"the engine may not import {alias.name}"
    elif isinstance(node, ast.ImportFrom):
        if node.level == 0 and not allowed(node.module or ""):
            yield node.lineno, f"the engine may not import {node.module}"
    elif isinstance(node, ast.Call):
        match node.func:
            case ast.Name(id=name) if name in IMPURE_BUILTINS:
                yield node.lineno, f"the engine may not call {name}()"


def allowed(module: str) -> bool:
    """Tell whether the engine may import a module."""
    top = module.partition(".")[0]
    return top == ENGINE.name or top in PURE_MODULES


def faults(root: Path) -> list[str]:
    """Return the faults of every module of the engine below `root`."""
    return [
        fault
        for file in sorted((root / ENGINE).rglob("*.py"))
        for fault in faults_of_module(file.read_text(encoding="utf-8"), file.relative_to(root).as_posix())
    ]


def main() -> int:
    """Print every fault; return the exit status."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    found = faults(ROOT)
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
