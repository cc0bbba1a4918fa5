"""The page's own tests, run the way a developer runs them."""

import json
import subprocess
from pathlib import Path

from tests import needs

WEB = needs.ROOT / "clients" / "web"
#: Seconds for all of them.
PATIENCE = 200
#: Subjects that have to be among them.
SUBJECTS = {"fold", "eventWords", "refusals", "record", "moment", "fair", "cards"}


def test_the_units_of_the_page(tmp_path: Path) -> None:
    """vitest passes every test in clients/web/test, and each subject of the table has some."""
    npx = needs.program("npx")
    if not (WEB / "node_modules" / ".bin" / "vitest").exists():
        needs.unmet("the page's packages are not installed: make check-web")
    report = tmp_path / "report.json"
    command = [npx, "--no-install", "vitest", "run", "--reporter=json", f"--outputFile={report}"]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert report.is_file(), done.stdout + done.stderr
    result = json.loads(report.read_text(encoding="utf-8"))
    failed = [
        f"{each['fullName']}: {' '.join(each['failureMessages'])[:500]}"
        for file in result["testResults"]
        for each in file["assertionResults"]
        if each["status"] != "passed"
    ]
    assert not failed
    assert done.returncode == 0, done.stdout + done.stderr
    assert {Path(file["name"]).name.removesuffix(".test.ts") for file in result["testResults"]} >= SUBJECTS
