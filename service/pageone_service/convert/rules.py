"""Rules: read once, then known by their bytes; written once, then copied."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from google.protobuf.message import Message
from pageone.v1 import rules_pb2
from pageone_engine.presets import PRESETS
from pageone_engine.refusals import Fault
from pageone_engine.rules import (
    AmericanPageOneRules,
    Calls,
    CardPoints,
    DobonRules,
    PageOneRules,
    Penalties,
    Rules,
    Specials,
)
from pageone_engine.rules_check import validate_rules

from .faults import NO_SUCH_PRESET, merged, missing, prefixed

#: Rules that are remembered, and the largest that are: what strangers send must not fill memory.
_MOST_KNOWN: Final = 1024
_MOST_BYTES: Final = 2048


class _Read(NamedTuple):
    rules: Rules
    faults: list[Fault]


_read: dict[tuple[bytes, int], _Read] = {}
_written: dict[int, tuple[Rules, rules_pb2.Rules]] = {}


def read_rules(message: rules_pb2.Rules, seats: int, path: str, faults: list[Fault]) -> Rules | None:
    """Whole rules for ``seats`` (0: any number); None after what is wrong was noted in ``faults``.

    The same bytes give the same object, so that what the engine keeps for it is found again.
    """
    found = _known(message, seats)
    if found.faults:
        faults += prefixed(path, found.faults)
        return None
    return found.rules


def read_rules_or_preset(message: rules_pb2.Rules) -> tuple[Rules, list[Fault]]:
    """Rules as a match is created with, and faults with paths from them.

    A name alone stands for the preset. The faults are those of the wire; the engine has its own.
    """
    if [field.name for field, _ in message.ListFields()] == ["name"]:
        preset = PRESETS.get(message.name)
        if preset is not None:
            return preset, []
        names = ", ".join(PRESETS)
        sentence = f"no preset has this name; there are {names}. Other rules are given whole"
        return Rules(), [Fault(("name",), NO_SUCH_PRESET, sentence, {"names": names})]
    return _rules(message)


def put_rules(message: rules_pb2.Rules, rules: Rules) -> None:
    """Write rules into an empty message."""
    known = _written.get(id(rules))
    if known is None or known[0] is not rules:
        known = (rules, _message(rules))
        if len(_written) >= _MOST_KNOWN:
            _written.clear()
        _written[id(rules)] = known
    message.CopyFrom(known[1])


def _known(message: rules_pb2.Rules, seats: int) -> _Read:
    key = (message.SerializeToString(), seats)
    found = _read.get(key)
    if found is None:
        rules, faults = _rules(message)
        found = _Read(rules, merged(faults, validate_rules(rules, seats)))
        if len(key[0]) <= _MOST_BYTES:
            if len(_read) >= _MOST_KNOWN:
                _read.clear()
            _read[key] = found
    return found


_PARTS: Final = ("calls", "penalties", "card_points")


def _rules(message: rules_pb2.Rules) -> tuple[Rules, list[Fault]]:
    """Rules field by field, and the parts that are absent: nothing is guessed."""
    faults = [missing(part) for part in _PARTS if not message.HasField(part)]
    rules = Rules(
        name=message.name,
        rounds=message.rounds,
        decks=message.decks,
        jokers=message.jokers,
        hand_size=message.hand_size,
        turn_limit=message.turn_limit,
        round_end=message.round_end,
        next_dealer=message.next_dealer,
        calls=Calls(**_fields(message.calls)),
        penalties=Penalties(**_fields(message.penalties)),
        scoring=message.scoring,
        card_points=CardPoints(**_fields(message.card_points)),
        game=_game(message, faults),
    )
    return rules, faults


def _game(message: rules_pb2.Rules, faults: list[Fault]) -> PageOneRules | AmericanPageOneRules | None:
    which = message.WhichOneof("game")
    if which == "page_one":
        return PageOneRules(**_fields(message.page_one))
    if which == "american_page_one":
        return _american(message.american_page_one, faults)
    return None


def _american(message: rules_pb2.AmericanPageOneRules, faults: list[Fault]) -> AmericanPageOneRules:
    if not message.HasField("specials"):
        faults.append(missing("american_page_one.specials"))
    values = _fields(message)
    values["specials"] = Specials(**_fields(message.specials))
    # An absent dobon means off (RULES.md, "Rules that are refused").
    dobon = message.HasField("dobon")
    values["dobon"] = DobonRules(**_fields(message.dobon)) if dobon else DobonRules()
    return AmericanPageOneRules(**values)


def _fields(message: Message) -> dict[str, Any]:
    """The fields of a message by name, whose names the engine's classes share."""
    return {field.name: getattr(message, field.name) for field in message.DESCRIPTOR.fields}


def _message(rules: Rules) -> rules_pb2.Rules:
    message = rules_pb2.Rules()
    _fill(message, rules, ("calls", "penalties", "card_points"))
    game = rules.game
    if isinstance(game, AmericanPageOneRules):
        _fill(message.american_page_one, game, ("specials", "dobon"))
    elif game is not None:
        _fill(message.page_one, game, ())
    return message


def _fill(message: Message, source: object, parts: tuple[str, ...]) -> None:
    """Copy the fields that both have, and ``parts``, which are messages of such fields."""
    message.SetInParent()
    for field in message.DESCRIPTOR.fields:
        value = getattr(source, field.name, None)
        if field.name in parts:
            _fill(getattr(message, field.name), value, ())
        elif value is not None and field.message_type is None:
            setattr(message, field.name, value)
