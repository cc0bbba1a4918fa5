"""Rules as JSON data, in the contract's proto3-JSON form: lowerCamel names, enum values by name.

Values that are zero, false or empty are left out, as protobuf leaves them out. Reading takes
snake_case names and enum numbers, too.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from .card_notation import NotationError, shown
from .presets import PRESETS
from .rules import (
    AmericanPageOneRules,
    Calls,
    CardPoints,
    DobonRules,
    PageOneRules,
    Penalties,
    Rules,
    Specials,
)
from .terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    NextDealer,
    RoundEnd,
    Scoring,
    SpecialFinish,
    Starter,
    StockOut,
    members,
)

Json = dict[str, Any]
_MAX_NUMBER: Final = 2**32 - 1
_RANK_NAMES: Final = [
    "UNSPECIFIED",
    "ACE",
    "TWO",
    "THREE",
    "FOUR",
    "FIVE",
    "SIX",
    "SEVEN",
    "EIGHT",
    "NINE",
    "TEN",
    "JACK",
    "QUEEN",
    "KING",
]


class _Enum:
    """An enum's names as the contract spells them, both ways."""

    def __init__(self, prefix: str, values: dict[str, int]) -> None:
        self.numbers = {f"{prefix}_{name}": number for name, number in values.items()}
        self.numbers.setdefault(f"{prefix}_UNSPECIFIED", 0)
        self.names = {number: name for name, number in self.numbers.items()}


_RANK: Final = _Enum("RANK", {name: number for number, name in enumerate(_RANK_NAMES)})

#: Of each message its fields: a number, text, a yes or no, an enum, or a message.
_SHAPES: Final[dict[type, dict[str, type | _Enum]]] = {
    Rules: {
        "name": str,
        "rounds": int,
        "decks": int,
        "jokers": int,
        "hand_size": int,
        "turn_limit": int,
        "round_end": _Enum("ROUND_END", members(RoundEnd)),
        "next_dealer": _Enum("NEXT_DEALER", members(NextDealer)),
        "calls": Calls,
        "penalties": Penalties,
        "scoring": _Enum("SCORING", members(Scoring)),
        "card_points": CardPoints,
        "page_one": PageOneRules,
        "american_page_one": AmericanPageOneRules,
    },
    Calls: {
        "penultimate": str,
        "last": str,
        "missed": _Enum("MISSED_CALL", members(MissedCall)),
    },
    Penalties: dict.fromkeys(("missed_call", "illegal_play", "special_finish", "table_talk", "false_call_out"), int),
    CardPoints: dict.fromkeys(("joker", "wild", "action", "court", "ace"), int),
    PageOneRules: {
        "stock_out": _Enum("STOCK_OUT", members(StockOut)),
        "joker_forced": bool,
    },
    AmericanPageOneRules: {
        "specials": Specials,
        "evasion": _Enum("EVASION", members(Evasion)),
        "sets": bool,
        "special_finish": _Enum("SPECIAL_FINISH", members(SpecialFinish)),
        "draw": _Enum("DRAW_RULE", members(DrawRule)),
        "pass_without_draw": bool,
        "starter": _Enum("STARTER", members(Starter)),
        "illegal_play": _Enum("ILLEGAL_PLAY", members(IllegalPlay)),
        "joker_play": _Enum("JOKER_PLAY", members(JokerPlay)),
        "dobon": DobonRules,
        "two_seat_reverse_skips": bool,
    },
    Specials: dict.fromkeys(("draw_two", "draw_three", "wild", "skip", "reverse"), _RANK),
    DobonRules: {
        "enabled": bool,
        "on_starter": bool,
        "dobon_return": _Enum("DOBON_RETURN", members(DobonReturn)),
    },
}
_GAMES: Final = {"page_one": PageOneRules, "american_page_one": AmericanPageOneRules}
_KINDS: Final = {int: "a whole number from 0", str: "text", bool: "true or false"}


def rules_to_json(rules: Rules) -> Json:
    """Rules as data that ``json.dumps`` takes; :func:`rules_from_json` reads it back."""
    return _message_to_json(rules)


def _message_to_json(message: object) -> Json:
    data: Json = {}
    for name, shape in _SHAPES[type(message)].items():
        value = _value_of(message, name)
        if isinstance(shape, _Enum):
            if value:
                data[_camel(name)] = _name_of(shape, value)
        elif shape in _SHAPES:
            if value is not None and value != shape():
                data[_camel(name)] = _message_to_json(value)
            elif name in _GAMES and value is not None:
                data[_camel(name)] = {}
        elif value:
            data[_camel(name)] = value
    return data


def _name_of(enum: _Enum, value: object) -> object:
    return enum.names.get(value, value) if isinstance(value, int) else value


def _value_of(message: object, name: str) -> object:
    if name not in _GAMES:
        return getattr(message, name)
    game = getattr(message, "game", None)
    return game if isinstance(game, _GAMES[name]) else None


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def rules_from_json(data: object) -> Rules:
    """Rules from such data; with a preset's name alone the preset.

    What is left out is zero, and ``dobon`` left out is off. ``NotationError`` names the field that
    could not be read; whether the rules can be played is :func:`validate_rules`'s to say.
    """
    read = _read_message(Rules, data, "")
    if read.keys() == {"name"} and read["name"] in PRESETS:
        return PRESETS[read["name"]]
    games = [read.pop(name) for name in _GAMES if name in read]
    if len(games) > 1:
        raise NotationError("pageOne and americanPageOne are both set; choose one game")
    rules = Rules(**read)
    return replace(rules, game=games[0]) if games else rules


def _read_message(message: type, data: object, path: str) -> Json:
    if not isinstance(data, Mapping):
        raise NotationError(f"{path.rstrip('.') or 'rules'} must be an object in braces, not {shown(str(data))}")
    shapes = _SHAPES[message]
    spellings = {_camel(name): name for name in shapes} | {name: name for name in shapes}
    read: Json = {}
    for spelling, value in data.items():
        name = spellings.get(spelling) if isinstance(spelling, str) else None
        if name is None:
            known = ", ".join(_camel(other) for other in shapes)
            where = f"{path.rstrip('.') or 'rules'} has no field {shown(str(spelling))}"
            raise NotationError(f"{where}; its fields are {known}")
        if name in read:
            raise NotationError(f"{path + name} is given twice; keep one")
        if value is not None:
            read[name] = _read_value(shapes[name], value, path + name)
    return read


def _read_value(shape: type | _Enum, value: object, path: str) -> object:
    if isinstance(shape, _Enum):
        return _read_enum(shape, value, path)
    if shape in _SHAPES:
        read = _read_message(shape, value, path + ".")
        # A dobon that is there must say how it is answered; only one left out is off.
        return shape(**({"dobon_return": 0} | read if shape is DobonRules else read))
    if not isinstance(value, shape) or (shape is int and isinstance(value, bool)):
        raise NotationError(f"{path} must be {_KINDS[shape]}, not {shown(str(value))}")
    if isinstance(value, int) and not 0 <= value <= _MAX_NUMBER:
        raise NotationError(f"{path} must be from 0 to {_MAX_NUMBER}, not {shown(str(value))}")
    return value


def _read_enum(enum: _Enum, value: object, path: str) -> int:
    if isinstance(value, str) and value in enum.numbers:
        return enum.numbers[value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MAX_NUMBER:
        return value
    names = ", ".join(enum.numbers)
    raise NotationError(f"{path} must be one of {names}, not {shown(str(value))}")
