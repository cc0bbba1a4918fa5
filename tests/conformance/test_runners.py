"""A runner that does not tell the truth, or nothing, counts as failed; and what is shown says so."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.conformance import report, runners
from tests.conformance.runners import Language, Played, Run, Server, run

SERVER = Server({"native": "http://127.0.0.1:1"}, {"grpc-web": "Envoy is not installed"})
NAMES = ["a/one", "a/two", "b/three"]


def line(name: str, passed: object = True, **more: Any) -> str:  # noqa: ANN401
    message = "" if passed else "step 0: wanted 1, got 2"
    return json.dumps({"scenario": name, "passed": passed, "message": message, **more})


ALL = [line(name) for name in NAMES]


def runner(
    folder: Path, lines: list[str], status: int, more: str = "", must: tuple[str, ...] = ("native",)
) -> Language:
    """A runner that says these lines, does ``more`` and ends."""
    script = folder / "runner.py"
    text = "".join(f"print({each!r}, flush=True)\n" for each in lines)
    script.write_text(f"import sys, time\n{text}{more}\nsys.exit({status})\n", encoding="utf-8")
    return Language("fake", (sys.executable, str(script)), must)


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    path = tmp_path / "scenarios.json"
    entries = [{"name": name, "about": "x", "steps": []} for name in NAMES]
    path.write_text(json.dumps({"format": 1, "scenarios": entries}), encoding="utf-8")
    return path


def test_a_runner_that_passes_all(tmp_path: Path, scenarios: Path) -> None:
    """Every scenario is reported as passed, in order, with exit status 0; progress is told."""
    told: list[int] = []
    done = run(runner(tmp_path, ALL, 0), "native", SERVER, scenarios, told.append)
    assert done.good
    assert [each.scenario for each in done.results] == NAMES
    assert told == [1, 2, 3]


def test_a_runner_that_tells_a_failure(tmp_path: Path, scenarios: Path) -> None:
    """A failed scenario with exit status 1 is no fault of the run, and not good."""
    done = run(runner(tmp_path, [*ALL[:2], line("b/three", passed=False)], 1), "native", SERVER, scenarios)
    assert not done.fault
    assert not done.good
    assert [each.scenario for each in done.failures] == ["b/three"]


@pytest.mark.parametrize(
    ("lines", "status", "fault"),
    [
        (ALL[:2], 0, "nothing of 1 scenarios, first of 'b/three'"),
        ([], 0, "nothing of 3 scenarios"),
        ([], 2, "exit status 2"),
        ([*ALL, line("c/four")], 0, "other scenarios"),
        (ALL[::-1], 0, "other scenarios"),
        ([*ALL, ALL[0]], 0, "other scenarios"),
        (ALL, 1, "exit status 1, not 0"),
        ([*ALL[:2], line("b/three", passed=False)], 0, "exit status 0, not 1"),
        (ALL, 3, "exit status 3"),
        ([], 3, "must have native"),
        (["well done"], 0, "not a line of a runner"),
        ([line("a/one", passed="yes")], 0, "not a line of a runner"),
        ([line("a/one", message="but")], 0, "not a line of a runner"),
        ([line("a/one", passed=False, message="")], 1, "not a line of a runner"),
        ([line("a/one", more=1)], 0, "not a line of a runner"),
        (["[]"], 0, "not a line of a runner"),
        (["[" * 100_000], 0, "not a line of a runner"),
        ([line(["a/one"])], 0, "not a line of a runner"),  # type: ignore[arg-type]
        ([line("a/one", passed=False, message=["b"])], 1, "not a line of a runner"),
    ],
)
def test_a_runner_that_cannot_be_believed(
    tmp_path: Path, scenarios: Path, lines: list[str], status: int, fault: str
) -> None:
    """Skipped, doubled and unknown scenarios, a status that does not fit, garbage: the run has failed."""
    done = run(runner(tmp_path, lines, status), "native", SERVER, scenarios)
    assert fault in done.fault
    assert not done.good


@pytest.mark.parametrize("text", ["no program", "#!/no/such/interpreter\n"])
def test_a_runner_that_cannot_be_started(tmp_path: Path, scenarios: Path, text: str) -> None:
    """As where the language was taken off the machine after its runner was built: a fault, no end of the run."""
    program = tmp_path / "runner"
    program.write_text(text, encoding="ascii")
    program.chmod(0o755)
    done = run(Language("fake", (str(program),), ("native",)), "native", SERVER, scenarios)
    assert "cannot be started" in done.fault
    assert not done.good


def test_a_line_that_never_ends(tmp_path: Path, scenarios: Path) -> None:
    """It is cut, and the runner ended."""
    endless = "while True: sys.stdout.write('x' * 1_000_000)"
    done = run(runner(tmp_path, [], 0, endless), "native", SERVER, scenarios)
    assert "not a line of a runner" in done.fault
    assert done.seconds < 60


def test_a_runner_that_hangs_is_ended(tmp_path: Path, scenarios: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every wait has an end, also when it is a child of the runner that does not come to one."""
    monkeypatch.setattr(runners, "PATIENCE", 0.5)
    done = run(
        runner(tmp_path, ALL[:1], 0, "import subprocess; subprocess.run(['sleep', '60'])"), "native", SERVER, scenarios
    )
    assert "ended after 0.5 s" in done.fault


def test_much_on_standard_error_stops_nobody(tmp_path: Path, scenarios: Path) -> None:
    """A runner may be talkative: its standard error is read beside its lines."""
    assert run(runner(tmp_path, ALL, 0, "sys.stderr.write('x' * 1_000_000)"), "native", SERVER, scenarios).good


def test_a_transport_that_is_not_to_be_had(tmp_path: Path, scenarios: Path) -> None:
    """It is told why, and is no failure where the language need not have it."""
    done = run(runner(tmp_path, [], 3, "print('no HTTP/1.1 here', file=sys.stderr)", ()), "native", SERVER, scenarios)
    assert (done.absent, done.fault) == ("no HTTP/1.1 here", "")
    done = run(runner(tmp_path, ALL, 0), "grpc-web", SERVER, scenarios)
    assert (done.absent, done.fault, done.results) == ("Envoy is not installed", "", [])


def test_languages_are_those_of_clients_and_what_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A runner is an executable in build/conformance; what clients/ has and is not built is there without a command."""
    monkeypatch.setattr(runners, "FOLDER", tmp_path)
    for name, mode in (("go", 0o755), ("cobol", 0o755), ("report.json", 0o644)):
        (tmp_path / name).touch(mode)
    found = {language.name: language for language in runners.languages()}
    assert set(found) == {"python", "typescript", "typescript-chromium", "go", "java", "rust", "cobol"}
    assert {name for name, language in found.items() if language.command} == {"python", "go", "cobol"}
    assert "make clients-rust" in found["rust"].remedy
    assert found["typescript-chromium"].remedy == "make clients-typescript (with Chromium: make ops-debian)"


GOOD = Run("go", "native", [Played(name, True) for name in NAMES], 1.25)
BAD = Run("java", "native", [*GOOD.results[:2], Played("b/three", False, "step 0: [x] wanted 1, got 2")], 2.0)
BROKEN = Run("rust", "native", GOOD.results[:1], fault="it reports nothing of 2 scenarios")
ABSENT = Run("python", "grpc-web", absent="no client for gRPC-Web")
RUNS = [GOOD, BAD, BROKEN, ABSENT]
MISSING = [Language("typescript", (), ())]


def test_the_table_shows_groups_or_scenarios() -> None:
    """Language by group; each scenario when asked for; what a runner said nothing of has not passed."""
    assert report.rows(RUNS, NAMES, each=False) == [
        ("a", [("2/2", True), ("2/2", True), ("1/2", False)]),
        ("b", [("1/1", True), ("0/1", False), ("0/1", False)]),
        ("all", [("3/3", True), ("2/3", False), ("1/3", False)]),
    ]
    assert report.rows(RUNS, NAMES, each=True)[2] == ("b/three", [("pass", True), ("FAIL", False), ("-", False)])
    text = io.StringIO()
    report.show(Console(file=text, width=100), RUNS, NAMES, each=True)
    assert "b/three" in text.getvalue()


def test_every_failure_and_every_absence_has_a_line() -> None:
    """With the message of the runner, as it is."""
    assert report.complaints(RUNS) == [
        "java native: b/three: step 0: [x] wanted 1, got 2",
        "rust native: it reports nothing of 2 scenarios",
    ]
    lines = report.absences(RUNS, MISSING)
    assert lines[0].startswith("typescript was not there: make clients-typescript")
    assert lines[1:] == ["python grpc-web was not run: no client for gRPC-Web"]


def test_the_reports_for_programs_and_pages() -> None:
    """JSON has everything, Markdown the table and what went wrong."""
    written = json.loads(report.as_json(RUNS, NAMES, MISSING))
    assert [entry["passed"] for entry in written["runs"]] == [True, False, False, False]
    assert written["runs"][1]["results"][2]["message"] == "step 0: [x] wanted 1, got 2"
    assert written["missing"][0]["language"] == "typescript"
    text = report.markdown(RUNS, NAMES, MISSING)
    assert "| group | go native | java native | rust native |" in text
    assert "| b | 1/1 | **0/1** | **0/1** |" in text
    assert "- java native: b/three: step 0" in text
