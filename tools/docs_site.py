"""The documentation as a site: which files of the repository are its pages, and where links between them lead.

mkdocs calls the functions named ``on_...`` (mkdocs.yml, `hooks`). The pages are written to be read where the code is,
on GitHub, and as this site: links lead from file to file of the repository, and are turned here into links between
pages. What is no page but is linked to (a .proto, the licence) is copied into the site as it is.

Nothing here needs mkdocs to be imported, but for `on_files`, which makes files for it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = "docs"
#: Pages that are not in docs/: a file of the repository, and the site's name for it.
PAGES: Final = {
    "README.md": "start.md",
    "README.ja.md": "ja/start.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "clients/python/examples/host/README.md": "clients/host.md",
    "clients/web/README.md": "clients/web.md",
    "tests/conformance/README.md": "conformance.md",
}
#: The packages in the order of the menu: each README is a page.
CLIENTS: Final = ("python", "typescript", "go", "java", "rust", "swift", "dart", "csharp")
#: Folders that pages link to, and the page that tells what is in them.
FOLDERS: Final = {"proto/pageone/v1": "docs/api.md", "proto": "docs/api.md", "k8s": "docs/kubernetes.md"}
#: Where other linked files are in the site.
SOURCE: Final = "source"
JAPANESE: Final = "ja/"

_CODE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"(\]\(|\b(?:src|srcset|href)=\")([^)\s\"]+)")
_ELSEWHERE: Final = re.compile(r"[a-z][a-z0-9+.-]*:|//|#")


def pages(root: Path = ROOT) -> dict[str, str]:
    """Every page: its file in the repository, and its name in the site."""
    found = {f"{DOCS}/{path.relative_to(root / DOCS).as_posix()}": "" for path in sorted((root / DOCS).rglob("*.md"))}
    named = {file: file.removeprefix(f"{DOCS}/") for file in found}
    others = {**PAGES, **{f"clients/{name}/README.md": f"clients/{name}.md" for name in CLIENTS}}
    return named | {file: name for file, name in others.items() if (root / file).exists()}


def anchor(heading: str, separator: str = "-") -> str:
    """The anchor that GitHub gives to a heading, without its Markdown."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def links(text: str) -> Iterator[re.Match[str]]:
    """The links and pictures of a page that lead to other files, its fenced blocks left out; group 2 is the target."""
    code = [range(*match.span()) for match in _CODE.finditer(text)]
    for match in _LINK.finditer(text):
        if not _ELSEWHERE.match(match[2]) and not any(match.start() in each for each in code):
            yield match


def target(file: str, link: str) -> str:
    """The file or folder of the repository that a ``link`` in ``file`` leads to, without its anchor."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(file), link.partition("#")[0]))
    return FOLDERS.get(path, path)


def place(path: str, known: dict[str, str]) -> str:
    """Where a file of the repository is in the site."""
    if path in known:
        return known[path]
    if path.startswith(f"{DOCS}/"):
        return path.removeprefix(f"{DOCS}/")
    # Browsers show a file without an extension as text only when it says so; Markdown would become a page.
    return f"{SOURCE}/{path}" + (".txt" if posixpath.splitext(path)[1] in ("", ".md") else "")


def without_folders(text: str, file: str, root: Path = ROOT) -> str:
    """The text without its links to folders: where the code is they can be opened, a site has nothing to show."""

    def words(match: re.Match[str]) -> str:
        return match[1] if (root / target(file, match[2])).is_dir() else match[0]

    return re.sub(r"\[([^\[\]]+)\]\(([^)\s:#][^)\s:]*)\)", words, text)


def relinked(text: str, file: str, known: dict[str, str]) -> str:
    """The text of the page that ``file`` is, its links as they are in the site."""
    here = posixpath.dirname(known[file])
    parts, at = [], 0
    for match in links(text):
        _, mark, fragment = match[2].partition("#")
        there = posixpath.relpath(place(target(file, match[2]), known), here or ".")
        parts += [text[at : match.start(2)], there, mark, fragment]
        at = match.end(2)
    return "".join([*parts, text[at:]])


def copied(known: dict[str, str], root: Path = ROOT) -> list[str]:
    """The files beyond docs/ that pages link to and that are no pages themselves."""
    found = {
        target(file, match[2]) for file in known for match in links((root / file).read_text(encoding="utf-8"))
    } - known.keys()
    return sorted(path for path in found if not path.startswith(f"{DOCS}/") and (root / path).is_file())


def client_pages(known: Iterable[str]) -> list[str]:
    """The pages of the packages that there are, in the menu's order."""
    names = set(known)
    return [f"clients/{name}.md" for name in (*CLIENTS, "web", "host") if f"clients/{name}.md" in names]


# what mkdocs calls


def on_config(config: Any) -> Any:  # noqa: ANN401 - mkdocs' own class
    """Anchors as GitHub's; the packages that there are in the menu."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    present = set(pages().values())
    config.nav = list(_menu(config.nav, present))
    return config


def _menu(entries: Iterable[Any], present: set[str]) -> Iterator[Any]:
    """The menu, ``clients/*`` replaced by the packages' pages, pages that are not there (yet) left out."""
    for entry in entries:
        if entry == "clients/*":
            yield from client_pages(present)
        elif isinstance(entry, dict):
            ((title, inner),) = entry.items()
            if isinstance(inner, list):
                yield {title: list(_menu(inner, present))}
            elif inner in present:
                yield entry
        elif entry in present:
            yield entry


def on_files(files: Any, config: Any) -> Any:  # noqa: ANN401
    """Add the pages that are not in docs/, and the files that pages link to."""
    from mkdocs.structure.files import File

    known = pages()
    for path in (*known, *copied(known)):
        if not path.startswith(f"{DOCS}/"):
            files.append(File.generated(config, place(path, known), abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:  # noqa: ANN401
    """Links between files become links between pages."""
    file = Path(page.file.abs_src_path).relative_to(ROOT).as_posix()
    return relinked(without_folders(markdown, file), file, pages())


def on_post_page(output: str, page: Any, config: Any) -> str:  # noqa: ANN401
    """Say in which language a page is."""
    if page.file.src_uri.startswith(JAPANESE):
        return output.replace('<html lang="en"', '<html lang="ja"', 1)
    return output
