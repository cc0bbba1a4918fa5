"""``python -m tests.image``: build the image, say how large it is. Run as root, with `make ops-debian` done."""

from __future__ import annotations

import sys
import time

import pytest

from .build import build, report
from .steps import StepError, taken


def main() -> int:
    """Build, and tell; 0 also where a program is missing and nothing has to be built (tests/needs.py)."""
    start = time.monotonic()
    try:
        image = build()
    except pytest.skip.Exception as missing:
        print(f"not built: {missing}")
        return 0
    except (pytest.fail.Exception, StepError) as error:
        print(f"not built: {error}", file=sys.stderr)
        return 1
    print(report(image))
    long_ones = [f"{name} {seconds:.0f} s" for name, seconds in taken if seconds >= 1]
    if long_ones:
        print("steps:", ", ".join(long_ones))
    print(f"built, or found built, in {time.monotonic() - start:.0f} s: {image.folder}")
    return 0


sys.exit(main())
