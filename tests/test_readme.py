"""What the pages for people promise: every snippet runs, every table is the engine's, every link leads somewhere."""

from __future__ import annotations

import functools
import itertools
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pageone.errors
import pytest
from pageone.v1 import engine_service_pb2, rules_service_pb2, solo_service_pb2
from pageone_engine.presets import AMERICAN_PAGE_ONE, PAGE_ONE, PRESETS
from pageone_engine.rules import Rules
from pageone_engine.rules_check import validate_rules
from pageone_service.server import create_server
from pageone_service.settings import Settings

from tests import needs
from tools import docs_site, readme

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
#: Every page for people, by its file; all of them are pages of the site.
EVERY = [README, *(ROOT / file for file in docs_site.pages() if file != "README.md")]
#: Pages whose blocks are run by tests of their own, which know what they need.
ELSEWHERE = {
    "docs/security.md": "tests/test_security_page.py",
    "docs/kubernetes.md": "tests/k8s/test_manifests.py",
    **dict.fromkeys(("docs/hosting.md", "clients/python/examples/host/README.md"), "tests/host/test_hosting_page.py"),
    **{f"clients/{name}/README.md": f"tests/clients/test_{name}_package.py" for name in docs_site.CLIENTS[1:5]},
}
#: Packages that nobody could build here: their READMEs say so.
NOT_RUN = [f"clients/{name}/README.md" for name in docs_site.CLIENTS[5:]]
#: Languages of blocks that the tests here run, and of those that only show something: their commands are looked at.
RUN = {"python", "sh"}
SHOWN = {"text", "console", "transcript", "ini"}
SECONDS = 120


def blocks(page: Path) -> list[tuple[str, str]]:
    """The fenced blocks of a page: language and text."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [(language, text) for language, text in found]


def is_ours(page: Path) -> bool:
    """Whether the blocks of a page are run here."""
    return page.relative_to(ROOT).as_posix() not in {*ELSEWHERE, *NOT_RUN}


#: The Japanese README has the same blocks as the other one.
PAGES = [
    page
    for page in EVERY
    if is_ours(page) and page != readme.README_JA and RUN & {language for language, _ in blocks(page)}
]


def snippets(language: str) -> list[Any]:
    """The blocks in ``language`` of every page, as parameters of a test."""
    return [
        pytest.param(text, id=f"{page.relative_to(ROOT)}-{number}")
        for page in PAGES
        for number, (found, text) in enumerate(blocks(page))
        if found == language
    ]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server with reflection, as `make run` starts it, on a free port."""
    settings = Settings(
        address="127.0.0.1:0", health_address="", admin_address="", log_level="error", log_format="text"
    )
    with create_server(settings) as server:
        yield server.address


def run(command: list[str], cwd: Path, address: str) -> subprocess.CompletedProcess[str]:
    bin_of_python = str(Path(sys.executable).parent)
    path = os.pathsep.join([bin_of_python, os.environ.get("PATH", ""), go_bin(), str(ROOT / ".tools" / "bin")])
    environment = {**os.environ, "PATH": path, "PAGEONE_ADDRESS": address, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def go_bin() -> str:
    """Where `go install` puts programs."""
    return os.environ.get("GOBIN") or str(Path(os.environ.get("GOPATH") or Path.home() / "go") / "bin")


def found(program: str) -> bool:
    return needs.find(program) is not None or (Path(go_bin()) / program).exists()


@pytest.mark.parametrize("text", snippets("python"))
def test_python_snippets_run(text: str, address: str, tmp_path: Path) -> None:
    """Each as it is printed, but for the address."""
    file = tmp_path / "snippet.py"
    file.write_text(text.replace("127.0.0.1:50051", address), encoding="utf-8")
    result = run([sys.executable, "-W", "error::DeprecationWarning", str(file)], tmp_path, address)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip(), "a snippet shows something"


def test_the_first_python_example_plays_a_whole_round(address: str, tmp_path: Path) -> None:
    first = next(text for language, text in blocks(README) if language == "python")
    assert len([line for line in first.splitlines() if line.strip()]) <= 10
    file = tmp_path / "snippet.py"
    file.write_text(first.replace("127.0.0.1:50051", address), encoding="utf-8")
    lines = run([sys.executable, str(file)], tmp_path, address).stdout.splitlines()
    assert re.fullmatch(r"scores: \[-?\d+, -?\d+, -?\d+, -?\d+\]", lines[-1])
    assert any(re.match(r"[0-3] [0-9AJQKCDHS ]+ -> play ", line) for line in lines)


@pytest.mark.parametrize("text", snippets("sh"))
def test_shell_snippets_run(text: str, address: str, tmp_path: Path) -> None:
    """`make` targets exist, `pageone` and grpcurl commands do what they say, without a person at the terminal."""
    lines = text.replace("127.0.0.1:50051", address).replace(".venv/bin/", "")
    if lines.startswith("make "):
        for line in lines.splitlines():
            planned = run([*shlex.split(line, comments=True), "--dry-run"], ROOT, address)
            assert planned.returncode == 0, planned.stderr
        return
    for program in ("grpcurl", "jq"):
        if re.search(rf"\b{program}\b", lines) and not found(program):
            needs.program(program)
    prepare(tmp_path)
    result = run(["bash", "-euo", "pipefail", "-c", lines], tmp_path, address)
    assert result.returncode == 0, result.stderr + result.stdout
    if "SoloService" in lines:
        assert result.stdout.count('"ticket"') == 1
        assert '"hand"' in result.stdout
        assert re.search(r'"events": \[\s*\{', result.stdout)
    elif "grpcurl" in lines:
        assert result.stdout.count('"viewer"') == 5
        assert len(re.findall(r'"events": \[\s*\{', result.stdout)) == 5


def prepare(folder: Path) -> None:
    """The files that snippets of docs/cli.md speak of."""
    for page in PAGES:
        for language, text in blocks(page):
            if language == "transcript":
                (folder / "friday.txt").write_text(text, encoding="utf-8")


def test_there_are_snippets_of_each_kind() -> None:
    """So that a renamed fence does not silently take a snippet out of the tests."""
    readme_blocks = [language for language, _ in blocks(README)]
    assert readme_blocks.count("python") >= 2
    assert readme_blocks.count("sh") >= 3
    assert any("grpcurl" in text for _, text in blocks(README))
    names = {page.relative_to(ROOT).as_posix() for page in PAGES}
    assert names >= {"README.md", "docs/cli.md", "docs/solo.md", "docs/web.md", "clients/python/README.md"}


@pytest.mark.parametrize("page", EVERY, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_is_run_or_shown(page: Path) -> None:
    """No snippet of the site is left to luck: it runs here, in a test that names its page, or is only shown."""
    name = page.relative_to(ROOT).as_posix()
    languages = {language for language, _ in blocks(page)}
    if not languages - SHOWN:
        return
    if name in NOT_RUN:
        assert "not run here" in page.read_text(encoding="utf-8"), "say that nobody ran it"
    elif name in ELSEWHERE:
        test = ROOT / ELSEWHERE[name]
        if not test.exists():
            needs.unmet(f"{ELSEWHERE[name]} is not written yet")
        assert page.name in test.read_text(encoding="utf-8")
    else:
        assert languages <= RUN | SHOWN


def commands() -> list[Any]:
    """Commands of this project in blocks that are only shown, each with what comes after it."""
    found = []
    for page in filter(is_ours, EVERY):
        text = "\n".join(text for language, text in blocks(page) if language in SHOWN)
        for line in text.replace("\\\n", " ").splitlines():
            match = re.search(r"(?:^|[ /=])(pageone|make|python3? -m (?:tests|tools)[\w.]*) (?=[a-z-])(.*)", line)
            if match and not re.search(r"\b(docker|kubectl)\b", line):
                found.append(pytest.param(match[1], match[2], id=f"{page.relative_to(ROOT)}: {line.strip()}"))
    return found


@pytest.mark.parametrize(("program", "rest"), commands())
def test_commands_that_are_shown_exist(program: str, rest: str) -> None:
    """A target of the Makefile, a command of `pageone`, a module of tests or tools; with the options that are named."""
    words = shlex.split(rest, comments=True)
    ours = itertools.takewhile(lambda word: word != "--", words)
    options = [word.partition("=")[0] for word in ours if word.startswith("--")]
    if program == "make":
        planned = run(["make", "--dry-run", *words], ROOT, "")
        assert planned.returncode == 0, planned.stderr
        return
    if program == "pageone":
        inner = itertools.takewhile(re.compile(r"[a-z][a-z-]*").fullmatch, words)
        known = help_of("-m", "pageone_service.cli", *inner)
    else:
        known = help_of(*program.split()[1:])
    assert [option for option in options if not re.search(rf"{option}\b", known)] == []


@functools.cache
def help_of(*arguments: str) -> str:
    """What a command of Python says of itself, wide enough that no option is cut."""
    told = run(["env", "COLUMNS=200", "NO_COLOR=1", sys.executable, *arguments, "--help"], ROOT, "")
    assert told.returncode == 0, told.stderr + told.stdout
    return told.stdout


# tables


@pytest.mark.parametrize("page", readme.WORDS, ids=lambda page: str(page.name))
def test_the_tables_are_current(page: Path) -> None:
    """`python -m tools.readme` writes them."""
    text = page.read_text(encoding="utf-8")
    assert readme.with_tables(text, readme.WORDS[page]) == text


def test_every_option_of_the_contract_is_told_and_no_other() -> None:
    assert list(readme.OPTIONS) == list(readme.option_paths())
    assert list(readme.JAPANESE) == list(readme.option_paths())


def test_the_contract_and_the_engine_have_the_same_options() -> None:
    engines = {path for rules in PRESETS.values() for path in readme.values_of(rules)} - {"name"}
    assert engines == set(readme.OPTIONS)


def test_every_clause_named_in_the_tables_is_one_of_the_rules() -> None:
    told = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for path, (_, clauses) in readme.OPTIONS.items():
        for clause in re.findall(r"[CPALRS]\d+", clauses):
            assert f"**{clause}**" in told, path


def changed(rules: Rules, path: str, value: int) -> Rules:
    """Rules with one option of them changed, by its path."""
    name, _, rest = path.partition(".")
    if name in ("page_one", "american_page_one"):
        name = "game"
    inner: Any = value if not rest else changed(getattr(rules, name), rest, value)
    return replace(rules, **{name: inner})


@pytest.mark.parametrize("path", readme.RANGES)
def test_the_ranges_are_those_that_the_engine_takes(path: str) -> None:
    """Both ends are taken, one beyond is refused with the option's path."""
    rules = replace(AMERICAN_PAGE_ONE, decks=1, hand_size=1)
    low, high = readme.RANGES[path]
    for value in (low, high):
        faults = [each for each in validate_rules(changed(rules, path, value)) if path in each.fields]
        assert faults == [], value
    beyond = validate_rules(changed(rules, path, high + 1))
    assert any(path in fault.fields for fault in beyond)


def test_jokers_in_page_one_are_two_at_most() -> None:
    assert validate_rules(replace(PAGE_ONE, jokers=2)) == []
    assert validate_rules(replace(PAGE_ONE, jokers=3)) != []


def test_every_call_is_told() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for service in (
        engine_service_pb2.DESCRIPTOR.services_by_name["EngineService"],
        rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"],
        solo_service_pb2.DESCRIPTOR.services_by_name["SoloService"],
    ):
        for method in service.methods:
            assert f"`{method.name}`" in text


def test_every_status_that_a_call_ends_with_is_told() -> None:
    """The table of errors: all that the client has an exception for, but what only the next release sends."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    later = {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.UNAVAILABLE}
    for code in set(pageone.errors._CLASSES) - later:
        assert f"`{code.name}`" in text, code


# the Japanese README


def outline(page: Path) -> list[str]:
    """A page without its words: headings by level, paragraphs' kinds, rows of tables with their number of cells."""
    found = []
    for line in prose(page).splitlines():
        if heading := re.match(r"#+(?= )", line):
            found.append(heading[0])
        elif line.startswith("|"):
            found.append("|" * len(re.findall(r"(?<!\\)\|", line)))
        elif bullet := re.match(r"- ", line):
            found.append(bullet[0])
    return found


def codes(page: Path) -> Counter[str]:
    """The names in a page's text that no translation changes."""
    return Counter(
        re.findall(r"`([^`]+)`", re.sub(r"<!-- (\w+):.*?<!-- end of \1 -->", "", prose(page), flags=re.DOTALL))
    )


def test_the_japanese_readme_says_the_same() -> None:
    """The same headings, lists, tables and code in the same order; the same names and links in its sentences."""
    japanese = readme.README_JA
    assert blocks(japanese) == blocks(README)
    assert outline(japanese) == outline(README)
    translated = {"pageone rules 名前": "pageone rules NAME", "pageone rules 名前 --json": "pageone rules NAME --json"}
    translated |= {"pageone rules ファイル.json": "pageone rules FILE.json"}
    ours = Counter({translated.get(code, code): count for code, count in codes(japanese).items()})
    assert ours == codes(README)
    other = {"README.md", "README.ja.md", "docs/index.md", "docs/ja/index.md"}
    links = [set(re.findall(r"\]\(([^)\s]+)\)", prose(page))) - other for page in (japanese, README)]
    assert links[0] == links[1]


def test_the_japanese_readme_is_in_japanese() -> None:
    """Every paragraph, heading and cell that has words in the other one."""
    for line in prose(readme.README_JA).splitlines():
        words = re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>|https?://\S+", "", line)
        if re.search(r"[A-Za-z]{4,} [A-Za-z]{3,} [A-Za-z]{2,}", words):
            assert re.search(r"[ぁ-んァ-ヶ一-龠]", words), line
    text = prose(readme.README_JA)
    assert len(re.findall(r"[ぁ-ん]", text)) > 1500
    assert not re.search(r"[ぁ-んァ-ヶ一-龠]\n[ぁ-んァ-ヶ一-龠]", text), (
        "a line break within a sentence is shown as a space"
    )


# links


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


@functools.cache
def anchors(page: Path) -> set[str]:
    """The anchors that GitHub, and our site, give to a page's headings, and those that it has of its own."""
    text = prose(page)
    found: set[str] = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", text, re.MULTILINE):
        anchor = docs_site.anchor(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading))
        same = sum(1 for each in found if re.fullmatch(rf"{re.escape(anchor)}(-\d+)?", each))
        found.add(f"{anchor}-{same}" if anchor in found else anchor)
    return found


@pytest.mark.parametrize("page", EVERY, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """A file or folder that is there and, where a heading of one of our pages is named, that heading."""
    text = prose(page)
    for target in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src(?:set)?="([^"]+)"', text):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), target


def test_the_picture_can_be_read() -> None:
    """docs/architecture.svg is well-formed, has words for those who cannot see it, and colours for both schemes."""
    from xml.etree import ElementTree

    text = (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8")
    picture = ElementTree.fromstring(text)
    names = [element.tag.rpartition("}")[2] for element in picture]
    assert "title" in names
    assert "desc" in names
    assert "prefers-color-scheme: dark" in text
    for room in ("engine", "service", "client", "convert"):
        assert room in text


def test_rooms_in_the_page_are_rooms_in_the_code() -> None:
    """docs/architecture.md names modules by their path."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    roots = {"pageone_engine": ROOT / "engine", "pageone_service": ROOT / "service"}
    named = re.findall(r"`(pageone_(?:engine|service))[./]([\w./]+)`", text)
    assert len(named) > 5
    for package, path in named:
        module = roots[package] / package / path.rstrip("/")
        assert module.exists() or module.with_suffix(".py").exists(), path
