"""Positions made by hand, and a short script language to play on from them.

The tests that are worked examples of the rules use this and nothing of the engine's own text forms, so that a
fault there cannot hide a fault here. Cards are ``8C 10H QS AD JK``; rows of cards are in the order in which they lie or
are drawn.

A position names what matters, the rest of the pack goes where it does not: :func:`table` makes one of American Page
One, :func:`tricks` one of Page One. :func:`run` plays a script from it::

    state = run(table(["2C 9D", "2H 3H"], top="5C"), "0 2C !", "1 draw")

A line of a script is a seat and what it does: cards (``8C``, with ``=H`` the suit named, ``!`` the penultimate call,
``!!`` the last call), ``draw``, ``pass``, ``name H``, ``challenge``, ``dobon 0`` (against seat 0; cards may follow),
``waive``, ``leave``, ``out 2 missed`` (``illegal``, ``talk``: calls seat 2 out), ``close`` or ``start`` (the host's,
with any seat).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import shake_256
from typing import Any, Final, TypeVar

from pageone_engine import PRESETS, Action, Event, RefusedError, Rules, State, apply, legal_actions, resolved
from pageone_engine.actions import (
    CallOut,
    Challenge,
    CloseClaims,
    Dobon,
    Draw,
    Leave,
    NameSuit,
    Pass,
    Play,
    StartRound,
    Waive,
)
from pageone_engine.refusals import Refusal
from pageone_engine.rules import AmericanPageOneRules, PageOneRules
from pageone_engine.state import Claims, Discard, DobonClaim, LastPlay, Match, Trick
from pageone_engine.state_check import validate_state
from pageone_engine.terms import Phase, name_of

SEED: Final = bytes(range(32))
_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_SUITS: Final = "CDHS"
_JOKER: Final = 53
_OFFENSES: Final = {"missed": 1, "illegal": 2, "talk": 3}
_CALLS: Final = {"!": 1, "!!": 2}
_SIMPLE: Final[dict[str, type[Draw | Pass | Challenge | Waive | Leave | CloseClaims | StartRound]]] = {
    "draw": Draw,
    "pass": Pass,
    "challenge": Challenge,
    "waive": Waive,
    "leave": Leave,
    "close": CloseClaims,
    "start": StartRound,
}


# Cards


def card(text: str) -> int:
    """The code of one card by C2: ``8C`` is 8, ``AD`` 14, ``JK`` 53."""
    if text == "JK":
        return _JOKER
    return 13 * _SUITS.index(text[-1]) + _RANKS.index(text[:-1]) + 1


def cards(text: str) -> bytes:
    """A row of cards, in the order written."""
    return bytes(card(word) for word in text.split())


def hand(text: str) -> bytes:
    """A hand: the cards in ascending order (C9)."""
    return bytes(sorted(cards(text)))


def text_of(row: Iterable[int]) -> str:
    """A row of cards as it would be written."""
    return " ".join("JK" if code == _JOKER else _RANKS[(code - 1) % 13] + _SUITS[(code - 1) // 13] for code in row)


def suit(letter: str) -> int:
    """A suit's number; an empty letter is none."""
    return _SUITS.index(letter) + 1 if letter else 0


def shuffled(row: Iterable[int], seed: bytes = SEED, entropy: Sequence[bytes] = (), shuffles: int = 0) -> bytes:
    """The cards as C4 and C5 shuffle them, ``shuffles`` having been made before."""
    key = b"pageone.v1.shuffle" + seed + b"".join(len(entry).to_bytes(4, "big") + entry for entry in entropy)
    stream = iter(shake_256(key + shuffles.to_bytes(4, "big")).digest(8192))
    mixed = sorted(row)
    for i in range(len(mixed) - 1, 0, -1):
        drawn = next(byte for byte in stream if byte < 256 - 256 % (i + 1)) % (i + 1)
        mixed[i], mixed[drawn] = mixed[drawn], mixed[i]
    return bytes(mixed)


# Rules


def american(**changes: Any) -> Rules:  # noqa: ANN401
    """The preset ``american_page_one`` with fields changed: its own by name, those of a nested message as a mapping.

    ``american(evasion=Evasion.LINKED, jokers=2, penalties={"false_call_out": 1}, dobon={"enabled": True})``.
    """
    return _changed(PRESETS["american_page_one"], changes)


def page_one(preset: str = "page_one", **changes: Any) -> Rules:  # noqa: ANN401
    """A preset of Page One (``page_one``, ``imohori``, ``only_one``) with fields changed as in :func:`american`."""
    return _changed(PRESETS[preset], changes)


def _changed(rules: Rules, changes: dict[str, Any]) -> Rules:
    game = rules.game
    assert game is not None
    own = {name: value for name, value in changes.items() if hasattr(game, name)}
    common = {name: value for name, value in changes.items() if name not in own}
    changed: Rules = _replaced(rules, {**common, "game": _replaced(game, own)})
    return changed


def _replaced(message: Any, changes: dict[str, Any]) -> Any:  # noqa: ANN401
    nested = {
        name: replace(getattr(message, name), **value) if isinstance(value, dict) else value
        for name, value in changes.items()
    }
    return replace(message, **nested)


# Positions


def table(
    hands: Sequence[str],
    top: str,
    *,
    rules: Rules | None = None,
    turn: int = 0,
    draws: str = "",
    stock: str | None = None,
    pile: str | None = None,
    rest: int | None = None,
    suit_in_force: str = "",
    reverse: bool = False,
    pending: int = 0,
    drawn: str = "",
    passes: int = 0,
    **others: Any,  # noqa: ANN401
) -> State:
    """A position of American Page One in which ``turn`` is to act on ``top``.

    ``draws``: the cards that the stock gives next, first one first; the rest of the pack lies below them.
    ``stock``: the same, but it is the whole stock, and the rest of the pack lies at the bottom of the pile.
    ``pile``: what lies under ``top``, bottom first.
    ``rest``: the seat that holds the rest of the pack, when it is to lie neither in stock nor in pile (which then
    are ``stock`` and ``pile`` alone).
    ``suit_in_force``: when it is not that of ``top``. ``others`` as in :func:`_state`.
    """
    rules = american() if rules is None else rules
    assert isinstance(rules.game, AmericanPageOneRules)
    face_up = cards(pile or "") + cards(top)
    named = suit(suit_in_force or ("" if top == "JK" else top[-1]))
    discard = Discard(named, reverse, pending, card(drawn) if drawn else 0, passes)
    return _state(hands, rules, turn, (draws, stock, face_up, rest), discard, others)


def tricks(
    hands: Sequence[str],
    trick: Sequence[str] = (),
    *,
    rules: Rules | None = None,
    turn: int = 0,
    leader: int | None = None,
    draws: str = "",
    stock: str | None = None,
    pile: str | None = None,
    rest: int | None = None,
    drawn: str = "",
    **others: Any,  # noqa: ANN401
) -> State:
    """A position of Page One in which ``turn`` is to act; ``trick``: the plays on the table, ``["0 5H", "1 JK"]``.

    ``leader``: when it is not the seat that played first (of an empty trick: ``turn``). ``pile``: the finished tricks.
    The rest as in :func:`table`.
    """
    rules = page_one() if rules is None else rules
    assert isinstance(rules.game, PageOneRules)
    plays = tuple((int(seat), card(played)) for seat, played in (entry.split() for entry in trick))
    first = plays[0][0] if plays else turn
    on_table = Trick(first if leader is None else leader, plays, card(drawn) if drawn else 0)
    return _state(hands, rules, turn, (draws, stock, cards(pile or ""), rest), on_table, others)


def _state(
    hands: Sequence[str],
    rules: Rules,
    turn: int,
    lying: tuple[str, str | None, bytes, int | None],
    on_table: Trick | Discard,
    others: dict[str, Any],
) -> State:
    """A position; ``others``: fields of the state (``dealer``, ``places``, ``left`` …), ``seed``, ``entropy``."""
    draws, stock, pile, rest = lying
    held = [hand(text) for text in hands]
    seats = len(held)
    drawn_next = cards(draws if stock is None else stock)[::-1]
    spare = list(range(1, _JOKER)) * rules.decks + [_JOKER] * rules.jokers
    on_trick = bytes(played for _, played in on_table.plays) if isinstance(on_table, Trick) else b""
    for code in b"".join(held) + drawn_next + pile + on_trick:
        assert code in spare, f"the pack has no further {text_of([code])}"
        spare.remove(code)
    remainder = bytes(spare)
    if rest is not None:
        held[rest] = bytes(sorted(held[rest] + remainder))
    elif stock is None:
        drawn_next = remainder + drawn_next
    else:
        pile = remainder + pile
    match = Match("example", resolved(rules, seats), seats, others.pop("seed", SEED), others.pop("entropy", ()))
    fields: dict[str, Any] = {
        "version": 20,
        "shuffles": 1,
        "phase": Phase.TURN,
        "round": 1,
        "dealer": seats - 1,
        "turns": 20,
        "scores": (0,) * seats,
        "places": (0,) * seats,
        "left": (False,) * seats,
        **others,
    }
    state = State(match=match, turn=turn, hands=held, stock=drawn_next, pile=pile, table=on_table, **fields)
    assert_sound(state)
    return state


def played(seat: int, row: str, *, suit_before: str = "", **others: Any) -> LastPlay:  # noqa: ANN401
    """The last play of a position: ``row`` must lie on top of the pile; ``others`` are fields of it."""
    return LastPlay(seat, cards(row), suit_before=suit(suit_before), **others)


def waiting(*answered: int, level: int = 1, dobons: Sequence[DobonClaim] = ()) -> Claims:
    """Claims in which the seats ``answered`` have answered."""
    return Claims(level, tuple(answered), tuple(dobons))


def assert_sound(state: State) -> None:
    """The pack is whole, hands are ascending, and the engine takes the state for one that can be."""
    rules = state.match.rules
    trick = bytes(played for _, played in state.table.plays) if isinstance(state.table, Trick) else b""
    everything = b"".join(state.hands) + state.stock + state.pile + trick
    pack = sorted(list(range(1, _JOKER)) * rules.decks + [_JOKER] * rules.jokers)
    assert sorted(everything) == pack, "the pack is not whole"
    assert all(list(row) == sorted(row) for row in state.hands), "a hand is not ascending"
    faults = validate_state(state)
    assert faults == [], faults


# Playing on


def action(line: str) -> Action:
    """The action that a line of a script stands for."""
    words = line.split()
    seat, verb = int(words[0]), words[1]
    if verb in _SIMPLE:
        return _SIMPLE[verb](seat)
    if verb == "name":
        return NameSuit(seat, suit(words[2]))
    if verb == "out":
        return CallOut(seat, int(words[2]), _OFFENSES[words[3]])
    if verb == "dobon":
        return Dobon(seat, int(words[2]), cards(" ".join(words[3:])))
    named = next((suit(word[1]) for word in words if word[0] == "="), 0)
    call = next((_CALLS[word] for word in words if word[0] == "!"), 0)
    row = " ".join(word for word in words[1:] if word[0] not in "=!")
    return Play(seat, cards(row), named, call)


def step(state: State, line: str) -> tuple[State, list[Event]]:
    """Plays one line; the input is unchanged, the version is one more and nothing is lost on the way."""
    before = state.copy()
    after, events = apply(state, action(line))
    assert state == before, f"{line}: the input was changed"
    assert after.version == state.version + 1, f"{line}: C26"
    assert_sound(after)
    return after, events


def run(state: State, *script: str) -> State:
    """Plays a script and gives the last state."""
    for line in script:
        state = step(state, line)[0]
    return state


def events_of(state: State, *script: str) -> list[Event]:
    """Plays a script and gives the events of all its lines, in order."""
    happened: list[Event] = []
    for line in script:
        state, events = step(state, line)
        happened += events
    return happened


_E = TypeVar("_E")


def only(events: Iterable[object], kind: type[_E]) -> list[_E]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of the events, in order."""
    return [event.kind for event in events]


def refused(state: State, line: str) -> str:
    """The name of the refusal that a line meets; "" when it is accepted. A refused action changes nothing (C26)."""
    before = state.copy()
    try:
        step(state, line)
    except RefusedError as error:
        assert state == before
        return name_of(Refusal, error.refusal)
    return ""


def listed(state: State, seat: int) -> list[str]:
    """What is listed for a seat, as lines of a script without the seat."""
    return [line_of(choice) for choice in legal_actions(state, seat).actions]


def choices(state: State, seat: int) -> list[str]:
    """What is listed for a seat apart from calling others out."""
    return [line for line in listed(state, seat) if not line.startswith("out ")]


def reasons(state: State, seat: int) -> dict[str, str]:
    """Why cards of a seat's hand are in no listed play (L3)."""
    return {text_of([code]): name_of(Refusal, why) for code, why in legal_actions(state, seat).refused}


def line_of(choice: Action) -> str:
    """An action as a line of a script, without its seat."""
    if isinstance(choice, Play):
        words = [text_of(choice.cards)]
        words += ["=" + _SUITS[choice.suit - 1]] if choice.suit else []
        words += ["!" * choice.call] if choice.call else []
        return " ".join(words)
    if isinstance(choice, NameSuit):
        return f"name {_SUITS[choice.suit - 1]}"
    if isinstance(choice, CallOut):
        offense = next(name for name, number in _OFFENSES.items() if number == choice.offense)
        return f"out {choice.offender} {offense}"
    if isinstance(choice, Dobon):
        return f"dobon {choice.against} {text_of(choice.cards)}".rstrip()
    return next(verb for verb, kind in _SIMPLE.items() if isinstance(choice, kind))


def discard(state: State) -> Discard:
    """The table of American Page One."""
    assert isinstance(state.table, Discard)
    return state.table


def trick_of(state: State) -> Trick:
    """The table of Page One."""
    assert isinstance(state.table, Trick)
    return state.table


def hands_of(state: State) -> list[str]:
    """The hands as they would be written."""
    return [text_of(row) for row in state.hands]
