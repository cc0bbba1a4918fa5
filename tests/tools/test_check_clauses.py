"""The check that every clause is written down and tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.check_clauses import CLAUSES, clauses_of_module, clauses_of_rules, faults


def project(root: Path, rules: str, tests: str) -> Path:
    """Lay out a project with one rules page and one test module."""
    (root / "docs").mkdir()
    (root / "docs" / "rules.md").write_text(rules, encoding="utf-8")
    (root / "tests" / "engine").mkdir(parents=True)
    (root / "tests" / "engine" / "test_all.py").write_text(tests, encoding="utf-8")
    return root


EVERY_RULE = "\n".join(f"- **{clause}** text" for clause in CLAUSES)
EVERY_TEST = "\n".join(f"def test_{clause.lower()}():\n    assert 1" for clause in CLAUSES)


def test_clauses_are_those_of_the_rules() -> None:
    """85 clauses: C1-C30, P1-P16, A1-A30, L1-L3, R1-R2, S1-S4."""
    assert len(CLAUSES) == 85
    assert (CLAUSES[0], CLAUSES[29], CLAUSES[30], CLAUSES[-1]) == ("C1", "C30", "P1", "S4")


def test_only_bold_ids_are_clauses_of_the_rules() -> None:
    """An id mentioned in passing does not define its clause."""
    assert clauses_of_rules("- **C1** A pack\n- see P3, *P4* and `P5`; **A30**") == {"C1", "A30"}


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("def test_x():\n    '''A15: two skips.'''\n    assert 1", {"A15"}),
        ("def test_x():\n    '''A15, C3-C5.'''\n    assert 1", {"A15", "C3", "C5"}),
        ("def test_a15_two_skips():\n    assert 1", {"A15"}),
        ("async def test_x_l1():\n    assert 1", {"L1"}),
        ("class TestX:\n    def test_y(self):\n        'P9'\n        assert 1", {"P9"}),
        ("@pytest.mark.parametrize('x', [1])\ndef test_c4(x):\n    assert x", {"C4"}),
    ],
)
def test_name_and_docstring_of_a_test_count(source: str, named: set[str]) -> None:
    """A clause is tested when a test's name or docstring carries its id."""
    assert clauses_of_module(source) == named


@pytest.mark.parametrize(
    "source",
    [
        "# A15\ndef test_x():\n    assert 1  # A15",
        "def test_x():\n    clause = 'A15'\n    assert clause",
        "'''A15'''\ndef test_x():\n    assert 1",
        "def helper():\n    '''A15'''\n    assert 1",
        "class Helper:\n    def test_a15(self):\n        assert 1",
        "def test_x():\n    def test_a15():\n        assert 1",
        "def test_a150_b():\n    '''XA15 A15b'''\n    assert 1",
        "def test_a15():\n    '''A15: nothing follows.'''",
        "def test_a15():\n    pass",
        "def test_a15():\n    ...",
        "@pytest.mark.skip\ndef test_a15():\n    assert 1",
        "@pytest.mark.skipif(True, reason='')\ndef test_a15():\n    assert 1",
        "@mark.xfail(reason='')\ndef test_a15():\n    assert 1",
    ],
)
def test_what_proves_nothing_does_not_count(source: str) -> None:
    """Comments, strings, helpers, empty and skipped tests leave a clause untested."""
    assert "A15" not in clauses_of_module(source)


def test_complete_project_has_no_fault(tmp_path: Path) -> None:
    """Every clause written and tested: nothing to say."""
    assert faults(project(tmp_path, EVERY_RULE, EVERY_TEST)) == []


def test_each_missing_clause_is_named(tmp_path: Path) -> None:
    """A clause without a test, one not written down and one that does not exist are each named."""
    rules = EVERY_RULE.replace("**P7**", "P7") + "\n- **Z1** text"
    tests = EVERY_TEST.replace("test_c4()", "check_c4()").replace("test_s4()", "check_s4()")
    assert faults(project(tmp_path, rules, tests)) == [
        "docs/rules.md lacks clause P7",
        "docs/rules.md has Z1, which is no clause",
        "no test names clause C4",
        "no test names clause S4",
        "no test names clause Z1",
    ]


def test_tests_of_the_scripts_do_not_count(tmp_path: Path) -> None:
    """What a test in tests/tools names is an example, not a clause that it holds."""
    root = project(tmp_path, EVERY_RULE, EVERY_TEST.replace("test_c4()", "check_c4()"))
    (root / "tests" / "tools").mkdir()
    (root / "tests" / "tools" / "test_all.py").write_text(EVERY_TEST, encoding="utf-8")
    assert faults(root) == ["no test names clause C4"]


def test_missing_page_is_named(tmp_path: Path) -> None:
    """Without docs/rules.md there is nothing to compare with."""
    assert faults(tmp_path) == ["docs/rules.md is missing"]
