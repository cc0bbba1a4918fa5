"""The image's last steps, run by the Dockerfile with the image's own Python.

``thin FOLDER`` takes out of a virtual environment what no process reads. ``finish`` takes out of the base what only
builds and installs and what gives rights, and writes the bytecode of every module that the service and its commands
import: the root is read-only, so a process could not keep it, and would compile the standard library at each start.
"""

from __future__ import annotations

import importlib
import pkgutil
import py_compile
import shutil
import stat
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Final
from urllib.request import urlopen

#: Read by type checkers and compilers alone; and the sources that compiled modules were made from.
_USELESS_SUFFIXES: Final = (".pyi", ".pyx", ".pxd", ".pxi", ".c", ".h", ".hpp")
_USELESS_FOLDERS: Final = ("tests", "__pycache__")
#: Parts of the standard library and of its installation that build, install, or draw windows.
_TOOLS: Final = ("ensurepip", "idlelib", "lib2to3", "pydoc_data", "tkinter", "turtledemo")
_INSTALLERS: Final = ("pip", "setuptools", "wheel", "pkg_resources")
_SCRIPTS: Final = ("pip*", "wheel*", "idle*", "2to3*", "pydoc*", "python*-config")
_PACKAGES: Final = ("pageone", "pageone_engine", "pageone_service")


def thin(environment: Path) -> None:
    """Take out of a virtual environment what no process reads."""
    for path in sorted(environment.rglob("*"), reverse=True):
        useless_folder = path.is_dir() and path.name in _USELESS_FOLDERS
        if useless_folder or (path.is_file() and path.suffix in _USELESS_SUFFIXES):
            remove(path)


def strip_base(prefix: Path, library: Path) -> None:
    """Take what builds and installs out of the Python at ``prefix`` with its standard library at ``library``."""
    doomed = [library / name for name in _TOOLS]
    doomed += library.glob("config-*")
    doomed += (prefix / "include").glob("python3*")
    for pattern in _SCRIPTS:
        doomed += (prefix / "bin").glob(pattern)
    for packages in (library / "site-packages", library / "dist-packages"):
        for name in _INSTALLERS:
            doomed += [packages / name, *packages.glob(f"{name}-*.dist-info")]
    for path in doomed:
        remove(path)


def drop_rights(folder: Path) -> None:
    """Take from each program in ``folder`` what would run it with its owner's rights (setuid, setgid)."""
    for path in folder.rglob("*"):
        mode = path.lstat().st_mode
        if stat.S_ISREG(mode) and mode & (stat.S_ISUID | stat.S_ISGID):
            path.chmod(stat.S_IMODE(mode) & ~(stat.S_ISUID | stat.S_ISGID))


def remove(path: Path) -> None:
    """Remove a file, or a folder with all in it, where there is one."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def import_all(packages: Iterable[str]) -> None:
    """Import every module of the packages, but for what needs an extra that is not installed."""
    for package in packages:
        top = importlib.import_module(package)
        for module in pkgutil.walk_packages(top.__path__, f"{package}."):
            if module.name.rpartition(".")[2] == "__main__":
                continue
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:
                if (error.name or "").partition(".")[0] in _PACKAGES:
                    raise


def exercise() -> None:
    """Serve, call, and run commands here, so that what is imported only then is imported."""
    from pageone import Client
    from pageone_service.cli import app
    from pageone_service.server import create_server
    from pageone_service.settings import Settings

    settings = Settings(address="127.0.0.1:0", health_address="127.0.0.1:0", admin_address="127.0.0.1:0")
    with create_server(settings) as server, Client(server.address) as client:
        client.create_match("page_one", seats=2)
        urlopen(f"http://{server.admin_address}/metrics", timeout=10).close()
        for arguments in (["serve", "--help"], ["health", "--address", server.health_address]):
            app(arguments, standalone_mode=False)


def sources(modules: Iterable[ModuleType]) -> Iterator[Path]:
    """The source files of modules that have one."""
    for module in modules:
        file = getattr(module, "__file__", None)
        if file and file.endswith(".py"):
            yield Path(file)


def compile_all(files: Iterable[Path]) -> int:
    """Write the bytecode of source files beside them, valid whatever time stamps the image gets; how many."""
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    return sum(1 for file in files if py_compile.compile(str(file), doraise=True, invalidation_mode=mode, quiet=0))


def finish() -> None:
    """Finish the image that this runs in."""
    import_all(_PACKAGES)
    exercise()
    used = set(sources(sys.modules.copy().values())) - {Path(__file__)}
    for package in _PACKAGES:
        # Also what is run and never imported.
        used.update(Path(str(sys.modules[package].__file__)).parent.rglob("*.py"))
    written = compile_all(sorted(used))
    strip_base(Path(sys.base_prefix), Path(sysconfig.get_path("stdlib")))
    drop_rights(Path("/usr"))
    print(f"{written} modules compiled")


def main(arguments: list[str]) -> int:
    """``thin FOLDER`` or ``finish``."""
    match arguments:
        case ["thin", folder]:
            thin(Path(folder))
        case ["finish"]:
            finish()
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
