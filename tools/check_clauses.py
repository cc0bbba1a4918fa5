"""Hold docs/rules.md, the clauses of the rules and the tests together.

docs/rules.md has to carry every clause id in bold, as in ``**C1**``, and no id that is no clause;
each clause has to be named by at least one test, in its name (``test_a15_...``) or its docstring.
A test that has no body of its own, or that is marked to be skipped or to fail, proves nothing and
does not count; nor does an id in a comment or in a string elsewhere, nor in a test of these scripts.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = Path("docs", "rules.md")
TESTS = Path("tests")
# These are about scripts, not about the rules, and mention clauses only as examples.
TESTS_OF_SCRIPTS = "tools"

# How many clauses each section has.
SECTIONS = {"C": 30, "P": 16, "A": 30, "L": 3, "R": 2, "S": 4}
CLAUSES = tuple(f"{section}{n}" for section, count in SECTIONS.items() for n in range(1, count + 1))

BOLD_ID = re.compile(r"\*\*([A-Z][0-9]+)\*\*")
ID_IN_TEXT = re.compile(r"\b([A-Z][0-9]+)\b")
ID_IN_NAME = re.compile(r"(?<=_)([a-z][0-9]+)(?=_|$)")
NOT_RUN = frozenset({"skip", "skipif", "xfail"})

TestFunction = ast.FunctionDef | ast.AsyncFunctionDef


def clauses_of_rules(text: str) -> set[str]:
    """Return the ids that stand in bold in the text of docs/rules.md."""
    return set(BOLD_ID.findall(text))


def test_functions(tree: ast.Module) -> Iterator[TestFunction]:
    """Yield the functions of a module that pytest runs, methods of Test classes included."""
    pending: list[ast.stmt] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, TestFunction) and node.name.startswith("test"):
            yield node
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            pending.extend(node.body)


def runs(test: TestFunction) -> bool:
    """Tell whether a test does something and is not marked to be skipped or to fail."""
    marks = {
        part.attr
        for decorator in test.decorator_list
        for part in ast.walk(decorator)
        if isinstance(part, ast.Attribute)
    }
    return not marks & NOT_RUN and any(not is_empty(statement) for statement in test.body)


def is_empty(statement: ast.stmt) -> bool:
    """Tell whether a statement is `pass`, a docstring or an ellipsis."""
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def clauses_of_test(test: TestFunction) -> set[str]:
    """Return the ids that a test names in its name or docstring."""
    in_name = {found.upper() for found in ID_IN_NAME.findall(test.name)}
    return in_name | set(ID_IN_TEXT.findall(ast.get_docstring(test) or ""))


def clauses_of_module(source: str, filename: str = "<test>") -> set[str]:
    """Return the ids that the tests of a module name."""
    tree = ast.parse(source, filename)
    return {clause for test in test_functions(tree) if runs(test) for clause in clauses_of_test(test)}


def clauses_of_tests(folder: Path) -> set[str]:
    """Return the ids that the tests in `folder` and below name."""
    files = [
        file for file in sorted(folder.rglob("test_*.py")) if file.relative_to(folder).parts[0] != TESTS_OF_SCRIPTS
    ]
    return {clause for file in files for clause in clauses_of_module(file.read_text(encoding="utf-8"), str(file))}


def in_order(clauses: Iterable[str]) -> list[str]:
    """Return ids in the order of the rules, unknown ones last."""
    order = {clause: position for position, clause in enumerate(CLAUSES)}
    return sorted(clauses, key=lambda clause: (order.get(clause, len(order)), clause))


def faults(root: Path) -> list[str]:
    """Return what is missing in the project below `root`, a sentence for each clause."""
    rules = root / RULES
    if not rules.is_file():
        return [f"{RULES} is missing"]
    written = clauses_of_rules(rules.read_text(encoding="utf-8"))
    tested = clauses_of_tests(root / TESTS)
    known = set(CLAUSES)
    return [
        *(f"{RULES} lacks clause {clause}" for clause in in_order(known - written)),
        *(f"{RULES} has {clause}, which is no clause" for clause in in_order(written - known)),
        *(f"no test names clause {clause}" for clause in in_order((known | written) - tested)),
    ]


def main() -> int:
    """Print every fault; return the exit status."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    found = faults(ROOT)
    for fault in found:
        print(fault, file=sys.stderr)
    if not found:
        print(f"{len(CLAUSES)} clauses, each written and tested")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
