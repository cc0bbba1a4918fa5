"""What the page's own tests read is what this engine plays."""

from tests.web import record_folds


def test_folds_are_current() -> None:
    """The matches that clients/web/test/fold.test.ts folds are those that the engine plays today (C26, C29)."""
    assert record_folds.FILE.read_text(encoding="utf-8") == record_folds.record(), (
        "python -m tests.web.record_folds writes them anew"
    )
