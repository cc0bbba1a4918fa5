"""The Java client: its own tests, and its ten lines in projects that had nothing of it before (issue 4)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Final

import pytest
from pageone_service.server import create_server
from pageone_service.settings import Settings

from tests import needs
from tests.service.certificates import Authority
from tests.service.tokens import ApiKeyFile

JAVA: Final = needs.ROOT / "clients" / "java"
EXAMPLES: Final = JAVA / "examples"
TEN_LINES: Final = EXAMPLES / "java" / "src" / "main" / "java" / "TenLines.java"
KOTLIN: Final = EXAMPLES / "kotlin" / "src" / "main" / "kotlin" / "TenLines.kt"
PACKAGES: Final = ("client", "client-lite")
ADDRESS: Final = "127.0.0.1:50051"
SECONDS: Final = 220.0
#: What has been downloaded before need not be again.
SEEN: Final = """\
<settings>
  <profiles>
    <profile>
      <id>seen</id>
      <repositories>
        <repository>
          <id>seen</id><url>{uri}</url><releases><checksumPolicy>ignore</checksumPolicy></releases>
        </repository>
      </repositories>
      <pluginRepositories>
        <pluginRepository>
          <id>seen</id><url>{uri}</url><releases><checksumPolicy>ignore</checksumPolicy></releases>
        </pluginRepository>
      </pluginRepositories>
    </profile>
  </profiles>
  <activeProfiles><activeProfile>seen</activeProfile></activeProfiles>
</settings>
"""


#: What the parts of programs in the README stand in.
PART: Final = """\
import dev.pageone.client.*;
import java.time.Duration;
import java.util.*;
import java.util.function.Supplier;

class Part{number} {{
  void part(SoloGame game, Supplier<String> accessToken) {{
    {part}
  }}

  void playToTheEnd(SoloGame game) {{}}
}}
"""


def maven(folder: Path, *arguments: str, **environment: str) -> str:
    """What Maven and what it runs print; the test fails when it fails."""
    result = subprocess.run(
        [needs.program("mvn"), "-B", "-q", *arguments],
        cwd=folder,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert result.returncode == 0, f"mvn {' '.join(arguments)}\n{result.stdout}\n{result.stderr}"
    return re.sub(r"\x1b\[[0-9;]*m", "", result.stdout)


def built() -> None:
    """What `make clients-java` leaves; nothing is compiled here, so that tests may run side by side."""
    needs.program("mvn")
    if not all((JAVA / package / "target" / f"pageone-{package}-0.1.0.jar").exists() for package in PACKAGES):
        needs.unmet("make clients-java has not been run")


def own_settings(**changes: str) -> Settings:
    given = {"address": "127.0.0.1:0", "health_address": "", "admin_address": "", "log_level": "error", **changes}
    return Settings(**given)  # type: ignore[arg-type]


@pytest.mark.timeout(480)
def test_its_own_tests_pass(tmp_path: Path) -> None:
    """Of both packages: errors, tries, deadlines, tokens, TLS, and games against real servers; none is skipped."""
    built()
    authority = Authority()
    (tmp_path / "ca.crt").write_bytes(authority.pem)
    server_files = authority.issue().write(tmp_path)
    shown = authority.issue("host-1", ())
    (tmp_path / "client.crt").write_bytes(shown.certificate)
    (tmp_path / "client.key").write_bytes(shown.key)
    keys = ApiKeyFile(tmp_path, host="engine", app="solo")
    with (
        create_server(own_settings()) as plain,
        create_server(own_settings(**server_files, **keys.settings)) as tls,
        create_server(own_settings(**server_files, tls_client_ca_file=str(tmp_path / "ca.crt"))) as mtls,
    ):
        maven(
            JAVA,
            "surefire:test",
            f"--projects={','.join(PACKAGES)}",
            PAGEONE_ADDRESS=plain.address,
            PAGEONE_TLS_ADDRESS=f"localhost:{tls.address.rpartition(':')[2]}",
            PAGEONE_MTLS_ADDRESS=f"localhost:{mtls.address.rpartition(':')[2]}",
            PAGEONE_CERTIFICATES=str(tmp_path),
            PAGEONE_HOST_KEY=keys.keys["host"],
            PAGEONE_APP_KEY=keys.keys["app"],
        )
    for package, least in zip(PACKAGES, (40, 30), strict=True):
        assert counted(JAVA / package / "target" / "surefire-reports", "skipped") == 0
        assert counted(JAVA / package / "target" / "surefire-reports", "tests") >= least


def counted(reports: Path, what: str) -> int:
    return sum(int(ElementTree.parse(path).getroot().attrib[what]) for path in reports.glob("TEST-*.xml"))


@pytest.mark.timeout(480)  # four runs of Maven and Kotlin's compiler, beside other tests
def test_it_installs_into_empty_projects(tmp_path: Path) -> None:
    """From a Maven repository of the test's own: Java, Java for Android, Kotlin; the README's snippets compile."""
    built()
    arguments = fresh_repository(tmp_path)
    maven(JAVA, *arguments, "--non-recursive", "install:install")
    maven(JAVA, *arguments, f"--projects={','.join(PACKAGES)}", "jar:jar", "install:install")
    installed = tmp_path / "repository" / "dev" / "pageone"
    assert {path.name for path in installed.iterdir() if path.is_dir()} == {
        "pageone-parent",
        "pageone-client",
        "pageone-client-lite",
    }
    with create_server(own_settings()) as server:
        java = project(tmp_path / "java", EXAMPLES / "java", server.address)
        _, *parts = re.findall(r"```java\n(.*?)```", (JAVA / "README.md").read_text(encoding="utf-8"), re.DOTALL)
        assert len(parts) == 3
        for number, part in enumerate(parts):
            code = PART.format(number=number, part=part)
            (java / "src" / "main" / "java" / f"Part{number}.java").write_text(code, encoding="utf-8")
        assert_scores(maven(java, *arguments, "compile", "exec:java"))
        lite = project(tmp_path / "lite", EXAMPLES / "java", server.address)
        pom = (lite / "pom.xml").read_text(encoding="utf-8")
        assert pom.count("<artifactId>pageone-client</artifactId>") == 1
        (lite / "pom.xml").write_text(pom.replace("pageone-client<", "pageone-client-lite<"), encoding="utf-8")
        assert_scores(maven(lite, *arguments, "compile", "exec:java"))
        kotlin = project(tmp_path / "kotlin", EXAMPLES / "kotlin", server.address)
        assert_scores(maven(kotlin, *arguments, "compile", "exec:java"))


def fresh_repository(folder: Path) -> list[str]:
    """Arguments for a Maven that has installed nothing yet, but finds what another has downloaded."""
    seen = Path(os.environ.get("MAVEN_LOCAL_REPOSITORY", Path.home() / ".m2" / "repository"))
    settings = folder / "settings.xml"
    settings.write_text(SEEN.format(uri=seen.as_uri()), encoding="utf-8")
    # A user's own settings may name a mirror: they stay.
    option = "-gs" if (Path.home() / ".m2" / "settings.xml").exists() else "-s"
    return [option, str(settings), f"-Dmaven.repo.local={folder / 'repository'}"]


def project(folder: Path, example: Path, address: str) -> Path:
    """A project of its own with the example, which asks this server."""
    shutil.copytree(example, folder, ignore=shutil.ignore_patterns("target"))
    (source,) = folder.rglob("TenLines.*")
    code = source.read_text(encoding="utf-8")
    assert ADDRESS in code
    source.write_text(code.replace(ADDRESS, address), encoding="utf-8")
    return folder


def assert_scores(printed: str) -> None:
    scores = list(map(int, re.findall(r"^-?\d+$", printed, re.MULTILINE)))
    assert len(scores) == 4
    assert sum(scores) == 0  # C21


@pytest.mark.parametrize(("language", "example"), [("java", TEN_LINES), ("kotlin", KOTLIN)])
def test_the_readme_shows_the_examples(language: str, example: Path) -> None:
    """The first snippet of each language is the file of the package."""
    readme = (JAVA / "README.md").read_text(encoding="utf-8")
    first = re.search(rf"```{language}\n(.*?)```", readme, re.DOTALL)
    assert first is not None
    assert first.group(1) == example.read_text(encoding="utf-8")


def test_the_runtime_is_not_older_than_the_generated_code() -> None:
    """protobuf-java refuses code that a newer protoc generated; the packages ask for the runtime of theirs at least."""
    runtime = re.search(r"<protobuf\.version>([\d.]+)<", (JAVA / "pom.xml").read_text(encoding="utf-8"))
    protoc = re.search(
        r"<artifactId>protoc</artifactId>\s*<version>([\d.]+)<",
        (JAVA / "tools" / "pom.xml").read_text(encoding="utf-8"),
    )
    assert runtime is not None
    assert protoc is not None
    assert _numbers(protoc[1]) <= _numbers(runtime[1])
    generated = (JAVA / "client/src/generated/java/dev/pageone/v1/Action.java").read_text(encoding="utf-8")
    assert f"// Protobuf Java Version: {protoc[1]}\n" in generated


def _numbers(version: str) -> list[int]:
    return list(map(int, version.split(".")))
