"""What an operator can set: one table of names, defaults and meanings.

The command line's help, the documentation and the checks all come from :data:`TABLE`: a setting is
added in one place, as a field of :class:`Settings`.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from typing import Any, Final

from .callers import ENGINE, SCOPES

PREFIX: Final = "PAGEONE_"
_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"0", "false", "no", "off"})
MIB: Final = 1 << 20
#: Calls a second; less often than every quarter of an hour is a slip, and no wait that anybody can be told.
_LEAST_A_SECOND: Final = 0.001
_MOST_A_SECOND: Final = 1_000_000
#: How alike names are, from 0 to 1, of which one is probably a slip for the other.
_NEAR: Final = 0.8


class SettingsError(ValueError):
    """What is wrong with the settings: ``problems`` has a sentence for each, naming the flag."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def flag_of(name: str) -> str:
    """The flag of a field."""
    return "--" + name.replace("_", "-")


def split_address(address: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT`` (IPv6 in brackets); ``ValueError`` says what is wrong."""
    host, colon, port = address.rpartition(":")
    if not colon or not host:
        raise ValueError("expects HOST:PORT, such as 127.0.0.1:50051")
    bracketed = host.startswith("[") and host.endswith("]")
    if ":" in host and not bracketed:
        raise ValueError("an IPv6 host stands in brackets, such as [::1]:50051")
    if not (port.isascii() and port.isdigit() and int(port) <= 65535):
        raise ValueError("the port is a number from 0 (any free one) to 65535")
    return (host[1:-1] if bracketed else host), int(port)


def is_loopback(address: str) -> bool:
    """Whether ``HOST:PORT`` can be reached from this machine alone."""
    host, _ = split_address(address)
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _address(text: str) -> str:
    split_address(text)
    return text


def _optional_address(text: str) -> str:
    return _address(text) if text else text


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise ValueError(f"expects a whole number from {low} to {high}")
        return value

    return parse


def _seconds(low: float, high: float) -> Callable[[str], float]:
    return _number(low, high, "seconds")


def _number(low: float, high: float, what: str = "a number") -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise ValueError(f"expects {what} from {low:g} to {high:g}")
        return value

    return parse


def _rate(text: str) -> float:
    value = _number(0, _MOST_A_SECOND)(text)
    if 0 < value < _LEAST_A_SECOND:
        raise ValueError(f"expects a number from {_LEAST_A_SECOND:g} to {_MOST_A_SECOND:g}, or 0 for no limit")
    return value


def _flag(text: str) -> bool:
    word = text.lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ValueError("expects true or false")


def _one_of(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"expects one of {', '.join(words)}")
        return text

    return parse


def scopes_of(text: str) -> frozenset[str]:
    """The scopes of ``engine,solo``; ``ValueError`` says what is wrong."""
    named = frozenset(text.split(","))
    if not named <= SCOPES:
        raise ValueError(f"expects scopes out of {', '.join(sorted(SCOPES))}, with commas between them")
    return named


def _scopes(text: str) -> str:
    return ",".join(sorted(scopes_of(text)))


def _setting(default: object, parse: Callable[[str], object], metavar: str, help_text: str) -> Any:  # noqa: ANN401 - the field's own annotation is its type
    return field(default=default, metadata={"parse": parse, "metavar": metavar, "help": help_text})


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs; every field has a default that is safe on a developer's machine."""

    address: str = _setting("127.0.0.1:50051", _address, "HOST:PORT", "where the services listen")
    health_address: str = _setting(
        "127.0.0.1:50052",
        _optional_address,
        "HOST:PORT",
        "where grpc.health.v1 listens (plaintext, threads of its own); empty: nowhere",
    )
    admin_address: str = _setting(
        "127.0.0.1:9464",
        _optional_address,
        "HOST:PORT",
        "where HTTP /metrics and /healthz listen; empty: nowhere",
    )
    insecure: bool = _setting(
        False,
        _flag,
        "",
        "listen beyond loopback although nobody is authenticated",
    )
    tls_certificate_file: str = _setting(
        "", str, "FILE", "PEM certificate of --address, its own first, then the chain's; empty: plaintext"
    )
    tls_key_file: str = _setting("", str, "FILE", "PEM private key of the certificate, without a password")
    tls_client_ca_file: str = _setting(
        "", str, "FILE", "PEM certificates of the authorities whose clients may connect (mTLS); empty: any client may"
    )
    tls_client_scopes: str = _setting(
        ENGINE, _scopes, "SCOPES", "scopes of clients known by their certificates alone, where no tokens are configured"
    )
    api_keys_file: str = _setting(
        "", str, "FILE", "API keys that are taken as bearer tokens: lines of `pageone api-key new`"
    )
    jwks_file: str = _setting(
        "", str, "FILE", "JSON Web Key Set to verify bearer tokens with (JWT: RS256, ES256, EdDSA)"
    )
    jwt_issuer: str = _setting("", str, "TEXT", "what a JWT must have as iss")
    jwt_audience: str = _setting("", str, "TEXT", "what a JWT must have as aud, or among it")
    jwt_leeway_seconds: float = _setting(
        10.0, _seconds(0, 300), "SECONDS", "how much clocks may differ for a JWT's exp and nbf"
    )
    reflection: bool = _setting(True, _flag, "", "answer server reflection on --address, while that is loopback")
    channelz: bool = _setting(
        False,
        _flag,
        "",
        "answer channelz on --health-address: every connection with its peer's address, and its calls",
    )
    tracing: bool = _setting(
        False,
        _flag,
        "",
        "send a span of each call to OpenTelemetry, as the OTEL_* variables say; needs the extra otel",
    )
    solo: bool = _setting(True, _flag, "", "answer SoloService: games of one person against bots")
    ticket_keys_file: str = _setting(
        "",
        str,
        "FILE",
        "keys that SoloService seals tickets with, a line each (`pageone ticket-key new`): the first seals, all open; "
        "read again when it changes; empty, on loopback alone: a key that lasts as long as the process",
    )
    workers: int = _setting(
        1,
        _whole(1, 64),
        "N",
        "processes that serve; several share the ports, under one that watches over them",
    )
    pin_workers: bool = _setting(
        True,
        _flag,
        "",
        "keep each of several workers on a CPU of its own; not where other programs need the same CPUs",
    )
    metrics_directory: str = _setting(
        "",
        str,
        "DIRECTORY",
        "where several workers count: private, emptied at start; empty: a temporary one",
    )
    threads: int = _setting(3, _whole(1, 64), "N", "threads that serve calls")
    slow_threads: int = _setting(
        2, _whole(1, 64), "N", "threads of their own for batches, suggestions, verification and SoloService's bots"
    )
    thinkers: int = _setting(
        1, _whole(1, 64), "N", "processes that think, of low priority; started when a strength that thinks is asked for"
    )
    max_thinking: int = _setting(
        32, _whole(1, 10_000), "N", "suggestions thought about or waiting for it; more are answered RESOURCE_EXHAUSTED"
    )
    max_think_seconds: float = _setting(
        2.0,
        _seconds(0.01, 600),
        "SECONDS",
        "longest that one suggestion is thought about; less when there are many",
    )
    max_waiting: int = _setting(
        256,
        _whole(1, 100_000),
        "N",
        "calls that may wait for a thread; more are answered RESOURCE_EXHAUSTED at once",
    )
    max_slow_waiting: int = _setting(
        32,
        _whole(1, 100_000),
        "N",
        "calls that may wait for a slow thread; more are answered RESOURCE_EXHAUSTED at once",
    )
    max_streams: int = _setting(100, _whole(1, 10_000), "N", "calls at once on one connection; more wait at the client")
    max_request_bytes: int = _setting(MIB, _whole(1024, 64 * MIB), "BYTES", "largest request, but for VerifyTranscript")
    max_transcript_bytes: int = _setting(
        4 * MIB, _whole(1024, 64 * MIB), "BYTES", "largest request of VerifyTranscript"
    )
    max_response_bytes: int = _setting(
        4 * MIB, _whole(1024, 64 * MIB), "BYTES", "largest response; ask for less at once"
    )
    max_metadata_bytes: int = _setting(16_384, _whole(1024, MIB), "BYTES", "largest headers of a call")
    rate_per_second: float = _setting(
        0.0,
        _rate,
        "N",
        "calls a second that one caller may make (one address, where nobody is authenticated); 0: any number",
    )
    rate_burst: int = _setting(100, _whole(1, 1_000_000), "N", "calls that one caller may make at once, under a rate")
    max_reading: int = _setting(
        256, _whole(1, 10_000), "N", "extra threads for calls whose message is late; beyond, the oldest is cancelled"
    )
    max_read_seconds: float = _setting(
        10.0, _seconds(0.1, 3600), "SECONDS", "how long a call's message may take to come; then the call is cancelled"
    )
    max_write_seconds: float = _setting(
        30.0, _seconds(0.1, 3600), "SECONDS", "how long a caller may take to read an answer; then the call is cancelled"
    )
    max_unsent_bytes: int = _setting(
        64 * MIB,
        _whole(MIB, 1 << 40),
        "BYTES",
        "answers that callers have not read yet; beyond, the oldest calls are cancelled",
    )
    max_call_seconds: float = _setting(
        30.0,
        _seconds(0.1, 3600),
        "SECONDS",
        "longest a call may take; an earlier deadline counts",
    )
    max_connection_age_seconds: float = _setting(
        1800.0,
        _seconds(0, 604_800),
        "SECONDS",
        "when a connection is asked to come again, so that callers spread over new replicas; 0: never",
    )
    max_connection_grace_seconds: float = _setting(
        60.0,
        _seconds(0, 3600),
        "SECONDS",
        "how long calls in flight may still take on such a connection; 0: for ever",
    )
    max_idle_seconds: float = _setting(
        600.0, _seconds(0, 604_800), "SECONDS", "when a connection without calls is ended; 0: never"
    )
    keepalive_seconds: float = _setting(
        60.0, _seconds(0, 604_800), "SECONDS", "when a silent connection is asked whether it lives; 0: never"
    )
    keepalive_timeout_seconds: float = _setting(
        20.0, _seconds(0.1, 3600), "SECONDS", "how long it may take to say so; then it is ended"
    )
    min_ping_seconds: float = _setting(
        30.0, _seconds(0, 3600), "SECONDS", "how often callers may ping without a call; more often, they are cut off"
    )
    handshake_seconds: float = _setting(
        10.0, _seconds(0.1, 3600), "SECONDS", "how long a new connection may take to speak HTTP/2; then it is ended"
    )
    drain_seconds: float = _setting(
        1.0,
        _seconds(0, 300),
        "SECONDS",
        "on SIGTERM: how long health says NOT_SERVING before new calls are refused",
    )
    grace_seconds: float = _setting(
        10.0,
        _seconds(0, 300),
        "SECONDS",
        "on SIGTERM, after the drain: how long calls in flight may take",
    )
    log_level: str = _setting(
        "info",
        _one_of("debug", "info", "warning", "error"),
        "LEVEL",
        "lowest level that is logged: debug, info (a line for each call), warning or error",
    )
    log_format: str = _setting("json", _one_of("json", "text"), "FORMAT", "of the log on stderr: json or text")


@dataclass(frozen=True, slots=True)
class Setting:
    """A row: ``flag`` and ``variable`` set the field ``name``; a switch has no ``metavar``."""

    name: str
    flag: str
    variable: str
    default: object
    metavar: str
    help: str
    parse: Callable[[str], object]


def _table() -> tuple[Setting, ...]:
    rows = []
    for each in fields(Settings):
        assert each.default is not MISSING
        rows.append(
            Setting(
                name=each.name,
                flag=flag_of(each.name),
                variable=PREFIX + each.name.upper(),
                default=each.default,
                metavar=each.metadata["metavar"],
                help=each.metadata["help"],
                parse=each.metadata["parse"],
            )
        )
    return tuple(rows)


#: Every setting, in the order in which they are explained.
TABLE: Final[tuple[Setting, ...]] = _table()


def load(flags: Mapping[str, object], environ: Mapping[str, str]) -> Settings:
    """Settings from ``flags`` (by field name; None: not given), ``environ``, and the defaults.

    Raises `SettingsError` with every problem at once. Variables that are not in the table are left
    alone: Kubernetes puts some of the same prefix into every container.
    """
    values: dict[str, Any] = {}
    problems: list[str] = []
    for row in TABLE:
        given, origin = flags.get(row.name), row.flag
        if given is None:
            given, origin = environ.get(row.variable), row.variable
        if given is None:
            continue
        try:
            values[row.name] = row.parse(_text(given))
        except ValueError as error:
            problems.append(f"{origin}={given}: {error}")
    names = {row.name for row in TABLE}
    problems += [f"{name}: there is no such setting" for name in sorted(set(flags) - names)]
    settings = Settings(**values)
    problems += check(settings)
    if problems:
        raise SettingsError(problems)
    return settings


def close_misses(environ: Mapping[str, str]) -> dict[str, str]:
    """Variables that are no setting's but nearly, with the one that was probably meant.

    What is not near to any is left alone (see :func:`load`).
    """
    known = {row.variable.removeprefix(PREFIX): row.variable for row in TABLE}
    found = {}
    for variable in sorted(environ):
        name = variable.removeprefix(PREFIX)
        if name != variable and name not in known:
            near = get_close_matches(name, known, 1, _NEAR)
            if near:
                found[variable] = known[near[0]]
    return found


def authenticates(settings: Settings) -> bool:
    """Whether callers have to show who they are."""
    return bool(settings.api_keys_file or settings.jwks_file or settings.tls_client_ca_file)


def check(settings: Settings) -> list[str]:
    """What is wrong with settings taken together, a sentence each."""
    problems = []
    for name in _ADDRESSES:
        address = getattr(settings, name)
        if address and not settings.insecure and not authenticates(settings) and not is_loopback(address):
            problems.append(
                f"{flag_of(name)}={address}: not a loopback address, and nobody is authenticated; give "
                "--api-keys-file, --jwks-file or --tls-client-ca-file, or say --insecure to listen there all the same"
            )
    for name, needed in _NEEDS:
        if getattr(settings, name) and not getattr(settings, needed):
            problems.append(f"{flag_of(name)}: needs {flag_of(needed)}")
    problems += _collisions(settings)
    if settings.solo and not settings.ticket_keys_file and not is_loopback(settings.address):
        problems.append(
            f"--address={settings.address}: beyond loopback SoloService seals tickets with keys that last and that "
            "all replicas share; name their file with --ticket-keys-file (`pageone ticket-key new` makes a line), or "
            "say --no-solo"
        )
    return problems


def _collisions(settings: Settings) -> list[str]:
    """Addresses that are another's, too; port 0 is any free one."""
    taken: dict[tuple[str, int], str] = {}
    problems = []
    for name in _ADDRESSES:
        address = getattr(settings, name)
        if not address or split_address(address)[1] == 0:
            continue
        other = taken.setdefault(split_address(address), name)
        if other != name:
            problems.append(f"{flag_of(name)}={address}: that is {flag_of(other)}, too; give each a port of its own")
    return problems


_ADDRESSES: Final = ("address", "health_address", "admin_address")
#: What makes sense only with something else.
_NEEDS: Final = (
    ("tls_certificate_file", "tls_key_file"),
    ("tls_key_file", "tls_certificate_file"),
    ("tls_client_ca_file", "tls_certificate_file"),
    ("jwks_file", "jwt_issuer"),
    ("jwks_file", "jwt_audience"),
    ("jwt_issuer", "jwks_file"),
    ("jwt_audience", "jwks_file"),
)


def _text(given: object) -> str:
    return str(given).lower() if isinstance(given, bool) else str(given)
