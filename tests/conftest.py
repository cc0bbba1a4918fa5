"""How properties are tried everywhere, and what the tests in a browser have looked at."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

# The same examples in each run, and no clock that could fail them.
settings.register_profile("pageone", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pageone")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell how often axe looked, and how many answers of the service were held against what a seat may know."""
    counts: Counter[str] = Counter()
    versions = set()
    for report in terminalreporter.getreports(""):
        for name, value in report.user_properties:
            if name == "chromium":
                versions.add(value)
            elif name in ("axe", "answers"):
                counts[name] += int(str(value))
    if counts:
        terminalreporter.write_line(
            f"Chromium {', '.join(sorted(map(str, versions)))}: axe looked {counts['axe']} times and found nothing; "
            f"{counts['answers']} answers showed what the seat may see, and nothing else"
        )
