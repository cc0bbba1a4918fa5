"""Who may call what: callers, scopes and what is answered to nobody known (API.md, "Errors")."""

from __future__ import annotations

from pageone.v1 import rules_service_pb2
from pageone_service import engine_service, rules_service, server
from pageone_service.callers import ANY_SCOPE, ENGINE

from tests.service.support import Running

SCOPES_OF_SERVICES = {
    engine_service.SERVICE: frozenset({ENGINE}),
    rules_service.SERVICE: ANY_SCOPE,
}


def test_every_method_has_the_scopes_of_its_service() -> None:
    """API.md: EngineService is for hosts, RulesService is open to every scope."""
    for method in server.METHODS:
        assert method.scopes == SCOPES_OF_SERVICES[method.service], method.path


def test_without_authentication_everybody_is_the_anonymous_caller(service: Running) -> None:
    """Issue 3: no authentication configured: every call is the anonymous caller's, in the log too."""
    service.rules.ListRuleSets(rules_service_pb2.ListRuleSetsRequest(), metadata=(("x-request-id", "who-1"),))
    assert service.log.of("who-1")["caller"] == "anonymous"
