"""What the Dockerfile's last steps take away, and what they leave."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tools.finish_image import compile_all, drop_rights, import_all, main, strip_base


def fill(folder: Path, *names: str) -> None:
    """Files with a line of Python in each."""
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x = 1\n", encoding="utf-8")


def left(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_thin_leaves_what_processes_read(tmp_path: Path) -> None:
    """Code, data, licences and metadata stay; types, sources of compiled modules and tests go."""
    kept = {"a/__init__.py", "a/b.so", "a/py.typed", "a/roots.pem", "a-1.dist-info/METADATA", "a/latest/x.py"}
    gone = {"a/b.pyi", "a/b.pyx", "a/include/b.h", "a/tests/test_b.py", "a/__pycache__/b.pyc"}
    fill(tmp_path, *kept, *gone)
    assert main(["thin", str(tmp_path)]) == 0
    assert left(tmp_path) == kept


def test_the_base_loses_what_builds_and_installs(tmp_path: Path) -> None:
    library = tmp_path / "lib/python3.13"
    kept = {"bin/python3.13", "bin/python3", "lib/python3.13/os.py", "lib/python3.13/venv/__init__.py"}
    gone = {
        *("bin/pip3.13", "bin/idle3", "bin/pydoc3.13", "bin/python3.13-config", "include/python3.13/Python.h"),
        *("lib/python3.13/ensurepip/__init__.py", "lib/python3.13/config-3.13-x86_64-linux-gnu/Makefile"),
        *("lib/python3.13/site-packages/pip/__init__.py", "lib/python3.13/site-packages/pip-26.0.dist-info/METADATA"),
    }
    fill(tmp_path, *kept, *gone)
    strip_base(tmp_path, library)
    assert left(tmp_path) == kept


def test_no_program_runs_with_its_owners_rights(tmp_path: Path) -> None:
    for name, mode in {"su": 0o4755, "chage": 0o2755, "ls": 0o755}.items():
        fill(tmp_path, name)
        (tmp_path / name).chmod(mode)
    (tmp_path / "link").symlink_to("su")
    drop_rights(tmp_path)
    assert {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("su", "chage", "ls")} == {0o755}


def test_bytecode_holds_whatever_time_stamps_its_source_gets(tmp_path: Path) -> None:
    """A build that sets all time stamps to one moment must not make each start compile again."""
    fill(tmp_path, "one.py")
    assert compile_all([tmp_path / "one.py"]) == 1
    (tmp_path / "one.py").write_text("x = 2\n", encoding="utf-8")
    code = "import one; print(one.x, one.__cached__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("1 "), done.stderr


def test_what_cannot_be_compiled_ends_the_build(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def", encoding="utf-8")
    with pytest.raises(Exception, match=r"bad\.py"):
        compile_all([tmp_path / "bad.py"])


def test_only_missing_extras_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of ours that is not there is a fault of the image; one of another project may be an extra's."""
    monkeypatch.syspath_prepend(str(tmp_path))
    fill(tmp_path, "imported_for_test/__init__.py")
    (tmp_path / "imported_for_test/extra.py").write_text("import no_such_project_of_others\n", encoding="utf-8")
    import_all(["imported_for_test"])
    (tmp_path / "imported_for_test/broken.py").write_text("import pageone.no_such_module\n", encoding="utf-8")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        import_all(["imported_for_test"])


def test_a_wrong_command_line_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "finish" in capsys.readouterr().err
