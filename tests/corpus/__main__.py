"""Record this release's corpus: ``python -m tests.corpus VERSION``."""

import argparse

from tests.corpus.calls import FOLDER
from tests.corpus.record import record


def main() -> int:
    """Record, unless the release has a corpus already: what was released does not change."""
    parser = argparse.ArgumentParser(prog="python -m tests.corpus", description=__doc__)
    parser.add_argument("version", help="the release, such as 0.1.0")
    version = parser.parse_args().version
    folder = FOLDER / version
    if folder.exists():
        parser.error(f"{folder} exists; a release is recorded once (remove the folder before it is tagged)")
    print(f"{record(folder)} calls recorded in {folder}")
    return 0


raise SystemExit(main())
