"""RulesService: what can be played, for everybody, in the language asked for."""

from __future__ import annotations

from typing import Final

from pageone.v1 import rules_service_pb2 as pb
from pageone_engine.presets import MAX_SEATS, MIN_SEATS, PRESETS, resolved
from pageone_engine.refusals import Fault, InvalidError
from pageone_engine.rules import Rules
from pageone_engine.rules_check import seat_range, validate_rules
from pageone_engine.words import describe, describe_fault

from .convert import missing, out_of_range, put_rules, read_rules_or_preset
from .edge import Call, Method

SERVICE: Final = "pageone.v1.RulesService"


def list_rule_sets(request: pb.ListRuleSetsRequest, call: Call) -> pb.ListRuleSetsResponse:
    """The presets, each for any number of seats."""
    response = pb.ListRuleSetsResponse()
    for rules in PRESETS.values():
        _put_rule_set(response.rule_sets.add(), rules, 0, call.language)
    return response


def describe_rules(request: pb.DescribeRulesRequest, call: Call) -> pb.DescribeRulesResponse:
    """Rules in words, or every fault in them; a name alone stands for the preset."""
    malformed: list[Fault] = []
    if not request.HasField("rules"):
        malformed.append(missing("rules"))
    if request.seats and not MIN_SEATS <= request.seats <= MAX_SEATS:
        malformed.append(out_of_range("seats", request.seats, MIN_SEATS, MAX_SEATS))
    if malformed:
        raise InvalidError(malformed)
    rules, faults = read_rules_or_preset(request.rules)
    if not faults:
        faults = validate_rules(rules, request.seats)
    response = pb.DescribeRulesResponse()
    for fault in faults:
        description = describe_fault(fault, call.language)
        response.faults.add(fields=fault.fields, description=description)
    if not faults:
        _put_rule_set(response.rule_set, rules, request.seats, call.language)
    return response


def _put_rule_set(message: pb.RuleSet, rules: Rules, seats: int, language: str) -> None:
    whole = resolved(rules, seats) if seats else rules
    put_rules(message.rules, whole)
    message.min_seats, message.max_seats = seat_range(rules)
    message.summary.extend(describe(whole, seats, language))


METHODS: Final = (
    Method(SERVICE, "ListRuleSets", pb.ListRuleSetsRequest, list_rule_sets),
    Method(SERVICE, "DescribeRules", pb.DescribeRulesRequest, describe_rules),
)
