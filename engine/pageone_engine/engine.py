"""The way through: a match begins, and each action leads from one state to the next (clauses C10, C26, R1)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from . import matching as _matching  # noqa: F401 - enters the game
from . import tricks as _tricks  # noqa: F401 - enters the game
from .actions import (
    Action,
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
from .callouts import call_out
from .calls import settle_call
from .cards import NONE, remove, remove_all
from .checks import refuse
from .claims import call_dobon, close_level, go_on, must_open, open_claims, waive
from .events import (
    CardsDealt,
    CardsDrawn,
    CardsPlayed,
    DobonCalled,
    Event,
    HandShown,
    MatchEnded,
    MatchStarted,
    RoundEnded,
    StarterTurned,
    StockReshuffled,
    SuitNamed,
    TableTaken,
)
from .forms import action_faults, match_faults
from .game import game_of
from .leaving import leave
from .presets import resolved
from .refusals import InvalidError, RefusedError, StaleError
from .rounds import begin_round, next_dealer
from .rules import Rules
from .shuffle import first_dealer as draw_first_dealer
from .starter import name_starter_suit
from .state import Discard, Match, State, Trick
from .terms import Phase


def create_match(
    rules: Rules,
    seats: int,
    seed: bytes,
    *,
    entropy: Sequence[bytes] = (),
    first_dealer: int | None = None,
    match_id: str = "",
) -> tuple[State, list[Event]]:
    """A new match, its first round dealt, and what happened (clauses C4 to C10).

    ``seats`` 2 to 8; ``seed`` 32 bytes; ``entropy`` at most 8 entries of at most 64 bytes; ``first_dealer`` a seat,
    ``None``: drawn from the seed. Zero ``rounds`` and ``hand_size`` are resolved. :class:`InvalidError` lists every
    fault.
    """
    faults = match_faults(rules, seats, seed, entropy, first_dealer, match_id)
    if faults:
        raise InvalidError(faults)
    match = Match(match_id, resolved(rules, seats), seats, bytes(seed), tuple(entropy))
    dealer = draw_first_dealer(seed, entropy, seats) if first_dealer is None else first_dealer
    table = Discard() if match.book.american else Trick()
    nobody = (0,) * seats
    hands = [NONE] * seats
    s = State(
        match,
        0,
        0,
        Phase.TURN,
        1,
        dealer,
        dealer,
        0,
        hands,
        nobody,
        nobody,
        (False,) * seats,
        NONE,
        NONE,
        table,
    )
    events: list[Event] = [MatchStarted(match_id, match.rules, seats, match.seed_commitment)]
    begin_round(s, events)
    return s, events


def apply(state: State, action: Action) -> tuple[State, list[Event]]:
    """The state after ``action`` and what happened, in order; ``state`` is left as it is.

    :class:`InvalidError` for a malformed action, :class:`StaleError` for one made for another version,
    :class:`RefusedError` for one that the rules do not allow now (clauses R1, R2, C26).
    """
    faults = action_faults(state, action)
    if faults:
        raise InvalidError(faults)
    if action.version is not None and action.version != state.version:
        raise StaleError(state.version)
    refusal = refuse(state, action)
    if refusal:
        raise RefusedError(refusal)
    s = state.copy()
    s.version += 1
    events: list[Event] = []
    _ACTS[type(action)](s, events, action)
    return s, events


def _play(s: State, events: list[Event], action: Play) -> None:
    seat = action.seat
    cards = action.cards
    hand = s.hands[seat]
    dobon = s.match.book.dobon
    s.turns += 1
    s.hands[seat] = hand = remove(hand, cards[0]) if len(cards) == 1 else remove_all(hand, cards)
    game_of(s).lay(s, action)
    events.append(CardsPlayed(seat, cards, action.suit, action.call))
    if dobon:
        # Until its claims are settled the play can be undone: what is drawn meanwhile spares its cards (clause A8).
        s.phase = Phase.CLAIMS
    if len(hand) < 2:
        settle_call(s, events, action)
    if dobon or (not hand and must_open(s)):
        open_claims(s, events)
    else:
        go_on(s, events)


def _begin_turn_action(s: State) -> None:
    """Every turn action but a play settles the last one (clause S1)."""
    s.turns += 1
    s.last_play = None


def _draw(s: State, events: list[Event], action: Draw) -> None:
    _begin_turn_action(s)
    game_of(s).draw(s, events, action.seat)


def _pass(s: State, events: list[Event], action: Pass) -> None:
    _begin_turn_action(s)
    game_of(s).pass_turn(s, events, action.seat)


def _challenge(s: State, events: list[Event], action: Challenge) -> None:
    # The challenge is about the last play, and settles it itself.
    s.turns += 1
    game_of(s).challenge(s, events, action.seat)


def _name_suit(s: State, events: list[Event], action: NameSuit) -> None:
    _begin_turn_action(s)
    events.append(SuitNamed(action.seat, action.suit))
    name_starter_suit(s, events, action.seat, action.suit)


def _call_out(s: State, events: list[Event], action: CallOut) -> None:
    call_out(s, events, action)


def _dobon(s: State, events: list[Event], action: Dobon) -> None:
    call_dobon(s, events, action.seat, action.against, action.cards)


def _waive(s: State, events: list[Event], action: Waive) -> None:
    waive(s, events, action.seat)


def _leave(s: State, events: list[Event], action: Leave) -> None:
    leave(s, events, action.seat)


def _close_claims(s: State, events: list[Event], action: CloseClaims) -> None:
    close_level(s, events)


def _start_round(s: State, events: list[Event], action: StartRound) -> None:
    s.dealer = next_dealer(s)
    s.round += 1
    begin_round(s, events)


# Each act takes the one class that it is entered under.
_ACTS: Final[dict[type[Action], Callable[[State, list[Event], Any], None]]] = {
    Play: _play,
    Draw: _draw,
    Pass: _pass,
    NameSuit: _name_suit,
    CallOut: _call_out,
    Challenge: _challenge,
    Dobon: _dobon,
    Waive: _waive,
    Leave: _leave,
    CloseClaims: _close_claims,
    StartRound: _start_round,
}

_TELLING: Final = (
    CardsDealt,
    StarterTurned,
    StockReshuffled,
    TableTaken,
    HandShown,
    DobonCalled,
    RoundEnded,
    MatchEnded,
)


def undoable(action: Action, events: Sequence[Event]) -> bool:
    """Whether nobody learned anything hidden: it drew, dealt, shuffled and showed nothing and was no call-out."""
    if isinstance(action, CallOut):
        return False
    return not any(isinstance(event, _TELLING) or (isinstance(event, CardsDrawn) and event.count) for event in events)
