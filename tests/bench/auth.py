"""What it costs to know who calls: ApplyAction without authentication, with tokens and over TLS, in turns.

``python -m tests.bench.auth`` prints a table for docs/security.md: calls a second and the server's processor time for a
call, each also as the ratio to the server without authentication in the same round. Needs h2load, and two cores to
be worth something.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.load.bodies import body_of
from tests.load.process import own_server
from tests.service.certificates import Authority
from tests.service.tokens import ApiKeyFile, Issuer

from .served import Runner, arguments, in_turns, runner, table
from .service import CLIENTS, cores

NOBODY = "no authentication"


def runners(folder: Path, stack: ExitStack) -> dict[str, Runner]:
    """A server for each way to know who calls, and its turns."""
    core, callers_core = cores()
    body = body_of("ApplyAction", "american_page_one")
    keys, issuer = ApiKeyFile(folder, host="engine"), Issuer()
    files = {
        "API key": keys.settings,
        "JWT, remembered": issuer.write(folder),
        "TLS": Authority().issue().write(folder),
    }
    shown = {
        "API key": [f"authorization: Bearer {keys.keys['host']}"],
        "JWT, remembered": [f"authorization: Bearer {issuer.token(exp=2_000_000_000)}"],
    }
    found = {}
    for name in (NOBODY, *files):
        flags = [f"--{setting.replace('_', '-')}={value}" for setting, value in files.get(name, {}).items()]
        server = stack.enter_context(own_server("--log-level=warning", *flags, core=core))
        how = {"headers": shown.get(name, ()), "scheme": "https" if name == "TLS" else "http"}
        found[name] = runner(server, body, clients=CLIENTS, core=callers_core, **how)
    return found


def main() -> None:
    """Measure and print."""
    options = arguments("tests.bench.auth", __doc__)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        turns = in_turns(runners(Path(folder), stack), options)
    print(*table(turns, NOBODY), sep="\n")


if __name__ == "__main__":
    main()
