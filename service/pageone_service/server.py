"""The server: put together by `create_server`, run as a process by `serve`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, Final

import grpc
from google.protobuf.internal import api_implementation
from grpc_reflection.v1alpha import reflection

from . import engine_service, rules_service
from .admin import Admin, admin_at
from .authentication import Authentication
from .deliveries import Deliveries
from .edge import Edge
from .health import Health
from .logs import Log, make_log, where
from .metrics import Metrics, package_version
from .pool import Limits, Pool
from .ports import refusal, why_not, with_port
from .refusing import UnknownMethods
from .settings import Settings, SettingsError, authenticates, check, is_loopback, split_address
from .signals import Signals
from .solo_service import SoloService
from .startup import CannotListenError, CannotStartError, say_ready
from .thinking import Thinkers
from .tracing import Tracing, TracingError, is_disabled
from .watchdog import Look, Watchdog
from .watched_files import BadFileError

if TYPE_CHECKING:
    from .tls import Tls

METHODS: Final = (*engine_service.METHODS, *rules_service.METHODS)
#: Above our own limit, which says what is wrong; beyond this one gRPC ends the connection's call.
_METADATA_BYTES: Final = 65_536


_OTHER_THREADS: Final = 2
_MAX_PENDING: Final = 10_000
#: Between two looks at whether the last call has ended.
_LOOK_SECONDS: Final = 0.05
_NO_LIMIT_MS: Final = (1 << 31) - 1


class Server:
    """The services, health and admin, each on its port; used with ``with``, or started and stopped.

    ``address``, ``health_address`` and ``admin_address`` are the real ones (port 0 chosen);
    empty where the settings leave one out. With ``shared`` other processes listen on the same
    ports, and the kernel gives each connection to one of them. ``ticket_secret`` is the key of
    SoloService where no file has keys; empty: one of its own.
    """

    def __init__(
        self,
        settings: Settings,
        log: Log | None = None,
        *,
        shared: bool = False,
        ticket_secret: bytes = b"",
    ) -> None:
        _check_protobuf()
        problems = check(settings)
        if problems:
            raise SettingsError(problems)
        self.settings = settings
        self.metrics = Metrics(package_version())
        self.log = log or make_log(settings.log_level, settings.log_format)
        self._shared = shared
        self._reloads: list[tuple[str, Callable[[], object]]] = []
        self._serving = False
        try:
            self._authentication = Authentication(settings, self.log)
            self._tls = self._make_tls() if settings.tls_certificate_file else None
            self._solo = SoloService(settings, self.log, ticket_secret) if settings.solo else None
            for reader in (self._authentication, self._tls, self._solo):
                for files in reader.watched if reader else ():
                    self._reloads.append((files.name, files.reload))
                    files.tell_refused(self.metrics.files_refused(files.name).set)
        except BadFileError as error:
            raise CannotStartError(error.sentence) from None
        self._watchdog = Watchdog()
        self._deliveries = Deliveries(settings.max_write_seconds, settings.max_unsent_bytes, self._watchdog)
        self._thinkers = Thinkers(settings.thinkers, settings.max_thinking, settings.max_think_seconds)
        self._pools = (
            self._pool("calls", settings.threads, settings.max_waiting),
            self._pool("slow", settings.slow_threads, settings.max_slow_waiting),
        )
        self._watchdog.looks.append(self._look_at_waiting())
        self._tracing = self._make_tracing()
        self.methods = (*METHODS, *(self._solo.methods() if self._solo else ()))
        self.services = tuple(dict.fromkeys(method.service for method in self.methods))
        self._server = self._make_server()
        self._health = Health(self.services, shared=shared, with_channelz=settings.channelz)
        self._admin: Admin | None = None
        self._bound = False
        self._bind()

    def _make_tls(self) -> Tls:
        # Megabytes, and a part of the time that a start takes, for those alone who use it.
        from .tls import Tls

        return Tls(self.settings, self.log, self.metrics.certificate_expiry().set)

    def _make_tracing(self) -> Tracing | None:
        if not self.settings.tracing or is_disabled():
            return None
        try:
            return Tracing(package_version(), self.log)
        except TracingError as error:
            raise CannotStartError(str(error)) from None

    def _pool(self, name: str, threads: int, max_waiting: int) -> Pool:
        limits = Limits(max_waiting, self.settings.max_reading, self.settings.max_read_seconds)
        return Pool(threads, name, self._watchdog, limits)

    def _look_at_waiting(self) -> Look:
        gauges = [(pool, self.metrics.pool(pool.name, pool.threads)) for pool in self._pools]

        def look(now: float) -> bool:
            for pool, gauge in gauges:
                gauge.set(pool.waiting)
            return False

        return look

    def _make_server(self) -> grpc.Server:
        # Every method brings its own threads. What is left is reflection, whose streams last as long as callers like.
        others = ThreadPoolExecutor(max_workers=_OTHER_THREADS, thread_name_prefix="others")
        server = grpc.server(others, options=_options(self.settings, shared=self._shared))
        edge = Edge(
            self.methods,
            self.settings,
            self.metrics,
            self.log,
            *self._pools,
            self._deliveries,
            self._thinkers,
            identify=self._authentication.identify,
            tracing=self._tracing,
        )
        server.add_generic_rpc_handlers((edge,))
        if self.settings.reflection and is_loopback(self.settings.address):
            names = (*self.services, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, server)
        server.add_generic_rpc_handlers((UnknownMethods(self.metrics, self.log, self._tracing),))
        return server

    def _bind(self) -> None:
        settings = self.settings
        self.health_address = self.admin_address = ""
        try:
            credentials = self._tls.credentials if self._tls else None
            self.address = self._listen(
                self._server, "--address", settings.address, optional=False, credentials=credentials
            )
            if settings.health_address:
                health = self._health.server
                self.health_address = self._listen(health, "--health-address", settings.health_address, optional=True)
            if settings.admin_address:
                self.admin_address = self._listen_for_admin(settings.admin_address)
        except CannotListenError:
            self.stop(0)
            raise
        if self._tracing is not None:
            self._tracing.listens_on(*split_address(self.address))

    def _listen(
        self,
        server: grpc.Server,
        flag: str,
        address: str,
        *,
        optional: bool,
        credentials: grpc.ServerCredentials | None = None,
    ) -> str:
        reason = "" if self._shared else why_not(address)
        if reason:
            raise CannotListenError(refusal(flag, address, reason, optional=optional))
        try:
            if credentials is None:
                port = server.add_insecure_port(address)
            else:
                port = server.add_secure_port(address, credentials)
        except RuntimeError:
            port = 0
        if not port:
            raise CannotListenError(refusal(flag, address, "gRPC cannot bind it", optional=optional))
        return with_port(address, port)

    def _listen_for_admin(self, address: str) -> str:
        self._admin = admin_at(address, self.metrics.text, lambda: self._serving)
        return with_port(address, self._admin.port)

    def start(self) -> None:
        """Serve, and say so to health."""
        self._watchdog.start()
        for pool in self._pools:
            pool.start()
        _warn(self.settings, self.log)
        self._server.start()
        # Health is not asked before it may say so: beside other workers, this one would spoil their answer.
        self._set_serving(True)
        self._health.start()
        if self._admin is not None:
            self._admin.start()
        if self._solo is not None:
            self._solo.warn(self.log)

    def on_reload(self, what: str, reload: Callable[[], object]) -> None:
        """Have ``reload`` called at each `reload`; ``what`` it reads, for the log."""
        self._reloads.append((what, reload))

    def reload(self) -> None:
        """Read files again that may have changed; one that cannot be used changes nothing."""
        for what, read in self._reloads:
            try:
                read()
            except BadFileError as error:
                self.log.error("reload_failed", what=what, error=error.sentence)
            except Exception as error:
                self.log.error("reload_failed", what=what, error=type(error).__name__, where=where(error))
            else:
                self.log.info("reloaded", what=what)

    def drain(self) -> None:
        """Say to health that no more calls should come; those that come are answered."""
        self._set_serving(False)

    def stop(self, grace: float | None = None, hurried: Callable[[float], bool] | None = None) -> None:
        """Take no more calls, give those in flight ``grace`` seconds, and free the ports.

        ``hurried`` waits for up to the seconds it is given and tells whether the rest of the grace is called off.
        """
        self._set_serving(False)
        seconds = self.settings.grace_seconds if grace is None else grace
        stopped = self._server.stop(seconds)
        while hurried is not None and not stopped.is_set():
            if hurried(_LOOK_SECONDS):
                self._server.stop(0)
                break
        stopped.wait()
        self._health.stop()
        if self._admin is not None:
            self._admin.stop()
            self._admin = None
        for pool in self._pools:
            pool.shutdown(wait=False)
        if self._tracing is not None:
            self._tracing.shutdown()
            self._tracing = None
        self._watchdog.stop()
        self._thinkers.stop()

    def _set_serving(self, serving: bool) -> None:
        self._serving = serving
        self.metrics.serving.set(serving)
        self._health.set_serving(serving)

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop(0)


def create_server(
    settings: Settings, log: Log | None = None, *, shared: bool = False, ticket_secret: bytes = b""
) -> Server:
    """A server that listens already and does not answer before it is started.

    Raises `SettingsError` and `CannotStartError`. ``log`` replaces the one of the settings; for the rest see `Server`.
    """
    return Server(settings, log, shared=shared, ticket_secret=ticket_secret)


def serve(settings: Settings) -> int:
    """Serve until SIGTERM or SIGINT, then stop in order; the process's exit status.

    Health says NOT_SERVING, ``drain_seconds`` pass, calls in flight get ``grace_seconds``; a second
    signal ends the waiting. SIGHUP reads changed files again. Main thread only.
    """
    signals = Signals()
    try:
        server = create_server(settings)
    except (SettingsError, CannotStartError) as error:
        print(f"pageone serve: {error}", file=sys.stderr)  # noqa: T201 - it is the answer
        return 1
    server.start()
    say_ready(server.address, server.health_address, server.admin_address)
    signals.wait_for_stop(server.reload)
    server.log.info("draining", seconds=settings.drain_seconds)
    server.drain()
    hurried = signals.stops_again(settings.drain_seconds)
    server.stop(0 if hurried else None, signals.stops_again)
    server.log.info("stopped")
    return 0


def _options(settings: Settings, *, shared: bool) -> list[tuple[str, int]]:
    most = max(settings.max_request_bytes, settings.max_transcript_bytes)
    return [
        # Alone with 0: else a second server on the port starts silently and takes half of the connections.
        ("grpc.so_reuseport", int(shared)),
        # Up to here a request that is too large gets an answer that says so.
        ("grpc.max_receive_message_length", most + 1024),
        ("grpc.max_send_message_length", settings.max_response_bytes),
        ("grpc.max_concurrent_streams", settings.max_streams),
        # With it gRPC counts calls that are over, too, and refuses callers who keep to the limit: UNAVAILABLE for every
        # third of four hundred calls at once on one connection.
        ("grpc.http.overload_protection", 0),
        # gRPC refuses at random, as CANCELLED, beyond 1,000 calls that it has not handed to us yet. We refuse, too, but
        # say so. Some kilobytes each.
        ("grpc.server.max_pending_requests", _MAX_PENDING),
        ("grpc.server.max_pending_requests_hard_limit", _MAX_PENDING),
        ("grpc.max_metadata_size", _METADATA_BYTES),
        ("grpc.absolute_max_metadata_size", _METADATA_BYTES),
        ("grpc.max_connection_age_ms", _ms(settings.max_connection_age_seconds)),
        ("grpc.max_connection_age_grace_ms", _ms(settings.max_connection_grace_seconds)),
        ("grpc.max_connection_idle_ms", _ms(settings.max_idle_seconds)),
        ("grpc.keepalive_time_ms", _ms(settings.keepalive_seconds)),
        ("grpc.keepalive_timeout_ms", _ms(settings.keepalive_timeout_seconds)),
        # What really ends a connection that does not answer; alone, the timeout above is a minute whatever it says.
        ("grpc.http2.ping_timeout_ms", _ms(settings.keepalive_timeout_seconds)),
        ("grpc.http2.min_ping_interval_without_data_ms", _ms(settings.min_ping_seconds)),
        ("grpc.server_handshake_timeout_ms", _ms(settings.handshake_seconds)),
        ("grpc.enable_channelz", int(settings.channelz)),
    ]


def _ms(seconds: float) -> int:
    """Milliseconds; no seconds are no limit, for which gRPC has the largest number. The least time is not none."""
    return max(round(seconds * 1000), 1) if seconds else _NO_LIMIT_MS


def _warn(settings: Settings, log: Log) -> None:
    """Say in the log what is allowed, and not safe everywhere."""
    if is_loopback(settings.address):
        return
    if not authenticates(settings):
        log.warning("unauthenticated", hint="--insecure: whoever reaches --address may call everything")
    elif not settings.tls_certificate_file:
        log.warning("plaintext", hint="no --tls-certificate-file: a proxy or mesh in front has to encrypt the tokens")


def _check_protobuf() -> None:
    """The other implementations of protobuf for Python are tens of times slower."""
    kind = api_implementation.Type()
    if kind != "upb":
        raise CannotStartError(
            f"protobuf runs on its {kind} implementation here; install a protobuf wheel with upb, "
            "and unset PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"
        )
