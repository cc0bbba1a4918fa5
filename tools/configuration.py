"""Write the table of settings in docs/configuration.md from the settings themselves; a test says when it is old.

What stands around the two markers is written by hand, and stays.
"""

from __future__ import annotations

from pathlib import Path

from pageone_service.settings import TABLE, Setting

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "configuration.md"
BEGIN = "<!-- written by `make configuration`: begin -->"
END = "<!-- written by `make configuration`: end -->"
_HEAD = "| flag | variable | default | unit | meaning |\n|---|---|---|---|---|\n"


def row(setting: Setting) -> str:
    """A setting's row; a switch has no unit, and an empty default is said so."""
    default = str(setting.default).lower() if isinstance(setting.default, bool) else f"{setting.default}"
    shown = f"`{default}`" if default else "(empty)"
    unit = "a switch" if not setting.metavar else setting.metavar
    meaning = setting.help.replace("|", "\\|")
    return f"| `{setting.flag}` | `{setting.variable}` | {shown} | {unit} | {meaning} |\n"


def table() -> str:
    """Every setting, in the order in which `pageone serve --help` explains them."""
    return _HEAD + "".join(row(setting) for setting in TABLE)


def text(document: str) -> str:
    """The document with the table as it is now."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("the markers of the table are not in docs/configuration.md")
    return f"{before}{BEGIN}\n\n{table()}\n{END}{after}"


def main() -> None:
    """Write the document."""
    DOCUMENT.write_text(text(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
